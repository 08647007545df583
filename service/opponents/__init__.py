"""The service plays too: the seats that bots have."""

from service.opponents.opponents import Opponents
from service.opponents.thought import Thinking, seed_of

__all__ = ["Opponents", "Thinking", "seed_of"]
