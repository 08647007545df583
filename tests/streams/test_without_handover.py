"""Streams and waits under a server that cannot hand its connections over: they hold a thread each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from service.api.streams import streams as module
from service.api.streams.events import event_bytes
from service.api.streams.hub import COMMENT
from service.api.streams.streams import STREAMS, Streams
from service.app import create_app
from tests.streams.reading import until
from tests.unlimited import unlimited

if TYPE_CHECKING:
    import redis


@pytest.fixture
def app(redis_url: str, redis_client: redis.Redis) -> Flask:
    return create_app(unlimited(redis_url=redis_url, waiters_per_address=2))


@pytest.fixture
def streams(app: Flask) -> Iterator[Streams]:
    streams: Streams = app.extensions[STREAMS]
    yield streams
    assert streams.slots.taken == 0
    assert streams._feeds.watched() == 0


@pytest.fixture
def game(app: Flask) -> dict[str, Any]:
    answer = app.test_client().post("/v1/games", json={"seats": [{}, {"open": True}]})
    created: dict[str, Any] = answer.get_json()
    return created


def claim(app: Flask, path: str) -> dict[str, Any]:
    claimed: dict[str, Any] = app.test_client().post(f"{path}/seats").get_json()["game"]
    return claimed


@pytest.fixture
def path(game: dict[str, Any]) -> str:
    return f"/v1/games/{game['game']['id']}"


def test_events_come_as_they_happen_until_the_end(
    app: Flask, streams: Streams, game: dict[str, Any], path: str
) -> None:
    with app.test_client().get(f"{path}/events", buffered=False) as answer:
        assert answer.headers["Content-Type"] == "text/event-stream"
        chunks = answer.iter_encoded()
        assert next(chunks) == b"retry: 1000\n" + event_bytes("game", game["game"], 1)
        claimed = claim(app, path)
        assert next(chunks) == event_bytes("game", claimed, 2)
        app.test_client().delete(path, headers={"Authorization": f"Bearer {game['owner_token']}"})
        assert list(chunks) == [b'event: end\ndata: {"reason":"deleted"}\n\n']


def test_comments_come_where_nothing_happens(
    app: Flask, streams: Streams, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COMMENT_SECONDS", 0.1)
    with app.test_client().get(f"{path}/events", buffered=False) as answer:
        chunks = answer.iter_encoded()
        next(chunks)
        assert [next(chunks), next(chunks)] == [COMMENT, COMMENT]


def test_there_are_as_many_places_as_anywhere(app: Flask, streams: Streams, path: str) -> None:
    with app.test_client().get(f"{path}/events", buffered=False), app.test_client().get(f"{path}/events"):
        assert streams.slots.taken == 2
        for query in ("/events", "?after=1&wait=1"):
            answer = app.test_client().get(path + query)
            assert (answer.status_code, answer.get_json()["code"]) == (503, "too_many_waiters")


def test_a_wait_ends_with_news_or_by_itself(app: Flask, streams: Streams, path: str) -> None:
    started = time.monotonic()
    assert app.test_client().get(f"{path}?after=1&wait=1").get_json()["version"] == 1
    assert time.monotonic() - started >= 1
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(app.test_client().get, f"{path}?after=1&wait=30")
        until(lambda: streams.slots.taken == 1, "it does not wait")
        claimed = claim(app, path)
        assert answer.result().get_json() == claimed
