"""Games to measure with: created over HTTP, and the moves that can be played in them."""

import json
import random
import urllib.request
from collections.abc import Iterator
from typing import Any

from bench.common.load import Request
from service.rules import LegalMoves, parse_move, parse_position, play

__all__ = ["call", "create", "game_with_moves", "positions_with", "random_games"]


def call(address: str, request: Request) -> bytes:
    """The body of the answer. Raises for an error."""
    headers = {"Content-Type": "application/json"} if request.body is not None else {}
    if request.token is not None:
        headers["Authorization"] = f"Bearer {request.token}"
    sent = urllib.request.Request(address + request.path, request.body, headers, method=request.method)
    with urllib.request.urlopen(sent, timeout=30) as answer:
        found: bytes = answer.read()
    return found


def create(address: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """Create a game; what was answered."""
    created: dict[str, Any] = json.loads(call(address, Request("/v1/games", "POST", body=json.dumps(wanted).encode())))
    return created


def random_games(address: str, generator: random.Random) -> Iterator[list[Request]]:
    """New games of two seats without end: for each the moves of a random play, from the first to the last."""
    while True:
        yield game_with_moves(create(address, {"seed": generator.randrange(2**53)}), generator)


def game_with_moves(created: dict[str, Any], generator: random.Random) -> list[Request]:
    """The moves of a random play of a game that has just been created, as calls that play them."""
    tokens = {entry["seat"]: entry["token"] for entry in created["seat_tokens"]}
    position = parse_position(created["game"]["position"])
    path = f"/v1/games/{created['game']['id']}/moves"
    moves: list[Request] = []
    while not position.finished:
        text = LegalMoves(position).random(generator)
        body = json.dumps({"number": position.number, "move": text}).encode()
        moves.append(Request(path, "POST", tokens[position.turn], body))
        position = play(position, parse_move(text)).position
    return moves


def positions_with(count: int, totals: range, texts: list[str]) -> list[str]:
    """The first `count` of these positions that have so many legal moves."""
    found = [text for text in texts if LegalMoves(parse_position(text)).total in totals]
    if len(found) < count:
        raise ValueError(f"only {len(found)} of {len(texts)} positions have {totals} moves")
    return found[:count]
