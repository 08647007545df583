from __future__ import annotations

import dataclasses

import pytest

from service.games import ChangeType, Expiry, Game, GameService, NewGame, SeatState, Status
from service.games.lifecycle import changed, claim, create, leave, replace_token
from service.games.new_game import set_up
from service.games.playing import play
from service.games.tokens import token_hash
from service.rules import LegalMoves
from tests.games.table import OPEN, TAKEN, Table

EXPIRY = Expiry(used=1000, unused=100)
OWNER = token_hash("the owner's")


def new_game(now: int, **asked: object) -> Game:
    setup = set_up(NewGame(seed=7, **asked))  # type: ignore[arg-type]  # whatever the test asks for
    tokens = [token_hash(f"seat {seat}") for seat in range(len(setup.states))]
    hashes = [None if state is SeatState.OPEN else token for state, token in zip(setup.states, tokens, strict=True)]
    return create(setup, "id", OWNER, hashes, now, EXPIRY)[0]


def test_games_are_kept_30_days_by_default_and_a_day_while_unused() -> None:
    assert Expiry() == Expiry(used=30 * 86_400_000, unused=86_400_000)


def test_a_new_game_expires_as_an_unused_one() -> None:
    game = new_game(5000)
    assert (game.created_at, game.updated_at, game.expires_at, game.used) == (5000, 5000, 5100, False)


def test_a_claim_and_a_move_use_a_game() -> None:
    waiting = new_game(5000, seats=(TAKEN, OPEN))
    claimed = claim(waiting, 5050, EXPIRY, None, None, "hash")[0].game
    moved = play(new_game(5000), 5050, EXPIRY, LegalMoves(new_game(5000).position).at(0))[0].game
    for game in (claimed, moved):
        assert (game.created_at, game.updated_at, game.expires_at, game.used) == (5000, 5050, 6050, True)


def test_leaving_uses_no_game_and_keeps_a_used_one_so() -> None:
    game = leave(new_game(5000, players=3), 5050, EXPIRY, 1, "the owner's").game
    assert (game.updated_at, game.expires_at, game.used) == (5050, 5150, False)
    waiting = new_game(5000, seats=(TAKEN, OPEN))
    claimed = claim(waiting, 5010, EXPIRY, None, None, "hash")[0].game
    game = leave(claimed, 5020, EXPIRY, 2, "the owner's").game
    assert (game.expires_at, game.used) == (6020, True)


def test_a_clock_that_was_set_back_turns_no_time_back() -> None:
    game = new_game(5000)
    game = changed(game, dataclasses.replace(game, used=True), 4000, EXPIRY)
    assert (game.updated_at, game.expires_at) == (5000, 6000)


def test_the_history_gets_the_seats_after_each_change() -> None:
    game = new_game(5000, seats=(TAKEN, OPEN))
    step, seat = claim(game, 5010, EXPIRY, None, "Ada", "hash")
    assert seat == 2
    entry = step.entry
    assert dataclasses.asdict(entry) == {  # type: ignore[arg-type]  # it is one
        "version": 2,
        "at": 5010,
        "type": ChangeType.CLAIM,
        "seats": ((None, SeatState.TAKEN), ("Ada", SeatState.TAKEN)),
        "rematch": None,
        "bots": (),
    }


def test_a_replaced_token_is_no_entry_and_no_version() -> None:
    game = new_game(5000)
    step = replace_token(game, 1, "the owner's", "hash")
    assert step.entry is None
    assert step.game.version == 1
    assert step.game.seats[0].token == "hash"
    assert step.game.seats[0].replaced == game.seats[0].token


def test_a_repeat_gives_the_very_same_game() -> None:
    game = new_game(5000, seats=(TAKEN, OPEN))
    claimed = claim(game, 5010, EXPIRY, None, "Ada", "hash")[0].game
    assert claim(claimed, 5020, EXPIRY, None, "Ada", "hash")[0].game is claimed
    assert replace_token(claimed, 2, "the owner's", "hash").game is claimed
    left = leave(claimed, 5030, EXPIRY, 2, "the owner's").game
    assert leave(left, 5040, EXPIRY, 2, "the owner's").game is left


def test_a_game_is_shown_without_its_hashes() -> None:
    game = new_game(5000)
    assert OWNER not in repr(game)
    assert str(game.seats[0].token) not in repr(game)


@pytest.mark.parametrize("name", ["status", "outcome", "start_number"])
def test_what_follows_from_a_game_is_worked_out_anew_for_its_successor(name: str) -> None:
    game = new_game(5000, players=2)
    before = getattr(game, name)
    after = leave(game, 5010, EXPIRY, 1, "the owner's").game
    expected = {"status": "finished", "start_number": 1}
    if name in expected:
        assert getattr(after, name) == expected[name]
    else:
        assert (before, getattr(after, name).winner) == (None, 2)


def test_a_game_with_other_values_is_the_one_that_dataclasses_makes(service: GameService) -> None:
    table = Table(service)
    table.play_random(3)
    game = table.game
    assert (game.status, game.outcome, game.start_number) == (Status.PLAYING, None, 1)
    for values in (
        {"version": 99},
        {"revision": "", "expires_at": 7, "used": False},
        {"seats": tuple(dataclasses.replace(seat, state=SeatState.OPEN) for seat in game.seats)},
        {"position": leave(game, 0, Expiry(), 1, table.owner).game.position},
        {"start_text": game.start_text[:-1] + "3"},
    ):
        made, expected = game.but(**values), dataclasses.replace(game, **values)
        assert made == expected
        assert hash(made) == hash(expected)
        for what in ("status", "outcome", "start_number", "to_move", "cache_key", "moves_played"):
            assert getattr(made, what) == getattr(expected, what), (values, what)
    assert game == table.game


def test_a_game_has_no_other_fields_than_its_own(service: GameService) -> None:
    game = Table(service).game
    for name in ("verson", "status", "outcome"):
        with pytest.raises(TypeError, match=f"not all of the fields {name}"):
            game.but(**{name: game.status})
