"""What a bot would play, and what a position is worth: asked of any position, and in a game that allows it."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import pytest
from flask import Flask

from service.api.context import ADVISOR
from service.api.views import advice
from service.bots import LEVELS, evaluate, suggest
from service.rules import LegalMoves, parse_move, parse_position, play
from service.thinking import Thinkers
from tests.api.checked import CheckedClient, Contract
from tests.api.table import FINISHED, NEARLY_WON, START, TWO_COLORS, new_table
from tests.api.test_heavy import HEAVY
from tests.streams.reading import until

pytestmark = pytest.mark.xdist_group("processes")

ENDLESS = 1_000_000


@pytest.fixture
def thinkers(app: Flask) -> Thinkers:
    found: Thinkers = app.extensions[ADVISOR]._thinkers
    return found


def ask(client: CheckedClient, position: str = START, **more: Any) -> Any:
    answer = client.post("/v1/positions/suggest", {"position": position, **more})
    assert answer.status == 200, answer.body
    return answer.json


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("position", [START, NEARLY_WON, TWO_COLORS])
def test_every_level_suggests_what_it_finds_in_moves_that_can_be_played(
    client: CheckedClient, level: str, position: str
) -> None:
    told = ask(client, position, level=level, count=4, seed=5, nodes=20)
    found = suggest(parse_position(position), level, count=4, seed=5, nodes=20)
    assert [one["move"] for one in told["suggestions"]] == [choice.move for choice in found.choices]
    assert [one["value"] for one in told["suggestions"]] == [round(choice.value, 3) for choice in found.choices]
    assert (told["nodes"], told["complete"], told["level"], told["seed"]) == (found.nodes, True, level, 5)
    assert told["position"] == position
    for one in told["suggestions"]:
        after = parse_position(position)
        assert one["line"][0] == one["move"]
        for move in one["line"]:
            after = play(after, parse_move(move)).position


def test_unless_told_otherwise_it_is_three_moves_of_a_middling_level(client: CheckedClient) -> None:
    told = ask(client)
    assert (told["level"], told["seed"], len(told["suggestions"])) == ("search-2", 0, 3)
    assert (told["number"], told["seat"]) == (1, 2)


def test_there_are_no_more_suggestions_than_moves(client: CheckedClient) -> None:
    one_push = parse_position(START)
    assert LegalMoves(one_push).total > 10
    assert len(ask(client, count=10, level="greedy")["suggestions"]) == 10


def test_a_winning_move_is_seen(client: CheckedClient) -> None:
    best = ask(client, NEARLY_WON, level="search-1", count=1)["suggestions"][0]
    assert best["value"] > 900
    assert play(parse_position(NEARLY_WON), parse_move(best["move"])).position.finished


def test_a_time_bound_is_kept_and_told(client: CheckedClient) -> None:
    told = ask(client, HEAVY, level="search-3", nodes=ENDLESS, seconds=0.2)
    assert not told["complete"]
    assert told["suggestions"]


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"level": "search-9"}, "/level"),
        ({"count": 0}, "/count"),
        ({"count": 11}, "/count"),
        ({"seed": -1}, "/seed"),
        ({"nodes": 0}, "/nodes"),
        ({"seconds": 0}, "/seconds"),
        ({"seconds": 2.5}, "/seconds"),
        ({"seconds": True}, "/seconds"),
        ({"seconds": "1"}, "/seconds"),
        ({"depth": 3}, "/depth"),
        ({"position": FINISHED}, "/position"),
    ],
)
def test_what_cannot_be_thought_about_is_told(client: CheckedClient, more: dict[str, Any], place: str) -> None:
    answer = client.post("/v1/positions/suggest", {"position": START, **more})
    assert (answer.status, answer.code, answer.places) == (422, "invalid_field", [place])


@pytest.mark.parametrize("call", ["suggest", "evaluate"])
def test_a_text_that_is_no_position_is_told(client: CheckedClient, call: str) -> None:
    assert client.post(f"/v1/positions/{call}", {"position": "?"}).code == "invalid_position"


@pytest.mark.parametrize("position", [START, NEARLY_WON, TWO_COLORS, FINISHED, HEAVY])
def test_a_position_is_judged_part_by_part(client: CheckedClient, position: str) -> None:
    told = client.post("/v1/positions/evaluate", {"position": position}).json
    found = evaluate(parse_position(position))
    assert [one["seat"] for one in told["seats"]] == [one.seat for one in found]
    for one, expected in zip(told["seats"], found, strict=True):
        assert one["value"] == pytest.approx(expected.value, abs=0.001)
        assert sum(one["parts"].values()) == pytest.approx(one["value"], abs=0.005)


def test_a_game_that_allows_it_gives_the_advice_of_its_position(client: CheckedClient) -> None:
    table = new_table(client, {"seed": 7, "advice": True})
    assert table.game["advice"] is True
    query = "level=greedy&count=2&seed=3"
    answer = client.get(f"{table.path}/suggest?{query}")
    wanted = ask(client, table.game["position"], level="greedy", count=2, seed=3)
    assert (answer.status, answer.headers["ETag"]) == (200, '"1"')
    assert answer.json | {"seconds": 0} == wanted | {"seconds": 0}
    best = answer.json["suggestions"][0]["move"]
    assert table.play(best, answer.json["number"], answer.json["seat"]).status == 201


def test_advice_that_a_client_has_is_not_thought_again(client: CheckedClient, thinkers: Thinkers) -> None:
    table = new_table(client, {"advice": True})
    path = f"{table.path}/suggest?level=greedy"
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status == 304
    for pid in thinkers.pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        assert client.send("HEAD", path).headers["ETag"] == tag
    finally:
        for pid in thinkers.pids:
            os.kill(pid, signal.SIGCONT)
    table.play()
    assert client.get(path, headers={"If-None-Match": tag}).status == 200


def test_advice_that_was_cut_short_is_thought_again(client: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "DEFAULT_SECONDS", 0.01)
    table = new_table(client, {"advice": True, "position": HEAVY})
    path = f"{table.path}/suggest?level=search-3"
    first = client.get(path)
    assert (first.status, first.json["complete"]) == (200, False)
    assert first.headers["ETag"] != client.get(table.path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": first.headers["ETag"]}).status == 200


def test_a_game_whose_creator_did_not_ask_for_it_allows_none(client: CheckedClient) -> None:
    for body in ({}, {"advice": False}):
        table = new_table(client, body)
        assert table.game["advice"] is False
        answer = client.get(f"{table.path}/suggest")
        assert (answer.status, answer.code) == (403, "advice_not_allowed")


def test_advice_is_for_who_is_to_move(client: CheckedClient) -> None:
    waiting = new_table(client, {"advice": True, "seats": [{}, {"open": True}]})
    assert client.get(f"{waiting.path}/suggest").code == "game_waiting"
    finished = new_table(client, {"advice": True, "position": FINISHED})
    answer = client.get(f"{finished.path}/suggest")
    assert (answer.status, answer.code, answer.json["game_status"]) == (409, "game_finished", "finished")
    assert client.get("/v1/games/" + "a" * 20 + "/suggest").code == "game_not_found"


@pytest.mark.parametrize(
    "query", ["level=best", "count=0", "count=11", "seed=-1", "nodes=3", "level=greedy&level=greedy"]
)
def test_a_parameter_that_is_wrong_is_told(client: CheckedClient, query: str) -> None:
    table = new_table(client, {"advice": True})
    answer = client.get(f"{table.path}/suggest?{query}")
    assert (answer.code, answer.places) == ("invalid_field", [query.partition("=")[0]])


def test_a_rematch_allows_advice_as_its_game_did(client: CheckedClient) -> None:
    table = new_table(client, {"advice": True, "position": FINISHED})
    answer = client.post(f"{table.path}/rematch", token=table.tokens[1])
    assert answer.json["game"]["advice"] is True


def test_where_too_many_ask_the_next_is_told_to_come_again_and_others_are_served(
    client: CheckedClient, app: Flask, promised: Contract, thinkers: Thinkers
) -> None:
    places = 1 + 4
    gate = threading.Barrier(places + 1)
    statuses: list[int] = []

    def one() -> None:
        gate.wait()
        own = CheckedClient(app.test_client(), promised)
        body = {"position": START, "level": "search-3", "nodes": ENDLESS, "seconds": 1.5}
        statuses.append(own.post("/v1/positions/suggest", body).status)

    threads = [threading.Thread(target=one) for _ in range(places)]
    for thread in threads:
        thread.start()
    gate.wait()
    until(lambda: thinkers.busy == places, "they do not all ask")
    refused = client.post("/v1/positions/suggest", {"position": START})
    assert (refused.status, refused.code, refused.headers["Retry-After"]) == (503, "too_busy", "1")
    assert client.post("/v1/positions/evaluate", {"position": START}).status == 200
    for thread in threads:
        thread.join()
    assert statuses == [200] * places
    assert ask(client, level="greedy")["complete"]


def test_a_process_that_is_killed_meanwhile_costs_nobody_the_answer(client: CheckedClient, thinkers: Thinkers) -> None:
    ask(client, level="greedy")
    told: list[Any] = []
    body: dict[str, Any] = {"level": "search-3", "nodes": ENDLESS, "seconds": 1}
    thread = threading.Thread(target=lambda: told.append(ask(client, **body)))
    thread.start()
    until(lambda: thinkers.busy == 1 and thinkers.pids != [], "it is not asked")
    killed = thinkers.pids
    os.kill(killed[0], signal.SIGKILL)
    thread.join()
    assert told[0]["suggestions"]
    assert thinkers.pids != killed
