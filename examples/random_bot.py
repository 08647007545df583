"""Plays a whole game of Kiln against itself: python3 random_bot.py [BASE_URL] [SEED]."""

import json
import random
import secrets
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(method: str, url: str, token: str = "", body: dict[str, Any] | None = None) -> Any:
    """Make a call and return its JSON; send it again when it is lost, which is safe for all calls here."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    for attempt in range(8):
        try:
            with urlopen(Request(url, data, headers, method=method), timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:  # an answer, and not a good one
            if error.code != 503:
                sys.exit(f"{method} {url}: {error.code} {error.read().decode()}")
            wait = float(error.headers.get("Retry-After", 1))
        except (OSError, HTTPException):  # no answer, or half of one
            wait = 0.1 * 2**attempt
        time.sleep(wait)
    sys.exit(f"{method} {url}: no answer, gave up")


def main(base: str, seed: int) -> None:
    chance = random.Random(seed)
    # A token of our own makes creating a game safe to repeat.
    answer = call("POST", f"{base}/v1/games", body={"seed": seed, "owner_token": secrets.token_urlsafe(32)})
    tokens = {entry["seat"]: entry["token"] for entry in answer["seat_tokens"]}
    game, url = answer["game"], f"{base}/v1/games/{answer['game']['id']}"
    print(f"game {game['id']}, seed {seed}")
    while game["status"] == "playing":
        total = call("GET", f"{url}/legal-moves?limit=1")["total"]
        page = call("GET", f"{url}/legal-moves?limit=1&offset={chance.randrange(total)}")
        choice = {"number": page["number"], "move": page["moves"][0]}
        game = call("POST", f"{url}/moves", tokens[page["seat"]], choice)["game"]
        scores = " : ".join(str(seat["warehouses"][0]["score"]) for seat in game["seats"])
        print(f"{page['number']:4}  seat {page['seat']}  {choice['move']:20}  {scores}")
    print(f"finished ({game['outcome']['reason']}), seat {game['outcome']['winner']} has won")


if __name__ == "__main__":
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    main(address.rstrip("/"), int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(2**53))
