"""Seats of bots over HTTP: asked for, shown, and what cannot be done with them. The games here are not played on."""

from __future__ import annotations

from typing import Any

import pytest

from service.bots import LEVELS
from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, START, Table, new_table

BOT = {"bot": {"level": "greedy"}}
AGAINST = {"seats": [{}, BOT], "first_seat": 1}
ON_LEAVE = {"on_leave": {"bot": {"level": "random"}}}


def bots(game: dict[str, Any]) -> list[Any]:
    return [seat["bot"] for seat in game["seats"]]


class TestCreating:
    @pytest.mark.parametrize("level", LEVELS)
    def test_a_seat_is_a_bots_of_any_level(self, client: CheckedClient, level: str) -> None:
        answer = client.post("/v1/games", {"seats": [{}, {"name": "Kiln", "bot": {"level": level}}], "first_seat": 1})
        game = answer.json["game"]
        assert answer.status == 201
        assert bots(game) == [None, {"level": level}]
        assert (game["seats"][1]["name"], game["seats"][1]["state"]) == ("Kiln", "taken")
        assert [entry["seat"] for entry in answer.json["seat_tokens"]] == [1]
        assert (game["status"], game["on_leave"]) == ("playing", None)

    def test_a_bot_plays_on_for_whoever_leaves_where_that_is_asked_for(self, client: CheckedClient) -> None:
        assert new_table(client, ON_LEAVE).game["on_leave"] == {"bot": {"level": "random"}}

    def test_null_asks_for_none(self, client: CheckedClient) -> None:
        game = new_table(client, {"seats": [{"bot": None}, {}], "on_leave": None}).game
        assert (bots(game), game["on_leave"]) == ([None, None], None)

    def test_beside_a_position_too(self, client: CheckedClient) -> None:
        body = {"position": START, "seats": [BOT, {"name": "Ada"}], **ON_LEAVE}
        game = client.post("/v1/games", body).json["game"]
        assert (bots(game), game["on_leave"]) == ([{"level": "greedy"}, None], {"bot": {"level": "random"}})

    def test_the_list_of_games_shows_them(self, client: CheckedClient) -> None:
        table = new_table(client, {"seats": [{"open": True}, BOT], "public": True})
        games = client.get("/v1/games?status=waiting").json["games"]
        (summary,) = [game for game in games if game["id"] == table.id]
        assert bots(summary) == [None, {"level": "greedy"}]

    @pytest.mark.parametrize(
        ("body", "pointer", "detail"),
        [
            ({"seats": [{"bot": {"level": "best"}}, {}]}, "/seats/0/bot/level", "Must be one of: random, greedy, "),
            ({"seats": [{"bot": {}}, {}]}, "/seats/0/bot/level", "Is required."),
            ({"seats": [{"bot": "greedy"}, {}]}, "/seats/0/bot", "Must be an object."),
            ({"seats": [{"bot": {"level": "greedy", "seed": 1}}, {}]}, "/seats/0/bot/seed", "Is not known"),
            ({"seats": [{"bot": {"level": None}}, {}]}, "/seats/0/bot/level", "Must not be null."),
            ({"seats": [{**BOT, "open": True}, {}]}, "/seats/0/open", "A seat that a bot plays cannot be open."),
            ({"on_leave": {}}, "/on_leave/bot", "Is required."),
            ({"on_leave": {"bot": None}}, "/on_leave/bot", "Must not be null."),
            ({"on_leave": {"bot": {"level": 1}}}, "/on_leave/bot/level", "Must be one of: "),
            ({"on_leave": BOT["bot"]}, "/on_leave/level", "Is not known"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_what_is_wrong_is_named(
        self, client: CheckedClient, body: dict[str, Any], pointer: str, detail: str
    ) -> None:
        answer = client.post("/v1/games", body)
        assert (answer.status, answer.json["code"]) == (422, "invalid_field")
        assert any(
            error["pointer"] == pointer and error["detail"].startswith(detail.replace("Is not known", ""))
            for error in answer.json["errors"]
        ), answer.json["errors"]

    def test_the_same_call_again_is_the_same_game_another_bot_another_call(self, client: CheckedClient) -> None:
        token = "a-token-of-bots-" + "0" * 20
        first = client.post("/v1/games", {**AGAINST, "owner_token": token})
        again = client.post("/v1/games", {**AGAINST, "owner_token": token})
        assert (first.status, again.status) == (201, 200)
        assert again.json == first.json
        other = client.post("/v1/games", {**AGAINST, "seats": [{}, {"bot": {"level": "random"}}], "owner_token": token})
        assert (other.status, other.json["code"]) == (409, "token_reused")


class TestASeatOfABot:
    @pytest.fixture
    def table(self, client: CheckedClient) -> Table:
        return new_table(client, AGAINST)

    def test_cannot_be_claimed(self, client: CheckedClient, table: Table) -> None:
        answer = client.post(f"{table.path}/seats/2")
        assert (answer.status, answer.json["code"]) == (409, "seat_taken")

    def test_has_no_token_to_be_replaced(self, client: CheckedClient, table: Table) -> None:
        answer = client.put(f"{table.path}/seats/2/token", token=table.owner)
        assert (answer.status, answer.json["code"]) == (409, "seat_not_taken")

    def test_does_not_leave(self, client: CheckedClient, table: Table) -> None:
        answer = client.delete(f"{table.path}/seats/2", token=table.owner)
        assert (answer.status, answer.json["code"]) == (409, "seat_not_taken")
        assert answer.json["detail"] == "A bot plays seat 2."
        answer = client.delete(f"{table.path}/seats/2", token=table.tokens[1])
        assert (answer.status, answer.json["code"]) == (403, "token_not_allowed")

    def test_is_not_played_for_by_others(self, client: CheckedClient, table: Table) -> None:
        answer = client.post(f"{table.path}/moves", {"number": 1, "move": table.legal()}, token=table.owner)
        assert (answer.status, answer.json["code"]) == (403, "token_not_allowed")

    def test_counts_as_taken_in_a_game_that_waits(self, client: CheckedClient) -> None:
        table = new_table(client, {"seats": [{"open": True}, BOT], "first_seat": 1})
        assert table.game["status"] == "waiting"
        claimed = client.post(f"{table.path}/seats")
        assert claimed.json["seat_token"]["seat"] == 1
        assert claimed.json["game"]["status"] == "playing"

    def test_has_nothing_to_do_in_a_finished_game(self, client: CheckedClient) -> None:
        assert new_table(client, {"position": FINISHED, "seats": [BOT, BOT]}).game["status"] == "finished"


class TestWhoeverLeaves:
    """Seat 2 is the one that leaves; it is the turn of seat 1, and no bot moves."""

    @pytest.fixture
    def table(self, client: CheckedClient) -> Table:
        return new_table(client, {"first_seat": 1, "move_seconds": 100, **ON_LEAVE})

    @pytest.mark.parametrize("by_owner", [False, True], ids=["by itself", "by its owner"])
    def test_a_bot_has_the_seat(self, client: CheckedClient, table: Table, by_owner: bool) -> None:
        before = table.game
        token = table.owner if by_owner else table.tokens[2]
        answer = client.delete(f"{table.path}/seats/2", token=token)
        assert answer.status == 200
        game = answer.json
        assert bots(game) == [None, {"level": "random"}]
        assert game["seats"][1]["state"] == "taken"
        assert game["version"] == before["version"] + 1
        assert {name: game[name] for name in ("position", "to_move", "number", "deadline", "status")} == {
            name: before[name] for name in ("position", "to_move", "number", "deadline", "status")
        }
        again = client.delete(f"{table.path}/seats/2", token=token)
        assert (again.status, again.json) == (200, game)

    def test_its_token_is_no_longer_allowed(self, client: CheckedClient, table: Table) -> None:
        client.delete(f"{table.path}/seats/2", token=table.owner)
        token = table.tokens[2]
        for answer in (
            client.post(f"{table.path}/moves", {"number": 1, "move": table.legal()}, token=token),
            client.get(f"{table.path}/me", token=token),
            client.delete(f"{table.path}/seats/1", token=token),
        ):
            assert (answer.status, answer.json["code"]) == (403, "token_not_allowed")
        answer = client.put(f"{table.path}/seats/2/token", token=token)
        assert (answer.status, answer.json["code"]) == (409, "seat_not_taken")

    def test_the_record_says_so_and_is_right(self, client: CheckedClient, table: Table) -> None:
        assert "replaced" not in client.get(f"{table.path}/record").json
        client.delete(f"{table.path}/seats/2", token=table.owner)
        record = client.get(f"{table.path}/record").json
        assert record["replaced"] == [{"seat": 2, "before": 1, "reason": "resigned", "bot": {"level": "random"}}]
        checked = client.post("/v1/records/check", record)
        assert (checked.status, checked.json) == (200, {"position": table.game["position"], "outcome": None})
        wrong = {**record, "replaced": [{**record["replaced"][0], "before": 2}]}
        answer = client.post("/v1/records/check", wrong)
        assert (answer.status, answer.json["errors"][0]["pointer"]) == (422, "/replaced/0/before")

    def test_in_a_game_that_waits_the_seat_is_open_again(self, client: CheckedClient) -> None:
        table = new_table(client, {"seats": [{}, {"open": True}], **ON_LEAVE})
        game = client.delete(f"{table.path}/seats/1", token=table.owner).json
        assert [(seat["state"], seat["bot"]) for seat in game["seats"]] == [("open", None), ("open", None)]
