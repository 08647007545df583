"""What the rules and the games raise, as problems."""

from typing import Any, Final

from service.api.faults import invalid_fields
from service.api.problems import PROBLEMS, Problem
from service.games import (
    Conflict,
    GameDamaged,
    GameError,
    InvalidCursor,
    InvalidNewGame,
    NewerRules,
    NotReplicated,
    StoreUnavailable,
    TooManyGames,
)
from service.rules import IllegalMove, InvalidMove, InvalidPosition, InvalidRecord, KilnError

_A_GAME_ENDS_SECONDS: Final = 30
"""After which one of many games may have ended."""

#: Errors whose text is for the log, not for clients.
INTERNAL = (GameDamaged, NewerRules, NotReplicated, StoreUnavailable)


def sentence(text: str) -> str:
    """Return a reason as a sentence."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def game_problem(error: GameError) -> Problem:
    """Return what the games raise as a problem."""
    if isinstance(error, InvalidNewGame):
        return invalid_fields([{"pointer": pointer, "detail": detail} for pointer, detail in error.errors])
    if isinstance(error, InvalidCursor):
        return invalid_fields([{"parameter": "cursor", "detail": sentence(str(error))}])
    if isinstance(error, TooManyGames):
        return Problem(error.code, sentence(str(error)), headers={"Retry-After": str(_A_GAME_ENDS_SECONDS)})
    if error.code not in PROBLEMS:
        return Problem("internal_error")
    if isinstance(error, Conflict):
        return Problem(
            error.code,
            sentence(str(error)),
            number=error.number,
            version=error.version,
            to_move=error.to_move,
            game_status=error.status,
        )
    return Problem(error.code, None if isinstance(error, INTERNAL) else sentence(str(error)))


def rules_problem(error: KilnError) -> Problem:
    """Return what the rules raise as a problem."""
    detail = sentence(str(error))
    if isinstance(error, InvalidPosition):
        if error.at is not None:
            return Problem("invalid_position", detail, at=error.at, expected=error.expected)
        errors = [{"pointer": "/position", "detail": sentence(point)} for point in error.errors]
        return Problem("invalid_position", detail, errors=errors)
    if isinstance(error, InvalidMove):
        return Problem("invalid_move", detail, at=error.at, expected=error.expected)
    if isinstance(error, IllegalMove):
        return Problem("illegal_move", sentence(error.explanation), rule=error.rule, number=error.number)
    if isinstance(error, InvalidRecord):
        return _record_problem(error, detail)
    return Problem("internal_error")


def _record_problem(error: InvalidRecord, detail: str) -> Problem:
    if error.errors:
        errors = [{"pointer": pointer, "detail": sentence(point)} for pointer, point in error.errors[:100]]
        detail = invalid_fields(errors).detail
        members: dict[str, Any] = {} if error.number is None else {"number": error.number}
        return Problem("invalid_record", detail, errors=errors, **members)
    found: dict[str, Any] = {"number": error.number, "rule": error.rule, "at": error.at, "expected": error.expected}
    return Problem("invalid_record", detail, **{key: value for key, value in found.items() if value is not None})
