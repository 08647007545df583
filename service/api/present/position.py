"""Positions as JSON objects."""

from typing import Any

from service.rules import SLOT_NAMES, Options, Outcome, Position

Json = dict[str, Any]


def outer_json(position: Position) -> Json:
    """Return the outer tile and where it lies."""
    return {"tile": position.outer_tile.word, "slot": SLOT_NAMES[position.outer_slot]}


def warehouses_json(position: Position, seat_index: int) -> list[Json]:
    """Return the warehouses of a seat (counted from 0), one for each color."""
    scores = position.scores[seat_index]
    return [
        {"color": color.word, "rows": position.warehouse_rows(seat_index, index), "score": scores[index]}
        for index, color in enumerate(position.seats[seat_index])
    ]


def outcome_json(outcome: Outcome | None) -> Json | None:
    """Return how a game ended, or None."""
    return None if outcome is None else {"reason": outcome.reason, "winner": outcome.winner}


def goal(options: Options) -> str:
    """Return the goal in words."""
    return "both" if options.goal_both else "either"


def variants_json(options: Options) -> Json:
    """Return which variants are played."""
    return {"fixing_the_mess": options.fixing_the_mess, "heating_up": options.heating_up}


def description_json(position: Position) -> Json:
    """Return a position in parts."""
    options = position.options
    outcome = position.outcome
    return {
        "players": len(position.seats),
        "two_color": position.two_color,
        "kiln": position.kiln_rows,
        "outer": outer_json(position),
        "seats": [
            {
                "seat": index + 1,
                "state": "left" if left else "taken",
                "warehouses": warehouses_json(position, index),
            }
            for index, left in enumerate(position.left)
        ],
        "scores": position.scores,
        "to_move": position.turn if outcome is None else None,
        "extra_turn": position.extra_turn,
        "options": {"target": options.target, "goal": goal(options), "variants": variants_json(options)},
        "number": position.number,
        "finished": outcome is not None,
        "outcome": outcome_json(outcome),
    }
