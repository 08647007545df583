"""Playing a move: whether it is legal, its canonical form, and what it does."""

from dataclasses import dataclass, replace
from typing import TypeVar

from service.rules.color import Color
from service.rules.event import Copied, Erased, Event, ExtraTurn, Finished, Pushed, Skipped, Sold
from service.rules.fault import IllegalMove
from service.rules.group import largest_groups
from service.rules.move import Action, Copy, Erase, Move, Part, Sale
from service.rules.move_text import format_move
from service.rules.options import BONUS_SPACES, SCORE_CAP
from service.rules.position import Position, has_won
from service.rules.shape import shape_of
from service.rules.slot import OPPOSITE, SLOT_NAMES, push_kiln
from service.rules.square import CELL_NAMES, KILN_SIZE, SQUARE_NAMES, WAREHOUSE_SIZE, bits
from service.rules.warehouse import SALE_POINTS, complete_columns, complete_rows, sold_cells

__all__ = ["Turn", "canonical_move", "leave", "next_seat", "play"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was played: its canonical form, what happened in it, and the position after it."""

    move: Move
    events: tuple[Event, ...]
    position: Position


_T = TypeVar("_T")


class _Broken(Exception):
    """A rule that the move breaks; becomes an IllegalMove where the whole move is known."""

    def __init__(self, rule: str, explanation: str) -> None:
        self.rule = rule
        self.explanation = explanation


def canonical_move(position: Position, move: Move) -> Move:
    """Return the canonical form of a legal move; raise IllegalMove with the first rule that it breaks."""
    return play(position, move).move


def play(position: Position, move: Move) -> Turn:
    """Play a move and return its canonical form, its events and the position after it.

    Raises IllegalMove with the first rule that it breaks, in the order of docs/notation.md.
    """
    try:
        return _play(position, move)
    except _Broken as broken:
        fault = IllegalMove(broken.rule, format_move(move), position.number, broken.explanation)
    raise fault


def _play(position: Position, move: Move) -> Turn:
    if position.finished:
        raise _Broken("game_over", "the game has ended")
    if move.slot == position.outer_slot:
        raise _Broken("same_slot", f"the outer tile already lies on {SLOT_NAMES[move.slot]}")
    seat = position.turn - 1
    colors = position.seats[seat]
    if len(move.parts) != len(colors):
        raise _Broken(
            "action_count", f"the seat plays {len(colors)} color(s), the move has {len(move.parts)} action(s)"
        )

    kiln, out = push_kiln(position.kiln, position.outer_tile, move.slot)
    events: list[Event] = [Pushed(move.slot, position.outer_tile, Color(out))]
    sales: list[Event] = []
    boards = list(position.warehouses[seat])
    scores = list(position.scores[seat])
    parts: list[Part] = []
    won = False
    bonus = False
    for index, (color, part) in enumerate(zip(colors, move.parts, strict=True)):
        board, action, event = _act(position, kiln[color], color, boards[index], part.action)
        events.append(event)
        if part.sale is not None:
            if won:
                raise _Broken("sale_after_win", "the first sale has already won the game")
            board, points = _sell(board, part.sale)
            scores[index] = _score_after(scores[index], points, position)
            sales.append(_sold(color, part.sale, points, scores[index]))
            bonus = bonus or (position.options.heating_up and scores[index] in BONUS_SPACES)
            won = has_won(tuple(scores), position.options)
        boards[index] = board
        parts.append(Part(action, part.sale))
    events += sales

    reasons: list[str] = []
    if not position.extra_turn and not won:
        if out == Color.BLACK:
            reasons.append("black_tile")
        if bonus:
            reasons.append("bonus_space")
    after = Position(
        kiln=kiln,
        outer_tile=Color(out),
        outer_slot=OPPOSITE[move.slot],
        seats=position.seats,
        left=position.left,
        warehouses=_with(position.warehouses, seat, tuple(boards)),
        scores=_with(position.scores, seat, tuple(scores)),
        turn=position.turn if won or reasons else next_seat(position.left, position.turn),
        extra_turn=bool(reasons),
        options=position.options,
        number=position.number + 1,
    )
    outcome = after.outcome
    if outcome is not None:
        after = replace(after, extra_turn=False)
        events.append(Finished(outcome.reason, outcome.winner))
    elif reasons:
        events.append(ExtraTurn(tuple(reasons)))
    return Turn(Move(move.slot, tuple(parts)), tuple(events), after)


def _act(position: Position, tiles: int, color: Color, board: int, action: Action) -> tuple[int, Action, Event]:
    """Return the warehouse after an action, the action's canonical form, and the event."""
    groups = largest_groups(tiles)
    if isinstance(action, Copy):
        return _copy(groups, tiles, color, board, action)
    if all(_fits(group, board) for group in groups):
        raise _Broken("must_copy", f"the largest {color.word} group fits, so it must be copied")
    if not isinstance(action, Erase):
        return board, action, Skipped(color)
    if not position.options.fixing_the_mess:
        raise _Broken("erase_disabled", "erasing needs the variant fixing the mess")
    if not board >> action.cell & 1:
        raise _Broken("erase_empty", f"{CELL_NAMES[action.cell]} of the {color.word} warehouse is empty already")
    return board ^ (1 << action.cell), action, Erased(color, action.cell)


def _copy(groups: list[int], tiles: int, color: Color, board: int, action: Copy) -> tuple[int, Action, Event]:
    square = SQUARE_NAMES[action.square]
    if not tiles >> action.square & 1:
        raise _Broken("wrong_color", f"{square} holds no {color.word} tile after the push")
    group = next((group for group in groups if group >> action.square & 1), None)
    if group is None:
        raise _Broken("not_largest", f"the tile on {square} belongs to no largest {color.word} group")
    named_row, named_column = divmod(action.square, KILN_SIZE)
    target_row, target_column = divmod(action.target, WAREHOUSE_SIZE)
    cells: list[int] = []
    for tile in bits(group):
        row = tile // KILN_SIZE - named_row + target_row
        column = tile % KILN_SIZE - named_column + target_column
        if not (0 <= row < WAREHOUSE_SIZE and 0 <= column < WAREHOUSE_SIZE):
            raise _Broken("off_warehouse", f"on {CELL_NAMES[action.target]} the shape would stick out of the warehouse")
        cells.append(row * WAREHOUSE_SIZE + column)
    landed = sum(1 << cell for cell in cells)
    if landed & board:
        filled = CELL_NAMES[bits(landed & board)[0]]
        raise _Broken("occupied", f"the shape would land on {filled}, which is filled")
    shape = shape_of(group).key
    first = next(other for other in groups if shape_of(other).key == shape)
    canonical = Copy(bits(first)[0], cells[0])
    return board | landed, canonical, Copied(color, canonical.square, canonical.target, tuple(cells))


def _fits(group: int, board: int) -> bool:
    return any(not placed & board for placed, _ in shape_of(group).placements)


def _sell(board: int, sale: Sale) -> tuple[int, int]:
    """Return the warehouse after a sale, and the points."""
    complete = complete_rows(board) if sale.rows else complete_columns(board)
    for line in sale.lines:
        if not complete >> (line - 1) & 1:
            raise _Broken("line_incomplete", f"{'row' if sale.rows else 'column'} {line} is not complete")
    return board & ~sold_cells(sale.rows, sale.mask), SALE_POINTS[len(sale.lines)]


def _score_after(score: int, points: int, position: Position) -> int:
    return min(score + points, SCORE_CAP) if position.options.goal_both else score + points


def _sold(color: Color, sale: Sale, points: int, score: int) -> Sold:
    return Sold(color, sale.lines if sale.rows else (), () if sale.rows else sale.lines, points, score)


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def next_seat(left: tuple[bool, ...], seat: int) -> int:
    """Return the next seat clockwise (both from 1) that has not left; the same one when it alone is in."""
    for step in range(1, len(left) + 1):
        candidate = (seat - 1 + step) % len(left)
        if not left[candidate]:
            return candidate + 1
    raise ValueError("all seats have left")


def leave(position: Position, seat: int) -> Position:
    """Return the position after `seat` (from 1) has left; the number stays.

    Its turns are skipped from then on. When one seat is left, it has won. Raises ValueError when the game has
    ended, or the seat does not exist or has left already.
    """
    if not 1 <= seat <= len(position.seats):
        raise ValueError(f"there is no seat {seat}")
    if position.finished:
        raise ValueError("the game has ended")
    if position.left[seat - 1]:
        raise ValueError(f"seat {seat} has left already")
    left = _with(position.left, seat - 1, True)
    alone = left.count(False) == 1
    if seat == position.turn or alone:
        return replace(position, left=left, turn=next_seat(left, seat), extra_turn=False)
    return replace(position, left=left)
