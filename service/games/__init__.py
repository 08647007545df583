"""A game at a table: seats, tokens, numbers, its life from waiting to finished."""

from service.games.creation import Created
from service.games.errors import (
    Conflict,
    GameDamaged,
    GameError,
    GameFinished,
    GameNotFinished,
    GameNotFound,
    GameWaiting,
    InvalidCursor,
    InvalidNewGame,
    MoveNotFound,
    NewerRules,
    NotYourTurn,
    NumberNotReached,
    NumberTaken,
    SeatNotFound,
    SeatNotTaken,
    SeatTaken,
    StoreUnavailable,
    TokenMissing,
    TokenNotAllowed,
    TokenReused,
    TokenUnknown,
    TooBusy,
)
from service.games.game import Change, ChangeType, Expiry, Game, LeftEntry, ReservedRematch, Seat, SeatState, Status
from service.games.listener import Listener
from service.games.listing import Listing
from service.games.new_game import NewGame, NewSeat, NewVariants
from service.games.news import GameEvent, News
from service.games.played import MoveEntry, PlayedMove
from service.games.rematch import Rematch
from service.games.repository import History, Listed, Loaded, Place, Repository, Reservation
from service.games.service import GameService, Played, SeatToken
from service.games.tokens import Role

__all__ = [
    "Change",
    "ChangeType",
    "Conflict",
    "Created",
    "Expiry",
    "Game",
    "GameDamaged",
    "GameError",
    "GameEvent",
    "GameFinished",
    "GameNotFinished",
    "GameNotFound",
    "GameService",
    "GameWaiting",
    "History",
    "InvalidCursor",
    "InvalidNewGame",
    "LeftEntry",
    "Listed",
    "Listener",
    "Listing",
    "Loaded",
    "MoveEntry",
    "MoveNotFound",
    "NewGame",
    "NewSeat",
    "NewVariants",
    "NewerRules",
    "News",
    "NotYourTurn",
    "NumberNotReached",
    "NumberTaken",
    "Place",
    "Played",
    "PlayedMove",
    "Rematch",
    "Repository",
    "Reservation",
    "ReservedRematch",
    "Role",
    "Seat",
    "SeatNotFound",
    "SeatNotTaken",
    "SeatState",
    "SeatTaken",
    "SeatToken",
    "Status",
    "StoreUnavailable",
    "TokenMissing",
    "TokenNotAllowed",
    "TokenReused",
    "TokenUnknown",
    "TooBusy",
]
