"""Which operations share a budget."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

__all__ = ["BUDGETS", "UNLIMITED", "Budget", "budget_of"]


class Budget(StrEnum):
    """What operations of a kind are counted together as."""

    CREATE = "create"
    MOVE = "move"
    READ = "read"
    ANALYSIS = "analysis"
    ADVICE = "advice"
    BOTS = "bots"
    """Of no operation: a game in which bots may play is counted as one of these besides."""


BUDGETS: Final[Mapping[str, Budget]] = MappingProxyType(
    {
        operation: budget
        for budget, operations in {
            Budget.CREATE: ("createGame", "createRematch"),
            Budget.MOVE: (
                "claimFirstSeat",
                "claimSeat",
                "deleteGame",
                "leaveSeat",
                "playMove",
                "replaceSeatToken",
            ),
            Budget.ANALYSIS: (
                "checkRecord",
                "describePosition",
                "drawGame",
                "drawPosition",
                "evaluatePosition",
                "getMoveTree",
                "getPositionMoveTree",
                "listLegalMoves",
                "listPositionLegalMoves",
                "playInPosition",
            ),
            Budget.ADVICE: ("suggestInPosition", "suggestMove"),
        }.items()
        for operation in operations
    }
)
"""By operation; any other that has a limit reads."""

UNLIMITED: Final = frozenset(("getContract", "getDocs", "getHealth", "getMetrics", "getReadiness"))
"""The operations without a limit: probes, and what neither computes nor asks the store."""


def budget_of(operation_id: str) -> Budget | None:
    """Return what an operation is counted as, None where it has no limit."""
    return None if operation_id in UNLIMITED else BUDGETS.get(operation_id, Budget.READ)
