"""The address of the Redis that keeps the games: one server, servers that sentinels watch, or a cluster."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

__all__ = ["RedisMode", "RedisUrl", "parse_redis_url"]

_HOST = re.compile(r"(?P<host>\[[0-9A-Fa-f:.%]+\]|[^\[\]:,/@\s]+)(?::(?P<port>[0-9]{1,5}))?", re.ASCII)
_SENTINEL_LOGIN: Final = ("sentinel_username", "sentinel_password")


class RedisMode(StrEnum):
    """What there is at the address."""

    SINGLE = "single"
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


_MODES: Final = {
    "redis": RedisMode.SINGLE,
    "rediss": RedisMode.SINGLE,
    "unix": RedisMode.SINGLE,
    "redis+sentinel": RedisMode.SENTINEL,
    "rediss+sentinel": RedisMode.SENTINEL,
    "redis+cluster": RedisMode.CLUSTER,
    "rediss+cluster": RedisMode.CLUSTER,
}
_PATHS: Final = {RedisMode.SINGLE: "/0", RedisMode.SENTINEL: "/mymaster", RedisMode.CLUSTER: ""}
_PORTS: Final = {RedisMode.SINGLE: 6379, RedisMode.SENTINEL: 26379, RedisMode.CLUSTER: 6379}


@dataclass(frozen=True, slots=True)
class RedisUrl:
    """An address that has been read.

    hosts: those to begin with, as (host, port); none for a socket. single: the address of one server as redis-py takes
    it: with several hosts that of the first, with the login, the database and the options that hold for all of them.
    service: the name by which the sentinels know the servers. sentinel_login: the options for the sentinels themselves.
    """

    mode: RedisMode
    hosts: tuple[tuple[str, int], ...]
    tls: bool
    single: str = field(repr=False)
    service: str = ""
    sentinel_login: tuple[tuple[str, str], ...] = field(default=(), repr=False)


def parse_redis_url(text: str) -> RedisUrl:
    """Return what an address says. Raises ValueError, whose text repeats nothing: an address may hold a password."""
    try:
        parts = urlsplit(text)
    except ValueError:
        raise ValueError("is no URL") from None
    mode = _MODES.get(parts.scheme)
    if mode is None:
        raise ValueError(
            "must begin with redis://, rediss:// or unix://, or for several servers with redis+sentinel:// or "
            "redis+cluster://"
        )
    if parts.scheme == "unix":
        if parts.netloc.rpartition("@")[2] or not parts.path.strip("/"):
            raise ValueError("must name a socket by its whole path: unix:///run/redis.sock")
        return RedisUrl(mode, (), tls=False, single=text)
    hosts = _hosts(parts.netloc.rpartition("@")[2], mode, parts.scheme)
    tls = parts.scheme.startswith("rediss")
    if mode is RedisMode.SINGLE:
        if not re.fullmatch(r"(/[0-9]*)?", parts.path, re.ASCII):
            raise ValueError(f"may end in the number of a database only: {parts.scheme}://localhost:6379/0")
        return RedisUrl(mode, hosts, tls, single=text)
    service, database = "", parts.path
    if mode is RedisMode.SENTINEL:
        match = re.fullmatch(r"/([A-Za-z0-9._-]{1,100})(/[0-9]*)?", parts.path, re.ASCII)
        if match is None:
            raise ValueError(f"must end in the servers' name: {parts.scheme}://host,host/mymaster, or /mymaster/0")
        service, database = match[1], match[2] or ""
    elif not re.fullmatch(r"(/0?)?", parts.path, re.ASCII):
        raise ValueError("may end in no database but 0: a cluster has no other")
    options = parse_qsl(parts.query, keep_blank_values=True)
    login, at, _ = parts.netloc.rpartition("@")
    rest = urlencode([option for option in options if option[0] not in _SENTINEL_LOGIN])
    host, port = hosts[0]
    single = f"{'rediss' if tls else 'redis'}://{login}{at}{f'[{host}]' if ':' in host else host}:{port}{database}"
    return RedisUrl(
        mode,
        hosts,
        tls,
        single=f"{single}?{rest}" if rest else single,
        service=service,
        sentinel_login=tuple(option for option in options if option[0] in _SENTINEL_LOGIN),
    )


def _hosts(text: str, mode: RedisMode, scheme: str) -> tuple[tuple[str, int], ...]:
    names = text.split(",")
    if mode is RedisMode.SINGLE and len(names) > 1:
        raise ValueError(f"must name one host; for several: {scheme}+sentinel:// or {scheme}+cluster://")
    hosts: list[tuple[str, int]] = []
    for name in names:
        match = _HOST.fullmatch(name)
        if match is None:
            raise ValueError(f"must name a host: {scheme}://localhost:{_PORTS[mode]}{_PATHS[mode]}")
        port = int(match["port"] or _PORTS[mode])
        if not 0 < port < 65536:
            raise ValueError("must have a port from 1 to 65535")
        hosts.append((match["host"].strip("[]"), port))
    return tuple(hosts)
