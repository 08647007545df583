"""Whole games are played through a running service while primaries die: what was answered is there."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import pytest

from tests.chaos.caller import Caller
from tests.chaos.checker import Checker, wait_until_well
from tests.chaos.follower import Followers
from tests.chaos.instance import Instance
from tests.chaos.journal import Journal
from tests.chaos.player import Player
from tests.redis.cluster import Cluster
from tests.redis.node import Node, wait_until
from tests.redis.ports import free_ports
from tests.redis.sentinels import Sentinels

pytestmark = [pytest.mark.xdist_group("processes"), pytest.mark.slow]

PLAYERS = 4


class Play:
    """Clients who play on one service and follow its streams, from the beginning of a block until its end."""

    def __init__(self, redis_url: str, **settings: str) -> None:
        self.journal = Journal()
        self._instance = Instance(free_ports(1)[0], redis_url, **settings)
        self._urls = [self._instance.url]

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        stop, all_started = threading.Event(), threading.Event()
        players = [Player(self.journal, self._urls, seed, stop, stale=5.0) for seed in range(PLAYERS)]
        self._followers = Followers(self.journal, self._urls, all_started)
        for thread in (*players, self._followers):
            thread.start()
        try:
            self.wait_for_moves(40)
            yield
            self.wait_for_moves(40)
        finally:
            stop.set()
            for player in players:
                player.join(60)
            all_started.set()
            self._followers.join(60)

    def wait_for_moves(self, count: int) -> None:
        """Wait until so many more have been answered."""
        goal = len(self.journal.moves) + count
        wait_until(lambda: len(self.journal.moves) >= goal or bool(self.journal.complaints), "nobody plays", 60)

    def find(self, redis_url: str, *, stale: float) -> list[str]:
        """Return all that is wrong now."""
        caller = Caller(self.journal, self._urls, 1, stale)
        layout = Where(redis_url, stale)
        wait_until_well(layout, caller)
        checker = Checker(self.journal, layout, caller)
        versions = checker.versions()
        self._followers.finish(versions, 30)
        checker.check_followed(versions)
        found = checker.find()
        caller.close()
        return found

    def close(self) -> None:
        self._instance.close()


class Where:
    """A store in which nothing is to be broken here."""

    def __init__(self, url: str, stale: float) -> None:
        self.url = url
        self.stale = stale
        self.settings: dict[str, str] = {}

    def faults(self) -> dict[str, Callable[..., None]]:
        return {}

    def nodes(self) -> list[Node]:
        return []

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _slack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.chaos.checker.SLACK", 12.0)  # other tests run beside these


@pytest.fixture
def on_cluster(whole: Cluster) -> Iterator[Play]:
    play = Play(whole.url, KILN_REDIS_WAIT_REPLICAS="1")
    yield play
    play.close()


@pytest.fixture
def behind_sentinels(watched: Sentinels) -> Iterator[Play]:
    play = Play(watched.url, KILN_REDIS_WAIT_REPLICAS="1")
    yield play
    play.close()


def test_a_primary_of_a_cluster_dies(whole: Cluster, on_cluster: Play) -> None:
    with on_cluster.playing():
        old = whole.primary(0)
        old.kill()
        whole.wait_for_another_than(0, old)
        old.start()
        whole.mend()
    assert on_cluster.find(whole.url, stale=3.0) == []


def test_every_server_of_a_cluster_is_replaced_once(whole: Cluster, on_cluster: Play) -> None:
    """So whichever a stream is heard at, it goes on."""
    with on_cluster.playing():
        for part in range(3):
            old = whole.primary(part)
            old.stall()
            whole.wait_for_another_than(part, old)
            old.go_on()
            whole.mend()
    assert on_cluster.find(whole.url, stale=3.0) == []


def test_a_primary_that_sentinels_watch_dies(watched: Sentinels, behind_sentinels: Play) -> None:
    with behind_sentinels.playing():
        old = watched.primary()
        old.kill()
        watched.wait_for_another_than(old)
        old.start()
        watched.mend()
    assert behind_sentinels.find(watched.url, stale=3.0) == []


def test_without_waiting_no_more_is_lost_than_the_replica_has_not_got(watched: Sentinels) -> None:
    """Here the replica is cut off for the time of some moves, and then takes over."""
    play = Play(watched.url)
    try:
        with play.playing():
            old = watched.primary()
            replica = next(node for node in watched.nodes if node is not old)
            safe = [str(move) for move in play.journal.moves]
            replica.stall()
            old.ask("CLIENT", "KILL", "TYPE", "replica")
            play.wait_for_moves(20)
            old.kill()
            replica.go_on()
            watched.wait_for_another_than(old)
            old.start()
            watched.mend()
        found = [one for one in play.find(watched.url, stale=60.0) if "was answered, and is" in one]
        assert found, "nothing was lost: a test of nothing"
        assert [one for one in found if any(move in one for move in safe)] == []
    finally:
        play.close()
