"""Legal moves as JSON objects."""

import secrets
from collections.abc import Mapping
from random import Random
from typing import Any

from service.rules import MAX_SEED, LegalMoves, Position, move_tree, parse_slot


def _push(slot: str | None) -> int | None:
    return None if slot is None else parse_slot(slot)


def _head(position: Position, total: int) -> dict[str, Any]:
    """Return what all that is told of legal moves begins with: for which move, for whom, and how many there are."""
    return {"number": position.number, "seat": None if position.finished else position.turn, "total": total}


def legal_moves_json(position: Position, push: str | None, offset: int, limit: int) -> dict[str, Any]:
    """Return a page of the legal moves of a position; `push` names the slot to which they are narrowed."""
    legal = LegalMoves(position, _push(push))
    return {
        **_head(position, legal.total),
        "offset": offset,
        "moves": legal.page(offset, limit),
    }


def legal_sample_json(position: Position, push: str | None, size: int, seed: int | None) -> dict[str, Any]:
    """Return moves drawn from the legal ones, each draw with the same chance for each; none where there are none.

    The index of each is `randrange(total)` of `random.Random(seed)`; without a seed one is drawn.
    """
    legal = LegalMoves(position, _push(push))
    total = legal.total
    seed = secrets.randbelow(MAX_SEED + 1) if seed is None else seed
    generator = Random(seed)
    return {
        **_head(position, total),
        "offset": 0,
        "moves": [legal.at(generator.randrange(total)) for _ in range(size if total else 0)],
        "seed": seed,
    }


def wanted_legal_moves_json(position: Position, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a request asks for, whose fields are `wanted`: a page of the legal moves, or a sample of them."""
    if "sample" in wanted:
        return legal_sample_json(position, wanted.get("push"), wanted["sample"], wanted.get("seed"))
    return legal_moves_json(position, wanted.get("push"), wanted["offset"], wanted["limit"])


def no_legal_moves_json(position: Position, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the legal moves of a game that waits: none."""
    seed = {"seed": wanted.get("seed", 0)} if "sample" in wanted else {}
    return {"number": position.number, "seat": None, "total": 0, "offset": wanted["offset"], "moves": [], **seed}


def move_tree_json(position: Position, push: str | None) -> dict[str, Any]:
    """Return the legal moves of a position as choices; `push` names the slot to which they are narrowed."""
    pushes = move_tree(position, _push(push))
    return {
        **_head(position, sum(options.total for options in pushes)),
        "pushes": [options.as_dict() for options in pushes],
    }


def no_move_tree_json(position: Position) -> dict[str, Any]:
    """Return the move tree of a game that waits: empty."""
    return {"number": position.number, "seat": None, "total": 0, "pushes": []}
