"""Which form of the rules this is: the plain Python one, or the one that `make compile` has made of it."""

import copyreg
import dataclasses
from typing import Final

__all__ = ["COMPILED", "form_name", "make_copyable"]

COMPILED: Final[bool] = not __file__.endswith(".py")
"""Whether this package runs compiled. Both forms do the same."""


def form_name() -> str:
    """Return `compiled` or `pure Python`."""
    return "compiled" if COMPILED else "pure Python"


def make_copyable(*values: type) -> None:
    """Tell `pickle` and `copy` how frozen dataclasses are made anew.

    Those of pure Python know by themselves; compiled ones would be made empty and then filled, which they refuse.
    """
    for value in values:
        copyreg.pickle(value, _reduce)


def _reduce(value: object) -> tuple[type, tuple[object, ...]]:
    names = [field.name for field in dataclasses.fields(value)]  # type: ignore[arg-type]  # only dataclasses come here
    return type(value), tuple([getattr(value, name) for name in names])
