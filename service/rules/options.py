"""What a game is played for and with: target, goal and variants."""

from dataclasses import dataclass
from typing import Final

__all__ = ["BONUS_SPACES", "LAST_NUMBER", "MAX_TARGET", "SCORE_CAP", "Options"]

MAX_TARGET: Final = 29
SCORE_CAP: Final = 999
"""Where a score stops when the goal is both."""

LAST_NUMBER: Final = 100_000
"""A position with this number is finished: no game is longer than 99 999 moves."""

BONUS_SPACES = frozenset((5, 8, 14, 17, 19, 23, 26))
"""Scores that give an extra turn when a sale lands on them exactly, with heating up."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game.

    `target` is 1 to 29 points. `goal_both`: in the two-color game both scores must reach it, else one is enough.
    """

    target: int = 17
    fixing_the_mess: bool = True
    heating_up: bool = False
    goal_both: bool = False
