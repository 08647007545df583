"""A Redis server for many tests."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.store.embedded import EmbeddedServer


@contextmanager
def shared_server(binary: Path | None) -> Iterator[str]:
    """Run an embedded server, of this program where one is named, until the end of the block; give its address."""
    folder = Path(tempfile.mkdtemp(prefix="kiln-"))
    with EmbeddedServer(folder, binary=binary) as server:
        yield server.url
    shutil.rmtree(folder, ignore_errors=True)
