"""The list of public games, rematches, time for moves and pictures, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import START, Table, new_table

NO_GAME = "a" * 20


def listed(client: CheckedClient, query: str = "") -> list[dict[str, Any]]:
    answer = client.get(f"/v1/games{query}")
    assert answer.status == 200
    games: list[dict[str, Any]] = answer.json["games"]
    return games


class TestList:
    def test_public_games_are_listed_newest_first(self, client: CheckedClient) -> None:
        older = new_table(client, {"public": True})
        newer = new_table(client, {"public": True, "seats": [{"name": "Ada"}, {"open": True}]})
        new_table(client)
        assert [game["id"] for game in listed(client)][:2] == [newer.id, older.id]

    def test_a_game_is_listed_in_short(self, client: CheckedClient) -> None:
        table = new_table(client, {"public": True, "seats": [{"name": "Ada"}, {"name": "Grace"}]})
        (summary,) = [game for game in listed(client) if game["id"] == table.id]
        assert summary["seats"] == [
            {"seat": 1, "name": "Ada", "state": "taken", "bot": None, "colors": ["red"], "scores": [0]},
            {"seat": 2, "name": "Grace", "state": "taken", "bot": None, "colors": ["blue"], "scores": [0]},
        ]
        for name in ("version", "status", "number", "to_move", "target", "created_at", "updated_at", "move_seconds"):
            assert summary[name] == table.game[name]

    def test_an_unchanged_page_is_not_sent_again(self, client: CheckedClient) -> None:
        tag = client.get("/v1/games?limit=1").headers["ETag"]
        assert client.get("/v1/games?limit=1", headers={"If-None-Match": tag}).status == 304
        new_table(client, {"public": True})
        assert client.get("/v1/games?limit=1", headers={"If-None-Match": tag}).status == 200

    def test_the_list_can_be_narrowed_by_status(self, client: CheckedClient) -> None:
        waiting = new_table(client, {"public": True, "seats": [{}, {"open": True}]})
        playing = new_table(client, {"public": True})
        assert waiting.id in [game["id"] for game in listed(client, "?status=waiting")]
        assert playing.id not in [game["id"] for game in listed(client, "?status=waiting")]
        assert playing.id in [game["id"] for game in listed(client, "?status=playing")]

    def test_page_after_page_shows_each_game_once(self, client: CheckedClient) -> None:
        created = [new_table(client, {"public": True}).id for _ in range(5)]
        found: list[str] = []
        cursor = ""
        while True:
            answer = client.get(f"/v1/games?limit=2{cursor}")
            found += [game["id"] for game in answer.json["games"]]
            if answer.json["next_cursor"] is None:
                break
            cursor = f"&cursor={answer.json['next_cursor']}"
        assert [game for game in found if game in created] == created[::-1]
        assert len(set(found)) == len(found)

    def test_a_removed_or_finished_game_is_listed_no_more(self, client: CheckedClient) -> None:
        gone, over = (new_table(client, {"public": True}) for _ in range(2))
        assert client.delete(gone.path, token=gone.owner).status == 204
        assert client.delete(f"{over.path}/seats/1", token=over.owner).status == 200
        assert not {gone.id, over.id} & {game["id"] for game in listed(client)}

    @pytest.mark.parametrize(
        ("query", "parameter"),
        [
            ("?status=finished", "status"),
            ("?limit=0", "limit"),
            ("?limit=101", "limit"),
            ("?cursor=nothing", "cursor"),
            ("?cursor=", "cursor"),
            ("?page=2", "page"),
        ],
    )
    def test_what_cannot_be_asked_for_is_told(self, client: CheckedClient, query: str, parameter: str) -> None:
        answer = client.get(f"/v1/games{query}")
        assert (answer.status, answer.code) == (422, "invalid_field")
        assert [error["parameter"] for error in answer.json["errors"]] == [parameter]


class TestRematch:
    def test_the_first_call_creates_it_and_every_other_finds_it(self, client: CheckedClient, table: Table) -> None:
        client.delete(f"{table.path}/seats/1", token=table.owner)
        first = client.post(f"{table.path}/rematch", token=table.tokens[2])
        again = client.post(f"{table.path}/rematch", token=table.tokens[1])
        assert (first.status, again.status) == (201, 200)
        game = first.json["game"]
        assert again.json["game"]["id"] == game["id"] != table.id
        assert first.headers["Location"] == f"/v1/games/{game['id']}"
        assert (game["status"], [seat["state"] for seat in game["seats"]]) == ("playing", ["taken", "taken"])
        assert client.get(table.path).json["rematch"] == game["id"]
        assert client.get(f"/v1/games/{game['id']}/me", token=table.tokens[1]).json == {"role": "seat", "seat": 1}
        assert client.get(f"/v1/games/{game['id']}/me", token=table.owner).json == {"role": "owner", "seat": None}

    def test_it_has_to_wait_for_the_end(self, client: CheckedClient, table: Table) -> None:
        answer = client.post(f"{table.path}/rematch", token=table.tokens[1])
        assert (answer.status, answer.code) == (409, "game_not_finished")

    def test_it_is_for_seats(self, client: CheckedClient, table: Table) -> None:
        path = f"{table.path}/rematch"
        client.delete(f"{table.path}/seats/1", token=table.owner)
        assert client.post(path).code == "token_missing"
        assert client.post(path, token="x" * 30).code == "token_unknown"
        assert client.post(path, token=table.owner).code == "token_not_allowed"
        assert client.post(f"/v1/games/{NO_GAME}/rematch", token=table.owner).code == "game_not_found"

    def test_nothing_can_be_asked_for_with_it(self, client: CheckedClient, table: Table) -> None:
        answer = client.post(f"{table.path}/rematch", {"target": 5}, token=table.tokens[1])
        assert (answer.status, answer.code) == (422, "invalid_field")


class TestTime:
    def test_a_game_with_a_limit_has_a_deadline(self, client: CheckedClient) -> None:
        game = new_table(client, {"move_seconds": 60}).game
        assert game["move_seconds"] == 60
        assert game["created_at"] < game["deadline"] < game["expires_at"]

    def test_without_a_limit_there_is_none(self, client: CheckedClient) -> None:
        for body in ({}, {"move_seconds": None}):
            game = new_table(client, body).game
            assert (game["move_seconds"], game["deadline"]) == (None, None)

    def test_while_seats_are_open_there_is_no_deadline(self, client: CheckedClient) -> None:
        table = new_table(client, {"move_seconds": 60, "seats": [{}, {"open": True}]})
        assert table.game["deadline"] is None
        assert client.post(f"{table.path}/seats").json["game"]["deadline"] is not None

    def test_a_position_can_be_played_against_the_clock(self, client: CheckedClient) -> None:
        assert new_table(client, {"position": START, "move_seconds": 10}).game["deadline"] is not None

    @pytest.mark.parametrize("seconds", [9, 2_592_001, 60.0, True, "60", -1])
    def test_other_limits_are_refused(self, client: CheckedClient, seconds: object) -> None:
        answer = client.post("/v1/games", {"move_seconds": seconds})
        assert (answer.status, answer.code) == (422, "invalid_field")
        assert [error["pointer"] for error in answer.json["errors"]] == ["/move_seconds"]


class TestPictures:
    def test_a_game_can_be_seen(self, client: CheckedClient, table: Table) -> None:
        answer = client.get(f"{table.path}/board.svg")
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert answer.headers["Content-Security-Policy"] == ("default-src 'none'; style-src 'unsafe-inline'; sandbox")
        assert answer.headers["Cache-Control"] == "private, no-cache"
        known = client.get(f"{table.path}/board.svg", headers={"If-None-Match": answer.headers["ETag"]})
        assert (known.status, known.body) == (304, b"")

    def test_a_past_board_may_be_kept_for_a_day(self, client: CheckedClient, table: Table) -> None:
        before = client.get(f"{table.path}/board.svg").body
        table.play()
        table.play()
        past = client.get(f"{table.path}/board.svg?number=1")
        assert past.body == before
        assert past.headers["Cache-Control"] == "private, max-age=86400"
        assert client.get(f"{table.path}/board.svg?number=2").body not in (
            before,
            client.get(f"{table.path}/board.svg").body,
        )
        assert client.get(f"{table.path}/board.svg?number=3").body == client.get(f"{table.path}/board.svg").body

    @pytest.mark.parametrize("number", [2, 99_999])
    def test_a_number_that_the_game_has_not_reached_is_not_found(
        self, client: CheckedClient, table: Table, number: int
    ) -> None:
        answer = client.get(f"{table.path}/board.svg?number={number}")
        assert (answer.status, answer.code) == (404, "move_not_found")

    def test_looks_can_be_chosen_and_one_request_does_not_change_the_next(
        self, client: CheckedClient, table: Table
    ) -> None:
        plain = client.get(f"{table.path}/board.svg").body
        assert client.get(f"{table.path}/board.svg?size=300&theme=dark&coords=false").body != plain
        assert client.get(f"{table.path}/board.svg").body == plain

    @pytest.mark.parametrize(
        ("query", "parameter"),
        [("size=99", "size"), ("size=2001", "size"), ("theme=pink", "theme"), ("coords=1", "coords"), ("x=1", "x")],
    )
    def test_other_looks_are_refused(self, client: CheckedClient, table: Table, query: str, parameter: str) -> None:
        answer = client.get(f"{table.path}/board.svg?{query}")
        assert (answer.status, answer.json["errors"][0]["parameter"]) == (422, parameter)

    def test_any_position_can_be_seen(self, client: CheckedClient) -> None:
        answer = client.get(f"/v1/positions/board.svg?position={START.replace(' ', '%20').replace('+', '%2B')}")
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "public, max-age=86400"

    def test_a_position_that_is_none_is_told_where(self, client: CheckedClient) -> None:
        answer = client.get("/v1/positions/board.svg?position=rbg")
        assert (answer.status, answer.code, answer.json["at"]) == (422, "invalid_position", 3)
        assert client.get("/v1/positions/board.svg").json["errors"][0]["parameter"] == "position"
