"""The operations, one file a resource."""

from typing import Final

from service.api.blueprint import Blueprint
from service.api.views import (
    advice,
    docs,
    events,
    games,
    health,
    legal_moves,
    metrics,
    moves,
    pictures,
    positions,
    records,
    seats,
)

#: In the order of the contract.
BLUEPRINTS: Final[tuple[Blueprint, ...]] = (
    games.blueprint,
    seats.blueprint,
    moves.blueprint,
    events.blueprint,
    legal_moves.blueprint,
    pictures.blueprint,
    records.blueprint,
    positions.blueprint,
    advice.blueprint,
    health.blueprint,
    metrics.blueprint,
    docs.blueprint,
)
