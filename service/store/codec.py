"""Games and the entries of their history as text, and back.

A field that is not known is from a newer service. It is left out of account and kept as it is, also when this service
changes the game: see the package's README for what a newer one may add. What cannot be read raises GameDamaged.
"""

import json
import re
from typing import Any

import orjson

from service.games import (
    Bot,
    Change,
    ChangeType,
    Game,
    GameDamaged,
    LeftEntry,
    MoveEntry,
    NewerRules,
    PlayedMove,
    ReplacedEntry,
    ReservedRematch,
    Seat,
    SeatState,
)
from service.rules import RULES_VERSION, KilnError, parse_position
from service.store.others import others_of, with_others

__all__ = ["decode_change", "decode_game", "decode_move", "encode_change", "encode_game", "encode_move"]

FORMAT = 2
"""The newest form of a state that is understood here.

1: what there was from the start; a state of this form does not say so. 2: bots may play in the game. A service that
does not know them would let a seat leave that a bot is to play on, or let its token move.
"""

_REVISION = re.compile(r"[0-9]+-[A-Za-z0-9_-]+")


def encode_game(game: Game) -> bytes:
    """Return a game's state. Its id and its revision are kept elsewhere."""
    last = game.last_move
    state = (
        {
            "rules_version": game.rules_version,
            "version": game.version,
            "position": game.position_text,
            "last_move": last
            and {
                "number": last.number,
                "seat": last.seat,
                "move": last.text,
                "played_at": last.played_at,
                "before": last.before,
            },
            "start": game.start_text,
            "seats": [_seat(seat) for seat in game.seats],
            "owner": game.owner,
            "seed": game.seed,
            "public": game.public,
            "left": [
                {"seat": left.seat, "before": left.before, "reason": left.reason, "version": left.version}
                for left in game.left
            ],
            "used": game.used,
            "created_at": game.created_at,
            "updated_at": game.updated_at,
            "expires_at": game.expires_at,
        }
        | _given(move_seconds=game.move_seconds, deadline=game.deadline, rematch=game.rematch)
        | _given(advice=game.advice or None, on_leave=None if game.on_leave is None else game.on_leave.level)
        | _reserved(game.reserved)
    )
    if game.may_need_bots:
        state = {"format": 2, **state, **_replaced(game.replaced)}
    return _compact(state) if game.others is None else _ENCODER.encode(with_others(state, game.others)).encode()


def decode_game(game_id: str, revision: str, state: bytes) -> Game:
    """Return the game with this state. Raises GameDamaged, or NewerRules before anything else is looked at."""
    try:
        if not _REVISION.fullmatch(revision):
            raise ValueError("its revision is none")
        document = json.loads(state)
        if type(document) is not dict:
            raise TypeError("its state is no object")
        if _positive(document.get("format", FORMAT)) > FORMAT:
            raise NewerRules(game_id, document["format"], "form of stored games")
        if _positive(document["rules_version"]) > RULES_VERSION:
            raise NewerRules(game_id, document["rules_version"])
        return _game(game_id, revision, document)
    except (KilnError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise GameDamaged(game_id, f"{type(error).__name__}: {error}") from error


def encode_move(entry: MoveEntry, save: str) -> str:
    """Return a move's entry; it starts with the save's id."""
    text = f"{save};{entry.seat};{entry.played_at};{entry.text}"
    return text if entry.position is None else f"{text};{entry.position}"


def decode_move(game_id: str, text: bytes) -> MoveEntry:
    """Return the move with this entry."""
    try:
        _, seat, played_at, move, *rest = text.decode().split(";")
        return MoveEntry(move, int(seat), int(played_at), rest[0] if rest else None)
    except ValueError as error:
        raise GameDamaged(game_id, f"a move's entry cannot be read: {error}") from error


def encode_change(change: Change, save: str) -> bytes:
    """Return a change's entry."""
    return _compact(
        {
            "save": save,
            "version": change.version,
            "at": change.at,
            "type": change.type,
            "seats": [[name, state] for name, state in change.seats],
        }
        | _given(rematch=change.rematch)
        | ({"bots": [bot and bot.level for bot in change.bots]} if change.bots else {})
    )


def decode_change(game_id: str, text: bytes) -> Change:
    """Return the change with this entry."""
    try:
        document = json.loads(text)
        return Change(
            version=_integer(document["version"]),
            at=_integer(document["at"]),
            type=_change_type(_text(document["type"])),
            seats=tuple((_optional_text(name), SeatState(state)) for name, state in document["seats"]),
            rematch=_optional_text(document.get("rematch")),
            bots=tuple(_bot(level) for level in document.get("bots", ())),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise GameDamaged(game_id, f"a change's entry cannot be read: {error}") from error


def _seat(seat: Seat) -> dict[str, str | None]:
    document = {"name": seat.name, "state": seat.state, "token": seat.token}
    if seat.replaced is not None:
        document["replaced"] = seat.replaced
    if seat.bot is not None:
        document["bot"] = seat.bot.level
    return document


def _replaced(entries: tuple[ReplacedEntry, ...]) -> dict[str, Any]:
    if not entries:
        return {}
    return {
        "replaced": [
            {"seat": one.seat, "before": one.before, "reason": one.reason, "version": one.version, "bot": one.bot.level}
            for one in entries
        ]
    }


def _reserved(reserved: ReservedRematch | None) -> dict[str, Any]:
    return {} if reserved is None else {"reserved": {"game": reserved.game_id, "at": reserved.at}}


def _game(game_id: str, revision: str, document: Any) -> Game:
    position = parse_position(document["position"])
    last = document["last_move"]
    game = Game(
        id=game_id,
        revision=revision,
        version=_integer(document["version"]),
        position=position,
        position_text=document["position"],
        start_text=_text(document["start"]),
        seats=tuple(
            Seat(
                _optional_text(seat["name"]),
                SeatState(seat["state"]),
                _optional_text(seat["token"]),
                _optional_text(seat.get("replaced")),
                _bot(seat.get("bot")),
            )
            for seat in document["seats"]
        ),
        owner=_text(document["owner"]),
        seed=_optional_integer(document["seed"]),
        public=bool(document["public"]),
        left=tuple(
            LeftEntry(
                _integer(left["seat"]),
                _integer(left["before"]),
                _text(left["reason"]),
                _integer(left["version"]),
            )
            for left in document["left"]
        ),
        last_move=last
        and PlayedMove(
            game_id=game_id,
            number=_integer(last["number"]),
            seat=_integer(last["seat"]),
            text=_text(last["move"]),
            played_at=_integer(last["played_at"]),
            before=_text(last["before"]),
        ),
        used=bool(document["used"]),
        created_at=_integer(document["created_at"]),
        updated_at=_integer(document["updated_at"]),
        expires_at=_integer(document["expires_at"]),
        rules_version=_integer(document["rules_version"]),
        move_seconds=_optional_integer(document.get("move_seconds")),
        deadline=_optional_integer(document.get("deadline")),
        rematch=_optional_text(document.get("rematch")),
        reserved=(reserved := document.get("reserved"))
        and ReservedRematch(_text(reserved["game"]), _integer(reserved["at"])),
        on_leave=_bot(document.get("on_leave")),
        advice=bool(document.get("advice")),
        replaced=tuple(
            ReplacedEntry(
                _integer(one["seat"]),
                _integer(one["before"]),
                _text(one["reason"]),
                _integer(one["version"]),
                Bot(_text(one["bot"])),
            )
            for one in document.get("replaced", ())
        ),
        others=others_of(document),
    )
    if len(game.seats) != len(position.seats):
        raise ValueError("the game has not as many seats as its position")
    if tuple(seat.state is SeatState.LEFT for seat in game.seats) != position.left:
        raise ValueError("the game's seats and its position do not agree on who has left")
    played = game.last_move.number + 1 if game.last_move else game.start_number
    if game.moves_played < 0 or played != game.number:
        raise ValueError("the game's numbers do not go with its last move")
    timed = game.move_seconds is not None and game.to_move is not None and game.bot_to_move is None
    if (game.deadline is not None) != timed:
        raise ValueError("the game's deadline does not go with its status")
    if any(seat.bot is not None and seat.state is not SeatState.TAKEN for seat in game.seats):
        raise ValueError("a bot plays a seat that is not taken")
    return game


def _integer(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no integer")
    return value


def _positive(value: Any) -> int:
    if _integer(value) < 1:
        raise ValueError(f"{value!r} is no version")
    return int(value)


def _change_type(text: str) -> ChangeType:
    try:
        return ChangeType(text)
    except ValueError:
        return ChangeType.OTHER


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r} is no text")
    return value


def _optional_text(value: Any) -> str | None:
    return None if value is None else _text(value)


def _bot(level: Any) -> Bot | None:
    return None if level is None else Bot(_text(level))


def _given(**values: int | str | None) -> dict[str, int | str]:
    """Return what is not None: most games have none of these, and those from before never had."""
    return {name: value for name, value in values.items() if value is not None}


def _optional_integer(value: Any) -> int | None:
    return None if value is None else _integer(value)


def _compact(document: dict[str, Any]) -> bytes:
    """Return a document of this service's own as text; nothing in it is beyond what orjson takes."""
    return orjson.dumps(document)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
"""For what a newer service has written: it may hold numbers of any size."""
