"""`kiln play`: a real service plays against itself, also when it goes away for a while."""

import http.server
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.config import describe_settings
from service.rules import CheckedRecord, LegalMoves, check_record, parse_move, parse_position
from service.rules import play as play_move
from tests.commands.bad_connection import bad_connection
from tests.examples.serving import ROOT, running_service
from tests.redis.ports import free_ports

pytestmark = pytest.mark.xdist_group("kiln_play")  # one service for all of them

GAME_LINE = re.compile(r"game (?P<id>\w+), seed (?P<seed>\d+): (?P<ending>.*)")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_service(tmp_path_factory.mktemp("data")) as address:
        yield address


def play(address: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["play", "--url", address, *arguments], prog_name="kiln")


def played(address: str, *arguments: str) -> list[str]:
    """Play and return the lines, which are all that is printed."""
    result = play(address, *arguments)
    # On a slow machine its progress comes too, every ten seconds.
    assert (result.exit_code, re.sub(r"(?m)^(game \d+ of \d+  )?move \d+  [\d :+]+\n", "", result.stderr)) == (0, "")
    return result.stdout.splitlines()


def part(line: str, name: str) -> str:
    found = GAME_LINE.fullmatch(line)
    assert found is not None, line
    return found[name]


def endings(lines: list[str]) -> list[str]:
    return [part(line, "ending") for line in lines]


def record_of(service: str, line: str) -> CheckedRecord:
    with urlopen(f"{service}/v1/games/{part(line, 'id')}/record", timeout=30) as answer:
        return check_record(json.load(answer))


def ending_of(checked: CheckedRecord) -> str:
    """What the command must say of a finished game with this record."""
    position, outcome = checked.position, checked.outcome
    assert outcome is not None
    assert outcome.winner is not None
    colors = " and ".join(color.word for color in position.seats[outcome.winner - 1])
    scores = " : ".join("+".join(map(str, scores)) for scores in position.scores)
    return f"seat {outcome.winner} ({colors}) has won ({outcome.reason}), {len(checked.record.moves)} moves, {scores}"


@pytest.mark.parametrize(
    ("arguments", "seats"),
    [([], "r,b"), (["--players", "3"], "r,b,g"), (["--players", "4"], "r,b,g,y"), (["--two-color"], "r+g,b+y")],
)
def test_a_game_is_played_to_its_end(service: str, arguments: list[str], seats: str) -> None:
    (line,) = played(service, "--seed", "7", *arguments)
    checked = record_of(service, line)
    assert checked.record.start.split(" ")[2] == seats
    assert (part(line, "seed"), part(line, "ending")) == ("7", ending_of(checked))


def test_one_seed_gives_one_game(service: str) -> None:
    first, second = (played(service, "--seed", "7")[0] for _ in range(2))
    assert part(first, "id") != part(second, "id")
    assert record_of(service, first).record.moves == record_of(service, second).record.moves
    assert part(first, "ending") == "seat 2 (blue) has won (target), 127 moves, 9 : 17"


def test_without_a_seed_games_differ_and_each_names_its_seed(service: str) -> None:
    first, second = (played(service, "--max-moves", "3")[0] for _ in range(2))
    assert part(first, "seed") != part(second, "seed")
    (again,) = played(service, "--max-moves", "3", "--seed", part(first, "seed"))
    assert record_of(service, again).record == record_of(service, first).record


def test_several_games_have_seeds_in_a_row_and_a_line_about_all(service: str) -> None:
    *games, summary = played(service, "--seed", "7", "--games", "3")
    assert [part(line, "seed") for line in games] == ["7", "8", "9"]
    assert endings(games) == [
        "seat 2 (blue) has won (target), 127 moves, 9 : 17",
        "seat 2 (blue) has won (target), 198 moves, 16 : 17",
        "seat 1 (red) has won (target), 125 moves, 17 : 10",
    ]
    assert summary == "3 games, 450 moves: seat 1 has won 1, seat 2 has won 2"


def test_after_the_greatest_seed_comes_the_least(service: str) -> None:
    *games, summary = played(service, "--seed", str(2**53 - 1), "--games", "2", "--max-moves", "1")
    assert [part(line, "seed") for line in games] == [str(2**53 - 1), "0"]
    assert summary == "2 games, 2 moves: seat 1 has won 0, seat 2 has won 0, nobody 2"


def test_the_first_move_of_the_list_can_be_played_each_time(service: str) -> None:
    (line,) = played(service, "--seed", "1", "--mover", "first", "--max-moves", "12")
    assert part(line, "ending") == "not finished, dropped, 12 moves, 0 : 0"
    record = record_of(service, line).record
    position = parse_position(record.start)
    for move in record.moves:
        assert move == LegalMoves(position).at(0)
        position = play_move(position, parse_move(move)).position


def test_nothing_is_lost_or_played_twice_over_a_bad_connection(service: str) -> None:
    (undisturbed,) = played(service, "--seed", "7", "--max-moves", "50")
    with bad_connection(service) as address:
        result = play(address, "--seed", "7", "--max-moves", "50")
    assert result.exit_code == 0
    (disturbed,) = result.stdout.splitlines()
    assert record_of(service, disturbed).record == record_of(service, undisturbed).record
    said = set(re.findall(r" is away \((.*)\); trying again for up to 30 s\n", result.stderr))
    assert "503 Service Unavailable" in said
    assert len(said) > 2  # no answer, and half of one


# ---- a service that goes away ----------------------------------------------------------------------


@contextmanager
def service_at(port: int, data_dir: Path) -> Iterator[subprocess.Popen[str]]:
    """Run `kiln serve` at a certain port; it may be killed."""
    own = {variable for variable, _, _ in describe_settings()}
    others = {name: value for name, value in os.environ.items() if name not in own}
    with subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve"],
        cwd=ROOT,
        env={**others, "PORT": str(port), "WEB_CONCURRENCY": "1", "KILN_DATA_DIR": str(data_dir)},
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == f"Kiln is at http://127.0.0.1:{port}\n"
            yield process
        finally:
            process.terminate()
            process.wait(60)


def test_a_game_goes_on_when_the_service_is_killed_and_started_again(short_path: Path) -> None:
    (port,) = free_ports(1)
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "service.cli", "play", "--url", address, "--games", "3", "--seed", "7"]
    with service_at(port, short_path) as service:
        player = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert player.stdout is not None
        first = player.stdout.readline()  # now the second game is being played
        os.killpg(service.pid, signal.SIGKILL)
    with player, service_at(port, short_path):
        rest, said = player.communicate(timeout=120)
        *games, summary = (first + rest).splitlines()
        assert [ending_of(record_of(address, line)) for line in games] == endings(games)
    assert summary == "3 games, 450 moves: seat 1 has won 1, seat 2 has won 2"
    assert f"{address} is away (" in said


def test_a_service_that_stays_away_ends_the_command() -> None:
    address = f"http://127.0.0.1:{free_ports(1)[0]}"
    result = play(address, "--patience", "0.2")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"{address} is away (Connection refused); trying again for up to 0.2 s\n"
        f"Error: POST {address}/v1/games: no good answer, gave up (Connection refused)\n"
    )


def test_without_patience_the_first_failure_ends_the_command() -> None:
    address = f"http://127.0.0.1:{free_ports(1)[0]}"
    result = play(address, "--patience", "0")
    assert result.exit_code == 1
    assert result.stderr == f"Error: POST {address}/v1/games: no good answer, gave up (Connection refused)\n"


# ---- refusals ----------------------------------------------------------------------------------------


def test_what_the_service_refuses_is_told_in_its_words(service: str) -> None:
    result = play(service, "--players", "3", "--two-color")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"Error: POST {service}/v1/games: 422 invalid_field: /players: The two-color game is for two seats.\n"
    )


@contextmanager
def stranger(status: int, content: bytes) -> Iterator[str]:
    """A web server that is no Kiln service: it answers everything alike."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "content", "told"),
    [
        (404, b"<h1>Not here</h1>", "404 Not Found"),
        (400, b"[1]", "400 Bad Request"),
        (200, b"<h1>Welcome</h1>", "the answer is no JSON object; is this a Kiln service?"),
        (200, b"[1]", "the answer is no JSON object; is this a Kiln service?"),
        (200, b"\xff", "the answer is no JSON object; is this a Kiln service?"),
        (200, b'{"seat_tokens": 3}', "is not that of a Kiln service"),
        (200, b'{"seat_tokens": [], "game": {"id": "x"}}', "is not that of a Kiln service"),
    ],
)
def test_what_is_no_kiln_service_is_told_so(status: int, content: bytes, told: str) -> None:
    with stranger(status, content) as address:
        result = play(address)
    assert (result.exit_code, result.stdout) == (1, "")
    assert told in result.stderr


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8000",
        "ftp://localhost",
        "file:///etc/hostname",
        "http://",
        "http://localhost:port",
        "http://localhost:70000",
        "http://user:word@localhost",
        "http://localhost/?a=1",
        "http://local host",
        "http://a..b",
        "http://l\u00f6calhost",
        "http://localhost\n",
    ],
)
def test_an_address_that_cannot_be_is_refused(url: str) -> None:
    result = play(url)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for '--url': must be like http://127.0.0.1:8000" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--players", "1"],
        ["--players", "5"],
        ["--seed", "-1"],
        ["--seed", str(2**53)],
        ["--mover", "best"],
        ["--games", "0"],
        ["--max-moves", "0"],
        ["--patience", "-1"],
    ],
)
def test_options_out_of_range_are_refused_before_any_call(arguments: list[str]) -> None:
    result = play("http://127.0.0.1:9", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Invalid value for '{arguments[0]}'" in result.stderr
