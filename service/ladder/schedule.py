"""Which games are played: fair ones, the same whenever the same is asked for."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from service.ladder.kinds import GameKind
from service.rules import MAX_SEED

__all__ = ["Fixture", "derived_seed", "plan"]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played.

    `set_name` names the games that share a start, among which each level sits in each seat; `set_size` is how many
    these are. `levels` are those of the seats, `start_seed` gives the start, `seed` what the levels draw by lot.
    """

    kind: str
    set_name: str
    set_size: int
    levels: tuple[str, ...]
    start_seed: int
    seed: int


def plan(kinds: Sequence[GameKind], levels: Sequence[str], games: int, seed: int) -> Iterator[Fixture]:
    """Give the games of a round-robin tournament, round by round, so that whoever stops early has some of each.

    Each table, which is a choice of levels for the seats, gets at least `games` games: as many whole sets as are
    needed. A set has one start; from game to game the levels move on by a seat, until each has sat everywhere. Where
    there are fewer levels than seats, some sit twice, in all possible ways.

    Raises:
        ValueError: fewer than two levels, or one of them twice.
    """
    if len(set(levels)) != len(levels) or len(levels) < 2:
        raise ValueError("a ladder needs two or more different levels")
    sizes = [len(kind.seats) for kind in kinds]
    for round_number in range(max(-(-games // size) for size in sizes)):
        for kind, size in zip(kinds, sizes, strict=True):
            if round_number * size < games:
                for table in _tables(levels, size):
                    yield from _set(kind, table, round_number, seed)


def derived_seed(*parts: object) -> int:
    """Return a seed that hangs on all parts, and looks unlike that of any others."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8]) % (MAX_SEED + 1)


def _tables(levels: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return all ways to choose levels for this many seats, regardless of who sits where."""
    if len(levels) >= seats:
        return list(combinations(levels, seats))
    return [table for table in combinations_with_replacement(levels, seats) if len(set(table)) > 1]


def _set(kind: GameKind, table: tuple[str, ...], round_number: int, seed: int) -> Iterator[Fixture]:
    """Give the games from one start: each level sits once in each seat."""
    name = f"{kind.name}/{'+'.join(table)}/{round_number}"
    start_seed = derived_seed(seed, name)
    # Who follows whom changes from set to set.
    order = sorted(range(len(table)), key=lambda index: derived_seed(seed, name, "order", index))
    for shift in range(len(table)):
        seats = tuple(table[order[(index + shift) % len(table)]] for index in range(len(table)))
        yield Fixture(kind.name, name, len(table), seats, start_seed, derived_seed(seed, name, shift))
