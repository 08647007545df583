from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visitors
from tests.e2e.positions import TWO_COLORS
from tests.e2e.serving import Service
from tests.e2e.table import Table


def open_form(page: Page, service: Service) -> Page:
    page.goto(service.address)
    page.get_by_text("On this screen").click()
    page.get_by_text("Rules and options").click()
    return page


def start(page: Page, service: Service) -> dict[str, Any]:
    """Start the game, and return it as the service tells it."""
    page.get_by_role("button", name="Start the game").click()
    page.locator(".kiln").wait_for()
    game: dict[str, Any] = service.client.get(f"/v1/games/{page.url.rpartition('/')[2]}").json()
    return game


def test_every_option_reaches_the_game(service: Service, visitors: Visitors) -> None:
    page = open_form(visitors.come(), service)
    page.get_by_text("3 players").click()
    page.get_by_label("Name of seat 1").fill("Ada")
    page.get_by_label("Color of seat 1", exact=True).select_option("yellow")
    page.get_by_label("Points to win").fill("11")
    page.get_by_label("Who starts").select_option("3")
    page.get_by_label("Seed of the start").fill("7")
    page.get_by_label("Fixing the mess").uncheck()
    page.get_by_label("Heating up").check()
    page.get_by_role("checkbox", name="Public").check()
    game = start(page, service)
    assert (game["players"], game["target"], game["to_move"], game["seed"], game["public"]) == (3, 11, 3, 7, True)
    assert game["variants"] == {"fixing_the_mess": False, "heating_up": True}
    assert [seat["name"] for seat in game["seats"]] == ["Ada", None, None]
    assert [seat["warehouses"][0]["color"] for seat in game["seats"]] == ["yellow", "red", "blue"]


def test_a_two_color_game_is_created(service: Service, visitors: Visitors) -> None:
    page = open_form(visitors.come(), service)
    page.get_by_text("2 players, 2 colors each").click()
    page.get_by_label("Reached").select_option("both")
    page.get_by_label("Color of seat 1", exact=True).select_option("blue")
    page.get_by_label("Second color of seat 1").select_option("red")
    game = start(page, service)
    assert (game["two_color"], game["goal"]) == (True, "both")
    colors = [[warehouse["color"] for warehouse in seat["warehouses"]] for seat in game["seats"]]
    assert colors == [["blue", "red"], ["green", "yellow"]]


def test_a_game_begins_from_a_position(service: Service, visitors: Visitors) -> None:
    page = open_form(visitors.come(), service)
    page.get_by_label("Start from a position").fill(TWO_COLORS)
    page.get_by_label("Name of seat 2").fill("Grace")
    game = start(page, service)
    assert game["position"] == TWO_COLORS
    assert [seat["name"] for seat in game["seats"]] == [None, "Grace"]


def test_what_is_wrong_in_the_form_is_said_beside_it(service: Service, visitors: Visitors) -> None:
    page = open_form(visitors.come(), service)
    page.get_by_label("Points to win").fill("30")
    page.get_by_label("Color of seat 1", exact=True).select_option("blue")
    page.get_by_label("Color of seat 2", exact=True).select_option("blue")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".faults")).to_contain_text("Target: ")
    expect(page.get_by_label("Points to win")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Points to win").fill("17")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".faults")).to_contain_text("Seat 2: ")
    expect(page.get_by_label("Points to win")).not_to_have_attribute("aria-invalid", "true")
    page.get_by_label("Start from a position").fill("no position")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".faults")).to_contain_text("Position: At place")


def test_a_lost_answer_does_not_make_two_games(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    created: list[str] = []

    def lose_the_first_answer(route: Any) -> None:
        answer = route.fetch()
        created.append(answer.json()["game"]["id"])
        if len(created) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/v1/games", lose_the_first_answer)
    page.goto(service.address)
    game = start(page, service)
    assert created == [game["id"], game["id"]]


def test_a_service_that_wants_a_key_gets_one(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    problem = {"status": 401, "code": "api_key_missing", "title": "A key is needed", "detail": "A key is needed."}
    keys: list[str | None] = []

    def ask_for_a_key(route: Any) -> None:
        keys.append(route.request.headers.get("x-api-key"))
        if keys[-1] is None:
            route.fulfill(status=401, json=problem, headers={"Content-Type": "application/problem+json"})
        else:
            route.continue_()

    page.route("**/v1/games", ask_for_a_key)
    page.goto(service.address)
    expect(page.get_by_label("Key for this service")).to_be_hidden()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".faults")).to_have_text("This service asks for a key to start a game.")
    page.get_by_label("Key for this service").fill("some-key")
    start(page, service)
    assert keys == [None, "some-key"]


def test_seats_for_others_are_handed_out_by_link(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(service.address)
    page.get_by_text("3 players").click()
    page.get_by_text("By link", exact=True).click()
    page.get_by_label("Who plays seat 3").select_option("open")
    game = start(page, service)
    assert [seat["state"] for seat in game["seats"]] == ["taken", "taken", "open"]
    labels = page.locator(".link-label").all_inner_texts()
    assert [label.strip() for label in labels] == [
        "To watch, or to take a free seat",
        "To play Blue (seat 2)",
        "To play your seat on another device",
    ]


def test_a_game_is_gone_to_by_its_link(service: Service, visitors: Visitors) -> None:
    game = service.create()
    page = visitors.come()
    page.goto(service.address)
    page.get_by_label("Go to a game").fill("nonsense")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".watch-form [role='status']")).to_contain_text("neither a link to a game")
    page.get_by_label("Go to a game").fill(game.address)
    page.get_by_role("button", name="Go", exact=True).click()
    expect(Table(page).hint).to_contain_text("You are watching.")


def test_a_game_is_played_on_a_phone(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come(width=360, height=740, touch=True)).sit(game, 1, 2)
    table.slot("W5").tap()
    table.action("blue", "f4>c2").tap()
    table.play_button.tap()
    expect(table.moves).to_have_count(1)
    assert game.moves() == ["W5 f4>c2"]


def test_a_public_game_is_found_by_others(service: Service, visitors: Visitors) -> None:
    page = open_form(visitors.come(), service)
    page.get_by_label("Name of seat 1").fill("Ada in public")
    page.get_by_role("checkbox", name="Public").check()
    page.get_by_label("Time for a move").select_option("1 hour")
    game = start(page, service)
    assert game["move_seconds"] == 3600
    guest = visitors.come()
    guest.goto(service.address)
    guest.get_by_role("link", name="Ada in public").click()
    expect(Table(guest).hint).to_contain_text("You are watching.")
    assert guest.url == page.url
