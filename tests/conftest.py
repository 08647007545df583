"""What all tests share. The rules' tests need pytest and Hypothesis alone: nothing else is imported here."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    import redis

    from service.games import GameService
    from service.store import Store

# The same examples in every run; a slow machine fails no test.
settings.register_profile(
    "kiln",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("kiln")

NO_SKIPS = os.environ.get("KILN_NO_SKIPS", "") not in ("", "0")
"""Set where everything must run: a skipped test then fails."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if NO_SKIPS and report.skipped and not hasattr(report, "wasxfail"):
        _fail(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if NO_SKIPS and report.skipped:
        _fail(report)
    return report


def _fail(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = f"KILN_NO_SKIPS is set, but this was skipped. {reason}"


@pytest.fixture(scope="session")
def server_binary() -> Path | None:
    """The Redis server that the tests run on: KILN_TEST_SERVER, or the one that the service itself picks."""
    named = os.environ.get("KILN_TEST_SERVER", "")
    return Path(named) if named else None


@pytest.fixture
def short_path() -> Iterator[Path]:
    """An empty folder whose path is short enough for a Unix socket in it, unlike tmp_path."""
    folder = Path(tempfile.mkdtemp(prefix="kiln-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def redis_url(server_binary: Path | None) -> Iterator[str]:
    """A real Redis server for this test process, as an address for redis-py. Shared: see redis_client."""
    from tests.store.shared import shared_server

    with shared_server(server_binary) as url:
        yield url


@pytest.fixture
def redis_client(redis_url: str) -> Iterator[redis.Redis]:
    """A client of the shared server, which is empty before the test."""
    import redis

    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
        client.script_flush()
        client.config_resetstat()
        yield client


@pytest.fixture
def store(redis_url: str, redis_client: redis.Redis) -> Iterator[Store]:
    """The shared server's store, empty."""
    from service.store import Store

    store = Store(redis_url)
    yield store
    store.close()


@pytest.fixture
def service(store: Store) -> GameService:
    """Games on that store."""
    from service.games import GameService

    return GameService(store.games)
