"""Something between a client and a service that loses answers."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import StreamRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit

UNAVAILABLE = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def bad_connection(address: str) -> Iterator[str]:
    """Pass calls on; of every ten, say 503 to the fourth, lose the seventh's answer and half of the tenth's.

    A call whose answer is lost has been done all the same. Gives the address for the client.
    """
    service = urlsplit(address)
    assert service.hostname is not None
    assert service.port is not None
    place = (service.hostname, service.port)
    calls = 0

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            nonlocal calls
            calls += 1
            call = calls % 10
            request = self._request()
            if call == 4:
                self.wfile.write(UNAVAILABLE)
                return
            with socket.create_connection(place, timeout=30) as connection:
                connection.sendall(request)
                answer = connection.makefile("rb").read()
            self.wfile.write({7: b"", 0: answer[: len(answer) // 2]}.get(call, answer))

        def _request(self) -> bytes:
            """Read one request; urllib sends each with `Connection: close`."""
            head, length = b"", 0
            while not head.endswith(b"\r\n\r\n"):
                line = self.rfile.readline()
                head += line
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            return head + self.rfile.read(length)

    with _Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
