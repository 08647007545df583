"""A client that follows the stream of every game that is created, and resumes it whenever it breaks off."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Sequence

import httpx

from tests.chaos.journal import Event, Journal

SILENCE = 20.0
"""Seconds: the service says something every 15."""


class Follower(threading.Thread):
    """Follows one game until its stream ends, or until it is told to stop and has seen the last version."""

    def __init__(self, journal: Journal, instances: Sequence[str], game: str, stop: threading.Event) -> None:
        super().__init__(name=f"follower-{game}", daemon=True)
        self._journal = journal
        self._instances = instances
        self._game = game
        self._stop_following = stop
        self.version = 0
        self._turn = 0

    def run(self) -> None:
        timeout = httpx.Timeout(5.0, read=SILENCE)
        with httpx.Client(timeout=timeout) as client:
            while not self._stop_following.is_set() and self._game not in self._journal.ended:
                with contextlib.suppress(httpx.TransportError):
                    self._follow(client)
                time.sleep(0.1)

    def _follow(self, client: httpx.Client) -> None:
        self._turn += 1
        url = f"{self._instances[self._turn % len(self._instances)]}/v1/games/{self._game}/events"
        headers = {"Last-Event-ID": str(self.version)} if self.version else {}
        with client.stream("GET", url, headers=headers) as answer:
            if answer.status_code == 204:
                self._journal.ended[self._game] = "finished"
            elif answer.status_code == 404:
                self._journal.ended[self._game] = "deleted"
            if answer.status_code != 200:
                return
            kind, data, version = "", "", 0
            for line in answer.iter_lines():
                field, _, value = line.partition(": ")
                if field == "event":
                    kind = value
                elif field == "id":
                    version = int(value)
                elif field == "data":
                    data = value
                elif line == "" and kind:
                    self._note(kind, version, json.loads(data))
                    kind, data = "", ""
                if self._stop_following.is_set():
                    return

    def _note(self, kind: str, version: int, document: dict[str, object]) -> None:
        if kind == "end":
            self._journal.ended[self._game] = str(document["reason"])
            return
        game: object = document["game"] if kind == "move" else document
        move: object = document["move"] if kind == "move" else None
        assert isinstance(game, dict)
        number, text = (move["number"], move["move"]) if isinstance(move, dict) else (None, None)
        self._journal.events.append(Event(self._game, kind, version, number, text, game["position"]))
        self.version = version


class Followers(threading.Thread):
    """Starts a follower for each game that is created."""

    def __init__(self, journal: Journal, instances: Sequence[str], stop: threading.Event) -> None:
        super().__init__(name="followers", daemon=True)
        self._journal = journal
        self._instances = instances
        self._stop_starting = stop
        self._stop_following = threading.Event()
        self.all: list[Follower] = []

    def run(self) -> None:
        stopped = False
        while not stopped:
            stopped = self._stop_starting.wait(0.05)
            while len(self.all) < len(self._journal.created):
                game = self._journal.created[len(self.all)].game
                follower = Follower(self._journal, self._instances, game, self._stop_following)
                self.all.append(follower)
                follower.start()

    def finish(self, versions: dict[str, int], seconds: float) -> None:
        """Wait until all have seen the last version of their games, but not for ever; then stop them."""
        deadline = time.monotonic() + seconds
        for follower in self.all:
            last = versions.get(follower._game)
            while time.monotonic() < deadline and last is not None and follower.version != last:
                time.sleep(0.05)
        self._stop_following.set()
