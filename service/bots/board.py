"""The board that a search plays on: the parts of a position that moves change, changed in place and taken back."""

from service.bots.result import LotTable, Result
from service.bots.worth import POINT, TURN
from service.rules.color import BLACK
from service.rules.group import largest_groups
from service.rules.position import Position
from service.rules.shape import shape_of
from service.rules.slot import OPPOSITE, SLOT_COUNT, SLOT_NAMES, exit_bit, push_kiln, pushed_boards
from service.rules.square import SQUARE_NAMES

__all__ = ["TEMPO", "WIN", "Board", "Candidate", "Undo"]

WIN = 1000 * POINT
"""The worth of a game that is won."""

TEMPO = TURN // 2
"""What being the one to move is worth: half a turn."""


DECIDES = 7
"""With two colors, how many times as much the one counts that decides the game."""


class Candidate:
    """A move of a search: a push, and a result for each color (the second is None with one color).

    `worth` is that of the seat that plays it, once it is played; WIN where it wins at once.
    """

    __slots__ = ("again", "first", "second", "slot", "wins", "worth")

    def __init__(self, slot: int, first: Result, second: Result | None, worth: int, wins: bool, again: bool) -> None:
        self.slot: int = slot
        self.first: Result = first
        self.second: Result | None = second
        self.worth: int = worth
        self.wins: bool = wins
        self.again: bool = again


class Undo:
    """What a played candidate has changed."""

    __slots__ = ("boards", "extra_turn", "kiln", "outer_slot", "outer_tile", "scores", "seat")

    def __init__(self, board: "Board") -> None:
        self.kiln: tuple[int, ...] = board.kiln
        self.outer_tile: int = board.outer_tile
        self.outer_slot: int = board.outer_slot
        self.seat: int = board.seat
        self.extra_turn: bool = board.extra_turn
        self.boards: list[int] = board.boards
        self.scores: list[int] = board.scores


class Board:
    """A position as a search plays on it. Seats count from 0; a seat's colors stand one after another in `boards`."""

    def __init__(self, position: Position) -> None:
        self.table: LotTable = LotTable(position)
        self.seats: int = len(position.seats)
        self.colors_each: int = len(position.seats[0])
        self.colors: list[int] = [int(color) for seat in position.seats for color in seat]
        self.left: list[bool] = list(position.left)
        self.kiln: tuple[int, ...] = position.kiln
        self.outer_tile: int = int(position.outer_tile)
        self.outer_slot: int = position.outer_slot
        self.seat: int = position.turn - 1
        self.extra_turn: bool = position.extra_turn
        self.boards: list[int] = [board for seat in position.warehouses for board in seat]
        self.scores: list[int] = [score for seat in position.scores for score in seat]

    def seat_worth(self, seat: int) -> int:
        """Return what the seat's warehouses and scores are worth."""
        table = self.table
        if self.colors_each == 1:
            lot = table.lot(self.boards[seat], self.scores[seat])
            return table.target * POINT - lot.cost
        first = table.lot(self.boards[2 * seat], self.scores[2 * seat])
        second = table.lot(self.boards[2 * seat + 1], self.scores[2 * seat + 1])
        return table.target * POINT - self._both_cost(first.cost, second.cost)

    def _both_cost(self, first: int, second: int) -> int:
        """Return the cost of a seat with these costs of its two colors: one of them decides, by the goal."""
        decides = max(first, second) if self.table.goal_both else min(first, second)
        return (DECIDES * decides + first + second - decides) // (DECIDES + 1)

    def lead(self, seat: int, worth: int) -> int:
        """Return how far a seat that is worth `worth` is ahead of the best other one that is still in."""
        best = -WIN
        for other in range(self.seats):
            if other != seat and not self.left[other]:
                best = max(best, self.seat_worth(other))
        return worth - best

    def next_seat(self) -> int:
        """Return the seat after the one to move that is still in."""
        seat = self.seat
        while True:
            seat = seat + 1 if seat + 1 < self.seats else 0
            if not self.left[seat]:
                return seat

    def candidates(self, width: int, each: int) -> list[Candidate]:
        """Return up to `width` moves of the seat to move, those of the greatest worth first.

        Of each push at most `each` results of a color are looked at.
        """
        found: list[Candidate] = []
        tiles = self.tiles_after()
        for slot in range(SLOT_COUNT):
            if slot != self.outer_slot:
                self.add_push(found, slot, tiles, each, False)
        found.sort(key=_worth_of, reverse=True)
        return found[:width]

    def best(self) -> Candidate:
        """Return the move of the greatest worth: the same as the first of `candidates`, but found faster."""
        start = self.seat * self.colors_each
        two = self.colors_each == 2
        tiles = self.tiles_after()
        firsts = tiles[0]
        seconds = tiles[-1]
        first_lot = self.table.lot(self.boards[start], self.scores[start])
        second_lot = self.table.lot(self.boards[start + 1], self.scores[start + 1]) if two else first_lot
        black = 0 if self.extra_turn else self.kiln[BLACK]
        most = -WIN
        best_slot = -1
        for slot in range(SLOT_COUNT):
            if slot == self.outer_slot:
                continue
            result = first_lot.results(firsts[slot])[0]
            cost = result.cost
            bonus = result.bonus
            if two:
                result = second_lot.results(seconds[slot])[0]
                if not cost or not result.cost:  # the game may be won: that takes a closer look
                    return self.candidates(1, 1)[0]
                bonus = bonus or result.bonus
                cost = self._both_cost(cost, result.cost)
            elif not cost:
                best_slot = slot
                break
            if black & exit_bit(slot) or (bonus and not self.extra_turn):
                cost -= 2 * TEMPO
            if -cost > most:
                most = -cost
                best_slot = slot
        found: list[Candidate] = []
        self.add_push(found, best_slot, tiles, 1, False)
        return found[0]

    def tiles_after(self) -> list[list[int]]:
        """Return the tiles of each color of the seat to move, after a push at each of the 24 slots."""
        start = self.seat * self.colors_each
        colors = self.colors[start : start + self.colors_each]
        return [pushed_boards(self.kiln[color], color == self.outer_tile) for color in colors]

    def add_push(
        self, found: list[Candidate], slot: int, tiles: list[list[int]], each: int, points_first: bool
    ) -> None:
        """Append the moves of a push: for each color the `each` best results, by cost or by points first."""
        start = self.seat * self.colors_each
        again = not self.extra_turn and self.kiln[BLACK] & exit_bit(slot) != 0
        lot = self.table.lot(self.boards[start], self.scores[start])
        firsts = lot.results(tiles[0][slot])
        if points_first:
            firsts = sorted(firsts, key=most_points)
        if self.colors_each == 1:
            for result in firsts[:each]:
                self._add_single(found, slot, result, again)
            return
        lot = self.table.lot(self.boards[start + 1], self.scores[start + 1])
        seconds = lot.results(tiles[1][slot])
        if points_first:
            seconds = sorted(seconds, key=most_points)
        self._add_pairs(found, slot, firsts[:each], seconds, each, again)

    def _add_single(self, found: list[Candidate], slot: int, result: Result, again: bool) -> None:
        if result.cost == 0:
            found.append(Candidate(slot, result, None, WIN, True, False))
            return
        more = again or (result.bonus and not self.extra_turn)
        worth = self.table.target * POINT - result.cost + (2 * TEMPO if more else 0)
        found.append(Candidate(slot, result, None, worth, False, more))

    def _add_pairs(
        self, found: list[Candidate], slot: int, firsts: list[Result], all_seconds: list[Result], each: int, again: bool
    ) -> None:
        both = self.table.goal_both
        target = self.table.target * POINT
        start = self.seat * 2
        second_cost = self.table.lot(self.boards[start + 1], self.scores[start + 1]).cost
        for first in firsts:
            if first.points and first.cost == 0 and (not both or second_cost == 0):
                for second in all_seconds:  # a sale that wins is the last one
                    if not second.points:
                        found.append(Candidate(slot, first, second, WIN, True, False))
                        break
                continue
            for second in all_seconds[:each]:
                if second.points and second.cost == 0 and (not both or first.cost == 0):
                    found.append(Candidate(slot, first, second, WIN, True, False))
                    continue
                more = (again or first.bonus or second.bonus) and not self.extra_turn
                worth = target - self._both_cost(first.cost, second.cost) + (2 * TEMPO if more else 0)
                found.append(Candidate(slot, first, second, worth, False, more))

    def play(self, candidate: Candidate) -> Undo:
        """Play a candidate that does not win; what is returned takes it back."""
        undo = Undo(self)
        self.kiln, self.outer_tile = push_kiln(self.kiln, self.outer_tile, candidate.slot)
        self.outer_slot = OPPOSITE[candidate.slot]
        start = self.seat * self.colors_each
        self.boards = self.boards[:]
        self.scores = self.scores[:]
        self.boards[start] = candidate.first.board
        self.scores[start] = candidate.first.score
        second = candidate.second
        if second is not None:
            self.boards[start + 1] = second.board
            self.scores[start + 1] = second.score
        self.extra_turn = candidate.again
        if not candidate.again:
            self.seat = self.next_seat()
        return undo

    def take_back(self, undo: Undo) -> None:
        """Take a played candidate back."""
        self.kiln = undo.kiln
        self.outer_tile = undo.outer_tile
        self.outer_slot = undo.outer_slot
        self.seat = undo.seat
        self.extra_turn = undo.extra_turn
        self.boards = undo.boards
        self.scores = undo.scores

    def text(self, candidate: Candidate) -> str:
        """Return a candidate's canonical text."""
        start = self.seat * self.colors_each
        parts = [self._part(candidate.slot, self.colors[start], candidate.first)]
        second = candidate.second
        if second is not None:
            parts.append(self._part(candidate.slot, self.colors[start + 1], second))
        return f"{SLOT_NAMES[candidate.slot]} {' | '.join(parts)}"

    def _part(self, slot: int, color: int, result: Result) -> str:
        if not result.shape:
            return result.text
        tiles = pushed_boards(self.kiln[color], color == self.outer_tile)[slot]
        for group in largest_groups(tiles):
            if shape_of(group).key == result.shape:
                return f"{SQUARE_NAMES[(group & -group).bit_length() - 1]}>{result.text}"
        raise ValueError("the shape is none of the largest groups")


def most_points(result: Result) -> tuple[int, int]:
    """Return what sorts results by their points, the most first, and equal ones by their cost."""
    return -result.points, result.cost


def _worth_of(candidate: Candidate) -> int:
    return candidate.worth
