"""The lines that the README tells a newcomer to paste do what it says, against a real service."""

import json
import os
import subprocess
from typing import Any

import pytest

from service.rules import check_record
from tests.docs.markdown import ROOT, split
from tests.examples.serving import running_service

pytestmark = pytest.mark.xdist_group("readme")  # one service for all of them

END = "-- end of line --"


def pasted_lines() -> tuple[str, ...]:
    (block,) = [block for block in split(ROOT / "README.md")[1] if block.tag == "sh"]
    return block.lines


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What each line prints, by its number in the README (from 1)."""
    script = "".join(f"{line}\necho '{END}'\n" for line in pasted_lines())
    with running_service(tmp_path_factory.mktemp("data")) as address:
        ran = subprocess.run(
            ["sh", "-eu"],
            input=script,
            env={**os.environ, "KILN": address},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
    assert ran.stderr == ""
    return ["", *(output.strip() for output in ran.stdout.split(END)[:-1])]


def parsed(text: str) -> Any:
    return json.loads(text)


def test_each_line_is_told_about_below_the_block() -> None:
    prose, _ = split(ROOT / "README.md")
    told = [line for line in prose.splitlines() if line.split(".")[0].isdigit()]
    assert len(told) == len(pasted_lines()) == 10


def test_the_first_lines_set_variables_and_print_nothing(outputs: list[str]) -> None:
    assert outputs[1:5] == ["", "", "", ""]


def test_the_game_begins_with_blue_to_move(outputs: list[str]) -> None:
    game = parsed(outputs[5])
    assert (game["status"], game["number"], game["to_move"], game["seed"]) == ("playing", 1, 2, 7)
    assert game["seats"][1]["warehouses"][0]["color"] == "blue"


def test_the_legal_moves_of_the_slot_have_the_move_that_is_played_next(outputs: list[str]) -> None:
    assert "W5 f4>c2" in parsed(outputs[6])["moves"]


def test_the_move_is_played(outputs: list[str]) -> None:
    played = parsed(outputs[7])
    assert (played["move"]["number"], played["move"]["seat"], played["move"]["move"]) == (1, 2, "W5 f4>c2")
    assert (played["game"]["number"], played["game"]["to_move"]) == (2, 1)


def test_the_same_call_again_plays_nothing(outputs: list[str]) -> None:
    assert outputs[8] == "200"


def test_the_illegal_move_is_refused_with_its_rule(outputs: list[str]) -> None:
    problem = parsed(outputs[9])
    assert (problem["code"], problem["rule"]) == ("illegal_move", "same_slot")


def test_the_record_has_the_one_move(outputs: list[str]) -> None:
    assert check_record(parsed(outputs[10])).record.moves == ("W5 f4>c2",)
