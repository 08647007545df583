"""Games that are played at random over HTTP, and what a stream of them must say."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import httpx

from tests.processes.serving import until_answered
from tests.streams.reading import Event

OPEN = {"open": True}


class RandomGame:
    """A game of three seats, all but the first to be claimed.

    `clients` are called in turn, and again when they do not answer, as real clients do; `played` holds the event that
    each change must come as.
    """

    def __init__(self, clients: Sequence[httpx.Client], seed: int, **settings: Any) -> None:
        self._clients = clients
        self._calls = 0
        self.random = random.Random(seed)
        body = {"seats": [{}, OPEN, OPEN], "seed": seed, "target": 6, **settings}
        body["owner_token"] = secrets.token_urlsafe()  # so that the call can be repeated
        document = self._call("POST", "/v1/games", 201, json=body)
        self.game: dict[str, Any] = document["game"]
        self.path = f"/v1/games/{self.game['id']}"
        self.owner: str = document["owner_token"]
        self.tokens: dict[int, str] = {one["seat"]: one["token"] for one in document["seat_tokens"]}
        self.played = [Event("game", 1, self.game)]

    def claim(self) -> None:
        """Claim the first open seat."""
        token = secrets.token_urlsafe()
        document = self._call("POST", f"{self.path}/seats", 201, json={"name": "Ada", "token": token})
        self.tokens[document["seat_token"]["seat"]] = token
        self._changed(document["game"])

    def leave(self) -> None:
        """Let a seat leave, any that is still there."""
        seat = self.random.choice([one["seat"] for one in self.game["seats"] if one["state"] == "taken"])
        self._changed(self._call("DELETE", f"{self.path}/seats/{seat}", 200, token=self.tokens[seat]))

    def move(self) -> None:
        """Play any legal move."""
        count = self._call("GET", f"{self.path}/legal-moves", 200, params={"limit": 1})["total"]
        index = self.random.randrange(count)
        moves = self._call("GET", f"{self.path}/legal-moves", 200, params={"offset": index, "limit": 1})["moves"]
        body = {"number": self.game["number"], "move": moves[0]}
        token = self.tokens[self.game["to_move"]]
        document = self._call("POST", f"{self.path}/moves", 201, json=body, token=token)
        self.game = document["game"]
        self.played.append(Event("move", self.game["version"], document))

    def play(self, before_each: Callable[[], object] = lambda: None, *, leaves: bool = True, most: int = 1000) -> None:
        """Play to the end: by the rules, or when after so many changes all leave but one."""
        while self.game["status"] != "finished":
            before_each()
            if self.game["status"] == "waiting":
                self.claim()
            elif len(self.played) >= most or (leaves and self.random.random() < 0.02):
                self.leave()
            else:
                self.move()

    def snapshot(self, version: int | None = None) -> Event:
        """The first event of a stream that begins at a version, the last one unless it is given."""
        data = self.played[(version or self.game["version"]) - 1].data
        return Event("game", version or self.game["version"], data.get("game", data))

    def followed_from(self, version: int) -> list[Event]:
        """All that a client sees that has come at a version."""
        return [self.snapshot(version), *self.after(version)]

    def after(self, version: int) -> list[Event]:
        """What has come after a version."""
        return [event for event in self.played if event.id > version]

    def delete(self) -> None:
        """Remove the game."""
        self._call("DELETE", self.path, 204, token=self.owner)

    def _changed(self, game: dict[str, Any]) -> None:
        self.game = game
        self.played.append(Event("game", game["version"], game))

    def _call(self, method: str, path: str, wanted: int, *, token: str | None = None, **arguments: Any) -> Any:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}

        def call() -> httpx.Response:
            self._calls += 1
            client = self._clients[self._calls % len(self._clients)]
            return client.request(method, path, headers=headers, **arguments)

        answer = until_answered(call)
        # A repeated call is answered with 200: the first one had been carried out.
        assert answer.status_code in (wanted, 200), f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None
