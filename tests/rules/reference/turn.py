"""One move: which rule it breaks, or what it does."""

from typing import Any, NamedTuple

from .board import (
    WORDS,
    Kiln,
    Square,
    groups,
    largest_groups,
    push,
    same_shape,
    shifted,
    square_name,
    square_of,
)
from .ending import outcome_of
from .listing import wins
from .state import State, read_position, write_position
from .warehouse import POINTS, Filled, complete_columns, complete_rows, fits, sold, sticks_out

BONUS_SPACES = [5, 8, 14, 17, 19, 23, 26]
"""Scores that give an extra turn with heating up."""

Event = dict[str, Any]
"""A JSON object of a played move's `events`."""


class Part(NamedTuple):
    """What a move's text says for one color; `letter` is empty and `lines` too when nothing is sold."""

    action: str
    letter: str
    lines: list[int]


class Played(NamedTuple):
    """What a legal move does."""

    move: str
    position: str
    winner: int | None
    events: list[Event]


def read_move(text: str) -> tuple[str, list[Part]]:
    """The slot and the parts of a well-formed move."""
    slot, rest = text.split(" ", 1)
    parts = []
    for half in rest.split(" | "):
        action, _, sale = half.partition(" ")
        parts.append(Part(action, sale[:1], [int(digit) for digit in sale[1:]]))
    return slot, parts


def group_at(kiln: Kiln, color: str, square: Square) -> list[Square]:
    """The group of a color that has a tile on `square`."""
    return next(group for group in groups(kiln, color) if square in group)


def copied_cells(kiln: Kiln, color: str, action: str) -> list[Square]:
    """The warehouse squares that a copy fills, in reading order; some may be off the warehouse."""
    named, target = (square_of(name) for name in action.split(">"))
    return shifted(group_at(kiln, color, named), named, target)


def broken_by_action(state: State, kiln: Kiln, color: str, action: str) -> str | None:
    """The first rule that a color's action breaks; `kiln` is as it is after the push."""
    filled = state.warehouses[color]
    tied = largest_groups(kiln, color)
    if ">" in action:
        row, column = square_of(action[:2])
        if kiln[row][column] != color:
            return "wrong_color"
        if not any((row, column) in group for group in tied):
            return "not_largest"
        cells = copied_cells(kiln, color, action)
        if sticks_out(cells):
            return "off_warehouse"
        return None if filled.isdisjoint(cells) else "occupied"
    if all(fits(group, filled) for group in tied):
        return "must_copy"
    if action == "-":
        return None
    if not state.fixing:
        return "erase_disabled"
    return None if square_of(action[1:]) in filled else "erase_empty"


def after_action(state: State, kiln: Kiln, color: str, action: str) -> Filled:
    """The warehouse of a color after a legal action."""
    filled = state.warehouses[color]
    if ">" in action:
        return filled | set(copied_cells(kiln, color, action))
    if action == "-":
        return filled
    return filled - {square_of(action[1:])}


def first_broken_rule(position: str, move: str) -> str | None:
    """The name of the first rule that a well-formed move breaks; None when it is legal."""
    state = read_position(position)
    slot, parts = read_move(move)
    if outcome_of(state) is not None:
        return "game_over"
    if slot == state.slot:
        return "same_slot"
    if len(parts) != len(state.colors()):
        return "action_count"
    kiln, _, _ = push(state.kiln, state.outer, slot)
    won = False
    for color, (action, letter, lines) in zip(state.colors(), parts, strict=True):
        broken = broken_by_action(state, kiln, color, action)
        if broken is not None:
            return broken
        if letter:
            if won:
                return "sale_after_win"
            filled = after_action(state, kiln, color, action)
            complete = complete_rows(filled) if letter == "R" else complete_columns(filled)
            if any(line not in complete for line in lines):
                return "line_incomplete"
            won = wins(state, color, POINTS[len(lines)])
    return None


def canonical_action(kiln: Kiln, color: str, action: str) -> str:
    """The one canonical spelling of a legal action."""
    if ">" not in action:
        return action
    group = group_at(kiln, color, square_of(action[:2]))
    named = next(other for other in largest_groups(kiln, color) if same_shape(other, group))
    landing = copied_cells(kiln, color, action)[0]
    return square_name(named[0]) + ">" + square_name(landing)


def action_event(kiln: Kiln, color: str, action: str) -> Event:
    """The event of a legal canonical action; `kiln` is as it is after the push."""
    word = WORDS[color]
    if action == "-":
        return {"type": "skip", "color": word}
    if action.startswith("x"):
        return {"type": "erase", "color": word, "cell": action[1:]}
    names = [square_name(cell) for cell in copied_cells(kiln, color, action)]
    return {"type": "copy", "color": word, "from": action[:2], "to": action[3:], "cells": names}


def play(position: str, move: str) -> Played:
    """Play a well-formed move: its canonical text, the position after it, the winner and the events.

    ValueError when it is illegal.
    """
    broken = first_broken_rule(position, move)
    if broken is not None:
        raise ValueError(f"{move} breaks {broken}: {position}")
    state = read_position(position)
    slot, parts = read_move(move)
    pushed = state.outer
    state.kiln, state.outer, state.slot = push(state.kiln, pushed, slot)
    events: list[Event] = [{"type": "push", "slot": slot, "in": WORDS[pushed], "out": WORDS[state.outer]}]
    texts = []
    for color, (spelling, letter, lines) in zip(state.colors(), parts, strict=True):
        action = canonical_action(state.kiln, color, spelling)
        texts.append(action + (" " + letter + "".join(str(line) for line in lines) if letter else ""))
        events.append(action_event(state.kiln, color, action))
        state.warehouses[color] = after_action(state, state.kiln, color, action)
    bonus = False
    for color, (_, letter, lines) in zip(state.colors(), parts, strict=True):
        if letter:
            state.warehouses[color] = sold(state.warehouses[color], letter, lines)
            state.add_points(color, POINTS[len(lines)])
            bonus = bonus or state.scores[color] in BONUS_SPACES
            events.append(
                {
                    "type": "sell",
                    "color": WORDS[color],
                    "rows": lines if letter == "R" else [],
                    "columns": lines if letter == "C" else [],
                    "points": POINTS[len(lines)],
                    "score": state.scores[color],
                }
            )
    state.number += 1
    winner = finish_turn(state, bonus, events)
    return Played(slot + " " + " | ".join(texts), write_position(state), winner, events)


def finish_turn(state: State, bonus: bool, events: list[Event]) -> int | None:
    """Say who plays next, or how the game has ended (step 6); add the closing events, give the winner."""
    reasons = ["black_tile"] if state.outer == "k" else []
    if bonus and state.heating:
        reasons.append("bonus_space")
    again = bool(reasons) and not state.extra
    result = outcome_of(state)
    state.extra = again and result is None
    if result is not None and result["winner"] is not None:
        state.turn = result["winner"]
    elif not again:
        state.turn = state.next_seat()
    if state.extra:
        events.append({"type": "extra_turn", "reasons": reasons})
    if result is not None:
        events.append({"type": "finish", "reason": result["reason"], "winner": result["winner"]})
    return None if result is None else result["winner"]
