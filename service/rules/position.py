"""A position: everything that the rest of a game depends on."""

from dataclasses import dataclass

from service.rules.color import TILE_LETTERS, Color
from service.rules.options import LAST_NUMBER, Options
from service.rules.square import KILN_SIZE, WAREHOUSE_SIZE, bits

__all__ = ["Outcome", "Position", "has_won"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `reason` is `target`, `last_seat` or `move_limit`; `winner` a seat from 1, or None."""

    reason: str
    winner: int | None


@dataclass(frozen=True, slots=True)
class Position:
    """A position, immutable and comparable.

    kiln: a 36-bit board for each color in the order of `Color`, black last.
    outer_tile, outer_slot: the outer tile's color, and its slot 0..23.
    seats: the colors of each seat, in the order in which they are taken in a turn.
    left: for each seat, whether it has left.
    warehouses, scores: for each seat, for each of its colors, a 25-bit board and the points.
    turn: the seat to move, from 1; in a finished game the winner (without one, the seat that would be next).
    extra_turn: whether this is that seat's extra turn.
    number: the number of the next move, from 1 to 100 000.

    The constructor checks nothing; `parse_position` and `start_position` give only valid positions, and playing
    keeps them so.
    """

    kiln: tuple[int, ...]
    outer_tile: Color
    outer_slot: int
    seats: tuple[tuple[Color, ...], ...]
    left: tuple[bool, ...]
    warehouses: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    turn: int
    extra_turn: bool
    options: Options
    number: int

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended here, or None while it runs."""
        target = self.options.target
        for index, scores in enumerate(self.scores):
            if max(scores) >= target and not self.left[index] and has_won(scores, self.options):
                return Outcome("target", index + 1)
        if self.left.count(False) == 1:
            return Outcome("last_seat", self.left.index(False) + 1)
        if self.number >= LAST_NUMBER:
            return Outcome("move_limit", None)
        return None

    @property
    def finished(self) -> bool:
        """Whether the game has ended here."""
        return self.outcome is not None

    @property
    def two_color(self) -> bool:
        """Whether each seat plays two colors."""
        return len(self.seats[0]) == 2

    @property
    def kiln_rows(self) -> tuple[str, ...]:
        """The kiln as six rows from the top, a letter for each tile."""
        letters = self._letters()
        return tuple(letters[start : start + KILN_SIZE] for start in range(0, 36, KILN_SIZE))

    def warehouse_rows(self, seat_index: int, color_index: int) -> tuple[str, ...]:
        """Return a warehouse as five rows from the top, `x` for a filled square and `.` for an empty one.

        Both indexes count from 0: the seat, and the color within the seat.
        """
        board = self.warehouses[seat_index][color_index]
        return tuple([_ROWS[board >> start & 31] for start in range(0, 25, WAREHOUSE_SIZE)])

    def _letters(self) -> str:
        letters = [""] * 36
        for letter, board in zip(TILE_LETTERS, self.kiln, strict=True):
            for square in bits(board):
                letters[square] = letter
        return "".join(letters)


_ROWS = tuple("".join("x" if row >> column & 1 else "." for column in range(WAREHOUSE_SIZE)) for row in range(32))
"""By its bits: a row of a warehouse."""


def has_won(scores: tuple[int, ...], options: Options) -> bool:
    """Whether these scores of one seat reach the target, or with goal both, all of them do."""
    return (min(scores) if options.goal_both else max(scores)) >= options.target
