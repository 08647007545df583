"""Chaos in a short form; and that it is found out when the service loses or doubles a move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.store import scripts
from tests.chaos import checker
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
def test_nothing_goes_wrong_whatever_breaks(
    layout: str, seconds: float, server_binary: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "SLACK", 12.0)  # other tests run beside this one
    outcome = run(layout, seconds, seed=1, binary=server_binary)
    assert outcome.complaints == [], str(outcome)
    assert outcome.journal.moves, str(outcome)
    assert outcome.journal.events, str(outcome)
    assert outcome.journal.faults, str(outcome)


NO_REVISION = ("if current ~= expected then", "if false then")
NO_COUNT = ("if redis.call('LLEN', KEYS[2]) ~= tonumber(moves) then return 'damaged' end", "")
STORED = "redis.call('HSET', KEYS[1], 'revision', revision, 'state', state)"
NOW_AND_THEN = (STORED, f"if string.byte(save) % 8 == 0 then return 'saved' end\n{STORED}")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ([NO_REVISION, NO_COUNT], r"answered \[201, 201\]|201 2 times|game_damaged"),
        ([NO_REVISION], "game_damaged"),
        ([NOW_AND_THEN], "was answered, (and is|but)"),
    ],
    ids=[
        "two changes take one place",
        "only the count of moves is checked",
        "one in some changes is not kept",
    ],
)
def test_a_save_that_is_broken_is_found_out(
    changes: list[tuple[str, str]], complaint: str, server_binary: Path | None
) -> None:
    program = BROKEN.format(changes=changes)
    outcome = run("single", 3, seed=1, binary=server_binary, program=program, breaking=False)
    assert any(re.search(complaint, one) for one in outcome.complaints), str(outcome)


def test_the_broken_saves_are_made_of_the_real_one() -> None:
    for old, _ in (NO_REVISION, NO_COUNT, NOW_AND_THEN):
        assert scripts.SAVE.count(old) == 1
