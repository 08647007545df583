"""Legal moves as JSON objects."""

from typing import Any

from service.rules import LegalMoves, Position, move_tree, parse_slot


def _push(slot: str | None) -> int | None:
    return None if slot is None else parse_slot(slot)


def legal_moves_json(position: Position, push: str | None, offset: int, limit: int) -> dict[str, Any]:
    """Return a page of the legal moves of a position; `push` names the slot to which they are narrowed."""
    legal = LegalMoves(position, _push(push))
    return {
        "number": position.number,
        "seat": None if position.finished else position.turn,
        "total": legal.total,
        "offset": offset,
        "moves": legal.page(offset, limit),
    }


def no_legal_moves_json(position: Position, offset: int) -> dict[str, Any]:
    """Return the legal moves of a game that waits: none."""
    return {"number": position.number, "seat": None, "total": 0, "offset": offset, "moves": []}


def move_tree_json(position: Position, push: str | None) -> dict[str, Any]:
    """Return the legal moves of a position as choices; `push` names the slot to which they are narrowed."""
    pushes = move_tree(position, _push(push))
    return {
        "number": position.number,
        "seat": None if position.finished else position.turn,
        "total": sum(options.total for options in pushes),
        "pushes": [options.as_dict() for options in pushes],
    }


def no_move_tree_json(position: Position) -> dict[str, Any]:
    """Return the move tree of a game that waits: empty."""
    return {"number": position.number, "seat": None, "total": 0, "pushes": []}
