"""The moves of one push: the product of the choices of each color."""

from bisect import bisect_right

from service.rules.choices import Choices

__all__ = ["PushMoves"]


class PushMoves:
    """The moves of one push as a list that is never built; `total` is its length.

    With two colors each choice of the first is followed by all choices of the second, but by those without a sale
    where the first one's sale has won the game.
    """

    __slots__ = ("_after_win", "_prefix", "_weights", "choices", "total")

    def __init__(self, prefix: str, choices: list[Choices], winning_points: int | None) -> None:
        self.choices: list[Choices] = choices
        self._prefix: str = prefix
        self._weights: list[int] | None = None  # running totals of moves, where not every choice has as many
        self._after_win: Choices | None = None
        self.total: int = choices[0].count
        if len(choices) == 1:
            return
        first, second = choices
        self.total *= second.count
        if winning_points is not None and max(first.points()) >= winning_points:
            self._after_win = second.without_sales()
            self._weights = first.weights(winning_points, second.count, self._after_win.count)
            self.total = self._weights[-1]

    def extend(self, texts: list[str], start: int, stop: int) -> None:
        """Append the moves with index `start` to `stop` (excluded, at most `total`) to `texts`."""
        first = self.choices[0]
        if len(self.choices) == 1:
            first.extend(texts, self._prefix, start, stop)
            return
        second = self.choices[1]
        while start < stop:
            followers = second
            if self._weights is None or self._after_win is None:
                index, skipped = divmod(start, second.count)
            else:
                index = bisect_right(self._weights, start)
                before = self._weights[index - 1] if index else 0
                skipped = start - before
                if self._weights[index] - before != second.count:
                    followers = self._after_win
            taken = min(followers.count - skipped, stop - start)
            begun: list[str] = []
            first.extend(begun, self._prefix, index, index + 1)
            followers.extend(texts, f"{begun[0]} | ", skipped, skipped + taken)
            start += taken
