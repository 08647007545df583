"""The rules alone: legal lists beside python-chess, long two-color lists, reading, writing and playing."""

import gc
import random
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

import chess

from bench.common.played import chess_positions, kiln_positions, two_color_positions
from bench.common.table import print_table, time_text
from service.rules import (
    LegalMoves,
    Position,
    format_move,
    format_position,
    move_tree,
    parse_move,
    parse_position,
    play,
)
from service.rules.form import form_name

__all__ = ["run"]

ROUNDS = 20
POSITIONS = 1000
"""How many positions a round measures, of Kiln and of chess each."""

ABOUT_300 = range(280, 321)
PAGE = 1000
PAGES = 200

LONG_LISTS = (
    (
        "no first sale wins",
        "rbyygb/rryggb/rrygrb/rkyggb/ryygbr/gyygbb bN2 g+b,y+r 5/5/5/5/5+3x1/4x/5/5/4x,"
        "xxx1x/xxxxx/xxxxx/xxxxx/3x1+xxxxx/xxxxx/x1xxx/xx1xx/1xxxx 17+17,0+14 2 20mh 1",
    ),
    (
        "some first sales win",
        "ggyryr/bbbgyg/rbyrby/yrbbgg/bgrggy/kyybrr rE5 b+r,g+y x2xx/1xxxx/xxxxx/xxxxx/xx1xx+xxxxx/xxxxx/5/xxxxx/xxxxx,"
        "xxxxx/xxxxx/xxxxx/1xxxx/xx1xx+1xxxx/xxx1x/x1xxx/x1xxx/xxxxx 4+10,15+0 2 17mh 60",
    ),
    (
        "two full warehouses",
        "rrrrrr/rrryyy/yyyyyy/bbbbbb/bbbggg/gggggg kN1 r+g,b+y "
        "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx+xxxxx/xxxxx/xxxxx/xxxxx/xxxxx,5/5/5/5/5+5/5/5/5/5 0+0,0+0 1 29m 60",
    ),
)
"""Two-color positions with more than 300 000 legal moves."""

_T = TypeVar("_T")


class Rate(NamedTuple):
    """What one pass over some positions took: processor seconds."""

    moves: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds


def kiln_moves(position: Position) -> list[str]:
    """All legal moves as canonical text."""
    legal = LegalMoves(position)
    return legal.page(0, legal.total)


def chess_moves(board: chess.Board) -> list[str]:
    """All legal moves as UCI text."""
    return [move.uci() for move in board.legal_moves]


def measure(list_moves: Callable[[_T], list[str]], positions: Iterable[_T]) -> Rate:
    """List the moves of every position once. The seconds are those of the processor: other processes do not count."""
    gc.collect()
    moves = 0
    started = process_time()
    for position in positions:
        moves += len(list_moves(position))
    return Rate(moves, process_time() - started)


def time_each(call: Callable[[_T], object], values: Iterable[_T]) -> list[float]:
    """Seconds for each call."""
    gc.collect()
    seconds: list[float] = []
    for value in values:
        started = perf_counter()
        call(value)
        seconds.append(perf_counter() - started)
    return seconds


def run() -> None:
    """Measure everything and print it."""
    warm_up = [parse_position(text) for text in kiln_positions(_seed(), 3 * POSITIONS)]
    measure(kiln_moves, warm_up)
    _beside_chess()
    _one_list()
    _two_color_pages()
    _reading_and_playing()


def _seed() -> int:
    """A fresh seed, so that the positions are such as this process has not seen."""
    return random.SystemRandom().getrandbits(53)


def _beside_chess() -> None:
    """Rounds in turn: Kiln, python-chess, Kiln the same positions again."""
    kiln: list[Rate] = []
    others: list[Rate] = []
    again: list[Rate] = []
    for _ in range(ROUNDS):
        seed = _seed()
        positions = [parse_position(text) for text in kiln_positions(seed, POSITIONS)]
        boards = [chess.Board(text) for text in chess_positions(seed, POSITIONS)]
        kiln.append(measure(kiln_moves, positions))
        others.append(measure(chess_moves, boards))
        again.append(measure(kiln_moves, positions))
    print_table(
        f"Legal moves as text, {ROUNDS} rounds of {POSITIONS} new positions from random games, rules {form_name()}",
        [
            ("", "moves a second", "lowest", "highest", "moves a list", "lists a second"),
            _rate_row("Kiln", kiln),
            _rate_row("Kiln, the same positions again", again),
            _rate_row(f"python-chess {chess.__version__}", others),
        ],
    )
    ratios = sorted(one.per_second / other.per_second for one, other in zip(kiln, others, strict=True))
    print(f"  Kiln to python-chess, by round: median {median(ratios):.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f}")


def _rate_row(name: str, rates: list[Rate]) -> tuple[str, ...]:
    speeds = [rate.per_second for rate in rates]
    each = sum(rate.moves for rate in rates) / (len(rates) * POSITIONS)
    lists = median(POSITIONS / rate.seconds for rate in rates)
    return (
        name,
        *(f"{speed:,.0f}" for speed in (median(speeds), min(speeds), max(speeds))),
        f"{each:.0f}",
        f"{lists:,.0f}",
    )


def _one_list() -> None:
    positions = [parse_position(text) for text in kiln_positions(_seed(), 3 * POSITIONS)]
    seconds = time_each(kiln_moves, [position for position in positions if LegalMoves(position).total in ABOUT_300])
    print_table(
        f"One list of {ABOUT_300[0]} to {ABOUT_300[-1]} legal moves, {len(seconds)} positions",
        [_TIMES_HEAD, _times_row("whole list as text", seconds)],
    )


def _two_color_pages() -> None:
    generator = random.Random(_seed())
    rows = []
    for name, text in LONG_LISTS:
        position = parse_position(text)
        total = LegalMoves(position).total
        offsets = [generator.randrange(total - PAGE) for _ in range(PAGES)]
        rows.append(_times_row(f"{total:,} moves, {name}", time_each(partial(_page, position), offsets)))
    print_table(f"A page of {PAGE} from anywhere in a two-color list, {PAGES} pages", [_TIMES_HEAD, *rows])


def _page(position: Position, offset: int) -> list[str]:
    """A page as an answer needs it: everything is worked out anew, and the total too."""
    legal = LegalMoves(position)
    assert offset < legal.total
    return legal.page(offset, PAGE)


def _reading_and_playing() -> None:
    generator = random.Random(_seed())
    texts = kiln_positions(_seed(), POSITIONS) + two_color_positions(_seed(), POSITIONS)
    positions = [parse_position(text) for text in texts]
    moves = [LegalMoves(position).random(generator) for position in positions]
    plays = [(position, parse_move(move)) for position, move in zip(positions, moves, strict=True)]
    print_table(
        f"One call, {len(texts)} positions (half of them two-color)",
        [
            _TIMES_HEAD,
            _times_row("parse_position", time_each(parse_position, texts)),
            _times_row("format_position", time_each(format_position, positions)),
            _times_row("parse_move", time_each(parse_move, moves)),
            _times_row("format_move", time_each(format_move, [move for _, move in plays])),
            _times_row("play", time_each(lambda both: play(*both), plays)),
            _times_row("LegalMoves, total", time_each(lambda position: LegalMoves(position).total, positions)),
            _times_row("move_tree", time_each(move_tree, positions)),
        ],
    )


_TIMES_HEAD = ("", "median", "lowest", "99 of 100 below")


def _times_row(name: str, seconds: list[float]) -> tuple[str, ...]:
    ordered = sorted(seconds)
    high = ordered[len(ordered) * 99 // 100]
    return (name, time_text(median(ordered)), time_text(ordered[0]), time_text(high))
