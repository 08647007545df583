"""Playing a move in a game: whose turn it is, and what the move changes. Pure functions."""

from service import rules
from service.games.errors import (
    GameFinished,
    GameWaiting,
    NotYourTurn,
    NumberNotReached,
    NumberTaken,
    TokenNotAllowed,
)
from service.games.game import Expiry, Game, Status
from service.games.lifecycle import Step, changed, time_of_change
from service.games.played import MoveEntry, PlayedMove
from service.games.replay import has_checkpoint
from service.games.tokens import require_role

__all__ = ["is_repeat", "play", "require_turn", "seat_of_bot", "seat_that_plays"]


def seat_that_plays(game: Game, presented: str | None, number: int) -> int:
    """Return the seat whose token is presented, for a move with this number.

    A seat that a bot plays now may yet ask after a move that it has played itself, and whose answer was lost.
    Raises TokenMissing, TokenUnknown or TokenNotAllowed.
    """
    seat = require_role(game, presented).seat
    if seat is None:
        raise TokenNotAllowed("the owner's token plays no moves")
    if game.seats[seat - 1].bot is not None:
        since = next((entry.before for entry in game.replaced if entry.seat == seat), game.start_number)
        if number >= since:
            raise TokenNotAllowed(f"a bot plays seat {seat} now")
    return seat


def seat_of_bot(game: Game, seat: int) -> int:
    """Return the seat. Raises TokenNotAllowed unless a bot plays it."""
    if game.seats[seat - 1].bot is None:
        raise TokenNotAllowed(f"no bot plays seat {seat}")
    return seat


def is_repeat(played: PlayedMove, seat: int, text: str) -> bool:
    """Whether the text is this very move, by its canonical form in the position before it, and the seat's own."""
    if played.seat != seat:
        return False
    if played.text == text:
        return True
    try:
        move = rules.canonical_move(rules.parse_position(played.before), rules.parse_move(text))
    except (rules.InvalidMove, rules.IllegalMove):
        return False
    return rules.format_move(move) == played.text


def require_turn(game: Game, seat: int, number: int) -> None:
    """Raise unless the seat may now play a move with this number.

    Raises, in this order, GameWaiting, GameFinished, NumberTaken, NumberNotReached or NotYourTurn.
    """
    if game.status is Status.WAITING:
        raise GameWaiting("the game waits for seats to be claimed", game)
    if game.status is Status.FINISHED:
        raise GameFinished("the game is finished", game)
    if number < game.number:
        raise NumberTaken(f"another move has been played as number {number}; the next one is {game.number}", game)
    if number > game.number:
        raise NumberNotReached(f"the next move is number {game.number}, not {number}", game)
    if game.to_move != seat:
        raise NotYourTurn(f"it is the turn of seat {game.to_move}", game)


def play(game: Game, now: int, expiry: Expiry, text: str) -> tuple[Step, PlayedMove]:
    """Play a move for the seat whose turn it is; return the step and the move.

    Raises InvalidMove when the text is no move, IllegalMove when it is not allowed here.
    """
    turn = rules.play(game.position, rules.parse_move(text))
    position_text = rules.format_position(turn.position)
    played = PlayedMove(
        game_id=game.id,
        number=game.number,
        seat=game.position.turn,
        text=rules.format_move(turn.move),
        played_at=time_of_change(game, now),
        before=game.position_text,
        known=turn,
        known_position=position_text,
    )
    checkpoint = position_text if has_checkpoint(game.moves_played) else None
    entry = MoveEntry(played.text, played.seat, played.played_at, checkpoint)
    after = game.but(position=turn.position, position_text=position_text, used=True, last_move=played)
    return Step(changed(game, after, now, expiry), entry), played
