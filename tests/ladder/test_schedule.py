"""Which games a ladder plays."""

from collections import Counter
from itertools import permutations

import pytest

from service.ladder.kinds import KINDS
from service.ladder.schedule import Fixture, plan

LEVELS = ("a", "b", "c", "d", "e")


def planned(kind: str, levels: tuple[str, ...] = LEVELS, games: int = 4, seed: int = 1) -> list[Fixture]:
    return list(plan([KINDS[kind]], levels, games, seed))


def test_everybody_meets_everybody_equally_often_in_each_seat() -> None:
    met = Counter(fixture.levels for fixture in planned("two"))
    assert met == dict.fromkeys(permutations(LEVELS, 2), 2)


@pytest.mark.parametrize(("kind", "tables", "seats"), [("two", 10, 2), ("three", 10, 3), ("four", 5, 4)])
def test_each_set_has_one_start_and_each_level_sits_in_each_seat(kind: str, tables: int, seats: int) -> None:
    fixtures = planned(kind, games=seats)
    sets: dict[str, list[Fixture]] = {}
    for fixture in fixtures:
        sets.setdefault(fixture.set_name, []).append(fixture)
    assert len(sets) == tables
    assert len({games[0].start_seed for games in sets.values()}) == tables
    assert len({fixture.seed for fixture in fixtures}) == len(fixtures)
    for games in sets.values():
        assert [len(games)] == [games[0].set_size] == [seats]
        assert len({game.start_seed for game in games}) == 1
        for seat in range(seats):
            assert sorted(game.levels[seat] for game in games) == sorted(games[0].levels)


def test_with_fewer_levels_than_seats_some_sit_twice_but_nobody_alone() -> None:
    tables = Counter("".join(sorted(fixture.levels)) for fixture in planned("four", ("a", "b"), games=4))
    assert tables == {"aaab": 4, "aabb": 4, "abbb": 4}


def test_games_are_made_up_to_whole_sets() -> None:
    assert len(planned("two", ("a", "b"), games=5)) == 6
    assert len(planned("four", ("a", "b", "c", "d"), games=5)) == 8


def test_rounds_mix_the_kinds_so_that_an_early_end_has_some_of_each() -> None:
    fixtures = list(plan([KINDS["two"], KINDS["three"]], ("a", "b", "c"), 6, 1))
    first_round = fixtures[: 3 * 2 + 3]
    assert Counter(fixture.kind for fixture in first_round) == {"two": 6, "three": 3}
    assert Counter(fixture.kind for fixture in fixtures) == {"two": 18, "three": 6}


def test_a_seed_fixes_all_and_another_changes_all() -> None:
    assert planned("three") == planned("three")
    ours, others = planned("three"), planned("three", seed=2)
    assert not {game.start_seed for game in ours} & {game.start_seed for game in others}
    assert [game.levels for game in ours] != [game.levels for game in others]


def test_the_starts_of_a_seed_stay_the_same_in_later_versions() -> None:
    first = planned("two", ("random", "greedy"))[0]
    assert first == Fixture("two", "two/random+greedy/0", 2, ("random", "greedy"), 5328024280553826, 5343711158711198)


@pytest.mark.parametrize("levels", [("a",), ("a", "a"), ()])
def test_one_level_alone_is_no_ladder(levels: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="two or more"):
        planned("two", levels)
