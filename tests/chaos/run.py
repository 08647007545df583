"""A run: play, break, check."""

from __future__ import annotations

import contextlib
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.breaker import Breaker
from tests.chaos.caller import Caller
from tests.chaos.checker import Checker, wait_until_well
from tests.chaos.follower import Followers
from tests.chaos.instance import Instance
from tests.chaos.journal import Journal
from tests.chaos.layouts import LAYOUTS
from tests.chaos.player import Player
from tests.redis.ports import free_ports

PLAYERS = 5
INSTANCES = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run has come to: what was wrong, and how much had happened."""

    complaints: list[str]
    journal: Journal

    def __str__(self) -> str:
        journal = self.journal
        slowest = max((one.ended - one.started for one in journal.requests), default=0.0)
        lines = [
            f"{len(journal.created)} games, {len(journal.moves)} answered moves, {len(journal.claims)} claims, "
            f"{len(journal.left)} leaves, {len(journal.removed)} removals, {len(journal.events)} events",
            f"{len(journal.requests)} requests, the slowest took {slowest:.1f} s; answers: "
            + ", ".join(f"{status} {count}x" for status, count in sorted(_statuses(journal).items())),
            *(f"  {count}x {what}" for what, count in sorted(Counter(one.what for one in journal.faults).items())),
            f"{len(self.complaints)} complaints",
            *(f"  {complaint[:400]}" for complaint in self.complaints[:20]),
        ]
        return "\n".join(lines)


def run(
    layout_name: str,
    seconds: float,
    seed: int,
    *,
    binary: Path | None = None,
    program: str | None = None,
    breaking: bool = True,
) -> Outcome:
    """Let clients play for so long while things are broken, or are not; then check. `program`: see `Instance`."""
    journal = Journal()
    stop = threading.Event()
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder, contextlib.ExitStack() as stack:
        layout = LAYOUTS[layout_name](Path(folder), binary)
        stack.callback(layout.close)
        instances: list[Instance] = []
        for port in free_ports(INSTANCES):
            instances.append(Instance(port, layout.url, program=program, **layout.settings))
            stack.callback(instances[-1].close)
        urls = [instance.url for instance in instances]
        players = [Player(journal, urls, seed * 100 + index, stop, layout.stale) for index in range(PLAYERS)]
        all_started = threading.Event()
        followers = Followers(journal, urls, all_started)
        for thread in (*players, followers):
            thread.start()
        try:
            if breaking:
                Breaker(journal, instances, layout, seed).run(seconds)
            else:
                time.sleep(seconds)
        finally:
            stop.set()
            for player in players:
                player.join(120)
            all_started.set()
            followers.join(120)
        caller = Caller(journal, urls, seed)
        stack.callback(caller.close)
        wait_until_well(layout, caller)
        checker = Checker(journal, layout, caller)
        versions = checker.versions(wait=breaking or program is None)
        followers.finish(versions, 1 if journal.complaints else 30)
        checker.check_followed(versions)
        return Outcome(checker.find(), journal)


def _statuses(journal: Journal) -> Counter[str]:
    return Counter(f"{one.status or 'none'}{f' {one.code}' if one.code else ''}" for one in journal.requests)
