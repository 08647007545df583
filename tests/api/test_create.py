"""Creating games."""

import re

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, START, TWO_COLORS, new_table

TOKEN = re.compile(r"[A-Za-z0-9_-]{22,86}")
MINE = "an-owner-token-of-my-own_1"


def colors(game: dict[str, object]) -> list[list[str]]:
    seats: list[dict[str, list[dict[str, str]]]] = game["seats"]  # type: ignore[assignment]
    return [[warehouse["color"] for warehouse in seat["warehouses"]] for seat in seats]


def test_nothing_given_makes_a_game_of_two_by_the_default_rules(client: CheckedClient) -> None:
    answer = client.post("/v1/games", {})
    game = answer.json["game"]
    assert answer.status == 201
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert re.fullmatch(r"[a-z0-9]{16,32}", game["id"])
    assert (game["version"], game["status"], game["number"], game["start_number"]) == (1, "playing", 1, 1)
    assert (game["players"], game["two_color"], game["target"], game["goal"]) == (2, False, 17, "either")
    assert game["variants"] == {"fixing_the_mess": True, "heating_up": False}
    assert colors(game) == [["red"], ["blue"]]
    assert [seat["state"] for seat in game["seats"]] == ["taken", "taken"]
    assert [seat["name"] for seat in game["seats"]] == [None, None]
    assert 0 <= game["seed"] < 2**53
    assert (game["outcome"], game["last_move"], game["public"]) == (None, None, False)
    tokens = [answer.json["owner_token"], *(entry["token"] for entry in answer.json["seat_tokens"])]
    assert len(set(tokens)) == 3
    assert all(TOKEN.fullmatch(token) for token in tokens)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", game["created_at"])
    assert game["created_at"] == game["updated_at"] < game["expires_at"]
    assert client.get(answer.headers["Location"]).json == game


def test_the_example_of_the_contract_makes_its_game(client: CheckedClient) -> None:
    body = {
        "players": 3,
        "seats": [{"name": "first player"}, {"name": "second player", "colors": ["yellow"]}, {"open": True}],
        "two_color": False,
        "target": 17,
        "goal": "either",
        "variants": {"fixing_the_mess": True, "heating_up": False},
        "first_seat": None,
        "seed": 7,
        "position": None,
        "public": False,
        "owner_token": None,
    }
    document = client.post("/v1/games", body).json
    game = document["game"]
    assert (game["status"], game["to_move"], game["seed"]) == ("waiting", None, 7)
    assert colors(game) == [["red"], ["yellow"], ["blue"]]
    assert [seat["name"] for seat in game["seats"]] == ["first player", "second player", None]
    assert [seat["state"] for seat in game["seats"]] == ["taken", "taken", "open"]
    assert [entry["seat"] for entry in document["seat_tokens"]] == [1, 2]


def test_one_seed_gives_one_start(client: CheckedClient) -> None:
    assert client.post("/v1/games", {"seed": 7}).json["game"]["position"] == START
    for seed in (0, 2**53 - 1):
        assert client.post("/v1/games", {"seed": seed}).json["game"]["seed"] == seed


def test_without_a_seed_games_differ(client: CheckedClient) -> None:
    assert len({client.post("/v1/games").json["game"]["position"] for _ in range(5)}) == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_alone_say_how_many_seats(client: CheckedClient, players: int) -> None:
    game = client.post("/v1/games", {"players": players}).json["game"]
    assert game["players"] == len(game["seats"]) == players
    assert colors(game) == [["red"], ["blue"], ["green"], ["yellow"]][:players]


def test_two_color_games_are_made_of_two_seats_with_two_colors(client: CheckedClient) -> None:
    game = client.post("/v1/games", {"two_color": True, "goal": "both", "target": 29}).json["game"]
    assert (game["two_color"], game["goal"], game["target"]) == (True, "both", 29)
    assert colors(game) == [["red", "green"], ["blue", "yellow"]]
    body = {"two_color": True, "seats": [{}, {"colors": ["green", "blue"]}]}
    assert colors(client.post("/v1/games", body).json["game"]) == [["red", "yellow"], ["green", "blue"]]


def test_the_first_seat_may_be_chosen(client: CheckedClient) -> None:
    for seat in (1, 2, 3):
        assert client.post("/v1/games", {"players": 3, "first_seat": seat}).json["game"]["to_move"] == seat


def test_variants_may_be_given_in_part(client: CheckedClient) -> None:
    game = client.post("/v1/games", {"variants": {"heating_up": True}}).json["game"]
    assert game["variants"] == {"fixing_the_mess": True, "heating_up": True}
    game = client.post("/v1/games", {"variants": {"fixing_the_mess": False}}).json["game"]
    assert game["variants"] == {"fixing_the_mess": False, "heating_up": False}
    assert client.post("/v1/games", {"variants": {}}).status == 201


def test_a_game_may_be_public(client: CheckedClient) -> None:
    assert client.post("/v1/games", {"public": True}).json["game"]["public"] is True


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada ", "Ada"),
        ("A" * 40, "A" * 40),
        (" " * 100 + "A" * 40, "A" * 40),
        ("e\u0301" * 40, "\u00e9" * 40),
        ("\u05d0\u05d1", "\u05d0\u05d1"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("<b>&amp;\"'", "<b>&amp;\"'"),
    ],
)
def test_names_are_composed_and_trimmed(client: CheckedClient, given: str, kept: str) -> None:
    game = client.post("/v1/games", {"seats": [{"name": given}, {}]}).json["game"]
    assert game["seats"][0]["name"] == kept
    assert client.get(f"/v1/games/{game['id']}").json["seats"][0]["name"] == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "A" * 41,
        "a\nb",
        "a\x00b",
        "a\x7fb",
        "a\x85b",
        "a\u2028b",
        "a\u2029b",
        "\ue000",
        "a\u202eb",
        "\u2066a",
        "\U000f0000",
        7,
        True,
        ["Ada"],
        {"name": "Ada"},
    ],
)
def test_what_is_no_name_is_refused(client: CheckedClient, name: object) -> None:
    assert client.post("/v1/games", {"seats": [{}, {"name": name}]}).places == ["/seats/1/name"]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({"players": 1}, ["/players"]),
        ({"players": 5}, ["/players"]),
        ({"players": 2.0}, ["/players"]),
        ({"players": "2"}, ["/players"]),
        ({"players": True}, ["/players"]),
        ({"players": None}, ["/players"]),
        ({"seats": None}, ["/seats"]),
        ({"seats": {}}, ["/seats"]),
        ({"seats": []}, ["/seats"]),
        ({"seats": [{}]}, ["/seats"]),
        ({"seats": [{}] * 5}, ["/seats"]),
        ({"seats": [{}, None]}, ["/seats/1"]),
        ({"seats": [{}, "open"]}, ["/seats/1"]),
        ({"seats": [{"open": None}, {"open": 1}]}, ["/seats/0/open", "/seats/1/open"]),
        ({"seats": [{"colors": None}, {"colors": []}]}, ["/seats/0/colors", "/seats/1/colors"]),
        ({"seats": [{"colors": ["black"]}, {"colors": ["Red"]}]}, ["/seats/0/colors/0", "/seats/1/colors/0"]),
        ({"seats": [{"colors": "red"}, {"colors": [1]}]}, ["/seats/0/colors", "/seats/1/colors/0"]),
        ({"seats": [{"colour": "red"}, {}]}, ["/seats/0/colour"]),
        ({"two_color": None}, ["/two_color"]),
        ({"two_color": 0}, ["/two_color"]),
        ({"target": 0}, ["/target"]),
        ({"target": 30}, ["/target"]),
        ({"target": None}, ["/target"]),
        ({"target": 17.0}, ["/target"]),
        ({"goal": "all"}, ["/goal"]),
        ({"goal": None}, ["/goal"]),
        ({"variants": None}, ["/variants"]),
        ({"variants": []}, ["/variants"]),
        ({"variants": {"heating_up": None, "x": 1}}, ["/variants/heating_up", "/variants/x"]),
        ({"first_seat": 0}, ["/first_seat"]),
        ({"first_seat": 5}, ["/first_seat"]),
        ({"seed": -1}, ["/seed"]),
        ({"seed": 2**53}, ["/seed"]),
        ({"seed": 7.0}, ["/seed"]),
        ({"seed": 1e3}, ["/seed"]),
        ({"seed": "7"}, ["/seed"]),
        ({"position": 7}, ["/position"]),
        ({"public": None}, ["/public"]),
        ({"public": "yes"}, ["/public"]),
        ({"owner_token": "short"}, ["/owner_token"]),
        ({"owner_token": "a" * 87}, ["/owner_token"]),
        ({"owner_token": "a" * 21 + "ä"}, ["/owner_token"]),
        ({"owner_token": "a" * 22 + "\n"}, ["/owner_token"]),
        ({"owner_token": 7}, ["/owner_token"]),
        ({"a/b": 1, "c~d": 2, "": 3, "_schema": 4}, ["/", "/_schema", "/a~1b", "/c~0d"]),
    ],
)
def test_each_field_is_held_to_what_it_may_be(client: CheckedClient, body: object, places: list[str]) -> None:
    assert client.post("/v1/games", body).places == places


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({"players": 3, "seats": [{}, {}]}, ["/players"]),
        ({"players": 3, "two_color": True}, ["/players"]),
        ({"seats": [{}, {}, {}], "two_color": True}, ["/seats"]),
        ({"goal": "both"}, ["/goal"]),
        ({"first_seat": 3}, ["/first_seat"]),
        ({"seats": [{"colors": ["red"]}, {"colors": ["red"]}]}, ["/seats/1/colors/0"]),
        ({"seats": [{"colors": ["red", "blue"]}, {}]}, ["/seats/0/colors"]),
        ({"two_color": True, "seats": [{"colors": ["red"]}, {}]}, ["/seats/0/colors"]),
        ({"two_color": True, "seats": [{"colors": ["red", "red"]}, {}]}, ["/seats/0/colors/1"]),
    ],
)
def test_fields_must_go_with_each_other(client: CheckedClient, body: object, places: list[str]) -> None:
    answer = client.post("/v1/games", body)
    assert answer.code == "invalid_field"
    assert answer.places == places


def test_a_game_may_start_from_a_position(client: CheckedClient) -> None:
    body = {"position": TWO_COLORS, "seats": [{"name": "Ada"}, {"open": True}]}
    game = client.post("/v1/games", body).json["game"]
    assert game["position"] == TWO_COLORS
    assert (game["status"], game["number"], game["start_number"], game["seed"]) == ("waiting", 3, 3, None)
    assert (game["two_color"], game["goal"]) == (True, "both")
    assert colors(game) == [["red", "green"], ["blue", "yellow"]]
    assert [seat["name"] for seat in game["seats"]] == ["Ada", None]


def test_a_finished_position_makes_a_finished_game(client: CheckedClient) -> None:
    game = client.post("/v1/games", {"position": FINISHED}).json["game"]
    assert (game["status"], game["to_move"]) == ("finished", None)
    assert game["outcome"] == {"reason": "target", "winner": 2}


@pytest.mark.parametrize(
    "field",
    [
        {"players": 2},
        {"two_color": False},
        {"target": 17},
        {"goal": "either"},
        {"variants": {}},
        {"first_seat": 1},
        {"seed": 7},
    ],
)
def test_a_position_fixes_the_rest(client: CheckedClient, field: dict[str, object]) -> None:
    answer = client.post("/v1/games", {"position": START, **field})
    assert answer.code == "invalid_field"
    assert answer.places == [f"/{next(iter(field))}"]


def test_null_beside_a_position_means_not_given(client: CheckedClient) -> None:
    body = {"position": START, "seed": None, "first_seat": None, "owner_token": None, "seats": [{"name": None}, {}]}
    assert client.post("/v1/games", body).status == 201


def test_a_position_fixes_the_seats_colors_and_their_number(client: CheckedClient) -> None:
    seats: list[dict[str, object]] = [{"colors": ["red"]}, {"name": "Ada"}]
    assert client.post("/v1/games", {"position": START, "seats": seats}).places == ["/seats/0/colors"]
    assert client.post("/v1/games", {"position": START, "seats": [{}, {}, {}]}).places == ["/seats"]


def test_a_misspelt_position_is_told_where(client: CheckedClient) -> None:
    answer = client.post("/v1/games", {"position": START.replace("kN5", "kN7")})
    assert (answer.status, answer.code) == (422, "invalid_position")
    assert answer.json["at"] == 44
    assert answer.json["expected"]
    assert client.post("/v1/games", {"position": ""}).json["at"] == 0


def test_a_position_that_cannot_be_is_told_every_fault(client: CheckedClient) -> None:
    answer = client.post("/v1/games", {"position": "rrrrrr/" + START[7:-6] + "5 30m 0"})
    assert answer.code == "invalid_position"
    assert len(answer.json["errors"]) >= 3
    assert set(answer.places) == {"/position"}
    assert "at" not in answer.json


def test_a_token_of_ones_own_makes_creating_safe_to_repeat(client: CheckedClient) -> None:
    body = {"owner_token": MINE, "seats": [{"name": "Ada"}, {"open": True}]}
    first = client.post("/v1/games", body)
    again = client.post("/v1/games", body)
    assert (first.status, again.status) == (201, 200)
    assert first.json == again.json
    assert first.json["owner_token"] == MINE
    assert again.headers["Location"] == first.headers["Location"]
    other = client.post("/v1/games", {**body, "target": 20})
    assert (other.status, other.code) == (409, "token_reused")
    assert other.json["game_status"] == "waiting"


def test_a_repeated_create_has_the_game_as_it_is_now(client: CheckedClient) -> None:
    body = {"owner_token": MINE + "2", "seed": 7}
    table = new_table(client, body)
    table.play()
    again = client.post("/v1/games", body)
    assert again.status == 200
    assert again.json["game"]["version"] == 2


def test_a_seat_token_is_not_the_owners(client: CheckedClient) -> None:
    table = new_table(client, {"owner_token": MINE + "3"})
    assert table.owner not in table.tokens.values()
