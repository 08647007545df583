from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.redis.cluster import Cluster
from tests.redis.sentinels import Sentinels

NODE_TIMEOUT = 2000


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, server_binary: Path | None) -> Iterator[Cluster]:
    """A cluster of three primaries without replicas."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"), binary=server_binary)
    yield cluster
    cluster.close()


@pytest.fixture(scope="module")
def pairs(server_binary: Path | None) -> Iterator[Cluster]:
    """A cluster of three primaries, each with a replica, which takes over some seconds after its primary has gone."""
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder:
        cluster = Cluster(Path(folder), replicas=1, node_timeout=NODE_TIMEOUT, binary=server_binary)
        yield cluster
        cluster.close()


@pytest.fixture
def whole(pairs: Cluster) -> Iterator[Cluster]:
    """The same, in order before the test and after it."""
    pairs.wait_for_replicas()
    yield pairs
    pairs.mend()


@pytest.fixture(scope="module")
def watched_servers(server_binary: Path | None) -> Iterator[Sentinels]:
    """A primary and its replica, with three sentinels."""
    with tempfile.TemporaryDirectory(prefix="kiln-") as folder:
        sentinels = Sentinels(Path(folder), binary=server_binary)
        yield sentinels
        sentinels.close()


@pytest.fixture
def watched(watched_servers: Sentinels) -> Iterator[Sentinels]:
    """The same, in order before the test and after it."""
    watched_servers.wait_for_replicas()
    yield watched_servers
    watched_servers.mend()
