"""Running services, each a process with two workers or as many as asked for, on a Redis that a test may kill."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import httpx
import psutil

from service.config import describe_settings
from tests.unlimited import UNLIMITED

ROOT = Path(__file__).parents[2]


class Service:
    """One `kiln serve` of two workers (WEB_CONCURRENCY) on a Redis of somebody else's. log: a file for its log."""

    def __init__(self, redis_url: str, log: IO[str] | None = None, /, **settings: str) -> None:
        self._workers = int(settings.get("WEB_CONCURRENCY", 2))
        own = {variable for variable, _, _ in describe_settings()}
        others = {name: value for name, value in os.environ.items() if name not in own}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"],
            cwd=ROOT,
            env={
                **others,
                **UNLIMITED,
                "PORT": "0",
                "WEB_CONCURRENCY": "2",
                "KILN_REDIS_URL": redis_url,
                **settings,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if log is None else log,
            text=True,
        )
        assert self._process.stdout is not None
        welcome = self._process.stdout.readline()
        found = re.search(r"http://\S+", welcome)
        assert found is not None, f"no address in {welcome!r}"
        self.address = found[0]
        self.client = httpx.Client(base_url=self.address, timeout=30, limits=httpx.Limits(max_connections=100))
        self.wait_for_workers()

    def workers(self) -> list[psutil.Process]:
        return psutil.Process(self._process.pid).children()

    def wait_for_workers(self) -> None:
        """Wait until all are there and answer."""
        deadline = time.monotonic() + 40
        while len(self.workers()) != self._workers or not self._answers():
            assert time.monotonic() < deadline, "the workers do not come"
            time.sleep(0.05)

    def _answers(self) -> bool:
        with suppress(httpx.TransportError):
            return self.client.get("/healthz").status_code == 200
        return False

    def kill_a_worker(self) -> None:
        os.kill(self.workers()[0].pid, signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to stop."""
        self._process.terminate()

    def wait(self, seconds: float) -> None:
        """Wait until it has stopped, all right."""
        assert self._process.wait(seconds) == 0

    def close(self) -> None:
        self.client.close()
        self.terminate()
        try:
            self._process.wait(40)
        finally:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()


class Game:
    """A game on a running service; `call` repeats a call whose answer was lost."""

    def __init__(self, client: httpx.Client, body: dict[str, Any] | None = None) -> None:
        self.client = client
        created = client.post("/v1/games", json={"seed": 7, **(body or {})})
        assert created.status_code == 201, created.text
        document = created.json()
        self.path = f"/v1/games/{document['game']['id']}"
        self.owner: str = document["owner_token"]
        self.tokens: dict[int, str] = {one["seat"]: one["token"] for one in document["seat_tokens"]}

    def get(self) -> dict[str, Any]:
        answer = self.client.get(self.path)
        assert answer.status_code == 200, answer.text
        document: dict[str, Any] = answer.json()
        return document

    def legal(self, count: int) -> list[str]:
        answer = self.client.get(f"{self.path}/legal-moves", params={"limit": count})
        moves: list[str] = answer.json()["moves"]
        return moves

    def moves(self) -> list[dict[str, Any]]:
        answer = self.client.get(f"{self.path}/moves", params={"limit": 1000})
        moves: list[dict[str, Any]] = answer.json()["moves"]
        return moves

    def play(self, number: int, seat: int, move: str, *, client: httpx.Client | None = None) -> httpx.Response:
        return (client or self.client).post(
            f"{self.path}/moves",
            json={"number": number, "move": move},
            headers={"Authorization": f"Bearer {self.tokens[seat]}"},
        )

    def delete(self) -> httpx.Response:
        return self.client.delete(self.path, headers={"Authorization": f"Bearer {self.owner}"})


def at_once(calls: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Make all calls at once, each in a thread of its own."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def until_answered(call: Callable[[], httpx.Response]) -> httpx.Response:
    """Repeat a call until it is answered by something else than 503, as a client does."""
    deadline = time.monotonic() + 30
    while True:
        with suppress(httpx.TransportError):
            answer = call()
            if answer.status_code != 503:
                return answer
        assert time.monotonic() < deadline, "the call was never answered"
        time.sleep(0.02)
