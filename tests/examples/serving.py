"""A real service, as its users run it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def running_service(data_dir: Path) -> Iterator[str]:
    """Run `kiln serve` with a store of its own on any free port; give its address."""
    settings = {"PORT": "0", "WEB_CONCURRENCY": "1", "KILN_DATA_DIR": str(data_dir), "KILN_REDIS_URL": "", "HOST": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve"],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process:
        try:
            welcome = process.stdout.readline()
            found = re.search(r"http://\S+", welcome)
            assert found is not None, f"no address in {welcome!r}"
            yield found[0]
        finally:
            process.terminate()
            process.wait(60)
