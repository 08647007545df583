"""A slow and naive second implementation of Kiln's rules, to compare the engine with.

Everything goes from text to text: positions and moves are written as the notation says. A position must be a
valid one and a move a well-formed one (`is_position` and `is_move` tell); nothing else is checked.
"""

from .ending import Outcome, leave, outcome
from .listing import count_legal_moves, iter_legal_moves, legal_moves
from .perft import perft
from .playing import random_attempt, random_game, random_move
from .sampling import random_position
from .start import start_position
from .turn import Event, Played, first_broken_rule, play
from .validity import is_move, is_position

__all__ = [
    "Event",
    "Outcome",
    "Played",
    "count_legal_moves",
    "first_broken_rule",
    "is_move",
    "is_position",
    "iter_legal_moves",
    "leave",
    "legal_moves",
    "outcome",
    "perft",
    "play",
    "random_attempt",
    "random_game",
    "random_move",
    "random_position",
    "start_position",
]
