"""Strings that are one of a few, and have a name of their own in the contract."""

from typing import Final

from service.api.fields import Choices
from service.bots import LEVELS
from service.rules import PLAYABLE_COLORS, SLOT_NAMES
from service.rules import Color as RulesColor

COLOR: Final = Choices("Color", tuple(color.word for color in PLAYABLE_COLORS), "A color that a seat can play.")
TILE: Final = Choices("Tile", tuple(color.word for color in RulesColor), "The color of a tile.")
SLOT: Final = Choices("Slot", SLOT_NAMES, "A slot round the kiln.")
GOAL: Final = Choices(
    "Goal", ("either", "both"), "In the two-color game: whether one score or both must reach the target."
)
STATUS: Final = Choices(
    "GameStatus", ("waiting", "playing", "finished"), "`waiting` for seats to be claimed, `playing`, or `finished`."
)
ENDING: Final = Choices(
    "Ending", ("target", "last_seat", "move_limit"), "Why a game ended: somebody reached the target, or one was left."
)
LEAVING: Final = Choices("Leaving", ("resigned", "timed_out"), "Why a seat left.")
EXTRA_TURN: Final = Choices("ExtraTurnReason", ("black_tile", "bonus_space"), "Why the same seat plays again.")
LEVEL: Final = Choices("BotLevel", LEVELS, "How well a bot plays, the weakest first.")
