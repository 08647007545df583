"""A seat that lets its time pass, over HTTP and by the real clock: ten seconds is the least that a game may have."""

from __future__ import annotations

import pytest

from tests.processes.serving import Game, Service
from tests.streams.reading import Stream

pytestmark = pytest.mark.xdist_group("processes")


def test_a_seat_that_lets_its_time_pass_leaves_and_all_hear_of_it_at_once(service: Service) -> None:
    game = Game(service.client, {"players": 3, "move_seconds": 10})
    begun = game.get()
    late = begun["to_move"]
    (move,) = game.legal(1)
    with Stream(service.address, game.path) as stream:
        events = iter(stream)
        assert next(events).data == begun
        changed = next(events)
        waited = service.client.get(game.path, params={"after": begun["version"], "wait": 30})
    assert (changed.kind, changed.id) == ("game", begun["version"] + 1)
    assert changed.data == waited.json()
    assert changed.data["updated_at"] == begun["deadline"]
    assert changed.data["deadline"] > begun["deadline"]
    assert [seat["state"] for seat in changed.data["seats"]].index("left") == late - 1
    assert changed.data["to_move"] != late
    assert game.play(1, late, move).json()["code"] == "not_your_turn"
    record = service.client.get(f"{game.path}/record").json()
    assert record["left"] == [{"seat": late, "before": 1, "reason": "timed_out"}]
