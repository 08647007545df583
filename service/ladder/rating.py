"""Ratings and bounds, as known implementations give them: choix and SciPy, of the extra `ladder`."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

try:
    import choix
    import numpy
    from scipy.stats import binomtest
except ImportError as error:  # pragma: no cover - tested in a process of its own
    raise ImportError('ratings need more packages: pip install ".[ladder]"') from error

__all__ = ["ELO_A_NAT", "Rating", "Share", "rate", "share"]

CONFIDENCE = 0.95
"""How sure all bounds are."""

ELO_A_NAT = 400 / math.log(10)
"""Elo points for a difference of 1 in the logarithm of strength: 400 points are odds of 10 to 1."""

_PRIOR_ELO = 500.0
"""Before anything is played, strengths are held to be spread about as widely as this (standard deviation)."""

_NORMAL_QUANTILE = 1.959964
"""How many standard deviations from the middle 95 % of a normal distribution lie."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many, and the bounds of the true share that this speaks for."""

    count: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share; NaN of none."""
        return self.count / self.of if self.of else math.nan


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in Elo points above the anchor's, and its bounds."""

    level: str
    elo: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """Return a share with Wilson's score interval, by `scipy.stats.binomtest`."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    interval = binomtest(count, of).proportion_ci(CONFIDENCE, "wilson")
    return Share(count, of, float(interval.low), float(interval.high))


def rate(levels: Sequence[str], wins: Mapping[tuple[str, str], int], anchor: str, seats: int = 2) -> list[Rating]:
    """Return the strengths in the Bradley-Terry model, in the order of `levels`, with bounds; `anchor` is 0.

    `wins` counts by (winner, loser). The posterior distribution comes from `choix.ep_pairwise` (expectation
    propagation), over a weak normal prior, which keeps finite a level that has never lost. With more than two
    `seats` a game gives several comparisons, of its winner with each other seat, that are not independent: taken as
    such they hold `seats` / 2 times what the game tells of levels of the same strength (less than that of others), so
    the bounds are wider by the root of it.

    Raises:
        ValueError: `anchor` is not among the levels.
    """
    if anchor not in levels:
        raise ValueError(f"{anchor} does not play")
    index = {level: number for number, level in enumerate(levels)}
    comparisons = [(index[winner], index[loser]) for (winner, loser), count in wins.items() for _ in range(count)]
    state = numpy.random.get_state()  # what choix draws its order from: so the same numbers come out every time
    numpy.random.seed(0)
    try:
        mean, covariance = choix.ep_pairwise(len(levels), comparisons, alpha=(ELO_A_NAT / _PRIOR_ELO) ** 2)
    finally:
        numpy.random.set_state(state)
    zero = index[anchor]
    ratings = []
    for number, level in enumerate(levels):
        elo = ELO_A_NAT * float(mean[number] - mean[zero])
        variance = float(covariance[number, number] + covariance[zero, zero] - 2 * covariance[number, zero])
        margin = ELO_A_NAT * _NORMAL_QUANTILE * math.sqrt(max(0.0, variance) * seats / 2)
        ratings.append(Rating(level, elo, elo - margin, elo + margin))
    return ratings
