from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.games import GameService
from service.store import Store
from tests.games.table import OPEN, TAKEN, Table
from tests.store.server import Server

if TYPE_CHECKING:
    pass


@pytest.fixture
def server(short_path: Path, server_binary: Path | None) -> Iterator[Server]:
    """A server of the test's own, to be stopped and killed."""
    server = Server(short_path, binary=server_binary)
    yield server
    server.close()


@pytest.fixture
def own_store(server: Server) -> Iterator[Store]:
    """The store on that server."""
    store = Store(server.url)
    yield store
    store.close()


@pytest.fixture
def own_service(own_store: Store) -> GameService:
    return GameService(own_store.games)


@pytest.fixture
def table(own_service: GameService) -> Table:
    """A game on a server that a test may stop."""
    return Table(own_service, seats=(TAKEN, TAKEN, OPEN))
