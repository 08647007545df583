"""What is counted and timed, by name."""

from typing import Final, Literal

__all__ = ["CONTENT_TYPE", "Manner", "Meters", "Unreadable", "Waiting"]

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""Of all figures as Prometheus reads them."""

Manner = Literal["call", "wait", "stream"]
"""How a request was answered: at once, when there was news, or by a stream."""

Waiting = Literal["stream", "wait"]
"""What is held open: an event stream, or a request that waits for news."""

Unreadable = Literal["damaged", "newer_rules"]
"""Why a stored game is not served."""


class Meters:
    """Takes note of what happens. This one forgets it; `service.telemetry.prometheus` does not.

    Every text that is given has few values, all known beforehand: none comes from a client.
    """

    def request(self, method: str, route: str, status: int, manner: Manner, seconds: float) -> None:
        """A request has been answered, or its client has gone."""

    def problem(self, code: str) -> None:
        """A problem has been answered."""

    def waiting(self, kind: Waiting, change: int) -> None:
        """So many more (or fewer) are held open."""

    def rate_limited(self, budget: str) -> None:
        """A request has been refused by a rate limit."""

    def limited_locally(self) -> None:
        """A request has been counted in this process alone, as the store did not answer the limiter."""

    def thought(self, level: str, outcome: str, seconds: float) -> None:
        """A position has been thought about; how that ended is told by `service.thinking.Outcome`."""

    def thinking(self, change: int) -> None:
        """So many more (or fewer) positions are thought about, or wait for it."""

    def game_created(self, kind: str) -> None:
        """A game has been created."""

    def move_played(self, kind: str) -> None:
        """A move has been played."""

    def game_finished(self, kind: str, reason: str) -> None:
        """A game has ended."""

    def game_unreadable(self, reason: Unreadable) -> None:
        """A stored game was asked for that cannot be served."""

    def store_call(self, operation: str, seconds: float, *, failed: bool) -> None:
        """The store has been asked for something; `failed` when it did not answer, or refused."""

    def save_conflict(self) -> None:
        """A change was not stored, as another one was quicker."""
