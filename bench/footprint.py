"""What the service takes: time to start, memory of a worker, bytes of a game in Redis."""

import random
import subprocess
import sys
import time
from statistics import median
from typing import Any

import redis

from bench.common.games import call, create, game_with_moves
from bench.common.load import Request
from bench.common.servers import SERVICE, limits, running, store
from bench.common.table import print_table, time_text
from service.store.keys import changes_key, game_key, moves_key

__all__ = ["run"]

STARTS = 7
GAMES = 20
MOVES = 60


def run() -> None:
    """Measure everything and print it."""
    _start()
    _memory_and_bytes()


def _start() -> None:
    """From nothing to a worker that can answer, and what of that is importing."""
    importing = "import time; start = time.perf_counter(); import service.app, service.telemetry.prometheus; "
    creating = (
        "made = time.perf_counter(); from service.config import Config; "
        "service.app.create_app(Config(redis_url='unix:///nowhere')); done = time.perf_counter(); "
        "print(made - start, done - made)"
    )
    imports: list[float] = []
    creations: list[float] = []
    serving: list[float] = []
    for _ in range(STARTS):
        said = subprocess.run([sys.executable, "-c", importing + creating], capture_output=True, text=True, check=True)
        imported, created = map(float, said.stdout.split())
        imports.append(imported)
        creations.append(created)
        with store() as kept:
            started = time.perf_counter()
            with running(SERVICE, {"KILN_REDIS_URL": kept.url}) as server:
                call(server.address, Request("/healthz"))
                serving.append(time.perf_counter() - started)
    print_table(
        f"Start, {STARTS} times",
        [
            ("", "median", "lowest"),
            *(
                (name, time_text(median(seconds)), time_text(min(seconds)))
                for name, seconds in (
                    ("import of all that a worker needs", imports),
                    ("the application of a worker", creations),
                    ("from the command to the first answer", serving),
                )
            ),
        ],
    )


def _memory_and_bytes() -> None:
    with store() as kept, redis.Redis.from_url(kept.url) as client:
        settings = {"KILN_REDIS_URL": kept.url, **limits("off")}
        with running(SERVICE, settings) as server:
            for _ in range(50):
                call(server.address, Request("/healthz"))
            fresh = [_resident(worker) for worker in server.process.children()]
            generator = random.Random(1)
            games = [_played(server.address, generator) for _ in range(GAMES)]
            used = [_resident(worker) for worker in server.process.children()]
        print_table(
            "Memory of a worker",
            [
                ("", "resident", "of its own"),
                ("just started", *(_mebibytes(max(column)) for column in zip(*fresh, strict=True))),
                (f"after {GAMES} games", *(_mebibytes(max(column)) for column in zip(*used, strict=True))),
            ],
        )
        whats = [_bytes(client, game_key(game)) for game in games]
        moves = [_bytes(client, moves_key(game)) for game in games]
        changes = [_bytes(client, changes_key(game)) for game in games]
        wholes = [sum(each) for each in zip(whats, moves, changes, strict=True)]
        print_table(
            f"Bytes of a game in Redis after {MOVES} moves (MEMORY USAGE), {GAMES} games",
            [
                ("", "median", "highest"),
                *(
                    (name, f"{median(sizes):,.0f}", f"{max(sizes):,}")
                    for name, sizes in (("what it is", whats), ("its moves", moves), ("its other changes", changes))
                ),
                ("with its history", f"{median(wholes):,.0f}", f"{max(wholes):,}"),
            ],
        )


def _resident(worker: Any) -> tuple[int, int]:
    memory = worker.memory_full_info()
    return memory.rss, memory.uss


def _mebibytes(count: float) -> str:
    return f"{count / 2**20:.0f} MiB"


def _bytes(client: Any, key: str) -> int:
    return int(client.memory_usage(key, samples=0))


def _played(address: str, generator: random.Random) -> str:
    """The id of a game in which so many moves have been played, of three seats since those last long enough."""
    while True:
        created = create(address, {"players": 3, "seed": generator.randrange(2**53)})
        moves = game_with_moves(created, generator)
        if len(moves) >= MOVES:
            for move in moves[:MOVES]:
                call(address, move)
            found: str = created["game"]["id"]
            return found
