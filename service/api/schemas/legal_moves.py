"""Legal moves: the flat list and the tree."""

from service.api.fields import Choice, Integer, ListOf, ObjectOf, Text
from service.api.schemas.base import Output
from service.api.schemas.choices import COLOR, SLOT, TILE
from service.rules import MAX_SEED


class LegalMovesSchema(Output):
    """A page of the legal moves, in canonical order: item i has the index `offset` + i. Or a sample, as drawn."""

    optional = ("seed",)

    number = Integer(1, 100_000, "The number of the move to play.")
    seat = Integer(1, 4, "The seat to move; null when nobody can.", allow_none=True)
    total = Integer(0, 2**53 - 1, "How many legal moves there are (of the push asked for).")
    offset = Integer(0, 2**53 - 1, "The index of the first move of this page; 0 for a sample.")
    moves = ListOf(Text(examples=["N1 c4>b2"]), "The moves in canonical form.", most=10_000)
    seed = Integer(0, MAX_SEED, "What a sample was made from; not there for a page.")


class GroupSchema(Output):
    """A largest group of a color."""

    squares = ListOf(Text(examples=["c4"]), "Its squares, in reading order.", least=1)
    named = Text("The square by which the options call it.", examples=["c4"])


class ActionSchema(Output):
    """What a color can do before it sells."""

    action = Text("The action in notation.", examples=["c4>b2"])
    rows = ListOf(Integer(1, 5), "The rows that are complete then.", most=5)
    columns = ListOf(Integer(1, 5), "The columns that are complete then.", most=5)


class WarehouseChoicesSchema(Output):
    """The choices of one color."""

    color = Choice(COLOR, "The color.")
    groups = ListOf(ObjectOf(GroupSchema), "The tied largest groups.")
    winning_points = Integer(
        1, 15, "A sale of so many points or more ends the game; null where none can.", allow_none=True
    )
    options = ListOf(ObjectOf(ActionSchema), "The actions, in canonical order.")


class PushChoicesSchema(Output):
    """The moves that begin with one push."""

    slot = Choice(SLOT, "Where the outer tile is pushed in.")
    out = Choice(TILE, "The tile that comes out.")
    total = Integer(1, 2**53 - 1, "How many moves begin with it.")
    warehouses = ListOf(ObjectOf(WarehouseChoicesSchema), "The choices, color by color.", least=1, most=2)


class MoveTreeSchema(Output):
    """The legal moves as choices. A move is slot, action and sale put together."""

    number = Integer(1, 100_000, "The number of the move to play.")
    seat = Integer(1, 4, "The seat to move; null when nobody can.", allow_none=True)
    total = Integer(0, 2**53 - 1, "How many legal moves there are (of the push asked for).")
    pushes = ListOf(ObjectOf(PushChoicesSchema), "The pushes, in canonical order.", most=24)
