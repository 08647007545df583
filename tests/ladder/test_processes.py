"""Games in processes: the same whatever their number; none is left behind."""

import contextlib
import dataclasses

import psutil
import pytest

from service.ladder.game import Budget, GameResult, play_game
from service.ladder.kinds import KINDS
from service.ladder.processes import PlayerDied, play_all
from service.ladder.schedule import Fixture, plan
from tests.ended import has_ended
from tests.ladder import stand_in

pytestmark = pytest.mark.xdist_group("processes")

LEVELS = ("weak", "strong")


def fixtures(kind: str = "two", games: int = 6) -> list[Fixture]:
    return list(plan([KINDS[kind]], LEVELS, games, 3))


def without_time(results: list[GameResult]) -> list[GameResult]:
    timeless = [dataclasses.replace(result, seconds=()) for result in results]
    return sorted(timeless, key=lambda result: result.fixture.seed)


def test_the_number_of_processes_changes_nothing() -> None:
    alone = [play_game(fixture, Budget(), stand_in.choose) for fixture in fixtures()]
    together = list(play_all(fixtures(), Budget(), 3, stand_in.choose))
    assert without_time(together) == without_time(alone)
    assert all(result.winner in (1, 2) and result.reason == "target" for result in together)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_played_to_its_end(kind: str) -> None:
    fixture = fixtures(kind)[0]
    result = play_game(fixture, Budget(2), stand_in.choose)
    assert result.reason == "target"
    assert result.winner in range(1, len(KINDS[kind].seats) + 1)
    assert sum(result.turns) == result.moves
    assert len(result.seconds) == len(fixture.levels)


def test_a_game_that_takes_too_long_is_dropped_without_a_winner() -> None:
    result = play_game(fixtures()[0], Budget(max_moves=5), stand_in.choose)
    assert (result.moves, result.winner, result.reason) == (5, None, "dropped")


def test_no_process_outlives_what_is_played() -> None:
    before = {child.pid for child in psutil.Process().children()}
    with contextlib.closing(play_all(fixtures(), Budget(), 2, stand_in.stall)) as games:
        next(games)  # one of the two goes on
        new = [child for child in psutil.Process().children() if child.pid not in before and is_player(child)]
        assert len(new) == 2
    assert not [child for child in new if not has_ended(child)]


def is_player(child: psutil.Process) -> bool:
    return "spawn_main" in " ".join(child.cmdline())


def test_a_process_that_dies_ends_it_with_a_word() -> None:
    with pytest.raises(PlayerDied, match="which played, has ended"):
        list(play_all(fixtures(), Budget(), 2, stand_in.die))


def test_no_games_need_no_process() -> None:
    assert list(play_all([], Budget(), 2, stand_in.die)) == []
