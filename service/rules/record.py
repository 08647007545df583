"""Records: a whole game as a JSON document, written and read back (docs/notation.md)."""

from dataclasses import dataclass

from service.rules.fault import IllegalMove, InvalidMove, InvalidPosition, InvalidRecord
from service.rules.move_text import format_move, parse_move
from service.rules.name import parse_name
from service.rules.play import leave, play
from service.rules.position import Outcome, Position
from service.rules.position_text import format_position, parse_position

__all__ = [
    "LEAVE_REASONS",
    "RECORD_FORMAT",
    "RULES_VERSION",
    "CheckedRecord",
    "Left",
    "Record",
    "check_record",
]

RECORD_FORMAT = "kiln-record/1"
RULES_VERSION = 1
"""The version of the rules that this package plays."""

LEAVE_REASONS = ("resigned", "timed_out")

_KEYS = ("format", "rules_version", "start", "seats", "moves", "left", "outcome")


@dataclass(frozen=True, slots=True)
class Left:
    """That `seat` (from 1) left before the move numbered `before`, and why: `resigned` or `timed_out`."""

    seat: int
    before: int
    reason: str

    def as_dict(self) -> dict[str, object]:
        """Return the entry as a JSON object."""
        return {"seat": self.seat, "before": self.before, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start: seat names (None where there is none), canonical moves, and who left when."""

    start: str
    names: tuple[str | None, ...]
    moves: tuple[str, ...]
    left: tuple[Left, ...]
    outcome: Outcome | None
    rules_version: int = RULES_VERSION

    def as_dict(self) -> dict[str, object]:
        """Return the record as a JSON object, its keys in the order of docs/notation.md."""
        outcome = self.outcome
        return {
            "format": RECORD_FORMAT,
            "rules_version": self.rules_version,
            "start": self.start,
            "seats": [{"name": name} for name in self.names],
            "moves": list(self.moves),
            "left": [entry.as_dict() for entry in self.left],
            "outcome": None if outcome is None else {"reason": outcome.reason, "winner": outcome.winner},
        }


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A record whose every part was checked, with the position after its last move and last leave."""

    record: Record
    position: Position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it runs."""
        return self.position.outcome


def check_record(document: object) -> CheckedRecord:
    """Read a record from a parsed JSON document and play it through.

    Raises InvalidRecord: with `errors` for what is missing, misshapen or contradicts the play, with `number` and
    `rule`, or `at` and `expected`, for the first bad move.
    """
    record, start = _read(document)
    position = _replay(record, start)
    if position.outcome != record.outcome:
        found = position.outcome
        told = "the game still runs" if found is None else f"the game ended by {found.reason}, winner {found.winner}"
        raise _error("/outcome", f"does not fit the moves: {told}")
    return CheckedRecord(record, position)


def _error(pointer: str, detail: str) -> InvalidRecord:
    return InvalidRecord(f"the record is wrong at {pointer}: {detail}", errors=((pointer, detail),))


class _Reader:
    """Collects every fault in the form of a document."""

    def __init__(self) -> None:
        self.errors: list[tuple[str, str]] = []

    def fail(self, pointer: str, detail: str) -> None:
        self.errors.append((pointer, detail))

    def object_with(self, value: object, pointer: str, keys: tuple[str, ...]) -> dict[str, object]:
        """Return the object's members, those missing as `_MISSING`; note missing and unknown ones."""
        if not isinstance(value, dict):
            self.fail(pointer, "must be an object")
            return dict.fromkeys(keys, _MISSING)
        for key in value:
            if key not in keys:
                self.fail(f"{pointer}/{_escape(str(key))}", "unknown field")
        for key in keys:
            if key not in value:
                self.fail(f"{pointer}/{key}", "is missing")
        return {key: value.get(key, _MISSING) for key in keys}

    def list_of(self, value: object, pointer: str) -> list[object]:
        if isinstance(value, list):
            return value
        if value is not _MISSING:
            self.fail(pointer, "must be a list")
        return []

    def text(self, value: object, pointer: str) -> str:
        if isinstance(value, str):
            return value
        if value is not _MISSING:
            self.fail(pointer, "must be a text")
        return ""

    def integer(self, value: object, pointer: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not _MISSING:
            self.fail(pointer, "must be an integer")
        return 0

    def one_of(self, value: object, pointer: str, choices: tuple[str, ...]) -> str:
        if value in choices and isinstance(value, str):
            return value
        if value is not _MISSING:
            self.fail(pointer, f"must be {' or '.join(choices)}")
        return choices[0]


_MISSING = object()


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _read(document: object) -> tuple[Record, Position]:
    """Return the record and its start, once all of its form is right."""
    reader = _Reader()
    members = reader.object_with(document, "", _KEYS)
    reader.one_of(members["format"], "/format", (RECORD_FORMAT,))
    version = members["rules_version"]
    if version is not _MISSING and (type(version) is not int or version != RULES_VERSION):
        reader.fail("/rules_version", f"must be {RULES_VERSION}")
    start = _read_start(reader, members["start"])
    names = _read_names(reader, members["seats"], start)
    moves = [
        reader.text(move, f"/moves/{index}") for index, move in enumerate(reader.list_of(members["moves"], "/moves"))
    ]
    left = [
        _read_left(reader, entry, f"/left/{index}")
        for index, entry in enumerate(reader.list_of(members["left"], "/left"))
    ]
    outcome = _read_outcome(reader, members["outcome"])
    if reader.errors or start is None:
        pointers = ", ".join(pointer or "the document itself" for pointer, _ in reader.errors)
        raise InvalidRecord(f"the record is wrong at {pointers}", errors=tuple(reader.errors))
    return Record(format_position(start), tuple(names), tuple(moves), tuple(left), outcome), start


def _read_start(reader: _Reader, value: object) -> Position | None:
    text = reader.text(value, "/start")
    if not isinstance(value, str):
        return None
    try:
        return parse_position(text)
    except InvalidPosition as fault:
        for point in fault.errors or (str(fault),):
            reader.fail("/start", point)
        return None


def _read_names(reader: _Reader, value: object, start: Position | None) -> list[str | None]:
    names: list[str | None] = []
    seats = reader.list_of(value, "/seats")
    for index, seat in enumerate(seats):
        name = reader.object_with(seat, f"/seats/{index}", ("name",))["name"]
        names.append(None)
        if name is None or name is _MISSING:
            continue
        text = reader.text(name, f"/seats/{index}/name")
        if isinstance(name, str):
            try:
                names[-1] = parse_name(text)
            except ValueError as fault:
                reader.fail(f"/seats/{index}/name", str(fault))
    if isinstance(value, list) and start is not None and len(seats) != len(start.seats):
        reader.fail("/seats", f"must have {len(start.seats)} entries, as many as the start has seats")
    return names


def _read_left(reader: _Reader, value: object, pointer: str) -> Left:
    entry = reader.object_with(value, pointer, ("seat", "before", "reason"))
    return Left(
        reader.integer(entry["seat"], f"{pointer}/seat"),
        reader.integer(entry["before"], f"{pointer}/before"),
        reader.one_of(entry["reason"], f"{pointer}/reason", LEAVE_REASONS),
    )


def _read_outcome(reader: _Reader, value: object) -> Outcome | None:
    if value is None or value is _MISSING:
        return None
    outcome = reader.object_with(value, "/outcome", ("reason", "winner"))
    reason = reader.one_of(outcome["reason"], "/outcome/reason", ("target", "last_seat", "move_limit"))
    winner = outcome["winner"]
    return Outcome(reason, None if winner is None else reader.integer(winner, "/outcome/winner"))


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
