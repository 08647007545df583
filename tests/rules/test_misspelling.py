"""Where a text goes wrong: the first place after which nothing that follows could make it right.

For any text that place is found a second way: a beginning is right as long as one of some endings completes it.
"""

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules import InvalidMove, InvalidPosition, parse_move, parse_position
from tests.rules import reference
from tests.rules.agreement import edited, edited_position
from tests.rules.boards import FULL
from tests.rules.reference.validity import POSITION, is_warehouse_line

# Every suffix of these completes what a move can have begun with.
MOVE_ENDINGS = ("N1 a1>a1 R1 | a1>a1 R1", "N1 xa1", "N1 -")
POSITION_ENDINGS = ("/".join(["rrrrrr"] * 6) + f" rN1 !r {FULL} 0 1 17 1",)


def is_spelled_as_position(text: str) -> bool:
    """Whether a text is a position but for what makes it valid."""
    if POSITION.fullmatch(text) is None:
        return False
    return all(is_warehouse_line(line) for line in re.split("[,+/]", text.split(" ")[3]))


def first_wrong_place(text: str, endings: tuple[str, ...], is_right: Callable[[str], bool]) -> int:
    """The length of the longest beginning that an ending completes."""
    suffixes = {ending[start:] for ending in endings for start in range(len(ending) + 1)}

    def can_begin(length: int) -> bool:
        return any(is_right(text[:length] + suffix) for suffix in suffixes)

    low, high = 0, len(text)
    while low < high:  # what begins right has begun right all along
        middle = (low + high + 1) // 2
        low, high = (middle, high) if can_begin(middle) else (low, middle - 1)
    return low


@settings(max_examples=400)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_a_move_goes_wrong_where_nothing_can_follow(seed: int, edits: int) -> None:
    rng = random.Random(seed)
    text = reference.random_attempt(rng, reference.random_position(rng))
    for _ in range(edits):
        text = edited(rng, text)
    at: int | None = None
    try:
        parse_move(text)
    except InvalidMove as fault:
        at = fault.at
    right = None if reference.is_move(text) else first_wrong_place(text, MOVE_ENDINGS, reference.is_move)
    assert at == right, text


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(1, 3))
def test_a_position_goes_wrong_where_nothing_can_follow(seed: int, edits: int) -> None:
    rng = random.Random(seed)
    text = reference.random_position(rng)
    for _ in range(edits):
        text = edited_position(rng, text)
    at: int | None = None
    try:
        parse_position(text)
    except InvalidPosition as fault:
        at = fault.at
    spelled = is_spelled_as_position(text)
    right = None if spelled else first_wrong_place(text, POSITION_ENDINGS, is_spelled_as_position)
    assert at == right, text


@given(st.text(max_size=30))
def test_any_text_at_all_is_refused_without_another_error(text: str) -> None:
    for parse, fault in ((parse_position, InvalidPosition), (parse_move, InvalidMove)):
        if parse is parse_move and reference.is_move(text):
            continue
        with pytest.raises(fault) as caught:
            parse(text)
        assert caught.value.at is not None
        assert 0 <= caught.value.at <= len(text)
        assert caught.value.expected
        assert str(caught.value).isascii()
