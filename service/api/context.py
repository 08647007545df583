"""What the views work with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flask import Flask, current_app

from service.games import GameService

_KEY: Final = "kiln"


@dataclass(frozen=True, slots=True)
class Services:
    """The services behind the operations.

    check_store: returns when the store takes writes, else raises StoreUnavailable within two seconds.
    """

    games: GameService
    check_store: Callable[[], object]


def init_app(app: Flask, services: Services) -> None:
    """Give `app` the services behind its operations."""
    app.extensions[_KEY] = services


def services() -> Services:
    """Return the services of the app at hand."""
    found: Services = current_app.extensions[_KEY]
    return found


def games() -> GameService:
    """Return the games of the app at hand."""
    return services().games
