"""Follows a game of Kiln and prints a line for each move: python3 watch.py GAME_ID [BASE_URL]."""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SILENCE = 40  # seconds; a comment comes at least every 15


def read_events(lines: Iterable[bytes]) -> Iterator[dict[str, str]]:
    """Give each event of a stream by its fields; one that has not come to its empty line is none."""
    event: dict[str, str] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        name, _, value = text.partition(":")
        if name:  # a comment has no name
            event[name] = value.removeprefix(" ")
        elif not text:
            yield event
            event = {}


def follow(url: str) -> Iterator[tuple[str, Any]]:
    """Give the kind and the data of each event of a game, across lost connections, until the last one."""
    last_id, pause = "", 1.0
    while True:
        try:
            with urlopen(Request(url, headers={"Last-Event-ID": last_id}), timeout=SILENCE) as stream:
                if stream.status == 204:  # finished, and all of it is known
                    return
                for event in read_events(stream):
                    pause = float(event.get("retry", 1000 * pause)) / 1000
                    last_id = event.get("id", last_id)
                    if "data" in event:
                        yield event["event"], json.loads(event["data"])
                    if event.get("event") == "end":
                        return
        except HTTPError as error:  # an answer, and not a good one
            if error.code not in (429, 503):
                sys.exit(f"{url}: {error.code} {error.read().decode()}")
            pause = float(error.headers.get("Retry-After", pause))
        except (OSError, HTTPException):  # no answer, or one that breaks off
            pass
        print("(connecting again)", flush=True)
        time.sleep(pause)


def scores(game: Any) -> str:
    """Return the seats in words: who sits there, with how many points."""
    seats = []
    for seat in game["seats"]:
        name = seat["name"] or f"seat {seat['seat']}"
        state = "" if seat["state"] == "taken" else f" ({seat['state']})"
        seats.append(f"{name}{state} {'+'.join(str(warehouse['score']) for warehouse in seat['warehouses'])}")
    return ", ".join(seats)


def main(game_id: str, base: str) -> None:
    for kind, data in follow(f"{base}/v1/games/{game_id}/events"):
        if kind == "move":
            move = data["move"]
            line = f"{move['number']:4}  seat {move['seat']}  {move['move']:20}  {scores(data['game'])}"
        elif kind == "game":  # at first, and whenever something else has changed
            line = f"      {data['status']:28}  {scores(data)}"
        else:
            line = f"      the end: {data['reason']}" if kind == "end" else f"      {kind}"
        print(line, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000").rstrip("/"))
