"""Random play: legal moves, attempts that may break a rule, whole games."""

import random

from .board import SLOTS, square_name
from .ending import outcome
from .listing import choices_after, part, wins
from .start import start_position
from .state import State, read_position
from .turn import play
from .warehouse import CELLS, NO_SALE, Sale

KILN_SQUARES = [(row, column) for row in range(6) for column in range(6)]
SEATS = [
    [["r"], ["b"]],
    [["y"], ["r"]],
    [["r"], ["b"], ["g"]],
    [["r"], ["b"], ["g"], ["y"]],
    [["r", "g"], ["b", "y"]],
]


def random_move(rng: random.Random, position: str) -> str:
    """A legal move of a running position: any of them can come, and one that sells likelier than another."""
    state = read_position(position)
    slot = rng.choice([slot for slot in SLOTS if slot != state.slot])
    parts = []
    won = False
    for color, choices in zip(state.colors(), choices_after(state, slot), strict=True):
        selling = [choice for choice in choices if len(choice.sales) > 1]
        action, possible = rng.choice(selling if selling and rng.random() < 0.5 else choices)
        sale = possible[0] if won or rng.random() < 0.15 else rng.choice(possible)
        won = won or wins(state, color, sale.points)
        parts.append(part(action, sale))
    return slot + " " + " | ".join(parts)


def random_attempt(rng: random.Random, position: str) -> str:
    """A well-formed move for any position: legal, or with a fault or two of any sort."""
    state = read_position(position)
    if outcome(position) is None:
        slot, rest = random_move(rng, position).split(" ", 1)
        parts = rest.split(" | ")
    else:
        slot = rng.choice(SLOTS)
        parts = [part(random_action(rng, state, color), random_sale(rng)) for color in state.colors()]
    for _ in range(rng.choice([0, 1, 1, 1, 2])):
        i = rng.randrange(len(parts))
        action, _, sale = parts[i].partition(" ")
        fault = rng.random()
        if fault < 0.08:
            slot = state.slot
        elif fault < 0.2:
            slot = rng.choice(SLOTS)
        elif fault < 0.28:
            parts = parts[:1] if len(parts) == 2 else parts * 2
        elif fault < 0.5:
            parts[-1] = part(parts[-1].split(" ")[0], random_sale(rng))
        elif fault < 0.75 and ">" in action:
            parts[i] = part(action[:3] + square_name(rng.choice(CELLS)), Sale(sale, 0))
        else:
            color = state.colors()[min(i, len(state.colors()) - 1)]
            parts[i] = part(random_action(rng, state, color), Sale(sale, 0))
    return slot + " " + " | ".join(parts)


def random_action(rng: random.Random, state: State, color: str) -> str:
    """Any well-formed action; a copy mostly names a square that holds the color before the push."""
    kind = rng.random()
    if kind < 0.15:
        return "-"
    cell = square_name(rng.choice(CELLS))
    if kind < 0.35:
        return "x" + cell
    held = [(row, column) for row, column in KILN_SQUARES if state.kiln[row][column] == color]
    return square_name(rng.choice(held if rng.random() < 0.8 else KILN_SQUARES)) + ">" + cell


def random_sale(rng: random.Random) -> Sale:
    """Any well-formed sale (or none), whatever is complete."""
    lines = sorted(rng.sample("12345", rng.choice([0, 1, 1, 2, 3, 5])))
    return Sale(rng.choice("RC") + "".join(lines), 0) if lines else NO_SALE


def random_game(rng: random.Random, start: str | None = None, limit: int = 300) -> list[tuple[str, str]]:
    """A game of legal moves: each position with the move played there, to the end or to `limit` moves.

    Without `start` it begins at a seeded start, with players, options and target drawn.
    """
    if start is None:
        seats = rng.choice(SEATS)
        both = rng.choice(["", "b"]) if len(seats[0]) == 2 else ""
        options = str(rng.choice([17, 20, rng.randint(1, 29)])) + rng.choice(["m", ""]) + rng.choice(["h", ""])
        start = start_position(rng.randrange(2**53), seats, options + both)
    position = start
    game: list[tuple[str, str]] = []
    while len(game) < limit and outcome(position) is None:
        move = random_move(rng, position)
        game.append((position, move))
        position = play(position, move).position
    return game
