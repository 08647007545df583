"""What the games of one kind tell: ratings, who beats whom, and what it is worth to move first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.ladder.game import GameResult
from service.ladder.kinds import KINDS, GameKind
from service.ladder.rating import Rating, Share, rate, share

__all__ = ["Standings", "standings", "whole_sets"]


@dataclass(frozen=True, slots=True)
class Standings:
    """How the levels stand in one kind of game.

    `ratings` and `won` (of the games that a level has sat in, counted for each of its seats) are in the order of
    `levels`. `pairs` tells by (level, other level) in how many games with both the first has won, of those that one of
    them has won. `by_turn` tells what the seat that moves first has won, then the one after it, and so on.
    """

    kind: GameKind
    levels: tuple[str, ...]
    games: int
    undecided: int
    moves: int
    ratings: tuple[Rating, ...]
    won: tuple[Share, ...]
    pairs: dict[tuple[str, str], Share]
    by_turn: tuple[Share, ...]


def whole_sets(results: Iterable[GameResult]) -> list[GameResult]:
    """Return the games whose sets are complete, in an order that hangs on the games alone."""
    found = list(results)
    sizes = Counter(result.fixture.set_name for result in found)
    whole = [result for result in found if sizes[result.fixture.set_name] == result.fixture.set_size]
    return sorted(whole, key=lambda result: (result.fixture.set_name, result.fixture.seed))


def standings(results: Iterable[GameResult], levels: Sequence[str], anchor: str) -> list[Standings]:
    """Return how the levels stand in each kind that has been played, in the order of `KINDS`.

    Only whole sets count, so that nobody gains by the seat. Games without a winner count for no rate or rating.

    Raises:
        ValueError: `anchor` is not among the levels.
    """
    whole = whole_sets(results)
    by_kind = {name: [result for result in whole if result.fixture.kind == name] for name in KINDS}
    return [_standings(KINDS[name], games, levels, anchor) for name, games in by_kind.items() if games]


def _standings(kind: GameKind, games: list[GameResult], levels: Sequence[str], anchor: str) -> Standings:
    seats = len(kind.seats)
    wins: Counter[tuple[str, str]] = Counter()
    sat: Counter[str] = Counter()
    won: Counter[str] = Counter()
    by_turn = [0] * seats
    decided = [game for game in games if game.winner is not None]
    for game in decided:
        assert game.winner is not None  # noqa: S101 - decided
        by_turn[(game.winner - game.first) % seats] += 1
        sat.update(game.fixture.levels)
        winner = game.fixture.levels[game.winner - 1]
        won[winner] += 1
        wins.update((winner, level) for level in game.fixture.levels if level != winner)
    pairs = {
        (level, other): share(wins[level, other], wins[level, other] + wins[other, level])
        for level in levels
        for other in levels
        if level != other
    }
    return Standings(
        kind=kind,
        levels=tuple(levels),
        games=len(games),
        undecided=len(games) - len(decided),
        moves=sum(game.moves for game in games),
        ratings=tuple(rate(levels, wins, anchor, seats)),
        won=tuple(share(won[level], sat[level]) for level in levels),
        pairs=pairs,
        by_turn=tuple(share(count, len(decided)) for count in by_turn),
    )
