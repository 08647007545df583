"""Pictures over HTTP: which moment they show, and how long they may be kept. What is drawn is in tests/pictures."""

from __future__ import annotations

from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, NEARLY_WON, START, TWO_COLORS, Table, new_table

SVG = "{http://www.w3.org/2000/svg}"


def words(client: CheckedClient, path: str) -> str:
    """All text in a picture, with its title and its description."""
    answer = client.get(path)
    assert answer.status == 200
    root = ElementTree.fromstring(answer.body)
    assert root.tag == f"{SVG}svg"
    return " ".join(" ".join(root.itertext()).split())


def test_the_last_move_is_shown(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/board.svg"
    assert "Last move" not in words(client, path)
    table.play("W5 f4>c2")
    assert "Last move: W5 f4>c2" in words(client, path)


def test_before_a_move_the_one_before_it_was_the_last(client: CheckedClient, table: Table) -> None:
    first = table.play().json["move"]["move"]
    second = table.play().json["move"]["move"]
    table.play()
    path = f"{table.path}/board.svg?number="
    assert "Last move" not in words(client, f"{path}1")
    assert f"Last move: {first}" in words(client, f"{path}2")
    assert f"Last move: {second}" in words(client, f"{path}3")
    assert "Move 3" in words(client, f"{path}3")


def test_a_picture_of_the_past_stays_what_it_was(client: CheckedClient, table: Table) -> None:
    table.play()
    kept = client.get(f"{table.path}/board.svg?number=1")
    table.play()
    client.delete(f"{table.path}/seats/1", token=table.tokens[1])
    assert client.get(f"{table.path}/board.svg?number=1").body == kept.body
    again = client.get(f"{table.path}/board.svg?number=1", headers={"If-None-Match": kept.headers["ETag"]})
    assert again.status == 304
    for name in ("ETag", "Cache-Control", "Content-Security-Policy"):
        assert again.headers[name] == kept.headers[name]


def test_the_present_picture_has_another_tag_after_a_change(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/board.svg"
    before = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": before}).status == 304
    table.play()
    after = client.get(path, headers={"If-None-Match": before})
    assert (after.status, after.headers["ETag"] == before) == (200, False)


def test_the_number_that_comes_next_is_the_present(client: CheckedClient, table: Table) -> None:
    table.play()
    answer = client.get(f"{table.path}/board.svg?number=2")
    assert answer.body == client.get(f"{table.path}/board.svg").body
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_a_game_that_waits_shows_who_is_there(client: CheckedClient) -> None:
    table = new_table(client, {"seats": [{"name": "Ada & <b>"}, {"open": True}]})
    shown = words(client, f"{table.path}/board.svg")
    assert "Waiting for players" in shown
    assert "Ada & <b>" in shown
    assert client.get(f"{table.path}/board.svg?number=1").status == 200


def test_a_seat_that_leaves_after_the_last_move_is_shown_to_have_left(client: CheckedClient) -> None:
    table = new_table(client, {"players": 3, "seed": 7})
    move = table.play().json["move"]["move"]
    client.delete(f"{table.path}/seats/1", token=table.owner)
    for tail in ("", "?number=2"):
        shown = words(client, f"{table.path}/board.svg{tail}")
        assert "has left" in shown
        assert f"Last move: {move}" in shown
    assert "has left" not in words(client, f"{table.path}/board.svg?number=1")


def test_a_won_game_shows_the_winner(client: CheckedClient) -> None:
    table = new_table(client, {"position": NEARLY_WON})
    moves = client.get(f"{table.path}/legal-moves?limit=1000").json["moves"]
    table.play(next(move for move in moves if move.endswith("R1")))
    assert "Winner: Seat 2" in words(client, f"{table.path}/board.svg")
    assert "Winner" not in words(client, f"{table.path}/board.svg?number=40")


@pytest.mark.parametrize("number", ["39", "41", "999999"])
def test_a_number_outside_the_game_is_no_move(client: CheckedClient, number: str) -> None:
    path = new_table(client, {"position": NEARLY_WON}).path
    answer = client.get(f"{path}/board.svg?number={number}")
    assert (answer.status, answer.code) == (404, "move_not_found")


@pytest.mark.parametrize("number", ["0", "01", "1000000", "-1", ""])
def test_what_is_no_number_is_told(client: CheckedClient, table: Table, number: str) -> None:
    answer = client.get(f"{table.path}/board.svg?number={number}")
    assert (answer.status, answer.places) == (422, ["number"])


@pytest.mark.parametrize("position", [START, FINISHED, TWO_COLORS])
@pytest.mark.parametrize("look", ["", "&size=100", "&size=2000&theme=light", "&theme=dark&coords=false"])
def test_any_position_is_drawn_in_any_look(client: CheckedClient, position: str, look: str) -> None:
    path = f"/v1/positions/board.svg?position={quote(position, safe='')}{look}"
    answer = client.get(path)
    assert answer.status == 200
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert client.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status == 304
    head = client.send("HEAD", path)
    assert (head.status, head.headers["Content-Length"]) == (200, str(len(answer.body)))


def test_a_plus_that_is_not_written_as_percent_2b_is_a_blank_and_told_where(client: CheckedClient) -> None:
    answer = client.get(f"/v1/positions/board.svg?position={TWO_COLORS.replace(' ', '%20')}")
    assert (answer.status, answer.code) == (422, "invalid_position")
    assert answer.json["at"] == TWO_COLORS.index("+") + 1  # where the seats end, and the next field is none
