"""Games as JSON objects."""

from collections.abc import Callable
from typing import Any

from service.api.present.move import move_json
from service.api.present.position import goal, outcome_json, outer_json, variants_json, warehouses_json
from service.api.present.times import rfc3339
from service.games.game import Bot, Game
from service.games.played import PlayedMove


def game_json(game: Game, move: Callable[[PlayedMove], object] = move_json) -> dict[str, Any]:
    """Return all of a game that can be seen. move: makes the last move into what is put in."""
    position = game.position
    options = position.options
    last_move = game.last_move
    return {
        "id": game.id,
        "version": game.version,
        "status": game.status,
        "number": position.number,
        "start_number": game.start_number,
        "position": game.position_text,
        "to_move": game.to_move,
        "extra_turn": position.extra_turn,
        "kiln": game.position_text.partition(" ")[0].split("/"),
        "outer": outer_json(position),
        "seats": [
            {
                "seat": index + 1,
                "name": seat.name,
                "state": seat.state,
                "bot": bot_json(seat.bot),
                "warehouses": warehouses_json(position, index),
            }
            for index, seat in enumerate(game.seats)
        ],
        "players": len(position.seats),
        "two_color": position.two_color,
        "target": options.target,
        "goal": goal(options),
        "variants": variants_json(options),
        "outcome": outcome_json(game.outcome),
        "last_move": None if last_move is None else move(last_move),
        "seed": game.seed,
        "rules_version": game.rules_version,
        "public": game.public,
        "advice": game.advice,
        "on_leave": None if game.on_leave is None else {"bot": bot_json(game.on_leave)},
        "move_seconds": game.move_seconds,
        "deadline": None if game.deadline is None else rfc3339(game.deadline),
        "rematch": game.rematch,
        "created_at": rfc3339(game.created_at),
        "updated_at": rfc3339(game.updated_at),
        "expires_at": rfc3339(game.expires_at),
    }


def bot_json(bot: Bot | None) -> dict[str, str] | None:
    """Return a bot; None where there is none."""
    return None if bot is None else {"level": bot.level}


def summary_json(game: Game) -> dict[str, Any]:
    """Return what a list of games shows of one."""
    position = game.position
    options = position.options
    return {
        "id": game.id,
        "version": game.version,
        "status": game.status,
        "number": position.number,
        "to_move": game.to_move,
        "players": len(position.seats),
        "two_color": position.two_color,
        "target": options.target,
        "goal": goal(options),
        "variants": variants_json(options),
        "move_seconds": game.move_seconds,
        "seats": [
            {
                "seat": index + 1,
                "name": seat.name,
                "state": seat.state,
                "bot": bot_json(seat.bot),
                "colors": [color.word for color in position.seats[index]],
                "scores": position.scores[index],
            }
            for index, seat in enumerate(game.seats)
        ],
        "created_at": rfc3339(game.created_at),
        "updated_at": rfc3339(game.updated_at),
    }
