"""Positions without a game."""

from typing import Any

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, NEARLY_WON, START, TWO_COLORS, new_table

CALLS = ["describe", "legal-moves", "legal-moves/tree", "play"]
LEFT = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,!b,g 5/5/5/5/5,x4/5/5/5/5,5/5/5/5/5 0,3,0 3+ 20mh 12"
LAST = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 100000"


def body(call: str, position: str, **more: Any) -> dict[str, Any]:
    return {"position": position, **({"move": "W5 f4>c2"} if call == "play" else {}), **more}


def test_a_position_is_taken_apart_as_a_game_shows_it(client: CheckedClient) -> None:
    for position in (START, NEARLY_WON, TWO_COLORS, FINISHED):
        parts = client.post("/v1/positions/describe", {"position": position}).json
        game = new_table(client, {"position": position}).game
        for name in ("players", "two_color", "kiln", "outer", "to_move", "extra_turn", "number", "outcome"):
            assert parts[name] == game[name]
        assert parts["options"] == {name: game[name] for name in ("target", "goal", "variants")}
        for seat, shown in zip(parts["seats"], game["seats"], strict=True):
            assert "name" not in seat
            assert (seat["seat"], seat["warehouses"]) == (shown["seat"], shown["warehouses"])
        assert parts["finished"] is (game["status"] == "finished")


def test_seats_that_have_left_extra_turns_and_scores_are_told(client: CheckedClient) -> None:
    parts = client.post("/v1/positions/describe", {"position": LEFT}).json
    assert [seat["state"] for seat in parts["seats"]] == ["taken", "left", "taken"]
    assert parts["scores"] == [[0], [3], [0]]
    assert (parts["to_move"], parts["extra_turn"], parts["number"]) == (3, True, 12)
    assert parts["options"] == {
        "target": 20,
        "goal": "either",
        "variants": {"fixing_the_mess": True, "heating_up": True},
    }


def test_a_position_at_the_move_limit_is_finished_without_a_winner(client: CheckedClient) -> None:
    parts = client.post("/v1/positions/describe", {"position": LAST}).json
    assert (parts["finished"], parts["to_move"]) == (True, None)
    assert parts["outcome"] == {"reason": "move_limit", "winner": None}


def test_legal_moves_are_those_of_a_game(client: CheckedClient) -> None:
    for position in (START, NEARLY_WON, TWO_COLORS, FINISHED):
        table = new_table(client, {"position": position})
        flat = client.post("/v1/positions/legal-moves", {"position": position, "limit": 50}).json
        assert flat == client.get(f"{table.path}/legal-moves?limit=50").json
        narrow = {"position": position, "push": "E2", "offset": 2, "limit": 3}
        assert (
            client.post("/v1/positions/legal-moves", narrow).json
            == client.get(f"{table.path}/legal-moves?push=E2&offset=2&limit=3").json
        )
        tree = client.post("/v1/positions/legal-moves/tree", {"position": position, "push": "E2"}).json
        assert tree == client.get(f"{table.path}/legal-moves/tree?push=E2").json


def test_a_move_is_played_in_a_position(client: CheckedClient) -> None:
    played = client.post("/v1/positions/play", {"position": START, "move": "W5 f5>c3"}).json
    assert played == {
        "move": "W5 f4>c2",
        "events": [
            {"type": "push", "slot": "W5", "in": "black", "out": "red"},
            {"type": "copy", "color": "blue", "from": "f4", "to": "c2", "cells": ["c2", "c3", "c4"]},
        ],
        "position": "byygrb/gyrbgg/ryrbrg/gbrggb/kyyyyb/ybrgrb rE5 r,b 5/5/5/5/5,5/2x2/2x2/2x2/5 0,0 1 17m 2",
        "outcome": None,
    }


def test_a_move_that_wins_tells_the_outcome(client: CheckedClient) -> None:
    moves = client.post("/v1/positions/legal-moves", {"position": NEARLY_WON}).json["moves"]
    selling = next(move for move in moves if move.endswith("R1"))
    played = client.post("/v1/positions/play", {"position": NEARLY_WON, "move": selling}).json
    assert played["outcome"] == {"reason": "target", "winner": 2}
    assert played["events"][-1] == {"type": "finish", "reason": "target", "winner": 2}


def test_bad_moves_are_told_as_in_a_game(client: CheckedClient) -> None:
    answer = client.post("/v1/positions/play", {"position": START, "move": "W5"})
    assert (answer.status, answer.code, answer.json["at"]) == (422, "invalid_move", 2)
    answer = client.post("/v1/positions/play", {"position": NEARLY_WON, "move": "N5 -"})
    assert (answer.code, answer.json["rule"], answer.json["number"]) == ("illegal_move", "same_slot", 40)
    answer = client.post("/v1/positions/play", {"position": FINISHED, "move": "N1 -"})
    assert (answer.code, answer.json["rule"]) == ("illegal_move", "game_over")


@pytest.mark.parametrize("call", CALLS)
def test_a_misspelt_position_is_told_where(client: CheckedClient, call: str) -> None:
    for position, at in [("", 0), (START + " ", len(START)), ("\u00e9", 0), (START.replace("r,b", "R,b"), 46)]:
        answer = client.post(f"/v1/positions/{call}", body(call, position))
        assert (answer.status, answer.code, answer.json["at"]) == (422, "invalid_position", at)
        assert answer.json["expected"]
        assert "errors" not in answer.json


@pytest.mark.parametrize("call", CALLS)
def test_a_position_that_cannot_be_is_told_every_fault(client: CheckedClient, call: str) -> None:
    answer = client.post(f"/v1/positions/{call}", body(call, START.replace("r,b", "r,r").replace("17m", "30m")))
    assert answer.code == "invalid_position"
    assert len(answer.errors) == 2
    assert set(answer.places) == {"/position"}


def test_the_place_is_counted_in_code_points(client: CheckedClient) -> None:
    answer = client.post("/v1/positions/play", {"position": START, "move": "N1 \U0001f600"})
    assert answer.json["at"] == 3


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("position", [None, 7, True, ["x"], {}])
def test_a_position_is_a_text(client: CheckedClient, call: str, position: Any) -> None:
    assert client.post(f"/v1/positions/{call}", body(call, position)).places == ["/position"]


@pytest.mark.parametrize(
    ("call", "more", "places"),
    [
        ("describe", {"push": "N1"}, ["/push"]),
        ("legal-moves", {"push": None, "offset": None, "limit": None}, ["/limit", "/offset", "/push"]),
        ("legal-moves", {"push": "N7", "offset": -1, "limit": 0}, ["/limit", "/offset", "/push"]),
        ("legal-moves", {"offset": 2**53, "limit": 10_001}, ["/limit", "/offset"]),
        ("legal-moves", {"offset": 0.0, "limit": True}, ["/limit", "/offset"]),
        ("legal-moves/tree", {"offset": 0, "limit": 5}, ["/limit", "/offset"]),
        ("play", {"move": None}, ["/move"]),
        ("play", {"number": 1}, ["/number"]),
    ],
)
def test_other_fields_are_held_to_what_they_may_be(
    client: CheckedClient, call: str, more: dict[str, Any], places: list[str]
) -> None:
    assert client.post(f"/v1/positions/{call}", {**body(call, START), **more}).places == places
