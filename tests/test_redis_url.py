"""What an address of a Redis says."""

from __future__ import annotations

from service.redis_url import RedisMode, parse_redis_url


def test_one_server() -> None:
    url = parse_redis_url("rediss://user:pa%40ss@redis.example/3")
    assert (url.mode, url.tls, url.hosts) == (RedisMode.SINGLE, True, (("redis.example", 6379),))
    assert url.single == "rediss://user:pa%40ss@redis.example/3"


def test_a_socket() -> None:
    url = parse_redis_url("unix:///run/redis.sock?db=1")
    assert (url.mode, url.tls, url.hosts) == (RedisMode.SINGLE, False, ())
    assert url.single == "unix:///run/redis.sock?db=1"


def test_servers_that_sentinels_watch() -> None:
    url = parse_redis_url("redis+sentinel://u:p@a,[::1]:5000/kiln/2?sentinel_username=s&sentinel_password=t")
    assert (url.mode, url.tls, url.service) == (RedisMode.SENTINEL, False, "kiln")
    assert url.hosts == (("a", 26379), ("::1", 5000))
    assert url.single == "redis://u:p@a:26379/2"
    assert url.sentinel_login == (("sentinel_username", "s"), ("sentinel_password", "t"))


def test_a_cluster_over_tls() -> None:
    url = parse_redis_url("rediss+cluster://:p@[::1]:7000,b?ssl_ca_certs=/etc/ca.pem")
    assert (url.mode, url.tls) == (RedisMode.CLUSTER, True)
    assert url.hosts == (("::1", 7000), ("b", 6379))
    assert url.single == "rediss://:p@[::1]:7000?ssl_ca_certs=%2Fetc%2Fca.pem"


def test_no_repr_tells_a_password() -> None:
    for text in ("redis://:secret@a", "redis+sentinel://:secret@a/kiln?sentinel_password=secret"):
        assert "secret" not in repr(parse_redis_url(text))
