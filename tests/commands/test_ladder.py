"""`kiln ladder`: its tables, its options, and what Ctrl-C leaves."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("choix", reason='the extra "ladder" is not installed')

from service.cli import main
from service.commands.ladder import progress_text

pytestmark = pytest.mark.xdist_group("processes")

ROOT = Path(__file__).parents[2]
QUICK = ("--levels", "random,greedy", "--kinds", "two")


def ladder(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["ladder", *arguments], prog_name="kiln")


def test_the_same_seed_gives_the_same_tables_whatever_the_number_of_processes(tmp_path: Path) -> None:
    documents: list[dict[str, Any]] = []
    tables = set()
    for processes in ("1", "2"):
        file = tmp_path / processes
        result = ladder(*QUICK, "--games", "6", "--seed", "4", "--processes", processes, "--json", str(file))
        assert result.exit_code == 0, result.output
        tables.add(result.stdout)
        documents.append(json.loads(file.read_text()))
        assert documents[-1]["complete"] is True
        for game in documents[-1]["games"]:
            del game["seconds"]
    assert documents[0] == documents[1]
    assert len(tables) == 1
    assert re.match(r"two seats: 6 games, \d+\.\d moves each\n  level +Elo", tables.pop())


def test_greedy_is_far_ahead_of_random_and_each_figure_has_bounds() -> None:
    result = ladder(*QUICK, "--games", "12")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows[2][:4] == ["greedy", "+0", "+0", "+0"]
    assert rows[3][0] == "random"
    elo, low, high = (int(text) for text in rows[3][1:4])
    assert low < elo < high < 0
    assert "who moves first has won" in result.stdout
    assert re.search(r"thought over a move, on average: random \d+\.\d ms, greedy", result.stderr)


def test_all_kinds_are_played_unless_some_are_named() -> None:
    result = ladder("--levels", "random,greedy", "--games", "1", "--max-moves", "3")
    assert result.exit_code == 0, result.output
    titles = re.findall(r"^(\S.*): \d+ games", result.stdout, re.MULTILINE)
    assert len(titles) == 7
    assert (titles[0], titles[4]) == ("two seats", "the two-color game, goal both")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--levels", "random"), "two levels or more"),
        (("--levels", "random,random"), "given twice"),
        (("--levels", "random,perfect"), "'perfect' is none of random, greedy"),
        (("--kinds", "five"), "'five' is none of two, three, four"),
        ((*QUICK, "--anchor", "search-1"), "'search-1' does not play"),
        ((*QUICK, "--json", "/nowhere/at/all.json"), "there is no folder"),
        ((*QUICK, "--seconds", "0"), "--seconds"),
        ((*QUICK, "--games", "0"), "--games"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(arguments: tuple[str, ...], word: str) -> None:
    result = ladder(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert word in result.stderr


@pytest.mark.parametrize("sent", ["os.killpg(0, signal.SIGINT)", "os.kill(os.getpid(), signal.SIGTERM)"])
def test_ctrl_c_and_sigterm_print_what_there_is_so_far(tmp_path: Path, sent: str) -> None:
    """Ctrl-C goes to all processes of the terminal."""
    file = tmp_path / "so-far.json"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            STOPPING.replace("SEND", sent),
            *QUICK,
            "--games",
            "5000",
            "--processes",
            "2",
            "--json",
            str(file),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=90)
    finally:
        process.kill()
    assert process.returncode == 130, errors
    assert re.search(r"Stopped: \d+ of 5000 games have been played", errors)
    assert "Traceback" not in errors
    document = json.loads(file.read_text())
    assert document["complete"] is False
    assert 0 < len(document["games"]) < 5000
    assert output.startswith(f"two seats: {len(document['games'])} games")


STOPPING = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests run in the background of a shell
from service.commands import ladder
shown = ladder.progress_text
def show(done, total, seconds):
    if done == 8:
        SEND
    return shown(done, total, seconds)
ladder.progress_text = show
ladder.ladder()
"""


def test_it_says_what_to_install_where_the_extra_is_missing() -> None:
    code = "import sys; sys.modules['choix'] = None; from service.cli import main; main(prog_name='kiln')"
    ran = subprocess.run([sys.executable, "-c", code, "ladder", *QUICK], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == 'Error: ratings need more packages: pip install ".[ladder]"\n'


def test_the_bar_tells_how_far_it_has_come() -> None:
    assert progress_text(1, 4, 30.0) == "[######------------------] 1 of 4 games, 1:30 left"
    assert progress_text(4, 4, 30.0) == "[########################] 4 of 4 games, 0:00 left"
