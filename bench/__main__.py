"""Run the benchmarks: `python -m bench` all of them, `python -m bench rules` the named ones."""

import argparse
import importlib
from pathlib import Path

from bench.common.machine import describe_machine


def main() -> None:
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem != "__main__")
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the engine and the service.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(names)}; default: all")
    wanted = parser.parse_args().names or names
    unknown = [name for name in wanted if name not in names]
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are: {', '.join(names)}")
    print(describe_machine())
    for name in wanted:
        importlib.import_module(f"bench.{name}").run()


if __name__ == "__main__":
    main()
