"""Wiring: the only place that knows every part of the service."""

import os
from collections.abc import Callable

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service import web
from service.api.advisor import Advisor
from service.api.application import Protection, create
from service.api.context import Services
from service.api.limits.budgets import Budget
from service.api.limits.rates import LocalRates, Rates, SharedRates
from service.api.metrics_port import MetricsPort
from service.api.observed import observe
from service.api.present.change import change_event
from service.api.problems import PROBLEMS
from service.api.streams.slots import Slots
from service.api.streams.streams import READING_THREADS, Streams
from service.config import Config
from service.games import Expiry, GameService, Repository
from service.opponents import Opponents
from service.store import Store
from service.store.rates import RedisRates
from service.telemetry.meters import Meters
from service.telemetry.repository import ObservedRepository
from service.telemetry.traces import traces_from
from service.thinking import Thinkers


def create_app(config: Config, *, repository: Repository | None = None) -> Flask:
    """Return the service as a WSGI application.

    Games are kept in the Redis at `config.redis_url`, or in `repository` where one is given. Nothing is connected
    before the first request, so each worker process gets connections of its own.

    Raises:
        ValueError: neither a repository nor the address of a Redis is given, or the address is none.
    """
    meters, exposition = _meters(config)
    traces = traces_from(os.environ)
    expiry = Expiry(used=config.game_ttl_seconds * 1000, unused=config.idle_game_ttl_seconds * 1000)
    slots = Slots(config.waiters, config.waiters_per_address, meters)
    locally = LocalRates(config.workers)
    shown = exposition if config.metrics else None
    thinkers = Thinkers(config.thinking_processes, config.thinking_queue, meters)
    advisor = Advisor(thinkers, most=max(1, config.threads // 2))  # the other threads are for all other calls
    if repository is not None:
        games = GameService(ObservedRepository(repository, meters, traces), expiry)
        streams = Streams(games, _Deaf, change_event, slots)
        app = create(Services(games, repository.now, streams, meters, shown, advisor), _protection(config, locally))
    elif config.redis_url is not None:
        threads = config.threads + READING_THREADS + 1  # which plays the bots
        store = Store(
            config.redis_url,
            threads=threads,
            longest_call=config.store_timeout_seconds,
            replicas=config.wait_replicas,
            bot_games=config.bot_games,
        )
        games = GameService(ObservedRepository(store.games, meters, traces), expiry)
        streams = Streams(games, store.listen, change_event, slots)
        counted = RedisRates(config.redis_url, config.threads, config.store_timeout_seconds)
        rates = SharedRates(counted, locally, meters.limited_locally)
        opponents = Opponents(
            games,
            store.due,
            Thinkers(config.bot_processes, 0, meters),
            most=config.bot_processes,
            seconds=config.bot_seconds,
        )
        services = Services(games, store.check_writable, streams, meters, shown, advisor, opponents)
        app = create(services, _protection(config, rates))
        app.before_request(store.begin_call)
        app.teardown_request(store.end_call)
    else:
        raise ValueError("there is no address of a Redis to keep games in")
    web.init_app(app)
    observe(app, meters, traces)
    if config.metrics_port is not None and exposition is not None:
        app.wsgi_app = MetricsPort(app.wsgi_app, config.metrics_port, exposition)  # type: ignore[method-assign] # as Flask's docs do it
    if config.proxy_hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.proxy_hops, x_proto=0)  # type: ignore[method-assign] # as above
    return app


def _protection(config: Config, rates: Rates) -> Protection:
    limits = {
        Budget.CREATE: config.limit_create,
        Budget.MOVE: config.limit_move,
        Budget.READ: config.limit_read,
        Budget.ANALYSIS: config.limit_analysis,
        Budget.ADVICE: config.limit_advice,
        Budget.BOTS: config.limit_bots,
    }
    return Protection(limits, rates, config.api_keys)


def _meters(config: Config) -> tuple[Meters, Callable[[], bytes] | None]:
    """Return what counts, and what gives all figures; nothing is counted that nobody could see."""
    if not config.metrics and config.metrics_port is None:
        return Meters(), None
    # Not before: how it counts is decided when it is imported, by the environment of the process.
    from service.telemetry.prometheus import PrometheusMeters  # noqa: PLC0415 - see above

    meters = PrometheusMeters()
    meters.expect(PROBLEMS, Budget)
    return meters, meters.exposition


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
