"""`kiln health`: what it says of a service that is well, is not ready, is away, or is another."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from click.testing import CliRunner, Result
from werkzeug.serving import make_server

from service.app import create_app
from service.cli import main
from service.config import Config


def health(*arguments: str, host: str = "127.0.0.1", port: int | str) -> Result:
    return CliRunner().invoke(main, ["health", *arguments], env={"HOST": host, "PORT": str(port)})


@contextmanager
def serving(config: Config) -> Iterator[int]:
    """Runs a service; gives its port."""
    server = make_server("127.0.0.1", 0, create_app(config), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def ready(redis_url: str) -> Iterator[int]:
    with serving(Config(redis_url=redis_url)) as port:
        yield port


@pytest.mark.parametrize(("arguments", "said"), [((), "alive\n"), (("--ready",), "ready\n")])
def test_a_service_that_is_well(ready: int, arguments: tuple[str, ...], said: str) -> None:
    result = health(*arguments, port=ready)
    assert (result.exit_code, result.output) == (0, said)


def test_a_service_that_listens_at_all_addresses_is_found(ready: int) -> None:
    assert health(host="0.0.0.0", port=ready).exit_code == 0


def test_a_service_without_its_store_is_alive_but_not_ready() -> None:
    with serving(Config(redis_url="unix:///nowhere/redis.sock")) as port:
        assert health(port=port).exit_code == 0
        result = health("--ready", port=port)
    assert (result.exit_code, result.output) == (1, "Error: 503 SERVICE UNAVAILABLE: store_unavailable\n")


def test_no_service() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    result = health(port=port)
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: No answer from 127.0.0.1 port {port}: ")


def test_something_that_does_not_speak_http() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"220 mail\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        result = health(port=listener.getsockname()[1])
        thread.join()
    assert result.exit_code == 1
    assert "No answer" in result.output


def test_another_service() -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404, "Nothing")

        def log_message(self, *_: object) -> None:
            """Keeps quiet."""

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        result = health(port=server.server_port)
        thread.join()
    assert (result.exit_code, result.output) == (1, "Error: 404 Nothing: this is no Kiln service\n")


def test_settings_that_cannot_be_used() -> None:
    result = health(port="many")
    assert result.exit_code == 1
    assert result.output == "Error: PORT must be a whole number from 0 to 65535, not 'many'\n"
