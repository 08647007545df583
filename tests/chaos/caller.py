"""HTTP as a patient client speaks it: a call is repeated, at any instance, until it is answered."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

import httpx

from tests.chaos.journal import Journal, Request

LONGEST_REQUEST = 12.0
"""Seconds after which a client gives a request up and makes it once more."""
PATIENCE = 90.0
"""Seconds after which a call that was never answered is a failure of the service."""


class NeverAnswered(AssertionError):
    """A call was repeated for a long time, and got no answer but 503."""


STALE = {"number_not_reached", "game_not_found"}
"""Answers that are wrong here: no player is ahead of the store."""


class Caller:
    """Calls any of the instances, with connections of its own; for one thread.

    stale: how many seconds it may go on that the service answers as the store was before.
    """

    def __init__(self, journal: Journal, instances: Sequence[str], seed: int, stale: float = 0) -> None:
        self._journal = journal
        self._stale = stale
        self._random = random.Random(seed)
        self._clients = [httpx.Client(base_url=url, timeout=LONGEST_REQUEST) for url in instances]

    def call(
        self, method: str, path: str, *, token: str | None = None, json: Any = None, game: str = ""
    ) -> httpx.Response:
        """Make a call until it is answered by something else than 503."""
        begun = time.monotonic()
        deadline = begun + PATIENCE
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        what = f"{method} {path}"
        while time.monotonic() < deadline:
            client = self._random.choice(self._clients)
            started = time.monotonic()
            status, code, answer = 0, None, None
            try:
                answer = client.request(method, path, json=json, headers=headers)
                status = answer.status_code
                if status >= 400:
                    code = answer.json().get("code")
            except httpx.TransportError as error:
                code = type(error).__name__
            self._journal.requests.append(Request(what, game, started, time.monotonic(), status, code))
            is_stale = code in STALE and time.monotonic() < begun + self._stale
            if answer is not None and status != 503 and not is_stale:
                if status >= 500:
                    self._journal.complain(f"{what}: {status} {answer.text}")
                return answer
            time.sleep(0.05 + 0.1 * self._random.random())
        raise NeverAnswered(f"{what} was not answered for {PATIENCE:g} s")

    def close(self) -> None:
        for client in self._clients:
            client.close()
