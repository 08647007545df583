"""A rematch that is cut short, slow or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.games import Change, Game, GameNotFound, GameService, MoveEntry, Status, StoreUnavailable
from tests.games.clock import Clock
from tests.games.table import finished


class Stops(Exception):
    """What a process that is killed says."""


class TestACallThatIsCutShort:
    """It writes three times: a note, the new game, and its id for all to see."""

    @pytest.fixture(params=[(write, late) for write in (1, 2, 3) for late in (False, True)], ids=str)
    def cut_short(
        self, request: pytest.FixtureRequest, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> Callable[[], None]:
        """Let the next call die before or after it has written so often."""
        at, late = request.param

        def arm() -> None:
            left = at

            def dying(write: Callable[..., Any]) -> Callable[..., Any]:
                def written(*args: Any) -> Any:
                    nonlocal left
                    left -= 1
                    if left == 0 and not late:
                        raise Stops
                    result = write(*args)
                    if left == 0:
                        raise Stops
                    return result

                return written

            monkeypatch.setattr(clock, "save", dying(clock.save))
            monkeypatch.setattr(clock, "create", dying(clock.create))

        return arm

    @pytest.mark.parametrize("pause", [0, 2, 5, 60, 200_000])
    def test_the_next_call_makes_up_for_it(
        self, clocked: GameService, clock: Clock, cut_short: Callable[[], None], pause: float
    ) -> None:
        table = finished(clocked, players=3, move_seconds=10)
        version = table.game.version
        cut_short()
        with pytest.raises(Stops):
            clocked.rematch(table.id, table.tokens[1])
        for shown in clock.stored[table.id].values():
            assert shown.rematch is None or clocked.get(shown.rematch).version == 1
        was_shown = table.game.rematch
        clock.pass_seconds(pause)
        found = clocked.rematch(table.id, table.tokens[2])
        again = clocked.rematch(table.id, table.tokens[3])
        assert found.created is (was_shown is None)
        assert (again.created, again.game) == (False, found.game)
        assert (table.game.rematch, table.game.version, table.game.reserved) == (found.game.id, version + 1, None)
        if was_shown is None:
            deadline = found.game.deadline
            assert found.game.status is Status.PLAYING
            assert deadline is not None
            assert deadline - clock.now() > 7_000
        reachable = {table.id, found.game.id}
        for game_id in set(clock.stored) - reachable:
            with pytest.raises(GameNotFound):
                clocked.get(game_id)


@pytest.mark.parametrize(("pause", "same"), [(0, True), (2.9, True), (3, False)])
def test_a_note_is_followed_for_three_seconds(
    clocked: GameService, clock: Clock, monkeypatch: pytest.MonkeyPatch, pause: float, same: bool
) -> None:
    table = finished(clocked)
    with monkeypatch.context() as patch:
        patch.setattr(clock, "create", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            clocked.rematch(table.id, table.tokens[1])
    noted = table.game.reserved
    assert noted is not None
    clock.pass_seconds(pause)
    assert (clocked.rematch(table.id, table.tokens[1]).game.id == noted.game_id) is same


def test_a_slow_call_follows_a_quicker_one(clocked: GameService, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops for long between its steps, and another call has made the rematch meanwhile."""
    table = finished(clocked)
    create, quicker = clock.create, []

    def slow(game: Game, change: Change) -> Game | None:
        monkeypatch.setattr(clock, "create", create)
        clock.pass_seconds(60)
        quicker.append(clocked.rematch(table.id, table.tokens[2]))
        return clock.create(game, change)

    monkeypatch.setattr(clock, "create", slow)
    found = clocked.rematch(table.id, table.tokens[1])
    assert [one.created for one in quicker] == [True]
    assert (found.created, found.game) == (False, quicker[0].game)


def test_a_store_that_takes_no_writes_makes_none(
    clocked: GameService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(clocked)

    def refuse(before: Game, after: Game, entry: MoveEntry | Change | None) -> Game | None:
        raise StoreUnavailable("no writes")

    monkeypatch.setattr(clock, "save", refuse)
    with pytest.raises(StoreUnavailable):
        clocked.rematch(table.id, table.tokens[1])
    assert table.game.rematch is None
