"""Seats that bots play: from the start, or for somebody who has gone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from service.games import (
    Bot,
    ChangeType,
    Game,
    GameFinished,
    GameService,
    InvalidNewGame,
    NewGame,
    NewSeat,
    NotYourTurn,
    SeatNotTaken,
    SeatState,
    SeatTaken,
    Status,
    TokenNotAllowed,
    TokenUnknown,
)
from service.rules import LegalMoves, Outcome, check_record, format_position, leave, parse_position
from tests.games.clock import Clock
from tests.games.table import FINISHED, OPEN, TAKEN, Table, position_text, winning_move
from tests.games.table import WINNING as WINNING_POSITION

GREEDY = Bot("greedy")
RANDOM = Bot("random")
BOT = NewSeat(bot=GREEDY)
START = position_text()


def bots(game: Game) -> list[Bot | None]:
    return [seat.bot for seat in game.seats]


class TestCreation:
    def test_a_bot_has_its_seat_without_a_token(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, NewSeat("Hal", bot=GREEDY), BOT))
        game = table.game
        assert bots(game) == [None, GREEDY, GREEDY]
        assert [seat.state for seat in game.seats] == [SeatState.TAKEN] * 3
        assert [seat.name for seat in game.seats] == [None, "Hal", None]
        assert list(table.tokens) == [1]
        assert game.status is Status.PLAYING

    def test_it_is_repeated_by_the_same_call_and_by_no_other(self, service: GameService) -> None:
        asked = NewGame(seats=(TAKEN, BOT), on_leave=RANDOM, seed=7, owner_token="o" * 40)
        first = service.create(asked)
        again = service.create(asked)
        assert (again.game, again.seat_tokens, again.repeated) == (first.game, first.seat_tokens, True)
        for other in (
            replace(asked, seats=(BOT, TAKEN)),
            replace(asked, seats=(TAKEN, NewSeat(bot=RANDOM))),
            replace(asked, on_leave=None),
            replace(asked, on_leave=GREEDY),
            replace(asked, advice=True),
        ):
            with pytest.raises(Exception, match="another game"):
                service.create(other)

    def test_a_game_waits_for_its_open_seats_and_not_for_its_bots(self, service: GameService) -> None:
        table = Table(service, seats=(BOT, OPEN), first_seat=1)
        assert (table.game.status, table.game.bot_to_move) == (Status.WAITING, None)
        assert table.claim() == 2
        assert (table.game.status, table.game.bot_to_move) == (Status.PLAYING, GREEDY)

    @pytest.mark.parametrize("position", [None, START])
    def test_a_seat_is_not_both_open_and_a_bots(self, service: GameService, position: str | None) -> None:
        with pytest.raises(InvalidNewGame) as caught:
            service.create(NewGame(seats=(TAKEN, NewSeat(open=True, bot=GREEDY)), position=position))
        assert caught.value.errors == (("/seats/1/open", "A seat that a bot plays cannot be open."),)

    def test_a_seat_that_has_left_in_the_start_has_no_bot(self, service: GameService) -> None:
        position = service.create(NewGame(players=3, seed=7, first_seat=1)).game.position
        with pytest.raises(InvalidNewGame) as caught:
            service.create(NewGame(seats=(TAKEN, BOT, TAKEN), position=format_position(leave(position, 2))))
        assert caught.value.errors == (("/seats/1/bot", "A seat that has left has no bot."),)

    def test_a_finished_start_has_nothing_for_bots_to_do(self, service: GameService) -> None:
        game = Table(service, seats=(BOT, BOT), position=FINISHED).game
        assert (game.status, game.bot_to_move) == (Status.FINISHED, None)


class TestASeatOfABot:
    @pytest.fixture
    def table(self, service: GameService) -> Table:
        return Table(service, seats=(BOT, TAKEN), first_seat=1, on_leave=None)

    def test_moves_like_any_other(self, table: Table) -> None:
        played = table.play()
        assert (played.outcome, played.move.seat, played.move.number) == ("played", 1, 1)
        assert table.game.last_move == played.move
        assert table.service.moves(table.id, 0, 10)[0] == (played.move,)

    def test_moves_once_however_often_it_is_played(self, table: Table) -> None:
        text = table.legal()
        first = table.service.play_for_bot(table.id, 1, 1, text)
        again = table.service.play_for_bot(table.id, 1, 1, text)
        assert (again.move, again.outcome) == (first.move, "repeated")
        assert table.game.number == 2

    def test_moves_on_its_turn_alone(self, table: Table) -> None:
        while table.game.bot_to_move is not None:
            table.play()
        with pytest.raises(NotYourTurn):
            table.service.play_for_bot(table.id, 1, table.game.number, table.legal())

    def test_cannot_be_claimed_left_or_given_a_token(self, table: Table) -> None:
        before = table.game
        with pytest.raises(SeatTaken):
            table.service.claim(table.id, 1, None, None)
        with pytest.raises(SeatNotTaken, match="a bot plays seat 1"):
            table.service.leave(table.id, 1, table.owner)
        with pytest.raises(SeatNotTaken, match="a bot plays seat 1"):
            table.service.replace_token(table.id, 1, table.owner, None)
        with pytest.raises(TokenNotAllowed):
            table.service.leave(table.id, 1, table.tokens[2])
        with pytest.raises(TokenNotAllowed):
            table.service.play_for_bot(table.id, 2, 1, table.legal())
        assert table.game == before

    def test_cannot_leave_a_waiting_game_either(self, service: GameService) -> None:
        table = Table(service, seats=(BOT, OPEN))
        with pytest.raises(SeatNotTaken):
            service.leave(table.id, 1, table.owner)

    def test_plays_on_against_who_is_left(self, service: GameService) -> None:
        table = Table(service, seats=(BOT, TAKEN, BOT), first_seat=2)
        service.leave(table.id, 2, table.tokens[2])
        game = table.game
        assert (game.status, game.bots_alone, game.to_move) == (Status.PLAYING, True, 3)

    def test_has_won_when_the_others_leave(self, table: Table) -> None:
        table.service.leave(table.id, 2, table.owner)
        assert table.game.outcome == Outcome("last_seat", 1)


class TestTime:
    def test_a_bot_has_no_deadline_and_never_runs_out_of_time(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked, seats=(BOT, TAKEN), first_seat=1, move_seconds=10)
        assert (table.game.to_move, table.game.deadline) == (1, None)
        clock.pass_seconds(100_000)
        assert (table.game.to_move, table.game.version) == (1, 1)
        while table.game.bot_to_move is not None:
            table.play()
        assert table.game.deadline == clock.now() + 10_000

    def test_who_is_late_leaves_and_the_bots_play_on(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked, seats=(TAKEN, BOT, BOT), first_seat=1, move_seconds=10)
        expires, deadline = table.game.expires_at, table.game.deadline
        clock.pass_seconds(1000)
        game = table.game
        assert (game.to_move, game.deadline, game.updated_at) == (2, None, deadline)
        assert [(left.seat, left.reason) for left in game.left] == [(1, "timed_out")]
        assert game.expires_at == expires

    @pytest.mark.parametrize("seed", range(12))
    def test_time_outs_that_nobody_sees_change_nothing_of_the_expiry(
        self, clocked: GameService, clock: Clock, seed: int
    ) -> None:
        random = Random(seed)
        seats = tuple(random.choice((TAKEN, TAKEN, BOT)) for _ in range(random.choice((2, 3, 4))))
        table = Table(clocked, seats=seats, move_seconds=10, on_leave=random.choice((None, None, GREEDY)))
        for _ in range(random.randrange(4)):
            table.play()
        expires = table.game.expires_at
        clock.pass_seconds(1000)
        assert table.game.expires_at == expires


class TestOnLeave:
    @pytest.fixture
    def table(self, service: GameService) -> Table:
        return Table(service, seats=(NewSeat("Ada"), NewSeat("Bob"), TAKEN), first_seat=1, on_leave=RANDOM)

    def test_a_seat_that_leaves_is_played_on_by_a_bot(self, table: Table) -> None:
        before = table.game
        game = table.service.leave(table.id, 2, table.tokens[2])
        assert bots(game) == [None, RANDOM, None]
        assert (game.seats[1].state, game.seats[1].name) == (SeatState.TAKEN, "Bob")
        assert (game.position_text, game.number, game.to_move) == (before.position_text, 1, 1)
        assert (game.version, game.left) == (before.version + 1, ())
        assert [(one.seat, one.before, one.reason, one.bot) for one in game.replaced] == [(2, 1, "resigned", RANDOM)]

    def test_the_owner_may_do_that_for_it(self, table: Table) -> None:
        assert bots(table.service.leave(table.id, 1, table.owner)) == [RANDOM, None, None]

    def test_it_happens_once(self, table: Table) -> None:
        game = table.service.leave(table.id, 1, table.tokens[1])
        assert table.service.leave(table.id, 1, table.tokens[1]) == game
        assert table.service.leave(table.id, 1, table.owner) == game
        assert table.game == game

    def test_its_token_is_no_longer_allowed(self, table: Table) -> None:
        table.service.leave(table.id, 1, table.owner)
        token = table.tokens[1]
        with pytest.raises(TokenNotAllowed, match="a bot plays seat 1"):
            table.service.play(table.id, token, 1, table.legal())
        with pytest.raises(TokenNotAllowed, match="a bot plays seat 1"):
            table.service.whoami(table.id, token)
        with pytest.raises(SeatNotTaken):
            table.service.replace_token(table.id, 1, token, None)
        with pytest.raises(TokenNotAllowed):
            table.service.leave(table.id, 2, token)
        with pytest.raises(TokenUnknown):
            table.service.whoami(table.id, "t" * 40)

    def test_an_answer_that_was_lost_can_still_be_had(self, table: Table) -> None:
        played = table.play()
        table.service.leave(table.id, 1, table.tokens[1])
        again = table.service.play(table.id, table.tokens[1], 1, played.move.text)
        assert (again.move, again.outcome) == (played.move, "repeated")

    def test_but_not_for_a_move_of_the_bot(self, table: Table) -> None:
        table.service.leave(table.id, 1, table.tokens[1])
        played = table.play()
        with pytest.raises(TokenNotAllowed):
            table.service.play(table.id, table.tokens[1], 1, played.move.text)

    def test_a_seat_of_a_waiting_game_is_open_again(self, service: GameService) -> None:
        table = Table(service, seats=(TAKEN, TAKEN, OPEN), on_leave=RANDOM)
        game = service.leave(table.id, 1, table.owner)
        assert (game.seats[0].state, bots(game)) == (SeatState.OPEN, [None, None, None])

    def test_all_may_go_and_the_bots_play_to_the_end(self, table: Table) -> None:
        for seat in (3, 1, 2):
            table.service.leave(table.id, seat, table.owner)
        game = table.game
        assert (game.status, game.bots_alone) == (Status.PLAYING, True)
        assert table.play().game.number == 2

    def test_a_seat_that_is_late_is_played_on_at_its_deadline(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked, seats=(TAKEN, TAKEN), first_seat=1, move_seconds=10, on_leave=RANDOM)
        deadline = table.game.deadline
        clock.pass_seconds(1000)
        game = table.game
        assert (bots(game), game.to_move, game.number) == ([RANDOM, None], 1, 1)
        assert (game.updated_at, game.deadline, game.version) == (deadline, None, 2)
        assert [(one.seat, one.reason) for one in game.replaced] == [(1, "timed_out")]
        assert table.game == game

    def test_another_ones_deadline_stands(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked, seats=(TAKEN, TAKEN), first_seat=1, move_seconds=10, on_leave=RANDOM)
        deadline = table.game.deadline
        clock.pass_seconds(4)
        assert clocked.leave(table.id, 2, table.owner).deadline == deadline

    def test_the_change_is_told_as_it_was(self, table: Table) -> None:
        table.play()
        after = table.service.leave(table.id, 1, table.owner)
        events = table.service.news(table.id, after.version - 1).events
        assert [(event.version, event.game.seats[0].bot, event.move) for event in events] == [
            (after.version, RANDOM, None)
        ]
        first = table.service.news(table.id, 1).events[0]
        assert (first.game.seats[0].bot, first.game.replaced) == (None, ())

    def test_its_history_says_replace(self, clocked: GameService, clock: Clock) -> None:
        table = Table(clocked, on_leave=RANDOM)
        clocked.leave(table.id, 1, table.owner)
        change = clock.history(table.game, 0).changes[-1]
        assert (change.type, change.bots) == (ChangeType.REPLACE, (RANDOM, None))

    def test_the_record_says_so_and_holds(self, table: Table) -> None:
        table.play()
        number = table.game.number
        table.service.leave(table.id, 2, table.tokens[2])
        for _ in range(5):
            table.play()
        record = table.service.record(table.id).as_dict()
        assert record["replaced"] == [
            {"seat": 2, "before": number, "reason": "resigned", "bot": {"level": "random"}},
        ]
        assert record["left"] == []
        checked = check_record(record)
        assert (checked.position, checked.record.as_dict()) == (table.game.position, record)

    def test_a_game_without_says_nothing(self, service: GameService) -> None:
        assert "replaced" not in Table(service, seats=(BOT, TAKEN)).service.record(Table(service).id).as_dict()

    def test_a_finished_game_cannot_be_left(self, service: GameService) -> None:
        table = Table(service, position=WINNING_POSITION, on_leave=RANDOM)
        service.leave(table.id, 2, table.owner)
        table.play(winning_move(table))
        assert table.game.status is Status.FINISHED
        with pytest.raises(GameFinished):
            service.leave(table.id, 1, table.owner)
        assert service.leave(table.id, 2, table.owner) == table.game


class TestRematch:
    def test_bots_are_bots_again_and_who_was_replaced_is_back(self, service: GameService) -> None:
        table = Table(
            service,
            position=WINNING_POSITION,
            seats=(NewSeat("Ada"), NewSeat("Hal", bot=GREEDY)),
            on_leave=RANDOM,
            advice=True,
        )
        service.leave(table.id, 1, table.owner)
        table.play(winning_move(table))
        assert table.game.status is Status.FINISHED
        new = service.rematch(table.id, table.tokens[1]).game
        assert bots(new) == [None, GREEDY]
        assert [(seat.name, seat.state) for seat in new.seats] == [
            ("Ada", SeatState.TAKEN),
            ("Hal", SeatState.TAKEN),
        ]
        assert (new.on_leave, new.advice, new.replaced) == (RANDOM, True, ())
        assert service.whoami(new.id, table.tokens[1]).seat == 1


def happen(table: Table, clock: Clock, random: Random) -> None:
    """Let something happen in a game with bots."""
    game = table.game
    clock.pass_seconds(random.choice((0, 0, 0.001, 1, 4)))
    people = [seat for seat, known in enumerate(game.seats, 1) if known.state is SeatState.TAKEN and known.bot is None]
    what = random.random()
    if game.outcome is not None:
        return
    if what < 0.05:
        clock.pass_seconds(random.choice((10, 13, 35)))
    elif what < 0.09 and people:
        table.service.leave(table.id, random.choice(people), table.owner)
    elif table.game.to_move is not None:
        table.play(LegalMoves(table.game.position).random(random))
    elif any(seat.state is SeatState.OPEN for seat in game.seats):
        table.claim()


@pytest.mark.parametrize("seed", range(24))
def test_whatever_happens_bots_stay_where_they_are_and_the_past_is_told_as_it_was(
    clocked: GameService, clock: Clock, seed: int
) -> None:
    random = Random(seed)
    table = Table(
        clocked,
        seats=tuple(random.choice((TAKEN, OPEN, BOT, BOT)) for _ in range(random.choice((2, 3, 4)))),
        seed=random.randrange(1000),
        target=9,
        move_seconds=random.choice((None, 10)),
        on_leave=random.choice((None, RANDOM, RANDOM)),
    )
    game = before = table.game
    for _ in range(60):
        happen(table, clock, random)
        game = table.game
        # A bot that has a seat keeps it; a seat that somebody has lost is never theirs again.
        assert all(new == old for old, new in zip(bots(before), bots(game), strict=True) if old is not None)
        assert (game.deadline is not None) == (
            game.move_seconds is not None and game.to_move is not None and game.bot_to_move is None
        )
        if game.on_leave is not None:
            assert game.left == ()
        assert {one.seat for one in game.replaced} == {
            seat for seat, known in enumerate(game.seats, 1) if known.bot is not None and known.token is not None
        }
        before = game
    stored = clock.stored[table.id]
    for version in {1, 2, game.version // 2, game.version - 1} & set(stored):
        events = clocked.news(table.id, version).events
        assert [event.version for event in events] == list(range(version + 1, game.version + 1))
        for event in events:
            seen = stored[event.version]
            assert (bots(event.game), event.game.replaced) == (bots(seen), seen.replaced)
            assert (event.game.deadline, event.game.position_text) == (seen.deadline, seen.position_text)
            assert (event.game.expires_at, event.game.updated_at) == (seen.expires_at, seen.updated_at)
    document = clocked.record(table.id).as_dict()
    checked = check_record(document)
    assert (checked.position, checked.outcome) == (game.position, game.outcome)
    assert checked.record.as_dict() == document
    assert parse_position(game.position_text) == game.position
