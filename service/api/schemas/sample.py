"""Moves that are drawn from the legal ones, in place of a page of them."""

from collections.abc import Mapping
from typing import Final

from marshmallow import ValidationError

MAX_SAMPLE: Final = 1_000

SAMPLE: Final = (
    "So many moves drawn from all of them, each draw with the same chance for each, in place of a page; a move may "
    "come twice. Not beside `offset` and `limit`."
)
SAMPLE_SEED: Final = "What the draws are made from; the same seed draws the same moves. Drawn unless given."


def check_sample(given: Mapping[str, object]) -> None:
    """Refuse fields that do not go with each other; `given` are those of the request."""
    if "sample" in given:
        errors = {name: ["Does not go with sample."] for name in ("offset", "limit") if name in given}
        if errors:
            raise ValidationError(errors)
    elif "seed" in given:
        raise ValidationError("Goes with sample.", "seed")
