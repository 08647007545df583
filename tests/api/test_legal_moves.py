"""The legal moves of a game."""

from random import Random
from typing import Any

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import FINISHED, NEARLY_WON, START, TWO_COLORS, Table, new_table
from tests.api.test_heavy import HEAVY


def every_move(tree: dict[str, Any]) -> list[str]:
    """The moves of a tree of one color, put together as the contract says."""
    moves = []
    for push in tree["pushes"]:
        (warehouse,) = push["warehouses"]
        for option in warehouse["options"]:
            moves.append(f"{push['slot']} {option['action']}")
            for letter, lines in (("R", option["rows"]), ("C", option["columns"])):
                for chosen in range(1, 2 ** len(lines)):
                    digits = "".join(str(line) for bit, line in enumerate(lines) if chosen >> bit & 1)
                    moves.append(f"{push['slot']} {option['action']} {letter}{digits}")
    return moves


def test_the_list_has_all_moves_in_order_page_by_page(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/legal-moves"
    whole = client.get(f"{path}?limit=10000").json
    assert (whole["number"], whole["seat"], whole["offset"]) == (1, 2, 0)
    assert whole["total"] == len(whole["moves"])
    pages: list[str] = []
    while len(pages) < whole["total"]:
        page = client.get(f"{path}?offset={len(pages)}&limit=100").json
        assert (page["offset"], page["total"]) == (len(pages), whole["total"])
        pages += page["moves"]
    assert pages == whole["moves"]


def test_an_offset_past_the_end_gives_no_moves(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/legal-moves"
    total = client.get(f"{path}?limit=1").json["total"]
    for offset in (total, 2**53 - 1):
        page = client.get(f"{path}?offset={offset}").json
        assert (page["moves"], page["total"], page["offset"]) == ([], total, offset)


def test_a_push_narrows_the_list(client: CheckedClient, table: Table) -> None:
    whole = client.get(f"{table.path}/legal-moves?limit=10000").json["moves"]
    page = client.get(f"{table.path}/legal-moves?push=E2&offset=1&limit=3").json
    of_push = [move for move in whole if move.startswith("E2 ")]
    assert (page["total"], page["moves"]) == (len(of_push), of_push[1:4])


def test_the_slot_where_the_tile_lies_has_no_moves(client: CheckedClient, table: Table) -> None:
    page = client.get(f"{table.path}/legal-moves?push=N5").json
    assert (page["total"], page["moves"], page["seat"]) == (0, [], 2)
    tree = client.get(f"{table.path}/legal-moves/tree?push=N5").json
    assert (tree["total"], tree["pushes"], tree["seat"]) == (0, [], 2)


@pytest.mark.parametrize("position", [None, NEARLY_WON])
def test_the_tree_says_the_same_moves_as_the_list(client: CheckedClient, position: str | None) -> None:
    table = new_table(client, {"position": position})
    tree = client.get(f"{table.path}/legal-moves/tree").json
    flat = client.get(f"{table.path}/legal-moves?limit=10000").json
    assert every_move(tree) == flat["moves"]
    assert (tree["total"], tree["number"], tree["seat"]) == (flat["total"], flat["number"], flat["seat"])
    assert sum(push["total"] for push in tree["pushes"]) == tree["total"]


def test_a_push_narrows_the_tree(client: CheckedClient, table: Table) -> None:
    whole = client.get(f"{table.path}/legal-moves/tree").json["pushes"]
    tree = client.get(f"{table.path}/legal-moves/tree?push=W5").json
    assert tree["pushes"] == [push for push in whole if push["slot"] == "W5"]
    assert tree["pushes"][0]["out"] == "red"


def test_the_tree_of_two_colors_has_the_choices_of_both(client: CheckedClient) -> None:
    table = new_table(client, {"position": TWO_COLORS})
    tree = client.get(f"{table.path}/legal-moves/tree?push=N1").json
    assert [warehouse["color"] for warehouse in tree["pushes"][0]["warehouses"]] == ["red", "green"]
    first, second = (len(warehouse["options"]) for warehouse in tree["pushes"][0]["warehouses"])
    assert tree["total"] == first * second


def test_a_waiting_or_finished_game_has_no_legal_moves(client: CheckedClient) -> None:
    for body in ({"seats": [{}, {"open": True}]}, {"position": FINISHED}):
        table = new_table(client, body)
        number = table.game["number"]
        flat = client.get(f"{table.path}/legal-moves?offset=3&push=N1").json
        assert flat == {"number": number, "seat": None, "total": 0, "offset": 3, "moves": []}
        tree = client.get(f"{table.path}/legal-moves/tree").json
        assert tree == {"number": number, "seat": None, "total": 0, "pushes": []}


def test_a_list_of_millions_is_counted_and_paged_without_being_made(client: CheckedClient) -> None:
    full = "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx"
    table = new_table(client, {"position": TWO_COLORS.replace("5/5/5/5/5+5/5/5/5/5,", f"{full}+{full},")})
    path = f"{table.path}/legal-moves"
    total = client.get(f"{path}?limit=1").json["total"]
    assert total > 10_000_000
    assert len(client.get(f"{path}?offset={total // 2}&limit=10000").json["moves"]) == 10_000
    last = client.get(f"{path}?offset={total - 1}").json["moves"]
    assert last == ["W6 xe5 C1234 | xe5 C1234"]
    tree = client.get(f"{path}/tree")
    assert tree.json["total"] == total
    assert len(tree.body) < 200_000


def test_a_sample_is_drawn_from_all_moves_alike(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/legal-moves"
    whole = client.get(f"{path}?limit=10000").json
    sample = client.get(f"{path}?sample=1000&seed=5").json
    generator = Random(5)
    assert sample["moves"] == [whole["moves"][generator.randrange(whole["total"])] for _ in range(1000)]
    others = ("number", "seat", "total", "offset")
    assert {name: sample[name] for name in others} == {name: whole[name] for name in others}
    assert sample["seed"] == 5
    assert "seed" not in whole
    assert client.get(f"{path}?sample=1000&seed=5").json == sample
    assert client.get(f"{path}?sample=1000&seed=6").json["moves"] != sample["moves"]


def test_a_sample_without_a_seed_is_another_one_each_time_and_tells_its_own(
    client: CheckedClient, table: Table
) -> None:
    path = f"{table.path}/legal-moves?sample=20"
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.json["seed"] != first.json["seed"]) == (200, True)
    assert client.get(f"{path}&seed={again.json['seed']}").json == again.json


def test_a_sample_with_a_seed_need_not_be_sent_twice(client: CheckedClient, table: Table) -> None:
    path = f"{table.path}/legal-moves?sample=20&seed=1"
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status == 304


def test_a_sample_can_be_of_one_push(client: CheckedClient, table: Table) -> None:
    of_push = client.get(f"{table.path}/legal-moves?push=E2").json
    sample = client.get(f"{table.path}/legal-moves?push=E2&sample=300&seed=0").json
    assert sample["total"] == of_push["total"]
    assert set(sample["moves"]) == set(of_push["moves"])
    nothing = client.get(f"{table.path}/legal-moves?push=N5&sample=3&seed=0").json
    assert (nothing["total"], nothing["moves"]) == (0, [])


@pytest.mark.parametrize("body", [{"position": FINISHED}, {"seats": [{}, {"open": True}]}])
def test_where_there_are_no_moves_a_sample_is_empty(client: CheckedClient, body: dict[str, Any]) -> None:
    table = new_table(client, body)
    for query in ("sample=3", "sample=3&seed=9"):
        sample = client.get(f"{table.path}/legal-moves?{query}").json
        assert (sample["moves"], sample["total"], sample["seat"]) == ([], 0, None)


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("sample=0", ["sample"]),
        ("sample=1001", ["sample"]),
        ("sample=5&offset=0", ["offset"]),
        ("sample=5&limit=1000", ["limit"]),
        ("sample=5&offset=0&limit=5", ["offset", "limit"]),
        ("seed=5", ["seed"]),
        ("sample=5&seed=-1", ["seed"]),
    ],
)
def test_a_sample_is_no_page(client: CheckedClient, table: Table, query: str, places: list[str]) -> None:
    answer = client.get(f"{table.path}/legal-moves?{query}")
    assert (answer.code, sorted(answer.places)) == ("invalid_field", sorted(places))
    fields = {name: int(value) for name, _, value in (part.partition("=") for part in query.split("&"))}
    posted = client.post("/v1/positions/legal-moves", {"position": START, **fields})
    assert (posted.code, sorted(posted.places)) == ("invalid_field", sorted(f"/{place}" for place in places))


@pytest.mark.parametrize("position", [START, TWO_COLORS, HEAVY])
def test_a_sample_of_a_position_is_that_of_a_game(client: CheckedClient, position: str) -> None:
    table = new_table(client, {"position": position})
    wanted = client.get(f"{table.path}/legal-moves?sample=1000&seed=8").json
    assert client.post("/v1/positions/legal-moves", {"position": position, "sample": 1000, "seed": 8}).json == wanted
    assert len(wanted["moves"]) == 1000
