"""`kiln serve`: what it does before it serves. The running service: see tests/test_cli_serve.py."""

import os
import signal
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from service import server
from service.cli import main
from service.config import Config


@pytest.fixture
def usual_signals() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("usual_signals")
def test_a_stop_during_the_start_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives process 1 of a container only such signals as it has a handler for."""
    steps: list[str] = []

    def starting(config: Config) -> None:
        handler = signal.getsignal(signal.SIGTERM)
        steps.append("handled" if callable(handler) else "not handled")
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            steps.append("went on")
        finally:
            steps.append("cleaned up")

    monkeypatch.setattr(server, "serve_forever", starting)
    result = CliRunner().invoke(main, ["serve"])
    assert (result.exit_code, steps) == (0, ["handled", "cleaned up"])
