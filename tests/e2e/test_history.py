from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Visitors
from tests.e2e.serving import Service
from tests.e2e.table import Table

START = ["byygrb", "gyrbgg", "ryrbrg", "gbrggb", "yyyybr", "ybrgrb"]
AFTER_ONE = ["byygrb", "gyrbgg", "ryrbrg", "gbrggb", "kyyyyb", "ybrgrb"]


@pytest.fixture
def table(service: Service, visitors: Visitors) -> Table:
    """A table at which two moves have been played."""
    game = service.create()
    game.play("W5 f4>c2")
    game.play("N1 c2>a1")
    return Table(visitors.come()).sit(game, 1, 2)


def step(table: Table, name: str) -> None:
    table.page.get_by_role("button", name=name).click()


def test_the_game_is_stepped_through_back_and_forth(table: Table) -> None:
    now = table.kiln()
    step(table, "One move back")
    expect(table.title).to_have_text("After move 1")
    assert table.kiln() == AFTER_ONE
    assert table.filled("blue") == ["c2", "c3", "c4"]
    assert table.filled("red") == []
    step(table, "One move back")
    expect(table.title).to_have_text("The start")
    assert table.kiln() == START
    expect(table.page.get_by_role("button", name="One move back")).to_be_disabled()
    step(table, "One move forth")
    expect(table.title).to_have_text("After move 1")
    step(table, "To the latest move")
    expect(table.title).to_have_text("Blue (seat 2) to move")
    assert table.kiln() == now


def test_a_move_in_the_list_is_looked_at(table: Table) -> None:
    expect(table.moves).to_have_text(["1 Blue (seat 2): W5 f4>c2", "2 Red (seat 1): N1 c2>a1"])
    table.moves.first.click()
    expect(table.title).to_have_text("After move 1")
    expect(table.page.locator(".history .effects li")).to_have_text(
        ["Blue pushes black in at W5; red comes out.", "Copies 3 blue tiles to c2, c3 and c4."]
    )
    assert table.slots.count() == 0
    step(table, "Back to the game")
    assert table.slots.count() == 23


def test_a_move_that_comes_meanwhile_does_not_end_looking_back(service: Service, visitors: Visitors) -> None:
    game = service.create()
    game.play("W5 f4>c2")
    table = Table(visitors.come()).open(game.address)
    step(table, "To the start")
    expect(table.title).to_have_text("The start")
    game.play("N1 c2>a1")
    expect(table.moves).to_have_count(2)
    expect(table.title).to_have_text("The start")
    assert table.kiln() == START


def test_earlier_moves_of_a_long_game_are_fetched_when_asked_for(service: Service, visitors: Visitors) -> None:
    game = service.create({"variants": {"fixing_the_mess": False}})
    for _ in range(105):
        game.play()
    table = Table(visitors.come()).open(game.address)
    expect(table.moves).to_have_count(100)
    step(table, "Earlier moves")
    expect(table.moves).to_have_count(105)
    expect(table.page.get_by_role("button", name="Earlier moves")).to_be_hidden()


def copied(table: Table, button: str) -> str:
    """What lies in the clipboard after a button has been used."""
    step(table, button)
    expect(table.page.locator(".more [role='status']")).to_have_text("It has been copied.")
    text: str = table.page.evaluate("navigator.clipboard.readText()")
    return text


def test_the_moves_are_taken_along(table: Table) -> None:
    assert copied(table, "Copy moves") == "W5 f4>c2\nN1 c2>a1"


def test_the_position_is_taken_along(table: Table, service: Service) -> None:
    game = table.page.url.rpartition("/")[2]
    assert copied(table, "Copy position") == service.client.get(f"/v1/games/{game}").json()["position"]


def test_the_position_that_is_looked_at_is_taken_along(table: Table) -> None:
    step(table, "One move back")
    expect(table.title).to_have_text("After move 1")
    assert copied(table, "Copy position").startswith("/".join(AFTER_ONE))


def test_the_record_that_is_copied_is_a_sound_one(table: Table, service: Service) -> None:
    record = json.loads(copied(table, "Copy record"))
    assert record["moves"] == ["W5 f4>c2", "N1 c2>a1"]
    assert service.client.post("/v1/records/check", json=record).status_code == 200


def test_moves_that_are_played_while_the_page_loads_are_there(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come())

    def play_before_the_answer_comes(route: Route) -> None:
        answer = route.fetch()
        game.play("W5 f4>c2")
        expect(table.title).to_have_text("Red is to move.")  # the page has heard of it
        route.fulfill(response=answer)

    table.page.route("**/moves?after=*", play_before_the_answer_comes, times=1)
    with table.page.expect_response("**/moves?after=*"):  # or the second move may come before the page is looked at
        table.open(game.link(2))
    expect(table.moves).to_have_count(1)
    game.play()
    expect(table.moves).to_have_count(2)
