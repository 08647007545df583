"""Looks at a game that wait for news.

What is to come at once is asked for with a wait of 30 seconds, and has to come within 15: the machine may be busy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from tests.processes.serving import Service
from tests.store.server import Server
from tests.streams.playing import RandomGame
from tests.streams.reading import PATIENCE

pytestmark = pytest.mark.xdist_group("streams")

LONG = 30
SOON = 15.0


@contextmanager
def soon() -> Iterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < SOON


@contextmanager
def waiting(client: httpx.Client, path: str, count: int = 1, **params: int) -> Iterator[list[Future[httpx.Response]]]:
    """Let some requests wait, each on a connection of its own, and give what they will be answered with."""
    with ThreadPoolExecutor(count) as pool:
        yield [pool.submit(client.get, path, params=params, timeout=PATIENCE) for _ in range(count)]


def test_news_that_there_are_come_at_once(service: Service) -> None:
    game = RandomGame([service.client], 1)
    game.claim()
    with soon():
        for after in (0, 1):
            answer = service.client.get(game.path, params={"after": after, "wait": LONG})
            assert (answer.status_code, answer.json()) == (200, game.game)
            assert answer.headers["ETag"] == '"2"'


@pytest.mark.parametrize("change", [RandomGame.claim, RandomGame.leave, RandomGame.move])
def test_news_come_when_there_are_some(service: Service, change: Callable[[RandomGame], None]) -> None:
    game = RandomGame([service.client], 2)
    if change is RandomGame.move:
        game.claim()
        game.claim()
    version = game.game["version"]
    with soon(), waiting(service.client, game.path, 6, after=version, wait=LONG) as answers:
        time.sleep(1)
        assert not any(answer.done() for answer in answers)
        change(game)
    for future in answers:
        answer = future.result()
        assert (answer.status_code, answer.json()) == (200, game.game)
        assert answer.headers["ETag"] == f'"{version + 1}"'
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["X-Request-ID"]
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_news_of_another_instance_come_too(service: Service, other: Service) -> None:
    game = RandomGame([other.client], 3)
    with soon(), waiting(service.client, game.path, 6, after=1, wait=LONG) as answers:
        time.sleep(0.5)
        game.claim()
    assert [answer.result().json() for answer in answers] == [game.game] * 6


def test_without_news_the_game_comes_after_the_wait(service: Service) -> None:
    game = RandomGame([service.client], 4)
    started = time.monotonic()
    answer = service.client.get(game.path, params={"after": 1, "wait": 2})
    assert time.monotonic() - started >= 2
    assert (answer.status_code, answer.json(), answer.headers["ETag"]) == (200, game.game, '"1"')


def test_a_wait_of_none_does_not_wait(service: Service) -> None:
    game = RandomGame([service.client], 5)
    with soon():
        for params in ({"after": 1}, {"after": 1, "wait": 0}, {"wait": 0}):
            assert service.client.get(game.path, params=params).json() == game.game


def test_a_version_that_is_yet_to_come_is_waited_for(service: Service) -> None:
    game = RandomGame([service.client], 6)
    with soon(), waiting(service.client, game.path, after=3, wait=LONG) as (answer,):
        for _ in range(2):
            time.sleep(0.3)
            game.claim()
        assert game.game["version"] == 3
        time.sleep(0.5)
        assert not answer.done()
        game.move()
    assert answer.result().json() == game.game
    with soon(), waiting(service.client, game.path, after=1_000_000, wait=2) as (answer,):
        game.move()
    assert answer.result().json() == game.game


def test_an_entity_tag_is_held_against_the_game_as_it_is_after_the_wait(service: Service) -> None:
    game = RandomGame([service.client], 7)
    params = {"after": 1, "wait": 1}
    answer = service.client.get(game.path, params=params, headers={"If-None-Match": '"1"'})
    assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", '"1"')
    answer = service.client.get(game.path, params=params, headers={"If-None-Match": '"2"'})
    assert (answer.status_code, answer.json()) == (200, game.game)
    with soon(), ThreadPoolExecutor() as pool:
        future = pool.submit(
            service.client.get, game.path, params={"after": 1, "wait": LONG}, headers={"If-None-Match": '"1"'}
        )
        time.sleep(0.5)
        game.claim()
    assert (future.result().status_code, future.result().json()) == (200, game.game)


def test_head_never_waits(service: Service) -> None:
    game = RandomGame([service.client], 8)
    with soon():
        answer = service.client.head(game.path, params={"after": 1, "wait": LONG})
        assert (answer.status_code, answer.content, answer.headers["ETag"]) == (200, b"", '"1"')
        answer = service.client.head(f"{game.path}/events")
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["Content-Type"].startswith("text/event-stream")


def test_a_game_that_is_removed_is_not_found_at_once(service: Service) -> None:
    game = RandomGame([service.client], 9)
    with soon(), waiting(service.client, game.path, 4, after=1, wait=LONG) as answers:
        time.sleep(0.5)
        game.delete()
    for answer in answers:
        assert (answer.result().status_code, answer.result().json()["code"]) == (404, "game_not_found")


def test_a_finished_game_is_waited_for_too(service: Service) -> None:
    """It may still get a rematch."""
    game = RandomGame([service.client], 10)
    game.play()
    started = time.monotonic()
    answer = service.client.get(game.path, params={"after": game.game["version"], "wait": 1})
    assert time.monotonic() - started >= 1
    assert answer.json() == game.game


def test_who_waits_while_the_store_is_killed_hears_of_the_next_change(service: Service, server: Server) -> None:
    game = RandomGame([service.client], 11)
    with soon(), waiting(service.client, game.path, 4, after=1, wait=LONG) as answers:
        time.sleep(0.5)
        server.kill()
        server.start()
        game.claim()
    assert [answer.result().json() for answer in answers] == [game.game] * 4


def test_who_waits_while_the_store_is_away_is_told_so(service: Service, server: Server) -> None:
    game = RandomGame([service.client], 12)
    with waiting(service.client, game.path, after=1, wait=1) as (answer,):
        time.sleep(0.3)
        server.kill()
    server.start()
    assert (answer.result().status_code, answer.result().json()["code"]) == (503, "store_unavailable")
    assert answer.result().headers["Retry-After"]


def test_a_connection_is_of_use_for_a_wait_like_for_any_other_request(service: Service) -> None:
    game = RandomGame([service.client], 13)
    with httpx.Client(base_url=service.address, timeout=30) as client:
        for _ in range(3):
            assert client.get(game.path).json() == game.game
            assert client.get(game.path, params={"after": 1, "wait": 1}).json() == game.game
