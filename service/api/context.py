"""What the views work with."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from flask import Flask, current_app

from service.api.advisor import Advisor
from service.api.streams.streams import STREAMS, Streams
from service.games import GameService
from service.telemetry.meters import Meters
from service.thinking import Thinkers

ADVISOR: Final = "kiln.advisor"
"""Where an application keeps who gives advice among its extensions, for the worker that runs it."""
METERS: Final = "kiln.meters"
"""Where an application keeps its meters among its extensions, for the worker that runs it."""

_KEY: Final = "kiln"


@dataclass(frozen=True, slots=True)
class Services:
    """The services behind the operations. `streams` keeps clients until there is news.

    check_store: returns when the store takes writes, else raises StoreUnavailable within two seconds. meters: what is
    counted. exposition: all figures as Prometheus reads them; None where they are not to be had by everybody. advisor:
    has positions thought about.
    """

    games: GameService
    check_store: Callable[[], object]
    streams: Streams
    meters: Meters = field(default_factory=Meters)
    exposition: Callable[[], bytes] | None = None
    advisor: Advisor = field(default_factory=lambda: Advisor(Thinkers(1, 4), 5))


def init_app(app: Flask, services: Services) -> None:
    """Give `app` the services behind its operations."""
    app.extensions[_KEY] = services
    app.extensions[STREAMS] = services.streams
    app.extensions[METERS] = services.meters
    app.extensions[ADVISOR] = services.advisor


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
