"""Looking at games, removing them, whose a token is."""

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import NEARLY_WON, START, Table, new_table


def test_a_game_shows_its_whole_table(client: CheckedClient, table: Table) -> None:
    game = table.game
    assert game["position"] == START
    assert game["kiln"] == ["byygrb", "gyrbgg", "ryrbrg", "gbrggb", "yyyybr", "ybrgrb"]
    assert game["outer"] == {"tile": "black", "slot": "N5"}
    assert game["seats"][0] == {
        "seat": 1,
        "name": None,
        "state": "taken",
        "bot": None,
        "warehouses": [{"color": "red", "rows": ["....."] * 5, "score": 0}],
    }
    assert (game["to_move"], game["extra_turn"]) == (2, False)


def test_after_a_move_the_game_shows_it(client: CheckedClient, table: Table) -> None:
    played = table.play("W5 f4>c2")
    assert played.status == 201
    game = table.game
    assert played.json["game"] == game
    assert game["last_move"] == played.json["move"]
    assert (game["version"], game["number"], game["to_move"]) == (2, 2, 1)
    assert game["seats"][1]["warehouses"][0]["rows"] == [".....", "..x..", "..x..", "..x..", "....."]
    assert game["outer"] == {"tile": "red", "slot": "E5"}
    assert game["updated_at"] >= game["created_at"]


def test_a_won_game_says_who_has_won_and_why(client: CheckedClient) -> None:
    table = new_table(client, {"position": NEARLY_WON})
    selling = next(
        move for move in client.get(f"{table.path}/legal-moves?limit=1000").json["moves"] if move.endswith("R1")
    )
    game = table.play(selling).json["game"]
    assert (game["status"], game["to_move"], game["extra_turn"]) == ("finished", None, False)
    assert game["outcome"] == {"reason": "target", "winner": 2}
    assert game["last_move"]["events"][-1] == {"type": "finish", "reason": "target", "winner": 2}
    assert game["last_move"]["events"][-2]["type"] == "sell"


def test_the_owner_removes_a_game(client: CheckedClient, table: Table) -> None:
    assert client.delete(table.path, token=table.owner).status == 204
    assert client.get(table.path).code == "game_not_found"
    assert client.delete(table.path, token=table.owner).code == "game_not_found"


def test_nobody_else_removes_a_game(client: CheckedClient, table: Table) -> None:
    assert client.delete(table.path).code == "token_missing"
    assert client.delete(table.path, token="x" * 43).code == "token_unknown"
    assert client.delete(table.path, token=table.tokens[1]).code == "token_not_allowed"
    assert client.get(table.path).status == 200


def test_a_token_is_told_whose_it_is(client: CheckedClient, table: Table) -> None:
    assert client.get(f"{table.path}/me", token=table.owner).json == {"role": "owner", "seat": None}
    for seat, token in table.tokens.items():
        assert client.get(f"{table.path}/me", token=token).json == {"role": "seat", "seat": seat}


def test_a_token_of_another_game_is_unknown(client: CheckedClient, table: Table) -> None:
    assert client.get(f"{table.path}/me", token=new_table(client).owner).code == "token_unknown"


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer   ", "Basic abc", "Token abc", "bearer", "Digest a=b"]
)
def test_another_scheme_or_none_counts_as_no_token(client: CheckedClient, table: Table, header: str) -> None:
    answer = client.get(f"{table.path}/me", headers={"Authorization": header})
    assert (answer.status, answer.code) == (401, "token_missing")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["Bearer abc", "Bearer é", "Bearer a b", "Bearer \x00", "Bearer " + "a" * 5000, "Bearer ,", "Bearer \xff"]
)
def test_odd_tokens_are_unknown(client: CheckedClient, table: Table, header: str) -> None:
    answer = client.get(f"{table.path}/me", headers={"Authorization": header})
    assert (answer.status, answer.code) == (401, "token_unknown")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer  "])
def test_the_scheme_may_be_written_in_any_case(client: CheckedClient, table: Table, scheme: str) -> None:
    assert client.get(f"{table.path}/me", headers={"Authorization": f"{scheme} {table.owner}"}).status == 200


def test_a_token_elsewhere_is_not_looked_at(client: CheckedClient, table: Table) -> None:
    assert client.get(f"{table.path}/me", headers={"X-API-Key": table.owner, "Cookie": table.owner}).status == 401
