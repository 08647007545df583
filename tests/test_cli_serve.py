"""The `kiln` command and the running service: what it says, how it starts, stops, and survives kills."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from pathlib import Path

import httpx
import psutil
import pytest
from click.testing import CliRunner

from service import __version__
from service.cli import COMMANDS, main
from service.config import Config
from service.rules.form import form_name
from service.server import address_of, without_secrets
from tests.ended import has_ended

COMMAND = [sys.executable, "-m", "service.cli", "serve"]


@dataclass
class Service:
    """A running service."""

    process: subprocess.Popen[str]
    address: str
    welcome: str
    redis: psutil.Process | None

    def descendants(self) -> list[psutil.Process]:
        found = psutil.Process(self.process.pid).children(recursive=True)
        return [*found, self.redis] if self.redis and self.redis not in found else found

    def workers(self) -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            children = psutil.Process(self.process.pid).children()
            return [child for child in children if "supervisor.py" not in " ".join(child.cmdline())]
        return []


def environment(data_dir: Path, **settings: str) -> dict[str, str]:
    """This process's environment with the given settings of the service, and none of its own."""
    own = {entry.metadata["variable"] for entry in fields(Config)}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return {**kept, "PORT": "0", "KILN_DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1", **settings}


@contextmanager
def serve(variables: Mapping[str, str]) -> Iterator[Service]:
    """Runs the service until the end of the block, by then it may have ended by itself."""
    with subprocess.Popen(COMMAND, env=variables, stdout=subprocess.PIPE, text=True, process_group=0) as process:
        assert process.stdout is not None
        left: list[psutil.Process] = []
        try:
            welcome = "".join(process.stdout.readline() for _ in range(4))
            address = re.match(r"Kiln is at (\S+)\n", welcome)
            assert address is not None, welcome
            redis = Path(variables["KILN_DATA_DIR"]) / "redis" / "server.lock"
            server = psutil.Process(int(redis.read_text())) if redis.exists() else None
            service = Service(process, address[1], welcome, server)
            until(lambda: len(service.workers()) == 2)  # it is told when the first is there
            left = service.descendants()
            yield service
        finally:
            with suppress(psutil.NoSuchProcess):
                left += psutil.Process(process.pid).children(recursive=True)
            process.kill()
            for descendant in left:
                with suppress(psutil.NoSuchProcess):
                    descendant.kill()
            # A Redis server that has been started in the place of another one is in a process group of its own.
            with suppress(OSError, ValueError):
                os.killpg(int((Path(variables["KILN_DATA_DIR"]) / "redis" / "server.lock").read_text()), signal.SIGKILL)


def refused(variables: Mapping[str, str]) -> str:
    """What a service says that does not start."""
    done = subprocess.run(COMMAND, env=variables, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


def create_game(service: Service) -> str:
    answer = httpx.post(f"{service.address}/v1/games", timeout=30)
    assert answer.status_code == 201
    game_id = answer.json()["game"]["id"]
    assert isinstance(game_id, str)
    return game_id


def status_of(service: Service, game_id: str) -> int:
    try:
        return httpx.get(f"{service.address}/v1/games/{game_id}", timeout=30).status_code
    except httpx.TransportError:
        return 0


def running(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [one for one in processes if not has_ended(one)]


def until(holds: Callable[[], bool], within: float = 40) -> None:
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline, "it did not come to hold"
        time.sleep(0.05)


# ---- the command line ------------------------------------------------------------------------------------


def test_the_command_says_its_version() -> None:
    assert (
        CliRunner().invoke(main, ["--version"], prog_name="kiln").output
        == f"kiln {__version__} (rules: {form_name()})\n"
    )


def test_every_command_is_listed_and_has_a_help_text() -> None:
    listing = CliRunner().invoke(main, ["--help"]).output
    for name in COMMANDS:
        assert re.search(rf"^  {name}  ", listing, re.MULTILINE)
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_an_unknown_command_is_an_error() -> None:
    result = CliRunner().invoke(main, ["bake"])
    assert result.exit_code == 2
    assert "No such command 'bake'" in result.output


def test_the_help_of_serve_lists_every_setting() -> None:
    text = CliRunner().invoke(main, ["serve", "--help"]).output
    for entry in fields(Config):
        assert re.search(rf"^    {entry.metadata['variable']}  ", text, re.MULTILINE)


def test_faulty_settings_are_told_all_at_once(tmp_path: Path) -> None:
    said = refused(environment(tmp_path, PORT="x", WEB_CONCURRENCY="0"))
    assert said == (
        "Error: PORT must be a whole number from 0 to 65535, not 'x'\n"
        "WEB_CONCURRENCY must be a whole number from 1 to 256, not '0'\n"
    )


# ---- what it says ------------------------------------------------------------------------------------------


def test_it_says_where_it_is_where_the_games_are_and_what_to_try(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        assert service.welcome == (
            f"Kiln is at {service.address}\n"
            f"Games are kept in {short_path}/redis, by a Redis server of the service's own\n"
            f"To create a game:     curl -X POST {service.address}/v1/games\n"
            f"To see all calls:     {service.address}/docs\n"
        )
        assert re.fullmatch(r"http://127\.0\.0\.1:[0-9]+", service.address)
        assert httpx.post(f"{service.address}/v1/games").status_code == 201
        assert httpx.get(f"{service.address}/docs").status_code == 200


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("192.0.2.7", "http://192.0.2.7:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("2001:db8::7", "http://[2001:db8::7]:80"),
    ],
)
def test_the_address_it_says_is_one_that_works_on_this_machine(host: str, address: str) -> None:
    assert address_of(host, 80) == address


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://user:secret@redis.example:6379/0", "redis://redis.example:6379/0"),
        ("rediss://redis.example?password=secret", "rediss://redis.example"),
        ("unix://:secret@/run/redis.sock?db=1", "unix:///run/redis.sock"),
    ],
)
def test_the_address_of_a_redis_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_secrets(url) == shown


def test_with_a_redis_of_the_users_own_it_starts_none(short_path: Path, redis_url: str) -> None:
    with serve(environment(short_path, KILN_REDIS_URL=redis_url)) as service:
        assert service.welcome.splitlines()[1] == f"Games are kept in Redis at {without_secrets(redis_url)}"
        assert service.workers() == service.descendants()
        assert status_of(service, create_game(service)) == 200
    assert list(short_path.iterdir()) == []


def test_it_writes_nowhere_but_in_its_folder(short_path: Path) -> None:
    home = short_path / "home"
    home.mkdir()
    with serve(environment(short_path / "data", HOME=str(home), XDG_RUNTIME_DIR=str(home))) as service:
        create_game(service)
        assert list(home.iterdir()) == []


def test_it_does_not_say_which_server_it_runs_on(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        assert httpx.get(f"{service.address}/healthz").headers["Server"] == "kiln"


# ---- what it does not start on -------------------------------------------------------------------------------


def test_a_port_that_is_in_use_is_said_and_nothing_is_started(short_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused(environment(short_path, PORT=str(port)))
    assert said == f"Error: Port {port} of 127.0.0.1 is in use; choose another by PORT.\n"
    assert list(short_path.iterdir()) == []


def test_an_address_of_another_machine_is_said(short_path: Path) -> None:
    said = refused(environment(short_path, HOST="192.0.2.1"))
    assert said == "Error: 192.0.2.1 port 0 cannot be listened at: Cannot assign requested address.\n"


def test_a_host_that_is_none_is_said(short_path: Path) -> None:
    assert refused(environment(short_path, HOST="999.1.1.1")).startswith(
        "Error: HOST: 999.1.1.1 is no address to listen at ("
    )


def test_a_second_service_on_one_folder_is_refused_and_the_first_goes_on(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        said = refused(environment(short_path))
        assert said == (
            f"Error: {short_path}/redis is in use by another Kiln service (process {service.process.pid}).\n"
        )
        assert status_of(service, create_game(service)) == 200


# ---- stops and kills -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_stop_leaves_nothing_behind_and_keeps_the_games(short_path: Path, number: signal.Signals) -> None:
    with serve(environment(short_path)) as service:
        processes = service.descendants()
        assert len(processes) == 4  # two workers, the supervisor, the Redis server
        game_id = create_game(service)
        service.process.send_signal(number)
        assert service.process.wait(40) == 0
        assert running(processes) == []
    with serve(environment(short_path)) as service:
        assert status_of(service, game_id) == 200


def test_a_stop_by_the_terminal_reaches_all_and_is_clean(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        processes = service.descendants()
        game_id = create_game(service)
        os.killpg(service.process.pid, signal.SIGINT)
        assert service.process.wait(40) == 0
        assert running(processes) == []
    with serve(environment(short_path)) as service:
        assert status_of(service, game_id) == 200


def test_a_stop_that_an_init_system_sends_to_every_process_is_clean(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        processes = service.descendants()
        game_id = create_game(service)
        for process in [psutil.Process(service.process.pid), *processes]:
            process.terminate()
        assert service.process.wait(40) == 0
        until(lambda: running(processes) == [])
    with serve(environment(short_path)) as service:
        assert status_of(service, game_id) == 200


def test_after_a_kill_nothing_stays_and_it_can_be_started_again_at_once(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        processes = service.descendants()
        game_id = create_game(service)
        service.process.kill()
        port = service.address.rpartition(":")[2]
        with serve(environment(short_path, PORT=port)) as again:
            assert status_of(again, game_id) == 200
            until(lambda: running(processes) == [])


def test_after_a_kill_of_everything_the_games_are_there(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        game_id = create_game(service)
        for process in [psutil.Process(service.process.pid), *service.descendants()]:
            process.kill()
    with serve(environment(short_path)) as service:
        assert status_of(service, game_id) == 200


def test_a_killed_worker_is_replaced(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        killed = service.workers()
        for worker in killed:
            worker.kill()
        until(lambda: len(running(service.workers())) == 2 and not set(killed) & set(service.workers()))
        assert status_of(service, create_game(service)) == 200


def test_a_killed_redis_server_comes_back_with_the_games(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        game_id = create_game(service)
        assert service.redis is not None
        service.redis.kill()
        until(lambda: status_of(service, game_id) == 200)
        assert status_of(service, create_game(service)) == 200


def test_a_broken_redis_server_is_said_before_anything_is_served(short_path: Path) -> None:
    with serve(environment(short_path)) as service:
        create_game(service)
        service.process.terminate()
        service.process.wait(40)
    (short_path / "redis" / "appendonlydir" / "appendonly.aof.manifest").write_text("damaged\n")
    assert refused(environment(short_path)).startswith("Error: The Redis server does not start; its log, ")
    shutil.rmtree(short_path / "redis")
