"""Connections over TLS, with logins, in each mode. The server that comes with the service speaks no TLS."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from service.games import GameService, NewGame, StoreUnavailable
from service.store import Store
from tests.redis.node import wait_until
from tests.redis.ports import free_ports

pytestmark = pytest.mark.xdist_group("processes")

HERE = Path(__file__).parent / "tls"
CERTIFICATE = str(HERE / "certificate.pem")
TLS = {
    "tls-cert-file": CERTIFICATE,
    "tls-key-file": str(HERE / "key.pem"),
    "tls-ca-cert-file": CERTIFICATE,
    "tls-auth-clients": "no",
}
PASSWORD = "pa@ss"
LOGIN = ":pa%40ss"


@contextmanager
def serving(folder: Path, *arguments: str, **settings: str) -> Iterator[int]:
    """A server with TLS at the port that is given."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("there is no redis-server")
    (port,) = free_ports(1)
    folder.mkdir()
    options = {"port": "0", "tls-port": str(port), "bind": "127.0.0.1", "dir": str(folder), **TLS}
    options |= {name.replace("_", "-"): value for name, value in settings.items()}
    file = folder / "redis.conf"
    file.write_text("".join(f"{name} {value}\n" for name, value in options.items()))
    process = subprocess.Popen([binary, str(file), *arguments], stdout=subprocess.DEVNULL)
    try:
        yield port
    finally:
        process.kill()
        process.wait()


def admin(port: int, password: str = PASSWORD) -> Any:
    return redis.Redis(port=port, ssl=True, ssl_ca_certs=CERTIFICATE, password=password, socket_timeout=5)


def answers(client: Any) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def assert_usable(url: str) -> None:
    store = Store(url)
    games = GameService(store.games)
    created = games.create(NewGame(public=True)).game
    assert games.get(created.id) == created
    assert [game.id for game in games.list_public(None, 10, None).games] == [created.id]
    store.check_writable()
    store.close()


def test_one_server(tmp_path: Path) -> None:
    with serving(tmp_path / "one", requirepass=PASSWORD) as port, admin(port) as client:
        wait_until(lambda: answers(client), "the server does not start")
        assert_usable(f"rediss://{LOGIN}@127.0.0.1:{port}/1?ssl_ca_certs={CERTIFICATE}")
        assert client.config_get("databases")
        store = Store(f"rediss://{LOGIN}@127.0.0.1:{port}/1")  # nobody vouches for the certificate
        with pytest.raises(StoreUnavailable, match="certificate"):
            store.games.now()
        store.close()


def test_a_cluster(tmp_path: Path) -> None:
    (bus,) = free_ports(1)
    cluster = {"cluster_enabled": "yes", "tls_cluster": "yes", "cluster_port": str(bus)}
    with serving(tmp_path / "node", requirepass=PASSWORD, **cluster) as port, admin(port) as client:
        wait_until(lambda: answers(client), "the server does not start")
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        wait_until(lambda: client.cluster("info")["cluster_state"] == "ok", "the cluster does not come into order")
        assert_usable(f"rediss+cluster://{LOGIN}@127.0.0.1:{port}?ssl_ca_certs={CERTIFICATE}")


def test_servers_that_sentinels_watch_with_a_login_of_their_own(tmp_path: Path) -> None:
    with serving(tmp_path / "server", requirepass=PASSWORD) as port, admin(port) as client:
        wait_until(lambda: answers(client), "the server does not start")
        monitor = {"sentinel monitor kiln": f"127.0.0.1 {port} 1", "sentinel auth-pass kiln": PASSWORD}
        settings = {"tls_replication": "yes", "requirepass": "other", **monitor}
        with serving(tmp_path / "sentinel", "--sentinel", **settings) as sentinel, admin(sentinel, "other") as watcher:
            wait_until(lambda: answers(watcher), "the sentinel does not start")
            options = f"ssl_ca_certs={CERTIFICATE}&sentinel_password=other"
            assert_usable(f"rediss+sentinel://{LOGIN}@127.0.0.1:{sentinel}/kiln/2?{options}")
            assert client.info("keyspace")["db2"]["keys"] > 0
