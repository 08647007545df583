"""Limits over processes: counted together, and by each alone while the store is away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import httpx
import pytest

from tests.processes.serving import Game, Service, at_once
from tests.store.server import Server
from tests.streams.reading import until

pytestmark = pytest.mark.xdist_group("processes")

POSITION = "byygrb/gyrbgg/ryrbrg/gbrggb/kyyyyb/ybrgrb rE5 r,b 5/5/5/5/5,5/2x2/2x2/2x2/5 0,0 1 17m 2"
LIMITS = {"KILN_LIMIT_READ": "40/hour", "KILN_LIMIT_ANALYSIS": "20/hour", "KILN_LIMIT_MOVE": "100/hour"}


@pytest.fixture
def limited(server: Server) -> Iterator[Service]:
    service = Service(server.url, KILN_PROXY_HOPS="1", **LIMITS)
    yield service
    service.close()


def from_address(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_both_workers_count_together(limited: Service) -> None:
    game = Game(limited.client)
    url = f"{limited.address}{game.path}/moves"
    look: Callable[[], httpx.Response] = partial(httpx.get, url, headers=from_address("192.0.2.1"), timeout=30)
    answers = at_once([look] * 60)
    assert sorted(answer.status_code for answer in answers) == [200] * 40 + [429] * 20
    left = sorted(int(answer.headers["RateLimit-Remaining"]) for answer in answers if answer.status_code == 200)
    assert left == list(range(40))
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.json()["code"] == "rate_limited"
    assert 1 <= int(refused.headers["Retry-After"]) <= 90
    assert httpx.get(url, headers=from_address("192.0.2.2"), timeout=30).status_code == 200


def test_a_refused_call_with_a_body_leaves_the_connection_usable(limited: Service) -> None:
    headers = from_address("192.0.2.3")
    with httpx.Client(base_url=limited.address, headers=headers, timeout=30) as client:
        answers = [client.post("/v1/positions/describe", json={"position": POSITION}) for _ in range(25)]
        assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 5
        assert client.get("/healthz").status_code == 200


def test_while_the_store_stalls_calls_are_limited_and_none_takes_longer_for_that(
    limited: Service, server: Server
) -> None:
    game = Game(limited.client)
    headers = from_address("192.0.2.4")
    describe: Callable[[], httpx.Response] = partial(
        httpx.post, f"{limited.address}/v1/positions/describe", json={"position": POSITION}, headers=headers, timeout=30
    )
    look: Callable[[], httpx.Response] = partial(
        httpx.get, f"{limited.address}{game.path}", headers=headers, timeout=30
    )
    server.stall()
    try:
        started = time.monotonic()
        answers = at_once([look] * 6)
        assert time.monotonic() - started < 5  # three, and what it takes to ask
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(503, "store_unavailable")}
        answers = at_once([describe] * 40)
        good = [answer for answer in answers if answer.status_code == 200]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert 10 <= len(good) <= 20  # each worker has ten
    finally:
        server.go_on()
    until(lambda: look().status_code == 200, "the store is not back")
    until(lambda: look().headers["RateLimit-Limit"] == "40", "it does not count again")
