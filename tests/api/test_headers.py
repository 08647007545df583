"""Headers on every answer, entity tags, what may be kept."""

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import Table, new_table


@pytest.mark.parametrize("given", ["a", "A" * 64, "0.9_-z"])
def test_a_request_id_is_kept(client: CheckedClient, given: str) -> None:
    for path in ["/healthz", "/nothing", "/v1/games/BAD"]:
        assert client.get(path, headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "A" * 65, "a b", "a/b", "ä", "a,b", '"a"'])
def test_a_request_id_that_is_none_is_replaced(client: CheckedClient, given: str) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] not in (given, "")


def test_each_request_gets_an_id_of_its_own(client: CheckedClient) -> None:
    assert len({client.get("/healthz").headers["X-Request-ID"] for _ in range(50)}) == 50


def test_a_page_of_another_origin_may_read_the_headers_that_matter(client: CheckedClient) -> None:
    for path in ["/healthz", "/nothing"]:
        exposed = client.get(path).headers["Access-Control-Expose-Headers"].split(", ")
        assert {"ETag", "Location", "Allow", "Retry-After", "WWW-Authenticate", "X-Request-ID"} <= set(exposed)


def test_answers_with_a_token_are_not_to_be_stored(client: CheckedClient) -> None:
    created = client.post("/v1/games", {"seats": [{"open": True}, {}]})
    game = created.json["game"]["id"]
    claimed = client.post(f"/v1/games/{game}/seats")
    token = claimed.json["seat_token"]["token"]
    replaced = client.put(f"/v1/games/{game}/seats/1/token", token=token)
    for answer in (created, claimed, replaced):
        assert answer.headers["Cache-Control"] == "no-store"


def test_reads_of_a_game_are_private_and_have_an_entity_tag(client: CheckedClient, table: Table) -> None:
    table.play()
    for tail in ["", "/legal-moves", "/legal-moves/tree", "/moves", "/moves/1", "/record", "/me"]:
        answer = client.get(f"{table.path}{tail}", token=table.owner)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        tag = answer.headers["ETag"]
        assert tag.startswith('"')
        again = client.get(f"{table.path}{tail}", token=table.owner, headers={"If-None-Match": tag})
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)
        assert again.headers["Cache-Control"] == "private, no-cache"
        head = client.send("HEAD", f"{table.path}{tail}", token=table.owner, headers={"If-None-Match": tag})
        assert head.status == 304


def test_the_entity_tag_of_a_game_is_its_version(client: CheckedClient, table: Table) -> None:
    assert client.get(table.path).headers["ETag"] == '"1"'
    assert client.get(table.path, headers={"If-None-Match": '"1"'}).status == 304
    table.play()
    changed = client.get(table.path, headers={"If-None-Match": '"1"'})
    assert (changed.status, changed.headers["ETag"], changed.json["version"]) == (200, '"2"', 2)


@pytest.mark.parametrize("known", ['"1"', 'W/"1"', "*", " * ", '"0", "1"', '"0","1"', 'W/"9", W/"1"', '"a,b", "1"'])
def test_if_none_match_takes_lists_weak_tags_and_the_star(client: CheckedClient, table: Table, known: str) -> None:
    assert client.get(table.path, headers={"If-None-Match": known}).status == 304


@pytest.mark.parametrize("known", ["", "1", '"2"', '"11"', 'w/"2"', '"1', "'1'", '"\\"1"', "**", '"0" "01"'])
def test_if_none_match_with_another_tag_gets_the_game(client: CheckedClient, table: Table, known: str) -> None:
    assert client.get(table.path, headers={"If-None-Match": known}).status == 200


def test_if_none_match_does_not_hide_that_a_game_is_gone(client: CheckedClient) -> None:
    assert client.get("/v1/games/" + "a" * 20, headers={"If-None-Match": "*"}).status == 404


def test_looking_and_replacing_a_token_change_nothing_that_a_game_shows(client: CheckedClient) -> None:
    table = new_table(client)
    before = client.get(table.path)
    client.get(f"{table.path}/legal-moves")
    client.put(f"{table.path}/seats/1/token", token=table.owner)
    assert client.get(table.path).body == before.body
