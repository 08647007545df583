"""What newer services have added to a game's state: found when it is read, put back when it is written.

That is fields which are not known here: of the state itself, of its seats, of those who left, and of the last move as
long as it is the last.
"""

import json
from typing import Any, Final

__all__ = ["others_of", "with_others"]

_STATE: Final = frozenset(
    (
        "format", "rules_version", "version", "position", "last_move", "start", "seats", "owner", "seed", "public",
        "left", "used", "created_at", "updated_at", "expires_at", "move_seconds", "deadline", "rematch", "reserved",
        "advice", "on_leave", "replaced",
    )
)  # fmt: skip
_SEAT: Final = frozenset(("name", "state", "token", "replaced", "bot"))
_LEFT: Final = frozenset(("seat", "before", "reason", "version"))
_LAST_MOVE: Final = frozenset(("number", "seat", "move", "played_at", "before"))


def others_of(state: dict[str, Any]) -> str | None:
    """Return the fields of a state that are not known, as text; None where there are none, as nearly always."""
    found = {
        "state": _unknown(state, _STATE),
        "seats": [_unknown(seat, _SEAT) for seat in state["seats"]],
        "left": [_unknown(left, _LEFT) for left in state["left"]],
        "last_move": _unknown(state["last_move"], _LAST_MOVE) if state["last_move"] else {},
    }
    if not (found["state"] or any(found["seats"]) or any(found["left"]) or found["last_move"]):
        return None
    number = state["last_move"]["number"] if state["last_move"] else None
    return json.dumps({**found, "number": number}, ensure_ascii=False)


def with_others(state: dict[str, Any], others: str) -> dict[str, Any]:
    """Return a state with these fields. Those who have left stay where they are in the list, and so do seats."""
    found = json.loads(others)
    merged = {**state, **found["state"]}
    merged["seats"] = _each_with(state["seats"], found["seats"])
    merged["left"] = _each_with(state["left"], found["left"])
    last = state["last_move"]
    if last and last["number"] == found["number"]:
        merged["last_move"] = {**last, **found["last_move"]}
    return merged


def _unknown(document: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    return {} if document.keys() <= known else {name: document[name] for name in document if name not in known}


def _each_with(documents: list[dict[str, Any]], found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**one, **(found[index] if index < len(found) else {})} for index, one in enumerate(documents)]
