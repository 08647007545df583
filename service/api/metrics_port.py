"""A port for figures alone: what comes in there gets them, and nothing else."""

from collections.abc import Callable, Iterable
from typing import Any

from werkzeug.wrappers import Response

from service.telemetry.meters import CONTENT_TYPE

__all__ = ["MetricsPort"]


class MetricsPort:
    """A WSGI application that answers for `/metrics` at one port, and leaves all other ports to another one.

    The port is that of the socket on which a request has come in: no header has a say in it.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]], port: int, exposition: Callable[[], bytes]) -> None:
        self._application = application
        self._port = str(port)
        self._exposition = exposition

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        if environ.get("SERVER_PORT") != self._port:
            return self._application(environ, start_response)
        if environ.get("PATH_INFO") != "/metrics":
            response = Response("Only /metrics is here.\n", 404)
        elif environ.get("REQUEST_METHOD") not in ("GET", "HEAD"):
            response = Response("Only GET is taken here.\n", 405, {"Allow": "GET, HEAD"})
        else:
            response = Response(self._exposition(), content_type=CONTENT_TYPE)
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response(environ, start_response)
