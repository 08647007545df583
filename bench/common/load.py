"""Load on a server, by wrk: so many connections, on each of which a request follows the answer to the one before."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

__all__ = ["Measured", "Metered", "Request", "load", "missing_tool"]

_SCRIPT = Path(__file__).with_name("replay.lua")


class Metered(Protocol):
    """Something that uses processor time."""

    def cpu_seconds(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Request:
    """A request; path with its query, and what else there is to it."""

    path: str
    method: str = "GET"
    token: str | None = None
    body: bytes | None = None

    def encoded(self) -> bytes:
        """The request as HTTP/1.1, as any client sends it, with the few headers that are needed."""
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        if self.token is not None:
            lines.append(f"Authorization: Bearer {self.token}")
        if self.body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + (self.body or b"")


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a round. processor: seconds of all that was metered, for each request; p99: seconds."""

    requests: int
    per_second: float
    processor: float
    p99: float


def missing_tool() -> str | None:
    """Say what is missing here, None when nothing is."""
    return None if shutil.which("wrk") else "wrk is not installed (on Debian and Ubuntu: apt-get install wrk)"


def load(address: str, connections: Sequence[Sequence[Request]], seconds: int, metered: Sequence[Metered]) -> Measured:
    """Send what each connection has to send, again from the beginning where the time is not over then.

    Raises RuntimeError when an answer is none, or is an error.
    """
    count = len(connections)
    with tempfile.TemporaryDirectory(prefix="kiln-bench-") as folder:
        for number, requests in enumerate(connections):
            Path(folder, str(number)).write_bytes(b"".join(request.encoded() + b"\0" for request in requests))
        command = ["wrk", f"-t{count}", f"-c{count}", f"-d{seconds}s", "--timeout", "10s", "-s", str(_SCRIPT)]
        before = sum(one.cpu_seconds() for one in metered)
        said = subprocess.run([*command, address, "--", folder], capture_output=True, text=True, check=True).stdout
        used = sum(one.cpu_seconds() for one in metered) - before
    requests_done, microseconds, refused, lost, p99 = map(int, said.rpartition("RESULT ")[2].split())
    if refused or lost or not requests_done:
        raise RuntimeError(f"{address}: {refused} answers were errors, {lost} did not come\n{said}")
    return Measured(requests_done, requests_done / (microseconds / 1e6), used / requests_done, p99 / 1e6)
