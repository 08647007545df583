"""Played moves as JSON objects."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import orjson

from service.api.present.times import rfc3339
from service.games.played import PlayedMove
from service.rules import Event


def events_json(events: Iterable[Event]) -> list[dict[str, object]]:
    """Return events, in order."""
    return [event.as_dict() for event in events]


@lru_cache(maxsize=512)
def rendered_move(move: PlayedMove) -> orjson.Fragment:
    """Return a played move as JSON text: whoever has just played it is told it twice, by itself and in the game."""
    return orjson.Fragment(orjson.dumps(move_json(move)))


def move_json(move: PlayedMove) -> dict[str, Any]:
    """Return a played move."""
    return {
        "number": move.number,
        "seat": move.seat,
        "move": move.text,
        "position": move.position_text,
        "played_at": rfc3339(move.played_at),
        "events": events_json(move.events),
    }
