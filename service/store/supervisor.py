"""Keeps one Redis server running on one folder for as long as its owner lives.

`EmbeddedServer` starts this file as a program of its own, so it needs the standard library alone. Its
standard input is a pipe from the owner that carries nothing: when it closes, however the owner ended, the
server is stopped cleanly. On standard output it says how the start went, `ready` or `error: ...`. Signals
that ask to end are not followed: a terminal or an init system sends them to the owner too, which still has
requests to answer from this server.

Two locks (flock) tell who is there, whatever was killed. The supervisor holds `owner.lock`. The server
itself inherits `server.lock`, which is thereby held exactly as long as it, or a child of it, is alive; the
file names its process group. A supervisor that finds the server of a killed one stops it cleanly before it
starts its own.
"""

import contextlib
import fcntl
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

OWNER_LOCK: Final = "owner.lock"
SERVER_LOCK: Final = "server.lock"
SOCKET: Final = "server.sock"
LOG: Final = "server.log"

LOG_LIMIT: Final = 1_000_000
"""Bytes of log after which a start begins a new one and keeps one old."""
OWNER_WAIT: Final = 3.0
"""Seconds in which an owner that is just ending may release the folder."""
ANSWER_WAIT: Final = 30.0
"""Seconds in which a started server must answer; while it says that it is loading, this begins anew."""
STOP_WAIT: Final = 20.0
"""Seconds in which a server that was asked to stop must end, before it is killed."""
SHORTEST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Seconds before a server that died is started again; doubled each time, from the shortest if it ran for long."""


class SupervisorError(Exception):
    """The server cannot run; the text is for the user."""


def server_arguments(binary: str) -> list[str]:
    """The command line: a private socket, no TCP port, every write on the disk before it is acknowledged.

    (With `appendfsync everysec` an answer may come up to two seconds before the write, while the disk is busy.)
    """
    return [
        binary,
        *("--port", "0", "--unixsocket", SOCKET, "--unixsocketperm", "700"),
        *("--dir", ".", "--appendonly", "yes", "--appendfsync", "always", "--save", ""),
        *("--daemonize", "no", "--logfile", ""),
    ]


@contextlib.contextmanager
def locked(path: Path, wait: float) -> Iterator[int | None]:
    """Holds the lock on a file, or gives None when it could not be had within so many seconds.

    Gives the file's descriptor. A process that inherited it goes on holding the lock.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    yield None
                    return
                time.sleep(0.02)
            else:
                yield descriptor
                return
    finally:
        os.close(descriptor)


def write_number(descriptor: int, number: int) -> None:
    """Replaces what a lock file says by a process number."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{number}\n".encode(), 0)


def read_number(path: Path) -> int | None:
    """The process number in a lock file; None when there is none."""
    try:
        number = int(path.read_bytes())
    except (OSError, ValueError):
        return None
    return number if number > 1 else None


def stop_leftover(folder: Path) -> None:
    """Stops the server that still runs on a folder, if there is one; for whoever holds the owner's lock.

    Raises:
        SupervisorError: it does not end.
    """
    lock = folder / SERVER_LOCK
    for number, wait in ((None, 0.0), (signal.SIGTERM, STOP_WAIT), (signal.SIGKILL, 5.0)):
        group = read_number(lock)
        if number is not None and group is not None:
            # The number is not another's by now: its group lives as long as the lock is held.
            with contextlib.suppress(OSError):
                os.killpg(group, number)
        with locked(lock, wait) as descriptor:
            if descriptor is not None:
                return
    raise SupervisorError(f"The Redis server of {folder} (process {read_number(lock)}) does not stop.")


class Supervisor:
    """Runs a server in the current folder while standard input is open."""

    def __init__(self, folder: Path, binary: str) -> None:
        self._folder = folder
        self._binary = binary
        self._server: subprocess.Popen[bytes] | None = None
        self._wakeup, wakeup = os.pipe()
        for end in (self._wakeup, wakeup):
            os.set_blocking(end, False)
        # A handler that does nothing, not SIG_IGN: that one the server would inherit.
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)

    def run(self) -> None:
        """Returns when the owner has gone and the server has stopped.

        Raises:
            SupervisorError: the folder is in use, or the server does not start.
        """
        with locked(self._folder / OWNER_LOCK, OWNER_WAIT) as descriptor:
            if descriptor is None:
                owner = read_number(self._folder / OWNER_LOCK)
                raise SupervisorError(f"{self._folder} is in use by another Kiln service (process {owner}).")
            write_number(descriptor, os.getppid())
            stop_leftover(self._folder)
            try:
                self._start()
                if self._becomes_ready():
                    say("ready")
                    self._keep_running()
            finally:
                stop_leftover(self._folder)

    def _start(self) -> None:
        self._trim_log()
        # Until the fork below this process holds the lock, then the server alone.
        with (
            locked(self._folder / SERVER_LOCK, STOP_WAIT) as descriptor,
            (self._folder / LOG).open("ab") as log,
        ):
            if descriptor is None:
                raise SupervisorError(f"A Redis server still runs on {self._folder}.")
            os.ftruncate(descriptor, 0)
            try:
                self._server = subprocess.Popen(
                    server_arguments(self._binary),
                    cwd=self._folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=[descriptor],
                    process_group=0,
                    # The child writes its own number: it is known even if this process is killed now.
                    preexec_fn=lambda: write_number(descriptor, os.getpid()),  # noqa: PLW1509 - no threads
                )
            except OSError as error:
                raise SupervisorError(f"{self._binary} cannot be started: {error.strerror}.") from None

    def _becomes_ready(self) -> bool:
        """Waits until the server answers; False when the owner goes before."""
        assert self._server is not None  # noqa: S101 - for the type checker: _start was called
        deadline = time.monotonic() + ANSWER_WAIT
        while self._server.poll() is None and time.monotonic() < deadline:
            answer = self._ping()
            if answer.startswith(b"+PONG"):
                return True
            if answer.startswith(b"-LOADING"):
                deadline = time.monotonic() + ANSWER_WAIT
            if self._owner_gone(within=0.02):
                return False
        log = self._folder / LOG
        lines = [line for line in log.read_text("utf-8", "replace").splitlines() if line][-5:]
        raise SupervisorError("\n".join([f"The Redis server does not start; its log, {log}, ends with:", *lines]))

    def _ping(self) -> bytes:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(1)
            try:
                connection.connect(SOCKET)  # relative: an absolute path may be too long for a socket
                connection.sendall(b"PING\r\n")
                return connection.recv(64)
            except OSError:
                return b""

    def _keep_running(self) -> None:
        """Starts the server again whenever it dies, until the owner goes."""
        pause = SHORTEST_PAUSE
        started = time.monotonic()
        while not self._owner_gone(within=None if self._runs() else 0.0):
            if self._runs():
                continue
            if time.monotonic() - started > 2 * LONGEST_PAUSE:
                pause = SHORTEST_PAUSE
            complain(f"The Redis server has ended{self._how()}, it is started again.")
            due = time.monotonic() + pause
            while (left := due - time.monotonic()) > 0:
                if self._owner_gone(within=left):
                    return
            pause = min(2 * pause, LONGEST_PAUSE)
            started = time.monotonic()
            try:
                self._start()
            except SupervisorError as error:
                complain(str(error))

    def _runs(self) -> bool:
        return self._server is not None and self._server.poll() is None

    def _how(self) -> str:
        code = self._server.returncode if self._server is not None else 0
        return f" (signal {-code})" if code < 0 else f" (exit code {code}; its log: {self._folder / LOG})"

    def _owner_gone(self, *, within: float | None) -> bool:
        """Waits for the owner's end, a signal (such as the end of a child), or so many seconds."""
        readable, _, _ = select.select([0, self._wakeup], [], [], within)
        if self._wakeup in readable:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wakeup, 4096)
        return 0 in readable and os.read(0, 4096) == b""

    def _trim_log(self) -> None:
        log = self._folder / LOG
        with contextlib.suppress(OSError):
            if log.stat().st_size > LOG_LIMIT:
                log.replace(log.with_suffix(".log.old"))


def say(line: str) -> None:
    """Tells the owner how the start went, once."""
    with contextlib.suppress(OSError):
        os.write(1, line.encode("utf-8", "surrogateescape") + b"\n")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def complain(text: str) -> None:
    """Tells whoever reads the service's log; nobody may be left who does."""
    with contextlib.suppress(OSError):
        os.write(2, f"kiln: {text}\n".encode("utf-8", "surrogateescape"))


def main(arguments: list[str]) -> int:
    """Runs `supervisor.py FOLDER BINARY`; the exit code."""
    folder, binary = arguments
    try:
        os.chdir(folder)
        Supervisor(Path(folder), binary).run()
    except (SupervisorError, OSError) as error:
        say(f"error: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
