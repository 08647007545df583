"""How often a client may call: what is counted as what, for whom, and what it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask

from service.api.limits.budgets import BUDGETS, UNLIMITED, Budget, budget_of
from service.api.limits.callers import network_of
from service.api.limits.rates import LocalRates, SharedRates
from service.api.streams.streams import STREAMS
from service.app import create_app
from service.games import StoreUnavailable
from service.store.embedded import EmbeddedServer
from service.store.rates import RedisRates
from tests.api.checked import Answer, CheckedClient, Contract
from tests.unlimited import unlimited

HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
POSITION = "byygrb/gyrbgg/ryrbrg/gbrggb/kyyyyb/ybrgrb rE5 r,b 5/5/5/5/5,5/2x2/2x2/2x2/5 0,0 1 17m 2"


@pytest.fixture
def limited(redis_url: str, redis_client: redis.Redis, promised: Contract) -> Any:
    """Makes clients of a service with limits, over an empty store; each call gives one of another address."""

    def make(**limits: str | int) -> CheckedClient:
        app = create_app(unlimited(redis_url=redis_url) if not limits else _config(redis_url, **limits))
        return client_of(app, promised)

    return make


def _config(redis_url: str, **settings: Any) -> Any:
    from dataclasses import replace

    return replace(unlimited(redis_url=redis_url), **settings)


def client_of(app: Flask, promised: Contract, address: str = "192.0.2.1") -> CheckedClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return CheckedClient(client, promised)


def seat_tokens(answer: Answer) -> dict[int, str]:
    return {entry["seat"]: entry["token"] for entry in answer.json["seat_tokens"]}


def refused(answer: Answer) -> bool:
    assert (answer.json.get("code") == "rate_limited") is (answer.status == 429)
    return answer.status == 429


# ---- what counts as what ---------------------------------------------------------------------------


def test_every_operation_has_a_budget_or_is_known_to_have_none(promised: Contract) -> None:
    known = {
        operation["operationId"]
        for methods in promised.document["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    }
    reading = {operation for operation in known if budget_of(operation) is Budget.READ}
    assert reading <= {
        "getGame",
        "getMove",
        "getRecord",
        "getRole",
        "listGames",
        "listMoves",
        "followGame",
    }
    assert known >= UNLIMITED
    later = {"createRematch", "drawGame", "drawPosition", "getBoard", "getPositionBoard"}
    assert set(BUDGETS) - known <= later


def test_the_contract_says_where_there_is_a_limit(promised: Contract) -> None:
    for methods in promised.document["paths"].values():
        for method, operation in methods.items():
            if method != "parameters":
                told = "429" in operation["responses"]
                assert told is (budget_of(operation["operationId"]) is not None), operation["operationId"]


def test_each_budget_is_counted_apart(limited: Any) -> None:
    budgets = ("limit_create", "limit_move", "limit_read", "limit_analysis", "limit_advice")
    client = limited(**dict.fromkeys(budgets, "1/hour"))
    created = client.post("/v1/games")
    game = f"/v1/games/{created.json['game']['id']}"
    calls = {
        "create": lambda: client.post("/v1/games"),
        "move": lambda: client.post(f"{game}/seats"),
        "read": lambda: client.get(f"{game}/moves"),
        "analysis": lambda: client.get(f"{game}/legal-moves/tree"),
        "advice": lambda: client.get(f"{game}/suggest"),
    }
    assert refused(calls["create"]())
    for name in ("move", "read", "analysis", "advice"):
        assert not refused(calls[name]()), name
        answer = calls[name]()
        assert refused(answer), name
        assert name in answer.json["detail"]


@pytest.mark.parametrize(
    "asked",
    [{"seats": [{}, {"bot": {"level": "greedy"}}], "first_seat": 1}, {"on_leave": {"bot": {"level": "greedy"}}}],
)
def test_a_game_in_which_bots_may_play_counts_as_one_besides(
    limited: Any, redis_client: redis.Redis, asked: dict[str, Any]
) -> None:
    client = limited(limit_bots="1/hour", limit_create="10/hour")
    assert client.post("/v1/games", {**asked, "target": 99}).status == 422  # counts for nothing here
    assert client.post("/v1/games", asked).status == 201
    stored = set(redis_client.scan_iter("kiln:{*}:game"))
    answer = client.post("/v1/games", asked)
    assert refused(answer)
    assert "(bots)" in answer.json["detail"]
    assert [answer.headers[name] for name in HEADERS] == ["1", "0", "3600"]
    assert int(answer.headers["Retry-After"]) > 3500
    assert set(redis_client.scan_iter("kiln:{*}:game")) == stored
    others = client.post("/v1/games")
    assert (others.status, others.headers["RateLimit-Limit"]) == (201, "10")


def test_calls_of_a_kind_share_a_budget(limited: Any) -> None:
    client = limited(limit_analysis="3/hour")
    game = client.post("/v1/games").json["game"]["id"]
    assert client.get(f"/v1/games/{game}/legal-moves").status == 200
    assert client.post("/v1/positions/describe", {"position": POSITION}).status == 200
    assert client.post("/v1/records/check", {}).status == 422
    assert refused(client.post("/v1/positions/play", {"position": POSITION, "move": "N1 -"}))
    assert client.get(f"/v1/games/{game}").status == 200


def test_probes_the_contract_and_options_have_no_limit(limited: Any) -> None:
    client = limited(limit_create="1/hour", limit_move="1/hour", limit_read="1/hour", limit_analysis="1/hour")
    for _ in range(3):
        for path in ("/healthz", "/readyz", "/openapi.json", "/docs", "/metrics"):
            answer = client.get(path)
            assert (answer.status, "RateLimit-Limit" in answer.headers) == (200, False)
        assert client.send("OPTIONS", "/v1/games").status == 204
        assert client.get("/v1/nowhere").status == 404
        assert client.send("DELETE", "/v1/games").status == 405
    assert client.post("/v1/games").status == 201


def test_a_limit_that_is_off_counts_nothing(limited: Any, redis_client: redis.Redis) -> None:
    client = limited()
    for _ in range(3):
        assert "RateLimit-Limit" not in client.post("/v1/games").headers
    assert not list(redis_client.scan_iter("kiln:rate:*"))


# ---- what the client is told -----------------------------------------------------------------------


def test_every_answer_says_how_much_is_left(limited: Any) -> None:
    client = limited(limit_create="4/minute")
    for remaining, reset in ((3, 15), (2, 30), (1, 45), (0, 60)):
        answer = client.post("/v1/games")
        assert [answer.headers[name] for name in HEADERS[:2]] == ["4", str(remaining)]
        assert reset - 2 <= int(answer.headers[HEADERS[2]]) <= reset
    answer = client.post("/v1/games")
    assert refused(answer)
    assert [answer.headers[name] for name in HEADERS[:2]] == ["4", "0"]
    assert 58 <= int(answer.headers[HEADERS[2]]) <= 60
    assert 13 <= int(answer.headers["Retry-After"]) <= 15


def test_a_call_that_fails_is_counted_too(limited: Any) -> None:
    client = limited(limit_create="2/hour")
    assert client.post("/v1/games", {"players": 9}).headers["RateLimit-Remaining"] == "1"
    assert client.post("/v1/games", raw=b"{", content_type="application/json").headers["RateLimit-Remaining"] == "0"
    assert refused(client.post("/v1/games"))


def test_the_limit_comes_before_the_key_the_body_and_the_game(limited: Any) -> None:
    client = limited(limit_create="1/hour", limit_move="1/hour", api_keys=("0" * 64,))
    assert client.post("/v1/games").code == "api_key_missing"
    assert refused(client.post("/v1/games", raw=b"{", content_type="text/plain"))
    assert client.post("/v1/games/aaaaaaaaaaaaaaaa/seats", {}).code == "game_not_found"
    assert refused(client.post("/v1/games/aaaaaaaaaaaaaaaa/moves", {}))
    assert client.post("/v1/games/AAAA/moves", {}).code == "game_not_found"
    assert client.get("/v1/games/aaaaaaaaaaaaaaaa/seats").code == "method_not_allowed"


def test_what_is_over_the_limit_changes_nothing(limited: Any, redis_client: redis.Redis) -> None:
    client = limited(limit_create="1/hour")
    client.post("/v1/games")
    stored = {key for key in redis_client.scan_iter("kiln:*") if b":game" in key}
    assert refused(client.post("/v1/games", {"owner_token": "an-owners-own-token-1234"}))
    assert {key for key in redis_client.scan_iter("kiln:*") if b":game" in key} == stored


def test_head_counts_like_get(limited: Any) -> None:
    client = limited(limit_read="1/hour")
    game = client.post("/v1/games").json["game"]["id"]
    assert client.send("HEAD", f"/v1/games/{game}").headers["RateLimit-Remaining"] == "0"
    assert client.send("HEAD", f"/v1/games/{game}").status == 429


def test_a_call_that_waits_counts_once(redis_url: str, redis_client: redis.Redis, promised: Contract) -> None:
    app = create_app(_config(redis_url, limit_read="5/hour"))
    client = client_of(app, promised)
    game = client.post("/v1/games").json["game"]["id"]
    assert client.get(f"/v1/games/{game}?after=1&wait=1").headers["RateLimit-Remaining"] == "4"
    app.extensions[STREAMS]._feeds._listener.close()  # nobody else would end its thread here


# ---- who is counted ----------------------------------------------------------------------------------


def test_each_address_is_counted_apart(redis_url: str, redis_client: redis.Redis, promised: Contract) -> None:
    app = create_app(_config(redis_url, limit_create="1/hour"))
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8:0:1::1", "2001:db8:0:2::1"):
        client = client_of(app, promised, address)
        assert not refused(client.post("/v1/games"))
        assert refused(client.post("/v1/games"))
    assert refused(client_of(app, promised, "2001:db8:0:1:ffff::2").post("/v1/games"))
    assert refused(client_of(app, promised, "::ffff:192.0.2.1").post("/v1/games"))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::"),
        ("", "none"),
        ("unix:", "none"),
        ("a" * 5000, "none"),
    ],
)
def test_what_counts_as_one_client(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_token_that_has_been_good_has_a_budget_of_its_own(limited: Any) -> None:
    client = limited(limit_move="2/hour")
    created = client.post("/v1/games", {"seed": 7})
    game = f"/v1/games/{created.json['game']['id']}"
    tokens = seat_tokens(created)
    first = client.post(f"{game}/moves?dry_run=true", {"number": 1, "move": "nonsense"}, token=tokens[2])
    assert first.headers["RateLimit-Remaining"] == "1"
    move = client.get(f"{game}/legal-moves").json["moves"][0]
    assert client.post(f"{game}/moves", {"number": 1, "move": move}, token=tokens[2]).status == 201
    assert refused(client.post(f"{game}/seats"))  # the address has none left
    again = client.post(f"{game}/moves", {"number": 1, "move": move}, token=tokens[2])
    assert (again.status, again.headers["RateLimit-Remaining"]) == (200, "1")
    assert refused(client.post(f"{game}/moves", {"number": 2, "move": move}, token=tokens[1]))


def test_a_token_is_counted_whatever_address_it_comes_from(
    redis_url: str, redis_client: redis.Redis, promised: Contract
) -> None:
    app = create_app(_config(redis_url, limit_read="3/hour"))
    client = client_of(app, promised)
    created = client.post("/v1/games")
    me = f"/v1/games/{created.json['game']['id']}/me"
    token = created.json["owner_token"]
    assert client.get(me, token=token).headers["RateLimit-Remaining"] == "2"
    for remaining in ("2", "1", "0"):
        other = client_of(app, promised, f"192.0.2.1{remaining}")
        assert other.get(me, token=token).headers["RateLimit-Remaining"] == remaining
    assert refused(client_of(app, promised, "192.0.2.99").get(me, token=token))


def test_tokens_that_are_made_up_open_no_budget(limited: Any, redis_client: redis.Redis) -> None:
    client = limited(limit_read="5/hour", limit_move="5/hour")
    game = f"/v1/games/{client.post('/v1/games').json['game']['id']}"
    for number in range(5):
        assert client.get(f"{game}/me", token=f"made-up-token-number-{number:04}").status == 401
        body = {"number": 1, "move": "N1 -"}
        assert client.post(f"{game}/moves", body, token=f"made-up-token-number-{number:04}").status == 401
    assert refused(client.get(f"{game}/me", token="made-up-token-number-0099"))
    assert refused(client.get(f"{game}", token="made-up-token-number-0099"))
    assert not list(redis_client.scan_iter("kiln:rate:*token*"))


def test_a_look_that_needs_no_token_proves_none(limited: Any, redis_client: redis.Redis) -> None:
    client = limited(limit_read="5/hour")
    game = f"/v1/games/{client.post('/v1/games').json['game']['id']}"
    for number in range(5):
        assert client.get(game, token=f"made-up-token-number-{number:04}").status == 200
    assert refused(client.get(game, token="made-up-token-number-0099"))


def test_tokens_that_are_collected_open_no_budget(limited: Any) -> None:
    """What makes new tokens, or needs none, counts for the address, with whatever token of whatever game it comes."""
    client = limited(limit_create="3/hour", limit_read="4/hour")
    games = [client.post("/v1/games") for _ in range(2)]
    owners = [game.json["owner_token"] for game in games]
    paths = [f"/v1/games/{game.json['game']['id']}" for game in games]
    for path, owner in zip(paths, owners, strict=True):
        assert client.get(f"{path}/me", token=owner).status == 200
    assert client.post("/v1/games", token=owners[0]).status == 201
    assert refused(client.post("/v1/games", token=owners[0]))
    for _ in range(2):
        client.get(paths[0], token=owners[0])
    assert refused(client.get(paths[0], token=owners[0]))
    assert refused(client.get(f"{paths[0]}/me", token=owners[1]))
    assert client.get(f"{paths[0]}/me", token=owners[0]).status == 200


def test_no_token_is_in_the_store(limited: Any, redis_client: redis.Redis) -> None:
    client = limited(limit_read="5/hour")
    created = client.post("/v1/games")
    token = created.json["owner_token"]
    for _ in range(2):
        client.get(f"/v1/games/{created.json['game']['id']}/me", token=token)
    keys = [key.decode() for key in redis_client.scan_iter("kiln:rate:*")]
    assert any("token:" in key for key in keys)
    assert not any(token in key for key in keys)


@pytest.mark.parametrize(
    ("hops", "forwarded", "counted"),
    [
        (0, "203.0.113.1", "192.0.2.1"),
        (1, "203.0.113.1", "203.0.113.1"),
        (1, "198.51.100.66, 203.0.113.1", "203.0.113.1"),
        (2, "198.51.100.66, 203.0.113.1, 203.0.113.2", "203.0.113.1"),
        (2, "203.0.113.1", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "nonsense", "none"),
    ],
)
def test_behind_proxies_the_address_that_they_have_seen_counts(
    redis_url: str, redis_client: redis.Redis, promised: Contract, hops: int, forwarded: str, counted: str
) -> None:
    client = client_of(create_app(_config(redis_url, limit_create="9/hour", proxy_hops=hops)), promised)
    client.post("/v1/games", headers={"X-Forwarded-For": forwarded})
    (key,) = redis_client.scan_iter("kiln:rate:*")
    assert f"address:{counted}/" in key.decode()


# ---- where it is counted ------------------------------------------------------------------------------


def test_all_workers_and_instances_count_together(
    redis_url: str, redis_client: redis.Redis, promised: Contract
) -> None:
    clients = [client_of(create_app(_config(redis_url, limit_create="4/hour")), promised) for _ in range(2)]
    for remaining in range(3, -1, -1):
        assert clients[remaining % 2].post("/v1/games").headers["RateLimit-Remaining"] == str(remaining)
    assert all(refused(client.post("/v1/games")) for client in clients)


def test_counting_takes_one_round_trip(short_path: Path, server_binary: Path | None) -> None:
    with EmbeddedServer(short_path, binary=server_binary) as server, redis.Redis.from_url(server.url) as client:
        rates = RedisRates(server.url, 1, 3.0)
        rates.take("a", 2, 60)
        client.config_resetstat()
        for _ in range(4):
            rates.take("a", 2, 60)
        commands = client.info("commandstats")
        assert commands["cmdstat_evalsha"]["calls"] == 4
        assert "cmdstat_eval" not in commands
        rates.close()


def test_a_counter_is_gone_when_all_is_free_again(redis_url: str, redis_client: redis.Redis) -> None:
    rates = RedisRates(redis_url, 1, 3.0)
    assert rates.take("a", 10, 60) == (True, 0.0, 6.0)
    assert 5000 < redis_client.pttl("kiln:rate:a") <= 6000
    assert (redis_client.memory_usage("kiln:rate:a") or 0) < 200
    rates.close()


class _Broken:
    def __init__(self) -> None:
        self.asked = 0
        self.broken = True

    def take(self, key: str, amount: int, period: float, calls: int = 1) -> tuple[bool, float, float]:  # noqa: ARG002
        """Signed like a counter."""
        self.asked += 1
        if self.broken:
            raise StoreUnavailable("it is away")
        return True, 0.0, 1.0


def test_while_the_store_is_away_each_worker_has_its_part_of_a_limit() -> None:
    shared, locally = _Broken(), []
    rates = SharedRates(shared, LocalRates(workers=2), lambda: locally.append(1))
    assert [rates.take("a", 6, 60)[0] for _ in range(4)] == [True, True, True, False]
    assert [rates.take("b", 1, 60)[0] for _ in range(2)] == [True, False]
    assert shared.asked == 1  # not each time: it would hold up every call
    assert len(locally) == 6


def test_when_the_store_is_back_it_counts_again() -> None:
    now = [100.0]
    shared = _Broken()
    rates = SharedRates(shared, LocalRates(1), lambda: None, clock=lambda: now[0])
    rates.take("a", 6, 60)
    shared.broken = False
    rates.take("a", 6, 60)
    assert shared.asked == 1
    now[0] += 3
    assert rates.take("a", 6, 60) == (True, 0.0, 1.0)


class _Shared:
    """A store that counts, by a clock that the test moves, and how often it is asked."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.asked = 0
        self._taken: dict[str, float] = {}

    def take(self, key: str, amount: int, period: float, calls: int = 1) -> tuple[bool, float, float]:
        self.asked += 1
        step = period / amount
        taken = max(self._taken.get(key, 0), self.now)
        over = taken + step * calls - self.now - period
        if over > 1e-6:
            return False, over, taken - self.now
        self._taken[key] = taken + step * calls
        return True, 0.0, self._taken[key] - self.now

    def process(self) -> SharedRates:
        return SharedRates(self, LocalRates(1), lambda: None, clock=lambda: self.now)


def test_who_is_far_from_the_limit_is_not_asked_about_each_time() -> None:
    shared = _Shared()
    process = shared.process()
    answers = [process.take("a", 6000, 60) for _ in range(1000)]
    assert all(allowed for allowed, _, _ in answers)
    assert shared.asked < 30
    assert [round(free / 0.01) for _, _, free in answers] == list(range(1, 1001))


@pytest.mark.parametrize("processes", [1, 2, 10, 64])
@pytest.mark.parametrize("amount", [10, 100, 3000])
def test_however_many_processes_there_are_the_limit_holds(amount: int, processes: int) -> None:
    shared = _Shared()
    all_processes = [shared.process() for _ in range(processes)]
    allowed = sum(all_processes[number % processes].take("a", amount, 3600)[0] for number in range(2 * amount + 200))
    most = amount if processes <= 16 else amount + amount // 15
    assert amount - processes <= allowed <= most


def test_near_the_limit_and_where_it_is_low_each_call_is_asked_about() -> None:
    shared = _Shared()
    process = shared.process()
    assert [process.take("a", 60, 60)[0] for _ in range(61)] == [True] * 60 + [False]
    assert shared.asked == 61


def test_a_call_now_and_then_is_no_debt() -> None:
    shared = _Shared()
    process = shared.process()
    for _ in range(500):
        allowed, _, free = process.take("a", 6000, 60)
        assert (allowed, round(free, 6)) == (True, 0.01)
        shared.now += 1


def test_what_was_let_through_is_counted_when_the_store_is_asked_again() -> None:
    shared = _Shared()
    one, other = shared.process(), shared.process()
    hour = 3600
    for _ in range(40):
        one.take("a", 6000, hour)
    assert shared.asked == 1
    shared.now += 6  # ten calls are free again
    one.take("a", 6000, hour)
    assert shared.asked == 2
    assert round(other.take("a", 6000, hour)[2] / (hour / 6000)) == 40 - 10 + 2


@pytest.mark.parametrize("amount", [1, 3, 7, 60, 1000])
def test_both_ways_to_count_give_the_same(amount: int, redis_url: str, redis_client: redis.Redis) -> None:
    stands = LocalRates(1, clock=lambda: 50.0)
    rates = RedisRates(redis_url, 1, 3.0)
    for _ in range(min(amount, 20)):
        one, other = stands.take("a", amount, 3600), rates.take("a", amount, 3600)
        assert one[0] is other[0] is True
        assert one[2] == pytest.approx(other[2], abs=0.5)
    rates.close()


def test_time_frees_one_call_after_the_other() -> None:
    now = [0.0]
    rates = LocalRates(1, clock=lambda: now[0])
    assert [rates.take("a", 3, 60)[0] for _ in range(4)] == [True, True, True, False]
    allowed, wait, free = rates.take("a", 3, 60)
    assert (allowed, wait, free) == (False, 20.0, 60.0)
    now[0] = 20.0
    assert [rates.take("a", 3, 60)[0] for _ in range(2)] == [True, False]
    now[0] = 500.0
    assert [rates.take("a", 3, 60)[0] for _ in range(4)] == [True, True, True, False]


def test_a_service_without_its_store_limits_all_the_same(promised: Contract) -> None:
    app = create_app(_config("redis://127.0.0.1:1/0", limit_analysis="4/hour", workers=2))
    client = client_of(app, promised)
    body = {"position": POSITION}
    assert [client.post("/v1/positions/describe", body).status for _ in range(3)] == [200, 200, 429]
    figures = client.get("/metrics").body.decode()
    assert "kiln_limited_locally_total 3.0" in figures
    assert 'kiln_rate_limited_total{budget="analysis"} 1.0' in figures
