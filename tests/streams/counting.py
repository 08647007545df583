"""What open streams and waiting requests hold: sockets of the workers, and subscriptions at the store."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from urllib.parse import urlsplit

import psutil

from tests.processes.serving import Service
from tests.store.server import Server

OWN = b"kiln:changed:listener:"
"""What the channel of a listener itself begins with."""


def clients(service: Service) -> int:
    """How many connections of clients the workers hold. The store is not at a TCP port."""
    connections = [one for worker in service.workers() for one in worker.net_connections("tcp")]
    return sum(one.status != psutil.CONN_LISTEN for one in connections)


def files(service: Service) -> int:
    """How many files the workers have open, connections included."""
    return sum(worker.num_fds() for worker in service.workers())


def watched(server: Server) -> int:
    """How many games the services on a store are subscribed to."""
    channels: list[bytes] = server.admin.pubsub_channels("kiln:changed:*")  # type: ignore[assignment]  # bytes
    return sum(not channel.startswith(OWN) for channel in channels)


def listeners(server: Server) -> int:
    """How many connections listen for changes."""
    return len(server.admin.client_list(_type="pubsub"))


def connect(address: str, path: str, source: str = "127.0.0.1") -> socket.socket:
    """Send a request for a path, and read no answer."""
    parts = urlsplit(address)
    connection = socket.create_connection((parts.hostname or "", parts.port or 0), 60, (source, 0))
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: kiln\r\n\r\n".encode())
    return connection


def reset(connection: socket.socket) -> None:
    """Go by a RST."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def close(connection: socket.socket) -> None:
    """Go by a FIN."""
    connection.close()


def half_close(connection: socket.socket) -> None:
    """Say that no more will be sent, and read on."""
    connection.shutdown(socket.SHUT_WR)


WAYS_TO_GO: tuple[Callable[[socket.socket], None], ...] = (reset, close, half_close)
