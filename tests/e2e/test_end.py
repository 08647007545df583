from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Visitors
from tests.e2e.positions import FULL
from tests.e2e.serving import Service
from tests.e2e.table import Table


def test_who_resigns_is_asked_first(service: Service, visitors: Visitors) -> None:
    game = service.create()
    red = Table(visitors.come()).open(game.link(1))
    blue = Table(visitors.come()).open(game.link(2))
    red.page.get_by_role("button", name="Resign…").click()
    red.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert game.get()["status"] == "playing"
    red.page.get_by_role("button", name="Resign…").click()
    red.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(red.title).to_have_text("Blue has won: everybody else has left.")
    expect(blue.title).to_have_text("You have won: everybody else has left.")
    expect(red.seat(1)).to_contain_text("has left")


def test_both_go_on_to_the_same_rematch(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": FULL.replace("17m", "5m"), "seats": [{"name": "Ada"}, {"name": "Grace"}]})
    ada = Table(visitors.come()).open(game.link(1))
    grace = Table(visitors.come()).open(game.link(2))
    guest = Table(visitors.come()).open(game.address)
    game.play("N3 xc2 R3")
    expect(ada.title).to_have_text("You have won by reaching 5.")
    expect(guest.page.get_by_role("button", name="Play again")).to_be_hidden()
    ada.page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_url(lambda url: game.id not in url)
    expect(ada.seat(1)).to_contain_text("you")
    grace.page.get_by_role("button", name="Go to the rematch").click()
    guest.page.get_by_role("button", name="Watch the rematch").click()
    for table in (grace, guest):
        table.page.wait_for_url(ada.page.url)
    mover, waiter = (ada, grace) if ada.slots.count() > 0 else (grace, ada)
    mover.choose_any_move()
    mover.play()
    expect(waiter.title).to_have_text("Your move")


def test_the_time_for_a_move_runs_down_and_out(service: Service, visitors: Visitors) -> None:
    game = service.create({"move_seconds": 14})
    blue = Table(visitors.come()).open(game.link(2))
    red = Table(visitors.come()).open(game.link(1))
    expect(red.page.get_by_role("timer")).to_have_text(re.compile(r"0:[01]\d"))
    blue.hears("10 seconds left for this move.")
    expect(red.title).to_have_text("You have won: everybody else has left.", timeout=30_000)
    expect(blue.seat(2)).to_contain_text("has left")
    expect(blue.page.get_by_role("timer")).to_be_hidden()
