"""Processes that think, for real: killed, stopped, closed, left alone."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import psutil
import pytest

from service.bots import Advice, suggest
from service.games.errors import TooBusy
from service.rules import Color, Options, format_position, start_position
from service.thinking import Outcome, Thinkers, ThinkingFailed, ThinkingLate, child, thinkers

pytestmark = pytest.mark.xdist_group("processes")

POSITION = start_position(((Color.RED,), (Color.BLUE,)), Options(), seed=7)
TEXT = format_position(POSITION)
ENDLESS = 10**9
"""More nodes than there are seconds for."""


class Notes:
    """What an observer has heard."""

    def __init__(self) -> None:
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.seconds: list[float] = []
        self.busy = 0

    def thought(self, level: str, outcome: Outcome, seconds: float) -> None:
        self.outcomes[level, outcome] += 1
        self.seconds.append(seconds)

    def thinking(self, change: int) -> None:
        self.busy += change


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def one(notes: Notes) -> Iterator[Thinkers]:
    """One process, and a queue for two."""
    found = Thinkers(1, 2, notes)
    yield found
    found.close()


def until(holds: Callable[[], object], within: float = 30) -> None:
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline, "it did not come to hold"
        time.sleep(0.01)


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def long_thought(found: Thinkers, seconds: float = 20) -> Future[Advice]:
    """A thought that lasts until its time is over, or its process is."""
    return found.suggest(TEXT, "search-3", nodes=ENDLESS, seconds=seconds)


def pid_at_work(found: Thinkers, thought: Future[Advice], *, other_than: int = 0) -> int:
    """The number of the one process, once a thought is its business."""

    def others() -> list[int]:
        return [pid for pid in found.pids if pid != other_than]

    until(lambda: thought.running() and others())
    return others()[0]


def test_a_thought_gives_what_the_bots_say(one: Thinkers) -> None:
    wanted = suggest(POSITION, "search-1", count=4, seed=3, nodes=20)
    found = one.suggest(TEXT, "search-1", count=4, seed=3, nodes=20).result(30)
    assert found.choices == wanted.choices
    assert (found.nodes, found.complete) == (wanted.nodes, True)


def test_nothing_is_started_before_the_first_thought_and_one_process_serves_all(one: Thinkers) -> None:
    assert one.pids == []
    one.suggest(TEXT, "random").result(30)
    first = one.pids
    one.suggest(TEXT, "greedy").result(30)
    assert len(first) == 1
    assert one.pids == first


def test_it_steps_back_behind_its_worker(one: Thinkers) -> None:
    one.suggest(TEXT, "random").result(30)
    assert psutil.Process(one.pids[0]).nice() == min(19, os.nice(0) + child.NICENESS)


def test_it_loads_neither_the_web_nor_the_games() -> None:
    command = [sys.executable, "-P", "-X", "importtime", str(Path(child.__file__))]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    loaded = {line.rpartition("|")[2].strip() for line in ended.stderr.splitlines()}
    assert "service.bots" in loaded
    assert not {"flask", "marshmallow", "redis", "orjson", "service.games", "service.thinking"} & loaded


def test_a_time_bound_cuts_it_short(one: Thinkers, notes: Notes) -> None:
    found = long_thought(one, 0.3).result(30)
    assert not found.complete
    assert found.choices
    assert notes.outcomes == {("search-3", "cut_short"): 1}


def test_without_a_time_bound_there_is_one_all_the_same(one: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "LONGEST_SECONDS", 0.3)
    found = one.suggest(TEXT, "search-3", nodes=ENDLESS).result(30)
    assert not found.complete


def test_a_full_queue_refuses_at_once_and_takes_again_when_there_is_room(one: Thinkers, notes: Notes) -> None:
    running = long_thought(one, 2)
    until(running.running)
    waiting = [one.suggest(TEXT, "greedy") for _ in range(2)]
    assert one.busy == notes.busy == 3
    with pytest.raises(TooBusy):
        one.suggest(TEXT, "greedy")
    assert not running.done()
    assert not running.result(30).complete
    assert all(thought.result(30).complete for thought in waiting)
    assert one.suggest(TEXT, "greedy").result(30).complete
    assert one.busy == notes.busy == 0
    assert notes.outcomes == {("search-3", "cut_short"): 1, ("greedy", "complete"): 3, ("greedy", "refused"): 1}


def test_who_has_given_up_waiting_keeps_no_place(one: Thinkers, notes: Notes) -> None:
    running = long_thought(one, 1)
    until(running.running)
    left, kept = (one.suggest(TEXT, "greedy") for _ in range(2))
    assert left.cancel()
    another = one.suggest(TEXT, "greedy")
    assert [thought.result(30).complete for thought in (running, kept, another)] == [False, True, True]
    assert notes.outcomes == {("search-3", "cut_short"): 1, ("greedy", "complete"): 2}
    assert notes.busy == 0


def test_a_process_that_is_killed_over_a_thought_is_replaced_and_the_thought_comes_true(one: Thinkers) -> None:
    one.suggest(TEXT, "random").result(30)
    thought = long_thought(one, 1)
    killed = pid_at_work(one, thought)
    os.kill(killed, signal.SIGKILL)
    assert thought.result(30).choices
    assert killed not in one.pids


def test_a_process_that_is_killed_while_it_rests_is_replaced(one: Thinkers, notes: Notes) -> None:
    one.suggest(TEXT, "random").result(30)
    killed = one.pids[0]
    os.kill(killed, signal.SIGKILL)
    until(lambda: gone(killed))
    assert one.suggest(TEXT, "random").result(30).complete
    assert killed not in one.pids
    assert notes.outcomes == {("random", "complete"): 2}


def test_a_thought_that_costs_two_processes_fails_alone(one: Thinkers, notes: Notes) -> None:
    thought = long_thought(one)
    waiting = one.suggest(TEXT, "greedy")
    first = pid_at_work(one, thought)
    os.kill(first, signal.SIGKILL)
    os.kill(pid_at_work(one, thought, other_than=first), signal.SIGKILL)
    with pytest.raises(ThinkingFailed, match="signal 9"):
        thought.result(30)
    assert waiting.result(30).complete
    assert notes.outcomes == {("search-3", "failed"): 1, ("greedy", "complete"): 1}


def test_a_process_that_hangs_is_replaced_and_keeps_nobody_but_its_own_thought(notes: Notes) -> None:
    two = Thinkers(2, 2, notes, slack=0.5)
    try:
        two.suggest(TEXT, "random").result(30)
        hanging = long_thought(two, 1)
        stopped = pid_at_work(two, hanging)
        os.kill(stopped, signal.SIGSTOP)
        assert two.suggest(TEXT, "greedy").result(30).complete
        with pytest.raises(ThinkingLate):
            hanging.result(30)
        assert gone(stopped)
        assert all(two.suggest(TEXT, "greedy").result(30).complete for _ in range(3))
        assert notes.outcomes == {("search-3", "late"): 1, ("greedy", "complete"): 4, ("random", "complete"): 1}
    finally:
        two.close()


@pytest.mark.parametrize(("position", "level"), [(TEXT, "none"), ("no position", "greedy")])
def test_what_the_bots_refuse_fails_and_costs_no_process(one: Thinkers, position: str, level: str) -> None:
    one.suggest(TEXT, "greedy").result(30)
    pids = one.pids
    with pytest.raises(ValueError, match=r"\w"):
        one.suggest(position, level).result(30)
    assert one.pids == pids


def test_closing_ends_all_of_it(one: Thinkers, notes: Notes) -> None:
    running = long_thought(one)
    pid = pid_at_work(one, running)
    waiting = one.suggest(TEXT, "greedy")
    one.close()
    for thought in (running, waiting):
        with pytest.raises(ThinkingFailed, match="ending"):
            thought.result(0)
    assert gone(pid)
    assert one.busy == notes.busy == 0
    with pytest.raises(TooBusy):
        one.suggest(TEXT, "greedy")


def test_it_works_beside_more_open_files_than_select_can_name(one: Thinkers) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2000:
        pytest.fail("this needs 2000 open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2000), hard))
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        assert one.suggest(TEXT, "greedy").result(30).complete
    finally:
        for descriptor in opened:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


OWNER = """
import sys, time
from service.thinking import Thinkers
found = Thinkers(1, 1)
found.suggest(sys.argv[1], "random").result(30)
if sys.argv[2] == "thinking":
    found.suggest(sys.argv[1], "search-3", nodes=10**9, seconds=3)
print(*found.pids, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("doing", ["resting", "thinking"])
@pytest.mark.parametrize("end", ["killed", "leaves"])
def test_no_process_outlives_its_worker(doing: str, end: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, TEXT, doing], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdin is not None
        pid = int(owner.stdout.readline())
        assert not gone(pid)
        if end == "killed":
            owner.kill()
        else:
            owner.stdin.close()
        owner.wait(30)
        until(lambda: gone(pid))


def test_what_asks_to_end_is_not_followed_while_the_worker_still_works(one: Thinkers) -> None:
    one.suggest(TEXT, "random").result(30)
    pids = one.pids
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(pids[0], number)
    assert one.suggest(TEXT, "random").result(30).complete
    assert one.pids == pids
