"""The examples of the contract: what the rules and the games really make, from a fixed seed."""

from typing import Any, Final

from service.api.present.advice import advice_json, evaluation_json
from service.api.present.change import change_event
from service.api.present.game import game_json, summary_json
from service.api.present.legal_moves import legal_moves_json, move_tree_json
from service.api.present.move import events_json, move_json
from service.api.present.position import description_json, outcome_json
from service.api.problems import PROBLEMS, Problem
from service.api.streams.events import retry_bytes
from service.bots import Advice, Choice, SeatEvaluation
from service.games import Expiry, Game, GameEvent, NewGame, NewSeat, PlayedMove
from service.games.lifecycle import create
from service.games.new_game import set_up
from service.games.playing import play
from service.rules import (
    Left,
    LegalMoves,
    Position,
    Record,
    check_record,
    format_move,
    format_position,
    parse_move,
)
from service.rules import play as play_move

_ID: Final = "k3v9q2m7x4b8c1n5"
_REQUEST_ID: Final = "f3a9c1d27b604e58"
_CREATED: Final = 1_767_268_800_000
_OWNER_TOKEN: Final = "GVxM2bq0vWmyc1tS8kRZ4nJdHf7uLpEo3iQaXwYsB6K"  # noqa: S105 - opens nothing
_SEAT_TOKENS: Final = (
    "mT5rJw0ZcQ9hXfB2yKd7uNvL4sGpE8aIo1RtM6VxYbA",
    "Zp3kWn8QyLc5vRj1HdXe0TbGm7uAfSo4iKxM9wJrN2E",
)
_CURSOR: Final = "MTc2NzI2ODgwMDAwMDprM3Y5cTJtN3g0YjhjMW41"
_LEVEL: Final = "search-2"
_NEW_TOKEN: Final = "q7Yd2Lr9wKx4mVbN0sTzGc6hPfJ8uEa3oRiW1vXnC5M"  # noqa: S105 - opens nothing


def _new_game() -> Game:
    setup = set_up(NewGame(seats=(NewSeat("Ada"), NewSeat("Grace")), seed=7))
    return create(setup, _ID, "", ("", ""), _CREATED, Expiry())[0]


def _played(game: Game) -> tuple[Game, PlayedMove]:
    """Return the game after a move of which something is to be told: the legal move in the middle."""
    legal = LegalMoves(game.position)
    step, move = play(game, game.updated_at + 9_000, Expiry(), legal.at(legal.total // 2))
    return step.game, move


def _answers() -> dict[str, tuple[str, Any]]:
    new = _new_game()
    game, first = _played(new)
    _, second = _played(game)
    position = game.position
    slot = LegalMoves(position).at(0).split(" ")[0]
    tree = move_tree_json(position, slot)
    turn = play_move(new.position, parse_move(first.text))
    record = _record(new, (first, second))
    checked = check_record(record)
    tokens = [{"seat": seat, "token": token} for seat, token in enumerate(_SEAT_TOKENS, 1)]
    return {
        "created_game": (
            "A new game for two",
            {"game": game_json(new), "owner_token": _OWNER_TOKEN, "seat_tokens": tokens},
        ),
        "game": ("A game after its first move", game_json(game)),
        "games": (
            "The newest public game, and there are more",
            {"games": [summary_json(game)], "next_cursor": _CURSOR},
        ),
        "rematch": ("The new game", {"game": game_json(new)}),
        "role": ("The token of seat 2", {"role": "seat", "seat": 2}),
        "seat_with_token": ("Seat 2 and its token", {"seat_token": tokens[1], "game": game_json(game)}),
        "played": ("The first move", {"move": move_json(first), "game": game_json(game)}),
        "move": ("The first move", move_json(first)),
        "events": ("A look, and then a move", _stream(new, game, first)),
        "moves": ("Two moves, and no more", {"moves": [move_json(first), move_json(second)], "more": False}),
        "legal_moves": ("The first five of them", legal_moves_json(position, None, 0, 5)),
        "move_tree": (f"The choices of the push at {slot}", tree),
        "record": ("A game that seat 1 has resigned", record),
        "record_result": (
            "Where the record ends",
            {"position": format_position(checked.position), "outcome": outcome_json(checked.outcome)},
        ),
        "position_description": ("The start of a game", description_json(new.position)),
        "played_position": (
            "What the move did",
            {
                "move": format_move(turn.move),
                "events": events_json(turn.events),
                "position": format_position(turn.position),
                "outcome": outcome_json(turn.position.outcome),
            },
        ),
        "advice": ("Two moves, and how the game may go on", advice_json(position, _LEVEL, 0, _advice(position))),
        "evaluation": ("After the first move", evaluation_json(position, _evaluation())),
        "health": ("It is", {"status": "ok"}),
    }


def _advice(position: Position) -> Advice:
    """Return advice of the form that bots give; not theirs, or the contract would change whenever one plays better."""
    legal = LegalMoves(position)
    best, other = legal.at(legal.total // 3), legal.at(legal.total // 2)
    answer = LegalMoves(play_move(position, parse_move(best)).position).at(0)
    return Advice((Choice(best, 1.35, (best, answer)), Choice(other, 0.9, (other,))), 200, 0.184, complete=True)


def _evaluation() -> tuple[SeatEvaluation, ...]:
    parts = ((3.0, -0.5, 1.25, -0.1, 0.35, 0.75), (1.0, -0.8, 0.6, 0.0, -0.25, 0.0))
    names = ("score", "pace", "near_lines", "room", "reach", "turn")
    return tuple(
        SeatEvaluation(seat, sum(values), dict(zip(names, values, strict=True))) for seat, values in enumerate(parts, 1)
    )


def _stream(before: Game, after: Game, move: PlayedMove) -> str:
    events = (change_event(GameEvent(1, before, None)), change_event(GameEvent(2, after, move)))
    return (retry_bytes() + b"".join(events)).decode()


def _record(new: Game, moves: tuple[PlayedMove, ...]) -> dict[str, Any]:
    number = moves[-1].number + 1
    ended = Record(
        start=new.start_text,
        names=("Ada", "Grace"),
        moves=tuple(move.text for move in moves),
        left=(Left(1, number, "resigned"),),
        outcome=None,
    ).as_dict()
    return {**ended, "outcome": {"reason": "last_seat", "winner": 2}}


def _requests() -> dict[str, tuple[str, Any]]:
    new = _new_game()
    _, move = _played(new)
    start = new.start_text
    return {
        "create_default": ("A game of two seats", {}),
        "create_seats": (
            "Three seats, one of them to be claimed",
            {
                "players": 3,
                "seats": [{"name": "Ada"}, {"name": "Grace", "colors": ["yellow"]}, {"open": True}],
                "target": 20,
                "variants": {"fixing_the_mess": True, "heating_up": True},
                "seed": 7,
                "owner_token": _OWNER_TOKEN,
            },
        ),
        "create_against_bot": (
            "Against a bot, and another one plays on for whoever leaves",
            {
                "seats": [{"name": "Ada"}, {"name": "Kiln", "bot": {"level": "search-2"}}],
                "on_leave": {"bot": {"level": "greedy"}},
            },
        ),
        "create_from_position": (
            "From a position",
            {"position": start, "seats": [{"name": "Ada"}, {"open": True}]},
        ),
        "claim": ("With a name and a token of one's own", {"name": "Grace", "token": _SEAT_TOKENS[1]}),
        "replace_token": ("With a token of one's own", {"token": _NEW_TOKEN}),
        "play": ("A move", {"number": move.number, "move": move.text}),
        "position": ("The start of a game", {"position": start}),
        "position_legal_moves": ("The first five of one push", {"position": start, "push": "N1", "limit": 5}),
        "suggest": (
            "The two best moves that a level finds",
            {"position": start, "level": _LEVEL, "count": 2, "seconds": 0.5},
        ),
        "play_position": ("A move in the start of a game", {"position": start, "move": move.text}),
    }


def _problems() -> dict[str, tuple[str, Any]]:
    return {code: (kind.title, Problem(code, **kind.example).document(_REQUEST_ID)) for code, kind in PROBLEMS.items()}


def examples() -> dict[str, dict[str, Any]]:
    """Return all examples by name, each with `summary` and `value`."""
    found = {**_requests(), **_answers(), **_problems()}
    return {name: {"summary": summary, "value": _plain(value)} for name, (summary, value) in found.items()}


def _plain(value: Any) -> Any:
    """Return a JSON value of plain lists and strings alone, for whatever writes it."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value
