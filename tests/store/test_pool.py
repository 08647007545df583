"""Connections lie ready between calls, and none is given that would bring somebody else's answer."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from service.games import StoreUnavailable
from service.store.client import Client
from tests.store.server import Server

ECHO = "return ARGV[1]"


def test_threads_that_wait_get_what_others_give_back(server: Server) -> None:
    client = Client(server.url, 2)
    client.redis.connection_pool.timeout = 30  # not to be fair is no fault
    echo = client.script(ECHO)
    wrong: list[object] = []

    def ask(name: str) -> None:
        for number in range(100):
            text = f"{name} {number}"
            try:
                if (answer := echo(("key",), (text,))) != text.encode():
                    wrong.append(answer)
            except Exception as error:  # noqa: BLE001 - whatever it is
                wrong.append(error)

    threads = [threading.Thread(target=ask, args=(f"thread {index}",)) for index in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(client.redis.connection_pool._connections) <= 2
    client.close()


def test_a_connection_that_the_server_has_closed_is_opened_anew(server: Server) -> None:
    client = Client(server.url, 4)
    echo = client.script(ECHO)
    for _ in range(3):
        assert echo(("key",), ("first",)) == b"first"
        server.admin.client_kill_filter(_type="normal", skipme=True)
        assert echo(("key",), ("second",)) == b"second"
    client.close()


def test_an_answer_that_nobody_has_read_is_nobody_elses(server: Server) -> None:
    client = Client(server.url, 1)
    echo = client.script(ECHO)
    assert echo(("key",), ("first",)) == b"first"
    pool: Any = client.redis.connection_pool
    connection = pool.get_connection()
    connection.send_command("ECHO", "not read")
    pool.release(connection)
    assert echo(("key",), ("second",)) == b"second"
    client.close()


def test_whoever_closes_the_free_connections_closes_those_that_lie_ready(server: Server) -> None:
    client = Client(server.url, 4)
    assert client.script(ECHO)(("key",), ("first",)) == b"first"
    pool: Any = client.redis.connection_pool
    assert [one.is_connected for one in pool._connections] == [True]
    pool.disconnect(inuse_connections=False)
    assert [one.is_connected for one in pool._connections] == [False]
    client.close()


def test_an_error_that_nobody_has_asked_for_is_followed_by_right_answers(server: Server) -> None:
    client = Client(server.url, 1)
    echo = client.script(ECHO)
    assert echo(("key",), ("first",)) == b"first"
    pool: Any = client.redis.connection_pool
    connection = pool.get_connection()
    connection._sock.sendall(b"NOTHING\r\n")  # unseen by the connection
    pool.release(connection)
    with pytest.raises(StoreUnavailable, match="unknown command"):
        echo(("key",), ("second",))
    for text in ("third", "fourth"):
        assert echo(("key",), (text,)) == text.encode()
    client.close()


def test_a_connection_lies_ready_again_when_its_change_has_waited_for_replicas(server: Server) -> None:
    client = Client(server.url, 4, longest=0.3, replicas=1)
    change = client.changing_script("redis.call('SET', KEYS[1], ARGV[1]) return 'done'")
    assert [change(("key",), ("text",)) for _ in range(3)] == [(b"done", False)] * 3
    (connection,) = client.redis.connection_pool._connections
    assert connection.is_connected
    assert int(server.admin.info("stats")["total_connections_received"]) == 2  # one is the test's own
    client.close()


def test_no_connection_lies_ready_without_a_server(server: Server) -> None:
    client = Client(server.url, 4)
    echo = client.script(ECHO)
    assert echo(("key",), ("first",)) == b"first"
    server.kill()
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            echo(("key",), ("second",))
        assert not client.redis.connection_pool._ready
    server.start()
    assert echo(("key",), ("third",)) == b"third"
    client.close()
