"""The example bot plays whole games against a real service, also over a bad connection."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from service.rules import CheckedRecord, check_record
from tests.examples.serving import ROOT, running_service

pytestmark = pytest.mark.xdist_group("random_bot")  # one service for all of them

BOT = ROOT / "examples" / "random_bot.py"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_service(tmp_path_factory.mktemp("data")) as address:
        yield address


@contextmanager
def bad_connection(address: str) -> Iterator[str]:
    """Stand between client and service: lose every 10th answer, and say 503 in place of every 7th call."""
    host = urlsplit(address).netloc
    calls = 0

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            nonlocal calls
            calls += 1
            if calls % 7 == 0:
                self.answer(503, b"{}", {"Retry-After": "0"})
                return
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            wanted = {name: value for name, value in self.headers.items() if name != "Host"}
            connection = HTTPConnection(host, timeout=30)
            connection.request(self.command, self.path, body or None, wanted)
            real = connection.getresponse()
            content = real.read()
            connection.close()
            if calls % 10 != 0:
                self.answer(real.status, content, {"Content-Type": "application/json"})

        do_POST = do_GET  # noqa: N815 - the name that http.server looks for

        def answer(self, status: int, content: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def run_bot(*arguments: str) -> list[str]:
    ran = subprocess.run(
        [sys.executable, str(BOT), *arguments], capture_output=True, text=True, check=True, timeout=240
    )
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def record_of(service: str, first_line: str) -> CheckedRecord:
    found = re.match(r"game (\w+),", first_line)
    assert found is not None
    with urlopen(f"{service}/v1/games/{found[1]}/record", timeout=30) as answer:
        return check_record(json.load(answer))


def test_it_plays_a_whole_game_and_prints_each_move_and_the_winner(service: str) -> None:
    first, *moves, last = run_bot(service, "3")
    checked = record_of(service, first)
    assert checked.outcome is not None
    assert last == f"finished ({checked.outcome.reason}), seat {checked.outcome.winner} has won"
    printed = [re.fullmatch(r" *\d+  seat [12]  (\S+ \S+(?: \S+)?) +\d+ : \d+", line) for line in moves]
    assert [found and found[1] for found in printed] == list(checked.record.moves)


def test_one_seed_gives_one_game_also_when_answers_are_lost(service: str) -> None:
    undisturbed = run_bot(service, "3")
    with bad_connection(service) as address:
        disturbed = run_bot(address, "3")
    assert disturbed[1:] == undisturbed[1:]
    assert len(record_of(service, disturbed[0]).record.moves) == len(disturbed) - 2


def test_it_is_short_enough_to_read_at_a_glance() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 60


def test_it_says_what_is_wrong_and_ends_when_the_service_refuses(service: str) -> None:
    ran = subprocess.run(
        [sys.executable, str(BOT), service, "-1"], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 1
    assert "422" in ran.stderr
    assert "invalid_field" in ran.stderr
