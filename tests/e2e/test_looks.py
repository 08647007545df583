"""Every state of the page, in three sizes and two themes: free of faults, and kept as pictures in build/screenshots."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import serious_faults
from tests.e2e.conftest import Visitors
from tests.e2e.positions import FULL, TWO_COLORS
from tests.e2e.serving import ROOT, Service
from tests.e2e.table import Table, deafen

PICTURES = ROOT / "build" / "screenshots"
SIZES = ((1400, 900), (800, 1000), (360, 740))
NAMES = {"seats": [{"name": "Ada"}, {"name": "Grace"}]}


@pytest.fixture(scope="module", autouse=True)
def folder() -> Path:
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    return PICTURES


def first_page(page: Page, service: Service) -> None:
    service.create({"public": True, **NAMES})
    page.goto(service.address)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def form_for_friends(page: Page, service: Service) -> None:
    page.goto(service.address)
    page.get_by_text("2 players, 2 colors each").click()
    page.get_by_text("By link", exact=True).click()
    page.get_by_text("Rules and options").click()
    page.get_by_label("Points to win").fill("99")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".faults li").first).to_be_visible()


def help_dialog(page: Page, service: Service) -> None:
    page.goto(service.address)
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def push(page: Page, service: Service) -> None:
    game = service.create(NAMES)
    game.play("W5 f4>c2")
    Table(page).sit(game, 1, 2).slots.first.wait_for()


def tied_groups(page: Page, service: Service) -> None:
    table = Table(page).sit(service.create({"position": FULL, **NAMES}), 1, 2)
    table.slot("S4").click()
    table.groups.first.hover()


def place(page: Page, service: Service) -> None:
    table = Table(page).sit(service.create({"position": FULL, **NAMES}), 1)
    table.slot("W3").click()
    table.warehouse("red").locator(".control-place").nth(1).hover()


def sale(page: Page, service: Service) -> None:
    table = Table(page).sit(service.create({"position": FULL, **NAMES}), 1, 2)
    table.slot("N3").click()
    table.action("red", "xc2").click()
    page.get_by_role("button", name="Sell row 3").first.click()
    expect(table.effects).to_contain_text("Sells red row 3")


def hints(page: Page, service: Service) -> None:
    table = Table(page).sit(service.create({"position": FULL, "advice": True, **NAMES}), 1, 2)
    page.get_by_role("button", name="Hint").click()
    page.locator(".hint-move").nth(1).click()
    page.get_by_text("Evaluation").click()
    expect(page.locator(".worth-list li")).to_have_count(2)
    expect(table.effects).to_be_visible()


def hint_refused(page: Page, service: Service) -> None:
    Table(page).sit(service.create({"advice": True, **NAMES}), 1, 2)
    page.route("**/suggest?**", lambda route: route.fulfill(status=403, json={"code": "advice_not_allowed"}))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-trouble")).to_be_visible()


def against_bots(page: Page, service: Service) -> None:
    seats = [{"name": "Ada"}, {"bot": {"level": "greedy"}}, {"name": "Mary", "bot": {"level": "search-1"}}]
    Table(page).sit(service.create({"seats": seats, "first_seat": 1, "advice": True}), 1)


def two_colors(page: Page, service: Service) -> None:
    table = Table(page).sit(service.create({"position": TWO_COLORS, **NAMES}), 1, 2)
    table.slot("W2").click()
    table.action("red", "xa1").click()


def four_seats(page: Page, service: Service) -> None:
    game = service.create({"players": 4, "seats": [{"name": name} for name in ("Ada", "Grace", "Edith", "Mary")]})
    for _ in range(9):
        game.play()
    game.leave(3)
    Table(page).open(game.address)


def waiting(page: Page, service: Service) -> None:
    Table(page).open(service.create({"seats": [{"name": "Ada"}, {"open": True}]}).address)


def looking_back(page: Page, service: Service) -> None:
    game = service.create(NAMES)
    for _ in range(12):
        game.play()
    table = Table(page).sit(game, 1)
    table.page.get_by_role("button", name="One move back").click()
    expect(table.title).to_have_text("After move 11")


def lost(page: Page, service: Service) -> None:
    deafen(page)
    table = Table(page).sit(service.create(NAMES), 2)
    page.route("**/v1/**", lambda route: route.abort())  # for good: asking instead does not help
    expect(table.banner).to_contain_text("Connection lost.")


def finished(page: Page, service: Service) -> None:
    game = service.create({"position": FULL.replace("17m", "5m"), **NAMES})
    game.play("N3 xc2 R3")
    expect(Table(page).sit(game, 1).title).to_have_text("You have won by reaching 5.")


def gone(page: Page, service: Service) -> None:
    page.goto(f"{service.address}/play/{'a' * 20}")
    expect(page.get_by_role("heading", name="This game is not here")).to_be_visible()


def resigning(page: Page, service: Service) -> None:
    Table(page).sit(service.create(NAMES), 2)
    page.get_by_role("button", name="Resign…").click()
    expect(page.get_by_role("dialog")).to_be_visible()


STATES = (
    first_page, form_for_friends, help_dialog, push, tied_groups, place, sale, hints, hint_refused, against_bots,
    two_colors, four_seats, waiting, looking_back, lost, finished, gone, resigning,
)  # fmt: skip


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__.replace("_", "-"))
def test_each_state_is_accessible_and_fits(
    state: Callable[[Page, Service], None], service: Service, visitors: Visitors
) -> None:
    page = visitors.come()
    state(page, service)
    name = state.__name__.replace("_", "-")
    faults: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            if state is lost:
                expect(page.locator("#banner")).to_contain_text("Connection lost.")
            whole = width > 360 or not page.locator(".turn").is_visible()  # there it stays at the bottom of the screen
            page.screenshot(path=PICTURES / f"{name}-{width}-{theme}.png", full_page=whole)
            if width != 800:
                faults += [f"{width} {theme}: {fault}" for fault in serious_faults(page)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults == []
