"""The game of Kiln: positions, moves, what is legal and what a move does."""

from dataclasses import is_dataclass

from service.rules.color import BLACK, PLAYABLE_COLORS, TILE_LETTERS, Color, parse_color
from service.rules.event import Copied, Erased, Event, ExtraTurn, Finished, Pushed, Skipped, Sold
from service.rules.fault import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidText,
    KilnError,
)
from service.rules.form import COMPILED, make_copyable
from service.rules.legal import LegalMoves
from service.rules.move import SKIP, Action, Copy, Erase, Move, Part, Sale, Skip
from service.rules.move_text import format_move, parse_move
from service.rules.name import MAX_NAME_LENGTH, parse_name
from service.rules.options import BONUS_SPACES, LAST_NUMBER, MAX_TARGET, Options
from service.rules.perft import divide, perft
from service.rules.play import Turn, canonical_move, leave, play
from service.rules.position import Outcome, Position
from service.rules.position_text import format_position, parse_position
from service.rules.record import RECORD_FORMAT, RULES_VERSION, CheckedRecord, Left, Record, Replaced
from service.rules.record_check import check_record
from service.rules.running import RunningGame, play_out
from service.rules.slot import OPPOSITE, SLOT_NAMES, parse_slot
from service.rules.square import CELL_NAMES, SQUARE_NAMES
from service.rules.start import MAX_SEED, start_position
from service.rules.tree import ActionOption, GroupOption, PushOptions, WarehouseOptions, move_tree

__all__ = [
    "BLACK",
    "BONUS_SPACES",
    "CELL_NAMES",
    "COMPILED",
    "LAST_NUMBER",
    "MAX_NAME_LENGTH",
    "MAX_SEED",
    "MAX_TARGET",
    "OPPOSITE",
    "PLAYABLE_COLORS",
    "RECORD_FORMAT",
    "RULES_VERSION",
    "SKIP",
    "SLOT_NAMES",
    "SQUARE_NAMES",
    "TILE_LETTERS",
    "Action",
    "ActionOption",
    "CheckedRecord",
    "Color",
    "Copied",
    "Copy",
    "Erase",
    "Erased",
    "Event",
    "ExtraTurn",
    "Finished",
    "GroupOption",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidText",
    "KilnError",
    "Left",
    "LegalMoves",
    "Move",
    "Options",
    "Outcome",
    "Part",
    "Position",
    "PushOptions",
    "Pushed",
    "Record",
    "Replaced",
    "RunningGame",
    "Sale",
    "Skip",
    "Skipped",
    "Sold",
    "Turn",
    "WarehouseOptions",
    "canonical_move",
    "check_record",
    "divide",
    "format_move",
    "format_position",
    "leave",
    "move_tree",
    "parse_color",
    "parse_move",
    "parse_name",
    "parse_position",
    "parse_slot",
    "perft",
    "play",
    "play_out",
    "start_position",
]

if COMPILED:
    make_copyable(*[value for value in list(globals().values()) if isinstance(value, type) and is_dataclass(value)])
