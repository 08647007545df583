"""The smaller parts: places, what a thread is to do, an answer that gives its connection away."""

from __future__ import annotations

import gc
import queue
import socket
import threading
import time
from collections.abc import Iterable
from typing import Any

import pytest

from service.api.streams.agenda import Agenda
from service.api.streams.events import end_event, event_bytes, goodbye, retry_bytes
from service.api.streams.handover import HandedOver, HandedOverBody, can_hand_over, head_bytes, recording
from service.api.streams.slots import Slots, TooManyWaiters
from service.api.streams.watchers import Waiter
from tests.streams.reading import PATIENCE


class TestSlots:
    def test_there_are_so_many(self) -> None:
        slots = Slots(3, 2)
        first = slots.take("a", "stream")
        slots.take("a", "stream")
        with pytest.raises(TooManyWaiters, match="this address"):
            slots.take("a", "stream")
        slots.take("b", "stream")
        with pytest.raises(TooManyWaiters, match="this worker"):
            slots.take("c", "stream")
        assert slots.taken == 3
        first.give_back()
        slots.take("a", "stream")
        assert slots.taken == 3

    def test_a_place_is_given_back_once(self) -> None:
        slots = Slots(2, 2)
        first, second = slots.take("a", "stream"), slots.take("a", "stream")
        for _ in range(3):
            first.give_back()
        assert slots.taken == 1
        second.give_back()
        assert slots.taken == 0

    def test_there_may_be_none(self) -> None:
        for slots in (Slots(0, 5), Slots(5, 0)):
            with pytest.raises(TooManyWaiters):
                slots.take("a", "stream")
            assert slots.taken == 0

    def test_many_threads_take_and_give_back(self) -> None:
        slots = Slots(5, 3)
        refused = []

        def use(address: str) -> None:
            for _ in range(2000):
                try:
                    slot = slots.take(address, "wait")
                except TooManyWaiters:
                    refused.append(address)
                else:
                    slot.give_back()

        threads = [threading.Thread(target=use, args=("ab"[index % 2],)) for index in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert slots.taken == 0
        assert [slots.take("a", "stream"), slots.take("a", "stream"), slots.take("a", "stream")]


class TestAgenda:
    def test_what_is_due_first_is_done_first_whatever_was_asked_first(self) -> None:
        agenda, done = Agenda("test"), queue.SimpleQueue[str]()
        now = time.monotonic()
        for name, seconds in (("third", 0.3), ("second", 0.2), ("first", 0.1), ("at once", -1), ("at once too", -1)):
            agenda.at(now + seconds, lambda name=name: done.put(name))  # type: ignore[misc]  # mypy guesses no lambda's default
        told = [done.get(timeout=PATIENCE) for _ in range(5)]
        assert told == ["at once", "at once too", "first", "second", "third"]
        assert time.monotonic() >= now + 0.3

    def test_what_fails_stops_nothing(self) -> None:
        agenda, done = Agenda("test"), queue.SimpleQueue[str]()
        agenda.at(0, lambda: 1 / 0)  # type: ignore[arg-type]  # as a test
        agenda.at(0, lambda: done.put("done"))
        assert done.get(timeout=PATIENCE) == "done"


class TestWaiter:
    def test_is_done_once_whatever_comes_first(self) -> None:
        calls: list[int] = []
        waiter = Waiter(1, lambda: calls.append(1))
        waiter.end("finished")
        assert calls == []
        waiter.end("deleted")
        waiter.done()
        waiter.give_up()
        assert calls == [1]

    def test_is_not_done_after_its_client_has_gone(self) -> None:
        waiter = Waiter(1, lambda: pytest.fail("nobody is there"))
        waiter.cancel()
        waiter.done()


class TestHandover:
    def environ(self) -> dict[str, Any]:
        """What an application got whose answer can be handed over, and has begun."""
        environ: dict[str, Any] = {}

        def application(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
            start("200 OK", [("Content-Type", "text/plain")])
            return []

        assert not can_hand_over(environ)
        recording(application)(environ, lambda *_: None)
        assert can_hand_over(environ)
        return environ

    def test_a_server_that_asks_for_bytes_gets_the_connection_to_give_away(self) -> None:
        taken: list[tuple[socket.socket, bytes]] = []
        given_up: list[int] = []
        body = HandedOverBody(self.environ(), lambda sock, head: taken.append((sock, head)), lambda: given_up.append(1))
        with pytest.raises(HandedOver) as handed:
            list(body)
        body.close()
        with socket.socket() as sock:
            handed.value.take(sock)
            ((given, head),) = taken
            assert given is sock
        assert head.startswith(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: ")
        assert head.endswith(b" GMT\r\nConnection: close\r\n\r\n")
        del body
        gc.collect()
        assert given_up == []

    @pytest.mark.parametrize("close", [True, False])
    def test_an_answer_that_is_not_asked_for_is_given_up_once(self, close: bool) -> None:
        given_up: list[int] = []
        body = HandedOverBody(self.environ(), lambda *_: pytest.fail("not handed over"), lambda: given_up.append(1))
        if close:
            body.close()
            body.close()
        del body
        gc.collect()
        assert given_up == [1]

    def test_a_head_is_that_of_an_answer_after_which_the_connection_is_closed(self) -> None:
        lines = head_bytes("304 NOT MODIFIED", [("ETag", '"1"'), ("X-A", "\xe9")]).split(b"\r\n")
        assert lines[:3] == [b"HTTP/1.1 304 NOT MODIFIED", b'ETag: "1"', b"X-A: \xe9"]
        assert lines[4:] == [b"Connection: close", b"", b""]


class TestEvents:
    def test_an_event_is_three_lines_and_an_empty_one(self) -> None:
        data = {"name": "a\nb\r\u2028é"}
        text = event_bytes("game", data, 7).decode()
        assert text == 'event: game\nid: 7\ndata: {"name":"a\\nb\\r\u2028é"}\n\n'

    def test_the_last_one_has_no_id(self) -> None:
        assert end_event("deleted") == b'event: end\ndata: {"reason":"deleted"}\n\n'

    def test_what_is_no_event_has_no_empty_line(self) -> None:
        """Some clients take that for an event of no content."""
        for text in (retry_bytes(), goodbye()):
            assert text.endswith(b"\n")
            assert b"\n\n" not in text
