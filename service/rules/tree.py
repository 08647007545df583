"""The legal moves as choices: by push, then by color."""

from dataclasses import dataclass

from service.rules.choices import Warehouse
from service.rules.color import Color
from service.rules.group import largest_groups
from service.rules.legal import LegalMoves, winning_points
from service.rules.position import Position
from service.rules.shape import shape_of
from service.rules.slot import SLOT_NAMES, exit_bit
from service.rules.square import SQUARE_NAMES, bits
from service.rules.warehouse import complete_columns, complete_rows, lines_of

__all__ = ["ActionOption", "GroupOption", "PushOptions", "WarehouseOptions", "move_tree"]


@dataclass(frozen=True, slots=True)
class GroupOption:
    """A tied largest group: the names of its squares, and the square by which the options call it."""

    squares: tuple[str, ...]
    named: str

    def as_dict(self) -> dict[str, object]:
        """Return the group as a JSON object."""
        return {"squares": list(self.squares), "named": self.named}


@dataclass(frozen=True, slots=True)
class ActionOption:
    """An action's text, and the rows and columns (from 1) that are complete once it is done."""

    action: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the action as a JSON object."""
        return {"action": self.action, "rows": list(self.rows), "columns": list(self.columns)}


@dataclass(frozen=True, slots=True)
class WarehouseOptions:
    """What one color can do after a push.

    A sale of `winning_points` or more ends the game, and a later color then sells nothing; None when no sale of
    this color can end it as the scores stand before the move.
    """

    color: Color
    groups: tuple[GroupOption, ...]
    winning_points: int | None
    options: tuple[ActionOption, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the choices as a JSON object."""
        return {
            "color": self.color.word,
            "groups": [group.as_dict() for group in self.groups],
            "winning_points": self.winning_points,
            "options": [option.as_dict() for option in self.options],
        }


@dataclass(frozen=True, slots=True)
class PushOptions:
    """One push: the tile that comes out, how many moves begin with it, and the choices of each color."""

    slot: int
    out: Color
    total: int
    warehouses: tuple[WarehouseOptions, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the push as a JSON object."""
        return {
            "slot": SLOT_NAMES[self.slot],
            "out": self.out.word,
            "total": self.total,
            "warehouses": [warehouse.as_dict() for warehouse in self.warehouses],
        }


def move_tree(position: Position, push: int | None = None) -> tuple[PushOptions, ...]:
    """Return the legal moves of a position (or of one push) as choices, in canonical order; none when finished."""
    legal = LegalMoves(position, push)
    return tuple(_push_options(position, legal, slot) for slot in legal.slots)


def _push_options(position: Position, legal: LegalMoves, slot: int) -> PushOptions:
    leaving = exit_bit(slot)
    out = next(color for color in Color if position.kiln[color] & leaving)
    colors = position.seats[position.turn - 1]
    warehouses: list[WarehouseOptions] = []
    for index, (color, warehouse) in enumerate(zip(colors, legal.warehouses, strict=True)):
        groups, options = _color_options(warehouse, legal.tiles[index][slot])
        warehouses.append(WarehouseOptions(color, groups, winning_points(position, index), options))
    return PushOptions(slot, out, legal.push_total(slot), tuple(warehouses))


def _color_options(warehouse: Warehouse, tiles: int) -> tuple[tuple[GroupOption, ...], tuple[ActionOption, ...]]:
    groups: list[GroupOption] = []
    options: list[ActionOption] = []
    named: dict[int, str] = {}  # by shape
    fits_nowhere = False
    for group in largest_groups(tiles):
        squares = tuple(SQUARE_NAMES[square] for square in bits(group))
        shape = shape_of(group)
        if shape.key not in named:
            named[shape.key] = squares[0]
            fitting = [(name, placed) for placed, name in shape.placements if not placed & warehouse.board]
            fits_nowhere = fits_nowhere or not fitting
            options += [_option(f"{squares[0]}>{name}", warehouse.board | placed) for name, placed in fitting]
        groups.append(GroupOption(squares, named[shape.key]))
    if fits_nowhere:
        options += [_option(text, board) for text, board in warehouse.passes()]
    return tuple(groups), tuple(options)


def _option(action: str, board: int) -> ActionOption:
    return ActionOption(action, lines_of(complete_rows(board)), lines_of(complete_columns(board)))
