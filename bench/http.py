"""Calls over HTTP beside their floor: what a bare Flask application in the same server takes for the same bytes."""

import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import islice
from statistics import median
from typing import Any

import redis

from bench.common.floor import FLOOR, answer_key
from bench.common.games import call, create, positions_with, random_games
from bench.common.load import Measured, Request, load, missing_tool
from bench.common.moves import floor_games, prepare_moves, whole_games
from bench.common.played import kiln_positions
from bench.common.servers import SERVICE, Server, Store, limits, running, store
from bench.common.table import print_table, time_text

__all__ = ["run"]

ROUNDS = 7
SECONDS = 3
CONNECTIONS = 16
GAMES = 48
ABOUT_300 = range(280, 321)

Load = Callable[[], Measured]


def run() -> None:
    """Measure everything and print it."""
    missing = missing_tool()
    if missing is not None:
        print(f"\nHTTP: left out, {missing}")
        return
    with ExitStack() as stack:
        kept = stack.enter_context(store())
        client: Any = stack.enter_context(redis.Redis.from_url(kept.url))
        settings = {"KILN_REDIS_URL": kept.url}
        kiln = stack.enter_context(running(SERVICE, {**settings, **limits("off")}))
        generator = random.Random(random.SystemRandom().getrandbits(53))
        example = prepare_moves(kiln.address, client, generator)
        floor = stack.enter_context(running(FLOOR, settings))
        _reads(kiln, floor, kept, client, generator)
        _moves(kiln, floor, kept, client, generator, example)
        limited = stack.enter_context(running(SERVICE, {**settings, **limits("9999999/minute")}))
        _limits(kiln, limited, kept, client, generator)


def _reads(kiln: Server, floor: Server, kept: Store, client: Any, generator: random.Random) -> None:
    """Games in the middle of their play, and lists of about 300 moves."""
    games = [f"/v1/games/{game_id}" for game_id in _games_played(kiln.address, generator)]
    texts = positions_with(GAMES, ABOUT_300, kiln_positions(generator.getrandbits(53), 80 * GAMES))
    lists = [f"/v1/games/{create(kiln.address, {'position': text})['game']['id']}/legal-moves" for text in texts]
    rows = []
    for name, paths in (("GET a game", games), ("GET about 300 legal moves", lists)):
        for path in paths:
            client.set(answer_key(path.replace("/", "-")), call(kiln.address, Request(path)))
        real = [Request(path) for path in paths]
        least = [Request(f"/answer/{path.replace('/', '-')}") for path in paths]
        rows.append(
            _beside(
                name,
                lambda requests=real: load(kiln.address, [requests] * CONNECTIONS, SECONDS, (kiln, kept)),  # type: ignore[misc] # a default for what the loop changes
                lambda requests=least: load(floor.address, [requests] * CONNECTIONS, SECONDS, (floor, kept)),  # type: ignore[misc] # as above
            )
        )
    _print_beside("Reads beside their floor (one Redis GET, the same bytes)", rows)


def _moves(
    kiln: Server, floor: Server, kept: Store, client: Any, generator: random.Random, example: list[Request]
) -> None:
    """Moves, each connection in games of its own."""
    numbers = iter(range(1_000_000))

    def real() -> Measured:
        return load(kiln.address, whole_games(kiln.address, generator, CONNECTIONS, SECONDS), SECONDS, (kiln, kept))

    def least() -> Measured:
        connections = [floor_games(client, example, numbers, CONNECTIONS, SECONDS) for _ in range(CONNECTIONS)]
        return load(floor.address, connections, SECONDS, (floor, kept))

    rows = [_beside("POST a move", real, least)]
    _print_beside("Moves beside their floor (one run of the script that saves, the same bytes)", rows)


def _limits(kiln: Server, limited: Server, kept: Store, client: Any, generator: random.Random) -> None:
    """What the limits cost: the same service with limits that nobody reaches."""
    requests = [Request(f"/v1/games/{game_id}") for game_id in _games_played(kiln.address, generator)]

    def get(server: Server) -> Measured:
        return load(server.address, [requests] * CONNECTIONS, SECONDS, (server, kept))

    _print_beside(
        "GET a game with limits beside one without",
        [_beside("GET a game, limits on", lambda: get(limited), lambda: get(kiln))],
        "limits off",
    )
    trips = [_round_trips(server, client, requests[0]) for server in (kiln, limited)]
    print(f"  round trips to Redis for a call: {trips[0]:g} without limits, {trips[1]:g} with")


def _round_trips(server: Server, client: Any, request: Request, calls: int = 50) -> float:
    """How many scripts a call runs in Redis, each of them one round trip; it sends nothing else."""
    call(server.address, request)

    def scripts_run() -> int:
        stats = client.info("commandstats")
        return sum(int(stats.get(f"cmdstat_{name}", {}).get("calls", 0)) for name in ("evalsha", "eval"))

    before = scripts_run()
    for _ in range(calls):
        call(server.address, request)
    return (scripts_run() - before) / calls


def _games_played(address: str, generator: random.Random) -> list[str]:
    """The ids of games, each some moves after its beginning."""
    found = []
    for moves in islice(random_games(address, generator), GAMES):
        for move in moves[: generator.randrange(5, 40)]:
            call(address, move)
        found.append(moves[0].path.split("/")[3])
    return found


def _beside(name: str, real: Load, least: Load) -> tuple[str, list[tuple[Measured, Measured]]]:
    """Rounds in turn, after one that does not count."""
    real()
    least()
    return name, [(real(), least()) for _ in range(ROUNDS)]


def _print_beside(
    title: str, rows: Sequence[tuple[str, list[tuple[Measured, Measured]]]], other: str = "floor"
) -> None:
    head = ("", "calls a second", other, "ratio", "processor a call", other, "ratio", "99 of 100 below")
    print_table(f"{title}, {ROUNDS} rounds in turn", [head, *(_row(name, rounds) for name, rounds in rows)])


def _row(name: str, rounds: list[tuple[Measured, Measured]]) -> tuple[str, ...]:
    return (
        name,
        f"{median(real.per_second for real, _ in rounds):,.0f}",
        f"{median(least.per_second for _, least in rounds):,.0f}",
        f"{median(real.per_second / least.per_second for real, least in rounds):.0%}",
        time_text(median(real.processor for real, _ in rounds)),
        time_text(median(least.processor for _, least in rounds)),
        f"{median(least.processor / real.processor for real, least in rounds):.0%}",
        time_text(median(real.p99 for real, _ in rounds)),
    )
