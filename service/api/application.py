"""The HTTP application: every part of this package put together."""

from flask import Flask

from service.api import context, contract, errors, headers, routing
from service.api.context import Services
from service.api.json_provider import OrjsonProvider
from service.api.views import docs

__all__ = ["create"]


def create(services: Services) -> Flask:
    """Return a Flask application with all operations, over `services`."""
    app = Flask("service", static_folder=None)
    app.json = OrjsonProvider(app)
    context.init_app(app, services)
    routing.init_app(app)
    docs.init_app(app, contract.register(app))
    headers.init_app(app)
    errors.init_app(app)
    return app
