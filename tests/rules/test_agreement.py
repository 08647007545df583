"""The engine and the reference agree on thousands of random positions, games, starts and texts.

More of the same: python -m tests.fuzz.
"""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import agreement, reference
from tests.rules.agreement import (
    Disagreement,
    agree_on_game,
    agree_on_position,
    agree_on_random_position,
    agree_on_start,
    agree_on_texts,
    canonical_key,
)

SEEDS = st.integers(0, 2**53 - 1).map(random.Random)


@settings(max_examples=1200)
@given(SEEDS)
def test_they_agree_on_everything_about_any_position(rng: random.Random) -> None:
    agree_on_random_position(rng)


@settings(max_examples=150)
@given(SEEDS)
def test_they_agree_on_two_color_positions(rng: random.Random) -> None:
    agree_on_position(reference.random_position(rng, two_color=True, finished=False), rng)


@settings(max_examples=60)
@given(SEEDS)
def test_they_agree_on_finished_positions(rng: random.Random) -> None:
    agree_on_position(reference.random_position(rng, finished=True), rng)


@settings(max_examples=50)
@given(SEEDS)
def test_they_agree_on_whole_games(rng: random.Random) -> None:
    agree_on_game(rng)


@settings(max_examples=500)
@given(SEEDS)
def test_they_agree_on_the_start_of_any_seed(rng: random.Random) -> None:
    agree_on_start(rng)


@settings(max_examples=700)
@given(SEEDS)
def test_they_agree_on_what_is_a_position_and_what_a_move(rng: random.Random) -> None:
    agree_on_texts(rng)


def test_a_disagreement_says_what_each_of_them_says() -> None:
    agreement.same("the winner", 1, 1)
    with pytest.raises(Disagreement, match=r"the winner\n  engine:    1\n  reference: 2"):
        agreement.same("the winner", 1, 2)


def test_canonical_order_is_that_of_the_references_lists() -> None:
    rng = random.Random(23)
    for two_color in (False, True):
        for _ in range(10):
            moves = reference.iter_legal_moves(reference.random_position(rng, two_color=two_color, finished=False))
            keys = [canonical_key(move) for move, _ in zip(moves, range(5000), strict=False)]
            assert all(key < following for key, following in pairwise(keys))


def test_every_check_of_the_fuzzer_runs() -> None:
    for seed in range(40):
        agreement.agree(seed)
