"""The application over a real store, and clients of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from flask import Flask

from service.api.context import ADVISOR, BACKGROUND
from service.app import create_app
from service.config import Config
from tests.api.checked import CheckedClient, Contract
from tests.api.table import Table, new_table
from tests.store.shared import shared_server
from tests.unlimited import UNLIMITED, unlimited


@pytest.fixture(scope="session")
def promised() -> Contract:
    """The contract."""
    return Contract()


@pytest.fixture(scope="session")
def redis_url(server_binary: Path | None) -> Iterator[str]:
    """A Redis server for these tests alone: the services here play bots, and look for them until the last test."""
    with shared_server(server_binary) as url:
        yield url


@pytest.fixture(scope="session")
def app(redis_url: str) -> Iterator[Flask]:
    """The service over a real store."""
    made = create_app(unlimited(redis_url=redis_url))
    yield made
    made.extensions[ADVISOR].close()
    made.extensions[BACKGROUND].stop()
    made.extensions[BACKGROUND].join(10)


@pytest.fixture
def client(app: Flask, promised: Contract) -> CheckedClient:
    """A client of the service that holds every answer against the contract."""
    return CheckedClient(app.test_client(), promised)


@pytest.fixture
def table(client: CheckedClient) -> Table:
    """A new game of two seats; seat 2 is to move."""
    return new_table(client)


@pytest.fixture(scope="session")
def running(redis_url: str) -> Iterator[str]:
    """The address of the service as a running process of its own, over the same store."""
    own = {entry.metadata["variable"] for entry in fields(Config)}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    settings = {"PORT": "0", "WEB_CONCURRENCY": "1", "KILN_REDIS_URL": redis_url, "PYTHONUNBUFFERED": "1", **UNLIMITED}
    command = [sys.executable, "-m", "service.cli", "serve"]
    with subprocess.Popen(command, env={**kept, **settings}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.match(r"Kiln is at (\S+)\n", process.stdout.readline())
        assert address is not None
        yield address[1]
        process.terminate()
        process.communicate(timeout=40)
