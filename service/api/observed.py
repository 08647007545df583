"""What is noted of each request, from its first byte to the last of its answer: a line of the log, counts, a span.

A request is noted once, when it is over: also one whose connection is handed over (`service.api.streams.handover`),
and one that has waited and is answered anew.
"""

import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from flask import Flask, request
from flask.globals import request_ctx

from service.telemetry.logs import tell_of_request
from service.telemetry.meters import Manner, Meters
from service.telemetry.traces import NO_TRACES, Span, Traces

__all__ = [
    "GONE",
    "UNMATCHED",
    "Observer",
    "end_of",
    "init_app",
    "note_held",
    "note_manner",
    "note_problem",
    "note_request_id",
    "observe",
]

UNMATCHED: Final = "unmatched"
"""The route of a request whose path leads nowhere, or not by its method."""
GONE: Final = 499
"""The status of a request whose client did not wait for its answer."""

_KEY: Final = "kiln.observed"
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"))
_PROBES: Final = frozenset(("/healthz", "/readyz", "/metrics"))
_GAME: Final = re.compile(r"/v1/games/([a-z0-9]{16,32})")
_PLACEHOLDER: Final = re.compile(r"<(?:[^<>:]+:)?([^<>:]+)>")


@lru_cache(maxsize=256)
def _template(rule: str) -> str:
    """Return a rule of Werkzeug's as the contract writes it."""
    return _PLACEHOLDER.sub(r"{\1}", rule)


class Observed:
    """What is known of a request until it is over."""

    __slots__ = (
        "_lock", "_meters", "_over", "_started", "game", "held", "manner", "method", "problem", "request_id", "route",
        "span", "status",
    )  # fmt: skip

    def __init__(self, environ: dict[str, Any], meters: Meters, traces: Traces) -> None:
        method = environ.get("REQUEST_METHOD", "")
        self.method = method if method in _METHODS else "OTHER"
        self.route = UNMATCHED
        self.status = 0
        self.manner: Manner = "call"
        self.game: str | None = None
        self.problem: str | None = None
        self.request_id: str | None = None
        self.held = False
        self.span = traces.begin_request(_trace_headers(environ), self.method) if traces.active else None
        self._meters = meters
        self._over = False
        self._lock = threading.Lock()
        self._started = time.perf_counter()

    def end(self) -> None:
        """The request is over; nothing happens when that has been said before."""
        with self._lock:
            if self._over:
                return
            self._over = True
        seconds = time.perf_counter() - self._started
        self._meters.request(self.method, self.route, self.status, self.manner, seconds)
        if self.span is not None:
            self._end_span(self.span)
        facts: dict[str, Any] = {
            "request_id": self.request_id,
            "method": self.method,
            "route": self.route,
            "status": self.status,
            "seconds": round(seconds, 6),
        }
        if self.manner != "call":
            facts["manner"] = self.manner
        if self.game is not None:
            facts["game"] = self.game
        if self.problem is not None:
            facts["problem"] = self.problem
        tell_of_request(facts, probe=self.route in _PROBES and self.status < 500)

    def closed(self) -> None:
        """The connection is closed: the request is over, unless it was before."""
        if self.held and self.manner == "wait":  # not answered anew
            self.status = GONE
        self.end()

    def _end_span(self, span: Span) -> None:
        span.rename(f"{self.method} {self.route}")
        span.set("http.request.method", self.method)
        span.set("http.route", self.route)
        span.set("http.response.status_code", self.status)
        if self.game is not None:
            span.set("kiln.game", self.game)
        if self.request_id is not None:
            span.set("kiln.request_id", self.request_id)
        span.end(failed=self.status >= 500)


class Observer:
    """A WSGI application that notes what another one does."""

    def __init__(self, application: Callable[..., Iterable[bytes]], meters: Meters, traces: Traces = NO_TRACES) -> None:
        self._application = application
        self._meters = meters
        self._traces = traces

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request, or go on with one that has waited."""
        observed: Observed | None = environ.get(_KEY)
        if observed is None:
            observed = environ[_KEY] = Observed(environ, self._meters, self._traces)
        observed.held = False

        def start(status: str, headers: Any, exc_info: Any = None) -> Any:
            observed.status = int(status[:3])
            if observed.game is None and observed.status < 300:
                observed.game = _made_game(headers)
            return start_response(status, headers, exc_info)

        try:
            if observed.span is None:
                return _Body(self._application(environ, start), observed)
            with self._traces.within(observed.span):
                return _Body(self._application(environ, start), observed)
        except BaseException:
            observed.status = 500
            observed.end()
            raise


class _Body:
    """An answer's body, with whose end the request is over."""

    def __init__(self, body: Iterable[bytes], observed: Observed) -> None:
        self._body = body
        self._observed = observed

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._body)

    def close(self) -> None:
        close = getattr(self._body, "close", None)
        try:
            if close is not None:
                close()
        finally:
            if not self._observed.held:
                self._observed.end()


def note_manner(environ: dict[str, Any], manner: Manner) -> None:
    """Note that a request is answered by a stream, or when there is news."""
    observed: Observed | None = environ.get(_KEY)
    if observed is not None:
        observed.manner = manner


def note_held(environ: dict[str, Any]) -> None:
    """Note that the connection of a request is handed over: it is over by `end_of`, or answered anew."""
    observed: Observed | None = environ.get(_KEY)
    if observed is not None:
        observed.held = True


def end_of(environ: dict[str, Any]) -> Callable[[], None]:
    """Return what is to be called when the connection of a request that is handed over is closed."""
    observed: Observed | None = environ.get(_KEY)
    return _nothing if observed is None else observed.closed


def note_problem(code: str) -> None:
    """Note that the request at hand is answered with a problem."""
    observed: Observed | None = request.environ.get(_KEY)
    if observed is not None:
        observed.problem = code


def note_request_id(environ: dict[str, Any], request_id: str) -> None:
    """Note the id of a request."""
    observed: Observed | None = environ.get(_KEY)
    if observed is not None:
        observed.request_id = request_id


def _nothing() -> None:
    pass


def _note_route() -> None:
    current = request_ctx.request  # itself: what stands for it is looked up again for each thing it is asked for
    observed: Observed | None = current.environ.get(_KEY)
    rule = current.url_rule
    if observed is not None and rule is not None:
        observed.route = _template(rule.rule)
        observed.game = (current.view_args or {}).get("id")


def _made_game(headers: list[tuple[str, str]]) -> str | None:
    """Return the id of the game that has just been made, as the answer says it."""
    for name, value in headers:
        if name == "Location":
            made = _GAME.match(value)
            return made and made[1]
    return None


def init_app(app: Flask) -> None:
    """Let `app` tell by which route a request is answered. Comes before all else that looks at requests."""
    app.before_request(_note_route)


def _trace_headers(environ: dict[str, Any]) -> dict[str, str]:
    found = {"traceparent": environ.get("HTTP_TRACEPARENT"), "tracestate": environ.get("HTTP_TRACESTATE")}
    return {name: value for name, value in found.items() if value}


def observe(app: Flask, meters: Meters, traces: Traces = NO_TRACES) -> None:
    """Let all requests of `app` be noted."""
    app.wsgi_app = Observer(app.wsgi_app, meters, traces)  # type: ignore[method-assign] # as Flask's own docs do it
