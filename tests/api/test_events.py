"""Streams and waiting, as far as one answer shows them; `tests/streams` follows games as they go on."""

import json

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, Table, new_table


def test_the_stream_of_a_finished_game_is_the_game_and_the_end(client: CheckedClient) -> None:
    table = new_table(client, {"position": FINISHED})
    answer = client.get(f"{table.path}/events")
    assert answer.headers["Content-Type"] == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-cache"
    game, end, nothing = answer.body.decode().split("\n\n")
    assert game.startswith("retry: 1000\nevent: game\nid: 1\ndata: ")
    assert json.loads(game.partition("data: ")[2]) == table.game
    assert end == 'event: end\ndata: {"reason":"finished"}'
    assert nothing == ""


def test_who_knows_the_last_version_of_a_finished_game_is_sent_nothing(client: CheckedClient) -> None:
    path = f"{new_table(client, {'position': FINISHED}).path}/events"
    assert client.get(path, headers={"Last-Event-ID": "1"}).status == 204
    assert client.get(f"{path}?last_event_id=1").status == 204
    assert client.get(f"{path}?last_event_id=1", headers={"Last-Event-ID": "0"}).status == 200


def test_a_parameter_of_a_stream_or_a_wait_is_read_as_strictly_as_any(client: CheckedClient, table: Table) -> None:
    assert client.get(f"{table.path}/events?last_event_id=1&last_event_id=1").places == ["last_event_id"]
    assert client.get(f"{table.path}/events?after=1").places == ["after"]
    assert client.get(f"{table.path}?after=-1&wait=31").places == ["after", "wait"]
    assert client.get(f"{table.path}?wait=1.5").places == ["wait"]


def test_a_wait_says_for_what(client: CheckedClient, table: Table) -> None:
    answer = client.get(f"{table.path}?wait=5")
    assert answer.errors == [("wait", "Goes with after: the version that is known.")]
    assert client.get(f"{table.path}?after=1").json == client.get(f"{table.path}?wait=0").json == table.game


def test_a_version_above_the_known_one_is_answered_at_once(client: CheckedClient, table: Table) -> None:
    assert client.get(f"{table.path}?after=0&wait=30").json == table.game


@pytest.mark.parametrize("tail", ["/events", "?after=1&wait=30"])
def test_head_does_not_wait(client: CheckedClient, table: Table, tail: str) -> None:
    assert client.send("HEAD", table.path + tail).status == 200
