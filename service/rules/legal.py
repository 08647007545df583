"""The legal moves of a position as a lazy list in canonical order."""

from collections.abc import Iterator
from random import Random

from service.rules.choices import Warehouse
from service.rules.position import Position
from service.rules.product import OneColorMoves, TwoColorMoves
from service.rules.slot import SLOT_COUNT, pushed_boards
from service.rules.warehouse import SALE_POINTS

__all__ = ["LegalMoves", "winning_points"]

_CHUNK = 1000


class LegalMoves:
    """All legal moves of a position, or those of one push, as canonical text in canonical order.

    The list is never built: its length, an item or a page of it are computed from the choices of each push. In a
    finished game it is empty, and so it is for the push at the slot where the outer tile lies.

    `slots` are the pushes it holds; `warehouses` and `tiles` (the kiln's tiles after a push at each of the 24 slots)
    are those of the seat to move, for each of its colors. Raises ValueError when `push` is no slot.
    """

    def __init__(self, position: Position, push: int | None = None) -> None:
        if push is not None and not 0 <= push < SLOT_COUNT:
            raise ValueError(f"there is no slot {push}")
        seat = position.turn - 1
        fixing = position.options.fixing_the_mess
        self.slots: list[int] = []
        self.warehouses: list[Warehouse] = [Warehouse(board, fixing) for board in position.warehouses[seat]]
        self.tiles: list[list[int]] = [
            pushed_boards(position.kiln[color], color == position.outer_tile) for color in position.seats[seat]
        ]
        self._moves: OneColorMoves | TwoColorMoves
        if len(self.tiles) == 1:
            self._moves = OneColorMoves(self.warehouses[0], self.tiles[0])
        else:
            first, second = zip(self.warehouses, self.tiles, strict=True)
            self._moves = TwoColorMoves(first, second, winning_points(position, 0))
        if not position.finished:
            asked = range(SLOT_COUNT) if push is None else (push,)
            self.slots = [slot for slot in asked if slot != position.outer_slot]

    @property
    def total(self) -> int:
        """How many moves there are."""
        return sum([self._moves.count(slot) for slot in self.slots])

    def __len__(self) -> int:
        return self.total

    def push_total(self, slot: int) -> int:
        """Return how many moves push at `slot`, one of `slots`."""
        return self._moves.count(slot)

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
            count = self._moves.count(slot)
            if start >= count:
                start -= count
                continue
            stop = min(start + wanted, count)
            self._moves.extend(texts, slot, start, stop)
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
            count = self._moves.count(slot)
            for start in range(0, count, _CHUNK):
                texts: list[str] = []
                self._moves.extend(texts, slot, start, min(start + _CHUNK, count))
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
