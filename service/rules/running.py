"""A game that is changed in place, move by move, on plain integers: for random play and for searches.

A move is called by its index in the list of legal moves (`LegalMoves`), which is never made: nothing here is text.
`i64` is an int (see `service.rules.tally`).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, final

from service.rules.color import Color
from service.rules.options import BONUS_SPACES, LAST_NUMBER, SCORE_CAP, Options
from service.rules.position import Position
from service.rules.slot import SLOT_COUNT
from service.rules.tally import Tally
from service.rules.warehouse import SALE_POINTS

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["RunningGame", "play_out"]

_COLUMN: Final = 0b000001_000001_000001_000001_000001_000001
_ROW: Final = 0b111111
_BLACK: Final = 4
_BONUS: i64 = sum(1 << score for score in BONUS_SPACES)


def _pushed(tiles: i64, slot: i64, entering: i64) -> i64:
    """Return one color's tiles after a push at `slot`; `entering`: 1 when the outer tile has this color, else 0."""
    line: i64 = _COLUMN  # in a variable first: what is shifted must have 64 bits
    moving: i64
    if slot < 6:
        line <<= slot
        moving = tiles & line
        return tiles ^ moving | moving << 6 & line | entering << slot
    if slot >= 12 and slot < 18:
        slot -= 12
        moving = tiles & line << slot
        return tiles ^ moving | moving >> 6 | entering << slot + 30
    line = _ROW
    if slot < 12:
        slot = 6 * slot - 36
        line <<= slot
        moving = tiles & line
        return tiles ^ moving | moving >> 1 & line | entering << slot + 5
    slot = 6 * slot - 108
    line <<= slot
    moving = tiles & line
    return tiles ^ moving | moving << 1 & line | entering << slot


def _next(slot: i64) -> i64:
    """Return the slot to look at next: the two ends of a line one after the other, as they often do the same."""
    if slot < 12:
        return slot + 12
    return slot - 11 if slot < 23 else 24


@final
class _Side:
    """One color: its tiles in the kiln, its warehouse and its score."""

    def __init__(self) -> None:
        self.tiles: i64 = 0
        self.warehouse: i64 = 0
        self.score: i64 = 0


@final
class _Seat:
    """A seat: its first color and its second, which is the first again where it has but one."""

    def __init__(self, first: int, second: int, left: bool) -> None:
        self.first: i64 = first
        self.second: i64 = second
        self.left: bool = left


@final
class RunningGame:
    """A game that goes on from a position and is changed by each move.

    `finished` says whether it has ended, `winner` then is the seat (from 1) that has won, or 0. `turn` is the seat to
    move, `number` that of the next move. `total` is how many legal moves there are.
    """

    def __init__(self, position: Position) -> None:
        options = position.options
        outcome = position.outcome
        self._options: Options = options
        self._fixing: bool = options.fixing_the_mess
        self._heating_up: bool = options.heating_up
        self._goal_both: bool = options.goal_both
        self._target: i64 = options.target
        self._sides: list[_Side] = [_Side() for _ in Color]
        self._seats: list[_Seat] = []
        for color in Color:
            self._sides[color].tiles = position.kiln[color]
        for index, colors in enumerate(position.seats):
            self._seats.append(_Seat(colors[0], colors[-1], position.left[index]))
            for place, color in enumerate(colors):
                self._sides[color].warehouse = position.warehouses[index][place]
                self._sides[color].score = position.scores[index][place]
        self._outer_tile: i64 = position.outer_tile
        self._outer_slot: i64 = position.outer_slot
        self._turn: i64 = position.turn
        self._extra_turn: bool = position.extra_turn
        self._number: i64 = position.number
        self._finished: bool = outcome is not None
        self._winner: i64 = (outcome.winner or 0) if outcome is not None else 0
        self._first: Tally = Tally()
        self._second: Tally = Tally()
        self._counts: list[int] = [0] * SLOT_COUNT  # the legal moves of each push
        self._total: i64 = -1  # while they have not been counted

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self._finished

    @property
    def winner(self) -> int:
        """The seat (from 1) that has won, or 0."""
        return self._winner

    @property
    def turn(self) -> int:
        """The seat to move, from 1."""
        return self._turn

    @property
    def number(self) -> int:
        """The number of the next move."""
        return self._number

    @property
    def total(self) -> int:
        """How many legal moves there are."""
        if self._total < 0:
            self._count()
        return self._total

    def position(self) -> Position:
        """Return the game's position now."""
        sides = self._sides
        of_seats = [(seat.first,) if seat.first == seat.second else (seat.first, seat.second) for seat in self._seats]
        return Position(
            kiln=tuple([side.tiles for side in sides]),
            outer_tile=Color(self._outer_tile),
            outer_slot=self._outer_slot,
            seats=tuple([tuple([Color(color) for color in colors]) for colors in of_seats]),
            left=tuple([seat.left for seat in self._seats]),
            warehouses=tuple([tuple([sides[color].warehouse for color in colors]) for colors in of_seats]),
            scores=tuple([tuple([sides[color].score for color in colors]) for colors in of_seats]),
            turn=self._turn,
            extra_turn=self._extra_turn,
            options=self._options,
            number=self._number,
        )

    def play(self, index: int) -> None:
        """Play the legal move with this index, from 0; raise IndexError when there is none."""
        if not 0 <= index < self.total:
            raise IndexError(f"there is no legal move {index}")
        self._play(index)

    def play_random(self, generator: Random) -> None:
        """Play a legal move, each with the same chance, by one `generator.random()`; raise IndexError without any."""
        total: int = self.total
        if not total:
            raise IndexError("there is no legal move")
        self._play(int(generator.random() * total))

    def _count(self) -> None:
        self._total = 0
        if self._finished:
            return
        seat = self._seats[self._turn - 1]
        side = self._sides[seat.first]
        tiles: i64 = side.tiles
        entering: i64 = 1 if self._outer_tile == seat.first else 0
        first = self._first
        first.start(side.warehouse, self._fixing, tiles)
        if seat.first != seat.second:
            self._count_pairs(seat, tiles, entering)
            return
        counts = self._counts
        total: i64 = 0
        slot: i64 = 0
        while slot < SLOT_COUNT:
            if slot == self._outer_slot:
                counts[slot] = 0
            else:
                first.look(_pushed(tiles, slot, entering))
                counts[slot] = first.count
                total += first.count
            slot = _next(slot)
        self._total = total

    def _count_pairs(self, seat: _Seat, tiles: i64, entering: i64) -> None:
        """Count with two colors, the first of which has been begun with."""
        first = self._first
        second = self._second
        side = self._sides[seat.second]
        second_tiles: i64 = side.tiles
        second.start(side.warehouse, self._fixing, second_tiles)
        second_entering: i64 = 1 if self._outer_tile == seat.second else 0
        winning: i64 = self._winning_lines(seat)
        total: i64 = 0
        slot: i64 = 0
        while slot < SLOT_COUNT:
            count: i64 = 0
            if slot != self._outer_slot:
                first.look(_pushed(tiles, slot, entering))
                second.look(_pushed(second_tiles, slot, second_entering))
                count = first.count * second.count
                if winning:
                    won: i64 = first.count_selling(winning)
                    if won:  # then the second color sells nothing
                        count -= won * second.count_selling(1)
            self._counts[slot] = count
            total += count
            slot = _next(slot)
        self._total = total

    def _winning_lines(self, seat: _Seat) -> i64:
        """Return how many lines a sale of the seat's first color needs to win at once, or 0 when none can."""
        if self._goal_both and self._sides[seat.second].score < self._target:
            return 0
        needed: i64 = self._target - self._sides[seat.first].score
        lines: i64 = 1
        while lines <= 5 and needed > 0:
            if SALE_POINTS[lines] >= needed:
                return lines
            lines += 1
        return 0

    def _play(self, index: i64) -> None:
        slot: i64 = 0
        while True:
            count: i64 = self._counts[slot]
            if index < count:
                break
            index -= count
            slot += 1
        seat = self._seats[self._turn - 1]
        side = self._sides[seat.first]
        first = self._first
        first.settle(_pushed(side.tiles, slot, 1 if self._outer_tile == seat.first else 0))
        bonus: bool = False
        if seat.first == seat.second:
            first.choose(index)
            bonus = self._sell(side, first)
        else:
            other = self._sides[seat.second]
            second = self._second
            second.settle(_pushed(other.tiles, slot, 1 if self._outer_tile == seat.second else 0))
            self._choose_pair(index, self._winning_lines(seat))
            bonus = self._sell(side, first)
            if self._sell(other, second):
                bonus = True
        won: bool = self._has_won(seat)
        out: i64 = self._push(slot)
        again: bool = not self._extra_turn and not won and (bonus or out == _BLACK)
        if not won and not again:
            self._pass_on()
        self._number += 1
        self._total = -1
        self._extra_turn = again
        if won or self._number >= LAST_NUMBER:
            self._finished = True
            self._extra_turn = False
            self._winner = self._turn if won else 0

    def _choose_pair(self, index: i64, winning: i64) -> None:
        """Choose for both colors, by an index among the moves of the push."""
        first = self._first
        second = self._second
        if not winning or not first.count_selling(winning):
            first.choose(index // second.count)
            second.choose(index % second.count)
            return
        unsold: i64 = second.count - second.count_selling(1)
        choice: i64 = 0
        while True:
            first.choose(choice)
            won: bool = first.points >= SALE_POINTS[winning]
            followers: i64 = unsold if won else second.count
            if index < followers:
                break
            index -= followers
            choice += 1
        if not won:
            second.choose(index)
            return
        choice = 0
        while True:
            second.choose(choice)
            if not second.points:
                if not index:
                    return
                index -= 1
            choice += 1

    def _sell(self, side: _Side, choice: Tally) -> bool:
        """Give a color what has been chosen; say whether its sale has brought a bonus."""
        side.warehouse = choice.board
        if not choice.points:
            return False
        score: i64 = side.score + choice.points
        if self._goal_both and score > SCORE_CAP:
            score = SCORE_CAP
        side.score = score
        return self._heating_up and score < 32 and (_BONUS >> score & 1) == 1

    def _has_won(self, seat: _Seat) -> bool:
        first: i64 = self._sides[seat.first].score
        second: i64 = self._sides[seat.second].score
        if self._goal_both:
            return first >= self._target and second >= self._target
        return first >= self._target or second >= self._target

    def _push(self, slot: i64) -> i64:
        """Push the outer tile in; return the color of the tile that comes out and is the outer one now."""
        opposite: i64 = slot + 12 if slot < 12 else slot - 12
        leaving: i64 = _pushed(0, opposite, 1)  # where a tile would come in from there
        color: i64 = 0
        out: i64 = 0
        while color <= _BLACK:
            side = self._sides[color]
            if side.tiles & leaving:
                out = color
            side.tiles = _pushed(side.tiles, slot, 1 if color == self._outer_tile else 0)
            color += 1
        self._outer_tile = out
        self._outer_slot = opposite
        return out

    def _pass_on(self) -> None:
        """Give the turn to the next seat that is still in."""
        while True:
            self._turn = self._turn + 1 if self._turn < len(self._seats) else 1
            if not self._seats[self._turn - 1].left:
                return


def play_out(position: Position, generator: Random) -> Position:
    """Return the end of a game that goes on from a position by random moves, each of all legal ones as likely.

    A finished position is returned as it is.
    """
    game = RunningGame(position)
    while not game.finished:
        game.play_random(generator)
    return game.position()
