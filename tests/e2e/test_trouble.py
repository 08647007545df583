from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Visitors
from tests.e2e.serving import Service
from tests.e2e.table import Table, deafen

PLAYED = re.compile(r"/moves$")


@pytest.fixture
def failing() -> Iterator[Service]:
    """A service that a test may stop."""
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder:
        service = Service(Path(folder))
        yield service
        service.close()


def test_a_service_that_was_away_is_found_again(failing: Service, visitors: Visitors) -> None:
    game = failing.create()
    blue = Table(visitors.come()).open(game.link(2))
    red = Table(visitors.come()).open(game.link(1))
    blue.slot("W5").click()
    blue.action("blue", "f4>c2").click()
    expect(blue.effects).to_contain_text("Copies")
    failing.stop()
    for table in (blue, red):
        expect(table.banner).to_contain_text("Connection lost.")
    blue.play_button.click()
    expect(blue.hint).to_have_text("No answer yet. The same move is sent again; it cannot be played twice.")

    failing.start()
    expect(blue.moves).to_have_count(1, timeout=20_000)
    expect(red.moves).to_have_count(1, timeout=20_000)
    for table in (blue, red):
        expect(table.banner).to_be_empty()
        assert table.filled("blue") == ["c2", "c3", "c4"]
    assert game.moves() == ["W5 f4>c2"]


def test_whoever_was_offline_hears_what_has_happened(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).open(game.link(1))
    table.page.context.set_offline(True)
    expect(table.banner).to_contain_text("Connection lost.")
    expect(table.announcer).to_contain_text("Connection lost.")
    game.play("W5 f4>c2")
    table.page.context.set_offline(False)
    expect(table.moves).to_have_count(1)
    expect(table.title).to_have_text("Your move")
    expect(table.banner).to_be_empty()


def test_a_move_whose_answer_is_lost_is_played_once(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come())
    deafen(table.page)
    table.open(game.link(2))
    sent: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        answer = route.fetch()
        if len(sent) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    table.page.route(PLAYED, lose_the_first_answer)
    table.slot("W5").click()
    table.action("blue", "f4>c2").click()
    table.play()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert json.loads(sent[0]) == {"number": 1, "move": "W5 f4>c2"}
    assert game.moves() == ["W5 f4>c2"]
    expect(table.title).to_have_text("Red is to move.")


def test_who_stops_trying_keeps_the_choice(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).open(game.link(2))
    table.page.route(PLAYED, lambda route: route.abort())
    table.slot("W5").click()
    table.action("blue", "f4>c2").click()
    table.play_button.click()
    table.page.get_by_role("button", name="Stop trying").click()
    expect(table.banner).to_contain_text("Your choice is kept")
    table.page.unroute(PLAYED)
    table.play()
    assert game.moves() == ["W5 f4>c2"]


def test_a_busy_service_is_asked_again(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).open(game.link(2))
    busy = {"status": 503, "code": "too_busy", "title": "Busy", "detail": "Busy."}
    table.page.route(
        PLAYED,
        lambda route: route.fulfill(
            status=503, json=busy, headers={"Retry-After": "1", "Content-Type": "application/problem+json"}
        ),
        times=1,
    )
    table.choose_any_move()
    table.play()
    assert len(game.moves()) == 1


def test_a_stale_tab_is_told_and_comes_up_to_date(service: Service, visitors: Visitors) -> None:
    game = service.create()
    fresh = Table(visitors.come()).sit(game, 1, 2)
    stale = Table(visitors.another_tab(fresh.page.context))
    deafen(stale.page)
    stale.open(game.address)
    stale.slot("W5").click()
    stale.action("blue", "f4>c2").click()
    fresh.slot("N1").click()
    fresh.warehouse("blue").locator(".control-place").first.click()
    fresh.play()

    stale.play_button.click()
    expect(stale.banner).to_contain_text("This turn has been played already, perhaps in another tab.")
    expect(stale.title).to_have_text("Red (seat 1) to move")
    expect(stale.moves).to_have_count(1)
    assert stale.slots.count() == 23
    assert len(game.moves()) == 1


def test_a_choice_outlives_what_does_not_touch_it(service: Service, visitors: Visitors) -> None:
    game = service.create({"players": 3})
    table = Table(visitors.come())
    to_move = game.get()["to_move"]
    table.open(game.link(to_move))
    table.slots.first.click()
    chosen = table.page.locator(".steps li.now").inner_text()
    other = next(seat for seat in (1, 2, 3) if seat != to_move)
    game.leave(other)
    expect(table.seat(other)).to_contain_text("has left")
    # The position says who has left, so the choice is asked for anew; a claim or a rematch would keep it.
    expect(table.slots.first).to_be_visible()
    assert chosen == "Copy"


def test_a_stream_that_is_refused_is_made_up_for_by_asking(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come())
    table.page.route("**/events?**", lambda route: route.fulfill(status=503, body=""))
    table.open(game.link(1))
    game.play("W5 f4>c2")
    expect(table.moves).to_have_count(1)
    expect(table.title).to_have_text("Your move")


def test_a_game_that_has_expired_is_said_to_be_gone(visitors: Visitors) -> None:
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder:
        service = Service(Path(folder), KILN_IDLE_GAME_TTL_SECONDS="5")
        try:
            game = service.create()
            table = Table(visitors.come()).open(game.link(1))
            gone = table.page.get_by_role("heading", name="This game is not here")
            expect(gone).to_be_visible(timeout=20_000)
            expect(table.page.get_by_role("link", name="Start a new game")).to_be_visible()
            table.page.goto(service.address)
            expect(table.page.get_by_role("heading", name="New game")).to_be_visible()
            assert table.page.evaluate("Object.keys(localStorage)") == []
        finally:
            service.close()


def test_a_game_that_is_removed_is_said_to_be_gone(service: Service, visitors: Visitors) -> None:
    game = service.create()
    table = Table(visitors.come()).open(game.address)
    game.delete()
    expect(table.page.get_by_role("heading", name="This game is not here")).to_be_visible()


def test_an_address_without_a_game_says_so(service: Service, visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(f"{service.address}/play/nosuchgame")
    expect(page.get_by_role("heading", name="This game is not here")).to_be_visible()


def test_a_page_that_nobody_sees_gives_its_stream_up_and_still_keeps_up(service: Service, visitors: Visitors) -> None:
    game = service.create()
    page = visitors.come()
    page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => window.unseen === true})")
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/events?" in request.url else None)
    table = Table(page)
    page.clock.install()
    with page.expect_request("**/events?**"):
        table.open(game.link(1))
    assert len(streams) == 1

    page.evaluate("window.unseen = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.fast_forward(31_000)
    game.play("W5 f4>c2")
    page.clock.fast_forward(31_000)
    expect(page).to_have_title("● Your move – Kiln")
    assert len(streams) == 1

    with page.expect_request("**/events?**"):
        page.evaluate("window.unseen = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(table.moves).to_have_count(1)
    assert len(streams) == 2
    assert streams[1].endswith("last_event_id=2")
