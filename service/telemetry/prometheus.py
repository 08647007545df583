"""Counts and times for Prometheus, over all worker processes.

The processes share a folder (see `service.telemetry.process`), each with files of its own there. It must be named in
the environment before this module is imported, since the client library decides then how it counts. Without it, each
process tells of itself alone.
"""

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess, values

from service import __version__
from service.rules import RULES_VERSION
from service.telemetry.meters import Manner, Meters, Unreadable, Waiting
from service.telemetry.process import FOLDER_VARIABLE, process_number

__all__ = ["PrometheusMeters", "forget_process"]

if FOLDER_VARIABLE in os.environ:
    # The library's default, but for the process's number: files are then used again, and do not grow in number.
    values.ValueClass = values.MultiProcessValue(process_number)  # type: ignore[no-untyped-call] # no types

_REQUEST_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_STORE_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_THOUGHT_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class PrometheusMeters(Meters):
    """Counts and times in a registry of its own."""

    def __init__(self) -> None:
        own = self._registry = CollectorRegistry()
        self._requests = Histogram(
            "kiln_request_seconds",
            "Requests by route, status and how they were answered, and the time until their last byte was sent.",
            ("method", "route", "status", "manner"),
            buckets=_REQUEST_SECONDS,
            registry=own,
        )
        self._problems = Counter("kiln_problems", "Problems answered, by code.", ("code",), registry=own)
        self._waiting = Gauge(
            "kiln_waiting",
            "Event streams and waiting requests that are open now.",
            ("kind",),
            registry=own,
            multiprocess_mode="livesum",
        )
        self._rate_limited = Counter(
            "kiln_rate_limited", "Requests refused by a rate limit, by budget.", ("budget",), registry=own
        )
        self._limited_locally = Counter(
            "kiln_limited_locally",
            "Requests that the limiter counted in their worker alone, as the store did not answer it.",
            registry=own,
        )
        self._created = Counter("kiln_games_created", "Games created, by kind.", ("kind",), registry=own)
        self._moves = Counter("kiln_moves", "Moves played, by kind of game.", ("kind",), registry=own)
        self._finished = Counter(
            "kiln_games_finished", "Games ended, by kind and reason.", ("kind", "reason"), registry=own
        )
        self._unreadable = Counter(
            "kiln_unreadable_games",
            "How often a stored game was asked for that is damaged, or that a newer version has written.",
            ("reason",),
            registry=own,
        )
        self._store = Histogram(
            "kiln_store_seconds",
            "Calls of the store by what was asked for, and the time that they took.",
            ("operation",),
            buckets=_STORE_SECONDS,
            registry=own,
        )
        self._store_errors = Counter(
            "kiln_store_errors", "Calls that the store did not answer, or refused.", ("operation",), registry=own
        )
        self._conflicts = Counter(
            "kiln_save_conflicts", "Changes not stored, as another one of the same game was quicker.", registry=own
        )
        self._thoughts = Histogram(
            "kiln_thought_seconds",
            "Positions thought about by level and how that ended, and the time that it took.",
            ("level", "outcome"),
            buckets=_THOUGHT_SECONDS,
            registry=own,
        )
        self._thinking = Gauge(
            "kiln_thinking",
            "Positions that are thought about now, or wait for it.",
            registry=own,
            multiprocess_mode="livesum",
        )
        build = Gauge(
            "kiln_build_info",
            "1, for the version of the service and of the rules that it plays.",
            ("version", "rules_version"),
            registry=own,
            multiprocess_mode="livemax",
        )
        # What is found by its labels for every request is kept: finding it costs as much as counting.
        self._request: Callable[[str, str, int, Manner], Histogram] = lru_cache(maxsize=None)(self._requests.labels)
        self._store_operation: Callable[[str], Histogram] = lru_cache(maxsize=None)(self._store.labels)
        build.labels(__version__, RULES_VERSION).set(1)
        for kind in ("stream", "wait"):
            self._waiting.labels(kind).set(0)
        for reason in ("damaged", "newer_rules"):
            self._unreadable.labels(reason)

    def expect(self, problems: Iterable[str], budgets: Iterable[str]) -> None:
        """Let what can happen be there with 0 from the start: a first time that comes from nowhere alarms nobody."""
        for code in problems:
            self._problems.labels(code)
        for budget in budgets:
            self._rate_limited.labels(budget)

    def exposition(self) -> bytes:
        """Return all figures, of all processes, as Prometheus reads them."""
        if FOLDER_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        whole = CollectorRegistry()
        multiprocess.MultiProcessCollector(whole)  # type: ignore[no-untyped-call] # it has none
        return generate_latest(whole)

    def request(self, method: str, route: str, status: int, manner: Manner, seconds: float) -> None:
        """Count and time a request."""
        self._request(method, route, status, manner).observe(seconds)

    def problem(self, code: str) -> None:
        """Count a problem."""
        self._problems.labels(code).inc()

    def waiting(self, kind: Waiting, change: int) -> None:
        """Add what is held open."""
        self._waiting.labels(kind).inc(change)

    def rate_limited(self, budget: str) -> None:
        """Count a refusal."""
        self._rate_limited.labels(budget).inc()

    def limited_locally(self) -> None:
        """Count a request that the store did not count."""
        self._limited_locally.inc()

    def thought(self, level: str, outcome: str, seconds: float) -> None:
        """Count and time a thought."""
        self._thoughts.labels(level, outcome).observe(seconds)

    def thinking(self, change: int) -> None:
        """Add what is thought about."""
        self._thinking.inc(change)

    def game_created(self, kind: str) -> None:
        """Count a new game."""
        self._created.labels(kind).inc()

    def move_played(self, kind: str) -> None:
        """Count a move."""
        self._moves.labels(kind).inc()

    def game_finished(self, kind: str, reason: str) -> None:
        """Count an end."""
        self._finished.labels(kind, reason).inc()

    def game_unreadable(self, reason: Unreadable) -> None:
        """Count a game that cannot be served."""
        self._unreadable.labels(reason).inc()

    def store_call(self, operation: str, seconds: float, *, failed: bool) -> None:
        """Count and time a call of the store."""
        self._store_operation(operation).observe(seconds)
        if failed:
            self._store_errors.labels(operation).inc()

    def save_conflict(self) -> None:
        """Count a change that came too late."""
        self._conflicts.inc()


def forget_process(number: int) -> None:
    """Drop what a process that has ended held open; what it has counted stays counted."""
    multiprocess.mark_process_dead(number)  # type: ignore[no-untyped-call] # it has none
