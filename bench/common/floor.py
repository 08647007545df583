"""The floor: a bare Flask application in the very server that the service runs in, `python -m bench.common.floor`.

Its routes do the least that could be done at all: they answer bytes that lie in Redis, and store a move. No checks, no
rules, no log, no counts.
"""

import os
import socket
import sys
from typing import Any

import redis
from flask import Flask, Response, request

from service import server
from service.api.advisor import Advisor
from service.api.context import ADVISOR, BACKGROUND, METERS, NoBackground
from service.api.streams.streams import STREAMS
from service.config import Config
from service.store import scripts
from service.store.keys import channel, game_keys
from service.telemetry.meters import Meters
from service.thinking import Thinkers

__all__ = ["FLOOR", "answer_key"]

FLOOR = (sys.executable, "-m", "bench.common.floor")


def answer_key(name: str) -> str:
    """The key of the bytes that `/answer/NAME` and moves of the floor's games answer with."""
    return f"floor:answer:{name}"


def create_floor(config: Config) -> Flask:
    """The application, for a worker of gunicorn's."""
    app = Flask("floor", static_folder=None)
    assert config.redis_url is not None
    pool = redis.BlockingConnectionPool.from_url(config.redis_url, max_connections=config.threads, protocol=2)
    client: Any = redis.Redis(connection_pool=pool)
    sha = client.script_load(scripts.SAVE)
    state, entry, answer = (client.get(answer_key(name)) for name in ("state", "entry", "move"))

    @app.get("/answer/<name>")
    def read(name: str) -> Response:
        return Response(client.get(answer_key(name)), content_type="application/json")

    @app.post("/games/<game_id>/moves")
    def move(game_id: str) -> Response:
        number = request.get_json()["number"]
        client.evalsha(
            sha, 3, *game_keys(game_id), f"{number}-12345678", f"{number + 1}-12345678", "12345678", state,
            _EXPIRES, "", channel(game_id), number - 1, "move", entry,
        )  # fmt: skip
        return Response(answer, 201, content_type="application/json")

    app.extensions[STREAMS] = _NoStreams()
    app.extensions[METERS] = Meters()
    app.extensions[ADVISOR] = Advisor(Thinkers(1, 0), most=1)
    app.extensions[BACKGROUND] = NoBackground()
    return app


_EXPIRES = 4_000_000_000_000


class _NoStreams:
    """What the worker asks of streams, where there are none."""

    def let_go(self, connection: socket.socket) -> None:
        connection.close()

    def stop(self) -> None:
        pass

    def join(self) -> None:
        pass


if __name__ == "__main__":
    vars(server)["create_app"] = create_floor  # all else is as it is shipped
    server.serve_forever(Config.from_environment(os.environ))
