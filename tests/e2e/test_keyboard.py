from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Visitors
from tests.e2e.positions import TWO_COLORS
from tests.e2e.serving import Service
from tests.e2e.table import Table

FOCUSED = """{
  const element = document.activeElement;
  element === document.body ? "" : (element.getAttribute("aria-label") ?? element.textContent);
}"""


def press_tab_until(page: Page, focused: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if focused in page.evaluate(FOCUSED):
            return
    raise AssertionError(f"{focused!r} is not reached by the Tab key")


def with_seed(route: Route) -> None:
    """Let the game that is created be the same each time: how soon it is won depends on its tiles."""
    asked = route.request.post_data_json or {}
    route.continue_(post_data=json.dumps({**asked, "seed": 7}))


def test_a_game_is_started_and_played_without_a_mouse(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    page.route("**/v1/games", with_seed)
    page.goto(service.address)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    page.get_by_label("Against bots").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("On this screen")).to_be_checked()
    press_tab_until(page, "Rules and options")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    table = Table(page)
    table.slots.first.wait_for()

    press_tab_until(page, "comes out")
    for played in range(60):
        assert "comes out" in page.evaluate(FOCUSED)  # after a move the focus is where the next one begins
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        for _ in range(6):  # a group, a place or an erasure for its color
            focused = page.evaluate(FOCUSED)
            if focused == "Play this move" or focused.startswith("Sell"):
                break
            page.keyboard.press("Enter")
        if page.evaluate(FOCUSED).startswith("Sell"):
            page.keyboard.press("Enter")
        page.keyboard.press("Control+Enter")
        expect(table.moves).to_have_count(played + 1)
        expect(page.locator(".control-slot:focus, .end:not([hidden])").first).to_be_visible()
        if page.locator(".end").is_visible():
            break
    expect(table.title).to_contain_text("has won by reaching 1.")


def test_arrow_keys_go_between_what_is_lit(service: Service, visitors: Visitors) -> None:
    table = Table(visitors.come()).sit(service.create(), 1, 2)
    page = table.page
    table.slots.first.wait_for()
    press_tab_until(page, "N1: push black in, yellow comes out")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED).startswith("N2:")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED).startswith("W1:")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED).startswith("W2:")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED).startswith("Copy to ")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED).startswith("Copy to ")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "Play this move"
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUSED).startswith("Copy to ")
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUSED).startswith("W2:")


def test_two_colors_are_chosen_without_a_mouse(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": TWO_COLORS})
    table = Table(visitors.come()).sit(game, 1, 2)
    page = table.page
    table.slots.first.wait_for()
    press_tab_until(page, "N1:")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "Erase a1"
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED).startswith("Copy to ")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "Sell red row 2"
    page.keyboard.press("Space")
    expect(table.effects).to_contain_text("Sells red row 2 for 1 point: 4 of 17.")
    page.keyboard.press("Control+Enter")
    expect(table.moves).to_have_count(1)
    assert game.moves()[0].startswith("N1 xa1 R2 | ")


def test_those_who_listen_are_told_what_to_do_and_what_has_happened(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).open(game.link(2))
    table.hears("It is your turn.")
    table.hears("Push the black tile into the kiln")
    table.slot("W5").click()
    expect(table.announcer).to_have_text("Copy the blue group of 3 tiles: choose its place in the blue warehouse.")
    table.action("blue", "f4>c2").click()
    expect(table.announcer).to_have_text("Play the move, or choose another place or slot.")
    table.play()
    expect(table.announcer).to_have_text(
        "Blue pushes black in at W5; red comes out. Copies 3 blue tiles to c2, c3 and c4. Red is to move."
    )
    kiln = table.page.locator(".kiln table")
    expect(kiln.locator("caption")).to_have_text("The kiln. The outer tile is red, at E5.")
    assert kiln.locator("tbody tr").nth(4).locator("td").all_inner_texts() == [
        "black", "yellow", "yellow", "yellow", "yellow", "blue",
    ]  # fmt: skip
    warehouse = table.warehouse("blue").locator("table")
    assert warehouse.locator("tbody tr").nth(1).locator("td").all_inner_texts() == [
        "empty", "empty", "blue", "empty", "empty",
    ]  # fmt: skip
