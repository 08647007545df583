"""Moves as load: whole games of the service, and the same for the floor."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bench.common.floor import answer_key
from bench.common.games import call, create, game_with_moves, random_games
from bench.common.load import Request
from service.store.keys import game_key, moves_key

__all__ = ["floor_games", "prepare_moves", "whole_games"]

MOVES_A_SECOND = 2500
"""More than can be played."""


def whole_games(address: str, generator: random.Random, connections: int, seconds: int) -> list[list[Request]]:
    """For each connection the moves of new games, one game after the other, for so many seconds."""
    found: list[list[Request]] = []
    for _ in range(connections):
        requests: list[Request] = []
        for moves in random_games(address, generator):
            requests += moves
            if len(requests) >= MOVES_A_SECOND * seconds / connections:
                break
        found.append(requests)
    return found


def prepare_moves(address: str, client: Any, generator: random.Random) -> list[Request]:
    """Let a game be played; put what the floor stores and answers for a move where it looks. Return the moves."""
    created = create(address, {"seed": generator.randrange(2**53)})
    moves = game_with_moves(created, generator)
    answers = [call(address, move) for move in moves]
    game_id = created["game"]["id"]
    client.set(answer_key("move"), answers[len(answers) // 2])
    client.set(answer_key("state"), client.hget(game_key(game_id), "state"))
    client.set(answer_key("entry"), client.lindex(moves_key(game_id), len(moves) // 2))
    return moves


def floor_games(
    client: Any, example: list[Request], numbers: Iterator[int], connections: int, seconds: int
) -> list[Request]:
    """For one connection to the floor: new games in its store, each as long as the example."""
    state = client.get(answer_key("state"))
    requests: list[Request] = []
    while len(requests) < 2 * MOVES_A_SECOND * seconds / connections:
        game_id = f"floor{next(numbers):015}"
        client.hset(game_key(game_id), mapping={"revision": "1-12345678", "state": state, "saves": "12345678"})
        for number, move in enumerate(example, 1):
            body = json.dumps({**json.loads(move.body or b""), "number": number}).encode()
            requests.append(replace(move, path=f"/games/{game_id}/moves", body=body))
    return requests
