"""The example bot plays any seat of any game to its end, whatever happens to connection, service and bot."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from service.rules import check_record
from tests.examples.serving import ROOT, running_process, running_service

pytestmark = pytest.mark.xdist_group("processes")

BOT = ROOT / "examples" / "bot.py"


class Table:
    """A game, with the tokens of all its seats."""

    def __init__(self, service: str, **wanted: Any) -> None:
        self.service = service
        created = self.call("POST", "", {"seed": 7, **wanted})
        self.id: str = created["game"]["id"]
        self.tokens: dict[int, str] = {entry["seat"]: entry["token"] for entry in created["seat_tokens"]}

    def call(self, method: str, tail: str, body: Any = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.service}/v1/games{tail}", data, headers, method=method), timeout=30) as answer:
            return json.load(answer)

    def game(self) -> Any:
        return self.call("GET", f"/{self.id}")

    def wait_for(self, number: int) -> None:
        """Return once a move with this number is to be played, or the game is over."""
        deadline = time.monotonic() + 60
        while (game := self.game())["number"] < number and game["status"] != "finished":
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def moves_by_seat(self) -> dict[int, list[str]]:
        """All moves that have been played, as a bot prints them; the record is checked on the way."""
        check_record(self.call("GET", f"/{self.id}/record"))
        played = self.call("GET", f"/{self.id}/moves?limit=1000")["moves"]
        return {
            seat: [f"{move['number']:4}  {move['move']}" for move in played if move["seat"] == seat]
            for seat in self.tokens
        }


@contextmanager
def bot(table: Table, seat: int, *, address: str = "") -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "KILN_TOKEN": table.tokens[seat]}
    environment.pop("KILN_API_KEY", None)
    command = [sys.executable, str(BOT), table.id, address or table.service]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def lines_of(process: subprocess.Popen[str]) -> list[str]:
    """What a bot has printed, once it has come to its end."""
    output, errors = process.communicate(timeout=90)
    assert (process.returncode, errors) == (0, "")
    return output.splitlines()


@contextmanager
def cut_connections(address: str) -> Iterator[tuple[str, list[int]]]:
    """Pass everything on, and cut each connection after some bytes of its answer, sooner or later, often in an event.

    Calls other than streams lose every third answer. Gives the address for the client, and where cuts are counted.
    """
    host, port = urlsplit(address).hostname, urlsplit(address).port
    assert host is not None
    assert port is not None
    place = (host, port)
    cuts = [0]
    calls = 0

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            nonlocal calls
            calls += 1
            head, length = b"", 0
            while not head.endswith(b"\r\n\r\n"):
                line = self.rfile.readline()
                if not line:
                    return
                head += line
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            stream = b"/events " in head
            left = 2500 + 1700 * (calls % 5) if stream else 0 if calls % 3 == 0 else 10**9
            with socket.create_connection(place, timeout=60) as connection:
                connection.sendall(head + self.rfile.read(length))
                while piece := connection.recv(4096):
                    if len(piece) > left:
                        self.wfile.write(piece[:left])
                        cuts[0] += 1
                        return
                    left -= len(piece)
                    self.wfile.write(piece)

    class Server(ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

        def handle_error(self, *_: Any) -> None:
            """A client that has gone is none."""

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", cuts
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_service(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.mark.parametrize(
    "wanted", [{}, {"players": 3}, {"two_color": True, "goal": "both", "target": 3}], ids=["two", "three", "two-color"]
)
def test_bots_at_all_seats_play_a_game_to_its_end(service: str, wanted: dict[str, Any]) -> None:
    table = Table(service, **{"target": 5, **wanted})
    with ExitStack() as bots:
        processes = {seat: bots.enter_context(bot(table, seat)) for seat in table.tokens}
        printed = {seat: lines_of(process) for seat, process in processes.items()}
    winner = table.game()["outcome"]["winner"]
    moves = table.moves_by_seat()
    for seat, lines in printed.items():
        assert lines == [*moves[seat], f"the end: seat {winner} has won"]


def test_it_plays_on_over_a_connection_that_is_cut_again_and_again(service: str) -> None:
    table = Table(service, target=2)
    with cut_connections(service) as (address, cuts), bot(table, 1, address=address) as bad, bot(table, 2) as good:
        printed = {1: lines_of(bad), 2: lines_of(good)}
    assert cuts[0] > 10
    for seat, moves in table.moves_by_seat().items():
        assert printed[seat][:-1] == moves


def test_it_plays_on_when_the_service_is_killed_and_started_again(tmp_path: Path) -> None:
    with ExitStack() as bots:
        with running_process(tmp_path) as (process, address):
            table = Table(address, target=8)
            players = {seat: bots.enter_context(bot(table, seat)) for seat in (1, 2)}
            table.wait_for(6)
            process.kill()
            process.wait(30)
        with running_service(tmp_path, urlsplit(address).port or 0):
            printed = {seat: lines_of(player) for seat, player in players.items()}
            moves = table.moves_by_seat()
            assert table.game()["status"] == "finished"
    for seat, lines in printed.items():
        assert lines[:-1] == moves[seat]
    assert sum(map(len, moves.values())) >= 6


def test_a_bot_that_was_killed_and_started_again_goes_on_where_it_was(service: str) -> None:
    table = Table(service, target=5)
    with bot(table, 2) as other:
        with bot(table, 1) as first:
            table.wait_for(5)
            first.kill()
            before = first.communicate()[0].splitlines()
        with bot(table, 1) as second:
            after = lines_of(second)[:-1]
        lines_of(other)
    moves = table.moves_by_seat()[1]
    said = set(before) | set(after)
    assert said <= set(moves)
    assert len(set(moves) - said) <= 1  # it may be killed after playing a move, and before it says so
    assert sorted(set(after) - set(before)) == after[-len(set(after) - set(before)) :]


def test_it_plays_against_a_level_of_the_service(service: str) -> None:
    table = Table(service, target=3, seats=[{}, {"bot": {"level": "greedy"}}])
    assert list(table.tokens) == [1]
    with bot(table, 1) as process:
        printed = lines_of(process)
    winner = table.game()["outcome"]["winner"]
    assert printed == [*table.moves_by_seat()[1], f"the end: seat {winner} has won"]


def test_two_bots_at_one_seat_play_each_move_once(service: str) -> None:
    table = Table(service, target=4)
    with bot(table, 1) as one, bot(table, 1) as same, bot(table, 2) as other:
        printed = [lines_of(process)[:-1] for process in (one, same, other)]
    moves = table.moves_by_seat()
    assert set(printed[0]) | set(printed[1]) == set(moves[1])
    assert printed[2] == moves[2]


def test_it_waits_until_all_seats_are_taken(service: str) -> None:
    table = Table(service, target=3, seats=[{"name": "Bot"}, {"open": True}])
    with bot(table, 1) as process:
        time.sleep(0.5)
        claimed = table.call("POST", f"/{table.id}/seats/2", {})
        table.tokens[2] = claimed["seat_token"]["token"]
        with bot(table, 2):
            assert re.fullmatch(r"the end: seat [12] has won", lines_of(process)[-1])


def test_it_ends_with_a_game_that_another_has_left(service: str) -> None:
    table = Table(service)
    seat = table.game()["to_move"]
    with bot(table, 3 - seat) as process:
        time.sleep(0.3)
        table.call("DELETE", f"/{table.id}/seats/{seat}", token=table.tokens[seat])
        assert lines_of(process) == [f"the end: seat {3 - seat} has won"]


@pytest.mark.parametrize(("token", "word"), [("", "KILN_TOKEN is the token"), ("x" * 40, "token_unknown")])
def test_it_says_what_is_wrong_and_ends(service: str, token: str, word: str) -> None:
    table = Table(service)
    ran = subprocess.run(
        [sys.executable, str(BOT), table.id, service],
        env={**os.environ, "KILN_TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert word in ran.stderr


def test_it_is_short_enough_to_read_at_a_glance() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 120
