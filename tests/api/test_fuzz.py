"""Schemathesis attacks the running service along its contract, with every check that it has."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx

from tests.api.table import FINISHED, START

CONFIG = Path(__file__).with_name("schemathesis.toml")


#: Elsewhere a stream would go on and on.
NO_STREAM = "--exclude-operation-id=followGame"


def attack(running: str, folder: Path, more: str, *options: str) -> int:
    """Attack with the settings of schemathesis.toml and `more`, and find nothing; return how many cases there were."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.read_text() + more)
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", f"{running}/openapi.json"]
    got = subprocess.run(
        [*command, "--checks=all", "--no-color", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "SCHEMATHESIS_HOOKS": ""},
        timeout=280,
        check=False,
    )
    assert got.returncode == 0, got.stdout[-20_000:] + got.stderr[-5_000:]
    counted = re.search(r"^\s*(\d+) generated", got.stdout, re.MULTILINE)
    assert counted is not None, got.stdout
    return int(counted[1])


def test_nothing_is_found_by_anybody(running: str, tmp_path: Path) -> None:
    assert attack(running, tmp_path, "", NO_STREAM, "--max-examples=60") > 2_000


def test_nothing_is_found_by_a_player_at_a_running_game(running: str, tmp_path: Path) -> None:
    created = httpx.post(f"{running}/v1/games", json={"position": START}).json()
    more = f"""
[dictionaries.games]
values = ["{created["game"]["id"]}"]
[parameters]
"path.id" = {{ dictionary = "games", probability = 0.9 }}
[auth.openapi.token]
bearer = "{created["seat_tokens"][1]["token"]}"
"""
    # A player who leaves, or whose token is replaced, has no running game any more.
    options = [f"--exclude-operation-id={name}" for name in ("leaveSeat", "replaceSeatToken", "createGame")]
    tags = ("games", "moves", "legal moves", "seats", "records", "pictures")
    only = [f"--include-tag={tag}" for tag in tags]
    assert attack(running, tmp_path, more, *only, *options, "--max-examples=60") > 500
    assert httpx.get(f"{running}/v1/games/{created['game']['id']}").status_code == 200


def test_nothing_is_found_by_an_owner(running: str, tmp_path: Path) -> None:
    body = {"seats": [{}, {"open": True}, {"open": True}, {}]}
    created = httpx.post(f"{running}/v1/games", json=body).json()
    more = f"""
[dictionaries.games]
values = ["{created["game"]["id"]}"]
[parameters]
"path.id" = {{ dictionary = "games", probability = 0.9 }}
[auth.openapi.token]
bearer = "{created["owner_token"]}"
"""
    options = ["--include-tag=seats", "--include-operation-id=getRole", "--include-operation-id=playMove"]
    assert attack(running, tmp_path, more, *options, "--max-examples=60") > 200


def test_nothing_is_found_by_a_player_who_plays_again(running: str, tmp_path: Path) -> None:
    created = httpx.post(f"{running}/v1/games", json={"position": FINISHED}).json()
    more = f"""
[dictionaries.games]
values = ["{created["game"]["id"]}"]
[parameters]
"path.id" = {{ dictionary = "games", probability = 0.9 }}
[auth.openapi.token]
bearer = "{created["seat_tokens"][1]["token"]}"
"""
    assert attack(running, tmp_path, more, "--include-operation-id=createRematch", "--max-examples=60") > 50
    assert httpx.get(f"{running}/v1/games/{created['game']['id']}").json()["rematch"] is not None


def test_nothing_is_found_by_a_follower_of_a_finished_game(running: str, tmp_path: Path) -> None:
    created = httpx.post(f"{running}/v1/games", json={"position": FINISHED}).json()
    more = f"""
[dictionaries.games]
values = ["{created["game"]["id"]}"]
[parameters]
"path.id" = {{ dictionary = "games", probability = 0.9 }}
"""
    # OpenAPI 3.1 cannot say what the events are: its schema is of the text, and is held here against each event.
    options = ["--include-operation-id=followGame", "--exclude-checks=response_schema_conformance"]
    assert attack(running, tmp_path, more, *options, "--max-examples=60") > 50
