"""The line that tells how far a long command has come."""

import io
from types import SimpleNamespace

import pytest

from service.commands import progress
from service.commands.progress import ProgressLine


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still until it is set."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def test_on_a_terminal_one_line_is_written_anew_and_removed_at_the_end(clock: SimpleNamespace) -> None:
    stream = Stream(terminal=True)
    with ProgressLine(stream=stream) as line:
        line.show("one")
        line.show("too soon")
        clock.now += 0.2
        line.show("two")
    assert stream.getvalue() == "\r\x1b[Kone\r\x1b[Ktwo\r\x1b[K"


def test_elsewhere_a_line_comes_every_ten_seconds(clock: SimpleNamespace) -> None:
    stream = Stream(terminal=False)
    with ProgressLine(stream=stream) as line:
        for second in range(25):
            clock.now = 100.0 + second
            line.show(f"second {second}")
    assert stream.getvalue() == "second 10\nsecond 20\n"


def test_what_is_over_soon_shows_nothing(clock: SimpleNamespace) -> None:
    stream = Stream(terminal=True)
    with ProgressLine(quiet_seconds=1.0, stream=stream) as line:
        assert not line.due
        line.show("one")
        clock.now += 0.9
        line.show("two")
    assert stream.getvalue() == ""


def test_a_note_stays_and_the_line_goes_on_below_it(clock: SimpleNamespace) -> None:
    stream = Stream(terminal=True)
    with ProgressLine(stream=stream) as line:
        line.show("one")
        line.note("listen")
        clock.now += 0.2
        line.show("two")
    assert stream.getvalue() == "\r\x1b[Kone\r\x1b[Klisten\n\r\x1b[Ktwo\r\x1b[K"
