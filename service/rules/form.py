"""Which form of the rules this is: the plain Python one, or the one that `make compile` has made of it."""

from typing import Final

__all__ = ["COMPILED"]

COMPILED: Final[bool] = not __file__.endswith(".py")
"""Whether this package runs compiled. Both forms do the same."""
