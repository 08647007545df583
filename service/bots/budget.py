"""How long a mover may think."""

from time import perf_counter, sleep

from service.rules.form import COMPILED

__all__ = ["Budget"]

_ENDLESS = 1 << 60
_LET_IN = 0xFF
"""A mask: other threads are let in after each 256 nodes."""


class Budget:
    """Counts nodes, and says when thinking must end: after so many nodes, or seconds from now on.

    `spent` once the one or the other has been reached; `in_time` stays true unless it was the time.
    """

    def __init__(self, nodes: int | None, seconds: float | None) -> None:
        self.nodes: int = 0
        self.spent: bool = False
        self.in_time: bool = True
        self._most: int = _ENDLESS if nodes is None else nodes
        self._start: float = perf_counter()
        self._bounded: bool = seconds is not None
        self._end: float = self._start + (0.0 if seconds is None else seconds)

    def take(self) -> bool:
        """Ask for one more node: count it and return True, or return False when there is none left."""
        if self.spent:
            return False
        if self.nodes >= self._most:
            self.spent = True
            return False
        if self._bounded and perf_counter() >= self._end:
            self.spent = True
            self.in_time = False
            return False
        self.nodes += 1
        if not self.nodes & _LET_IN and COMPILED:
            sleep(0)  # compiled code keeps all other threads waiting, until it waits itself
        return True

    @property
    def seconds(self) -> float:
        """How long it has been since thinking began."""
        return perf_counter() - self._start
