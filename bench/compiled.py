"""The compiled form of the rules: `rules` and `playouts` again, in a copy of the sources that is compiled first."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from service.rules import COMPILED

__all__ = ["run"]

ROOT = Path(__file__).parents[1]
NEEDED = ("bench", "native", "service", "pyproject.toml", "README.md", "LICENSE")


def run() -> None:
    """Measure the compiled form and print it."""
    if COMPILED:
        print("\nThe rules are compiled here: see the benchmarks rules and playouts")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in NEEDED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(
                    source, f"{folder}/{name}", ignore=shutil.ignore_patterns("node_modules", "__pycache__")
                )
            else:
                shutil.copy(source, folder)
        environment = os.environ | {"PYTHONPATH": folder}
        subprocess.run([sys.executable, "-m", "native.compile"], cwd=folder, env=environment, check=True)
        subprocess.run([sys.executable, "-m", "bench", "rules", "playouts"], cwd=folder, env=environment, check=True)
