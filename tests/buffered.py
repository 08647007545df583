"""A test client that reads and closes each answer, as a server does: only then is a request over."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

__all__ = ["BufferedClient", "buffered_client"]


class BufferedClient(FlaskClient):
    """`stream=True` leaves an answer open."""

    def open(self, *args: Any, stream: bool = False, **kwargs: Any) -> TestResponse:
        return super().open(*args, buffered=not stream, **kwargs)


def buffered_client(app: Flask) -> FlaskClient:
    """Return such a client of an application."""
    app.test_client_class = BufferedClient
    return app.test_client()
