"""Many clients at once, over HTTP, on two workers."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import httpx
import pytest

from tests.processes.serving import Game, Service, at_once

pytestmark = pytest.mark.xdist_group("processes")


def statuses(answers: list[httpx.Response]) -> Counter[tuple[int, str | None]]:
    return Counter((answer.status_code, answer.json().get("code")) for answer in answers)


def test_exactly_one_of_50_moves_gets_each_number(service: Service) -> None:
    game = Game(service.client)
    for number in (1, 2, 3):
        seat = game.get()["to_move"]
        answers = at_once([partial(game.play, number, seat, move) for move in game.legal(50)])
        assert statuses(answers) == {(201, None): 1, (409, "number_taken"): 49}
        (winner,) = (answer.json() for answer in answers if answer.status_code == 201)
        assert winner["game"] == game.get()
        assert game.moves()[-1] == winner["move"]
    assert [move["number"] for move in game.moves()] == [1, 2, 3]
    assert game.get()["version"] == 4


def test_a_move_sent_50_times_is_played_once_and_answered_alike(service: Service) -> None:
    game = Game(service.client)
    (move,) = game.legal(1)
    answers = at_once([partial(game.play, 1, game.get()["to_move"], move)] * 50)
    assert statuses(answers) == {(201, None): 1, (200, None): 49}
    assert all(answer.json() == answers[0].json() for answer in answers)
    assert game.get()["version"] == 2


def test_open_seats_are_claimed_by_one_each(service: Service) -> None:
    game = Game(service.client, {"seats": [{}, {"open": True}, {"open": True}, {"open": True}]})
    answers = at_once([partial(service.client.post, f"{game.path}/seats")] * 50)
    assert statuses(answers) == {(201, None): 3, (409, "seat_taken"): 47}
    claimed = [answer.json()["seat_token"] for answer in answers if answer.status_code == 201]
    assert sorted(one["seat"] for one in claimed) == [2, 3, 4]
    for one in claimed:
        answer = service.client.get(f"{game.path}/me", headers={"Authorization": f"Bearer {one['token']}"})
        assert answer.json() == {"role": "seat", "seat": one["seat"]}
    assert game.get()["status"] == "playing"


def test_a_claim_sent_50_times_claims_one_seat(service: Service) -> None:
    game = Game(service.client, {"seats": [{"open": True}, {"open": True}]})
    body = {"name": "Ada", "token": "a-players-own-token-12"}
    answers = at_once([partial(service.client.post, f"{game.path}/seats", json=body)] * 50)
    assert statuses(answers) == {(201, None): 1, (200, None): 49}
    assert {answer.json()["seat_token"]["seat"] for answer in answers} == {1}
    assert game.get()["version"] == 2


def test_a_game_created_50_times_with_one_token_is_one_game(service: Service) -> None:
    body: dict[str, Any] = {"owner_token": "an-owners-own-token-1234", "players": 3}
    answers = at_once([partial(service.client.post, "/v1/games", json=body)] * 50)
    assert statuses(answers) == {(201, None): 1, (200, None): 49}
    assert all(answer.json() == answers[0].json() for answer in answers)


def test_all_seats_that_ask_at_once_for_a_rematch_get_one_game(service: Service) -> None:
    game = Game(service.client, {"players": 4})
    for seat in (1, 2, 3):
        service.client.delete(f"{game.path}/seats/{seat}", headers={"Authorization": f"Bearer {game.owner}"})
    ask = [
        partial(service.client.post, f"{game.path}/rematch", headers={"Authorization": f"Bearer {token}"})
        for token in game.tokens.values()
    ]
    answers = at_once([*ask * 12])
    assert statuses(answers) == {(201, None): 1, (200, None): 47}
    (rematch,) = {answer.json()["game"]["id"] for answer in answers}
    assert {answer.headers["Location"] for answer in answers} == {f"/v1/games/{rematch}"}
    assert game.get()["rematch"] == rematch


def test_a_game_removed_among_moves_is_gone(service: Service) -> None:
    game = Game(service.client)
    (move,) = game.legal(1)
    seat = game.get()["to_move"]
    calls = [partial(game.play, 1, seat, move)] * 20
    answers = at_once([*calls, game.delete, *calls])
    assert {answer.status_code for answer in answers} <= {200, 201, 204, 404}
    assert [answer.status_code for answer in answers].count(204) == 1
    assert service.client.get(game.path).status_code == 404
    assert game.delete().status_code == 404


def test_a_game_is_played_on_another_instance(service: Service, server: Any) -> None:
    other = Service(server.url)
    game = Game(service.client)
    for number in range(1, 9):
        seat = game.get()["to_move"]
        client = (service.client, other.client)[number % 2]
        answer = game.play(number, seat, game.legal(1)[0], client=client)
        assert answer.status_code == 201
        for one in (service, other):
            found = one.client.get(game.path)
            assert found.json() == answer.json()["game"]
            assert found.headers["ETag"] == f'"{number + 1}"'
    other.close()
