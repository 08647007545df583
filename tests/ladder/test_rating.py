"""Ratings are right where the right ones are known, and their bounds hold what they promise."""

import math
import random
import statistics
from collections import Counter

import pytest

pytest.importorskip("choix", reason='the extra "ladder" is not installed')

from service.ladder.rating import ELO_A_NAT, rate, share


def test_wilsons_bounds_are_those_of_the_literature() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for count, of, low, high in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)]:
        found = share(count, of)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert share(3, 4).value == 0.75


def test_of_no_games_nothing_is_known() -> None:
    found = share(0, 0)
    assert (found.low, found.high) == (0, 1)
    assert math.isnan(found.value)


@pytest.mark.parametrize(("won", "lost"), [(750, 250), (10_000 // 11, 1_000 // 11)])
def test_two_levels_differ_by_the_logarithm_of_their_odds(won: int, lost: int) -> None:
    strong, weak = rate(["strong", "weak"], {("strong", "weak"): won, ("weak", "strong"): lost}, "weak")
    assert strong.elo == pytest.approx(400 * math.log10(won / lost), abs=4)
    assert (weak.elo, weak.low, weak.high) == (0, 0, 0)
    error = ELO_A_NAT * 1.96 * math.sqrt(1 / won + 1 / lost)  # of a logarithm of odds
    assert strong.high - strong.elo == pytest.approx(error, rel=0.05)
    assert strong.elo - strong.low == pytest.approx(error, rel=0.05)


def test_a_level_that_has_never_lost_has_a_rating_with_wide_bounds() -> None:
    strong, _ = rate(["strong", "weak"], {("strong", "weak"): 20}, "weak")
    assert 200 < strong.low < 600 < strong.elo < 1000 < strong.high < 1600


def test_levels_that_have_not_met_are_compared_by_whom_both_have_met() -> None:
    wins = {("b", "a"): 300, ("a", "b"): 100, ("c", "b"): 300, ("b", "c"): 100}
    ratings = rate(["a", "b", "c"], wins, "a")
    assert ratings[1].elo == pytest.approx(191, abs=5)
    assert ratings[2].elo == pytest.approx(382, abs=8)


def test_the_same_results_give_the_same_ratings_to_the_last_digit() -> None:
    wins = {("b", "a"): 30, ("a", "b"): 10, ("c", "b"): 17, ("b", "c"): 9, ("c", "a"): 20}
    assert rate(["a", "b", "c"], wins, "a") == rate(["a", "b", "c"], wins, "a")


def test_the_anchor_must_play() -> None:
    with pytest.raises(ValueError, match="z does not play"):
        rate(["a", "b"], {}, "z")


@pytest.mark.parametrize(("seats", "spread"), [(2, 150), (3, 0), (4, 150)])
def test_bounds_hold_the_true_strength_about_as_often_as_they_promise(seats: int, spread: int) -> None:
    """Games are drawn by Luce's choice: a seat wins in proportion to its strength."""
    levels = ["a", "b", "c", "d"]
    truth = {level: spread * index for index, level in enumerate(levels)}
    generator = random.Random(5)
    held = 0
    errors, margins = [], []
    for _ in range(20):
        wins: Counter[tuple[str, str]] = Counter()
        for _ in range(240 // seats):
            table = generator.sample(levels, seats)
            winner = generator.choices(table, [10 ** (truth[level] / 400) for level in table])[0]
            wins.update((winner, level) for level in table if level != winner)
        for rating in rate(levels, wins, "a", seats)[1:]:
            held += rating.low <= truth[rating.level] <= rating.high
            errors.append(rating.elo - truth[rating.level])
            margins.append((rating.high - rating.low) / 2)
    assert held / len(errors) > 0.9
    typical = 1.96 * statistics.fmean(error**2 for error in errors) ** 0.5
    assert 0.8 < statistics.fmean(margins) / typical < 1.4  # neither is it bought by bounds that are too wide
