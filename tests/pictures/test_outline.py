"""The outline of squares that belong together."""

import pytest

from service.pictures.outline import outline_path


@pytest.mark.parametrize(
    ("squares", "path"),
    [
        ([0], "M0 0L10 0L10 10L0 10Z"),
        ([0, 1, 2], "M0 0L30 0L30 10L0 10Z"),
        ([8, 14], "M20 10L30 10L30 30L20 30Z"),
        # An L: a2 b2 b1 in columns of six.
        ([1, 6, 7], "M0 10L10 10L10 0L20 0L20 20L0 20Z"),
        # The end of one row and the beginning of the next do not touch.
        ([5, 6], "M0 10L10 10L10 20L0 20ZM50 0L60 0L60 10L50 10Z"),
        # A ring has an inner loop too.
        (
            [0, 1, 2, 6, 8, 12, 13, 14],
            "M0 0L30 0L30 30L0 30ZM10 10L10 20L20 20L20 10Z",
        ),
    ],
)
def test_the_outline_goes_round_the_squares(squares: list[int], path: str) -> None:
    assert outline_path(squares, 6, 10) == path


def test_squares_that_meet_at_a_corner_alone_are_both_gone_round() -> None:
    path = outline_path([0, 7], 6, 10)
    assert sum(path.count(letter) for letter in "ML") == 8
