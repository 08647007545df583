"""Event streams: what an open one costs, how soon all hear of a move, and what becomes of other requests meanwhile.

The same application is measured three times, each time with one worker: as it is served, where an open stream costs
its worker a socket; under gunicorn's threads, one for each stream; and under gunicorn's gevent.
"""

import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import httpx
import redis

from bench.common.serving import KINDS, Serving, serving
from bench.common.table import print_table, time_text
from bench.common.watching import Watchers, watching
from service.store.embedded import EmbeddedServer

__all__ = ["run"]

IDLE = 2_000
GAMES = 500
"""How many games the idle streams watch, the same number each."""
WATCHERS = 1_000
MOVES = 20
"""How many moves of one game are timed from their sending to the last watcher."""
REQUESTS = 1_500
IDLE_SECONDS = 10.0


class Latency(NamedTuple):
    """What looks at a game took, in seconds."""

    half: float
    most: float

    def text(self) -> str:
        return f"{self.half * 1e3:.1f} / {self.most * 1e3:.1f} ms"


class Measured(NamedTuple):
    """One kind of server."""

    kilobytes: float
    threads: int
    connections: str
    processor: float
    alone: Latency
    beside_idle: Latency
    beside_news: Latency
    moves_beside: int
    beside_lists: Latency
    delays: list[float]


def run() -> None:
    with (
        tempfile.TemporaryDirectory(prefix="kiln-") as folder,
        EmbeddedServer(Path(folder)) as server,
        redis.Redis.from_url(server.url) as store,
    ):
        found = {kind: measure(kind, server.url, store) for kind in KINDS}
    print_table(f"{IDLE} idle streams of {GAMES} games on one worker", idle_rows(found))
    print_table(f"A move, until the last of {WATCHERS} watchers of its game has it ({MOVES} moves)", delay_rows(found))
    title = f"Looks at a game, one after the other on one connection ({REQUESTS}; the median / 99 % are below)"
    print_table(title, latency_rows(found))


def measure(kind: str, url: str, store: "redis.Redis") -> Measured:
    store.flushall()
    with serving(kind, url) as service, httpx.Client(base_url=service.address, timeout=60) as client:
        paths = [Game(client, number).path for number in range(GAMES)]
        look_at(client, paths[0], 300)  # until all is warm
        alone = look_at(client, paths[0], REQUESTS)
        before, connections = service.megabytes(), described(store)
        with watching(service.address, [f"{path}/events" for path in paths for _ in range(IDLE // GAMES)]):
            time.sleep(1)
            kilobytes = (service.megabytes() - before) * 1000 / IDLE
            threads = service.threads()
            connections = f"{connections} -> {described(store)}"
            processor = processor_share(service)
            beside_idle = look_at(client, paths[0], REQUESTS)
        time.sleep(1)
        game = Game(client, GAMES)
        with watching(service.address, [f"{game.path}/events"] * WATCHERS) as watchers:
            delays = [delay_of_a_move(game, watchers) for _ in range(MOVES)]
            with moves(service, game, watchers) as played:
                beside_news = look_at(client, paths[0], REQUESTS)
        with long_lists(service):
            beside_lists = look_at(client, paths[0], REQUESTS)
        return Measured(
            kilobytes=kilobytes,
            threads=threads,
            connections=connections,
            processor=processor,
            alone=alone,
            beside_idle=beside_idle,
            beside_news=beside_news,
            moves_beside=played(),
            beside_lists=beside_lists,
            delays=sorted(delays),
        )


class Game:
    """A game that is played at random by one client."""

    def __init__(self, client: httpx.Client, seed: int, **settings: Any) -> None:
        self.client = client
        self.random = random.Random(seed)
        document = client.post("/v1/games", json={"seed": seed, "target": 29, **settings}).raise_for_status().json()
        self.path = f"/v1/games/{document['game']['id']}"
        self.tokens = {one["seat"]: one["token"] for one in document["seat_tokens"]}

    def next_move(self) -> tuple[dict[str, Any], dict[str, str]]:
        """Return what any next move is sent as: body and headers."""
        listed = self.client.get(f"{self.path}/legal-moves", params={"limit": 100}).raise_for_status().json()
        body = {"number": listed["number"], "move": self.random.choice(listed["moves"])}
        return body, {"Authorization": f"Bearer {self.tokens[listed['seat']]}"}

    def send(self, move: tuple[dict[str, Any], dict[str, str]]) -> None:
        self.client.post(f"{self.path}/moves", json=move[0], headers=move[1]).raise_for_status()


def delay_of_a_move(game: Game, watchers: Watchers) -> float:
    move = game.next_move()
    sent = time.monotonic()
    game.send(move)
    return watchers.next() - sent


@contextmanager
def moves(service: Serving, game: Game, watchers: Watchers) -> Iterator[Callable[[], int]]:
    """Let move after move be played, each once all have heard of the one before; gives how many it were."""
    over, played = threading.Event(), 0

    def play() -> None:
        nonlocal played
        with httpx.Client(base_url=service.address, timeout=60) as client:
            game.client = client
            while not over.is_set() and played < 60:
                delay_of_a_move(game, watchers)
                played += 1

    player = threading.Thread(target=play)
    player.start()
    try:
        yield lambda: played
    finally:
        over.set()
        player.join()


@contextmanager
def long_lists(service: Serving) -> Iterator[None]:
    """Let two clients ask for lists of 10 000 moves all the time, which takes processor time."""
    over = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=service.address, timeout=60) as client:
            path = f"{Game(client, 1, two_color=True).path}/legal-moves?limit=10000"
            for _ in range(2_000):
                if over.is_set():
                    return
                client.get(path).raise_for_status()

    clients = [threading.Thread(target=ask) for _ in range(2)]
    for one in clients:
        one.start()
    try:
        yield
    finally:
        over.set()
        for one in clients:
            one.join()


def look_at(client: httpx.Client, path: str, count: int) -> Latency:
    took = []
    for _ in range(count):
        started = time.perf_counter()
        client.get(path)
        took.append(time.perf_counter() - started)
    return Latency(median(took), quantiles(took, n=100)[98])


def processor_share(service: Serving) -> float:
    """How much of one processor the worker uses while nothing happens but comments."""
    before = service.processor_seconds()
    time.sleep(IDLE_SECONDS)
    return (service.processor_seconds() - before) / IDLE_SECONDS


def described(store: "redis.Redis") -> str:
    """How many connections the store has, and how many of these listen; not this one."""
    listening = len(store.client_list(_type="pubsub"))
    return f"{len(store.client_list()) - 1} ({listening})"


def idle_rows(found: dict[str, Measured]) -> list[tuple[str, ...]]:
    head = ("", "memory a stream", "threads", "processor", "connections to Redis (listening)")
    return [
        head,
        *(
            (kind, f"{one.kilobytes:.1f} kB", str(one.threads), f"{one.processor:.1%}", one.connections)
            for kind, one in found.items()
        ),
    ]


def delay_rows(found: dict[str, Measured]) -> list[tuple[str, ...]]:
    head = ("", "median", "lowest", "highest")
    return [
        head,
        *(
            (kind, *(time_text(delay) for delay in (median(one.delays), one.delays[0], one.delays[-1])))
            for kind, one in found.items()
        ),
    ]


def latency_rows(found: dict[str, Measured]) -> list[tuple[str, ...]]:
    head = ("", "no stream", f"{IDLE} idle ones", f"{WATCHERS} that are told", "moves told", "beside long lists")
    return [
        head,
        *(
            (
                kind,
                *(latency.text() for latency in (one.alone, one.beside_idle, one.beside_news)),
                str(one.moves_beside),
                one.beside_lists.text(),
            )
            for kind, one in found.items()
        ),
    ]
