"""The settings of the service, read from the environment by whoever starts it: never at import.

One line of `Config` is one setting: its variable, its default, how its text is read and what it is for.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from service.redis_url import parse_redis_url

DEFAULT_DATA_DIR = Path(".kiln")


class ConfigError(ValueError):
    """Settings that cannot be used.

    Attributes:
        errors: one sentence for each faulty variable, beginning with its name.
    """

    def __init__(self, errors: tuple[str, ...]) -> None:
        super().__init__("\n".join(errors))
        self.errors = errors


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """A reader of plain decimal digits that stand for a number from `lowest` to `highest`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII) or not lowest <= int(text) <= highest:
            raise ValueError(f"must be a whole number from {lowest} to {highest}, not {text!r}")
        return int(text)

    return read


def seconds(lowest: float, highest: float) -> Callable[[str], float]:
    """A reader of a number of seconds, such as `2` or `0.5`, from `lowest` to `highest`."""

    def read(text: str) -> float:
        plain = re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text, re.ASCII)
        if not plain or not lowest <= float(text) <= highest:
            raise ValueError(f"must be a number of seconds from {lowest:g} to {highest:g}, not {text!r}")
        return float(text)

    return read


def host_name(text: str) -> str:
    """A host name or an address, as `socket.getaddrinfo` takes it."""
    if not re.fullmatch(r"[A-Za-z0-9._:%-]{1,255}", text, re.ASCII):
        raise ValueError(f"must be a host name or an address, not {text!r}")
    return text


def redis_url(text: str) -> str:
    """The address of a Redis (see `service.redis_url`); no error repeats it, it may hold a password."""
    parse_redis_url(text)
    return text


def folder(text: str) -> Path:
    """A folder, absolute from here on."""
    if "\0" in text:
        raise ValueError("must be the path of a folder")
    return Path(text).expanduser().absolute()


def rate(text: str) -> str:
    """So many calls in a second, minute, hour or day, or `off`."""
    plain = re.fullmatch(r"off|([1-9][0-9]{0,8})/(second|minute|hour|day)", text, re.ASCII)
    if not plain:
        raise ValueError(f"must be like 60/minute (or second, hour, day), or off, not {text!r}")
    return text


def hashes(text: str) -> tuple[str, ...]:
    """SHA-256 hashes in hexadecimal digits, with commas between them; no error repeats them."""
    found = tuple(part.strip().lower() for part in text.split(","))
    if not all(re.fullmatch(r"[0-9a-f]{64}", one, re.ASCII) for one in found):
        raise ValueError("must be hashes of 64 hexadecimal digits, with commas between them; kiln hash-key makes them")
    return found


def choice(*known: str) -> Callable[[str], str]:
    """A reader of one of certain words."""

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"must be one of {', '.join(known)}, not {text!r}")
        return text

    return read


def switch(text: str) -> bool:
    """`on` or `off`."""
    return choice("on", "off")(text) == "on"


def setting(
    variable: str, default: object, read: Callable[[str], object], purpose: str, *, secret: bool = False
) -> Any:
    """A field of `Config` that is read from an environment variable; a secret one is left out of its repr."""
    metadata = {"variable": variable, "read": read, "purpose": purpose}
    return field(default=default, repr=not secret, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Config:
    """All settings. `Config()` is what an empty environment gives."""

    host: str = setting(
        "HOST",
        "127.0.0.1",
        host_name,
        "address to listen at (127.0.0.1: from this machine alone; in a container: 0.0.0.0)",
    )
    port: int = setting("PORT", 8000, whole_number(0, 65535), "port to listen at (0: any that is free)")
    workers: int = setting("WEB_CONCURRENCY", 2, whole_number(1, 256), "worker processes")
    threads: int = setting("KILN_THREADS", 16, whole_number(1, 1024), "threads of each worker")
    waiters: int = setting(
        "KILN_WAITERS",
        5_000,
        whole_number(0, 100_000),
        "event streams and waiting requests that a worker holds at most",
    )
    waiters_per_address: int = setting(
        "KILN_WAITERS_PER_ADDRESS", 20, whole_number(0, 100_000), "... and how many of them one client address may have"
    )
    proxy_hops: int = setting(
        "KILN_PROXY_HOPS",
        0,
        whole_number(0, 10),
        "so many proxies stand before the service, each of which adds to X-Forwarded-For",
    )
    api_keys: tuple[str, ...] = setting(
        "KILN_API_KEYS",
        (),
        hashes,
        "hashes of the keys of which one is needed to create and remove games (none: no key is)",
        secret=True,
    )
    limit_create: str = setting("KILN_LIMIT_CREATE", "60/minute", rate, "how often a client may create games, or off")
    limit_move: str = setting(
        "KILN_LIMIT_MOVE", "1200/minute", rate, "... play, claim and leave seats, and remove games"
    )
    limit_read: str = setting("KILN_LIMIT_READ", "3000/minute", rate, "... look at games")
    limit_analysis: str = setting(
        "KILN_LIMIT_ANALYSIS", "6000/minute", rate, "... list moves, work on positions and records, have boards drawn"
    )
    limit_advice: str = setting("KILN_LIMIT_ADVICE", "60/minute", rate, "... ask what to play")
    limit_bots: str = setting("KILN_LIMIT_BOTS", "30/minute", rate, "... create games in which bots may play")
    bot_games: int = setting(
        "KILN_BOT_GAMES", 100, whole_number(0, 1_000_000), "games that bots play alone, in all at once"
    )
    bot_processes: int = setting(
        "KILN_BOT_PROCESSES",
        2,
        whole_number(0, 64),
        "processes beside each worker that think for bots (0: none plays here)",
    )
    bot_seconds: float = setting("KILN_BOT_SECONDS", 2.0, seconds(0.05, 5), "how long a bot may think about a move")
    thinking_processes: int = setting(
        "KILN_THINKING_PROCESSES", 1, whole_number(1, 64), "processes beside each worker that think for advice"
    )
    thinking_queue: int = setting(
        "KILN_THINKING_QUEUE", 4, whole_number(0, 1_000), "... and how many positions may wait to be thought about"
    )
    redis_url: str | None = setting(
        "KILN_REDIS_URL",
        None,
        redis_url,
        "Redis that keeps the games (none: a server of the service's own)",
        secret=True,
    )
    wait_replicas: int = setting(
        "KILN_REDIS_WAIT_REPLICAS",
        0,
        whole_number(0, 9),
        "so many replicas must have a change before it is answered",
    )
    data_dir: Path = setting(  # noqa: RUF009 - it makes a dataclass field
        "KILN_DATA_DIR", DEFAULT_DATA_DIR, folder, "folder of the service's own Redis server"
    )
    store_timeout_seconds: float = setting(
        "KILN_STORE_TIMEOUT_SECONDS", 3.0, seconds(0.1, 60), "how long a call to Redis may take"
    )
    game_ttl_seconds: int = setting(
        "KILN_GAME_TTL_SECONDS",
        2_592_000,
        whole_number(1, 315_360_000),
        "a game expires so long after its last change",
    )
    idle_game_ttl_seconds: int = setting(
        "KILN_IDLE_GAME_TTL_SECONDS",
        86_400,
        whole_number(1, 315_360_000),
        "... and so long while nothing has been claimed or played",
    )
    metrics: bool = setting("KILN_METRICS", True, switch, "whether the figures for Prometheus are at /metrics")
    metrics_port: int | None = setting(
        "KILN_METRICS_PORT", None, whole_number(1, 65535), "port at which /metrics is, and nothing else"
    )
    log: str = setting(
        "KILN_LOG", "auto", choice("auto", "json", "text"), "form of the log (auto: text on a terminal, else JSON)"
    )
    log_level: str | None = setting(
        "KILN_LOG_LEVEL",
        None,
        choice("debug", "info", "warning", "error"),
        "what is logged at least (none: info as JSON, warning as text)",
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Reads every setting; a variable that is empty counts as not set.

        Raises:
            ConfigError: values that cannot be used, all of them at once.
        """
        values: dict[str, object] = {}
        errors: list[str] = []
        for entry in fields(cls):
            variable = entry.metadata["variable"]
            text = environment.get(variable, "")
            if text == "":
                continue
            try:
                values[entry.name] = entry.metadata["read"](text)
            except ValueError as error:
                errors.append(f"{variable} {error}")
        if values.get("wait_replicas") and not environment.get("KILN_REDIS_URL"):
            errors.append("KILN_REDIS_WAIT_REPLICAS needs KILN_REDIS_URL: the service's own server has no replicas")
        if "metrics_port" in values and values["metrics_port"] == values.get("port", cls().port):
            errors.append("KILN_METRICS_PORT must be another port than PORT")
        if errors:
            raise ConfigError(tuple(errors))
        return cls(**values)  # type: ignore[arg-type] # each reader returns its field's type


def describe_settings() -> list[tuple[str, str, str]]:
    """All settings as (variable, default, purpose), for help texts."""
    return [
        (
            entry.metadata["variable"],
            _shown(entry.default),
            entry.metadata["purpose"],
        )
        for entry in fields(Config)
    ]


def _shown(default: object) -> str:
    """Return a default as it would be written in the environment."""
    if default is None or default == ():
        return ""
    return ("off", "on")[default] if isinstance(default, bool) else str(default)
