"""`kiln perft`: the right counts, and what it says on the way."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.commands import perft as command
from tests.rules import reference

DATA = Path(__file__).parents[1] / "rules" / "data"
HOLES = "1xxxx/x1xxx/xx1xx/xxx1x/xxxx1"
FEW_MOVES = f"byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b {HOLES},{HOLES} 0,0 2 17 1"
"""Hardly a group fits into these warehouses, and nothing can be erased."""
FEW_TWO_COLOR_MOVES = FEW_MOVES.replace("r,b", "r+g,b+y").replace(HOLES, f"{HOLES}+{HOLES}").replace("0,0", "0+0,0+0")
FINISHED = FEW_MOVES.replace(" 0,0 2", " 17,0 1")


def perft(*arguments: str, **more: Any) -> Result:
    return CliRunner().invoke(main, ["perft", *arguments], prog_name="kiln", **more)


def vectors() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / "perft.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize("row", vectors(), ids=lambda row: row["position"][:13])
def test_the_counts_of_the_collection_come_out(row: dict[str, Any]) -> None:
    for depth, count in enumerate(row["perft"], 1):
        if count > 1_000_000:
            continue  # takes a while; tests/rules counts it
        result = perft(row["position"], str(depth))
        assert (result.exit_code, result.stdout) == (0, f"{count}\n")
        assert re.fullmatch(r"\d+\.\d\d s(, [\d,]+ nodes/s)?\n", result.stderr)


def test_three_moves_deep_and_from_standard_input() -> None:
    result = perft("-", "3", input=f"{FEW_MOVES}\n")
    assert result.stdout == "851933\n"
    assert "Warning" not in result.stderr


def test_divide_prints_the_count_below_each_move_in_canonical_order() -> None:
    row = next(row for row in vectors() if row["perft"][0] == 85)
    *lines, empty, total = perft(row["position"], "2", "--divide").stdout.splitlines()
    assert (len(lines), empty, total) == (85, "", str(row["perft"][1]))
    assert lines == [
        f"{move}: {reference.count_legal_moves(reference.play(row['position'], move).position)}"
        for move in reference.legal_moves(row["position"])
    ]
    assert lines[:2] == ["N1 c1>c3: 180", "N1 c1>c3 C4: 180"]


def test_divide_one_move_deep_lists_the_moves() -> None:
    lines = perft(FEW_MOVES, "1", "--divide").stdout.splitlines()
    assert lines == [*(f"{move}: 1" for move in reference.legal_moves(FEW_MOVES)), "", "79"]


@pytest.mark.parametrize("more", [[], ["--divide"]])
def test_a_finished_game_has_no_sequences(more: list[str]) -> None:
    result = perft(FINISHED, "2", *more)
    assert (result.exit_code, result.stdout.strip(), result.stderr[:5]) == (0, "0", "0.00 ")


def test_more_than_one_move_of_the_two_color_game_comes_with_a_warning() -> None:
    result = perft(FEW_TWO_COLOR_MOVES, "2")
    warning, _time = result.stderr.splitlines()
    assert result.stdout == "5751\n"
    assert warning == "Warning: this can take very long: 79 legal moves here, 2 moves deep. Ctrl-C ends it."


def test_one_move_of_the_two_color_game_comes_without() -> None:
    assert "Warning" not in perft(FEW_TWO_COLOR_MOVES, "1").stderr


def test_what_would_play_out_very_many_moves_comes_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_MANY", 79)
    assert perft(FEW_MOVES, "2").stderr.startswith("Warning: this can take very long: 79 legal moves here")


def test_a_long_count_tells_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Told:
        due = True

        def __enter__(self) -> "Told":
            return self

        def __exit__(self, *_: object) -> None:
            told.append("end")

        def show(self, text: str) -> None:
            told.append(text)

    monkeypatch.setattr(command, "ProgressLine", lambda **_options: Told())
    assert perft(FEW_MOVES, "2").stdout == "5751\n"
    first = reference.count_legal_moves(reference.play(FEW_MOVES, reference.legal_moves(FEW_MOVES)[0]).position)
    assert told[0] == f"move 1 of 79, {first} sequences so far"
    assert told[-2:] == ["move 79 of 79, 5,751 sequences so far", "end"]
    assert len(told) == 80


@pytest.mark.parametrize("depth", ["0", "-1", "10", "1.5", "two", ""])
def test_a_depth_that_cannot_be_is_refused(depth: str) -> None:
    result = perft(FEW_MOVES, "--", depth)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for 'DEPTH'" in result.stderr


def test_a_position_that_is_none_is_refused_like_one_to_be_shown() -> None:
    result = perft("byyq", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(
        "Error: this is no position: 'q' is wrong, at 3 (counted from 0):\n  byyq\n     ^\n"
    )
