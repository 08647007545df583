"""What a stream says of whole games is what happened: each change once, in order, whoever is interrupted by what."""

from __future__ import annotations

import time
from random import Random

import pytest

from tests.processes.serving import Service
from tests.store.server import Server
from tests.streams.playing import OPEN, RandomGame
from tests.streams.reading import Event, Follower, Stream

pytestmark = pytest.mark.xdist_group("streams")


@pytest.mark.parametrize("seed", range(4))
def test_a_stream_says_what_happened_and_any_version_resumes_right_after_it(service: Service, seed: int) -> None:
    game = RandomGame([service.client], seed)
    follower = Follower([service.address], game.path)
    follower.wait_for(1)
    game.play()
    follower.join()
    assert (follower.events, follower.end, follower.streams) == (game.played, "finished", 1)

    last = game.game["version"]
    assert last > 10
    for version in range(1, last):
        with Stream(service.address, game.path, str(version)) as stream:
            assert list(stream) == [*game.after(version), Event("end", 0, {"reason": "finished"})]
    with Stream(service.address, game.path, str(last)) as stream:
        assert (stream.status, stream.answer.read()) == (204, b"")


def test_a_version_resumes_right_after_it_while_the_game_goes_on(service: Service) -> None:
    game = RandomGame([service.client], 11)
    followers = []
    for _ in range(12):
        game.claim() if game.game["status"] == "waiting" else game.move()
        for version in (1, game.game["version"] - 1, game.game["version"]):
            follower = Follower([service.address], game.path, events=[game.played[version - 1]])
            followers.append(follower)
    game.play()
    for follower in followers:
        follower.join()
        assert follower.events == game.played[game.played.index(follower.events[0]) :]


@pytest.mark.parametrize("given", ["0", "-1", "3", "999", "99999999999999999999", "01", "1.0", "1 1", "x", "1\u00b2"])
def test_an_id_that_is_no_version_of_the_game_gets_the_game(service: Service, given: str) -> None:
    game = RandomGame([service.client], 12)
    game.claim()
    with Stream(service.address, game.path, given) as stream:
        assert stream.next() == game.snapshot()


@pytest.mark.parametrize(
    ("query", "header", "after"),
    [("2", None, 2), ("2", "3", 3), ("999", None, None), ("x", None, None), ("2", "9", None)],
)
def test_the_id_may_come_in_the_query_and_the_header_comes_first(
    service: Service, query: str, header: str | None, after: int | None
) -> None:
    game = RandomGame([service.client], 13)
    game.claim()
    game.claim()
    game.move()
    with Stream(service.address, game.path, header, query=f"?last_event_id={query}") as stream:
        assert stream.next() == (game.snapshot() if after is None else game.after(after)[0])


def test_what_is_forgotten_gets_the_game(service: Service) -> None:
    """The store keeps the last changes of seats only; see how many in service/store/scripts.py."""
    game = RandomGame([service.client], 14)
    for _ in range(40):
        game.claim()
        game.leave()
    with Stream(service.address, game.path, "2") as stream:
        assert stream.next() == game.snapshot()
    with Stream(service.address, game.path, str(game.game["version"] - 9)) as stream:
        assert [stream.next() for _ in range(9)] == game.played[-9:]


def test_clients_that_lose_their_connection_at_random_miss_nothing(service: Service, other: Service) -> None:
    game = RandomGame([service.client, other.client], 15)
    random = Random(15)
    followers = [
        Follower([service.address, other.address], game.path, cut=lambda: random.random() < 0.3) for _ in range(12)
    ]
    game.play(lambda: time.sleep(0.005), leaves=False)
    for follower in followers:
        follower.join()
        assert follower.events == game.followed_from(follower.events[0].id)
    assert sum(follower.streams for follower in followers) > 2 * len(followers)


def test_a_game_that_is_played_on_one_instance_is_watched_on_another(service: Service, other: Service) -> None:
    games = [RandomGame([service.client], seed) for seed in range(20, 24)]
    followers = [Follower([other.address], game.path) for game in games for _ in range(4)]
    for follower in followers:
        follower.wait_for(1)
    for game in games:
        game.play()
    for index, follower in enumerate(followers):
        follower.join()
        assert (follower.events, follower.streams) == (games[index // 4].played, 1)


def test_a_store_that_is_killed_while_clients_watch_makes_them_miss_nothing(
    service: Service, other: Service, server: Server
) -> None:
    game = RandomGame([service.client, other.client], 16, target=9)
    followers = [Follower([address], game.path) for address in (service.address, other.address) for _ in range(6)]
    for follower in followers:
        follower.wait_for(1)
    kill_at = {4, 12, 20}

    def perhaps_kill() -> None:
        if len(game.played) in kill_at:
            kill_at.remove(len(game.played))
            server.kill()
            server.start()

    game.play(perhaps_kill, leaves=False)
    assert kill_at == set()
    for follower in followers:
        follower.join()
        assert (follower.events, follower.streams) == (game.played, 1)


def test_a_change_that_nobody_could_be_told_of_is_told_once_the_store_is_back(
    service: Service, other: Service, server: Server
) -> None:
    """Messages to who listens are lost while the connection is; the history is not."""
    game = RandomGame([service.client], 17, seats=[{}, OPEN])
    with Stream(other.address, game.path) as stream:
        assert stream.next() == game.played[0]
        server.admin.client_kill_filter(_type="pubsub")
        game.claim()
        assert stream.next() == game.played[1]
        server.kill()
        server.start()
        game.move()
        assert stream.next() == game.played[2]
