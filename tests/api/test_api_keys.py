"""API keys: who may create and remove games where there are any."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from service.api.keys import key_hash
from service.app import create_app
from tests.api.checked import CheckedClient, Contract
from tests.unlimited import unlimited

if TYPE_CHECKING:
    import redis

KEY, OTHER = "a-key-of-a-platform", "the key of another: ~!"
HASHES = (key_hash(KEY.encode()), key_hash(OTHER.encode()).upper())


@pytest.fixture(scope="module")
def guarded(redis_url: str, promised: Contract) -> CheckedClient:
    """A client of a service with two keys."""
    app = create_app(replace(unlimited(redis_url=redis_url), api_keys=HASHES))
    return CheckedClient(app.test_client(), promised)


def key(text: str) -> dict[str, str]:
    return {"X-API-Key": text}


@pytest.mark.parametrize("text", [KEY, OTHER])
def test_with_a_key_games_are_created_and_removed(guarded: CheckedClient, text: str) -> None:
    created = guarded.post("/v1/games", headers=key(text))
    assert created.status == 201
    path, token = f"/v1/games/{created.json['game']['id']}", created.json["owner_token"]
    assert guarded.delete(path, token=token, headers=key(text)).status == 204


def test_without_a_key_they_are_not(guarded: CheckedClient) -> None:
    path = f"/v1/games/{guarded.post('/v1/games', headers=key(KEY)).json['game']['id']}"
    for answer in (guarded.post("/v1/games"), guarded.delete(path), guarded.post("/v1/games", headers=key(""))):
        assert (answer.status, answer.code) == (401, "api_key_missing")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert guarded.get(path).status == 200


@pytest.mark.parametrize("text", [KEY[:-1], KEY + "x", KEY.upper(), HASHES[0], "Bearer " + KEY, "\xff\xfe", "x" * 8000])
def test_with_a_key_that_is_none_they_are_not(guarded: CheckedClient, text: str) -> None:
    answer = guarded.post("/v1/games", headers=key(text))
    assert (answer.status, answer.code) == (401, "api_key_unknown")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert text not in answer.json["detail"]


def test_a_token_is_no_key_and_a_key_no_token(guarded: CheckedClient) -> None:
    created = guarded.post("/v1/games", headers=key(KEY)).json
    assert guarded.post("/v1/games", token=created["owner_token"]).code == "api_key_missing"
    assert guarded.post("/v1/games", headers=key(created["owner_token"])).code == "api_key_unknown"
    path = f"/v1/games/{created['game']['id']}"
    assert guarded.delete(path, headers=key(KEY)).code == "token_missing"
    assert guarded.delete(path, token="a-token-of-nobody-at-all", headers=key(KEY)).code == "token_unknown"


def test_the_key_comes_before_the_body_and_the_game(guarded: CheckedClient) -> None:
    assert guarded.post("/v1/games", raw=b"{", content_type="text/plain").code == "api_key_missing"
    assert guarded.delete("/v1/games/aaaaaaaaaaaaaaaa").code == "api_key_missing"
    assert guarded.delete("/v1/games/AAAA").code == "game_not_found"
    assert guarded.send("PUT", "/v1/games").code == "method_not_allowed"


def test_players_need_no_key(guarded: CheckedClient) -> None:
    body = {"seats": [{"open": True}, {"open": True}], "seed": 7}
    path = f"/v1/games/{guarded.post('/v1/games', body, headers=key(KEY)).json['game']['id']}"
    tokens = [guarded.post(f"{path}/seats").json["seat_token"]["token"] for _ in range(2)]
    assert guarded.get(path).json["status"] == "playing"
    move = guarded.get(f"{path}/legal-moves?limit=1").json["moves"][0]
    assert guarded.post(f"{path}/moves", {"number": 1, "move": move}, token=tokens[1]).status == 201
    assert guarded.delete(f"{path}/seats/1", token=tokens[0]).status == 200


def test_without_keys_none_is_looked_at(client: CheckedClient, redis_client: redis.Redis) -> None:
    assert client.post("/v1/games", headers=key("anything")).status == 201


def test_the_contract_has_it_as_a_scheme(promised: Contract) -> None:
    document = promised.document
    scheme = document["components"]["securitySchemes"]["api_key"]
    assert (scheme["type"], scheme["in"], scheme["name"]) == ("apiKey", "header", "X-API-Key")
    create = document["paths"]["/v1/games"]["post"]
    delete = document["paths"]["/v1/games/{id}"]["delete"]
    assert create["security"] == [{}, {"api_key": []}]
    assert delete["security"] == [{"token": []}, {"token": [], "api_key": []}]
    for operation in (create, delete):
        examples = promised.resolved(operation["responses"]["401"])["content"]["application/problem+json"]["examples"]
        assert {"api_key_missing", "api_key_unknown"} <= set(examples)
