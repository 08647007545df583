"""`kiln ladder`: the levels of bots play each other; how strong they are."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from service.commands.progress import ProgressLine
from service.ladder.game import Budget, GameResult, Mover, choose_with_bots
from service.ladder.kinds import KINDS
from service.ladder.processes import PlayerDied, play_all
from service.ladder.schedule import Fixture, plan
from service.rules import MAX_SEED

_BAR = 24
_ANCHOR = "greedy"
_INTERRUPTED = 130
"""The exit code of a command that Ctrl-C has ended, as shells have it."""


def _all_levels() -> tuple[str, ...]:
    from service.bots import LEVELS  # noqa: PLC0415 - slow, and not needed for --help

    return LEVELS


def _names(known: Callable[[], tuple[str, ...]]) -> Callable[[click.Context, click.Parameter, str | None], list[str]]:
    """Return how to read a list of names with commas between; none stands for all."""

    def read(_context: click.Context, _parameter: click.Parameter, value: str | None) -> list[str]:
        if value is None:
            return list(known())
        names = [name.strip() for name in value.split(",")]
        for name in names:
            if name not in known():
                raise click.BadParameter(f"{name!a} is none of {', '.join(known())}")
        if len(set(names)) < len(names):
            raise click.BadParameter("a name is given twice")
        return names

    return read


def _in_a_folder(_context: click.Context, _parameter: click.Parameter, value: Path | None) -> Path | None:
    """Say now that a file cannot be written, not when all has been played."""
    if value is not None and not value.parent.is_dir():
        raise click.BadParameter(f"there is no folder {str(value.parent)!a}")
    return value


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command()
@click.option("--levels", callback=_names(_all_levels), help="Who plays: names with commas between.  [default: all]")
@click.option(
    "--kinds",
    callback=_names(lambda: tuple(KINDS)),
    help=f"What is played, of: {', '.join(KINDS)}.  [default: all]",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="At least so many for each pair of levels, or each choice of levels for three and four seats.",
)
@click.option("--nodes", type=click.IntRange(1), help="What a level may look at for a move.  [default: its own]")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="How long it may think over it, at most.")
@click.option("--seed", type=click.IntRange(0, MAX_SEED), default=1, show_default=True, help="Fixes all games.")
@click.option("--processes", type=click.IntRange(1, 512), help="How many play at once.  [default: one for each core]")
@click.option("--anchor", help=f"The level whose Elo is 0.  [default: {_ANCHOR}, or the first]")
@click.option("--max-moves", type=click.IntRange(1), default=2000, show_default=True, help="Where a game is dropped.")
@click.option(
    "--json",
    "json_path",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    callback=_in_a_folder,
    help="Also write all there is to this file.",
)
def ladder(
    levels: list[str],
    kinds: list[str],
    games: int,
    nodes: int | None,
    seconds: float | None,
    seed: int,
    processes: int | None,
    anchor: str | None,
    max_moves: int,
    json_path: Path | None,
) -> None:
    """Let the levels of bots play each other, and rate them.

    Everybody plays everybody, on all cores. From each start there are as many games as seats, and each level sits
    in each seat once. Prints a table for each kind of game, with 95 % bounds; Ctrl-C (and SIGTERM) prints what there
    is so far. The same options give the same tables, however many processes there are; with --seconds, only where no
    thinking is cut short.
    """
    if len(levels) < 2:
        raise click.BadParameter("a ladder needs two levels or more", param_hint="'--levels'")
    if anchor is None:
        anchor = _ANCHOR if _ANCHOR in levels else levels[0]
    elif anchor not in levels:
        raise click.BadParameter(f"{anchor!a} does not play", param_hint="'--anchor'")
    run_ladder(
        list(plan([KINDS[name] for name in kinds], levels, games, seed)),
        levels,
        anchor,
        Budget(nodes, seconds, max_moves),
        seed=seed,
        processes=processes or _cores(),
        json_path=json_path,
    )


def run_ladder(
    fixtures: list[Fixture],
    levels: list[str],
    anchor: str,
    budget: Budget,
    *,
    seed: int,
    processes: int,
    json_path: Path | None = None,
    mover: Mover = choose_with_bots,
) -> None:
    """Play the games and print the tables; see the command."""
    try:
        from service.ladder import report, standings  # noqa: PLC0415 - needs the extra, and before anything is played
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    began = time.monotonic()
    results: list[GameResult] = []
    fault: str | None = None
    code = 0
    try:
        with ProgressLine() as progress, _terminated_like_ctrl_c():
            for result in play_all(fixtures, budget, processes, mover):
                results.append(result)
                progress.show(progress_text(len(results), len(fixtures), time.monotonic() - began))
    except KeyboardInterrupt:
        click.echo(f"Stopped: {len(results)} of {len(fixtures)} games have been played.", err=True)
        code = _INTERRUPTED
    except PlayerDied as error:
        fault = str(error)
    tables = standings.standings(results, levels, anchor)
    click.echo("\n\n".join(report.as_text(table) for table in tables) if tables else "No set of games is complete.")
    if results:
        thinking = report.thinking_text(results, levels)
        click.echo(f"{time.monotonic() - began:.0f} s; thought over a move, on average: {thinking}", err=True)
    if json_path is not None:
        complete = len(results) == len(fixtures)
        document = report.as_document(tables, results, seed=seed, budget=budget, complete=complete)
        json_path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if fault is not None:
        raise click.ClickException(fault)
    if code:
        raise SystemExit(code)


@contextmanager
def _terminated_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does, while games are played."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def progress_text(done: int, total: int, seconds: float) -> str:
    """Return a bar, how many games have been played, and how long the rest will take if it goes on so."""
    filled = _BAR * done // total
    left = seconds / done * (total - done)
    minutes, rest = divmod(round(left), 60)
    return f"[{'#' * filled}{'-' * (_BAR - filled)}] {done} of {total} games, {minutes}:{rest:02} left"
