"""Wiring: the only place that knows every part of the service."""

from flask import Flask

from service.api.application import create
from service.api.context import Services
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
    if repository is not None:
        return create(Services(GameService(repository, expiry), repository.now))
    if config.redis_url is None:
        raise ValueError("there is no address of a Redis to keep games in")
    store = Store(config.redis_url, threads=config.threads, longest_call=config.store_timeout_seconds)
    return create(Services(GameService(store.games, expiry), store.check_writable))
