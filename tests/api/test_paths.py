"""Paths, methods, HEAD and OPTIONS."""

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import Table

NO_GAME = "a" * 20


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v2/games",
        "/v1/games/",
        "//v1/games",
        "/v1//games",
        "/V1/games",
        "/healthz/",
        "/docs/",
        "/docs/nothing.js",
        "/docs/../openapi.json",
        "/v1/positions",
        "/v1/positions/describe/",
        "/v1/games/%2e%2e/x",
        f"/v1/games/{NO_GAME}/",
        f"/v1/games/{NO_GAME}//moves",
        f"/v1/games/{NO_GAME}/nothing",
        f"/v1/games/{NO_GAME}/moves/1/",
        f"/v1/games/{NO_GAME}/events/",
        f"/v1/games/{NO_GAME}/board.png",
        f"/v1/games/{NO_GAME}/rematch/",
    ],
)
def test_a_path_that_leads_nowhere_is_not_found_and_not_redirected(client: CheckedClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status, answer.code) == (404, "not_found")
    assert "Location" not in answer.headers


@pytest.mark.parametrize(
    "game_id", ["x", "a" * 15, "a" * 33, "A" * 20, "a" * 19 + "-", "a" * 19 + "%0A", "a" * 19 + "é", "%00" * 20, "."]
)
def test_an_id_that_is_none_is_a_game_that_is_not_found(client: CheckedClient, game_id: str) -> None:
    for method, tail in [("GET", ""), ("GET", "/moves/0"), ("POST", "/moves"), ("GET", "/seats/9"), ("PATCH", "")]:
        answer = client.send(method, f"/v1/games/{game_id}{tail}")
        assert (answer.status, answer.code) == (404, "game_not_found")


def test_an_unknown_id_is_a_game_that_is_not_found(client: CheckedClient) -> None:
    for tail in [
        "",
        "/me",
        "/moves",
        "/moves/1",
        "/legal-moves",
        "/legal-moves/tree",
        "/record",
        "/events",
        "/board.svg",
    ]:
        assert client.get(f"/v1/games/{NO_GAME}{tail}").code == "game_not_found"
    assert client.delete(f"/v1/games/{NO_GAME}").code == "game_not_found"
    assert client.post(f"/v1/games/{NO_GAME}/seats").code == "game_not_found"
    assert client.post(f"/v1/games/{NO_GAME}/moves", {"number": 1, "move": "?"}).code == "game_not_found"


@pytest.mark.parametrize("seat", ["0", "5", "01", "+1", "1.0", "a", "-1", "²", "%EF%BC%91", "11", "1%0A"])
def test_a_seat_that_is_none_is_not_found_whatever_the_game_and_the_method(
    client: CheckedClient, table: Table, seat: str
) -> None:
    for game in (table.path, f"/v1/games/{NO_GAME}"):
        for method, tail in [("POST", ""), ("DELETE", ""), ("PUT", "/token"), ("GET", "")]:
            answer = client.send(method, f"{game}/seats/{seat}{tail}")
            assert (answer.status, answer.code) == (404, "seat_not_found")


@pytest.mark.parametrize("number", ["0", "01", "1000000", "-1", "1e3", "one", "1.5", "%D9%A1", "1_0", "1%0A"])
def test_a_move_number_that_is_none_is_not_found(client: CheckedClient, table: Table, number: str) -> None:
    answer = client.get(f"{table.path}/moves/{number}")
    assert (answer.status, answer.code) == (404, "move_not_found")


def test_a_path_may_be_written_with_percent_signs(client: CheckedClient, table: Table) -> None:
    assert client.get(f"/v1/%67ames/{table.id}").status == 200


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("GET", "/v1/positions/play", "OPTIONS, POST"),
        ("HEAD", "/v1/records/check", "OPTIONS, POST"),
        ("PATCH", f"/v1/games/{NO_GAME}", "DELETE, GET, HEAD, OPTIONS"),
        ("TRACE", f"/v1/games/{NO_GAME}", "DELETE, GET, HEAD, OPTIONS"),
        ("GET", f"/v1/games/{NO_GAME}/seats/1", "DELETE, OPTIONS, POST"),
        ("POST", f"/v1/games/{NO_GAME}/seats/1/token", "OPTIONS, PUT"),
        ("DELETE", f"/v1/games/{NO_GAME}/moves", "GET, HEAD, OPTIONS, POST"),
        ("POST", "/healthz", "GET, HEAD, OPTIONS"),
        ("BREW", "/docs", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_method_that_is_not_there_is_told_which_are(
    client: CheckedClient, method: str, path: str, allowed: str
) -> None:
    answer = client.send(method, path)
    assert answer.status == 405
    assert answer.headers["Allow"] == allowed
    if method != "HEAD":
        assert answer.code == "method_not_allowed"


def test_head_answers_like_get_without_a_body(client: CheckedClient, table: Table) -> None:
    for path in [table.path, f"{table.path}/legal-moves", f"{table.path}/record", "/healthz", "/openapi.json", "/docs"]:
        get, head = client.get(path), client.send("HEAD", path)
        assert head.status == get.status == 200
        assert head.body == b""
        for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
            assert head.headers.get(name) == get.headers.get(name)
    assert client.send("HEAD", f"/v1/games/{NO_GAME}").status == 404


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS, POST"),
        (f"/v1/games/{NO_GAME}", "DELETE, GET, HEAD, OPTIONS"),
        ("/readyz", "GET, HEAD, OPTIONS"),
        ("/docs/swagger-ui.css", "GET, HEAD, OPTIONS"),
        ("/nothing/here", "OPTIONS"),
        ("/v1/games/BAD/moves", "OPTIONS"),
    ],
)
def test_options_answers_everywhere_so_that_a_browser_may_call(client: CheckedClient, path: str, allowed: str) -> None:
    asked = {
        "Origin": "https://play.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    answer = client.send("OPTIONS", path, headers=asked)
    assert answer.status == 204
    assert answer.body == b""
    assert ", ".join(sorted(answer.headers["Allow"].split(", "))) == allowed
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, DELETE, OPTIONS"
    assert (
        answer.headers["Access-Control-Allow-Headers"]
        == "Authorization, Content-Type, If-None-Match, Last-Event-ID, X-API-Key, X-Request-ID"
    )
    assert "Access-Control-Max-Age" in answer.headers
