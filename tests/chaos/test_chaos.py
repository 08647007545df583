"""Chaos in a short form; and that it is found out when the service loses or doubles a move."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.store import scripts
from tests.chaos.run import run

pytestmark = [pytest.mark.xdist_group("processes"), pytest.mark.slow]

BROKEN = """
import sys
from service.store import scripts
for old, new in {changes!r}:
    assert old in scripts.SAVE, old
    scripts.SAVE = scripts.SAVE.replace(old, new)
from service.cli import main
sys.argv = ["kiln", "serve"]
main()
"""


@pytest.mark.parametrize(("layout", "seconds"), [("single", 20), ("sentinel", 15)])
def test_nothing_goes_wrong_whatever_breaks(layout: str, seconds: float, server_binary: Path | None) -> None:
    outcome = run(layout, seconds, seed=1, binary=server_binary)
    assert outcome.complaints == [], str(outcome)
    assert len(outcome.journal.moves) > 50, str(outcome)
    assert len(outcome.journal.events) > 50, str(outcome)
    assert len(outcome.journal.faults) > 1, str(outcome)


NO_REVISION = ("if current ~= expected then", "if false then")
NO_COUNT = ("if redis.call('LLEN', KEYS[2]) ~= tonumber(moves) then return 'damaged' end", "")
NO_ENTRY = ("redis.call('RPUSH', KEYS[2], entry)", "")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ([NO_REVISION, NO_COUNT], "201 2 times"),
        ([NO_REVISION], "game_damaged"),
        ([NO_ENTRY], "game_damaged"),
    ],
    ids=["two moves get one number", "only the count is checked", "a move is not kept"],
)
def test_a_save_that_is_broken_is_found_out(
    changes: list[tuple[str, str]], complaint: str, server_binary: Path | None
) -> None:
    outcome = run("single", 2, seed=1, binary=server_binary, program=BROKEN.format(changes=changes))
    assert any(complaint in one for one in outcome.complaints), str(outcome)


def test_the_broken_saves_are_made_of_the_real_one() -> None:
    for old, _ in (NO_REVISION, NO_COUNT, NO_ENTRY):
        assert scripts.SAVE.count(old) == 1
