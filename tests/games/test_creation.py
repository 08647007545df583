from __future__ import annotations

import re

import pytest

from service.games import (
    GameNotFound,
    GameService,
    NewGame,
    NewSeat,
    SeatState,
    Status,
    TokenReused,
    TokenUnknown,
)
from service.games.repository import Reservation
from service.games.tokens import derived_seat_token, token_hash
from service.store import Store
from tests.games.table import FINISHED, OPEN, TAKEN, Table, position_text

OWN = "an-owners-own-token-1234"


def test_a_game_starts_with_version_1_and_is_found_by_its_id(service: GameService) -> None:
    created = service.create(NewGame(seed=7, seats=(NewSeat(name="Ada"), TAKEN)))
    game = created.game
    assert (game.version, game.number, game.start_number, game.moves_played) == (1, 1, 1, 0)
    assert game.status is Status.PLAYING
    assert game.to_move == game.position.turn
    assert game.seed == 7
    assert game.rules_version == 1
    assert game.last_move is None
    assert game.outcome is None
    assert game.public is False
    assert game.position_text == game.start_text
    assert [(seat.name, seat.state) for seat in game.seats] == [("Ada", "taken"), (None, "taken")]
    assert created.repeated is False
    assert service.get(game.id) == game


def test_an_id_cannot_be_guessed(service: GameService) -> None:
    ids = {service.create(NewGame()).game.id for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch("[a-z0-9]{20}", one) for one in ids)


def test_every_seat_that_is_not_open_has_a_token(service: GameService) -> None:
    created = service.create(NewGame(seats=(TAKEN, OPEN, TAKEN)))
    assert [seat for seat, _ in created.seat_tokens] == [1, 3]
    tokens = [created.owner_token, *(token for _, token in created.seat_tokens)]
    assert len(set(tokens)) == 3
    assert all(re.fullmatch("[A-Za-z0-9_-]{43}", token) for token in tokens)


def test_a_game_with_an_open_seat_waits(service: GameService) -> None:
    game = service.create(NewGame(seats=(TAKEN, OPEN))).game
    assert game.status is Status.WAITING
    assert game.to_move is None


def test_a_game_can_start_at_a_position(service: GameService) -> None:
    text = position_text(number="12", turn="2", scores="3,4")
    game = service.create(NewGame(position=text)).game
    assert (game.number, game.start_number, game.moves_played) == (12, 12, 0)
    assert game.seed is None
    assert game.to_move == 2
    assert game.position_text == text


def test_a_finished_position_makes_a_finished_game_open_seats_or_not(service: GameService) -> None:
    for seats in (None, (TAKEN, OPEN)):
        game = service.create(NewGame(position=FINISHED, seats=seats)).game
        assert game.status is Status.FINISHED
        assert game.to_move is None
        assert game.outcome is not None
        assert game.outcome.winner == 1


def test_a_seat_that_has_left_before_the_game_has_no_token(service: GameService) -> None:
    text = position_text(seats="!r,b,g", warehouses="5/5/5/5/5,5/5/5/5/5,5/5/5/5/5", scores="0,0,0", turn="3")
    created = service.create(NewGame(position=text))
    assert [seat for seat, _ in created.seat_tokens] == [2, 3]
    assert created.game.seats[0].state is SeatState.LEFT
    assert created.game.left == ()


class TestWithTheOwnersOwnToken:
    def test_the_same_call_again_gives_the_same_game_and_tokens(self, service: GameService) -> None:
        first = service.create(NewGame(owner_token=OWN))
        again = service.create(NewGame(owner_token=OWN))
        assert first.repeated is False
        assert again.repeated is True
        assert again.game == first.game
        assert again.owner_token == first.owner_token == OWN
        assert again.seat_tokens == first.seat_tokens

    def test_the_same_call_again_gives_the_game_as_it_is_now(self, service: GameService) -> None:
        table = Table(service, owner_token=OWN, seats=(TAKEN, OPEN))
        table.claim()
        again = service.create(NewGame(owner_token=OWN, seed=7, seats=(TAKEN, OPEN)))
        assert again.game.version == 2
        assert again.seat_tokens == ((1, table.tokens[1]),)

    def test_seat_tokens_are_derived_and_all_different(self, service: GameService) -> None:
        created = service.create(NewGame(owner_token=OWN, players=4))
        tokens = [token for _, token in created.seat_tokens]
        assert tokens == [derived_seat_token(OWN, created.game.id, seat) for seat in (1, 2, 3, 4)]
        assert len({OWN, *tokens}) == 5
        assert all(re.fullmatch("[A-Za-z0-9_-]{43}", token) for token in tokens)
        assert service.whoami(created.game.id, tokens[2]).seat == 3

    def test_another_body_is_refused_with_the_state_of_the_game(self, service: GameService) -> None:
        table = Table(service, owner_token=OWN)
        table.play()
        with pytest.raises(TokenReused) as caught:
            service.create(NewGame(owner_token=OWN, seed=8))
        found = caught.value
        assert (found.number, found.version, found.to_move, found.status) == (
            2,
            2,
            table.game.to_move,
            "playing",
        )

    def test_another_owners_token_makes_another_game(self, service: GameService) -> None:
        one = service.create(NewGame(owner_token=OWN)).game
        assert service.create(NewGame(owner_token=OWN + "5")).game.id != one.id

    def test_a_process_that_stops_between_the_two_steps_is_mended_by_the_repeat(
        self, service: GameService, store: Store
    ) -> None:
        request = service.create(NewGame(owner_token=OWN, seed=7))
        service.delete(request.game.id, OWN)
        # What is left when the process stops after the first step: the id is remembered, there is no game.
        other = service.create(NewGame(owner_token="another-owners-token-12", seed=7))
        reserved = store.games.reserve(token_hash("another-owners-token-12"), Reservation("unused", "unused"))
        store.games.reserve(token_hash(OWN), Reservation("0123456789abcdefghij", reserved.request))
        created = service.create(NewGame(owner_token=OWN, seed=7))
        assert created.repeated is False
        assert created.game.id == "0123456789abcdefghij"
        assert created.game.id != other.game.id
        assert service.create(NewGame(owner_token=OWN, seed=7)).repeated is True

    def test_a_reservation_without_a_game_still_refuses_another_body(self, service: GameService, store: Store) -> None:
        store.games.reserve(token_hash(OWN), Reservation("0123456789abcdefghij", "another request"))
        with pytest.raises(TokenReused) as caught:
            service.create(NewGame(owner_token=OWN))
        assert (caught.value.number, caught.value.status) == (None, None)

    def test_a_game_that_was_removed_frees_the_token(self, service: GameService) -> None:
        first = service.create(NewGame(owner_token=OWN)).game
        service.delete(first.id, OWN)
        second = service.create(NewGame(owner_token=OWN, players=3))
        assert second.repeated is False
        assert second.game.id != first.id

    def test_removing_an_old_game_leaves_a_newer_use_of_the_token_alone(
        self, service: GameService, store: Store
    ) -> None:
        old = service.create(NewGame(owner_token=OWN)).game
        assert store._client.redis.delete(f"kiln:owner:{token_hash(OWN)}") == 1  # 24 hours later
        new = service.create(NewGame(owner_token=OWN))
        service.delete(old.id, OWN)
        assert service.create(NewGame(owner_token=OWN)).game == new.game


class TestDelete:
    def test_the_owner_removes_a_game_once(self, service: GameService) -> None:
        table = Table(service)
        service.delete(table.id, table.owner)
        for call in (lambda: service.get(table.id), lambda: service.delete(table.id, table.owner)):
            with pytest.raises(GameNotFound):
                call()

    def test_a_seat_does_not(self, service: GameService) -> None:
        table = Table(service)
        with pytest.raises(Exception, match="only the owner") as caught:
            service.delete(table.id, table.tokens[1])
        assert getattr(caught.value, "code", None) == "token_not_allowed"
        with pytest.raises(TokenUnknown):
            service.delete(table.id, "x" * 22)
        assert table.game.version == 1
