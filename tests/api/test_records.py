"""Records: written from games, and checked."""

from typing import Any

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import START, Table, new_table


@pytest.fixture
def record(client: CheckedClient, table: Table) -> dict[str, Any]:
    """The record of a game of four moves that seat 1 has resigned."""
    for _ in range(4):
        table.play()
    client.delete(f"{table.path}/seats/1", token=table.owner)
    found: dict[str, Any] = client.get(f"{table.path}/record").json
    return found


def test_a_record_has_the_whole_game_in_a_fixed_order(client: CheckedClient, record: dict[str, Any]) -> None:
    assert list(record) == ["format", "rules_version", "start", "seats", "moves", "left", "outcome"]
    assert (record["format"], record["rules_version"], record["start"]) == ("kiln-record/1", 1, START)
    assert record["seats"] == [{"name": None}, {"name": None}]
    assert len(record["moves"]) == 4
    assert record["left"] == [{"seat": 1, "before": 5, "reason": "resigned"}]
    assert record["outcome"] == {"reason": "last_seat", "winner": 2}


def test_a_record_holds(client: CheckedClient, table: Table, record: dict[str, Any]) -> None:
    result = client.post("/v1/records/check", record)
    assert result.status == 200
    assert result.json == {"position": table.game["position"], "outcome": {"reason": "last_seat", "winner": 2}}


def test_a_record_keeps_the_names(client: CheckedClient) -> None:
    table = new_table(client, {"seats": [{"name": "Ada"}, {"name": "Zoë"}]})
    assert client.get(f"{table.path}/record").json["seats"] == [{"name": "Ada"}, {"name": "Zoë"}]


def test_the_first_bad_move_is_named_by_number_and_rule(client: CheckedClient, record: dict[str, Any]) -> None:
    record["moves"][2] = record["moves"][1]
    answer = client.post("/v1/records/check", record)
    assert (answer.status, answer.code) == (422, "invalid_record")
    assert answer.json["number"] == 3
    assert answer.json["rule"]
    assert "errors" not in answer.json


def test_a_move_in_another_spelling_is_named_by_number_and_pointer(client: CheckedClient) -> None:
    start = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"
    document = {
        "format": "kiln-record/1",
        "rules_version": 1,
        "start": start,
        "seats": [{"name": None}, {"name": None}],
    }
    document |= {"moves": ["N1 d3>a2"], "left": [], "outcome": None}
    answer = client.post("/v1/records/check", document)
    assert (answer.status, answer.code, answer.json["number"]) == (422, "invalid_record", 1)
    assert [error["pointer"] for error in answer.json["errors"]] == ["/moves/0"]


def test_a_text_that_is_no_move_is_named_by_number_and_place(client: CheckedClient, record: dict[str, Any]) -> None:
    record["moves"][1] = "N3"
    answer = client.post("/v1/records/check", record)
    assert (answer.json["number"], answer.json["at"]) == (2, 2)
    assert answer.json["expected"]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "kiln-record/2"}, "/format"),
        ({"rules_version": 2}, "/rules_version"),
        ({"rules_version": True}, "/rules_version"),
        ({"start": START + "0"}, "/left/0/before"),
        ({"start": "x"}, "/start"),
        ({"start": None}, "/start"),
        ({"seats": [{"name": None}]}, "/seats"),
        ({"seats": [{"name": "\n"}, {"name": None}]}, "/seats/0/name"),
        ({"moves": "N1 -"}, "/moves"),
        ({"moves": [1]}, "/moves/0"),
        ({"left": []}, "/outcome"),
        ({"left": [{"seat": 9, "before": 5, "reason": "resigned"}]}, "/left/0"),
        ({"left": [{"seat": 1, "before": 5, "reason": "bored"}]}, "/left/0/reason"),
        ({"outcome": None}, "/outcome"),
        ({"outcome": {"reason": "target", "winner": 2}}, "/outcome"),
        ({"a/b": 1}, "/a~1b"),
    ],
)
def test_what_is_wrong_elsewhere_is_named_by_its_pointer(
    client: CheckedClient, record: dict[str, Any], change: dict[str, Any], place: str
) -> None:
    answer = client.post("/v1/records/check", {**record, **change})
    assert answer.code == "invalid_record"
    assert place in answer.places


@pytest.mark.parametrize("missing", ["format", "rules_version", "start", "seats", "moves", "left", "outcome"])
def test_every_part_of_a_record_must_be_there(client: CheckedClient, record: dict[str, Any], missing: str) -> None:
    del record[missing]
    assert f"/{missing}" in client.post("/v1/records/check", record).places


@pytest.mark.parametrize("raw", [b"[]", b"null", b'"x"', b"7", b"{}"])
def test_what_is_no_record_is_refused(client: CheckedClient, raw: bytes) -> None:
    answer = client.post("/v1/records/check", raw=raw, content_type="application/json")
    assert (answer.status, answer.code) == (422, "invalid_record")


def test_many_faults_are_listed_up_to_a_hundred(client: CheckedClient, record: dict[str, Any]) -> None:
    answer = client.post("/v1/records/check", {**record, "moves": list(range(500))})
    assert len(answer.errors) == 100
