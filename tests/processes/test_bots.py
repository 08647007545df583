"""Bots that play in running services, while processes are killed and stopped."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psutil
import pytest
import redis

from tests.processes.serving import Game, Service
from tests.store.server import Server
from tests.store.stored import FOLDER, put
from tests.streams.reading import Follower, Stream, until

pytestmark = pytest.mark.xdist_group("processes")

PERSON: dict[str, Any] = {}


def bot(level: str, **more: Any) -> dict[str, Any]:
    return {"bot": {"level": level}, **more}


@pytest.fixture(scope="module")
def service(server: Server) -> Iterator[Service]:
    service = Service(server.url, KILN_BOT_SECONDS="0.5")
    yield service
    service.close()


@pytest.fixture(scope="module", autouse=True)
def late(service: Service) -> Game:
    """A game whose seat 1 lets its ten seconds pass, at which nobody looks meanwhile."""
    return Game(service.client, {"first_seat": 1, "move_seconds": 10, "on_leave": bot("greedy"), "players": 2})


@pytest.fixture(scope="module")
def other(server: Server) -> Iterator[Service]:
    """A second service on the same store."""
    service = Service(server.url, KILN_BOT_SECONDS="0.5")
    yield service
    service.close()


def database(server: Server, number: int) -> str:
    """The address of a store beside that of the other services."""
    return f"{server.url.removesuffix('0')}{number}"


@pytest.fixture(scope="module")
def killed(server: Server) -> Iterator[Service]:
    """A service of which no other one knows the games."""
    killed = Service(database(server, 2), KILN_BOT_SECONDS="0.5")
    yield killed
    killed.close()


def wait_for_turn(game: Game, seat: int) -> dict[str, Any]:
    """Wait until it is a seat's turn or the game is over; return the game."""
    until(lambda: game.get()["to_move"] in (seat, None), f"it is not the turn of seat {seat}")
    return game.get()


def wait_for_the_end(game: Game) -> dict[str, Any]:
    until(lambda: game.get()["status"] == "finished", "the game does not end")
    return game.get()


def play_one(game: Game, seat: int) -> None:
    """Play a move for a seat when it is its turn."""
    shown = wait_for_turn(game, seat)
    (move,) = game.legal(1)
    assert game.play(shown["number"], seat, move).status_code == 201


def assert_whole(game: Game) -> None:
    """Every number was played once, the versions tell of each change once, and the record holds."""
    shown, moves = game.get(), game.moves()
    assert [move["number"] for move in moves] == list(range(1, shown["number"]))
    record = game.client.get(f"{game.path}/record").json()
    checked = game.client.post("/v1/records/check", json=record)
    assert checked.status_code == 200, checked.text
    assert checked.json() == {"position": shown["position"], "outcome": shown["outcome"]}


def assert_in_order(follower: Follower, game: Game) -> None:
    """The events have told of every change, one after the other, and of every move."""
    follower.join()
    shown = game.get()
    assert [event.id for event in follower.events] == list(range(follower.events[0].id, shown["version"] + 1))
    told = [event.data["move"] for event in follower.events if event.kind == "move"]
    moves = game.moves()
    assert told == moves[len(moves) - len(told) :]
    assert follower.events[-1].data["game"] == shown


def figure(service: Service, name: str) -> float:
    lines = service.client.get("/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name}{{", f"{name} ")))


class TestPlaying:
    def test_somebody_plays_against_a_bot(self, service: Service) -> None:
        game = Game(service.client, {"seats": [PERSON, bot("search-1", name="Kiln")], "first_seat": 2})
        follower = Follower([service.address], game.path)
        assert list(game.tokens) == [1]
        for _ in range(4):
            play_one(game, 1)
        wait_for_turn(game, 1)
        assert {move["seat"] for move in game.moves()} == {1, 2}
        game.client.delete(f"{game.path}/seats/1", headers={"Authorization": f"Bearer {game.tokens[1]}"})
        follower.join()
        assert [event.id for event in follower.events] == list(range(follower.events[0].id, game.get()["version"] + 1))
        assert_whole(game)

    def test_bots_play_to_the_end_for_whoever_looks_on(self, service: Service) -> None:
        moves = figure(service, "kiln_moves_total")
        thoughts = figure(service, "kiln_thought_seconds_count")
        game = Game(service.client, {"seats": [bot("greedy"), bot("search-2"), bot("greedy")], "target": 7})
        follower = Follower([service.address], game.path)
        wait_for_the_end(game)
        assert_in_order(follower, game)
        assert_whole(game)
        played = len(game.moves())
        assert figure(service, "kiln_moves_total") >= moves + played
        assert figure(service, "kiln_thought_seconds_count") >= thoughts + played
        assert figure(service, "kiln_thinking") >= 0

    def test_a_two_color_game_of_bots_ends_too(self, service: Service) -> None:
        game = Game(service.client, {"seats": [bot("greedy"), bot("greedy")], "two_color": True, "target": 5})
        wait_for_the_end(game)
        assert_whole(game)

    def test_two_services_play_in_all_games(self, service: Service, other: Service) -> None:
        games = [
            Game(one.client, {"seats": [bot("greedy"), bot("search-1")], "target": 5, "seed": seed})
            for seed in range(3)
            for one in (service, other)
        ]
        for game in games:
            wait_for_the_end(game)
            assert_whole(game)

    def test_requests_are_answered_while_bots_think(self, service: Service) -> None:
        """So many think that all processes have something to do; no request waits for a thought."""
        games = [Game(service.client, {"seats": [bot("search-3"), bot("search-3")]}) for _ in range(4)]
        for _ in range(30):
            assert service.client.get("/v1/games").status_code == 200
            assert service.client.post("/v1/games").status_code == 201
        for game in games:
            assert game.delete().status_code == 204


class TestOnLeave:
    @pytest.mark.parametrize("by_owner", [False, True], ids=["by itself", "by its owner"])
    def test_a_bot_plays_on_for_who_leaves(self, service: Service, by_owner: bool) -> None:
        game = Game(service.client, {"players": 2, "first_seat": 1, "on_leave": bot("greedy"), "target": 4})
        before = game.get()
        follower = Follower([service.address], game.path)
        follower.wait_for(1)
        token = game.owner if by_owner else game.tokens[1]
        left = game.client.delete(f"{game.path}/seats/1", headers={"Authorization": f"Bearer {token}"})
        assert left.status_code == 200
        shown = left.json()
        assert (shown["position"], shown["version"]) == (before["position"], 2)
        assert shown["seats"][0]["state"] == "taken"
        assert [seat["bot"] for seat in shown["seats"]] == [{"level": "greedy"}, None]
        wait_for_turn(game, 2)
        follower.wait_for(3)
        assert [(event.kind, event.id) for event in follower.events[1:3]] == [("game", 2), ("move", 3)]
        assert follower.events[1].data == shown
        late = game.play(game.get()["number"], 1, "N1 -")
        assert (late.status_code, late.json()["code"]) == (403, "token_not_allowed")
        game.client.delete(f"{game.path}/seats/2", headers={"Authorization": f"Bearer {game.owner}"})
        wait_for_the_end(game)
        assert_in_order(follower, game)
        assert_whole(game)
        record = game.client.get(f"{game.path}/record").json()
        assert [entry["seat"] for entry in record["replaced"]] == [1, 2]
        assert record["replaced"][0] == {"seat": 1, "before": 1, "reason": "resigned", "bot": {"level": "greedy"}}


class Killer:
    """Finds who is thinking, and kills it with its worker."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.spent: Counter[int] = Counter()

    def kill(self, game: Game) -> None:
        """Kill the worker that thinks about a game, and the process that it has think."""
        number = game.get()["number"]
        while True:
            worker, thinker = self._find()
            thinker.suspend()  # it goes on thinking, so to say, until it is killed
            shown = game.get()
            if shown["number"] == number and shown["to_move"] == 2:
                break
            thinker.resume()
            if shown["to_move"] != 2:  # the bot was quicker
                play_one(game, 1)
                shown = game.get()
            number = shown["number"]
        worker.kill()
        thinker.kill()
        until(lambda: worker.pid not in {one.pid for one in self.service.workers()}, "the worker is not missed")
        assert game.get()["number"] == number

    def _find(self) -> tuple[psutil.Process, psutil.Process]:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            for worker in self.service.workers():
                with suppress(psutil.Error):
                    for thinker in worker.children():
                        spent = round(thinker.cpu_times().user * 100)
                        known = self.spent.get(thinker.pid)
                        self.spent[thinker.pid] = spent
                        if known is not None and spent - known >= 1:
                            return worker, thinker
            time.sleep(0.02)
        raise AssertionError("nobody thinks")


class TestKilled:
    def test_the_move_comes_though_the_worker_that_thinks_is_killed_twice(self, killed: Service) -> None:
        wanted = {"seats": [PERSON, bot("search-3")], "first_seat": 1, "two_color": True, "target": 29}
        game = Game(killed.client, wanted)
        follower = Follower([killed.address], game.path)
        follower.wait_for(1)
        killer = Killer(killed)
        for _ in range(2):
            play_one(game, 1)
            if game.get()["to_move"] == 1:  # an extra turn
                play_one(game, 1)
            killer.kill(game)
            wait_for_turn(game, 1)
            killed.wait_for_workers()
        assert_whole(game)
        game.client.delete(f"{game.path}/seats/1", headers={"Authorization": f"Bearer {game.tokens[1]}"})
        follower.join()
        assert [event.id for event in follower.events] == list(range(1, game.get()["version"] + 1))

    def test_all_may_be_killed_and_the_bots_play_to_the_end(self, killed: Service) -> None:
        games = [Game(killed.client, {"seats": [bot("greedy"), bot("search-2")], "seed": one}) for one in (1, 2)]
        until(lambda: all(game.get()["number"] > 5 for game in games), "the bots do not begin")
        for worker in killed.workers():
            worker.kill()
        until(lambda: all(worker.is_running() for worker in killed.workers()), "no workers come")
        killed.wait_for_workers()
        for game in games:
            wait_for_the_end(game)
            assert_whole(game)


class TestStopped:
    def test_who_is_stopped_hands_its_games_over(self, service: Service, server: Server) -> None:
        """A service in which bots think is stopped, as in a roll-out, while another one is there."""
        going = Service(server.url, KILN_BOT_SECONDS="2")
        games = [
            Game(going.client, {"seats": [bot("search-3"), bot("greedy")], "target": 5, "seed": s}) for s in (1, 2)
        ]
        follower = Follower([service.address], games[0].path)
        until(lambda: all(game.get()["number"] > 2 for game in games), "the bots do not begin")
        going.close()
        for game in games:
            game.client = service.client
            wait_for_the_end(game)
            assert_whole(game)
        assert_in_order(follower, games[0])


def test_games_of_bots_alone_are_so_many_and_no_more(server: Server) -> None:
    service = Service(database(server, 1), KILN_BOT_GAMES="2", KILN_BOT_PROCESSES="0", WEB_CONCURRENCY="1")
    try:
        alone = {"seats": [bot("greedy"), bot("greedy")]}
        for _ in range(2):
            Game(service.client, alone)
        refused = service.client.post("/v1/games", json=alone)
        assert (refused.status_code, refused.json()["code"]) == (503, "too_busy")
        assert refused.headers["Retry-After"] == "30"
        Game(service.client, {"seats": [PERSON, bot("greedy")]})
        Game(service.client)
    finally:
        service.close()


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("game_2_*.json")))
def test_bots_of_a_stored_game_move_once_somebody_has_looked(service: Service, server: Server, name: str) -> None:
    document = json.loads((FOLDER / f"{name}.json").read_text())
    with redis.Redis.from_url(server.url) as client:
        put(client, document)
    path = f"/v1/games/{document['game']}"
    shown: dict[str, Any] = service.client.get(path).json()
    moved_by: set[int] = set()
    while shown["status"] == "playing" and not moved_by:
        seat = shown["seats"][shown["to_move"] - 1]
        if seat["bot"] is None:
            token = document["tokens"][str(seat["seat"])]
            move = service.client.get(f"{path}/legal-moves?limit=1").json()["moves"][0]
            body = {"number": shown["number"], "move": move}
            service.client.post(f"{path}/moves", json=body, headers={"Authorization": f"Bearer {token}"})
        else:
            moved_by.add(seat["seat"])
        wait = {"after": shown["version"], "wait": 30}
        shown = service.client.get(path, params=wait).json()
    assert moved_by == {seat["seat"] for seat in shown["seats"] if seat["bot"]}
    assert shown["number"] > document["shows"]["number"]
    record = service.client.get(f"{path}/record").json()
    assert service.client.post("/v1/records/check", json=record).status_code == 200


def test_a_stream_tells_of_a_bots_moves_at_once(service: Service) -> None:
    game = Game(service.client, {"seats": [PERSON, bot("greedy")], "first_seat": 2})
    with Stream(service.address, game.path) as stream:
        for event in stream:
            if (event.data["game"] if event.kind == "move" else event.data)["to_move"] == 1:
                break


def test_a_bot_plays_on_for_who_is_late_though_nobody_looks(late: Game, server: Server) -> None:
    key = f"kiln:{{{late.path.rpartition('/')[2]}}}:moves"
    until(lambda: server.admin.llen(key), "nobody plays on")
    record = late.client.get(f"{late.path}/record").json()
    assert record["replaced"][0] == {"seat": 1, "before": 1, "reason": "timed_out", "bot": {"level": "greedy"}}
    assert (record["left"], late.get()["seats"][0]["state"]) == ([], "taken")
    wait_for_the_end(late)
    assert_whole(late)
