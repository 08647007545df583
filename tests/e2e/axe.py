"""Faults of accessibility, found by axe-core, which comes with the package: nothing is fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page


def serious_faults(page: Page) -> list[str]:
    """The faults on a page that axe calls serious or critical, with the elements that have them."""
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for fault in violations
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
