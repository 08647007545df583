"""Playing again."""

from service.api.fields import ObjectOf
from service.api.schemas.base import Input, Output
from service.api.schemas.game import GameSchema


class NothingSchema(Input):
    """No field at all."""


class RematchSchema(Output):
    """The new game."""

    game = ObjectOf(GameSchema, "The new game.")
