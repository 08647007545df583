from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.serving import Service
from tests.store.server import Server


@pytest.fixture(scope="module")
def server(server_binary: Path | None) -> Iterator[Server]:
    """The Redis server of the services here."""
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder:
        server = Server(Path(folder), binary=server_binary)
        yield server
        server.close()


@pytest.fixture(scope="module")
def service(server: Server) -> Iterator[Service]:
    service = Service(server.url)
    yield service
    service.close()
