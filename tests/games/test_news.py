from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from service.games import Game, GameService, NewSeat, SeatState
from service.rules import LegalMoves
from tests.games.clock import Clock
from tests.games.table import Table


def shown(game: Game) -> Game:
    """What can be seen of a game: no revision, no tokens."""
    seats = tuple(replace(seat, token=None, replaced=None) for seat in game.seats)
    return replace(game, revision="", seats=seats)


def happen(table: Table, clock: Clock, random: Random) -> None:
    """Let something happen in a game: a claim, a leave, a move, a new token, or nothing for a while."""
    game = table.game
    taken = [seat for seat, known in enumerate(game.seats, 1) if known.state is SeatState.TAKEN]
    clock.pass_seconds(random.choice((0, 0, 0.001, 1, 4)))
    what = random.random()
    if game.outcome is not None:
        return
    if what < 0.04:
        clock.pass_seconds(random.choice((10, 13, 21, 35)))
    elif what < 0.08 and taken:
        table.service.leave(table.id, random.choice(taken), table.owner)
    elif what < 0.12 and taken:
        seat = random.choice(taken)
        table.tokens[seat] = table.service.replace_token(table.id, seat, table.owner, None).token
    elif table.game.to_move is not None:
        table.play(LegalMoves(table.game.position).random(random))
    elif any(seat.state is SeatState.OPEN for seat in table.game.seats):
        table.claim(None, random.choice((None, "Ada", "Bob")))


def settings(random: Random) -> dict[str, Any]:
    seats = tuple(
        NewSeat(random.choice((None, "Cleo")), open=random.random() < 0.4) for _ in range(random.choice((2, 3, 4)))
    )
    return {"seats": seats, "seed": random.randrange(1000), "target": 9, "move_seconds": random.choice((None, 10, 12))}


@pytest.mark.parametrize("seed", range(24))
def test_news_are_what_was_seen_as_it_happened(clocked: GameService, clock: Clock, seed: int) -> None:
    random = Random(seed)
    table = Table(clocked, **settings(random))
    for _ in range(60):
        happen(table, clock, random)
    last = table.game
    seen = clock.stored[table.id]
    assert sorted(seen) == list(range(1, last.version + 1))
    for version in range(1, last.version + 1):
        news = clocked.news(table.id, version)
        assert (news.game, news.now, news.complete) == (last, clock.now(), True)
        assert [event.version for event in news.events] == list(range(version + 1, last.version + 1))
        for event in news.events:
            before, now = seen[event.version - 1], seen[event.version]
            assert shown(event.game) == shown(now)
            moved = now.number > before.number
            assert event.move == (now.last_move if moved else None)
            if event.move is not None:
                assert event.move.position_text == now.position_text
