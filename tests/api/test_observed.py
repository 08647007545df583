"""What is noted of each request: a line of the log, and figures. Once, and without anything that a client has sent."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.api.streams.streams import STREAMS
from service.app import create_app
from service.telemetry import logs
from service.telemetry.logs import configure_logs
from tests.buffered import buffered_client
from tests.unlimited import unlimited

if TYPE_CHECKING:
    import redis


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """The log, from here on."""
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    monkeypatch.setattr(logs, "_requests", logs._Requests())
    stream = io.StringIO()
    configure_logs("json", "info", stream)
    yield stream
    root.setLevel(before[0])
    root.handlers[:] = before[1]
    logging.captureWarnings(False)


@pytest.fixture
def client(redis_url: str, redis_client: redis.Redis) -> Iterator[FlaskClient]:
    app = create_app(unlimited(redis_url=redis_url))
    yield buffered_client(app)
    app.extensions[STREAMS]._feeds._listener.close()  # nobody else would end its thread here


def requests(log: io.StringIO) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, log.getvalue().splitlines()) if line["logger"] == "kiln.requests"]


def figures(client: FlaskClient) -> dict[str, float]:
    """All figures by their names and labels, as they are written."""
    text = client.get("/metrics").get_data(as_text=True)
    return {
        f"{sample.name}{json.dumps(sample.labels, sort_keys=True)}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def counted(client: FlaskClient, **labels: str) -> float:
    wanted = {"method": "GET", "manner": "call", "status": "200"} | labels
    return figures(client).get(f"kiln_request_seconds_count{json.dumps(wanted, sort_keys=True)}", 0)


def test_a_request_has_one_line_with_what_there_is_to_know(client: FlaskClient, log: io.StringIO) -> None:
    created = client.post("/v1/games", json={"seed": 7}, headers={"X-Request-ID": "mine"}).get_json()
    game = created["game"]["id"]
    client.get(f"/v1/games/{game}/moves/99")
    create, look = requests(log)
    assert re.fullmatch(r"[0-9a-f]{16}", look.pop("request_id"))
    for line in (create, look):
        assert 0 < line.pop("seconds") < 30
        assert line.pop("timestamp")
    common = {"logger": "kiln.requests", "event": "request", "level": "info", "game": game}
    assert create == {**common, "request_id": "mine", "method": "POST", "route": "/v1/games", "status": 201}
    assert look == {
        **common,
        "method": "GET",
        "route": "/v1/games/{id}/moves/{number}",
        "status": 404,
        "problem": "move_not_found",
    }


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("known", [True, False])
def test_answers_without_a_body_have_one_too(client: FlaskClient, log: io.StringIO, method: str, known: bool) -> None:
    game = client.post("/v1/games").get_json()["game"]["id"]
    client.open(f"/v1/games/{game}", method=method, headers={"If-None-Match": '"1"'} if known else {})
    assert [line["status"] for line in requests(log)] == [201, 304 if known else 200]


def test_probes_that_are_well_are_not_told(client: FlaskClient, log: io.StringIO) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert client.get(path).status_code == 200
    assert requests(log) == []


def test_nothing_that_a_client_sends_is_in_the_log(client: FlaskClient, log: io.StringIO) -> None:
    created = client.post("/v1/games", json={"seats": [{"name": "hunter2"}, {}]}).get_json()
    token, game = created["owner_token"], created["game"]["id"]
    bearer = {"Authorization": f"Bearer {token}", "X-API-Key": "hunter2", "User-Agent": "hunter2"}
    for path in (f"/v1/games/{token}", f"/v1/games/{game}/me?token=hunter2", "/hunter2", f"/v1/games/{game}/hunter2"):
        client.get(path, headers=bearer)
        client.post(path, data="hunter2", headers=bearer)
        client.open(path, method="HUNTER2", headers=bearer)
    assert len(requests(log)) == 13
    for secret in (token, *(entry["token"] for entry in created["seat_tokens"]), "hunter2", "HUNTER2", "127.0.0.1"):
        assert secret not in log.getvalue(), secret


def test_an_error_tells_the_requests_id_and_no_secret(
    client: FlaskClient, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = client.post("/v1/games").get_json()
    token = created["owner_token"]

    def fail(*_: Any) -> None:
        raise RuntimeError(f"token {token!r} in {{'owner_token': 'hunter2'}}")

    monkeypatch.setattr("service.games.service.GameService.whoami", fail)
    answer = client.get(
        f"/v1/games/{created['game']['id']}/me",
        headers={"Authorization": f"Bearer {token}", "X-Request-ID": "mine"},
    )
    assert answer.status_code == 500
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["level"], line["request_id"]) for line in lines[1:]] == [("error", "mine"), ("info", "mine")]
    assert "RuntimeError" in lines[1]["exception"]
    assert token not in log.getvalue()
    assert "hunter2" not in log.getvalue()


def test_requests_are_counted_by_route_status_and_method(client: FlaskClient) -> None:
    game = client.post("/v1/games").get_json()["game"]["id"]
    for _ in range(3):
        client.get(f"/v1/games/{game}")
    client.get("/v1/games/aaaaaaaaaaaaaaaa")
    client.get("/nowhere")
    client.get("/nowhere/else")
    client.delete("/v1/games")
    client.open("/v1/games", method="BREW")
    assert counted(client, route="/v1/games", method="POST", status="201") == 1
    assert counted(client, route="/v1/games/{id}") == 3
    assert counted(client, route="/v1/games/{id}", status="404") == 1
    assert counted(client, route="unmatched", status="404") == 2
    assert counted(client, route="unmatched", status="405", method="DELETE") == 1
    assert counted(client, route="unmatched", status="405", method="OTHER") == 1


def test_whatever_is_sent_there_are_no_more_figures(client: FlaskClient) -> None:
    def attack(number: int) -> None:
        for path in (f"/{number}", f"/v1/games/{'a' * 16}{number:04}", f"/v1/games/x{number}/moves", f"/docs/{number}"):
            client.get(path, headers={"X-Request-ID": f"r{number}"})
            client.open(path, method=f"M{number}")

    attack(0)
    client.get("/metrics")
    before = set(figures(client))
    for number in range(1, 20):
        attack(number)
    assert set(figures(client)) == before


def test_a_call_that_waits_is_counted_once_with_its_whole_time(client: FlaskClient, log: io.StringIO) -> None:
    game = client.post("/v1/games").get_json()["game"]["id"]
    client.get(f"/v1/games/{game}?after=1&wait=1")
    line = requests(log)[-1]
    assert (line["manner"], line["status"]) == ("wait", 200)
    assert line["seconds"] >= 1
    assert counted(client, route="/v1/games/{id}", manner="wait") == 1
    assert counted(client, route="/v1/games/{id}") == 0
    assert figures(client)['kiln_waiting{"kind": "wait"}'] == 0


def test_a_stream_is_open_until_its_end_and_counted_then(client: FlaskClient, log: io.StringIO) -> None:
    game = client.post("/v1/games").get_json()["game"]["id"]
    stream = client.get(f"/v1/games/{game}/events", stream=True)
    assert figures(client)['kiln_waiting{"kind": "stream"}'] == 1
    assert len(requests(log)) == 1
    stream.close()
    assert figures(client)['kiln_waiting{"kind": "stream"}'] == 0
    assert (requests(log)[-1]["manner"], requests(log)[-1]["route"]) == ("stream", "/v1/games/{id}/events")
    assert counted(client, route="/v1/games/{id}/events", manner="stream") == 1


def test_games_moves_and_problems_are_counted(client: FlaskClient, redis_client: redis.Redis) -> None:
    created = client.post("/v1/games", json={"seed": 7, "players": 3}).get_json()
    path = f"/v1/games/{created['game']['id']}"
    token = created["seat_tokens"][1]["token"]
    moves = client.get(f"{path}/legal-moves").get_json()["moves"]
    for move in (moves[0], moves[0], moves[1]):
        client.post(f"{path}/moves", json={"number": 1, "move": move}, headers={"Authorization": f"Bearer {token}"})
    redis_client.hset(f"kiln:{{{created['game']['id']}}}:game", "state", "{")
    client.get(path)
    found = figures(client)
    assert found['kiln_games_created_total{"kind": "3"}'] == 1
    assert found['kiln_moves_total{"kind": "3"}'] == 1
    assert found['kiln_problems_total{"code": "number_taken"}'] == 1
    assert found['kiln_problems_total{"code": "game_damaged"}'] == 1
    assert found['kiln_unreadable_games_total{"reason": "damaged"}'] == 1
    assert found['kiln_store_seconds_count{"operation": "create"}'] == 1


def test_figures_can_be_kept_from_those_who_call(redis_url: str) -> None:
    off = buffered_client(create_app(unlimited(redis_url=redis_url, metrics=False)))
    answer = off.get("/metrics")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")


def test_a_port_of_their_own_has_figures_and_nothing_else(redis_url: str) -> None:
    client = buffered_client(create_app(unlimited(redis_url=redis_url, metrics=False, metrics_port=9100)))
    there = {"SERVER_PORT": "9100"}
    client.get("/healthz")
    answer = client.get("/metrics", environ_overrides=there)
    assert (answer.status_code, answer.content_type) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert 'route="/healthz"' in answer.get_data(as_text=True)
    assert 'route="/metrics"' not in answer.get_data(as_text=True)
    for method, path in (("GET", "/healthz"), ("POST", "/v1/games"), ("GET", "/"), ("GET", "/metrics/")):
        assert client.open(path, method=method, environ_overrides=there).status_code == 404
    assert client.post("/metrics", environ_overrides=there).status_code == 405
    forged = {"Host": "localhost:9100", "X-Forwarded-Port": "9100"}
    assert client.get("/metrics", headers=forged).status_code == 404
