"""What the views work with."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from flask import Flask, current_app

from service.api.advisor import Advisor
from service.api.streams.streams import STREAMS, Streams
from service.games import GameService
from service.telemetry.meters import Meters
from service.thinking import Thinkers

ADVISOR: Final = "kiln.advisor"
"""Where an application keeps who gives advice among its extensions, for the worker that runs it."""
BACKGROUND: Final = "kiln.background"
"""Where it keeps what goes on beside the requests, for the worker that runs it."""
METERS: Final = "kiln.meters"
"""Where an application keeps its meters among its extensions, for the worker that runs it."""

_KEY: Final = "kiln"


class Background(Protocol):
    """What goes on in a worker beside its requests."""

    def start(self) -> None:
        """Begin, after the fork."""

    def stop(self) -> None:
        """Begin nothing more. Returns at once."""

    def join(self, seconds: float) -> None:
        """After `stop`: wait for the end, but no longer than this."""


class NoBackground:
    """Nothing goes on."""

    def start(self) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""

    def join(self, seconds: float) -> None:
        """Return."""


@dataclass(frozen=True, slots=True)
class Services:
    """The services behind the operations. `streams` keeps clients until there is news.

    check_store: returns when the store takes writes, else raises StoreUnavailable within two seconds. meters: what is
    counted. exposition: all figures as Prometheus reads them; None where they are not to be had by everybody. advisor:
    has positions thought about. background: what goes on beside the requests.
    """

    games: GameService
    check_store: Callable[[], object]
    streams: Streams
    meters: Meters = field(default_factory=Meters)
    exposition: Callable[[], bytes] | None = None
    advisor: Advisor = field(default_factory=lambda: Advisor(Thinkers(1, 4), most=5))
    background: Background = field(default_factory=NoBackground)


def init_app(app: Flask, services: Services) -> None:
    """Give `app` the services behind its operations."""
    app.extensions[_KEY] = services
    app.extensions[STREAMS] = services.streams
    app.extensions[METERS] = services.meters
    app.extensions[ADVISOR] = services.advisor
    app.extensions[BACKGROUND] = services.background


def services() -> Services:
    """Return the services of the app at hand."""
    found: Services = current_app.extensions[_KEY]
    return found


def games() -> GameService:
    """Return the games of the app at hand."""
    return services().games


def streams() -> Streams:
    """Return the streams of the app at hand."""
    return services().streams
