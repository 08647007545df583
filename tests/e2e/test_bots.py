from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Visitors
from tests.e2e.positions import FULL, TWO_COLORS
from tests.e2e.serving import Service
from tests.e2e.table import Table

SUGGESTED = re.compile(r"/suggest\?")
PROBLEM = {"Content-Type": "application/problem+json"}


def hint(table: Table) -> None:
    """Ask for a hint, and have the best move shown on the board."""
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.locator(".hint-move[aria-pressed='true']")).to_be_visible()


def suggested(page: Page) -> list[str]:
    moves: list[str] = page.locator(".hint-move .move-text").all_inner_texts()
    return moves


def refuse(page: Page, address: re.Pattern[str], status: int, code: str, times: int) -> None:
    """Have calls of an address refused for some time."""
    document = {"status": status, "code": code, "title": "No", "detail": "No."}

    def answer(route: Route) -> None:
        route.fulfill(status=status, json=document, headers={**PROBLEM, "Retry-After": "1"})

    page.route(address, answer, times=times)


def test_a_newcomer_plays_a_whole_game_against_a_bot(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(service.address)
    expect(page.get_by_label("Against bots")).to_be_checked()
    expect(page.get_by_label("Who plays seat 2")).to_have_value("bot greedy")
    page.get_by_text("Rules and options").click()
    page.get_by_label("Points to win").fill("3")
    page.get_by_label("Seed of the start").fill("7")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    expect(table.seat(2)).to_contain_text("bot: greedy (easy)")
    over = page.locator(".end")
    mine = page.get_by_role("heading", name="Your move")
    for _ in range(60):
        expect(over.or_(mine).first).to_be_visible()
        if over.is_visible():
            break
        number = table.moves.count()
        hint(table)
        table.play()
        assert table.moves.count() > number
    expect(over).to_be_visible()
    expect(table.title).to_contain_text("won by reaching 3.")
    moves = service.client.get(f"/v1/games/{page.url.rpartition('/')[2]}/moves").json()["moves"]
    assert {move["seat"] for move in moves} == {1, 2}
    page.goto(service.address)
    expect(page.get_by_label("Against bots")).to_be_checked()


def test_each_seat_can_be_somebody_elses_or_a_bots(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(service.address)
    page.get_by_text("4 players").click()
    page.get_by_label("Who plays seat 2").select_option("Bot: search-1 (medium)")
    page.get_by_label("Who plays seat 3").select_option("By a private link")
    page.get_by_label("Who plays seat 4").select_option("Open to who comes")
    page.get_by_label("Name of seat 2").fill("Marvin")
    page.get_by_text("Rules and options").click()
    page.get_by_label("Who leaves").select_option("a bot plays on: random (plays anything)")
    page.get_by_role("checkbox", name="Hints").uncheck()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".kiln").wait_for()
    game: Any = service.client.get(f"/v1/games/{page.url.rpartition('/')[2]}").json()
    assert [seat["state"] for seat in game["seats"]] == ["taken", "taken", "taken", "open"]
    assert [(seat["bot"] or {}).get("level") for seat in game["seats"]] == [None, "search-1", None, None]
    assert game["seats"][1]["name"] == "Marvin"
    assert (game["advice"], game["on_leave"]) == (False, {"bot": {"level": "random"}})
    assert page.locator("[data-link*='token=']").count() == 2


def test_the_company_of_the_last_game_is_offered_first(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(service.address)
    page.get_by_text("On this screen").click()
    expect(page.get_by_label("Who plays seat 2")).to_have_value("here")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".kiln").wait_for()
    page.goto(service.address)
    expect(page.get_by_label("On this screen")).to_be_checked()
    expect(page.get_by_label("Who plays seat 2")).to_have_value("here")


def test_a_hint_shows_moves_of_which_one_is_played(service: Service, visitors: Visitors) -> None:
    game = service.create({"advice": True})
    table = Table(visitors.come()).sit(game, 1, 2)
    hint(table)
    moves = suggested(table.page)
    assert len(moves) == 3
    expect(table.announcer).to_contain_text("moves suggested")
    expect(table.page.locator(".hint-value").first).to_have_text(re.compile("^[+\N{MINUS SIGN}]\\d+\\.\\d$"))
    second = table.page.locator(".hint-move").nth(1)
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    slot = moves[1].partition(" ")[0]
    expect(table.page.locator(f".slot[data-slot='{slot}']")).to_have_class(re.compile("is-pushed"))
    assert game.get()["number"] == 1
    table.play()
    assert game.moves() == [moves[1]]
    expect(table.page.locator(".hint-box")).to_be_hidden()


def test_a_hint_for_two_colors_is_shown_and_played(service: Service, visitors: Visitors) -> None:
    game = service.create({"advice": True, "position": TWO_COLORS})
    table = Table(visitors.come()).sit(game, 1, 2)
    hint(table)
    best = suggested(table.page)[0]
    assert " | " in best
    table.play()
    assert game.moves() == [best]


def test_a_hint_is_asked_for_and_played_by_keyboard(service: Service, visitors: Visitors) -> None:
    game = service.create({"advice": True})
    table = Table(visitors.come()).sit(game, 1, 2)
    table.page.get_by_role("button", name="Hint").focus()
    table.page.keyboard.press("Enter")
    best = table.page.locator(".hint-move").first
    expect(best).to_have_attribute("aria-pressed", "true")
    best.focus()
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".hint-move").nth(1)).to_have_attribute("aria-pressed", "true")
    chosen = suggested(table.page)[1]
    table.page.keyboard.press("Control+Enter")
    expect(table.moves).to_have_count(1)
    assert game.moves() == [chosen]


def test_a_hint_is_played_on_a_phone(service: Service, visitors: Visitors) -> None:
    game = service.create({"advice": True})
    table = Table(visitors.come(width=360, height=740, touch=True)).sit(game, 1, 2)
    table.page.get_by_role("button", name="Hint").tap()
    table.page.locator(".hint-move").first.tap()
    table.play_button.tap()
    expect(table.moves).to_have_count(1)


def test_where_no_advice_is_allowed_none_is_offered(service: Service, visitors: Visitors) -> None:
    table = Table(visitors.come()).sit(service.create(), 1, 2)
    expect(table.slots.first).to_be_visible()
    expect(table.page.get_by_role("button", name="Hint")).to_be_hidden()
    expect(table.page.get_by_text("Evaluation")).to_be_hidden()


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (503, "too_busy", "The service has too much to do just now."),
        (429, "rate_limited", "That was too much at once. Wait a moment."),
    ],
)
def test_a_hint_that_is_refused_is_asked_for_again(
    service: Service, visitors: Visitors, status: int, code: str, said: str
) -> None:
    table = Table(visitors.come()).sit(service.create({"advice": True}), 1, 2)
    refuse(table.page, SUGGESTED, status, code, 1)
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.locator(".hint-trouble")).to_have_text(f"{said} It is asked again.")
    expect(table.page.locator(".hint-move").first).to_be_visible()
    expect(table.page.locator(".hint-trouble")).to_be_hidden()


def test_who_is_refused_hints_for_long_is_told_and_can_play_and_ask_on(service: Service, visitors: Visitors) -> None:
    table = Table(visitors.come()).sit(service.create({"advice": True}), 1, 2)
    refuse(table.page, SUGGESTED, 503, "too_busy", 4)
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.locator(".hint-trouble")).to_contain_text("Ask again in a moment.")
    expect(table.announcer).to_contain_text("Ask again in a moment.")
    hint(table)
    table.play()


def test_hints_for_a_position_that_is_not_yet_shown_are_not_offered(service: Service, visitors: Visitors) -> None:
    advice = service.client.post("/v1/positions/suggest", json={"position": FULL}).json()
    table = Table(visitors.come()).sit(service.create({"advice": True}), 1, 2)
    table.page.route(SUGGESTED, lambda route: route.fulfill(json=advice), times=1)
    with table.page.expect_response(SUGGESTED):
        table.page.get_by_role("button", name="Hint").click()
    expect(table.page.get_by_role("button", name="Hint")).not_to_have_attribute("aria-disabled", "true")
    expect(table.page.locator(".hint-box")).to_be_hidden()
    hint(table)
    table.play()


def test_a_move_that_comes_too_soon_is_sent_again_when_it_may(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).sit(game, 2)
    table.choose_any_move()
    refuse(table.page, re.compile(r"/moves$"), 429, "rate_limited", 1)
    table.play_button.click()
    expect(table.hint).to_contain_text("That was too much at once. Wait a moment. The same move is sent again")
    expect(table.moves).to_have_count(1)
    expect(table.banner).to_be_empty()
    assert len(game.moves()) == 1


def test_legal_moves_that_come_late_are_waited_for(service: Service, visitors: Visitors) -> None:
    table = Table(visitors.come())
    refuse(table.page, re.compile(r"/legal-moves/tree"), 429, "rate_limited", 5)
    table.sit(service.create(), 2)
    expect(table.banner).to_contain_text("That was too much at once.")
    expect(table.slots.first).to_be_visible()
    expect(table.banner).to_be_empty()


def test_a_position_is_judged_for_who_wants_to_know(service: Service, visitors: Visitors) -> None:
    game = service.create({"advice": True})
    table = Table(visitors.come()).sit(game, 1, 2)
    worth = table.page.locator(".worth-list li")
    expect(worth.first).to_be_hidden()
    table.page.get_by_text("Evaluation").click()
    expect(worth).to_have_count(2)
    expect(worth.first).to_contain_text("Red (seat 1): ")
    expect(worth.first).to_contain_text("near lines")
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.post_data or "") if "evaluate" in request.url else 0)
    game.play("W5 f4>c2")
    expect(table.moves).to_have_count(1)
    game.play()
    expect(table.moves).to_have_count(2)
    after = game.get()["position"]
    for _ in range(200):
        if any(after in body for body in asked):
            break
        table.page.wait_for_timeout(50)
    table.page.get_by_role("button", name="One move back").click()
    expect(table.title).to_have_text("After move 1")
    expect(worth).to_have_count(2)
    assert any(after in body for body in asked)


def test_who_resigns_where_a_bot_plays_on_watches_it_play(service: Service, visitors: Visitors) -> None:
    game = service.create({"on_leave": {"bot": {"level": "greedy"}}, "first_seat": 1})
    table = Table(visitors.come()).sit(game, 1)
    expect(table.slots.first).to_be_visible()
    table.page.get_by_role("button", name="Resign…").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.seat(1)).to_contain_text("bot: greedy (easy)")
    expect(table.moves).to_have_count(1)
    expect(table.hint).to_contain_text("You are watching.")
    expect(table.slots).to_have_count(0)
    expect(table.banner).to_be_empty()
    expect(table.page.get_by_role("button", name="Resign…")).to_be_hidden()


def test_a_bot_is_played_against_again(service: Service, visitors: Visitors) -> None:
    seats = [{"name": "Ada"}, {"bot": {"level": "greedy"}}]
    game = service.create({"position": FULL.replace("17m", "5m"), "seats": seats, "advice": True})
    table = Table(visitors.come()).sit(game, 1)
    game.play("N3 xc2 R3")
    table.page.get_by_role("button", name="Play again").click()
    expect(table.seat(2)).to_contain_text("bot: greedy (easy)")
    expect(table.page.get_by_role("heading", name="Your move")).to_be_visible()
    expect(table.page.get_by_role("button", name="Hint")).to_be_visible()
