"""Checking a record: it is played through from its start."""

from service.rules.fault import IllegalMove, InvalidMove, InvalidRecord
from service.rules.move_text import format_move, parse_move
from service.rules.play import leave, play
from service.rules.position import Position
from service.rules.record import CheckedRecord, Left, Record
from service.rules.record_form import read_record

__all__ = ["check_record"]


def check_record(document: object) -> CheckedRecord:
    """Read a record from a parsed JSON document and play it through.

    Raises InvalidRecord: with `errors` for what is missing, misshapen or contradicts the play, with `number` and
    `rule`, or `at` and `expected`, for the first bad move.
    """
    record, start = read_record(document)
    position = _replay(record, start)
    _check_replaced(record, start, position)
    if position.outcome != record.outcome:
        found = position.outcome
        told = "the game still runs" if found is None else f"the game ended by {found.reason}, winner {found.winner}"
        raise _error("/outcome", f"does not fit the moves: {told}")
    return CheckedRecord(record, position)


def _error(pointer: str, detail: str) -> InvalidRecord:
    return InvalidRecord(f"the record is wrong at {pointer}: {detail}", errors=((pointer, detail),))


def _replay(record: Record, start: Position) -> Position:
    """Play the moves and the leaves in their order; return the last position."""
    position = start
    waiting = list(enumerate(record.left))
    for text in record.moves:
        position = _apply_left(position, waiting)
        position = _play_text(position, text, position.number - start.number)
    position = _apply_left(position, waiting)
    if waiting:
        index, entry = waiting[0]
        first = start.number
        raise _error(f"/left/{index}/before", f"must be {first} to {position.number}, rising, not {entry.before}")
    return position


def _check_replaced(record: Record, start: Position, last: Position) -> None:
    """Raise InvalidRecord unless each seat was replaced once at most, in order, while it played."""
    before = start.number
    seats: set[int] = set()
    for index, entry in enumerate(record.replaced):
        pointer = f"/replaced/{index}"
        if not before <= entry.before <= last.number:
            raise _error(f"{pointer}/before", f"must be {start.number} to {last.number}, rising, not {entry.before}")
        if not 1 <= entry.seat <= len(start.seats):
            raise _error(f"{pointer}/seat", f"there is no seat {entry.seat}")
        gone = [left.before for left in record.left if left.seat == entry.seat]
        if start.left[entry.seat - 1] or (gone and gone[0] < entry.before):
            raise _error(f"{pointer}/seat", f"seat {entry.seat} has left already")
        if entry.seat in seats:
            raise _error(f"{pointer}/seat", f"a bot plays seat {entry.seat} already")
        seats.add(entry.seat)
        before = entry.before


def _apply_left(position: Position, waiting: list[tuple[int, Left]]) -> Position:
    while waiting and waiting[0][1].before == position.number:
        index, entry = waiting.pop(0)
        try:
            position = leave(position, entry.seat)
        except ValueError as fault:
            raise _error(f"/left/{index}", str(fault)) from None
    return position


def _play_text(position: Position, text: str, index: int) -> Position:
    number = position.number
    try:
        move = parse_move(text)
        turn = play(position, move)
    except InvalidMove as fault:
        raise InvalidRecord(
            f"move {number} of the record is none: {fault}",
            number=number,
            at=fault.at,
            expected=fault.expected,
        ) from None
    except IllegalMove as illegal:
        raise InvalidRecord(f"the record goes wrong: {illegal}", number=number, rule=illegal.rule) from None
    canonical = format_move(turn.move)
    if canonical != text:
        raise InvalidRecord(
            f"move {number} of the record is not in its canonical form, {canonical}",
            number=number,
            errors=((f"/moves/{index}", f"must be in its canonical form, {canonical}"),),
        )
    return turn.position
