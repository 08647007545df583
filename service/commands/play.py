"""`kiln play`: a running service plays games against itself, over its HTTP interface alone."""

import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import click

from service.commands.progress import ProgressLine
from service.commands.service_client import ServiceClient, ServiceError, check_base_url

_SEEDS = 2**53

Chooser = Callable[[int], int]
"""Picks an index below the number of legal moves."""


def _base_url(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    try:
        return check_base_url(value)
    except ValueError as error:
        raise click.BadParameter(f"{error}, not {value!a}") from None


def _header_text(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (value.isascii() and value.isprintable()):
        raise click.BadParameter("a key has no such characters")  # it is not repeated
    return value or None


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, callback=_base_url, help="The service.")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True, help="Seats at the table.")
@click.option("--two-color", is_flag=True, help="The two-color game, for two players.")
@click.option("--seed", type=click.IntRange(0, _SEEDS - 1), help="Fixes the start and all that is drawn by lot.")
@click.option(
    "--mover",
    type=click.Choice(["random", "first"]),
    default="random",
    show_default=True,
    help="What each seat plays: a legal move by lot, or the first in the list (it never sells).",
)
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="How many, one after another.")
@click.option("--max-moves", type=click.IntRange(1), default=2000, show_default=True, help="Where a game is dropped.")
@click.option(
    "--patience",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="For how many seconds a lost call is sent again.",
)
@click.option(
    "--api-key",
    envvar="KILN_API_KEY",
    callback=_header_text,
    help="The service's API key, if it wants one [also: KILN_API_KEY].",
)
def play(
    url: str,
    players: int,
    two_color: bool,
    seed: int | None,
    mover: str,
    games: int,
    max_moves: int,
    patience: float,
    api_key: str | None,
) -> None:
    """Let a running service play against itself.

    Prints a line for each game, and its progress to standard error. With --seed S the first game has seed S, the
    next S + 1 and so on, and the same games are played whenever the same is asked for. A call that gets no answer is
    sent again; as it names the number of its move, nothing is played twice.
    """
    first_seed = secrets.randbelow(_SEEDS) if seed is None else seed
    results: list[Table] = []
    with ProgressLine() as progress:
        client = ServiceClient(url, patience=patience, note=progress.note, api_key=api_key)
        for index in range(games):
            game_seed = (first_seed + index) % _SEEDS
            label = f"game {index + 1} of {games}  " if games > 1 else ""
            wanted = {"players": players, "two_color": two_color, "seed": game_seed}
            for table in play_game(client, wanted, chooser(mover, game_seed), max_moves):
                progress.show(f"{label}move {table.number}  {table.score_text}")
            progress.clear()
            click.echo(f"game {table.game_id}, seed {game_seed}: {table.ending}")
            results.append(table)
    if games > 1:
        click.echo(summary(results))


@dataclass(frozen=True, slots=True)
class Table:
    """What this command wants to know of a game: `number` is that of the next move, `scores` a text for each seat."""

    game_id: str
    status: str
    number: int
    start_number: int
    scores: tuple[str, ...]
    winner: int | None
    winner_colors: str
    reason: str

    @classmethod
    def read(cls, game: dict[str, Any]) -> Self:
        """Return what a GAME of the contract says."""
        outcome = game["outcome"] or {"winner": None, "reason": ""}
        winner = outcome["winner"]
        warehouses = [seat["warehouses"] for seat in game["seats"]]
        colors = [warehouse["color"] for warehouse in warehouses[winner - 1]] if winner is not None else []
        return cls(
            game_id=game["id"],
            status=game["status"],
            number=game["number"],
            start_number=game["start_number"],
            scores=tuple("+".join(str(warehouse["score"]) for warehouse in seat) for seat in warehouses),
            winner=winner,
            winner_colors=" and ".join(colors),
            reason=outcome["reason"],
        )

    @property
    def played(self) -> int:
        """How many moves have been played."""
        return self.number - self.start_number

    @property
    def score_text(self) -> str:
        """The scores of all seats, such as `3 : 5`."""
        return " : ".join(self.scores)

    @property
    def ending(self) -> str:
        """How it has ended, in words."""
        if self.winner is not None:
            result = f"seat {self.winner} ({self.winner_colors}) has won ({self.reason})"
        else:
            result = f"nobody has won ({self.reason})" if self.reason else "not finished, dropped"
        return f"{result}, {self.played} moves, {self.score_text}"


def play_game(client: ServiceClient, wanted: dict[str, Any], choose: Chooser, max_moves: int) -> Iterator[Table]:
    """Create a game, then play its moves until it is finished or `max_moves` are played; yield it after each call.

    Raises:
        ServiceError: see `ServiceClient.call`; also when an answer is not the contract's.
    """
    # With a token of our own the game is created once, however often the call is sent.
    body = wanted | {"owner_token": secrets.token_urlsafe(32)}
    created = client.call("POST", "/v1/games", body=body)
    with _expected_answers(client):
        tokens = {entry["seat"]: entry["token"] for entry in created["seat_tokens"]}
        table = Table.read(created["game"])
    yield table
    path = f"/v1/games/{table.game_id}"
    while table.status == "playing" and table.played < max_moves:
        number, seat, move = _choose_move(client, path, choose)
        answer = client.call("POST", f"{path}/moves", token=tokens[seat], body={"number": number, "move": move})
        with _expected_answers(client):
            table = Table.read(answer["game"])
        yield table


def _choose_move(client: ServiceClient, path: str, choose: Chooser) -> tuple[int, int, str]:
    """Return the number, the seat and the text of the move to play next."""
    with _expected_answers(client):
        page = client.call("GET", f"{path}/legal-moves?limit=1")
        index = choose(page["total"])
        if index:
            page = client.call("GET", f"{path}/legal-moves?limit=1&offset={index}")
        return page["number"], page["seat"], page["moves"][0]


@contextmanager
def _expected_answers(client: ServiceClient) -> Iterator[None]:
    """Say so when an answer lacks what it must have."""
    try:
        yield
    except (LookupError, TypeError) as error:
        raise ServiceError(f"the answer of {client.base_url} is not that of a Kiln service ({error!r})") from None


def chooser(mover: str, seed: int) -> Chooser:
    """Return how to pick a move: `first`, or `random` by a generator with this seed."""
    if mover == "first":
        return lambda _total: 0
    generator = random.Random(seed)
    return lambda total: int(generator.random() * total)


def summary(results: list[Table]) -> str:
    """Return how many games each seat has won, in a line."""
    won = [sum(table.winner == seat for table in results) for seat in range(1, len(results[0].scores) + 1)]
    wins = [f"seat {seat} has won {count}" for seat, count in enumerate(won, 1)]
    undecided = len(results) - sum(won)
    moves = sum(table.played for table in results)
    return f"{len(results)} games, {moves} moves: {', '.join(wins)}" + (f", nobody {undecided}" if undecided else "")
