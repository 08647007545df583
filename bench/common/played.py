"""Positions from random games, as text: of Kiln, and of chess to compare with.

They are played in a process of their own, so that nothing is remembered about them where they are measured.
"""

import random
from collections.abc import Callable, Sequence
from multiprocessing import get_context

import chess

from service.rules import (
    PLAYABLE_COLORS,
    Color,
    LegalMoves,
    Options,
    format_position,
    parse_move,
    play,
    start_position,
)

__all__ = ["ONE_COLOR_SEATS", "TWO_COLOR_SEATS", "chess_positions", "kiln_positions", "two_color_positions"]

ONE_COLOR_SEATS: tuple[tuple[tuple[Color, ...], ...], ...] = tuple(
    tuple((color,) for color in PLAYABLE_COLORS[:seats]) for seats in (2, 3, 4)
)
TWO_COLOR_SEATS: tuple[tuple[Color, ...], ...] = ((Color.RED, Color.GREEN), (Color.BLUE, Color.YELLOW))


def kiln_positions(seed: int, count: int) -> list[str]:
    """`count` positions of random games with two, three and four seats, none of them finished."""
    return _elsewhere(_play_kiln, seed, count)


def two_color_positions(seed: int, count: int) -> list[str]:
    """`count` positions of random two-color games, none of them finished."""
    return _elsewhere(_play_two_color, seed, count)


def chess_positions(seed: int, count: int) -> list[str]:
    """`count` positions (FEN) of random games of chess, none of them finished."""
    return _elsewhere(_play_chess, seed, count)


def _elsewhere(make: Callable[[int, int], list[str]], seed: int, count: int) -> list[str]:
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(make, (seed, count))


def _play_kiln(seed: int, count: int) -> list[str]:
    generator = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        texts += _kiln_game(generator, generator.choice(ONE_COLOR_SEATS))
    return generator.sample(texts, count)


def _play_two_color(seed: int, count: int) -> list[str]:
    generator = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        texts += _kiln_game(generator, TWO_COLOR_SEATS)
    return generator.sample(texts, count)


def _kiln_game(generator: random.Random, seats: Sequence[Sequence[Color]]) -> list[str]:
    position = start_position(seats, Options(), generator.randrange(2**53))
    texts: list[str] = []
    while not position.finished:
        texts.append(format_position(position))
        position = play(position, parse_move(LegalMoves(position).random(generator))).position
    return texts


def _play_chess(seed: int, count: int) -> list[str]:
    generator = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        board = chess.Board()
        while not board.is_game_over():
            texts.append(board.fen())
            board.push(generator.choice(list(board.legal_moves)))
    return generator.sample(texts, count)
