"""The log: one line a thing, as JSON or for people, wherever it comes from."""

from __future__ import annotations

import io
import json
import logging
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from service.telemetry import logs
from service.telemetry.logs import configure_logs, tell_of_request
from service.telemetry.redaction import MASK

FACTS = {"request_id": "mine", "method": "GET", "route": "/v1/games/{id}", "status": 200, "seconds": 0.001}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    monkeypatch.setattr(logs, "_requests", logs._Requests())
    levels = {name: logging.getLogger(name).level for name in logs._QUIET}
    yield
    root.setLevel(before[0])
    root.handlers[:] = before[1]
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(False)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_json_with_its_time_level_and_logger() -> None:
    stream = io.StringIO()
    configure_logs("json", stream=stream)
    logging.getLogger("service.x").warning("the %s is %d", "answer", 42, extra={"request_id": "mine"})
    (line,) = lines(stream)
    when = datetime.fromisoformat(line.pop("timestamp"))
    assert abs((datetime.now(UTC) - when).total_seconds()) < 60
    assert line == {"event": "the answer is 42", "level": "warning", "logger": "service.x", "request_id": "mine"}


def test_an_exception_is_in_its_line() -> None:
    stream = io.StringIO()
    configure_logs("json", stream=stream)
    try:
        raise ValueError('{"owner_token": "hunter2"}')
    except ValueError:
        logging.getLogger("service.x").exception("it failed")
    (line,) = lines(stream)
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith(f'ValueError: {{"owner_token": "{MASK}"}}')
    assert "hunter2" not in stream.getvalue()


def test_a_request_has_a_line() -> None:
    stream = io.StringIO()
    configure_logs("json", stream=stream)
    tell_of_request(FACTS)
    (line,) = lines(stream)
    assert line.pop("timestamp")
    assert line == {"event": "request", "level": "info", "logger": "kiln.requests", **FACTS}


@pytest.mark.parametrize(
    ("level", "requests", "probes"),
    [("debug", 1, 1), ("info", 1, 0), (None, 1, 0), ("warning", 0, 0), ("error", 0, 0)],
)
def test_requests_are_told_at_info_and_probes_at_debug(level: str | None, requests: int, probes: int) -> None:
    stream = io.StringIO()
    configure_logs("json", level, stream)
    tell_of_request(FACTS)
    assert len(lines(stream)) == requests
    tell_of_request(FACTS, probe=True)
    assert len(lines(stream)) == requests + probes


def test_on_a_terminal_it_is_text_and_quiet() -> None:
    stream = Terminal()
    configure_logs(stream=stream)
    tell_of_request(FACTS)
    logging.getLogger("service.x").info("nothing of note")
    assert stream.getvalue() == ""
    logging.getLogger("service.x").warning("look here")
    assert "look here" in stream.getvalue()
    assert not stream.getvalue().startswith("{")


def test_on_a_terminal_requests_can_be_asked_for() -> None:
    stream = Terminal()
    configure_logs("auto", "info", stream)
    tell_of_request(FACTS)
    assert stream.getvalue().count("\n") == 1
    assert "/v1/games/{id}" in stream.getvalue()


def test_text_can_be_had_elsewhere_and_is_masked_too() -> None:
    stream = io.StringIO()
    configure_logs("text", stream=stream)
    logging.getLogger("service.x").error("Bearer %s", "hunter2")
    assert "hunter2" not in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


def test_everything_goes_the_same_way() -> None:
    stream = io.StringIO()
    configure_logs("json", stream=stream)
    logging.getLogger("gunicorn.error").error("Worker exiting (pid: 1)")
    logging.getLogger("redis").warning("away")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    assert [line["logger"] for line in lines(stream)] == ["gunicorn.error", "redis", "py.warnings"]


@pytest.mark.parametrize("level", ["debug", "info"])
def test_what_a_server_says_of_each_request_is_not_logged(level: str) -> None:
    stream = io.StringIO()
    configure_logs("json", level, stream)
    logging.getLogger("gunicorn.error").debug("GET /v1/games?token=hunter2")
    logging.getLogger("flask-limiter").info("ratelimit 1 per 1 hour (address:192.0.2.1) exceeded")
    assert stream.getvalue() == ""


def test_it_is_set_up_once_however_often_that_is_asked_for() -> None:
    stream = io.StringIO()
    for _ in range(3):
        configure_logs("json", stream=stream)
    logging.getLogger("service.x").warning("once")
    assert len(lines(stream)) == 1


def test_a_log_that_cannot_be_written_fails_no_request() -> None:
    stream = io.StringIO()
    configure_logs("json", stream=stream)
    stream.close()
    tell_of_request(FACTS)


def test_nothing_is_told_before_it_is_set_up(capfd: pytest.CaptureFixture[str]) -> None:
    tell_of_request(FACTS)
    assert capfd.readouterr() == ("", "")
