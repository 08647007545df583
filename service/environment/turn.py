"""A turn that is put together step by step, and a move taken apart into its steps."""

from collections.abc import Iterable

from service.environment.encoding import (
    COLUMN_SALE,
    ERASE,
    GROUP,
    NO_SALE,
    PLACE,
    PUSH,
    ROW_SALE,
    SKIP_COPY,
    Step,
    action_text,
)
from service.rules import (
    CELL_NAMES,
    SLOT_NAMES,
    SQUARE_NAMES,
    ActionOption,
    Copy,
    Erase,
    LegalMoves,
    Position,
    PushOptions,
    canonical_move,
    move_tree,
    parse_move,
    play,
)
from service.rules.warehouse import SALE_POINTS, sold_cells

__all__ = ["TurnInSteps", "encode_move"]


class TurnInSteps:
    """The turn of the seat to move, as far as it has been chosen.

    `step` is what is chosen next, `color_index` for which of the seat's colors; `move` is the text of the whole move
    once nothing is left to choose. `actions` are those that were taken. They show in `push`, the slot; in
    `pushed`, whose kiln and outer tile are those by now; in `group`, the squares of the group whose place is chosen
    next; and in `boards`, the seat's warehouses as they are by now (25-bit boards).

    Raises:
        ValueError: the game is over.
    """

    def __init__(self, position: Position) -> None:
        if position.finished:
            raise ValueError("the game is over")
        self.position = position
        self.step = Step.PUSH
        self.color_index = 0
        self.move: str | None = None
        self.push: int | None = None
        self.group: tuple[int, ...] = ()
        self.actions: list[int] = []
        self.pushed: Position = position
        self.boards: list[int] = list(position.warehouses[position.turn - 1])
        self._tree: PushOptions | None = None
        self._named = ""
        self._option: ActionOption | None = None
        self._won = False
        self._parts: list[str] = []

    def allowed(self) -> list[int]:
        """Return the actions that are allowed now, rising; none once the move is whole."""
        if self.move is not None:
            return []
        match self.step:
            case Step.PUSH:
                return [PUSH + slot for slot in range(len(SLOT_NAMES)) if slot != self.position.outer_slot]
            case Step.ACT:
                return sorted({_act(option.action) for option in self._options()})
            case Step.PLACE:
                return sorted(PLACE + _CELLS[option.action[3:]] for option in self._options() if self._fits(option))
            case Step.SELL:
                assert self._option is not None  # noqa: S101 - an action comes before its sale
                return [
                    NO_SALE,
                    *_sales(ROW_SALE, self._option.rows),
                    *_sales(COLUMN_SALE, self._option.columns),
                ]

    def take(self, action: int) -> None:
        """Choose an action.

        Raises:
            ValueError: it is not allowed now; nothing has changed.
        """
        if action not in self.allowed():
            raise ValueError(f"{action_text(action)} (action {action}) is not allowed here")
        self.actions.append(action)
        match self.step:
            case Step.PUSH:
                self.push = action - PUSH
                (self._tree,) = move_tree(self.position, self.push)
                # Any move with this push: kiln and outer tile are the same after all of them.
                self.pushed = play(self.position, parse_move(LegalMoves(self.position, self.push).at(0))).position
                self.step = Step.ACT
            case Step.ACT if GROUP <= action < SKIP_COPY:
                self._named = SQUARE_NAMES[action - GROUP]
                self.group = self._squares()
                self.step = Step.PLACE
            case Step.ACT:
                self._done(next(option for option in self._options() if _act(option.action) == action))
            case Step.PLACE:
                text = f"{self._named}>{CELL_NAMES[action - PLACE]}"
                self._done(next(option for option in self._options() if option.action == text))
            case Step.SELL:
                self._sell(action)

    def _options(self) -> tuple[ActionOption, ...]:
        assert self._tree is not None  # noqa: S101 - the push comes first
        return self._tree.warehouses[self.color_index].options

    def _fits(self, option: ActionOption) -> bool:
        return option.action.startswith(f"{self._named}>")

    def _squares(self) -> tuple[int, ...]:
        """Return the squares of the group that has been chosen, its first first."""
        assert self._tree is not None  # noqa: S101 - the push comes first
        groups = self._tree.warehouses[self.color_index].groups
        squares = next(group.squares for group in groups if group.squares[0] == self._named)
        return tuple(_SQUARES[square] for square in squares)

    def _done(self, option: ActionOption) -> None:
        """Do what has been chosen with the warehouse, and go on to its sale or what follows."""
        self._option = option
        self.boards[self.color_index] = self._board_after(option.action)
        self.group = ()
        self._parts.append(option.action)
        if (option.rows or option.columns) and not self._won:
            self.step = Step.SELL
        else:
            self._next_color()

    def _board_after(self, action: str) -> int:
        board = self.boards[self.color_index]
        if action == "-":
            return board
        if action[0] == "x":
            return board & ~(1 << _CELLS[action[1:]])
        row, column = divmod(self.group[0], 6)
        to_row, to_column = divmod(_CELLS[action[3:]], 5)
        for square in self.group:
            its_row, its_column = divmod(square, 6)
            board |= 1 << (5 * (to_row + its_row - row) + to_column + its_column - column)
        return board

    def _sell(self, action: int) -> None:
        if action != NO_SALE:
            assert self._tree is not None  # noqa: S101 - the push comes first
            self._parts[-1] += f" {action_text(action)}"
            rows = action <= COLUMN_SALE
            lines = action - (ROW_SALE if rows else COLUMN_SALE)
            self.boards[self.color_index] &= ~sold_cells(rows, lines)
            winning = self._tree.warehouses[self.color_index].winning_points
            self._won = winning is not None and SALE_POINTS[lines.bit_count()] >= winning
        self._next_color()

    def _next_color(self) -> None:
        if self.color_index + 1 < len(self.boards):
            self.color_index += 1
            self.step = Step.ACT
        else:
            assert self.push is not None  # noqa: S101 - the push comes first
            self.move = f"{SLOT_NAMES[self.push]} {' | '.join(self._parts)}"


def encode_move(position: Position, text: str) -> list[int]:
    """Return the actions that put a legal move together.

    Raises:
        InvalidMove: the text is no move.
        IllegalMove: it is not allowed in this position.
    """
    move = canonical_move(position, parse_move(text))
    turn = TurnInSteps(position)
    turn.take(PUSH + move.slot)
    for index, part in enumerate(move.parts):
        match part.action:
            case Copy(square, target):
                turn.take(GROUP + square)
                turn.take(PLACE + target)
            case Erase(cell):
                turn.take(ERASE + cell)
            case _:
                turn.take(SKIP_COPY)
        if turn.step == Step.SELL and turn.color_index == index and turn.move is None:
            sale = part.sale
            turn.take(NO_SALE if sale is None else (ROW_SALE if sale.rows else COLUMN_SALE) + sale.mask)
    return turn.actions


_SQUARES = {name: index for index, name in enumerate(SQUARE_NAMES)}
_CELLS = {name: index for index, name in enumerate(CELL_NAMES)}


def _act(action: str) -> int:
    """Return the first step of an action: its group, without the place."""
    if action == "-":
        return SKIP_COPY
    if action[0] == "x":
        return ERASE + _CELLS[action[1:]]
    return GROUP + _SQUARES[action[:2]]


def _sales(first: int, lines: Iterable[int]) -> list[int]:
    """Return the actions that sell any of some complete lines, rising."""
    complete = sum(1 << (line - 1) for line in lines)
    return [first + bits for bits in range(1, 32) if bits & ~complete == 0]
