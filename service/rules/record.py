"""Records: a whole game as a value, and as a JSON document (docs/notation.md)."""

from dataclasses import dataclass

from service.rules.position import Outcome, Position

__all__ = [
    "LEAVE_REASONS",
    "RECORD_FORMAT",
    "REPLACED_KEY",
    "RULES_VERSION",
    "CheckedRecord",
    "Left",
    "Record",
    "Replaced",
]

RECORD_FORMAT = "kiln-record/1"
RULES_VERSION = 1
"""The version of the rules that this package plays."""

LEAVE_REASONS = ("resigned", "timed_out")

REPLACED_KEY = "replaced"
"""The one key that is there only in some records: of games in which a bot has played on for somebody."""


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
class Replaced:
    """That a bot of this `level` plays `seat` (from 1) from the move numbered `before` on; why its player went."""

    seat: int
    before: int
    reason: str
    level: str

    def as_dict(self) -> dict[str, object]:
        """Return the entry as a JSON object."""
        return {"seat": self.seat, "before": self.before, "reason": self.reason, "bot": {"level": self.level}}


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start: seat names (None where there is none), canonical moves, and who left when.

    replaced: for whom a bot has played on, and since when; it changes nothing of the play.
    """

    start: str
    names: tuple[str | None, ...]
    moves: tuple[str, ...]
    left: tuple[Left, ...]
    outcome: Outcome | None
    rules_version: int = RULES_VERSION
    replaced: tuple[Replaced, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the record as a JSON object, its keys in the order of docs/notation.md."""
        outcome = self.outcome
        replaced = {REPLACED_KEY: [entry.as_dict() for entry in self.replaced]} if self.replaced else {}
        return {
            "format": RECORD_FORMAT,
            "rules_version": self.rules_version,
            "start": self.start,
            "seats": [{"name": name} for name in self.names],
            "moves": list(self.moves),
            "left": [entry.as_dict() for entry in self.left],
            **replaced,
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
