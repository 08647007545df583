from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.serving import Service
from tests.store.server import Server
from tests.unlimited import UNLIMITED

MANY = {"KILN_WAITERS_PER_ADDRESS": "5000", **UNLIMITED}
"""All clients here come from one address."""


@pytest.fixture(scope="session")
def server(server_binary: Path | None) -> Iterator[Server]:
    """The Redis server of the services here."""
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder:
        server = Server(Path(folder), binary=server_binary)
        yield server
        server.close()


@pytest.fixture(scope="session")
def service(server: Server) -> Iterator[Service]:
    service = Service(server.url, **MANY)
    yield service
    service.close()


@pytest.fixture(scope="module")
def other(server: Server) -> Iterator[Service]:
    """Another instance on the same store."""
    service = Service(server.url, **MANY)
    yield service
    service.close()
