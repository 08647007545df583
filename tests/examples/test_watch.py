"""The example that watches a game misses nothing, also when the service is killed meanwhile."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.examples.serving import ROOT, running_process, running_service

WATCH = ROOT / "examples" / "watch.py"


class Game:
    """A game of two that the test plays, always the first legal move."""

    def __init__(self, service: str) -> None:
        self.service = service
        created = self.call("POST", "", "", {"seed": 7, "seats": [{"name": "Ada"}, {}]})
        self.id: str = created["game"]["id"]
        self.tokens = {entry["seat"]: entry["token"] for entry in created["seat_tokens"]}

    def call(self, method: str, tail: str, token: str = "", body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.service}/v1/games{tail}", data, headers, method=method), timeout=30) as answer:
            return json.load(answer)

    def play(self) -> str:
        """Play a move; return it as it is printed."""
        legal = self.call("GET", f"/{self.id}/legal-moves?limit=1")
        choice = {"number": legal["number"], "move": legal["moves"][0]}
        self.call("POST", f"/{self.id}/moves", self.tokens[legal["seat"]], choice)
        return f"{legal['number']} seat {legal['seat']} {choice['move']}"

    def leave(self, seat: int) -> None:
        self.call("DELETE", f"/{self.id}/seats/{seat}", self.tokens[seat])


@contextmanager
def watching(*arguments: str) -> Iterator[Iterator[str]]:
    """Run the example; give its lines, without the blanks that line them up. After a minute there are no more."""
    command = [sys.executable, str(WATCH), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        timer = threading.Timer(60, process.kill)
        timer.start()
        assert process.stdout is not None
        try:
            yield (" ".join(line.split()) for line in process.stdout)
            assert process.wait(30) == 0
        finally:
            timer.cancel()
            process.kill()


def moves_of(lines: list[str]) -> list[str]:
    """The moves among the lines, without the scores."""
    return [line.partition(" Ada ")[0] for line in lines if re.match(r"\d", line)]


def test_it_goes_on_where_it_was_after_the_service_was_killed(tmp_path: Path) -> None:
    with running_process(tmp_path) as (process, address):
        game = Game(address)
        played = [game.play() for _ in range(2)]
        with watching(game.id, address) as lines:
            printed = [next(lines)]
            played += [game.play() for _ in range(3)]
            printed += [next(lines) for _ in range(3)]
            process.kill()
            printed.append(next(lines))
            with running_service(tmp_path, urlsplit(address).port or 0):
                played += [game.play() for _ in range(3)]
                game.leave(1)
                printed += lines
    assert printed[0] == "playing Ada 0, seat 2 0"
    assert printed[4] == "(connecting again)"
    assert moves_of(printed) == played[2:]
    assert printed[-2:] == ["finished Ada (left) 0, seat 2 0", "the end: finished"]


def test_it_shows_a_finished_game_and_ends(tmp_path: Path) -> None:
    with running_service(tmp_path) as address:
        game = Game(address)
        game.leave(2)
        with watching(game.id, address) as lines:
            assert list(lines) == ["finished Ada 0, seat 2 (left) 0", "the end: finished"]


@pytest.mark.parametrize("arguments", [[], ["a" * 20]])
def test_it_says_what_is_wrong_and_ends(tmp_path: Path, arguments: list[str]) -> None:
    with running_service(tmp_path) as address:
        command = [sys.executable, str(WATCH), *arguments, *([address] if arguments else [])]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ("game_not_found" if arguments else "GAME_ID") in ran.stderr


def test_it_is_short_enough_to_read_at_a_glance() -> None:
    assert len(WATCH.read_text(encoding="utf-8").splitlines()) < 80
