"""What a new game is asked for, and what it starts with."""

import hashlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from service.games.errors import InvalidNewGame
from service.games.game import Bot, SeatState
from service.rules import (
    MAX_SEED,
    PLAYABLE_COLORS,
    Color,
    Options,
    Position,
    parse_position,
    start_position,
)

__all__ = ["NewGame", "NewSeat", "NewVariants", "Setup", "set_up"]


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat as it is asked for: free to be claimed, a bot's, or neither; with certain colors or the next ones."""

    name: str | None = None
    open: bool = False
    colors: tuple[Color, ...] | None = None
    bot: Bot | None = None


@dataclass(frozen=True, slots=True)
class NewVariants:
    """The variants as they are asked for."""

    fixing_the_mess: bool = True
    heating_up: bool = False


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game as it is asked for. None means that nothing is said.

    Each value alone is taken to be in its range: 2 to 4 players and seats, a target of 1 to 29, a goal `either` or
    `both`, a first seat of 1 to 4, a seed of 0 to 2**53 - 1, playable colors, 10 to 2 592 000 seconds for a move (None:
    no limit), levels of bots that there are. on_leave: what plays a seat on that leaves. advice: whether the service
    may be asked what to play. Whether they go with each other is checked by `set_up`.
    """

    players: int | None = None
    seats: tuple[NewSeat, ...] | None = None
    two_color: bool | None = None
    target: int | None = None
    goal: str | None = None
    variants: NewVariants | None = None
    first_seat: int | None = None
    seed: int | None = None
    position: str | None = None
    public: bool = False
    move_seconds: int | None = None
    on_leave: Bot | None = None
    advice: bool = False
    owner_token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game starts with. `seed` is None where a position was given.

    request: a hash of all that was asked for but the owner's token, the same for whatever asks for the same. bots: what
    plays each seat, None for people.
    """

    start: Position
    names: tuple[str | None, ...]
    states: tuple[SeatState, ...]
    seed: int | None
    public: bool
    move_seconds: int | None
    request: str
    bots: tuple[Bot | None, ...]
    on_leave: Bot | None = None
    advice: bool = False

    @property
    def seats_with_token(self) -> tuple[int, ...]:
        """The seats, from 1, that somebody has from the start."""
        seats = zip(self.states, self.bots, strict=True)
        return tuple(seat for seat, (state, bot) in enumerate(seats, 1) if state is SeatState.TAKEN and bot is None)


def set_up(new: NewGame) -> Setup:
    """Return what a game starts with; draw a seed where none is given.

    Raises InvalidNewGame with every fault, or InvalidPosition.
    """
    return _from_seed(new) if new.position is None else _from_position(new, new.position)


def _from_position(new: NewGame, text: str) -> Setup:
    fixed = ("players", "two_color", "target", "goal", "variants", "first_seat", "seed")
    errors = [(f"/{name}", "Is fixed by the position.") for name in fixed if getattr(new, name) is not None]
    seats = new.seats or ()
    errors += [
        (f"/seats/{index}/colors", "Are fixed by the position.")
        for index, seat in enumerate(seats)
        if seat.colors is not None
    ]
    if errors:
        raise InvalidNewGame(tuple(errors))
    start = parse_position(text)
    if new.seats is None:
        seats = (NewSeat(),) * len(start.seats)
    if len(seats) != len(start.seats):
        raise InvalidNewGame((("/seats", f"Must have {len(start.seats)} entries, as the position has seats."),))
    left_seats = [(index, seat) for index, seat in enumerate(seats) if start.left[index]]
    errors = [
        (f"/seats/{index}/open", "A seat that has left cannot be open.") for index, seat in left_seats if seat.open
    ]
    errors += [(f"/seats/{index}/bot", "A seat that has left has no bot.") for index, seat in left_seats if seat.bot]
    errors += _both_open_and_bot(seats)
    if errors:
        raise InvalidNewGame(tuple(errors))
    asked: dict[str, object] = {"position": text}
    return _setup(new, start, seats, None, asked)


def _from_seed(new: NewGame) -> Setup:
    seats = new.seats or (NewSeat(),) * (new.players or 2)
    two_color = bool(new.two_color)
    errors = list(_faults(new, seats, two_color))
    if errors:
        raise InvalidNewGame(tuple(errors))
    colors = _colors(seats, 2 if two_color else 1)
    variants = new.variants or NewVariants()
    options = Options(
        target=Options().target if new.target is None else new.target,
        fixing_the_mess=variants.fixing_the_mess,
        heating_up=variants.heating_up,
        goal_both=new.goal == "both",
    )
    seed = secrets.randbelow(MAX_SEED + 1) if new.seed is None else new.seed
    start = start_position(colors, options, seed, new.first_seat)
    asked: dict[str, object] = {
        "colors": [[color.word for color in seat] for seat in colors],
        "target": options.target,
        "fixing_the_mess": options.fixing_the_mess,
        "heating_up": options.heating_up,
        "goal_both": options.goal_both,
        "first_seat": new.first_seat,
        "seed": new.seed,
    }
    return _setup(new, start, seats, seed, asked)


def _faults(new: NewGame, seats: tuple[NewSeat, ...], two_color: bool) -> Iterator[tuple[str, str]]:
    if new.players is not None and new.players != len(seats):
        yield "/players", f"Does not agree with seats, which has {len(seats)} entries."
    if two_color and len(seats) != 2:
        yield ("/players" if new.seats is None else "/seats"), "The two-color game is for two seats."
    if new.goal == "both" and not two_color:
        yield "/goal", "Both is for the two-color game."
    if new.first_seat is not None and new.first_seat > len(seats):
        yield "/first_seat", f"There are only {len(seats)} seats."
    yield from _both_open_and_bot(seats)
    wanted = 2 if two_color else 1
    taken: set[Color] = set()
    for index, seat in enumerate(seats):
        if seat.colors is None:
            continue
        if len(seat.colors) != wanted:
            yield f"/seats/{index}/colors", f"A seat plays {wanted} {'colors' if two_color else 'color'}."
        for place, color in enumerate(seat.colors):
            if color in taken:
                yield f"/seats/{index}/colors/{place}", f"There is another {color.word}."
            taken.add(color)


def _both_open_and_bot(seats: tuple[NewSeat, ...]) -> Iterator[tuple[str, str]]:
    for index, seat in enumerate(seats):
        if seat.open and seat.bot is not None:
            yield f"/seats/{index}/open", "A seat that a bot plays cannot be open."


def _colors(seats: tuple[NewSeat, ...], each: int) -> list[tuple[Color, ...]]:
    """Serve the seats that ask for colors first, the others in seat order with what is left."""
    asked = {color for seat in seats for color in seat.colors or ()}
    # The two-color game pairs red with green and blue with yellow.
    order = PLAYABLE_COLORS if each == 1 else (Color.RED, Color.GREEN, Color.BLUE, Color.YELLOW)
    rest = [color for color in order if color not in asked]
    colors: list[tuple[Color, ...]] = []
    for seat in seats:
        if seat.colors is None:
            colors.append(tuple(rest[:each]))
            del rest[:each]
        else:
            colors.append(seat.colors)
    return colors


def _setup(
    new: NewGame, start: Position, seats: tuple[NewSeat, ...], seed: int | None, asked: dict[str, object]
) -> Setup:
    def state(seat: NewSeat, left: bool) -> SeatState:
        if left:
            return SeatState.LEFT
        return SeatState.OPEN if seat.open else SeatState.TAKEN

    asked["seats"] = [[seat.name, seat.open] for seat in seats]
    asked["public"] = new.public
    # What earlier versions did not know is left out where it is not asked for: a call is the same call as before.
    if new.move_seconds is not None:
        asked["move_seconds"] = new.move_seconds
    if any(seat.bot for seat in seats):
        asked["bots"] = [seat.bot and seat.bot.level for seat in seats]
    if new.on_leave is not None:
        asked["on_leave"] = new.on_leave.level
    if new.advice:
        asked["advice"] = True
    request = json.dumps(asked, sort_keys=True, ensure_ascii=True)
    return Setup(
        start=start,
        names=tuple(seat.name for seat in seats),
        states=tuple(state(seat, left) for seat, left in zip(seats, start.left, strict=True)),
        seed=seed,
        public=new.public,
        move_seconds=new.move_seconds,
        request=hashlib.sha256(request.encode()).hexdigest(),
        bots=tuple(seat.bot for seat in seats),
        on_leave=new.on_leave,
        advice=new.advice,
    )
