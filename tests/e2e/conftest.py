"""Tests of the page in a real browser: Debian's Chromium, and `kiln serve` as a process of its own.

They are left out unless this folder is asked for ("make e2e"). One browser runs them all, one after the other.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.serving import Service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = "chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Keeps all that is read aloud: a text stands only until the next one.
HEARD = """
  addEventListener("DOMContentLoaded", () => {
    window.heard = [];
    const region = document.getElementById("announcer");
    if (region === null) return;
    const keep = () => window.heard.push(region.textContent);
    new MutationObserver(keep).observe(region, { childList: true, characterData: true, subtree: true });
  });
"""
#: Milliseconds that anything on the page may take.
PATIENCE = 10_000


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    asked_for = any("e2e" in str(argument) for argument in config.args)
    return None if asked_for else True


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which(CHROMIUM)
    if path is None:
        pytest.skip("there is no Chromium here (on Debian and Ubuntu: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: make e2e does it")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """The service that most tests share; one that is to fail has its own."""
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder:
        service = Service(Path(folder))
        yield service
        service.close()


class Visitors:
    """People with a browser each: what one keeps, the others do not see. Faults on their pages fail the test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def come(
        self, *, width: int = 1280, height: int = 900, scheme: str = "light", still: bool = True, touch: bool = False
    ) -> Page:
        """Open an empty page in a browser of its own. `still`: the visitor prefers that nothing moves."""
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce" if still else "no-preference",
            has_touch=touch,
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return self.another_tab(context)

    def another_tab(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.add_init_script(HEARD)
        page.on("pageerror", lambda error: self.faults.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: self._heed(message.type, message.text))
        return page

    def _heed(self, kind: str, text: str) -> None:
        # The browser itself reports every answer that is an error; that one is wanted in many tests.
        if kind == "error" and "Failed to load resource" not in text and "net::ERR" not in text:
            self.faults.append(text)

    def leave(self) -> None:
        for context in self._contexts:
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")
            context.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()
    assert visitors.faults == []
