"""Plays games in many processes at once."""

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from service.ladder.game import Budget, GameResult, Mover, choose_with_bots, play_game
from service.ladder.schedule import Fixture

__all__ = ["PlayerDied", "play_all"]

_END_SECONDS = 5.0


class PlayerDied(RuntimeError):
    """A process that played has ended before its game: by a fault, which it has printed, or from outside."""


def play_all(
    fixtures: Iterable[Fixture], budget: Budget, processes: int, mover: Mover = choose_with_bots
) -> Generator[GameResult]:
    """Give the result of each game as it comes, which is not the order of the games.

    The processes end with the iteration, however it ends. What is played hangs on the games and the budget alone,
    not on the number of processes, as long as no time bound cuts the thinking short.

    Raises:
        PlayerDied: a process has ended.
    """
    waiting = iter(fixtures)
    players: dict[Connection, SpawnProcess] = {}
    context = multiprocessing.get_context("spawn")
    try:
        for fixture in islice(waiting, processes):
            here, there = context.Pipe()
            player = context.Process(target=_play, args=(there, budget, mover), daemon=True)
            with _interrupts_held():
                player.start()
            there.close()  # it is the player's alone: so its end is heard here
            players[here] = player
            here.send(fixture)
        busy = set(players)
        while busy:
            for ready in wait(busy):
                assert isinstance(ready, Connection)  # noqa: S101 - nothing else is waited for
                try:
                    yield ready.recv()
                except (EOFError, OSError):
                    raise PlayerDied(f"process {players[ready].pid}, which played, has ended") from None
                following = next(waiting, None)
                if following is None:
                    busy.remove(ready)
                else:
                    ready.send(following)
    finally:
        for connection, player in players.items():
            connection.close()
            player.terminate()
        for player in players.values():
            player.join(_END_SECONDS)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait. A process that is started meanwhile never hears of it: it is for the one that starts."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play(connection: Connection, budget: Budget, mover: Mover) -> None:
    """Be a player: play what comes in, until nothing comes any more."""
    while True:
        try:
            fixture = connection.recv()
        except EOFError:
            return
        connection.send(play_game(fixture, budget, mover))
