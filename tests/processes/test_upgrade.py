"""Services of two versions on one store, while one takes over from the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import redis

from service.store.keys import game_key, game_keys
from tests.processes.serving import Service
from tests.store.server import Server
from tests.store.stored import FOLDER, put

pytestmark = pytest.mark.xdist_group("processes")

OLDER = sorted(path.stem for path in FOLDER.glob("game_1_*.json"))
"""Those of form 2 have bots, which move by themselves: see test_bots."""


@pytest.fixture
def store(server: Server) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture(scope="module")
def other(server: Server) -> Iterator[Service]:
    """A second service on the same store."""
    service = Service(server.url)
    yield service
    service.close()


def read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return document


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("name", OLDER)
def test_a_game_of_an_older_version_is_played_on_by_turns(
    service: Service, other: Service, store: redis.Redis, name: str
) -> None:
    document = read(name)
    put(store, document)
    path = f"/v1/games/{document['game']}"
    tokens: dict[int, str] = {int(seat): token for seat, token in document["tokens"].items()}
    game = service.client.get(path).json()
    shown = document["shows"]
    assert {key: game[key] for key in shown} == shown
    while game["status"] == "waiting":
        claimed = other.client.post(f"{path}/seats").json()
        tokens[claimed["seat_token"]["seat"]], game = claimed["seat_token"]["token"], claimed["game"]
    for turn in range(6):
        if game["status"] != "playing":
            break
        one, two = (service, other)[:: 1 if turn % 2 else -1]
        move = one.client.get(f"{path}/legal-moves?limit=1").json()["moves"][0]
        body = {"number": game["number"], "move": move}
        played = two.client.post(f"{path}/moves", json=body, headers=bearer(tokens[game["to_move"]]))
        assert played.status_code == 201, played.text
        game = played.json()["game"]
        assert one.client.get(path).json() == game
    record = other.client.get(f"{path}/record").json()
    checked = service.client.post("/v1/records/check", json=record).json()
    assert checked == {"position": game["position"], "outcome": game["outcome"]}


def test_what_a_newer_version_has_added_outlives_moves_of_an_older_one(
    service: Service, other: Service, store: redis.Redis
) -> None:
    document = read("newer_fields")
    put(store, document)
    key, path = game_key(document["game"]), f"/v1/games/{document['game']}"
    before = json.loads(store.hget(key, "state") or b"")
    game = service.client.get(path).json()
    for client in (service.client, other.client, service.client):
        move = client.get(f"{path}/legal-moves?limit=1").json()["moves"][0]
        token = document["tokens"][str(game["to_move"])]
        body = {"number": game["number"], "move": move}
        game = client.post(f"{path}/moves", json=body, headers=bearer(token)).json()["game"]
    after = json.loads(store.hget(key, "state") or b"")
    assert game["version"] == document["shows"]["version"] + 3
    assert {name: after[name] for name in ("tags", "pause")} == {name: before[name] for name in ("tags", "pause")}
    assert [seat.get("avatar", "none") for seat in after["seats"]] == ["owl", "none", None, "none"]


def calls(document: dict[str, Any], client: httpx.Client) -> Iterator[httpx.Response]:
    path, owner = f"/v1/games/{document['game']}", bearer(document["owner"])
    for ending in ("", "/me", "/moves", "/moves/1", "/record", "/legal-moves", "/legal-moves/tree", "/events"):
        yield client.get(path + ending, headers=owner)
    yield client.post(f"{path}/moves", json={"number": 41, "move": "N1 -"}, headers=bearer(document["tokens"]["1"]))
    yield client.post(f"{path}/seats")
    yield client.put(f"{path}/seats/1/token", headers=owner)
    yield client.delete(f"{path}/seats/1", headers=owner)
    yield client.delete(path, headers=owner)


@pytest.mark.parametrize("name", ["newer_rules", "newer_format"])
def test_a_game_that_needs_a_newer_version_is_refused_and_stays_as_it_is(
    service: Service, store: redis.Redis, name: str
) -> None:
    document = read(name)
    put(store, document)
    stored = [store.dump(key) for key in game_keys(document["game"])]
    for answer in calls(document, service.client):
        assert (answer.status_code, answer.json()["code"]) == (503, "newer_rules"), answer.request
        assert answer.headers["Retry-After"]
    assert [store.dump(key) for key in game_keys(document["game"])] == stored


def test_a_damaged_game_is_told_of_and_harms_no_other(service: Service, store: redis.Redis) -> None:
    whole = read("game_1_playing")
    put(store, whole)
    damaged = json.loads(json.dumps(whole).replace(whole["game"], "damaged0123456789012"))
    put(store, damaged)
    store.delete(game_keys(damaged["game"])[1])  # its moves
    before = _figure(service, 'kiln_unreadable_games_total{reason="damaged"}')
    answers = list(calls(damaged, service.client))
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(500, "game_damaged")}
    assert _figure(service, 'kiln_unreadable_games_total{reason="damaged"}') >= before + len(answers)
    path = f"/v1/games/{whole['game']}"
    move = service.client.get(f"{path}/legal-moves?limit=1").json()["moves"][0]
    token = whole["tokens"][str(whole["shows"]["to_move"])]
    body = {"number": whole["shows"]["number"], "move": move}
    assert service.client.post(f"{path}/moves", json=body, headers=bearer(token)).status_code == 201


def _figure(service: Service, name: str) -> float:
    for line in service.client.get("/metrics").text.splitlines():
        if line.startswith(f"{name} "):
            return float(line.rpartition(" ")[2])
    return 0.0
