"""What a mover answers."""

from dataclasses import dataclass

__all__ = ["Advice", "Choice", "SeatEvaluation"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what it is thought to be worth.

    `value` is in points for the seat to move: how far it is ahead of the best of the others (beyond 900: it wins).
    `line` holds the moves that are expected, beginning with `move`. All moves are canonical texts.
    """

    move: str
    value: float
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """Moves, best first, and what they took.

    `nodes` are the positions whose moves were looked at (for `greedy` the pushes). `complete`: the time bound did not
    cut it short.
    """

    choices: tuple[Choice, ...]
    nodes: int
    seconds: float
    complete: bool


@dataclass(frozen=True, slots=True)
class SeatEvaluation:
    """What a position is worth to a seat (from 1): `value` in points, the sum of the named `parts`."""

    seat: int
    value: float
    parts: dict[str, float]
