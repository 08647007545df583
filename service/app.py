"""Wiring: the only place that knows every part of the service."""

from collections.abc import Callable

from flask import Flask

from service import web
from service.api.application import create
from service.api.context import Services
from service.api.present.change import change_event
from service.api.streams.slots import Slots
from service.api.streams.streams import READING_THREADS, Streams
from service.config import Config
from service.games import Expiry, GameService, Repository
from service.store import Store


def create_app(config: Config, *, repository: Repository | None = None) -> Flask:
    """Return the service as a WSGI application.

    Games are kept in the Redis at `config.redis_url`, or in `repository` where one is given. Nothing is connected
    before the first request, so each worker process gets connections of its own.

    Raises:
        ValueError: neither a repository nor the address of a Redis is given, or the address is none.
    """
    expiry = Expiry(used=config.game_ttl_seconds * 1000, unused=config.idle_game_ttl_seconds * 1000)
    slots = Slots(config.waiters, config.waiters_per_address)
    if repository is not None:
        games = GameService(repository, expiry)
        return _with_page(Services(games, repository.now, Streams(games, _Deaf, change_event, slots)))
    if config.redis_url is None:
        raise ValueError("there is no address of a Redis to keep games in")
    threads = config.threads + READING_THREADS
    store = Store(
        config.redis_url,
        threads=threads,
        longest_call=config.store_timeout_seconds,
        replicas=config.wait_replicas,
    )
    games = GameService(store.games, expiry)
    app = _with_page(Services(games, store.check_writable, Streams(games, store.listen, change_event, slots)))
    app.before_request(store.begin_call)
    app.teardown_request(store.end_call)
    return app


def _with_page(services: Services) -> Flask:
    app = create(services)
    web.init_app(app)
    return app


class _Deaf:
    """Listens to nothing: another repository than Redis tells of no changes."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        pass

    def watch(self, game_id: str) -> None:
        pass

    def unwatch(self, game_id: str) -> None:
        pass

    def close(self) -> None:
        pass
