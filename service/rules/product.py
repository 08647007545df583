"""The moves of one push after another, for a seat with one color and for one with two.

Both kinds say how many moves a push has and append any stretch of them, without building the list.
"""

from bisect import bisect_right

from service.rules.choices import Choices, Warehouse
from service.rules.slot import SLOT_NAMES

__all__ = ["OneColorMoves", "TwoColorMoves"]

_PREFIXES = tuple(f"{name} " for name in SLOT_NAMES)


class OneColorMoves:
    """The moves of a seat with one color. `tiles` are its tiles in the kiln after a push at each slot."""

    __slots__ = ("_choices", "_tiles", "_warehouse")

    def __init__(self, warehouse: Warehouse, tiles: list[int]) -> None:
        self._warehouse: Warehouse = warehouse
        self._tiles: list[int] = tiles
        self._choices: list[Choices | None] = [None] * len(tiles)

    def _choices_of(self, slot: int) -> Choices:
        choices = self._choices[slot]
        if choices is None:
            choices = self._choices[slot] = self._warehouse.choices(self._tiles[slot])
        return choices

    def count(self, slot: int) -> int:
        """Return how many moves push at `slot`."""
        return self._choices_of(slot).count

    def extend(self, texts: list[str], slot: int, start: int, stop: int) -> None:
        """Append the moves of a push with index `start` to `stop` (excluded, at most its count) to `texts`."""
        self._choices_of(slot).extend(texts, _PREFIXES[slot], start, stop)


class _Product:
    """The moves of one push with two colors.

    Each choice of the first color is followed by all choices of the second, but by those without a sale where the
    first one's sale has won the game.
    """

    __slots__ = ("_after_win", "_first", "_second", "_weights", "count")

    def __init__(self, first: Choices, second: Choices, winning_points: int | None) -> None:
        self._first: Choices = first
        self._second: Choices = second
        self._after_win: Choices = second
        self._weights: list[int] | None = None  # running totals of moves, where not every choice has as many
        self.count: int = first.count * second.count
        if winning_points is not None and max(first.points()) >= winning_points:
            self._after_win = second.without_sales()
            self._weights = first.weights(winning_points, second.count, self._after_win.count)
            self.count = self._weights[-1]

    def extend(self, texts: list[str], prefix: str, start: int, stop: int) -> None:
        while start < stop:
            followers = self._second
            if self._weights is None:
                index, skipped = divmod(start, followers.count)
            else:
                index = bisect_right(self._weights, start)
                before = self._weights[index - 1] if index else 0
                skipped = start - before
                if self._weights[index] - before != followers.count:
                    followers = self._after_win
            taken = min(followers.count - skipped, stop - start)
            begun: list[str] = []
            self._first.extend(begun, prefix, index, index + 1)
            followers.extend(texts, f"{begun[0]} | ", skipped, skipped + taken)
            start += taken


class TwoColorMoves:
    """The moves of a seat with two colors: warehouses and tiles after each push, for the first and the second.

    A sale of the first color that brings `winning_points` wins the game (None: no sale does).
    """

    __slots__ = ("_first", "_products", "_second", "_winning_points")

    def __init__(
        self, first: tuple[Warehouse, list[int]], second: tuple[Warehouse, list[int]], winning_points: int | None
    ) -> None:
        self._first: tuple[Warehouse, list[int]] = first
        self._second: tuple[Warehouse, list[int]] = second
        self._winning_points: int | None = winning_points
        self._products: dict[int, _Product] = {}

    def _product(self, slot: int) -> _Product:
        product = self._products.get(slot)
        if product is None:
            warehouse, tiles = self._first
            first = warehouse.choices(tiles[slot])
            warehouse, tiles = self._second
            second = warehouse.choices(tiles[slot])
            product = self._products[slot] = _Product(first, second, self._winning_points)
        return product

    def count(self, slot: int) -> int:
        """Return how many moves push at `slot`."""
        return self._product(slot).count

    def extend(self, texts: list[str], slot: int, start: int, stop: int) -> None:
        """Append the moves of a push with index `start` to `stop` (excluded, at most its count) to `texts`."""
        self._product(slot).extend(texts, _PREFIXES[slot], start, stop)
