"""A running service that can be stopped and started again, and games made on it behind the page's back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from service.config import describe_settings
from tests.redis.ports import free_ports
from tests.unlimited import UNLIMITED

ROOT = Path(__file__).parents[2]


class Service:
    """A `kiln serve` with a store of its own in a folder. It keeps its port over a restart."""

    def __init__(self, folder: Path, **settings: str) -> None:
        own = {variable for variable, _, _ in describe_settings()}
        others = {name: value for name, value in os.environ.items() if name not in own}
        self._environment = {
            **others,
            **UNLIMITED,
            "PORT": str(free_ports(1)[0]),
            "KILN_DATA_DIR": str(folder),
            "WEB_CONCURRENCY": "1",
            "KILN_LIMIT_CREATE": "off",  # these tests create more games than anybody who plays
            **settings,
        }
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        self.start()
        self.client = httpx.Client(base_url=self.address, timeout=30)

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        welcome = self._process.stdout.readline()
        found = re.search(r"http://\S+", welcome)
        assert found is not None, f"no address in {welcome!r}"
        self.address = found[0]

    def stop(self) -> None:
        """Stop; games stay in the folder."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.terminate()
        self._process.wait(40)
        self._process.stdout.close()
        self._process = None

    def close(self) -> None:
        self.client.close()
        if self._process is not None:
            self.stop()

    def create(self, body: dict[str, Any] | None = None) -> Game:
        """Create a game; without a position or a seed it begins with seed 7."""
        body = body or {}
        answer = self.client.post("/v1/games", json=body if "position" in body else {"seed": 7, **body})
        assert answer.status_code == 201, answer.text
        return Game(self, answer.json())


class Game:
    """A game that has been created by a call."""

    def __init__(self, service: Service, created: dict[str, Any]) -> None:
        self._service = service
        self.id: str = created["game"]["id"]
        self.owner: str = created["owner_token"]
        self.tokens: dict[int, str] = {one["seat"]: one["token"] for one in created["seat_tokens"]}
        self.address = f"{service.address}/play/{self.id}"

    def link(self, seat: int) -> str:
        """The address that gives a seat to whoever opens it."""
        return f"{self.address}#seat={seat}&token={self.tokens[seat]}"

    def get(self) -> dict[str, Any]:
        answer = self._service.client.get(f"/v1/games/{self.id}")
        assert answer.status_code == 200, answer.text
        game: dict[str, Any] = answer.json()
        return game

    def moves(self) -> list[str]:
        answer = self._service.client.get(f"/v1/games/{self.id}/moves", params={"limit": 1000})
        return [move["move"] for move in answer.json()["moves"]]

    def play(self, move: str | None = None) -> str:
        """Play a move for the seat to move: the first legal one unless another is given. Returns it."""
        game = self.get()
        if move is None:
            legal = self._service.client.get(f"/v1/games/{self.id}/legal-moves", params={"limit": 1})
            move = legal.json()["moves"][0]
        answer = self._service.client.post(
            f"/v1/games/{self.id}/moves",
            json={"number": game["number"], "move": move},
            headers={"Authorization": f"Bearer {self.tokens[game['to_move']]}"},
        )
        assert answer.status_code == 201, answer.text
        played: str = answer.json()["move"]["move"]
        return played

    def leave(self, seat: int) -> None:
        answer = self._service.client.delete(
            f"/v1/games/{self.id}/seats/{seat}", headers={"Authorization": f"Bearer {self.tokens[seat]}"}
        )
        assert answer.status_code == 200, answer.text

    def delete(self) -> None:
        answer = self._service.client.delete(f"/v1/games/{self.id}", headers={"Authorization": f"Bearer {self.owner}"})
        assert answer.status_code == 204, answer.text
