"""Playing moves, and looking at them."""

import json

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, TWO_COLORS, Table, new_table

FIRST = "W5 f4>c2"


def test_a_move_is_played_and_told_step_by_step(client: CheckedClient, table: Table) -> None:
    played = table.play(FIRST)
    assert played.status == 201
    assert played.headers["Location"] == f"{table.path}/moves/1"
    move = played.json["move"]
    assert move == {
        "number": 1,
        "seat": 2,
        "move": FIRST,
        "position": "byygrb/gyrbgg/ryrbrg/gbrggb/kyyyyb/ybrgrb rE5 r,b 5/5/5/5/5,5/2x2/2x2/2x2/5 0,0 1 17m 2",
        "played_at": move["played_at"],
        "events": [
            {"type": "push", "slot": "W5", "in": "black", "out": "red"},
            {"type": "copy", "color": "blue", "from": "f4", "to": "c2", "cells": ["c2", "c3", "c4"]},
        ],
    }
    assert client.get(played.headers["Location"]).json == move
    assert played.json["game"]["version"] == 2


def test_the_same_move_again_answers_200_with_the_stored_move(client: CheckedClient, table: Table) -> None:
    first = table.play(FIRST)
    again = table.play(FIRST, number=1, seat=2)
    assert again.status == 200
    assert "Location" not in again.headers
    assert again.json == first.json
    table.play()
    later = table.play(FIRST, number=1, seat=2)
    assert (later.status, later.json["move"]) == (200, first.json["move"])
    assert later.json["game"]["number"] == 3


def test_another_spelling_of_the_same_move_is_a_repeat(client: CheckedClient, table: Table) -> None:
    first = table.play(FIRST)
    again = table.play("W5 f5>c3", number=1, seat=2)
    assert (again.status, again.json["move"]) == (200, first.json["move"])


def test_another_spelling_is_answered_in_canonical_form(client: CheckedClient, table: Table) -> None:
    assert table.play("W5 f5>c3").json["move"]["move"] == FIRST


def test_another_move_as_a_number_played_is_a_conflict(client: CheckedClient, table: Table) -> None:
    table.play(FIRST)
    answer = table.play("N1 -", number=1, seat=2)
    assert (answer.status, answer.code) == (409, "number_taken")
    assert {key: answer.json[key] for key in ("number", "version", "to_move", "game_status")} == {
        "number": 2,
        "version": 2,
        "to_move": 1,
        "game_status": "playing",
    }
    assert table.play(FIRST, number=1, seat=1).code == "number_taken"


def test_a_number_to_come_is_a_conflict(client: CheckedClient, table: Table) -> None:
    assert table.play(FIRST, number=2).code == "number_not_reached"
    assert table.play(FIRST, number=999_999, seat=1).code == "number_not_reached"
    assert table.game["number"] == 1


def test_only_the_seat_to_move_plays(client: CheckedClient, table: Table) -> None:
    answer = table.play(FIRST, seat=1)
    assert (answer.status, answer.code, answer.json["to_move"]) == (409, "not_your_turn", 2)


def test_only_a_seat_plays(client: CheckedClient, table: Table) -> None:
    body = {"number": 1, "move": FIRST}
    path = f"{table.path}/moves"
    assert client.post(path, body).code == "token_missing"
    assert client.post(path, body, token="x" * 22).code == "token_unknown"
    assert client.post(path, body, token=table.owner).code == "token_not_allowed"


def test_a_waiting_or_finished_game_takes_no_moves(client: CheckedClient) -> None:
    waiting = new_table(client, {"seats": [{}, {"open": True}]})
    assert waiting.play("N1 -", number=1, seat=1).code == "game_waiting"
    finished = new_table(client, {"position": FINISHED})
    for number in (40, 1, 99):
        assert finished.play("N1 -", number=number, seat=2).code == "game_finished"


@pytest.mark.parametrize(
    "text", ["", "N3", "N3  -", "n3 -", "N3 -\n", "N\uff13 -", "null", "N3 -\u0000", "N3 c4>b2 R0", "x" * 5000]
)
def test_a_text_that_is_no_move_is_told_where_it_goes_wrong(client: CheckedClient, table: Table, text: str) -> None:
    answer = table.play(text)
    assert (answer.status, answer.code) == (422, "invalid_move")
    assert 0 <= answer.json["at"] <= len(text)
    assert answer.json["expected"]


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("N5 f4>c2", "same_slot"),
        ("W5 f4>c2 | -", "action_count"),
        ("W5 a1>a1 R1", "not_largest"),
        ("W5 b1>c2", "wrong_color"),
        ("W5 f4>c4", "off_warehouse"),
        ("W5 -", "must_copy"),
        ("W5 xa1", "must_copy"),
        ("W5 f4>c2 R1", "line_incomplete"),
    ],
)
def test_an_illegal_move_is_told_the_rule_that_it_breaks(
    client: CheckedClient, table: Table, move: str, rule: str
) -> None:
    answer = table.play(move)
    assert (answer.status, answer.code) == (422, "illegal_move")
    assert (answer.json["rule"], answer.json["number"]) == (rule, 1)
    assert table.game["version"] == 1


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({}, ["/move", "/number"]),
        ({"move": FIRST}, ["/number"]),
        ({"number": 1}, ["/move"]),
        ({"number": None, "move": None}, ["/move", "/number"]),
        ({"number": True, "move": FIRST}, ["/number"]),
        ({"number": 1.0, "move": FIRST}, ["/number"]),
        ({"number": "1", "move": FIRST}, ["/number"]),
        ({"number": 0, "move": FIRST}, ["/number"]),
        ({"number": -1, "move": FIRST}, ["/number"]),
        ({"number": 1_000_000, "move": FIRST}, ["/number"]),
        ({"number": 10**30, "move": FIRST}, ["/number"]),
        ({"number": 1, "move": ["N1 -"]}, ["/move"]),
        ({"number": 1, "move": FIRST, "seat": 2}, ["/seat"]),
    ],
)
def test_a_move_is_held_to_its_fields(client: CheckedClient, table: Table, body: object, places: list[str]) -> None:
    answer = client.post(f"{table.path}/moves", body, token=table.tokens[2])
    assert (answer.code, answer.places) == ("invalid_field", places)


def test_a_dry_run_answers_the_same_and_plays_nothing(client: CheckedClient, table: Table) -> None:
    tried = table.play(FIRST, query="?dry_run=true")
    assert tried.status == 200
    assert "Location" not in tried.headers
    assert table.game["version"] == 1
    assert client.get(f"{table.path}/moves").json["moves"] == []
    played = table.play(FIRST, query="?dry_run=false")
    assert played.status == 201
    for answer in (tried.json, played.json):
        for document in (answer["move"], answer["game"], answer["game"]["last_move"]):
            for time in ("played_at", "updated_at", "expires_at"):
                document.pop(time, None)
    assert tried.json.keys() == played.json.keys()
    assert tried.json["move"]["move"] == played.json["move"]["move"]
    assert tried.json["game"]["position"] == played.json["game"]["position"]
    assert tried.json["game"]["version"] == played.json["game"]["version"] == 2


def test_a_dry_run_makes_the_same_checks(client: CheckedClient, table: Table) -> None:
    assert table.play("?", query="?dry_run=true").code == "invalid_move"
    assert table.play("W5 -", query="?dry_run=true").code == "illegal_move"
    assert table.play(FIRST, seat=1, query="?dry_run=true").code == "not_your_turn"
    assert table.play(FIRST, number=2, query="?dry_run=true").code == "number_not_reached"


def test_the_moves_played_are_listed_a_page_at_a_time(client: CheckedClient, table: Table) -> None:
    played = [table.play().json["move"] for _ in range(5)]
    path = f"{table.path}/moves"
    assert client.get(path).json == {"moves": played, "more": False}
    assert client.get(f"{path}?limit=2").json == {"moves": played[:2], "more": True}
    assert client.get(f"{path}?after=2&limit=2").json == {"moves": played[2:4], "more": True}
    assert client.get(f"{path}?after=4&limit=1").json == {"moves": played[4:], "more": False}
    assert client.get(f"{path}?after=5").json == {"moves": [], "more": False}
    assert client.get(f"{path}?after=999999&limit=1000").json == {"moves": [], "more": False}


@pytest.mark.parametrize("query", ["after=-1", "after=1000000", "limit=0", "limit=1001", "after=x"])
def test_pages_of_moves_have_bounds(client: CheckedClient, table: Table, query: str) -> None:
    assert client.get(f"{table.path}/moves?{query}").places == [query.partition("=")[0]]


def test_a_game_from_a_position_numbers_its_moves_from_there(client: CheckedClient) -> None:
    table = new_table(client, {"position": TWO_COLORS})
    move = table.play().json["move"]
    assert move["number"] == 3
    assert client.get(f"{table.path}/moves").json["moves"] == [move]
    assert client.get(f"{table.path}/moves/3").json == move
    for number in (1, 2, 4, 999_999):
        assert client.get(f"{table.path}/moves/{number}").code == "move_not_found"


def test_a_whole_game_of_two_colors_is_played_and_every_answer_holds(client: CheckedClient) -> None:
    table = new_table(client, {"two_color": True, "target": 1, "seed": 11, "variants": {"heating_up": True}})
    types = set()
    answer = table.play(query="?dry_run=true")
    for turn in range(200):
        total = client.get(f"{table.path}/legal-moves?limit=1").json["total"]
        answer = table.play(table.legal((turn * 7919) % total))
        assert answer.status == 201
        types |= {event["type"] for event in answer.json["move"]["events"]}
        if answer.json["game"]["status"] == "finished":
            break
    assert answer.json["game"]["outcome"]["reason"] == "target"
    assert {"push", "copy", "sell", "finish"} <= types


def test_answers_are_compact_json_in_utf_8(client: CheckedClient) -> None:
    table = new_table(client, {"seats": [{"name": "Zoë"}, {}]})
    body = client.get(table.path).body
    assert "Zoë".encode() in body
    assert json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":")).encode() == body
