"""Moves and creates for each second of processor time, beside boardgame.io's own server.

Its store is in memory, ours is the embedded one as shipped: every move is on the disk before it is answered. Its game
checks nothing, ours plays by the rules. It is played by its own client, both seats of each match over their sockets.
"""

import random
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import redis

from bench.common.bare import bare
from bench.common.floor import FLOOR
from bench.common.load import Measured, Metered, Request, load, missing_tool
from bench.common.moves import floor_games, prepare_moves, whole_games
from bench.common.servers import SERVICE, Server, limits, running, store
from bench.common.table import print_table

__all__ = ["run"]

ROUNDS = 4
MOVE_SECONDS = 8
"""Of a round, so that each side is measured for longer than half a minute."""
CREATE_SECONDS = 4
WARM_UP = 4
CONNECTIONS = 8
MOVES_OF_A_MATCH = 60
CREATE = b'{"numPlayers":2}'
FOLDER = Path(__file__).with_name("boardgame_io")


def run() -> None:
    """Measure everything and print it."""
    missing = missing_tool() or _missing()
    if missing is not None:
        print(f"\nboardgame.io: left out, {missing}")
        return
    if not _install():
        print("\nboardgame.io: left out, npm cannot install it")
        return
    with ExitStack() as stack:
        kept = stack.enter_context(store())
        client: Any = stack.enter_context(redis.Redis.from_url(kept.url))
        settings = {"KILN_REDIS_URL": kept.url, **limits("off")}
        kiln = stack.enter_context(running(SERVICE, settings))
        generator = random.Random(random.SystemRandom().getrandbits(53))
        example = prepare_moves(kiln.address, client, generator)
        floor = stack.enter_context(running(FLOOR, settings))
        other = stack.enter_context(running(("node", str(FOLDER / "server.js")), {}))
        numbers = iter(range(1_000_000))

        def ours(seconds: int) -> Measured:
            connections = whole_games(kiln.address, generator, CONNECTIONS, seconds)
            return load(kiln.address, connections, seconds, (kiln, kept))

        def games(seconds: int) -> list[list[Request]]:
            return [floor_games(client, example, numbers, CONNECTIONS, seconds) for _ in range(CONNECTIONS)]

        def least(seconds: int) -> Measured:
            return load(floor.address, games(seconds), seconds, (floor, kept))

        processes = stack.enter_context(bare(kept.url, CONNECTIONS))

        def least_of_all(seconds: int) -> Measured:
            return processes.load(games(2 * seconds), seconds, kept)

        with _player(other) as theirs:
            names = (
                "Kiln, embedded store",
                "boardgame.io, in memory",
                "the floor of Kiln's moves",
                "... and no server",
            )
            _compare("Moves", MOVE_SECONDS, names, (ours, theirs, least, least_of_all))
        created = [Request("/v1/games", "POST", body=b"{}")]
        matched = [Request("/games/simple/create", "POST", body=CREATE)]
        _compare(
            "Creates",
            CREATE_SECONDS,
            names[:2],
            (
                lambda seconds: load(kiln.address, [created] * CONNECTIONS, seconds, (kiln, kept)),
                lambda seconds: load(other.address, [matched] * CONNECTIONS, seconds, (other,)),
            ),
        )


def _compare(what: str, seconds: int, names: Sequence[str], sides: Sequence[Any]) -> None:
    """Rounds in turn, after a warm-up; the ratio is to the second."""
    for side in sides:
        side(WARM_UP)
    rounds = [[side(seconds) for side in sides] for _ in range(ROUNDS)]
    rows = [("", "for a second of processor time", "to boardgame.io")]
    for index, name in enumerate(names):
        ratio = median(row[1].processor / row[index].processor for row in rounds)
        rows.append((name, f"{median(1 / row[index].processor for row in rounds):,.0f}", f"{ratio:.2f}"))
    print_table(f"{what} beside boardgame.io, {ROUNDS} rounds of {seconds} s in turn", rows)


@contextmanager
def _player(server: Server) -> Iterator[Any]:
    """Its client, which plays all the time; it gives a function that measures what is played in some seconds."""
    arguments = [server.address, str(CONNECTIONS), str(MOVES_OF_A_MATCH)]

    def measure(seconds: int) -> Measured:
        metered: Metered = server
        with subprocess.Popen(
            ["node", str(FOLDER / "play.js"), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as player:
            assert player.stdin is not None
            assert player.stdout is not None
            player.stdout.readline()
            time.sleep(1)  # until all have begun
            first, before, started = _asked(player), metered.cpu_seconds(), time.perf_counter()
            time.sleep(seconds)
            moves, used = _asked(player) - first, metered.cpu_seconds() - before
            lasted = time.perf_counter() - started
            player.stdin.close()
        return Measured(moves, moves / lasted, used / moves, 0)

    yield measure


def _asked(player: "subprocess.Popen[str]") -> int:
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write("\n")
    player.stdin.flush()
    return int(player.stdout.readline())


def _missing() -> str | None:
    found = [name for name in ("node", "npm") if not shutil.which(name)]
    return f"there is no {' and no '.join(found)}" if found else None


def _install() -> bool:
    """Install boardgame.io beside its package.json, once."""
    if (FOLDER / "node_modules" / "boardgame.io").is_dir():
        return True
    print("Installing boardgame.io")
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional", "--silent"]
    return subprocess.run(command, cwd=FOLDER, check=False).returncode == 0
