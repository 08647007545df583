"""The HTTP application: every part of this package put together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from service.api import context, contract, errors, headers, keys, observed, routing
from service.api.context import Services
from service.api.json_provider import OrjsonProvider
from service.api.limits import limiter
from service.api.limits.budgets import Budget
from service.api.limits.rates import LocalRates, Rates
from service.api.views import docs

__all__ = ["UNPROTECTED", "Protection", "create"]


@dataclass(frozen=True, slots=True)
class Protection:
    """Who may call, and how often.

    limits: for each budget such as `60/minute`, or `off`. rates: where calls are counted. api_keys: hashes of the keys
    of which one is needed to create and remove games; none: no key is needed.
    """

    limits: Mapping[Budget, str] = field(default_factory=lambda: dict.fromkeys(Budget, limiter.OFF))
    rates: Rates = field(default_factory=lambda: LocalRates(1))
    api_keys: tuple[str, ...] = ()


UNPROTECTED: Final = Protection()


class _NoSessions(SessionInterface):
    """There are no sessions, and none is made for a request."""

    _none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002 - Flask's signature
        """Return one that takes nothing, the same for all."""
        return self._none


class _Application(Flask):
    """Flask without what it would do for each request and nobody here needs."""

    session_interface = _NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return what finds the operation of a request by its path: no host, scheme or query leads elsewhere."""
        if request is None:
            return None
        method = request.environ["REQUEST_METHOD"]
        return MapAdapter(self.url_map, "", "/", "", "http", request.path, method)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function: all of them are plain ones."""
        return func


def create(services: Services, protection: Protection = UNPROTECTED) -> Flask:
    """Return a Flask application with all operations, over `services`."""
    app = _Application("service", static_folder=None)
    app.json = OrjsonProvider(app)
    context.init_app(app, services)
    observed.init_app(app)
    routing.init_app(app)
    docs.init_app(app, contract.register(app))
    headers.init_app(app)
    errors.init_app(app)
    keys.init_app(app, protection.api_keys)
    limiter.init_app(app, protection.limits, protection.rates, services.meters)  # outermost: it comes first
    return app
