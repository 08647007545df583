"""Lines that are written a moment later: all of them, each once, in their order."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from select import PIPE_BUF

import pytest

from service.telemetry.later import LaterLines
from tests.redis.node import wait_until

LATE = 3600.0


def test_lines_are_written_soon_and_in_their_order() -> None:
    stream = io.StringIO()
    lines = LaterLines(stream, seconds=0.01)
    for number in range(100):
        lines.put(f"{number}\n")
    wait_until(lambda: stream.getvalue().count("\n") == 100, "the lines are not written", 10)
    assert stream.getvalue() == "".join(f"{number}\n" for number in range(100))
    lines.put("one more\n")
    wait_until(lambda: stream.getvalue().endswith("99\none more\n"), "the line is not written", 10)


def test_lines_of_many_threads_are_whole() -> None:
    stream = io.StringIO()
    lines = LaterLines(stream, seconds=0.001, most=10)

    def tell(name: int) -> None:
        for number in range(200):
            lines.put(f"thread {name} line {number}\n")

    threads = [threading.Thread(target=tell, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines.flush()
    told = stream.getvalue().splitlines()
    for name in range(8):
        mine = [line for line in told if line.startswith(f"thread {name} ")]
        assert sorted(mine) == sorted(f"thread {name} line {number}" for number in range(200))


def test_a_stream_that_takes_nothing_for_a_while_is_waited_for() -> None:
    free = threading.Event()

    class Slow(io.StringIO):
        def write(self, text: str) -> int:
            free.wait(10)
            return super().write(text)

    stream = Slow()
    lines = LaterLines(stream, seconds=0.0, most=5)

    def tell() -> None:
        for number in range(100):
            lines.put(f"{number}\n")

    told = threading.Thread(target=tell)
    told.start()
    told.join(0.3)
    assert told.is_alive()
    assert len(lines._lines) <= 7
    free.set()
    told.join(10)
    lines.flush()
    assert len(stream.getvalue().splitlines()) == 100


def test_lines_are_written_in_pieces_that_a_pipe_does_not_tear_apart() -> None:
    pieces: list[str] = []

    class Pipe(io.StringIO):
        def write(self, text: str) -> int:
            pieces.append(text)
            return len(text)

    lines = LaterLines(Pipe(), seconds=LATE)
    told = [f"{number} {'x' * (number % 700)}\n" for number in range(900)]
    for line in told:
        lines.put(line)
    lines.flush()
    assert "".join(pieces) == "".join(told)
    assert all(len(piece) <= PIPE_BUF and piece.endswith("\n") for piece in pieces)
    assert len(pieces) < len(told) / 5
    lines.put("x" * 2 * PIPE_BUF + "\n")
    lines.flush()
    assert pieces[-1] == "x" * 2 * PIPE_BUF + "\n"


def test_without_a_thread_lines_are_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    stream = io.StringIO()
    lines = LaterLines(stream, seconds=0.01)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", no_more)
        lines.put("first\n")
        lines.put("second\n")
        assert stream.getvalue() == "first\nsecond\n"
    lines.put("third\n")
    wait_until(lambda: stream.getvalue().endswith("third\n"), "the line is not written", 10)


def test_a_stream_that_is_closed_harms_nobody() -> None:
    stream = io.StringIO()
    stream.close()
    lines = LaterLines(stream, seconds=LATE)
    lines.put("lost\n")
    lines.flush()
    assert not lines._lines


PROGRAM = """
import os, sys
from service.telemetry.later import LaterLines
lines = LaterLines(sys.stdout, seconds=3600)
lines.put("before the fork\\n")
child = os.fork()
lines.put("of the child\\n" if child == 0 else "of the parent\\n")
if child != 0:
    os.waitpid(child, 0)
"""


def test_a_process_that_ends_writes_what_is_left_and_a_forked_one_only_its_own() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, check=True, text=True, timeout=30)
    assert found.stdout == "of the child\nbefore the fork\nof the parent\n"
