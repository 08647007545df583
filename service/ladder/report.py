"""Standings as text for people and as a document for programs."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from service.ladder.game import Budget, GameResult
from service.ladder.rating import CONFIDENCE, Share
from service.ladder.standings import Standings, whole_sets

__all__ = ["LADDER_FORMAT", "as_document", "as_text", "thinking_text"]

LADDER_FORMAT = "kiln-ladder/1"


def as_text(standings: Standings) -> str:
    """Return a table of the levels, strongest first, then one of each against each, then the first seat's share."""
    ratings = sorted(zip(standings.ratings, standings.won, strict=True), key=lambda pair: (-pair[0].elo, pair[0].level))
    width = max(len(level) for level in standings.levels)
    undecided = f", {standings.undecided} without a winner" if standings.undecided else ""
    moves = f"{standings.moves / standings.games:.1f} moves each"
    lines = [
        f"{standings.kind.title}: {standings.games} games{undecided}, {moves}",
        f"  {'level':<{width}}    Elo  from    to     won    of   share  from   to",
    ]
    for rating, won in ratings:
        lines.append(
            f"  {rating.level:<{width}}  {rating.elo:+5.0f} {rating.low:+5.0f} {rating.high:+5.0f}"
            f"   {won.count:5} {won.of:5}  {_percent(won.value):>6} {_bounds(won)}"
        )
    levels = [rating.level for rating, _ in ratings]
    column = max(14, width)
    lines += ["", f"  {'won against':<{width}}  " + "  ".join(f"{level:<{column}}" for level in levels).rstrip()]
    for level in levels:
        cells = [_cell(standings.pairs.get((level, other))) for other in levels]
        lines.append(f"  {level:<{width}}  " + "  ".join(f"{cell:<{column}}" for cell in cells).rstrip())
    lines += ["", f"  who moves first has won {_words(standings.by_turn[0])}"]
    if len(standings.by_turn) > 2:
        later = ", ".join(_percent(turn.value) for turn in standings.by_turn[1:])
        lines[-1] += f"; those after, in turn: {later}"
    return "\n".join(lines)


def thinking_text(results: Iterable[GameResult], levels: Sequence[str]) -> str:
    """Return in a line how long the levels have thought over a move, on average."""
    seconds = dict.fromkeys(levels, 0.0)
    turns = dict.fromkeys(levels, 0)
    for result in results:
        for level, used, count in zip(result.fixture.levels, result.seconds, result.turns, strict=True):
            seconds[level] += used
            turns[level] += count
    return ", ".join(f"{level} {1000 * seconds[level] / turns[level]:.1f} ms" for level in levels if turns[level])


def as_document(
    standings: Sequence[Standings], results: Iterable[GameResult], *, seed: int, budget: Budget, complete: bool
) -> dict[str, Any]:
    """Return all there is, for JSON: the same for the same games, whoever has played them, but for `seconds`."""
    return {
        "format": LADDER_FORMAT,
        "seed": seed,
        "budget": asdict(budget),
        "complete": complete,
        "confidence": CONFIDENCE,
        "kinds": [_kind_document(one) for one in standings],
        "games": [
            {
                "kind": result.fixture.kind,
                "levels": list(result.fixture.levels),
                "start_seed": result.fixture.start_seed,
                "seed": result.fixture.seed,
                "first": result.first,
                "winner": result.winner,
                "reason": result.reason,
                "moves": result.moves,
                "turns": list(result.turns),
                "seconds": [round(seconds, 6) for seconds in result.seconds],
            }
            for result in whole_sets(results)
        ],
    }


def _kind_document(standings: Standings) -> dict[str, Any]:
    return {
        "kind": standings.kind.name,
        "games": standings.games,
        "undecided": standings.undecided,
        "moves": standings.moves,
        "levels": [
            {
                "level": rating.level,
                "elo": round(rating.elo, 1),
                "elo_bounds": [round(rating.low, 1), round(rating.high, 1)],
                "won": _share_document(won),
            }
            for rating, won in zip(standings.ratings, standings.won, strict=True)
        ],
        "pairs": [
            {"level": level, "against": other, "won": _share_document(won)}
            for (level, other), won in standings.pairs.items()
        ],
        "by_turn": [_share_document(won) for won in standings.by_turn],
    }


def _share_document(value: Share) -> dict[str, Any]:
    bounds = [round(value.low, 4), round(value.high, 4)]
    return {"count": value.count, "of": value.of, "bounds": bounds}


def _percent(value: float) -> str:
    return "-" if math.isnan(value) else f"{100 * value:.1f} %"


def _bounds(value: Share) -> str:
    return f"{100 * value.low:5.1f} {100 * value.high:5.1f}"


def _cell(value: Share | None) -> str:
    if value is None or not value.of:
        return "-"
    return f"{100 * value.value:.0f} % ({100 * value.low:.0f}-{100 * value.high:.0f})"


def _words(value: Share) -> str:
    bounds = f"{100 * value.low:.1f} to {100 * value.high:.1f} %"
    return f"{value.count} of {value.of} games, {_percent(value.value)} ({bounds})"
