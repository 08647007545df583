"""Hearing of changes as they happen."""

from typing import Protocol

__all__ = ["Listener"]


class Listener(Protocol):
    """Calls back, with a game's id, when a watched game may have changed.

    That is: when it has changed; once the watch stands, since what was read before may be out of date by then; and
    whenever changes may have been missed. It calls from a thread of its own, one call at a time.
    """

    def watch(self, game_id: str) -> None:
        """Call back for this game from now on."""
        ...

    def unwatch(self, game_id: str) -> None:
        """Call back for this game no more; a call that is under way may still come."""
        ...

    def close(self) -> None:
        """End all of it."""
        ...
