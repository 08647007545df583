"""Claiming seats, replacing their tokens, leaving."""

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, Table, new_table

MINE = "a-seat-token-of-my-own-1"


@pytest.fixture
def waiting(client: CheckedClient) -> Table:
    """A game of three that waits for seats 2 and 3."""
    return new_table(client, {"seats": [{}, {"open": True}, {"open": True}], "seed": 7})


def test_seats_are_claimed_in_order_until_the_game_begins(client: CheckedClient, waiting: Table) -> None:
    first = client.post(f"{waiting.path}/seats", {"name": " Ada "})
    assert first.status == 201
    assert first.json["seat_token"]["seat"] == 2
    assert first.json["game"]["seats"][1]["name"] == "Ada"
    assert (first.json["game"]["status"], first.json["game"]["version"]) == ("waiting", 2)
    second = client.post(f"{waiting.path}/seats")
    assert second.json["seat_token"]["seat"] == 3
    assert (second.json["game"]["status"], second.json["game"]["version"]) == ("playing", 3)
    third = client.post(f"{waiting.path}/seats")
    assert (third.status, third.code) == (409, "seat_taken")
    assert {key: third.json[key] for key in ("number", "version", "to_move", "game_status")} == {
        "number": 1,
        "version": 3,
        "to_move": second.json["game"]["to_move"],
        "game_status": "playing",
    }
    token = second.json["seat_token"]["token"]
    assert client.get(f"{waiting.path}/me", token=token).json == {"role": "seat", "seat": 3}


def test_a_certain_seat_is_claimed(client: CheckedClient, waiting: Table) -> None:
    claimed = client.post(f"{waiting.path}/seats/3", {"name": None})
    assert (claimed.status, claimed.json["seat_token"]["seat"]) == (201, 3)
    assert client.post(f"{waiting.path}/seats/3").code == "seat_taken"
    assert client.post(f"{waiting.path}/seats/1").code == "seat_taken"
    assert client.post(f"{waiting.path}/seats/4").code == "seat_not_found"


def test_a_token_of_ones_own_makes_claiming_safe_to_repeat(client: CheckedClient, waiting: Table) -> None:
    body = {"name": "Ada", "token": MINE}
    first = client.post(f"{waiting.path}/seats", body)
    again = client.post(f"{waiting.path}/seats", body)
    assert (first.status, again.status) == (201, 200)
    assert first.json == again.json
    assert first.json["seat_token"] == {"seat": 2, "token": MINE}
    assert client.post(f"{waiting.path}/seats/2", body).status == 200


def test_a_token_must_differ_from_every_other_of_the_game(client: CheckedClient, waiting: Table) -> None:
    for token in (waiting.owner, waiting.tokens[1]):
        answer = client.post(f"{waiting.path}/seats/2", {"token": token})
        assert (answer.status, answer.code) == (409, "token_reused")


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({"name": ""}, ["/name"]),
        ({"token": "short"}, ["/token"]),
        ({"token": None}, ["/token"]),
        ({"seat": 2}, ["/seat"]),
        ({"name": 1, "token": 2, "colors": []}, ["/colors", "/name", "/token"]),
    ],
)
def test_claims_are_held_to_their_fields(
    client: CheckedClient, waiting: Table, body: object, places: list[str]
) -> None:
    for path in ["/seats", "/seats/2", "/seats/1"]:
        assert client.post(waiting.path + path, body).places == places


def test_a_seat_that_is_not_open_is_taken_in_every_status(client: CheckedClient, table: Table) -> None:
    assert client.post(f"{table.path}/seats/1").code == "seat_taken"
    client.delete(f"{table.path}/seats/1", token=table.owner)
    assert table.game["status"] == "finished"
    for path in ["/seats", "/seats/1", "/seats/2"]:
        assert client.post(table.path + path).code == "seat_taken"


def test_an_open_seat_of_a_finished_game_is_not_claimed(client: CheckedClient) -> None:
    table = new_table(client, {"position": FINISHED, "seats": [{"open": True}, {}]})
    assert client.post(f"{table.path}/seats").code == "game_finished"


def test_a_seats_token_is_replaced_by_the_owner_or_the_seat(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/seats/1/token"
    new = client.put(path, token=table.tokens[1])
    assert new.status == 200
    token = new.json["seat_token"]["token"]
    assert token != table.tokens[1]
    assert client.get(f"{table.path}/me", token=table.tokens[1]).code == "token_unknown"
    assert client.get(f"{table.path}/me", token=token).json["seat"] == 1
    assert client.put(path, {"token": MINE}, token=table.owner).json["seat_token"] == {"seat": 1, "token": MINE}
    assert client.get(f"{table.path}/me", token=token).code == "token_unknown"


def test_replacing_with_a_token_of_ones_own_is_safe_to_repeat(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/seats/1/token"
    for presented in (table.tokens[1], table.tokens[1], MINE, table.owner):
        answer = client.put(path, {"token": MINE}, token=presented)
        assert (answer.status, answer.json["seat_token"]["token"]) == (200, MINE)


def test_a_token_is_not_replaced_by_others_or_one_in_use(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/seats/1/token"
    assert client.put(path).code == "token_missing"
    assert client.put(path, token="x" * 22).code == "token_unknown"
    assert client.put(path, token=table.tokens[2]).code == "token_not_allowed"
    for token in (table.owner, table.tokens[2]):
        assert client.put(path, {"token": token}, token=table.tokens[1]).code == "token_reused"
    assert client.put(f"{table.path}/seats/3/token", token=table.owner).code == "seat_not_found"


def test_an_open_or_left_seat_has_no_token_to_replace(client: CheckedClient, waiting: Table) -> None:
    answer = client.put(f"{waiting.path}/seats/2/token", token=waiting.owner)
    assert (answer.status, answer.code) == (409, "seat_not_taken")
    assert answer.json["game_status"] == "waiting"


def test_leaving_a_running_game_resigns_it(client: CheckedClient, table: Table) -> None:
    left = client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert left.status == 200
    assert left.json["status"] == "finished"
    assert left.json["outcome"] == {"reason": "last_seat", "winner": 1}
    assert left.json["seats"][1]["state"] == "left"
    assert (left.json["version"], left.json["last_move"]) == (2, None)
    again = client.delete(f"{table.path}/seats/2", token=table.owner)
    assert (again.status, again.json) == (200, left.json)


def test_in_a_game_of_three_the_others_play_on(client: CheckedClient) -> None:
    table = new_table(client, {"players": 3, "seed": 7, "first_seat": 1})
    game = client.delete(f"{table.path}/seats/1", token=table.owner).json
    assert (game["status"], game["to_move"], game["number"]) == ("playing", 2, 1)
    answer = table.play(seat=1)
    assert (answer.status, answer.code) == (409, "not_your_turn")


def test_leaving_a_waiting_game_opens_the_seat_again(client: CheckedClient, waiting: Table) -> None:
    game = client.delete(f"{waiting.path}/seats/1", token=waiting.tokens[1]).json
    assert (game["status"], game["seats"][0]["state"], game["seats"][0]["name"]) == ("waiting", "open", None)
    assert client.get(f"{waiting.path}/me", token=waiting.tokens[1]).code == "token_unknown"


def test_nobody_else_leaves_for_a_seat(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/seats/1"
    assert client.delete(path).code == "token_missing"
    assert client.delete(path, token="x" * 22).code == "token_unknown"
    assert client.delete(path, token=table.tokens[2]).code == "token_not_allowed"
    assert table.game["version"] == 1


def test_a_finished_game_is_not_left(client: CheckedClient) -> None:
    table = new_table(client, {"position": FINISHED})
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).code == "game_finished"
