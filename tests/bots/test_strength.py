"""That each level beats the one below shows in a handful of games; how clearly is for `kiln ladder` to say."""

import pytest

from service.bots import choose
from tests.bots.play_out import after, start


def winner(kind: str, levels: tuple[str, ...], seed: int) -> str:
    position = start(kind, seed)
    for number in range(500):
        level = levels[position.turn - 1]
        position = after(
            position, choose(position, level, seed=number, nodes=150 if level == "search-3" else None).move
        )
        if position.outcome is not None:
            assert position.outcome.winner is not None
            return levels[position.outcome.winner - 1]
    return "nobody"


@pytest.mark.parametrize(
    ("level", "below", "games", "at_least"),
    [
        ("greedy", "random", 10, 10),
        ("search-1", "greedy", 10, 9),
        ("search-2", "search-1", 10, 8),
        ("search-3", "search-2", 4, 3),
    ],
)
def test_a_level_beats_the_one_below(level: str, below: str, games: int, at_least: int) -> None:
    won = 0
    for game in range(games):
        seats = (level, below) if game % 2 else (below, level)
        won += winner("two seats", seats, game // 2) == level
    assert won >= at_least


@pytest.mark.parametrize(
    ("kind", "seats"),
    [
        ("three seats", 3),
        ("four seats", 4),
        ("two colors", 2),
        ("two colors, goal both", 2),
        ("without fixing the mess", 3),
        ("target 29", 2),
    ],
)
def test_a_searching_level_wins_among_greedy_ones(kind: str, seats: int) -> None:
    won = 0
    for game in range(4):
        levels = tuple("search-2" if seat == game % seats else "greedy" for seat in range(seats))
        won += winner(kind, levels, game) == "search-2"
    assert won >= 3
