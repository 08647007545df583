"""Where several things are wrong, the first in the contract's order is told."""

from typing import Any

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import Table

NO_GAME = "/v1/games/" + "a" * 20
JSON = "application/json"

#: Each call is wrong in what it is listed for and in all that comes after.
PLAY: list[tuple[str, str, str, dict[str, Any]]] = [
    ("method_not_allowed", "PATCH", "{none}/moves?x=1", {"raw": b"{", "content_type": "text/plain"}),
    ("unsupported_media_type", "POST", "{none}/moves?x=1", {"raw": b"{", "content_type": "text/plain"}),
    ("unsupported_media_type", "POST", "{none}/moves?x=1", {"raw": b"{" * 20_000, "content_type": "text/plain"}),
    ("body_too_large", "POST", "{none}/moves?x=1", {"raw": b"{" * 20_000, "content_type": JSON}),
    ("malformed_body", "POST", "{none}/moves?x=1", {"raw": b"{", "content_type": JSON}),
    ("invalid_field", "POST", "{none}/moves?x=1", {"body": {"number": 7, "move": "?"}}),
    ("invalid_field", "POST", "{none}/moves", {"body": {"number": 0, "move": "?"}}),
    ("game_not_found", "POST", "{none}/moves", {"body": {"number": 7, "move": "?"}}),
    ("token_missing", "POST", "{game}/moves", {"body": {"number": 7, "move": "?"}}),
    ("token_unknown", "POST", "{game}/moves", {"body": {"number": 7, "move": "?"}, "token": "x" * 30}),
    ("token_not_allowed", "POST", "{game}/moves", {"body": {"number": 7, "move": "?"}, "token": "owner"}),
    ("number_not_reached", "POST", "{game}/moves", {"body": {"number": 7, "move": "?"}, "token": "1"}),
    ("not_your_turn", "POST", "{game}/moves", {"body": {"number": 1, "move": "?"}, "token": "1"}),
    ("invalid_move", "POST", "{game}/moves", {"body": {"number": 1, "move": "?"}, "token": "2"}),
    ("illegal_move", "POST", "{game}/moves", {"body": {"number": 1, "move": "N5 -"}, "token": "2"}),
]

SEAT: list[tuple[str, str, str, dict[str, Any]]] = [
    ("game_not_found", "PUT", "/v1/games/BAD/seats/9/token", {"raw": b"{", "content_type": JSON}),
    ("seat_not_found", "PUT", "{none}/seats/9/token", {"raw": b"{", "content_type": JSON}),
    ("malformed_body", "PUT", "{none}/seats/4/token", {"raw": b"{", "content_type": JSON}),
    ("invalid_field", "PUT", "{none}/seats/4/token", {"body": {"token": "short"}}),
    ("game_not_found", "PUT", "{none}/seats/4/token", {}),
    ("seat_not_found", "PUT", "{game}/seats/4/token", {}),
    ("token_missing", "PUT", "{game}/seats/1/token", {}),
    ("seat_not_found", "DELETE", "{game}/seats/4", {}),
    ("invalid_field", "DELETE", "{none}/seats/4?x=1", {}),
    ("game_not_found", "POST", "{none}/seats/4", {}),
    ("seat_not_found", "POST", "{game}/seats/4", {}),
    ("seat_taken", "POST", "{game}/seats/1", {}),
]


@pytest.mark.parametrize(("code", "method", "path", "sent"), [*PLAY, *SEAT])
def test_the_first_fault_in_order_is_told(
    client: CheckedClient, table: Table, code: str, method: str, path: str, sent: dict[str, Any]
) -> None:
    named = {"owner": table.owner, "1": table.tokens[1], "2": table.tokens[2]}
    options = {**sent, "token": named.get(sent.get("token", ""), sent.get("token"))}
    answer = client.send(method, path.format(none=NO_GAME, game=table.path), **options)
    assert answer.code == code


def test_a_repeat_comes_before_the_state(client: CheckedClient, table: Table) -> None:
    first = table.play("W5 f4>c2")
    client.delete(f"{table.path}/seats/2", token=table.owner)
    assert table.game["status"] == "finished"
    again = table.play("W5 f4>c2", number=1, seat=2)
    assert (again.status, again.json["move"]) == (200, first.json["move"])
    assert table.play("?", number=1, seat=2).code == "game_finished"
