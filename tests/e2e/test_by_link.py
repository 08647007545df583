from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Visitors
from tests.e2e.serving import Service
from tests.e2e.table import Table, deafen


def test_two_people_play_by_link_and_a_third_one_watches(service: Service, visitors: Visitors) -> None:
    ada = Table(visitors.come())
    ada.page.goto(service.address)
    ada.page.get_by_text("By link", exact=True).click()
    ada.page.get_by_label("Name of seat 1").fill("Ada")
    ada.page.get_by_label("Name of seat 2").fill("Grace")
    ada.page.get_by_text("Rules and options").click()
    ada.page.get_by_label("Seed of the start").fill("7")
    ada.page.get_by_role("button", name="Start the game").click()
    ada.page.get_by_role("button", name="Copy link: To play Grace (blue)").click()
    copied = ada.page.locator(".links [role='status']")
    expect(copied).to_have_text("To play Grace (blue): the link has been copied.")
    link = ada.page.evaluate("navigator.clipboard.readText()")
    ada.page.get_by_role("button", name="Copy link: To watch").click()
    expect(copied).to_have_text("To watch: the link has been copied.")
    to_watch = ada.page.evaluate("navigator.clipboard.readText()")

    grace = Table(visitors.come(still=False)).open(link)
    guest = Table(visitors.come()).open(to_watch)
    assert "token" not in grace.page.url
    expect(grace.title).to_have_text("Your move")
    expect(ada.title).to_have_text("Grace is to move.")
    expect(guest.hint).to_have_text("You are watching. Moves show up here by themselves.")
    assert ada.slots.count() == guest.slots.count() == 0

    grace.slot("W5").click()
    grace.action("blue", "f4>c2").click()
    grace.play()
    for table in (ada, guest):
        expect(table.moves).to_have_count(1)
        assert table.kiln() == ["byygrb", "gyrbgg", "ryrbrg", "gbrggb", "kyyyyb", "ybrgrb"]
        assert table.filled("blue") == ["c2", "c3", "c4"]
        table.hears("Grace pushes black in at W5; red comes out.")
    expect(ada.title).to_have_text("Your move")
    expect(guest.title).to_have_text("Ada is to move.")

    ada.choose_any_move()
    ada.play()
    expect(grace.moves).to_have_count(2)
    expect(grace.title).to_have_text("Your move")
    expect(guest.moves).to_have_count(2)
    assert guest.page.get_by_role("button", name="Resign").count() == 0


def test_a_seat_is_kept_for_the_next_visit(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).open(game.link(2))
    expect(table.title).to_have_text("Your move")
    table.open(game.address)
    expect(table.title).to_have_text("Your move")
    table.page.goto(service.address)
    expect(table.page.locator(".game-list").first).to_contain_text("It is your turn.")


def test_tokens_are_never_part_of_an_address(service: Service, visitors: Visitors) -> None:
    game = service.create()
    page = visitors.come()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table = Table(page).open(game.link(2))
    table.choose_any_move()
    table.play()
    assert len(asked) > 10
    assert [url for url in asked if game.tokens[2] in url.partition("#")[0]] == []


def test_a_link_that_is_no_longer_good_lets_one_watch(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).open(f"{game.address}#seat=1&token={'x' * 43}")
    expect(table.banner).to_contain_text("This link does not give you a seat any more. You can watch.")
    expect(table.hint).to_have_text("You are watching. Moves show up here by themselves.")


def test_an_open_seat_is_claimed_under_a_name(service: Service, visitors: Visitors) -> None:
    game = service.create({"seats": [{"name": "Ada"}, {"open": True}]})
    ada = Table(visitors.come()).open(game.link(1))
    expect(ada.title).to_have_text("Waiting until somebody takes seat 2.")
    guest = Table(visitors.come()).open(game.address)
    guest.page.get_by_label("Name (optional)").fill("Grace")
    guest.page.get_by_role("button", name="Take blue").click()
    expect(guest.title).to_have_text("Your move")
    expect(ada.title).to_have_text("Grace is to move.")
    assert [seat["name"] for seat in game.get()["seats"]] == ["Ada", "Grace"]
    guest.choose_any_move()
    guest.play()
    expect(ada.title).to_have_text("Your move")


def test_who_comes_too_late_for_a_seat_is_told(service: Service, visitors: Visitors) -> None:
    game = service.create({"seats": [{}, {"open": True}]})
    guest = Table(visitors.come())
    deafen(guest.page)
    guest.open(game.address)
    service.client.post(f"/v1/games/{game.id}/seats", json={"name": "Grace"})
    guest.page.get_by_role("button", name="Take blue").click()
    expect(guest.banner).to_contain_text("Somebody else has taken that seat.")
    expect(guest.title).to_have_text("Grace is to move.")
