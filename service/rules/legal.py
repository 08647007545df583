"""The legal moves of a position as a lazy list in canonical order."""

from collections.abc import Iterator
from random import Random

from service.rules.choices import Choices, Warehouse
from service.rules.position import Position
from service.rules.product import PushMoves
from service.rules.slot import SLOT_COUNT, SLOT_NAMES, entry_bit, push_board
from service.rules.warehouse import SALE_POINTS

__all__ = ["LegalMoves", "winning_points"]

_CHUNK = 1000
_PREFIXES = tuple(f"{name} " for name in SLOT_NAMES)


class LegalMoves:
    """All legal moves of a position, or those of one push, as canonical text in canonical order.

    The list is never built: its length, an item or a page of it are computed from the choices of each push. In a
    finished game it is empty, and so it is for the push at the slot where the outer tile lies.
    """

    def __init__(self, position: Position, push: int | None = None) -> None:
        seat = position.turn - 1
        fixing = position.options.fixing_the_mess
        self._position: Position = position
        self._pushes: dict[int, PushMoves] = {}
        self._colors: tuple[int, ...] = position.seats[seat]
        self.warehouses: list[Warehouse] = [Warehouse(board, fixing) for board in position.warehouses[seat]]
        self.slots: list[int] = []
        if not position.finished:
            asked = range(SLOT_COUNT) if push is None else (push,)
            self.slots = [slot for slot in asked if slot != position.outer_slot]

    @property
    def total(self) -> int:
        """How many moves there are."""
        total = 0
        for slot in self.slots:
            total += self.push(slot).total
        return total

    def __len__(self) -> int:
        return self.total

    def push(self, slot: int) -> PushMoves:
        """Return the moves that push at `slot`, one of `slots`."""
        moves = self._pushes.get(slot)
        if moves is None:
            choices: list[Choices] = []
            position = self._position
            for index, color in enumerate(self._colors):
                tiles = push_board(position.kiln[color], slot)
                if color == position.outer_tile:
                    tiles |= entry_bit(slot)
                choices.append(self.warehouses[index].choices(tiles))
            winning = winning_points(position, 0) if len(choices) > 1 else None
            moves = self._pushes[slot] = PushMoves(_PREFIXES[slot], choices, winning)
        return moves

    def page(self, offset: int, limit: int) -> list[str]:
        """Return up to `limit` moves from the one with index `offset` on; none past the end.

        Raises ValueError when either is negative.
        """
        if offset < 0 or limit < 0:
            raise ValueError("offset and limit must not be negative")
        texts: list[str] = []
        start = offset
        wanted = limit
        for slot in self.slots:
            if not wanted:
                break
            moves = self.push(slot)
            if start >= moves.total:
                start -= moves.total
                continue
            stop = min(start + wanted, moves.total)
            moves.extend(texts, start, stop)
            wanted -= stop - start
            start = 0
        return texts

    def at(self, index: int) -> str:
        """Return the move with this index, from 0; raise IndexError when there is none."""
        if index >= 0:
            page = self.page(index, 1)
            if page:
                return page[0]
        raise IndexError(f"there is no legal move {index}")

    def __iter__(self) -> Iterator[str]:
        for slot in self.slots:
            moves = self.push(slot)
            for start in range(0, moves.total, _CHUNK):
                texts: list[str] = []
                moves.extend(texts, start, min(start + _CHUNK, moves.total))
                yield from texts

    def random(self, generator: Random) -> str:
        """Return one move, each with the same chance; raise IndexError when there is none."""
        total = self.total
        if not total:
            raise IndexError("there is no legal move")
        return self.at(generator.randrange(total))


def winning_points(position: Position, color_index: int) -> int | None:
    """Return the least points with which a sale of the seat to move wins at once, or None when no sale can.

    `color_index` counts from 0 within the seat. With goal both, one color's sale wins only when the seat's other
    score has reached the target already.
    """
    scores = position.scores[position.turn - 1]
    target = position.options.target
    if position.options.goal_both:
        for index, score in enumerate(scores):
            if index != color_index and score < target:
                return None
    needed = target - scores[color_index]
    return needed if 1 <= needed <= SALE_POINTS[-1] else None
