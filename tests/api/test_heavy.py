"""The heaviest calls that can be made: they are answered, and right."""

from __future__ import annotations

import json

import pytest

from service.rules import LegalMoves, format_move, format_position, parse_move, parse_position, play
from tests.api.checked import CheckedClient

FULL = "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx"
EMPTY = "5/5/5/5/5"
KILN = "gygbby/rgbrrg/ygrbbg/yyrybg/rrgbyg/bbyrry kN4"
HEAVY = f"{KILN} r+g,b+y {FULL}+{FULL},{EMPTY}+{EMPTY} 0+0,0+0 1 17m 1"
"""Every cell of both warehouses is taken: any row or column can be sold, whatever else is done."""
TOTAL = 16_151_612
LONGEST = 16 * 1024


def test_a_tree_of_millions_of_moves(client: CheckedClient) -> None:
    answer = client.post("/v1/positions/legal-moves/tree", {"position": HEAVY})
    assert (answer.status, answer.json["total"]) == (200, TOTAL)
    assert sum(push["total"] for push in answer.json["pushes"]) == TOTAL


@pytest.mark.parametrize("offset", [0, 8_000_000, TOTAL - 10_000])
def test_the_longest_page_of_millions_of_moves(client: CheckedClient, offset: int) -> None:
    body = {"position": HEAVY, "offset": offset, "limit": 10_000}
    answer = client.post("/v1/positions/legal-moves", body)
    assert (answer.status, len(answer.json["moves"])) == (200, 10_000)
    legal = LegalMoves(parse_position(HEAVY))
    for index in (0, 9_999):
        assert answer.json["moves"][index] == legal.at(offset + index)


def test_the_longest_record(client: CheckedClient) -> None:
    start = f"{KILN} r,b {EMPTY},{EMPTY} 0,0 1 29m 1"
    position = parse_position(start)
    record = {
        "format": "kiln-record/1",
        "rules_version": 1,
        "start": start,
        "seats": [{"name": None}] * 2,
        "left": [],
        "outcome": None,
    }
    moves: list[str] = []
    space = LONGEST - len(json.dumps(record | {"moves": []}, separators=(",", ":")))
    while True:
        move = min(LegalMoves(position).page(0, 40), key=len)
        if len(move) + 3 > space:
            break
        space -= len(move) + 3
        moves.append(format_move(parse_move(move)))
        position = play(position, parse_move(move)).position
    body = json.dumps(record | {"moves": moves}, separators=(",", ":")).encode()
    assert LONGEST - 20 < len(body) <= LONGEST
    answer = client.post("/v1/records/check", raw=body, content_type="application/json")
    assert (answer.status, answer.json) == (200, {"position": format_position(position), "outcome": None})
    assert len(moves) > 1000


@pytest.mark.parametrize(
    "query",
    [
        "&".join(["a=1"] * 1900),
        "limit=" + "9" * 7500,
        "&".join(["limit=1"] * 900),
        "%f0%9f" * 1200,
        "after=" + "%30" * 2000,
    ],
)
def test_the_longest_queries_are_refused_with_a_short_answer(client: CheckedClient, query: str) -> None:
    game = client.post("/v1/games").json["game"]["id"]
    answer = client.get(f"/v1/games/{game}/moves?{query}")
    assert (answer.status, answer.code) == (422, "invalid_field")
    assert len(answer.body) < 20_000


@pytest.mark.parametrize(
    "body",
    [
        b"[" * LONGEST,
        b'{"a":' * 3000,
        b'{"position":"' + b"r" * 16_000 + b'"}',
        b'{"position":"' + b"rb/" * 5_000 + b'"}',
        json.dumps({f"k{number}": number for number in range(1200)}).encode(),
        json.dumps({"seats": [{}] * 5000}).encode(),
        json.dumps({"seats": [{"name": "x" * 3900}] * 4}).encode(),
        json.dumps({"moves": ["N1 -"] * 2000}).encode(),
        json.dumps({"left": [{}] * 5000}).encode(),
    ],
)
@pytest.mark.parametrize("path", ["/v1/games", "/v1/positions/describe", "/v1/records/check"])
def test_bodies_full_of_nothing_are_refused_with_a_short_answer(client: CheckedClient, path: str, body: bytes) -> None:
    answer = client.post(path, raw=body, content_type="application/json")
    assert 400 <= answer.status < 500
    assert len(answer.body) < 20_000
