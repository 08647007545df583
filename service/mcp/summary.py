"""What an agent is told of a game: less than all, and with a picture."""

from collections.abc import Iterable
from typing import Any

from service.board_text import draw_position
from service.rules import InvalidPosition, parse_position

__all__ = ["describe_game", "describe_moves", "still_played"]


def describe_game(game: dict[str, Any], held: list[int]) -> dict[str, Any]:
    """Return a GAME of the contract as an agent needs it, for whom `held` are its own seats."""
    yours = still_played(game, held)
    return {
        "game_id": game["id"],
        "status": game["status"],
        "number": game["number"],
        "to_move": game["to_move"],
        "your_seats": yours,
        "your_turn": game["to_move"] in yours,
        "extra_turn": game["extra_turn"],
        "seats": [_seat(seat) for seat in game["seats"]],
        "target": game["target"],
        "goal": game["goal"],
        "variants": game["variants"],
        "outcome": game["outcome"],
        "position": game["position"],
        "picture": _picture(game["position"]),
    }


def still_played(game: dict[str, Any], held: list[int]) -> list[int]:
    """Return those of the seats that have not left, and that no bot plays on for."""
    return [
        seat["seat"]
        for seat in game["seats"]
        if seat["seat"] in held and seat["state"] == "taken" and not seat.get("bot")
    ]


def describe_moves(moves: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return MOVEs of the contract as an agent needs them."""
    return [{name: move[name] for name in ("number", "seat", "move", "events")} for move in moves]


def _seat(seat: dict[str, Any]) -> dict[str, Any]:
    bot = seat.get("bot")
    return {
        "seat": seat["seat"],
        "name": seat["name"],
        "state": seat["state"],
        "colors": [warehouse["color"] for warehouse in seat["warehouses"]],
        "scores": [warehouse["score"] for warehouse in seat["warehouses"]],
        **({"bot": bot["level"]} if bot else {}),
    }


def _picture(position: str) -> str | None:
    """Return a position as plain text; None where the service knows positions that are news here."""
    try:
        return draw_position(parse_position(position))
    except InvalidPosition:
        return None
