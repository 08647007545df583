"""Advice of running services, while their processes are killed, stopped and asked to end."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import psutil
import pytest

from service.thinking import child
from tests.api.table import START
from tests.ended import has_ended
from tests.processes.serving import Service, at_once
from tests.store.server import Server
from tests.streams.reading import until

pytestmark = pytest.mark.xdist_group("processes")

LONG: dict[str, Any] = {"position": START, "level": "search-3", "nodes": 1_000_000, "seconds": 2}


@pytest.fixture
def service(server: Server) -> Iterator[Service]:
    service = Service(server.url, KILN_BOT_PROCESSES="0")
    yield service
    service.close()


def suggest(service: Service, body: dict[str, Any]) -> httpx.Response:
    return service.client.post("/v1/positions/suggest", json=body, timeout=60)  # it has connections for all at once


def thinking(process: psutil.Process) -> list[psutil.Process]:
    """The processes beside a worker that think."""
    found = []
    for one in process.children():
        with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
            if str(child.__file__) in one.cmdline():
                found.append(one)
    return found


def all_thinking(service: Service) -> list[psutil.Process]:
    return [one for worker in service.workers() for one in thinking(worker)]


def test_while_it_thinks_it_answers_others_and_refuses_what_is_too_much(service: Service) -> None:
    """Two workers with a process each and four places to wait: no more than ten are thought about."""
    counted: Counter[int] = Counter()
    answers = threading.Thread(
        target=lambda: counted.update(
            answer.status_code for answer in at_once([lambda: suggest(service, {**LONG, "seconds": 1})] * 24)
        )
    )
    answers.start()
    until(lambda: all_thinking(service), "nothing thinks")
    created = service.client.post("/v1/games")
    assert created.status_code == 201
    game = created.json()["game"]["id"]
    while answers.is_alive():
        assert service.client.get(f"/v1/games/{game}").status_code == 200
        assert service.client.get("/readyz").status_code == 200
    assert set(counted) == {200, 503}
    assert counted[200] <= 10
    assert len(all_thinking(service)) <= 2
    assert suggest(service, {"position": START, "level": "greedy"}).status_code == 200


def test_who_asks_for_advice_leaves_threads_to_others_however_long_the_queue(server: Server) -> None:
    service = Service(
        server.url, KILN_BOT_PROCESSES="0", WEB_CONCURRENCY="1", KILN_THREADS="2", KILN_THINKING_QUEUE="100"
    )
    try:
        answers = at_once([lambda: suggest(service, {**LONG, "seconds": 1})] * 8)
        assert {answer.status_code for answer in answers} == {200, 503}
        assert {answer.json()["code"] for answer in answers if answer.status_code == 503} == {"too_busy"}
    finally:
        service.close()


def test_a_worker_that_is_killed_takes_what_thinks_for_it_along(service: Service) -> None:
    at_once([lambda: suggest(service, {**LONG, "seconds": 0.3})] * 4)
    until(lambda: all_thinking(service), "nothing thinks")
    worker = next(worker for worker in service.workers() if thinking(worker))
    left = thinking(worker)
    worker.kill()
    until(lambda: all(has_ended(one) for one in left), "what thought for the worker is still there")
    service.wait_for_workers()
    assert suggest(service, {"position": START, "level": "greedy"}).status_code == 200


def test_processes_that_are_killed_and_stopped_cost_no_worker(service: Service) -> None:
    workers = {worker.pid for worker in service.workers()}
    at_once([lambda: suggest(service, {**LONG, "seconds": 0.3})] * 4)
    for number in (signal.SIGKILL, signal.SIGSTOP):
        for one in all_thinking(service):
            os.kill(one.pid, number)
        answers = at_once([lambda: suggest(service, {**LONG, "seconds": 0.2})] * 4)
        assert {answer.status_code for answer in answers} <= {200, 503}
    until(lambda: suggest(service, {"position": START, "level": "greedy"}).status_code == 200, "it thinks no more")
    assert {worker.pid for worker in service.workers()} == workers


def test_a_stop_gives_the_advice_that_was_asked_for_and_leaves_nothing_behind(service: Service) -> None:
    answered: list[httpx.Response] = []
    thread = threading.Thread(target=lambda: answered.append(suggest(service, LONG)))
    thread.start()
    until(lambda: all_thinking(service), "nothing thinks")
    left = all_thinking(service)
    service.terminate()
    thread.join()
    service.wait(40)
    assert answered[0].status_code == 200
    assert answered[0].json()["suggestions"]
    assert all(has_ended(one) for one in left)


def test_what_is_thought_is_counted(service: Service) -> None:
    suggest(service, {"position": START, "level": "greedy"})
    suggest(service, {**LONG, "seconds": 0.1})
    figures = service.client.get("/metrics").text
    assert 'kiln_thought_seconds_count{level="greedy",outcome="complete"} 1.0' in figures
    assert 'kiln_thought_seconds_count{level="search-3",outcome="cut_short"} 1.0' in figures
    assert "kiln_thinking 0.0" in figures
