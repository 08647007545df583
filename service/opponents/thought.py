"""A move of a bot while it is thought about."""

import hashlib
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.bots import Advice
from service.games import DueGame, Game

__all__ = ["Thinking", "Thought", "seed_of"]


class Thinking(Protocol):
    """What thinks about positions; `service.thinking.Thinkers` is one."""

    def suggest(
        self,
        position: str,
        level: str,
        *,
        count: int = 3,
        seed: int = 0,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> "Future[Advice]":
        """Have a position thought about. Raises TooBusy."""
        ...

    def close(self) -> None:
        """End what is thought about, and all that thinks."""
        ...


@dataclass(slots=True)
class Thought:
    """A move that is thought about. due: the game in the list, as it was taken there last."""

    game_id: str
    seat: int
    number: int
    level: str
    alone: bool
    due: DueGame
    future: "Future[Advice]"


def seed_of(game: Game) -> int:
    """Return the seed of a bot's next move in a game: whoever thinks about it comes to the same move."""
    digest = hashlib.sha256(f"{game.id} {game.number}".encode()).digest()
    return int.from_bytes(digest[:6])
