"""A real service, as its users run it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.config import describe_settings

ROOT = Path(__file__).parents[2]


@contextmanager
def running_service(data_dir: Path, port: int = 0) -> Iterator[str]:
    """Run `kiln serve` with a store of its own on a port, 0: any free one; give its address."""
    with running_process(data_dir, port) as (_, address):
        yield address


@contextmanager
def running_process(data_dir: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The same, for who wants to kill it: give its process as well."""
    own = {variable for variable, _, _ in describe_settings()}
    others = {name: value for name, value in os.environ.items() if name not in own}
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve"],
        cwd=ROOT,
        env={**others, "PORT": str(port), "WEB_CONCURRENCY": "1", "KILN_DATA_DIR": str(data_dir)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process:
        try:
            welcome = process.stdout.readline()
            found = re.search(r"http://\S+", welcome)
            assert found is not None, f"no address in {welcome!r}"
            yield process, found[0]
        finally:
            process.terminate()
            process.wait(60)
