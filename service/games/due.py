"""Games that somebody must look at: a bot is to move in them, or a deadline passes there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

__all__ = ["DueGame", "DueList"]


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game that was taken from the list to be looked at, until `lease` (milliseconds): then others may take it.

    alone: whether bots play it alone.
    """

    game_id: str
    alone: bool
    lease: int


class DueList(Protocol):
    """The list of these games, for all processes. Every method may raise StoreUnavailable.

    The store enters games by itself, with every change after which there is something to do. What is said of a game
    that was taken counts only as long as that has not happened again meanwhile.

    entered: is called whenever this process has entered a game for now.
    """

    entered: Callable[[], None]

    def take(self, seconds: float, *, alone: bool) -> DueGame | float | None:
        """Take a game that is due, for so many seconds; of those that bots play alone only where `alone` says so.

        Returns the seconds until the next one is due where none is, None where there are none at all. Games in which
        there is somebody come first.
        """
        ...

    def over(self, due: DueGame) -> None:
        """Take a game out: there is nothing to look at any more."""
        ...

    def again(self, due: DueGame, seconds: float) -> None:
        """Let a game be looked at again in so many seconds."""
        ...

    def at(self, due: DueGame, deadline: int, seconds: float) -> None:
        """Let a game be looked at when its deadline passes, but not within so many seconds.

        Another clock than that of the list may have said when that is.
        """
        ...
