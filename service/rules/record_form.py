"""The form of a record: its keys and their values, read from a parsed JSON document."""

from service.rules.fault import InvalidPosition, InvalidRecord
from service.rules.name import parse_name
from service.rules.position import Outcome, Position
from service.rules.position_text import format_position, parse_position
from service.rules.record import LEAVE_REASONS, RECORD_FORMAT, REPLACED_KEY, RULES_VERSION, Left, Record, Replaced

__all__ = ["read_record"]

_KEYS = ("format", "rules_version", "start", "seats", "moves", "left", "outcome")
_LONGEST_LEVEL = 40


class _Reader:
    """Collects every fault in the form of a document."""

    def __init__(self) -> None:
        self.errors: list[tuple[str, str]] = []

    def fail(self, pointer: str, detail: str) -> None:
        self.errors.append((pointer, detail))

    def object_with(
        self, value: object, pointer: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> dict[str, object]:
        """Return the object's members, those missing as `_MISSING`; note missing and unknown ones."""
        if not isinstance(value, dict):
            self.fail(pointer, "must be an object")
            return dict.fromkeys((*keys, *optional), _MISSING)
        for key in value:
            if key not in keys and key not in optional:
                self.fail(f"{pointer}/{_escape(str(key))}", "unknown field")
        for key in keys:
            if key not in value:
                self.fail(f"{pointer}/{key}", "is missing")
        return {key: value.get(key, _MISSING) for key in (*keys, *optional)}

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


def read_record(document: object) -> tuple[Record, Position]:
    """Return the record and its start. Raises InvalidRecord with every fault in its form."""
    reader = _Reader()
    members = reader.object_with(document, "", _KEYS, (REPLACED_KEY,))
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
    replaced = [
        _read_replaced(reader, entry, f"/replaced/{index}")
        for index, entry in enumerate(reader.list_of(members[REPLACED_KEY], "/replaced"))
    ]
    outcome = _read_outcome(reader, members["outcome"])
    if reader.errors or start is None:
        pointers = ", ".join(pointer or "the document itself" for pointer, _ in reader.errors)
        raise InvalidRecord(f"the record is wrong at {pointers}", errors=tuple(reader.errors))
    record = Record(format_position(start), tuple(names), tuple(moves), tuple(left), outcome, replaced=tuple(replaced))
    return record, start


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


def _read_replaced(reader: _Reader, value: object, pointer: str) -> Replaced:
    entry = reader.object_with(value, pointer, ("seat", "before", "reason", "bot"))
    level: object = _MISSING
    if entry["bot"] is not _MISSING:
        level = reader.object_with(entry["bot"], f"{pointer}/bot", ("level",))["level"]
    name = reader.text(level, f"{pointer}/bot/level")
    if isinstance(level, str) and not 1 <= len(level) <= _LONGEST_LEVEL:
        reader.fail(f"{pointer}/bot/level", f"must have 1 to {_LONGEST_LEVEL} characters")
    return Replaced(
        reader.integer(entry["seat"], f"{pointer}/seat"),
        reader.integer(entry["before"], f"{pointer}/before"),
        reader.one_of(entry["reason"], f"{pointer}/reason", LEAVE_REASONS),
        name,
    )


def _read_outcome(reader: _Reader, value: object) -> Outcome | None:
    if value is None or value is _MISSING:
        return None
    outcome = reader.object_with(value, "/outcome", ("reason", "winner"))
    reason = reader.one_of(outcome["reason"], "/outcome/reason", ("target", "last_seat", "move_limit"))
    winner = outcome["winner"]
    return Outcome(reason, None if winner is None else reader.integer(winner, "/outcome/winner"))
