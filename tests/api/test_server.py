"""What the running service answers to what is not proper HTTP, or too large for it."""

from __future__ import annotations

import json
import socket
from urllib.parse import urlsplit

import pytest

from tests.api.checked import Answer, check_common

HEAD = b"Host: kiln\r\nConnection: close\r\n"
JSON = b"Content-Type: application/json\r\n"
POST = b"POST /v1/games HTTP/1.1\r\n" + HEAD
CHUNKED = POST + JSON + b"Transfer-Encoding: chunked\r\n\r\n"


def answers(address: str, raw: bytes) -> list[Answer]:
    """Send bytes and read all answers until the connection is closed."""
    parts = urlsplit(address)
    assert parts.hostname is not None
    with socket.create_connection((parts.hostname, parts.port or 0), timeout=20) as connection:
        connection.sendall(raw)
        data = b""
        while received := connection.recv(65_536):
            data += received
    found = []
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        length = int(headers.get("Content-Length", "0"))
        found.append(Answer(int(first.split(" ")[1]), headers, data[:length]))
        data = data[length:]
    return found


NOT_HTTP = {
    "no HTTP at all": (b"hello\r\n\r\n", 400, "bad_request"),
    "a version that is none": (b"GET / HTTP/9.9\r\n" + HEAD + b"\r\n", 400, "bad_request"),
    "a header name with a space": (b"GET / HTTP/1.1\r\n" + HEAD + b"X A: 1\r\n\r\n", 400, "bad_request"),
    "NUL in a header": (b"GET / HTTP/1.1\r\n" + HEAD + b"Authorization: Bearer a\x00b\r\n\r\n", 400, "bad_request"),
    "a folded header": (b"GET / HTTP/1.1\r\n" + HEAD + b"X-A: 1\r\n 2\r\n\r\n", 400, "bad_request"),
    "an unknown transfer coding": (POST + b"Transfer-Encoding: foo\r\n\r\n", 400, "bad_request"),
    "two lengths": (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n", 400, "bad_request"),
    "a length that is none": (POST + JSON + b"Content-Length: abc\r\n\r\n", 400, "bad_request"),
    "an expectation": (POST + b"Expect: miracles\r\nContent-Length: 2\r\n\r\n{}", 400, "bad_request"),
    "a long URI": (b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n", 414, "uri_too_long"),
    "a long header": (b"GET / HTTP/1.1\r\n" + HEAD + b"X-A: " + b"a" * 9_000 + b"\r\n\r\n", 431, "headers_too_large"),
    "many headers": (
        b"GET / HTTP/1.1\r\n" + HEAD + b"".join(b"X-%d: 1\r\n" % index for index in range(120)) + b"\r\n",
        431,
        "headers_too_large",
    ),
    "a chunk without a size": (CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n", 400, "bad_request"),
    "a chunk longer than its size": (CHUNKED + b"1\r\n{}\r\n0\r\n\r\n", 400, "bad_request"),
    "bytes that are no ASCII in the path": (b"GET /v1/g\xff HTTP/1.1\r\n" + HEAD + b"\r\n", 400, "bad_request"),
}


@pytest.mark.parametrize(("raw", "status", "code"), NOT_HTTP.values(), ids=NOT_HTTP)
def test_what_is_not_proper_http_is_answered_with_one_problem(running: str, raw: bytes, status: int, code: str) -> None:
    (answer,) = answers(running, raw)
    check_common(answer)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (answer.status, answer.code) == (status, code)
    assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize("path", [b"//healthz", b"//v1/games", b"/v1//games", b"/healthz/"])
def test_doubled_and_trailing_slashes_lead_nowhere_on_the_wire(running: str, path: bytes) -> None:
    (answer,) = answers(running, b"GET " + path + b" HTTP/1.1\r\n" + HEAD + b"\r\n")
    assert (answer.status, answer.code) == (404, "not_found")


def test_bodies_come_in_chunks_too(running: str) -> None:
    (answer,) = answers(running, CHUNKED + b'5\r\n{"see\r\n6\r\nd": 7}\r\n0\r\n\r\n')
    assert answer.status == 201
    assert answer.json["game"]["seed"] == 7


def test_no_chunk_at_all_is_no_body(running: str) -> None:
    (answer,) = answers(running, POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    assert answer.status == 201


@pytest.mark.parametrize(("size", "status"), [(16_384, 201), (16_385, 413), (200_000, 413)])
def test_a_body_in_chunks_has_the_same_limit(running: str, size: int, status: int) -> None:
    body = b'{"seed": 7}'.ljust(size)
    (answer,) = answers(running, CHUNKED + b"%x\r\n" % size + body + b"\r\n0\r\n\r\n")
    check_common(answer)
    assert answer.status == status


def test_an_endless_body_is_not_waited_for(running: str) -> None:
    (answer,) = answers(running, POST + JSON + b"Content-Length: 99999999999\r\n\r\n" + b" " * 1_000)
    assert (answer.status, answer.code) == (413, "body_too_large")


def test_a_request_id_that_comes_before_the_fault_is_kept(running: str) -> None:
    (answer,) = answers(running, CHUNKED.replace(b"Host", b"X-Request-ID: mine\r\nHost") + b"zz\r\n")
    assert answer.headers["X-Request-ID"] == "mine"


def test_a_connection_serves_the_next_request_after_a_problem(running: str) -> None:
    broken = b"POST /v1/games HTTP/1.1\r\nHost: kiln\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
    first, second = answers(running, broken + b"GET /healthz HTTP/1.1\r\n" + HEAD + b"\r\n")
    assert (first.status, second.status) == (415, 200)
    assert json.loads(second.body) == {"status": "ok"}


def test_head_has_no_body_on_the_wire(running: str) -> None:
    parts = urlsplit(running)
    assert parts.hostname is not None
    for path in ("/healthz", "/nothing", "/docs/swagger-ui.css"):
        with socket.create_connection((parts.hostname, parts.port or 0), timeout=20) as connection:
            connection.sendall(f"HEAD {path} HTTP/1.1\r\n".encode() + HEAD + b"\r\n")
            data = b""
            while received := connection.recv(65_536):
                data += received
        assert data.endswith(b"\r\n\r\n")
        assert b"Content-Length: " in data


def test_odd_authorizations_are_no_fault_of_ours(running: str) -> None:
    for value in (b"Bearer \xff\xfe", b"Bearer \xc3\xa9", b"Bearer", b"\xff", b"Bearer " + b"x" * 4_000):
        raw = b"DELETE /v1/games/%s HTTP/1.1\r\n" % (b"a" * 20) + HEAD + b"Authorization: " + value + b"\r\n\r\n"
        (answer,) = answers(running, raw)
        assert answer.status == 404


def test_a_body_that_ends_early_is_no_body_and_nothing_happens(running: str) -> None:
    """The client went away in the middle, or so it looks: no game is created."""
    parts = urlsplit(running)
    for body in (b"{}", b""):
        with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=20) as connection:
            connection.sendall(POST + JSON + b"Content-Length: 20\r\n\r\n" + body)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while received := connection.recv(65_536):
                answer += received
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b'"code":"bad_request"' in answer


def test_who_sends_slowly_keeps_nobody_from_being_answered(running: str) -> None:
    """More clients than there are threads begin a body and say no more: the service goes on after some seconds."""
    parts = urlsplit(running)
    where = (parts.hostname or "", parts.port or 0)
    slow = [socket.create_connection(where, timeout=60) for _ in range(20)]
    for connection in slow:
        connection.sendall(POST + JSON + b"Content-Length: 20\r\n\r\n{")
    with socket.create_connection(where, timeout=45) as other:
        other.sendall(b"GET /healthz HTTP/1.1\r\n" + HEAD + b"\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200 ")
    for connection in slow:
        with connection:
            assert connection.recv(65_536).startswith(b"HTTP/1.1 400 ")
