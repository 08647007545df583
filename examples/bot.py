"""Plays a seat of a game of Kiln to its end: KILN_TOKEN=... python3 bot.py GAME_ID [BASE_URL].

KILN_TOKEN is the token of the seat; KILN_API_KEY, if the service wants one, its key. Write your bot in `choose`.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SILENCE = 40  # seconds; a stream says something at least every 15
HEADERS = {"Authorization": f"Bearer {os.environ.get('KILN_TOKEN', '')}"}
if "KILN_API_KEY" in os.environ:
    HEADERS["X-API-Key"] = os.environ["KILN_API_KEY"]


def choose(url: str, game: Any) -> str | None:
    """Return the move to play in this game, which shows all there is to see; None if it is too late for one.

    Here it is one by lot, and always the same in the same position: a bot that is started again repeats itself, and
    plays nothing twice.
    """
    drawn = call(f"{url}/legal-moves?sample=1&seed={game['number']}")
    return drawn["moves"][0] if drawn["moves"] and drawn["number"] == game["number"] else None


def call(url: str, body: Any = None) -> Any:
    """Make a call and return its JSON, None for a conflict; send it again while it is lost, which is safe here."""
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(12):
        try:
            request = Request(url, data, {**HEADERS, "Content-Type": "application/json"})
            with urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:  # an answer, and not a good one
            if error.code == 409:  # not our turn any more, or played before: the stream tells what is
                return None
            if error.code not in (429, 503):
                sys.exit(f"{url}: {error.code} {error.read().decode()}")
            pause = float(error.headers.get("Retry-After", 1))
        except (OSError, HTTPException):  # no answer, or half of one
            pause = min(5.0, 0.1 * 2**attempt)
        time.sleep(pause)
    sys.exit(f"{url}: no answer, gave up")


def events(lines: Iterable[bytes]) -> Iterator[dict[str, str]]:
    """Give each event of a stream by its fields; one that has not come to its empty line is none."""
    event: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        if name:  # a comment has no name
            event[name] = value.removeprefix(" ")
        elif not value and event:
            yield event
            event = {}


def games(url: str) -> Iterator[Any]:
    """Give the game after each change, across lost connections, until it has ended."""
    last_id, pause = "", 1.0
    while True:
        try:
            request = Request(f"{url}/events", headers={**HEADERS, "Last-Event-ID": last_id})
            with urlopen(request, timeout=SILENCE) as stream:
                if stream.status == 204:  # finished, and all of it is known
                    return
                for event in events(stream):
                    pause = float(event.get("retry", 1000 * pause)) / 1000
                    if event.get("event") == "end":
                        return
                    if "data" in event:
                        data = json.loads(event["data"])
                        yield data["game"] if event["event"] == "move" else data
                        last_id = event.get("id", last_id)  # now that it has been dealt with
        except HTTPError as error:
            if error.code not in (429, 503):
                sys.exit(f"{url}: {error.code} {error.read().decode()}")
            pause = float(error.headers.get("Retry-After", pause))
        except (OSError, HTTPException):
            pass
        time.sleep(pause)


def main(game_id: str, base: str) -> None:
    url = f"{base}/v1/games/{game_id}"
    seat = call(f"{url}/me")["seat"]
    if seat is None:
        sys.exit("KILN_TOKEN is the owner's, not that of a seat")
    outcome = None
    for game in games(url):
        outcome = game["outcome"]
        if game["to_move"] != seat:
            continue
        # An event may be old news, after a lost connection. The number sees to it that nothing is played out of turn.
        move = choose(url, game)
        played = move and call(f"{url}/moves", {"number": game["number"], "move": move})
        if played:
            print(f"{game['number']:4}  {played['move']['move']}", flush=True)
    print(f"the end: seat {outcome['winner']} has won" if outcome else "the end, without an outcome")


if __name__ == "__main__":
    if len(sys.argv) < 2 or not os.environ.get("KILN_TOKEN"):
        sys.exit(__doc__)
    main(sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000").rstrip("/"))
