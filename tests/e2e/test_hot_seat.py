from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Visitors
from tests.e2e.serving import Service
from tests.e2e.table import Table


def test_a_whole_game_is_played_by_pointing(service: Service, visitors: Visitors) -> None:
    page = visitors.come(still=False)
    page.goto(service.address)
    page.get_by_text("On this screen").click()
    page.get_by_label("Name of seat 1").fill("Ada")
    page.get_by_label("Name of seat 2").fill("Grace")
    page.get_by_text("Rules and options").click()
    page.get_by_label("Points to win").fill("1")
    page.get_by_label("Seed of the start").fill("7")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    expect(table.title).to_have_text("Grace (blue) to move")
    expect(table.hint).to_have_text("Push the black tile into the kiln: choose one of the slots round it.")
    assert table.kiln() == ["byygrb", "gyrbgg", "ryrbrg", "gbrggb", "yyyybr", "ybrgrb"]
    assert table.slots.count() == 23

    for _ in range(60):
        table.choose_any_move()
        table.play()
        if page.locator(".end").is_visible():
            break
    expect(table.title).to_contain_text("has won by reaching 1.")
    expect(page.locator(".final-scores li").first).to_contain_text("winner")
    assert table.slots.count() == 0


def test_a_push_is_shown_before_it_is_played(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).sit(game, 1, 2)
    table.slot("W5").click()
    expect(table.page.locator(".slot[data-slot='E5'] .tile")).to_have_attribute("data-color", "red")
    assert table.kiln() == ["byygrb", "gyrbgg", "ryrbrg", "gbrggb", "kyyyyb", "ybrgrb"]
    expect(table.hint).to_have_text("Copy the blue group of 3 tiles: choose its place in the blue warehouse.")
    assert game.get()["number"] == 1


def test_another_slot_can_be_tried_at_once(service: Service, visitors: Visitors) -> None:
    table = Table(visitors.come()).sit(service.create(), 1, 2)
    table.slot("W5").click()
    table.slot("N1").click()
    expect(table.page.locator(".slot[data-slot='S1'] .tile")).to_have_attribute("data-color", "yellow")
    assert table.kiln() == ["kyygrb", "byrbgg", "gyrbrg", "rbrggb", "gyyybr", "ybrgrb"]


def test_only_legal_places_are_lit(service: Service, visitors: Visitors) -> None:
    table = Table(visitors.come()).sit(service.create(), 1, 2)
    table.slot("W5").click()
    labels = table.warehouse("blue").locator(".control-place").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert labels == [
        f"Copy to {column}{row}, {column}{row + 1}, {column}{row + 2}" for row in (1, 2, 3) for column in "abcde"
    ]
    assert table.warehouse("red").locator(".control").count() == 0


def test_a_move_that_is_chosen_is_sent_and_shown(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).sit(game, 1, 2)
    table.slot("W5").click()
    table.action("blue", "f4>c2").click()
    expect(table.effects).to_have_text(
        "Blue pushes black in at W5; red comes out.Copies 3 blue tiles to c2, c3 and c4."
    )
    assert table.filled("blue") == []
    table.play()
    assert game.moves() == ["W5 f4>c2"]
    assert table.filled("blue") == ["c2", "c3", "c4"]
    expect(table.title).to_have_text("Red (seat 1) to move")


def test_each_choice_can_be_taken_back(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).sit(game, 1, 2)
    back = table.page.get_by_role("button", name="Step back")
    expect(back).to_be_disabled()
    table.slot("W5").click()
    table.action("blue", "f4>c2").click()
    table.action("blue", "f4>a1").click()
    expect(table.effects).to_contain_text("Copies 3 blue tiles to a1, a2 and a3.")
    back.click()
    expect(table.play_button).to_be_disabled()
    assert table.action("blue", "f4>a1").get_attribute("aria-pressed") == "false"
    back.click()
    assert table.kiln() == game.get()["kiln"]
    expect(back).to_be_disabled()
    assert game.moves() == []


def test_pointing_beside_the_middle_of_a_place_counts_for_the_nearest(service: Service, visitors: Visitors) -> None:
    table = Table(visitors.come()).sit(service.create(), 1, 2)
    table.slot("W5").click()
    table.warehouse("blue").locator(".cell").nth(0).click()  # a1: the middle of a place is a2
    assert table.action("blue", "f4>a1").get_attribute("aria-pressed") == "true"
