"""Health and readiness."""

import time

from service.app import create_app
from service.config import Config
from tests.api.checked import CheckedClient, Contract
from tests.api.table import Table

NOBODY = "redis://127.0.0.1:1/0"


def test_a_service_with_a_store_is_alive_and_ready(client: CheckedClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ok"}


def test_without_a_store_a_service_is_alive_and_says_soon_that_it_is_not_ready(promised: Contract) -> None:
    client = CheckedClient(create_app(Config(redis_url=NOBODY)).test_client(), promised)
    assert client.get("/healthz").status == 200
    begun = time.monotonic()
    answer = client.get("/readyz")
    assert (answer.status, answer.code) == (503, "store_unavailable")
    assert time.monotonic() - begun < 2
    assert answer.headers["Retry-After"].isdecimal()


def test_without_a_store_every_call_about_games_says_so(promised: Contract) -> None:
    client = CheckedClient(create_app(Config(redis_url=NOBODY)).test_client(), promised)
    path = "/v1/games/" + "a" * 20
    for method, tail in [
        ("GET", ""),
        ("DELETE", ""),
        ("GET", "/me"),
        ("GET", "/moves"),
        ("GET", "/moves/1"),
        ("GET", "/legal-moves"),
        ("GET", "/legal-moves/tree"),
        ("GET", "/record"),
        ("POST", "/seats"),
        ("POST", "/seats/1"),
        ("DELETE", "/seats/1"),
        ("PUT", "/seats/1/token"),
    ]:
        assert client.send(method, path + tail).code == "store_unavailable"
    assert client.post(f"{path}/moves", {"number": 1, "move": "N1 -"}).code == "store_unavailable"
    assert client.post("/v1/games").code == "store_unavailable"
    assert client.post("/v1/positions/describe", {"position": "x"}).code == "invalid_position"


def test_what_is_wrong_before_the_store_is_told_without_it(promised: Contract) -> None:
    client = CheckedClient(create_app(Config(redis_url=NOBODY)).test_client(), promised)
    assert client.get("/v1/games/BAD").code == "game_not_found"
    assert client.post("/v1/games", {"players": 9}).code == "invalid_field"


def test_a_probe_changes_no_game(client: CheckedClient, table: Table) -> None:
    before = table.game
    client.get("/readyz")
    assert table.game == before
