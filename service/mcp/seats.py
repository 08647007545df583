"""The service as the tools see it, and the seats that are held."""

from typing import Any, Protocol

__all__ = ["Refused", "Seats", "Service"]


class Refused(Exception):
    """A call that cannot be made, or that the service has refused; its text is for the agent to read."""


class Service(Protocol):
    """Makes calls of a running service."""

    def call(self, method: str, path: str, *, token: str | None = None, body: object = None) -> dict[str, Any]:
        """Return the JSON object that answers a call; raise Refused when it is refused, or the service is away."""
        ...


class Seats:
    """The tokens of the seats that are held, by game. They are kept as long as this process lives, and nowhere else."""

    def __init__(self) -> None:
        self._tokens: dict[str, dict[int, str]] = {}

    def hold(self, game_id: str, seat: int, token: str) -> None:
        """Remember the token of a seat."""
        self._tokens.setdefault(game_id, {})[seat] = token

    def release(self, game_id: str, seat: int) -> None:
        """Forget the token of a seat."""
        self._tokens.get(game_id, {}).pop(seat, None)

    def held(self, game_id: str) -> list[int]:
        """Return the seats that are held in a game, rising."""
        return sorted(self._tokens.get(game_id, {}))

    def token(self, game_id: str, seat: int | None) -> str:
        """Return the token of a seat; None stands for the only one that is held.

        Raises:
            Refused: it is not held.
        """
        tokens = self._tokens.get(game_id, {})
        if seat is None and len(tokens) == 1:
            return next(iter(tokens.values()))
        if seat is None or seat not in tokens:
            raise Refused(f"You hold {_named(sorted(tokens))} of game {game_id}.")
        return tokens[seat]


def _named(seats: list[int]) -> str:
    if not seats:
        return "no seat"
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))
