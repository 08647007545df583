"""Levels that need no `service.bots`: processes that play take them by name from here."""

import os
import time
from random import Random

from service.ladder.game import Budget
from service.rules import LegalMoves, Position, Sold, parse_move, play


def choose(position: Position, level: str, seed: int, budget: Budget) -> str:
    """Return what `weak` plays (by lot), or `strong` (the most points of a few moves, by lot)."""
    moves = LegalMoves(position)
    generator = Random(seed)
    drawn = [moves.random(generator) for _ in range(budget.nodes or 12 if level == "strong" else 1)]
    return max(drawn, key=lambda move: _points(position, move)) if level == "strong" else drawn[0]


def _points(position: Position, move: str) -> int:
    return sum(event.points for event in play(position, parse_move(move)).events if isinstance(event, Sold))


def die(position: Position, level: str, seed: int, budget: Budget) -> str:
    """End the process, as one that has been killed."""
    os._exit(9)


def stall(position: Position, level: str, seed: int, budget: Budget) -> str:
    """Play like `choose`, but never end a game in which `weak` has begun."""
    if level == "weak" and position.number == 1:
        time.sleep(600)
    return choose(position, level, seed, budget)
