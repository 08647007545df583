"""Why a call cannot be carried out: each reason has a `code`, the one that clients see."""

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from service.games.game import Game

__all__ = [
    "Conflict",
    "GameDamaged",
    "GameError",
    "GameFinished",
    "GameNotFinished",
    "GameNotFound",
    "GameWaiting",
    "InvalidCursor",
    "InvalidNewGame",
    "MoveNotFound",
    "NewerRules",
    "NotReplicated",
    "NotYourTurn",
    "NumberNotReached",
    "NumberTaken",
    "SeatNotFound",
    "SeatNotTaken",
    "SeatTaken",
    "StoreUnavailable",
    "TokenMissing",
    "TokenNotAllowed",
    "TokenReused",
    "TokenUnknown",
    "TooBusy",
    "TooManyGames",
]


class GameError(Exception):
    """The base of all reasons; the text says more than the code, and never holds a token."""

    code: ClassVar[str]


class InvalidNewGame(GameError):
    """A new game is asked for that cannot be; `errors` are all faults, as (JSON pointer, what is wrong there)."""

    code = "invalid_field"

    def __init__(self, errors: tuple[tuple[str, str], ...]) -> None:
        self.errors = errors
        super().__init__("; ".join(f"{pointer}: {detail}" for pointer, detail in errors))


class InvalidCursor(GameError):
    """The cursor is none that a page of games came with."""

    code = "invalid_field"


class GameNotFound(GameError):
    """No game has this id; whether it never was, has expired or was removed is not told."""

    code = "game_not_found"


class SeatNotFound(GameError):
    """The game has no such seat."""

    code = "seat_not_found"


class MoveNotFound(GameError):
    """No move with this number has been played."""

    code = "move_not_found"


class TokenMissing(GameError):
    """The call needs a token, and none is presented."""

    code = "token_missing"


class TokenUnknown(GameError):
    """The token is none of this game's."""

    code = "token_unknown"


class TokenNotAllowed(GameError):
    """The token is one of this game's, but not one that may do this."""

    code = "token_not_allowed"


class Conflict(GameError):
    """The call does not go with the game as it is now.

    `number`, `version`, `to_move` and `status` say how it is; all are None where the game is gone.
    """

    def __init__(self, detail: str, game: "Game | None") -> None:
        self.number = None if game is None else game.number
        self.version = None if game is None else game.version
        self.to_move = None if game is None else game.to_move
        self.status = None if game is None else game.status
        super().__init__(detail)


class NumberTaken(Conflict):
    """Another move has been played as this number."""

    code = "number_taken"


class NumberNotReached(Conflict):
    """The game has not come to this number."""

    code = "number_not_reached"


class NotYourTurn(Conflict):
    """It is another seat's turn, or this seat has left."""

    code = "not_your_turn"


class GameWaiting(Conflict):
    """The game still waits for seats to be claimed."""

    code = "game_waiting"


class GameFinished(Conflict):
    """The game is finished."""

    code = "game_finished"


class GameNotFinished(Conflict):
    """The game is not finished yet."""

    code = "game_not_finished"


class SeatTaken(Conflict):
    """The seat, or every seat, is not open."""

    code = "seat_taken"


class SeatNotTaken(Conflict):
    """Nobody has this seat: it is open, or was left."""

    code = "seat_not_taken"


class TokenReused(Conflict):
    """The token that a client brings stands for something else already."""

    code = "token_reused"


class GameDamaged(GameError):
    """The stored game cannot be read. `detail` is for the log, not for clients."""

    code = "game_damaged"

    def __init__(self, game_id: str, detail: str) -> None:
        self.game_id = game_id
        self.detail = detail
        super().__init__(f"the stored game {game_id} cannot be read: {detail}")


class NewerRules(GameError):
    """The game was written by a newer service, with newer rules or in a newer form; this one leaves it alone.

    what: that of which the game needs this version: the rules, or the form of its state.
    """

    code = "newer_rules"

    def __init__(self, game_id: str, version: int, what: str = "rules") -> None:
        self.game_id = game_id
        self.version = version
        super().__init__(f"the game {game_id} needs version {version} of the {what}")


class StoreUnavailable(GameError):
    """The store does not answer, or takes no writes; what was asked for may or may not have been done."""

    code = "store_unavailable"


class NotReplicated(GameError):
    """The change is made, but too few replicas have it yet: it could still be lost. The same call may be repeated."""

    code = "not_replicated"


class TooBusy(GameError):
    """Others changed the game each time before this call could; nothing was changed by it."""

    code = "too_busy"


class TooManyGames(TooBusy):
    """As many games of this kind are played as may be at once."""
