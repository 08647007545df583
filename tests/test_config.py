"""Settings are read from a given environment, strictly, and faults name their variables."""

import dataclasses
from pathlib import Path

import pytest

from service.config import Config, ConfigError, describe_settings

NO_SCHEME = (
    "must begin with redis://, rediss:// or unix://, or for several servers with redis+sentinel:// or redis+cluster://"
)


def errors_of(**environment: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        Config.from_environment(environment)
    assert str(caught.value) == "\n".join(caught.value.errors)
    return caught.value.errors


def test_an_empty_environment_gives_the_defaults() -> None:
    config = Config.from_environment({})
    assert config == Config()
    assert (config.host, config.port, config.workers, config.threads) == ("127.0.0.1", 8000, 2, 16)
    assert (config.redis_url, config.data_dir) == (None, Path(".kiln"))
    assert config.store_timeout_seconds == 3.0
    assert config.game_ttl_seconds == 30 * 24 * 60 * 60
    assert config.idle_game_ttl_seconds == 24 * 60 * 60


def test_an_empty_variable_counts_as_not_set() -> None:
    names = {entry.metadata["variable"]: "" for entry in dataclasses.fields(Config)}
    assert Config.from_environment(names) == Config()


def test_other_variables_are_no_business_of_the_service() -> None:
    assert Config.from_environment({"PATH": "/bin", "KILN_PORT": "tcp://10.0.0.1:80"}) == Config()


def test_every_setting_is_read_from_its_variable() -> None:
    config = Config.from_environment(
        {
            "HOST": "0.0.0.0",
            "PORT": "9000",
            "WEB_CONCURRENCY": "4",
            "KILN_THREADS": "32",
            "KILN_REDIS_URL": "rediss://user:secret@redis.example:6380/2",
            "KILN_DATA_DIR": "/var/lib/kiln",
            "KILN_STORE_TIMEOUT_SECONDS": "0.5",
            "KILN_GAME_TTL_SECONDS": "60",
            "KILN_IDLE_GAME_TTL_SECONDS": "30",
        }
    )
    assert (config.host, config.port, config.workers, config.threads) == ("0.0.0.0", 9000, 4, 32)
    assert config.redis_url == "rediss://user:secret@redis.example:6380/2"
    assert config.data_dir == Path("/var/lib/kiln")
    assert config.store_timeout_seconds == 0.5
    assert (config.game_ttl_seconds, config.idle_game_ttl_seconds) == (60, 30)


@pytest.mark.parametrize(
    ("variable", "lowest", "highest"),
    [
        ("PORT", 0, 65535),
        ("WEB_CONCURRENCY", 1, 256),
        ("KILN_THREADS", 1, 1024),
        ("KILN_BOT_GAMES", 0, 1_000_000),
        ("KILN_BOT_PROCESSES", 0, 64),
        ("KILN_GAME_TTL_SECONDS", 1, 315_360_000),
        ("KILN_IDLE_GAME_TTL_SECONDS", 1, 315_360_000),
    ],
)
def test_a_whole_number_is_taken_from_its_lowest_to_its_highest(variable: str, lowest: int, highest: int) -> None:
    for number in (lowest, highest):
        assert Config.from_environment({variable: str(number)}) != Config.from_environment({variable: "7"})
    for text in (str(lowest - 1), str(highest + 1)):
        expected = f"{variable} must be a whole number from {lowest} to {highest}, not {text!r}"
        assert errors_of(**{variable: text}) == (expected,)


@pytest.mark.parametrize(
    "text", ["x", " 8000", "8000\n", "8_000", "8000.0", "1e3", "+80", "٨٠", pytest.param("8" * 5000, id="5000 digits")]
)
def test_what_is_no_plain_whole_number_is_refused(text: str) -> None:
    assert errors_of(PORT=text) == (f"PORT must be a whole number from 0 to 65535, not {text!r}",)


@pytest.mark.parametrize("text", ["0.1", "60", "2.50"])
def test_seconds_may_have_a_fraction(text: str) -> None:
    config = Config.from_environment({"KILN_STORE_TIMEOUT_SECONDS": text})
    assert config.store_timeout_seconds == float(text)


@pytest.mark.parametrize("text", ["0", "0.09", "60.1", "-1", "nan", "inf", "1e1", ".5", "2.", "2s"])
def test_what_is_no_sensible_number_of_seconds_is_refused(text: str) -> None:
    expected = f"KILN_STORE_TIMEOUT_SECONDS must be a number of seconds from 0.1 to 60, not {text!r}"
    assert errors_of(KILN_STORE_TIMEOUT_SECONDS=text) == (expected,)


@pytest.mark.parametrize("text", ["localhost", "0.0.0.0", "::1", "fe80::1%eth0", "kiln-1.example"])
def test_a_host_is_a_name_or_an_address(text: str) -> None:
    assert Config.from_environment({"HOST": text}).host == text


@pytest.mark.parametrize("text", ["a b", "http://localhost", "localhost\n", "ü"])
def test_what_is_no_host_is_refused(text: str) -> None:
    assert errors_of(HOST=text) == (f"HOST must be a host name or an address, not {text!r}",)


@pytest.mark.parametrize(
    "text",
    [
        "redis://localhost",
        "redis://localhost:6379/0",
        "redis://:password@[::1]:6379",
        "rediss://redis.example:6380/15?ssl_cert_reqs=required",
        "unix:///run/redis.sock",
        "unix://user:password@/run/redis.sock?db=1",
        "redis+sentinel://user:password@a:26379,b,[::1]:26380/kiln/2?sentinel_password=other",
        "rediss+cluster://:password@a:7000,b:7001?ssl_cert_reqs=required",
    ],
)
def test_a_redis_is_named_by_a_url(text: str) -> None:
    assert Config.from_environment({"KILN_REDIS_URL": text}).redis_url == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("localhost:6379", NO_SCHEME),
        ("http://localhost", NO_SCHEME),
        ("redis+other://localhost", NO_SCHEME),
        ("redis://", "must name a host: redis://localhost:6379/0"),
        ("rediss:///0", "must name a host: rediss://localhost:6379/0"),
        ("redis://localhost:port", "must name a host: redis://localhost:6379/0"),
        ("redis://localhost:70000", "must have a port from 1 to 65535"),
        ("redis://a,b", "must name one host; for several: redis+sentinel:// or redis+cluster://"),
        ("redis+sentinel://a,b", "must end in the servers' name: redis+sentinel://host,host/mymaster, or /mymaster/0"),
        ("redis+sentinel://a,,b/kiln", "must name a host: redis+sentinel://localhost:26379/mymaster"),
        ("redis+cluster://", "must name a host: redis+cluster://localhost:6379"),
        ("redis+cluster://a,b/1", "may end in no database but 0: a cluster has no other"),
        ("redis://[::1", "is no URL"),
        (
            "redis://localhost/games",
            "may end in the number of a database only: redis://localhost:6379/0",
        ),
        ("unix://run/redis.sock", "must name a socket by its whole path: unix:///run/redis.sock"),
        ("unix://", "must name a socket by its whole path: unix:///run/redis.sock"),
    ],
)
def test_what_names_no_redis_is_refused(text: str, fault: str) -> None:
    assert errors_of(KILN_REDIS_URL=text) == (f"KILN_REDIS_URL {fault}",)


def test_replicas_are_waited_for_only_where_there_may_be_some() -> None:
    config = Config.from_environment({"KILN_REDIS_URL": "redis://localhost", "KILN_REDIS_WAIT_REPLICAS": "2"})
    assert config.wait_replicas == 2
    assert errors_of(KILN_REDIS_WAIT_REPLICAS="1") == (
        "KILN_REDIS_WAIT_REPLICAS needs KILN_REDIS_URL: the service's own server has no replicas",
    )


def test_the_password_of_a_redis_is_in_no_error_and_no_repr() -> None:
    (error,) = errors_of(KILN_REDIS_URL="reddis://:secret@localhost")
    assert "secret" not in error
    assert "secret" not in repr(Config.from_environment({"KILN_REDIS_URL": "redis://:secret@localhost"}))


def test_a_folder_is_absolute_whatever_the_service_does_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/kiln")
    assert Config.from_environment({"KILN_DATA_DIR": "games"}).data_dir == tmp_path / "games"
    assert Config.from_environment({"KILN_DATA_DIR": "~/games"}).data_dir == Path("/home/kiln/games")


def test_a_path_that_no_system_takes_is_refused() -> None:
    assert errors_of(KILN_DATA_DIR="a\0b") == ("KILN_DATA_DIR must be the path of a folder",)


def test_all_faults_are_told_at_once() -> None:
    errors = errors_of(PORT="x", KILN_THREADS="0", HOST="ok", WEB_CONCURRENCY="many")
    assert [error.split()[0] for error in errors] == ["PORT", "WEB_CONCURRENCY", "KILN_THREADS"]


def test_every_setting_says_what_it_is_for() -> None:
    described = describe_settings()
    assert len(described) == len(dataclasses.fields(Config))
    assert ("PORT", "8000", "port to listen at (0: any that is free)") in described
    assert all(purpose for _, _, purpose in described)


@pytest.mark.parametrize("text", ["1/second", "60/minute", "999999999/hour", "5/day", "off"])
def test_a_limit_is_so_many_calls_in_a_time(text: str) -> None:
    assert Config.from_environment({"KILN_LIMIT_CREATE": text}).limit_create == text


@pytest.mark.parametrize(
    "text", ["60", "0/minute", "-1/minute", "60/week", "60 / minute", "60/minutes", "on", "6e1/day"]
)
def test_what_is_no_limit_is_refused(text: str) -> None:
    expected = f"KILN_LIMIT_READ must be like 60/minute (or second, hour, day), or off, not {text!r}"
    assert errors_of(KILN_LIMIT_READ=text) == (expected,)


def test_limits_are_on_unless_it_is_said_otherwise() -> None:
    config = Config()
    limits = (config.limit_create, config.limit_move, config.limit_read, config.limit_analysis)
    assert limits == ("60/minute", "1200/minute", "3000/minute", "6000/minute")


def test_keys_are_told_by_their_hashes() -> None:
    one, other = "0123456789abcdef" * 4, "F" * 64
    config = Config.from_environment({"KILN_API_KEYS": f"{one}, {other}"})
    assert config.api_keys == (one, other.lower())
    assert one not in repr(config)


@pytest.mark.parametrize("text", ["secret", "0" * 63, "0" * 65, "g" * 64, f"{'0' * 64},", f"{'0' * 64};{'1' * 64}"])
def test_what_is_no_hash_is_refused_and_not_repeated(text: str) -> None:
    (error,) = errors_of(KILN_API_KEYS=text)
    assert error.startswith("KILN_API_KEYS must be hashes of 64 hexadecimal digits")
    assert text not in error


@pytest.mark.parametrize(("text", "value"), [("on", True), ("off", False)])
def test_figures_are_switched_on_and_off(text: str, value: bool) -> None:
    assert Config.from_environment({"KILN_METRICS": text}).metrics is value


@pytest.mark.parametrize(
    ("variable", "text", "known"),
    [
        ("KILN_METRICS", "yes", "on, off"),
        ("KILN_LOG", "xml", "auto, json, text"),
        ("KILN_LOG_LEVEL", "INFO", "debug, info, warning, error"),
    ],
)
def test_what_is_none_of_the_choices_is_refused(variable: str, text: str, known: str) -> None:
    assert errors_of(**{variable: text}) == (f"{variable} must be one of {known}, not {text!r}",)


def test_figures_cannot_be_at_the_port_that_all_else_is_at() -> None:
    expected = ("KILN_METRICS_PORT must be another port than PORT",)
    assert errors_of(KILN_METRICS_PORT="8000") == expected
    assert errors_of(PORT="9100", KILN_METRICS_PORT="9100") == expected
    assert Config.from_environment({"PORT": "9100", "KILN_METRICS_PORT": "8000"}).metrics_port == 8000
