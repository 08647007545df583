from __future__ import annotations

from collections.abc import Callable

import pytest

from service.games import (
    GameFinished,
    GameNotFound,
    GameService,
    Role,
    SeatNotFound,
    SeatNotTaken,
    SeatState,
    SeatTaken,
    Status,
    TokenMissing,
    TokenNotAllowed,
    TokenReused,
    TokenUnknown,
)
from tests.games.table import FINISHED, OPEN, TAKEN, Table

MINE = "a-players-own-token-12"
OTHER = "another-token-of-22-ch"


def waiting(service: GameService) -> Table:
    return Table(service, seats=(TAKEN, OPEN, OPEN))


class TestClaim:
    def test_the_first_open_seat_is_claimed_when_none_is_named(self, service: GameService) -> None:
        table = waiting(service)
        claimed = service.claim(table.id, None, "Ada", None)
        assert (claimed.seat, claimed.repeated, claimed.game.version) == (2, False, 2)
        assert claimed.game.seats[1].name == "Ada"
        assert claimed.game.status is Status.WAITING
        assert service.whoami(table.id, claimed.token) == Role("seat", 2)
        assert service.claim(table.id, None, None, None).seat == 3

    def test_a_certain_seat_can_be_claimed(self, service: GameService) -> None:
        table = waiting(service)
        assert service.claim(table.id, 3, None, MINE).seat == 3
        assert table.game.seats[1].state is SeatState.OPEN
        assert service.whoami(table.id, MINE) == Role("seat", 3)

    def test_the_game_runs_once_the_last_seat_is_claimed(self, service: GameService) -> None:
        table = waiting(service)
        statuses = [table.game.status]
        for _ in range(2):
            table.claim()
            statuses.append(table.game.status)
        assert statuses == [Status.WAITING, Status.WAITING, Status.PLAYING]
        assert table.game.to_move == table.game.position.turn

    def test_a_claim_that_is_repeated_changes_nothing(self, service: GameService) -> None:
        table = waiting(service)
        first = service.claim(table.id, 2, "Ada", MINE)
        for seat in (2, None):
            again = service.claim(table.id, seat, "Ada", MINE)
            assert again.repeated is True
            assert (again.seat, again.token, again.game) == (2, MINE, first.game)

    def test_a_claim_can_be_repeated_when_the_game_has_gone_on(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, OPEN))
        table.claim(2, "Ada", MINE)
        table.play()
        again = service.claim(table.id, 2, "Ada", MINE)
        assert (again.repeated, again.game.version) == (True, 3)
        service.leave(table.id, 1, table.owner)
        assert service.claim(table.id, None, "Ada", MINE).repeated is True

    def test_a_claim_that_comes_again_once_its_token_is_replaced_takes_no_second_seat(
        self, service: GameService
    ) -> None:
        table = waiting(service)
        service.claim(table.id, None, "Ada", MINE)
        service.replace_token(table.id, 2, table.owner, OTHER)
        with pytest.raises(TokenReused):
            service.claim(table.id, None, "Ada", MINE)
        assert service.get(table.id).seats[2].state is SeatState.OPEN

    def test_a_taken_seat_is_taken_in_every_status(self, service: GameService) -> None:
        for table in (
            waiting(service),
            Table(service),
            Table(service, position=FINISHED),
        ):
            with pytest.raises(SeatTaken) as caught:
                service.claim(table.id, 1, None, None)
            game = table.game
            assert (caught.value.number, caught.value.version) == (game.number, 1)
            assert (caught.value.to_move, caught.value.status) == (game.to_move, game.status)

    def test_no_open_seat_at_all_is_a_taken_seat(self, service: GameService) -> None:
        with pytest.raises(SeatTaken):
            service.claim(Table(service).id, None, None, None)

    def test_another_name_is_no_repeat(self, service: GameService) -> None:
        table = waiting(service)
        table.claim(2, "Ada", MINE)
        with pytest.raises(SeatTaken):
            service.claim(table.id, 2, "Bob", MINE)
        with pytest.raises(TokenReused):
            service.claim(table.id, None, "Bob", MINE)
        assert table.game.version == 2

    @pytest.mark.parametrize("whose", ["owner", "seat 1", "seat 2"])
    def test_a_token_of_the_game_claims_no_other_seat(self, service: GameService, whose: str) -> None:
        table = waiting(service)
        table.claim(2, None, MINE)
        token = {"owner": table.owner, "seat 1": table.tokens[1], "seat 2": MINE}[whose]
        with pytest.raises(TokenReused) as caught:
            service.claim(table.id, 3, None, token)
        assert caught.value.version == 2
        assert table.game.seats[2].state is SeatState.OPEN

    def test_a_taken_seat_comes_before_a_reused_token(self, service: GameService) -> None:
        table = waiting(service)
        with pytest.raises(SeatTaken):
            service.claim(table.id, 1, None, table.owner)

    def test_the_same_token_may_be_used_in_two_games(self, service: GameService) -> None:
        for table in (waiting(service), waiting(service)):
            assert service.claim(table.id, None, None, MINE).repeated is False

    def test_a_seat_that_is_not_there_cannot_be_claimed(self, service: GameService) -> None:
        table = waiting(service)
        for seat in (0, 4):
            with pytest.raises(SeatNotFound):
                service.claim(table.id, seat, None, None)

    def test_an_open_seat_of_a_finished_game_cannot_be_claimed(self, service: GameService) -> None:
        table = Table(service, position=FINISHED, seats=(TAKEN, OPEN))
        with pytest.raises(GameFinished):
            service.claim(table.id, 2, None, None)


class TestReplaceToken:
    @pytest.mark.parametrize("by", ["owner", "seat"])
    def test_the_owner_or_the_seat_replaces_its_token(self, service: GameService, by: str) -> None:
        table = Table(service)
        presented = table.owner if by == "owner" else table.tokens[1]
        replaced = service.replace_token(table.id, 1, presented, None)
        assert (replaced.seat, replaced.repeated, replaced.game.version) == (1, False, 1)
        assert service.whoami(table.id, replaced.token) == Role("seat", 1)
        with pytest.raises(TokenUnknown):
            service.whoami(table.id, table.tokens[1])
        assert service.whoami(table.id, table.tokens[2]) == Role("seat", 2)

    def test_it_changes_nothing_that_can_be_seen(self, service: GameService) -> None:
        table = Table(service)
        before = table.game
        after = service.replace_token(table.id, 1, table.owner, MINE).game
        for name in ("version", "updated_at", "expires_at", "position", "used"):
            assert getattr(after, name) == getattr(before, name)
        assert after.revision != before.revision

    def test_a_replacement_by_the_owner_can_be_repeated(self, service: GameService) -> None:
        table = Table(service)
        first = service.replace_token(table.id, 1, table.owner, MINE)
        again = service.replace_token(table.id, 1, table.owner, MINE)
        assert (again.repeated, again.token, again.game) == (True, MINE, first.game)

    def test_a_replacement_by_the_seat_can_be_repeated_with_the_token_that_it_replaced(
        self, service: GameService
    ) -> None:
        table = Table(service)
        service.replace_token(table.id, 1, table.tokens[1], MINE)
        again = service.replace_token(table.id, 1, table.tokens[1], MINE)
        assert (again.repeated, again.token) == (True, MINE)
        assert service.replace_token(table.id, 1, MINE, MINE).repeated is True

    def test_a_replaced_token_is_dead_for_everything_else(self, service: GameService) -> None:
        table = Table(service)
        dead = table.tokens[1]
        service.replace_token(table.id, 1, dead, MINE)
        calls: tuple[Callable[[], object], ...] = (
            lambda: service.whoami(table.id, dead),
            lambda: service.replace_token(table.id, 1, dead, OTHER),
            lambda: service.replace_token(table.id, 1, dead, None),
            lambda: service.replace_token(table.id, 2, dead, table.tokens[2]),
            lambda: service.leave(table.id, 1, dead),
            lambda: service.play(table.id, dead, 1, table.legal()),
            lambda: service.delete(table.id, dead),
        )
        for call in calls:
            with pytest.raises(TokenUnknown):
                call()

    def test_the_token_before_the_last_replacement_repeats_nothing(self, service: GameService) -> None:
        table = Table(service)
        service.replace_token(table.id, 1, table.tokens[1], MINE)
        service.replace_token(table.id, 1, MINE, OTHER)
        for presented, new in ((table.tokens[1], MINE), (table.tokens[1], OTHER)):
            with pytest.raises(TokenUnknown):
                service.replace_token(table.id, 1, presented, new)

    def test_another_seat_may_not(self, service: GameService) -> None:
        table = Table(service)
        with pytest.raises(TokenNotAllowed):
            service.replace_token(table.id, 1, table.tokens[2], MINE)

    @pytest.mark.parametrize("whose", ["owner", "seat 2"])
    def test_a_token_of_the_game_is_not_used_twice(self, service: GameService, whose: str) -> None:
        table = Table(service)
        token = table.owner if whose == "owner" else table.tokens[2]
        with pytest.raises(TokenReused):
            service.replace_token(table.id, 1, table.owner, token)
        assert service.whoami(table.id, table.tokens[1]) == Role("seat", 1)

    def test_an_open_or_left_seat_has_no_token_to_replace(self, service: GameService) -> None:
        table = waiting(service)
        with pytest.raises(SeatNotTaken) as caught:
            service.replace_token(table.id, 2, table.owner, MINE)
        assert caught.value.status == "waiting"
        table.claim()
        table.claim()
        service.leave(table.id, 2, table.owner)
        for presented in (table.owner, table.tokens[2]):
            with pytest.raises(SeatNotTaken):
                service.replace_token(table.id, 2, presented, MINE)

    def test_seat_then_token_then_role_are_looked_at_in_this_order(self, service: GameService) -> None:
        table = waiting(service)
        with pytest.raises(GameNotFound):
            service.replace_token("0" * 20, 9, None, None)
        with pytest.raises(SeatNotFound):
            service.replace_token(table.id, 4, None, None)
        with pytest.raises(TokenMissing):
            service.replace_token(table.id, 2, None, None)
        with pytest.raises(TokenUnknown):
            service.replace_token(table.id, 2, MINE, None)
        with pytest.raises(TokenNotAllowed):
            service.replace_token(table.id, 2, table.tokens[1], None)
        with pytest.raises(SeatNotTaken):
            service.replace_token(table.id, 2, table.owner, table.owner)


class TestLeave:
    @pytest.mark.parametrize("by", ["owner", "seat"])
    def test_a_seat_that_leaves_a_waiting_game_is_open_again(self, service: GameService, by: str) -> None:
        table = waiting(service)
        table.claim(2, "Ada", MINE)
        after = service.leave(table.id, 2, MINE if by == "seat" else table.owner)
        assert after.version == 3
        assert (after.seats[1].name, after.seats[1].state) == (None, SeatState.OPEN)
        assert after.left == ()
        with pytest.raises(TokenUnknown):
            service.whoami(table.id, MINE)
        assert service.claim(table.id, 2, "Ada", MINE).repeated is False

    def test_the_owner_may_repeat_that(self, service: GameService) -> None:
        table = waiting(service)
        once = service.leave(table.id, 1, table.owner)
        assert service.leave(table.id, 1, table.owner) == once
        assert once.version == 2

    def test_a_seat_that_leaves_a_running_game_resigns(self, service: GameService) -> None:
        table = Table(service, players=3)
        table.play()
        leaver = table.game.to_move
        assert leaver is not None
        after = service.leave(table.id, leaver, table.tokens[leaver])
        assert (after.version, after.number, after.status) == (3, 2, Status.PLAYING)
        assert after.seats[leaver - 1].state is SeatState.LEFT
        assert after.position.left[leaver - 1] is True
        assert after.to_move not in (None, leaver)
        (entry,) = after.left
        assert (entry.seat, entry.before, entry.reason, entry.version) == (leaver, 2, "resigned", 3)
        assert after.last_move == table.service.move(table.id, 1)

    def test_leaving_again_changes_nothing(self, service: GameService) -> None:
        table = Table(service, players=3)
        once = service.leave(table.id, 2, table.tokens[2])
        for presented in (table.tokens[2], table.owner):
            assert service.leave(table.id, 2, presented) == once

    def test_the_last_seat_that_is_in_wins(self, service: GameService) -> None:
        table = Table(service)
        after = service.leave(table.id, 1, table.tokens[1])
        assert after.status is Status.FINISHED
        assert after.outcome is not None
        assert (after.outcome.reason, after.outcome.winner) == ("last_seat", 2)
        assert service.leave(table.id, 1, table.tokens[1]) == after
        with pytest.raises(GameFinished) as caught:
            service.leave(table.id, 2, table.tokens[2])
        assert (caught.value.version, caught.value.to_move, caught.value.status) == (2, None, "finished")

    def test_who_left_keeps_the_token_and_nothing_to_do_with_it(self, service: GameService) -> None:
        table = Table(service, players=3)
        service.leave(table.id, 2, table.tokens[2])
        assert service.whoami(table.id, table.tokens[2]) == Role("seat", 2)

    def test_seat_then_token_then_role_are_looked_at_in_this_order(self, service: GameService) -> None:
        table = waiting(service)
        with pytest.raises(GameNotFound):
            service.leave("0" * 20, 9, None)
        with pytest.raises(SeatNotFound):
            service.leave(table.id, 4, None)
        with pytest.raises(TokenMissing):
            service.leave(table.id, 2, None)
        with pytest.raises(TokenUnknown):
            service.leave(table.id, 2, MINE)
        with pytest.raises(TokenNotAllowed):
            service.leave(table.id, 2, table.tokens[1])
        assert table.game.version == 1


class TestWhoami:
    def test_a_token_is_the_owners_or_a_seats(self, service: GameService) -> None:
        table = Table(service)
        assert service.whoami(table.id, table.owner) == Role("owner", None)
        assert service.whoami(table.id, table.tokens[2]) == Role("seat", 2)

    def test_no_token_and_a_foreign_one_are_told_apart(self, service: GameService) -> None:
        table = Table(service)
        with pytest.raises(TokenMissing):
            service.whoami(table.id, None)
        for foreign in (Table(service).owner, "", "tökén", "\udc80", "x" * 5000):
            with pytest.raises(TokenUnknown):
                service.whoami(table.id, foreign)
