"""Plays one game of a ladder."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from service.ladder.kinds import KINDS
from service.ladder.schedule import Fixture, derived_seed
from service.rules import Position, parse_move, play

__all__ = ["Budget", "GameResult", "Mover", "choose_with_bots", "play_game"]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a level may use for a move, None: what it uses by itself; and after how many moves a game is dropped."""

    nodes: int | None = None
    seconds: float | None = None
    max_moves: int = 2000


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that has been played.

    `first` and `winner` are seats from 1; nobody has won where `winner` is None. `seconds` and `turns` are what each
    seat has thought and how often it has moved.
    """

    fixture: Fixture
    first: int
    winner: int | None
    reason: str
    moves: int
    seconds: tuple[float, ...]
    turns: tuple[int, ...]


Mover = Callable[[Position, str, int, Budget], str]
"""Gives the text of the move that a level plays in a position, by a seed, within a budget."""


def choose_with_bots(position: Position, level: str, seed: int, budget: Budget) -> str:
    """Return what `service.bots` plays."""
    from service.bots import choose  # noqa: PLC0415 - where others move, it is not needed

    return choose(position, level, seed=seed, nodes=budget.nodes, seconds=budget.seconds).move


def play_game(fixture: Fixture, budget: Budget, mover: Mover = choose_with_bots) -> GameResult:
    """Play a game from its start to its end, or until `budget.max_moves` have been played (reason `dropped`)."""
    position = KINDS[fixture.kind].start(fixture.start_seed)
    first = position.turn
    seconds = [0.0] * len(fixture.levels)
    turns = [0] * len(fixture.levels)
    moves = 0
    while (outcome := position.outcome) is None and moves < budget.max_moves:
        seat = position.turn - 1
        began = time.perf_counter()
        move = mover(position, fixture.levels[seat], derived_seed(fixture.seed, position.number), budget)
        seconds[seat] += time.perf_counter() - began
        turns[seat] += 1
        position = play(position, parse_move(move)).position
        moves += 1
    return GameResult(
        fixture=fixture,
        first=first,
        winner=None if outcome is None else outcome.winner,
        reason="dropped" if outcome is None else outcome.reason,
        moves=moves,
        seconds=tuple(seconds),
        turns=tuple(turns),
    )
