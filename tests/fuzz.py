"""Compare the engine with the reference on random positions, games, starts and texts, on all cores.

    python -m tests.fuzz                          a million cases from a seed that is drawn
    python -m tests.fuzz --seed 7 --count 1       one case, for instance one that went wrong

Case number i of a run has the seed of the run + i. Ends with 1, and says the seed and the case, at the first one in
which the two say different things.
"""

import argparse
import os
import random
import sys
import traceback
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from time import monotonic
from typing import NamedTuple

from tests.rules.agreement import agree

BATCH = 50
"""Cases that a process is given at once."""

EVERY_SECONDS = 5


class Failure(NamedTuple):
    """A case that went wrong."""

    seed: int
    report: str


def run_batch(first: int, count: int) -> Failure | None:
    """Run the cases with these seeds; return the first that goes wrong."""
    for seed in range(first, first + count):
        try:
            agree(seed)
        except Exception:  # noqa: BLE001  # whatever goes wrong in a case is what is looked for
            return Failure(seed, traceback.format_exc())
    return None


def fuzz(seed: int, count: int, processes: int) -> int:
    """Run `count` cases; return the exit code."""
    print(f"{count:,} cases from seed {seed} on {processes} processes", flush=True)
    batches = iter([(first, min(BATCH, seed + count - first)) for first in range(seed, seed + count, BATCH)])
    started = shown = monotonic()
    done = 0
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running: dict[Future[Failure | None], int] = {}
        while True:
            for first, size in islice(batches, 4 * processes - len(running)):
                running[pool.submit(run_batch, first, size)] = size
            if not running:
                break
            finished, _ = wait(running, timeout=EVERY_SECONDS, return_when=FIRST_COMPLETED)
            for future in finished:
                failure = future.result()
                if failure is not None:
                    pool.shutdown(wait=False, cancel_futures=True)
                    print(failure.report)
                    print(
                        f"Seed {failure.seed} went wrong. Again: python -m tests.fuzz --seed {failure.seed} --count 1"
                    )
                    return 1
                done += running.pop(future)
            now = monotonic()
            if now - shown >= EVERY_SECONDS:
                shown = now
                speed = done / (now - started)
                left = f"{(count - done) / speed / 60:.0f} min left" if speed else "starting"
                print(f"{done:,} of {count:,}, {speed:,.0f} a second, {left}", flush=True)
    print(f"{done:,} cases, the engine and the reference agree ({monotonic() - started:.0f} s)")
    return 0


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Compare the rules with the reference.")
    parser.add_argument("--count", type=int, default=1_000_000, help="how many cases (default: a million)")
    parser.add_argument("--seed", type=int, help="the first case's seed (default: drawn)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: one for each core")
    arguments = parser.parse_args()
    seed = random.SystemRandom().getrandbits(40) if arguments.seed is None else arguments.seed
    try:
        return fuzz(seed, arguments.count, max(1, min(arguments.processes, arguments.count)))
    except KeyboardInterrupt:
        print("Stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main())
