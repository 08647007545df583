"""The HTTP application: every part of this package put together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from flask import Flask

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


class _Application(Flask):
    """Flask, all of whose functions are plain ones: it would look anew at each of them, for each request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function."""
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
