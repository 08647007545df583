"""The figures and the log of a running service: right over all its workers, also when one is killed."""

from __future__ import annotations

import json
import re
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.ended import has_ended
from tests.processes.serving import Game, Service, at_once
from tests.redis.ports import free_ports
from tests.store.server import Server
from tests.streams.reading import until

pytestmark = pytest.mark.xdist_group("processes")


class Watched(Service):
    """A service whose figures are at a port of their own, and whose log is kept."""

    def __init__(self, redis_url: str, log: IO[str], **settings: str) -> None:
        (port,) = free_ports(1)
        self.figures_url = f"http://127.0.0.1:{port}/metrics"
        self._log = log
        super().__init__(redis_url, log, KILN_METRICS="off", KILN_METRICS_PORT=str(port), **settings)

    def figures(self) -> dict[str, float]:
        answer = httpx.get(self.figures_url, timeout=30)
        assert answer.status_code == 200, answer.text
        return {
            f"{sample.name}{json.dumps(sample.labels, sort_keys=True)}": sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }

    def figure(self, name: str, **labels: str) -> float:
        return self.figures().get(f"{name}{json.dumps(labels, sort_keys=True)}", 0.0)

    def answered(self, route: str, status: int, method: str = "GET", manner: str = "call") -> float:
        labels = {"route": route, "status": str(status), "method": method, "manner": manner}
        return self.figure("kiln_request_seconds_count", **labels)

    def lines(self) -> list[dict[str, Any]]:
        self._log.flush()
        with Path(self._log.name).open() as log:
            return [json.loads(line) for line in log]

    def kill_worker(self, number: int) -> None:
        """Kill a worker, and wait for another to be in its place."""
        worker = self.workers()[number]
        worker.kill()
        until(lambda: has_ended(worker), "the worker lives")
        until(lambda: worker.pid not in {other.pid for other in self.workers()}, "the worker is not missed")
        self.wait_for_workers()


@pytest.fixture
def watched(server: Server) -> Iterator[Watched]:
    with tempfile.NamedTemporaryFile("w", prefix="kiln-log-") as log:
        service = Watched(server.url, log)
        yield service
        service.close()


def streams(service: Watched, game: Game, count: int, stack: ExitStack) -> list[httpx.Response]:
    """Open streams, each on a connection of its own."""
    opened = []
    for _ in range(count):
        client = stack.enter_context(httpx.Client(base_url=service.address, timeout=30))
        opened.append(stack.enter_context(client.stream("GET", f"{game.path}/events")))
    assert [one.status_code for one in opened] == [200] * count
    return opened


def comes(holds: Callable[[], bool]) -> None:
    until(holds, "the figures do not come to that")


def test_all_workers_are_counted_together(watched: Watched) -> None:
    game = Game(watched.client)
    look: Callable[[], httpx.Response] = partial(httpx.get, f"{watched.address}{game.path}", timeout=30)
    assert {answer.status_code for answer in at_once([look] * 40)} == {200}
    comes(lambda: watched.answered("/v1/games/{id}", 200) == 40)
    assert watched.figure("kiln_games_created_total", kind="2") == 1
    assert watched.figure("kiln_build_info", rules_version="1", version=_version()) >= 1


def test_what_is_at_the_other_port_is_not_at_this_one(watched: Watched) -> None:
    assert watched.client.get("/metrics").json()["code"] == "not_found"
    assert httpx.get(watched.figures_url.replace("/metrics", "/v1/games"), timeout=30).status_code == 404


def test_a_worker_that_is_killed_leaves_its_counts_and_takes_its_streams(watched: Watched) -> None:
    game = Game(watched.client)
    with ExitStack() as stack:
        streams(watched, game, 12, stack)
        comes(lambda: watched.figure("kiln_waiting", kind="stream") == 12)
        created = watched.figure("kiln_games_created_total", kind="2")
        watched.kill_worker(0)
        left = watched.figure("kiln_waiting", kind="stream")
        assert 0 <= left <= 12
        watched.kill_worker(0)
        watched.kill_worker(1)
        comes(lambda: watched.figure("kiln_waiting", kind="stream") == 0)
        assert watched.figure("kiln_games_created_total", kind="2") == created
    Game(watched.client)
    comes(lambda: watched.figure("kiln_games_created_total", kind="2") == created + 1)


def folder_of(service: Watched) -> Path:
    """The folder in which its workers keep what they count."""
    (folder,) = {
        Path(mapped.path).parent
        for worker in service.workers()
        for mapped in worker.memory_maps()
        if "kiln-metrics-" in mapped.path
    }
    return folder


def test_however_often_workers_are_killed_there_are_no_more_files(watched: Watched) -> None:
    def files() -> set[str]:
        return {path.name for path in folder_of(watched).iterdir()}

    kinds = ("counter", "gauge_livemax", "gauge_livesum", "histogram")
    known = {"lock"} | {f"{kind}_{number}.db" for kind in kinds for number in (1, 2)}
    for _ in range(4):
        assert {"gauge_livesum_1.db", "gauge_livesum_2.db"} <= files() <= known
        watched.kill_worker(0)
    assert files() <= known


def test_after_its_end_nothing_is_left(server: Server) -> None:
    with tempfile.NamedTemporaryFile("w", prefix="kiln-log-") as log:
        service = Watched(server.url, log)
        folder = folder_of(service)
        assert folder.is_dir()
        service.close()
    assert not folder.exists()


def test_streams_and_waits_are_counted_once_with_their_real_time(watched: Watched) -> None:
    game = Game(watched.client)
    answer = watched.client.get(f"{game.path}?after=1&wait=2")
    assert answer.status_code == 200
    with ExitStack() as stack:
        streams(watched, game, 3, stack)
        comes(lambda: watched.figure("kiln_waiting", kind="stream") == 3)
        assert watched.answered("/v1/games/{id}/events", 200, manner="stream") == 0
    comes(lambda: watched.answered("/v1/games/{id}/events", 200, manner="stream") == 3)
    assert watched.figure("kiln_waiting", kind="stream") == 0
    assert watched.answered("/v1/games/{id}", 200, manner="wait") == 1
    assert watched.answered("/v1/games/{id}", 200) == 0
    comes(lambda: len([line for line in watched.lines() if line.get("manner") == "stream"]) == 3)
    (wait,) = [line for line in watched.lines() if line.get("manner") == "wait"]
    assert wait["request_id"] == answer.headers["X-Request-ID"]
    assert 2 <= wait["seconds"] < 20


def test_who_goes_while_waiting_is_counted_too(watched: Watched) -> None:
    game = Game(watched.client)
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{watched.address}{game.path}?after=1&wait=30", timeout=1)
    comes(lambda: watched.answered("/v1/games/{id}", 499, manner="wait") == 1)
    assert watched.figure("kiln_waiting", kind="wait") == 0


def test_what_is_not_readable_as_http_is_a_problem_like_others(watched: Watched) -> None:
    address = watched.client.base_url
    with socket.create_connection((address.host, address.port or 80), timeout=30) as connection:
        connection.sendall(b"GET /v1/games?token=hunter2 HTTP/9.9\r\n\r\n")
        assert b"bad_request" in connection.recv(4096)
    comes(lambda: watched.figure("kiln_problems_total", code="bad_request") == 1)
    assert "hunter2" not in json.dumps(watched.lines())


def test_the_log_is_json_with_a_line_for_each_request(watched: Watched) -> None:
    game = Game(watched.client)
    headers = {"X-Request-ID": "mine", "Authorization": f"Bearer {game.owner}"}
    watched.client.get(f"{game.path}/me", headers=headers)
    comes(lambda: any(line.get("request_id") == "mine" for line in watched.lines()))
    (line,) = [line for line in watched.lines() if line.get("request_id") == "mine"]
    assert {"game": game.path.rpartition("/")[2], "route": "/v1/games/{id}/me", "status": 200}.items() <= line.items()
    text = json.dumps(watched.lines())
    assert not any(token in text for token in (game.owner, *game.tokens.values()))


def test_a_worker_that_is_killed_is_in_the_log_as_json(watched: Watched) -> None:
    watched.kill_worker(0)
    (line,) = [line for line in watched.lines() if line["logger"] == "gunicorn.error"]
    assert line["level"] == "error"
    assert re.search(r"Worker \(pid:\d+\) was sent SIGKILL", line["event"])


def _version() -> str:
    from service import __version__

    return __version__


def test_what_is_told_to_end_has_told_of_every_request(server: Server) -> None:
    with tempfile.NamedTemporaryFile("w", prefix="kiln-log-") as log:
        service = Watched(server.url, log)
        game = Game(service.client)
        ids = [f"request-{number}" for number in range(200)]
        for request_id in ids:
            service.client.get(game.path, headers={"X-Request-ID": request_id})
        service.terminate()
        service.wait(30)
        told = [line["request_id"] for line in service.lines() if line["logger"] == "kiln.requests"]
        service.close()
    assert sorted(request_id for request_id in told if request_id.startswith("request-")) == sorted(ids)
