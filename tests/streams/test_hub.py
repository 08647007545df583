"""The thread that holds open connections, with real sockets."""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from service.api.streams import connection as connections
from service.api.streams import hub as hubs
from service.api.streams.connection import Connection
from service.api.streams.hub import COMMENT, Hub
from tests.streams.reading import PATIENCE, until


class Pair:
    """A connection in a hub, and its client."""

    def __init__(self, hub: Hub, first: bytes = b"", *, beats: bool = True, adopt: bool = True) -> None:
        given, self.client = socket.socketpair()
        given.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 20_000)
        self.client.settimeout(PATIENCE)
        self.closed = 0
        self.connection = Connection(given, self.on_closed, beats=beats)
        if adopt:
            hub.adopt(self.connection, first)

    def on_closed(self) -> None:
        self.closed += 1

    def read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            received = self.client.recv(count - len(data))
            assert received, f"closed after {data!r}"
            data += received
        return data

    def read_all(self) -> bytes:
        data = b""
        while received := self.client.recv(65_536):
            data += received
        return data

    def wait_for_end(self) -> None:
        until(lambda: self.closed, "the connection is still there")
        assert self.connection.sock.fileno() == -1


class Pairs:
    """Makes connections in one hub, and closes their clients at last."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.made: list[Pair] = []

    def __call__(self, first: bytes = b"", *, beats: bool = True, adopt: bool = True) -> Pair:
        self.made.append(Pair(self.hub, first, beats=beats, adopt=adopt))
        return self.made[-1]


@pytest.fixture
def pairs() -> Iterator[Pairs]:
    pairs = Pairs()
    yield pairs
    for pair in pairs.made:
        pair.client.close()
    until(lambda: len(pairs.hub) == 0, "the hub keeps a connection")
    until(
        lambda: all(pair.closed == 1 for pair in pairs.made if pair.connection.closed),
        "what follows the end has not come once",
    )


class TestWhatIsSent:
    def test_arrives_in_order(self, pairs: Pairs) -> None:
        pair = pairs(b"0,")
        for number in range(1, 1000):
            pairs.hub.send(pair.connection, b"%d," % number)
        wanted = b"".join(b"%d," % number for number in range(1000))
        assert pair.read(len(wanted)) == wanted

    def test_arrives_whole_where_the_client_takes_a_part_at_a_time(self, pairs: Pairs) -> None:
        first = bytes(range(256)) * 20_000  # more than may be unsent otherwise: a long past
        pair = pairs(first)
        pairs.hub.send(pair.connection, b"then")
        data = b""
        while len(data) < len(first) + 4:
            data += pair.read(min(100_000, len(first) + 4 - len(data)))
        assert data == first + b"then"
        pairs.hub.send(pair.connection, b"at last")
        assert pair.read(7) == b"at last"

    def test_by_two_threads_at_the_same_moment_arrives_at_once(
        self, pairs: Pairs, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """They once left it to each other to wake the hub, which then slept on."""
        made = [pairs(b"x") for _ in range(2)]
        for pair in made:
            assert pair.read(1) == b"x"
        time.sleep(0.1)  # until the hub sleeps
        both = threading.Barrier(2)

        class Met(deque[Any]):
            def append(self, call: Any) -> None:
                super().append(call)
                both.wait(PATIENCE)

        monkeypatch.setattr(pairs.hub, "_calls", Met())
        threads = [threading.Thread(target=pairs.hub.send, args=(pair.connection, b"y")) for pair in made]
        for thread in threads:
            thread.start()
        for pair, thread in zip(made, threads, strict=True):
            pair.client.settimeout(5)
            assert pair.read(1) == b"y"
            thread.join()
        monkeypatch.undo()

    def test_by_many_threads_arrives(self, pairs: Pairs) -> None:
        made = [pairs() for _ in range(8)]

        def talk(pair: Pair) -> None:
            for number in range(500):
                pairs.hub.send(pair.connection, b"%3d" % number)
                heard.append(int(pair.read(3)))

        heard: list[int] = []
        threads = [threading.Thread(target=talk, args=(pair,)) for pair in made]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(heard) == sorted(list(range(500)) * len(made))

    def test_to_a_client_that_reads_too_slowly_ends_its_connection_and_no_other(
        self, pairs: Pairs, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "_UNSENT_LIMIT", 200_000)
        slow, quick = pairs(), pairs()
        sent = 0
        while not slow.closed:
            pairs.hub.send(slow.connection, b"x" * 10_000)
            pairs.hub.send(quick.connection, b"x" * 10_000)
            assert quick.read(10_000) == b"x" * 10_000
            sent += 10_000
            assert sent < 2_000_000
        slow.wait_for_end()
        with_some = slow.read_all()
        assert set(with_some) == set(b"x")
        assert len(with_some) < sent
        assert not quick.closed

    def test_after_the_end_is_nothing(self, pairs: Pairs) -> None:
        pair = pairs(b"first,")
        pairs.hub.finish(pair.connection, b"last")
        pairs.hub.send(pair.connection, b"more")
        pairs.hub.finish(pair.connection, b"more")
        assert pair.read_all() == b"first,last"
        pair.client.close()
        pair.wait_for_end()
        pairs.hub.send(pair.connection, b"more")


class TestComments:
    def test_come_again_and_again_to_streams_alone(self, pairs: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(hubs, "COMMENT_SECONDS", 0.05)
        stream, waiting = pairs(b"first\n"), pairs(beats=False)
        assert stream.read(6 + 5 * len(COMMENT)) == b"first\n" + COMMENT * 5
        pairs.hub.finish(waiting.connection, b"answer")
        assert waiting.read_all() == b"answer"

    def test_are_comments(self) -> None:
        assert COMMENT.startswith(b":")
        assert COMMENT.endswith(b"\n")
        assert hubs.COMMENT_SECONDS < 15


class TestTheEnd:
    def test_comes_after_all_that_is_unsent(self, pairs: Pairs) -> None:
        pair = pairs(b"x" * 1_000_000)
        pairs.hub.finish(pair.connection, b"last")
        assert pair.read_all() == b"x" * 1_000_000 + b"last"
        pair.client.close()
        pair.wait_for_end()

    @pytest.mark.parametrize("unsent", [0, 1_000_000])
    def test_comes_without_the_client_too(self, pairs: Pairs, monkeypatch: pytest.MonkeyPatch, unsent: int) -> None:
        """It does not read, or does not close."""
        monkeypatch.setattr(hubs, "_LINGER_SECONDS", 0.1)
        monkeypatch.setattr(hubs, "_FINISH_SECONDS", 0.1)
        pair = pairs(b"x" * unsent)
        pairs.hub.finish(pair.connection, b"last")
        pair.wait_for_end()

    @pytest.mark.parametrize("beats", [True, False])
    @pytest.mark.parametrize("how", ["close", "half-close"])
    def test_comes_when_the_client_goes(self, pairs: Pairs, how: str, beats: bool) -> None:
        pair = pairs(beats=beats)
        if how == "close":
            pair.client.close()
        else:
            pair.client.shutdown(socket.SHUT_WR)
        pair.wait_for_end()
        assert pair.closed == 1

    def test_comes_when_the_client_went_before_it_was_there(self, pairs: Pairs) -> None:
        pair = pairs(adopt=False)
        pair.client.close()
        pairs.hub.adopt(pair.connection, b"first")
        pairs.hub.send(pair.connection, b"second")
        pair.wait_for_end()

    def test_comes_to_what_is_no_connection_any_more_and_to_no_other(self, pairs: Pairs) -> None:
        bad, good = pairs(adopt=False), pairs()
        bad.connection.sock.close()
        pairs.hub.adopt(bad.connection, b"first")
        bad.wait_for_end()
        pairs.hub.send(good.connection, b"fine")
        assert good.read(4) == b"fine"

    def test_may_go_wrong_for_one(self, pairs: Pairs) -> None:
        bad, good = pairs(adopt=False), pairs()

        def fail() -> None:
            bad.on_closed()
            raise RuntimeError("as a test")

        bad.connection.on_closed = fail
        pairs.hub.adopt(bad.connection, b"")
        bad.client.close()
        bad.wait_for_end()
        pairs.hub.send(good.connection, b"fine")
        assert good.read(4) == b"fine"

    def test_comes_to_who_sends_without_end(self, pairs: Pairs) -> None:
        pair = pairs()
        pair.client.sendall(b"x" * 1000)
        pairs.hub.send(pair.connection, b"fine")
        assert pair.read(4) == b"fine"
        with pytest.raises(OSError, match=r"Broken pipe|Connection reset"):  # noqa: PT012 - any of them
            for _ in range(1000):
                pair.client.sendall(b"x" * 1000)
                time.sleep(0.001)
        pair.wait_for_end()


class TestAStop:
    def test_ends_streams_also_those_that_still_come(self, pairs: Pairs) -> None:
        before = pairs(b"first,")
        waiting = pairs(beats=False)
        pairs.hub.stop(b"bye")
        after = pairs(b"first,")
        for pair in (before, after):
            assert pair.read_all() == b"first,bye"
        pairs.hub.finish(waiting.connection, b"answer")
        assert waiting.read_all() == b"answer"

    def test_is_over_when_all_are_gone(self, pairs: Pairs) -> None:
        made = [pairs() for _ in range(3)]
        pairs.hub.stop(b"bye")
        for pair in made:
            assert pair.read_all() == b"bye"
            pair.client.close()
        pairs.hub.join(PATIENCE)
        assert len(pairs.hub) == 0

    def test_does_not_wait_for_ever(self, pairs: Pairs) -> None:
        pairs(beats=False)
        pairs.hub.stop(b"bye")
        pairs.hub.join(0.1)
        assert len(pairs.hub) == 1

    def test_of_nothing_is_nothing(self) -> None:
        hub = Hub()
        hub.join(PATIENCE)
