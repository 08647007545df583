"""Movers of several strengths: what they would play in a position, and what a position is worth to each seat."""

from service.bots.answer import Advice, Choice, SeatEvaluation
from service.bots.evaluation import evaluate
from service.bots.level import LEVELS
from service.bots.mover import choose, suggest
from service.rules.form import COMPILED, make_copyable

__all__ = ["LEVELS", "Advice", "Choice", "SeatEvaluation", "choose", "evaluate", "suggest"]

if COMPILED:
    make_copyable(Choice, Advice, SeatEvaluation)
