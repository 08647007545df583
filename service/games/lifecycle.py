"""What happens to a game beside moves: it is created, seats are claimed and left, tokens replaced, time runs out.

Pure functions. Each takes the game as it is and returns a `Step`; where there is nothing to do, because the call is
repeated, the step's game is the very one that was given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from service import rules
from service.games.errors import GameFinished, SeatNotTaken, SeatTaken, TokenReused, TokenUnknown
from service.games.game import (
    Bot,
    Change,
    ChangeType,
    Expiry,
    Game,
    LeftEntry,
    ReplacedEntry,
    ReservedRematch,
    Seat,
    SeatState,
    Status,
)
from service.games.new_game import Setup
from service.games.repository import Entry
from service.games.tokens import require_seat_or_owner, same_hash, seat_of, token_hash

__all__ = [
    "RESIGNED",
    "TIMED_OUT",
    "Step",
    "changed",
    "claim",
    "create",
    "leave",
    "replace_token",
    "reserve_rematch",
    "show_rematch",
    "time_of_change",
    "time_out",
]

RESIGNED = "resigned"
"""Why a seat left: by a call, its own or the owner's."""

TIMED_OUT = "timed_out"
"""Why a seat left: it was to move, and its time was over."""


@dataclass(frozen=True, slots=True)
class Step:
    """A game after a call, and what its history gains; no entry where nothing that can be seen has changed."""

    game: Game
    entry: Entry | None = None


def create(
    setup: Setup, game_id: str, owner: str, seat_tokens: Sequence[str | None], now: int, expiry: Expiry
) -> tuple[Game, Change]:
    """Return a new game and the first entry of its history.

    owner: the hash of the owner's token. seat_tokens: the hash of each seat's, None where it has none.
    """
    seats = tuple(
        Seat(name, state, token, bot=bot)
        for name, state, token, bot in zip(setup.names, setup.states, seat_tokens, setup.bots, strict=True)
    )
    text = rules.format_position(setup.start)
    game = Game(
        id=game_id,
        revision="",
        version=1,
        position=setup.start,
        position_text=text,
        start_text=text,
        seats=seats,
        owner=owner,
        seed=setup.seed,
        public=setup.public,
        left=(),
        last_move=None,
        used=False,
        created_at=now,
        updated_at=now,
        expires_at=0,
        rules_version=rules.RULES_VERSION,
        move_seconds=setup.move_seconds,
        on_leave=setup.on_leave,
        advice=setup.advice,
    )
    game = replace(game, deadline=_deadline(None, game, now))
    game = replace(game, expires_at=expiry.at(game))
    return game, _entry(game, ChangeType.CREATE)


def claim(game: Game, now: int, expiry: Expiry, seat: int | None, name: str | None, token: str) -> tuple[Step, int]:
    """Give an open seat (None: the first one) to who has the token with this hash; return the step and the seat.

    Raises SeatNotFound, SeatTaken, GameFinished or TokenReused.
    """
    if seat is not None:
        seat_of(game, seat)
    wanted = range(1, len(game.seats) + 1) if seat is None else (seat,)
    for number in wanted:
        known = game.seats[number - 1]
        if same_hash(known.token, token) and known.name == name:
            return Step(game), number
    number = next((number for number in wanted if game.seats[number - 1].state is SeatState.OPEN), 0)
    if not number:
        raise SeatTaken("no seat is open" if seat is None else f"seat {seat} is not open", game)
    if game.status is Status.FINISHED:
        raise GameFinished("the game is finished", game)
    _require_fresh(game, token)
    seats = _with_seat(game, number, Seat(name, SeatState.TAKEN, token))
    after = changed(game, replace(game, seats=seats, used=True), now, expiry)
    return Step(after, _entry(after, ChangeType.CLAIM)), number


def replace_token(game: Game, seat: int, presented: str | None, token: str) -> Step:
    """Let the token with this hash be the seat's from now on; the one that it had is dead.

    Raises SeatNotFound, TokenMissing, TokenUnknown, TokenNotAllowed, SeatNotTaken or TokenReused.
    """
    known = seat_of(game, seat)
    try:
        require_seat_or_owner(game, seat, presented)
    except TokenUnknown:
        # The seat's own replacement, repeated: it still presents the token that it has just replaced.
        if presented and same_hash(known.replaced, token_hash(presented)) and same_hash(known.token, token):
            return Step(game)
        raise
    if same_hash(known.token, token):
        return Step(game)
    if known.bot is not None:
        raise SeatNotTaken(f"a bot plays seat {seat}", game)
    if known.state is not SeatState.TAKEN:
        raise SeatNotTaken(f"seat {seat} {'has left' if known.state is SeatState.LEFT else 'is open'}", game)
    _require_fresh(game, token)
    return Step(replace(game, seats=_with_seat(game, seat, replace(known, token=token, replaced=known.token))))


def leave(game: Game, now: int, expiry: Expiry, seat: int, presented: str | None) -> Step:
    """Let a seat leave. While the game waits the seat is open again, while it runs the seat resigns.

    Where the game has a bot for those who leave, that plays the seat of a running game on. A bot does not leave.
    Raises SeatNotFound, TokenMissing, TokenUnknown, TokenNotAllowed, SeatNotTaken or GameFinished.
    """
    known = seat_of(game, seat)
    require_seat_or_owner(game, seat, presented)
    if known.state is not SeatState.TAKEN:
        return Step(game)
    if known.bot is not None:
        if known.token is not None:  # whoever had the seat has left, and does so again
            return Step(game)
        raise SeatNotTaken(f"a bot plays seat {seat}", game)
    if game.status is Status.FINISHED:
        raise GameFinished("the game is finished", game)
    if game.status is Status.WAITING:
        after = replace(game, seats=_with_seat(game, seat, Seat(None, SeatState.OPEN)))
    else:
        after = _gone(game, seat, RESIGNED)
    after = changed(game, after, now, expiry)
    kind = ChangeType.LEAVE if after.seats[seat - 1].bot is None else ChangeType.REPLACE
    return Step(after, _entry(after, kind))


def time_out(game: Game, now: int, expiry: Expiry) -> tuple[Game, Change | None]:
    """Let the seat to move leave if its time is over; return the game and its history's entry, None if it is not.

    The seat leaves at the deadline that it missed, and the next one's time starts then, however late this is found:
    so that one may be over too. Where the game has a bot for those who leave, that plays the seat on.
    """
    if game.deadline is None or game.to_move is None or now < game.deadline:
        return game, None
    after = changed(game, _gone(game, game.to_move, TIMED_OUT), game.deadline, expiry)
    return after, _entry(after, ChangeType.TIME_OUT)


def reserve_rematch(game: Game, rematch: str, now: int) -> Step:
    """Note in a finished game which id its rematch will have."""
    return Step(replace(game, reserved=ReservedRematch(rematch, now)))


def show_rematch(game: Game, rematch: str, now: int, expiry: Expiry) -> Step:
    """Show in a finished game that its rematch is there."""
    after = changed(game, replace(game, rematch=rematch, reserved=None), now, expiry)
    return Step(after, replace(_entry(after, ChangeType.REMATCH), rematch=rematch))


def time_of_change(game: Game, now: int) -> int:
    """Return when a game changes that does so now: not before it last did, as the store's clock may be set back."""
    return max(now, game.updated_at)


def changed(before: Game, after: Game, now: int, expiry: Expiry) -> Game:
    """Return `after` as what `before` has just become: a version further, updated, with its times.

    A deadline stands while the same seat has the same move to make, and else starts anew.
    """
    now = time_of_change(before, now)
    after = after.but(
        revision="",
        version=before.version + 1,
        updated_at=now,
        deadline=_deadline(before, after, now),
    )
    return after.but(expires_at=expiry.at(after))


def _deadline(before: Game | None, after: Game, now: int) -> int | None:
    if after.move_seconds is None or after.to_move is None or after.bot_to_move is not None:
        return None
    same_turn = before is not None and (before.to_move, before.number) == (after.to_move, after.number)
    if before is not None and before.deadline is not None and same_turn:
        return before.deadline
    return now + after.move_seconds * 1000


def _gone(game: Game, seat: int, reason: str) -> Game:
    """Return a running game whose seat nobody plays any more: a bot plays it on, or it has left."""
    return _without(game, seat, reason) if game.on_leave is None else _replaced(game, seat, reason, game.on_leave)


def _replaced(game: Game, seat: int, reason: str, bot: Bot) -> Game:
    """Return a running game in which a bot plays a seat from now on."""
    return replace(
        game,
        seats=_with_seat(game, seat, replace(game.seats[seat - 1], bot=bot)),
        replaced=(*game.replaced, ReplacedEntry(seat, game.number, reason, game.version + 1, bot)),
    )


def _without(game: Game, seat: int, reason: str) -> Game:
    """Return a running game that a seat has left."""
    position = rules.leave(game.position, seat)
    return replace(
        game,
        position=position,
        position_text=rules.format_position(position),
        seats=_with_seat(game, seat, replace(game.seats[seat - 1], state=SeatState.LEFT)),
        left=(*game.left, LeftEntry(seat, game.number, reason, game.version + 1)),
    )


def _entry(game: Game, kind: ChangeType) -> Change:
    seats = tuple((seat.name, seat.state) for seat in game.seats)
    bots = tuple(seat.bot for seat in game.seats)
    return Change(game.version, game.updated_at, kind, seats, bots=bots if any(bots) else ())


def _with_seat(game: Game, seat: int, value: Seat) -> tuple[Seat, ...]:
    return (*game.seats[: seat - 1], value, *game.seats[seat:])


def _require_fresh(game: Game, token: str) -> None:
    """Refuse a token that counts in the game, or that was replaced: a claim sent again must not take a second seat."""
    others = [game.owner, *(known for seat in game.seats for known in (seat.token, seat.replaced))]
    if any(same_hash(other, token) for other in others):
        raise TokenReused("the token is used elsewhere in this game", game)
