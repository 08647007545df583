"""The commands' client: it waits as it is told, and sends a key where it has one."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from click.testing import CliRunner

from service.cli import main
from service.commands.service_client import ServiceClient, ServiceError


@dataclass
class Answering:
    """Answers with these in turn, the last for ever: (status, headers), all with a body. It keeps what it was sent."""

    answers: list[tuple[int, dict[str, str]]]
    address: str = ""
    body: bytes = b"{}"
    sent: list[dict[str, str]] = field(default_factory=list)


@pytest.fixture
def server() -> Iterator[Answering]:
    found = Answering([(200, {})])

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.sent.append({name.lower(): value for name, value in self.headers.items()})
            status, headers = found.answers.pop(0) if len(found.answers) > 1 else found.answers[0]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(found.body)))
            self.end_headers()
            self.wfile.write(found.body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.05,))
        thread.start()
        found.address = f"http://127.0.0.1:{listening.server_port}"
        yield found
        listening.shutdown()
        thread.join()


def test_who_is_put_off_for_too_long_hears_why(server: Answering) -> None:
    notes: list[str] = []
    server.answers = [(503, {"Retry-After": "0"})]
    server.body = b'{"code": "too_busy", "detail": "Too many games of bots alone run."}'
    with pytest.raises(ServiceError) as raised:
        ServiceClient(server.address, patience=0.1, note=notes.append).call("GET", "/v1/games")
    why = "503 too_busy: Too many games of bots alone run."
    assert raised.value.message == f"GET {server.address}/v1/games: no good answer, gave up ({why})"
    assert notes == [f"{server.address} is away ({why}); trying again for up to 0.1 s"]


def test_a_call_that_is_over_a_limit_waits_as_long_as_it_is_told(server: Answering) -> None:
    notes: list[str] = []
    server.answers = [(429, {"Retry-After": "1"}), (429, {"Retry-After": "0"}), (200, {})]
    started = time.monotonic()
    assert ServiceClient(server.address, patience=0, note=notes.append).call("GET", "/v1/games") == {}
    assert time.monotonic() - started >= 1
    assert (len(server.sent), notes) == (3, [])


def test_one_that_is_told_to_wait_for_too_long_gives_up(server: Answering) -> None:
    server.answers = [(429, {"Retry-After": "301"})]
    with pytest.raises(ServiceError, match="429"):
        ServiceClient(server.address, patience=0, note=lambda _: None).call("GET", "/v1/games")
    assert len(server.sent) == 1


def test_a_key_goes_along_with_every_call(server: Answering) -> None:
    client = ServiceClient(server.address, patience=0, note=lambda _: None, api_key="a-key")
    client.call("GET", "/v1/games")
    client.call("GET", "/v1/games", token="a-token")
    assert [sent["x-api-key"] for sent in server.sent] == ["a-key"] * 2


def test_without_a_key_none_is_sent(server: Answering) -> None:
    ServiceClient(server.address, patience=0, note=lambda _: None).call("GET", "/v1/games")
    assert "x-api-key" not in server.sent[0]


@pytest.mark.parametrize("key", ["schlüssel", "a\nb"])
def test_what_can_be_no_key_is_refused_and_not_repeated(key: str) -> None:
    for arguments, environment in ((["--api-key", key], {}), ([], {"KILN_API_KEY": key})):
        result = CliRunner().invoke(main, ["play", *arguments], env=environment)
        assert result.exit_code == 2
        assert key not in result.output
