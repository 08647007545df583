from __future__ import annotations

import re

from service.games import errors
from service.games.errors import GameError
from service.games.tokens import derived_seat_token, new_token, same_hash, token_hash


def test_a_token_is_kept_as_its_sha256() -> None:
    # echo -n abc | sha256sum, as URL-safe base64
    assert token_hash("abc") == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"


def test_new_tokens_are_256_random_bits_that_fit_in_a_header() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(re.fullmatch("[A-Za-z0-9_-]{43}", token) for token in tokens)


def test_a_derived_token_is_the_same_for_ever() -> None:
    # A stored game's seats must still be known after an update: this value never changes.
    assert derived_seat_token("an-owners-own-token-1234", "0123456789abcdefghij", 2) == (
        "_DSS7C77oKrruvucbQmaiBnfdCjTBCdSG_dJEQPB7jY"
    )


def test_a_derived_token_depends_on_owner_game_and_seat() -> None:
    tokens = {
        derived_seat_token(owner, game, seat)
        for owner in ("an-owners-own-token-1234", "an-owners-own-token-1235")
        for game in ("0123456789abcdefghij", "0123456789abcdefghik")
        for seat in (1, 2)
    }
    assert len(tokens) == 8


def test_no_hash_equals_nothing() -> None:
    assert same_hash("a", "a") is True
    assert same_hash("a", "b") is False
    assert same_hash(None, "a") is False
    assert same_hash("a", None) is False
    assert same_hash(None, None) is False


def test_every_reason_has_a_code_of_its_own_but_for_those_of_one_kind() -> None:
    kinds = [
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, GameError) and value is not GameError
    ]
    shared = (errors.Conflict, errors.InvalidCursor, errors.TooManyGames)
    codes = [kind.code for kind in kinds if kind not in shared]
    assert errors.InvalidCursor.code == errors.InvalidNewGame.code == "invalid_field"
    assert errors.TooManyGames.code == errors.TooBusy.code == "too_busy"
    assert len(set(codes)) == len(codes) == 21
    assert all(re.fullmatch("[a-z_]+", code) for code in codes)
