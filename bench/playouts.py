"""Random games to their end, each of all legal moves as likely, beside OpenSpiel's chess and breakthrough."""

import gc
import random
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

import pyspiel

from bench.common.played import ONE_COLOR_SEATS, TWO_COLOR_SEATS
from bench.common.table import print_table
from service.rules import Color, LegalMoves, Options, Position, RunningGame, parse_move, play, play_out, start_position
from service.rules.form import form_name

__all__ = ["run"]

ROUNDS = 10
SECONDS = 0.5
"""Processor time of each kind of game in a round; the last game is played to its end."""

STARTS = 3000
"""Starts that are made beforehand for a round, of each kind of Kiln; they come again if they run out."""


class Rate(NamedTuple):
    """What was played in some seconds of processor time."""

    games: int
    moves: int
    seconds: float

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds


class Player(NamedTuple):
    """A way to play random games: `play` plays one, number so-and-so, and returns how many moves it had."""

    name: str
    play: Callable[[int], int]


def run() -> None:
    """Measure everything and print it."""
    generator = random.Random(random.SystemRandom().getrandbits(53))
    players = [
        *_kiln_players("two seats", ONE_COLOR_SEATS[0], generator),
        *_kiln_players("two colors each", TWO_COLOR_SEATS, generator),
        _spiel_player("chess", generator),
        _spiel_player("breakthrough", generator),
    ]
    rates: list[list[Rate]] = [[] for _ in players]
    for player in players:  # so that all is warm
        player.play(0)
    for _ in range(ROUNDS):
        for player, found in zip(players, rates, strict=True):
            found.append(_measure(player))
    print_table(
        f"Random games, {ROUNDS} rounds of {SECONDS} s each, the rules {form_name()}",
        [
            ("", "moves a second", "games a second", "moves a game", "to chess (lowest)", "to breakthrough (lowest)"),
            *[_row(player, found, rates[-2], rates[-1]) for player, found in zip(players, rates, strict=True)],
        ],
    )


def _measure(player: Player) -> Rate:
    gc.collect()
    games = moves = 0
    started = process_time()
    while True:
        moves += player.play(games)
        games += 1
        seconds = process_time() - started
        if seconds >= SECONDS:
            return Rate(games, moves, seconds)


def _row(player: Player, rates: Sequence[Rate], chess: Sequence[Rate], breakthrough: Sequence[Rate]) -> tuple[str, ...]:
    each = sum(rate.moves for rate in rates) / sum(rate.games for rate in rates)
    games = median(rate.games / rate.seconds for rate in rates)
    return (
        player.name,
        f"{median(rate.moves_a_second for rate in rates):,.0f}",
        f"{games:,.0f}",
        f"{each:.0f}",
        _ratio(rates, chess),
        _ratio(rates, breakthrough),
    )


def _ratio(rates: Sequence[Rate], others: Sequence[Rate]) -> str:
    """How many times as many moves a second: the median of the rounds, and the lowest."""
    ratios = [one.moves_a_second / other.moves_a_second for one, other in zip(rates, others, strict=True)]
    return f"{median(ratios):.2f} ({min(ratios):.2f})"


def _kiln_players(kind: str, seats: Sequence[Sequence[Color]], generator: random.Random) -> list[Player]:
    starts = [start_position(seats, Options(), generator.randrange(2**53)) for _ in range(STARTS)]

    def by_number(index: int) -> int:
        """As the games of OpenSpiel are played: each move from Python."""
        game = RunningGame(starts[index % STARTS])
        while not game.finished:
            game.play(int(generator.random() * game.total))
        return game.number - 1

    def at_once(index: int) -> int:
        return play_out(starts[index % STARTS], generator).number - 1

    def by_text(index: int) -> int:
        position: Position = starts[index % STARTS]
        while not position.finished:
            position = play(position, parse_move(LegalMoves(position).random(generator))).position
        return position.number - 1

    return [
        Player(f"Kiln, {kind}, move by move", by_number),
        Player(f"Kiln, {kind}, a game at once", at_once),
        Player(f"Kiln, {kind}, by texts", by_text),
    ]


def _spiel_player(name: str, generator: random.Random) -> Player:
    game = pyspiel.load_game(name)

    def by_action(_index: int) -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(generator.random() * len(actions))])
        return int(state.move_number())

    return Player(f"OpenSpiel's {name}, move by move", by_action)
