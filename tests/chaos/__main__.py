"""make chaos: some minutes of it, on each sort of store."""

from __future__ import annotations

import argparse
import sys

from tests.chaos.layouts import LAYOUTS
from tests.chaos.run import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for each sort of store (60)")
    parser.add_argument(
        "--seed", type=int, default=1, help="decides what is broken when, and which moves are tried (1)"
    )
    parser.add_argument("--store", choices=list(LAYOUTS), action="append", help="this sort alone (all)")
    arguments = parser.parse_args()
    failed = False
    for name in arguments.store or LAYOUTS:
        print(f"{name}, {arguments.seconds:g} s, seed {arguments.seed}", flush=True)
        outcome = run(name, arguments.seconds, arguments.seed)
        print(outcome, flush=True)
        failed = failed or bool(outcome.complaints)
    sys.exit(failed)


if __name__ == "__main__":
    main()
