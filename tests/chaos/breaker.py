"""Breaks the service and its store, one thing after another, in an order that a seed decides."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from tests.chaos.instance import Instance
from tests.chaos.journal import Fault, Journal
from tests.chaos.layouts import Layout


class Breaker:
    """Each turn one fault, then a moment of peace. Every sort comes once before any comes again."""

    def __init__(self, journal: Journal, instances: list[Instance], layout: Layout, seed: int) -> None:
        self._journal = journal
        self._instances = instances
        self._dice = random.Random(seed)
        self._faults: list[tuple[str, bool, Callable[[random.Random], None]]] = [
            *((what, False, fault) for what, fault in layout.faults().items()),
            ("a worker is killed", False, self._kill_a_worker),
            ("a process that thinks is killed", False, self._kill_a_thinker),
            ("a worker stands still", True, self._stop_a_worker),
            ("an instance is killed and started", False, self._kill_an_instance),
        ]

    def run(self, seconds: float) -> None:
        """Break things for so long; what is broken by then is well again when this returns."""
        deadline = time.monotonic() + seconds
        left: list[tuple[str, bool, Callable[[random.Random], None]]] = []
        while time.monotonic() < deadline:
            if not left:
                left = list(self._faults)
                self._dice.shuffle(left)
            what, frozen, fault = left.pop()
            started = time.monotonic()
            fault(self._dice)
            self._journal.faults.append(Fault(what, started, time.monotonic(), frozen))
            time.sleep(self._dice.uniform(0.2, 1.0))

    def _kill_a_worker(self, dice: random.Random) -> None:
        dice.choice(self._instances).kill_a_worker(dice)

    def _kill_a_thinker(self, dice: random.Random) -> None:
        dice.choice(self._instances).kill_a_thinker(dice)

    def _stop_a_worker(self, dice: random.Random) -> None:
        dice.choice(self._instances).stop_a_worker(dice, dice.uniform(1.0, 4.0))

    def _kill_an_instance(self, dice: random.Random) -> None:
        instance = dice.choice(self._instances)
        instance.kill()
        instance.start()
