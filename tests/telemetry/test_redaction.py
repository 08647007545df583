"""Secrets do not get into the log."""

import random
from base64 import urlsafe_b64encode

import pytest

from service.telemetry.redaction import MASK, mask, masked

TOKEN = "LCSS8brNiadb_ucTdUk6jqJqsZaRHY2T6I5rewmd34Q"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Authorization: Bearer hunter2", f"Authorization: Bearer {MASK}"),
        ("{'Authorization': 'bearer hunter2'}", f"{{'Authorization': 'bearer {MASK}'}}"),
        ('{"owner_token": "hunter2", "name": "Ada"}', f'{{"owner_token": "{MASK}", "name": "Ada"}}'),
        ("{'token': 'hunter2'}", f"{{'token': '{MASK}'}}"),
        ("GET /v1/games?token=hunter2&limit=3", f"GET /v1/games?token={MASK}&limit=3"),
        ("X-API-Key: hunter2", f"X-API-Key: {MASK}"),
        ("redis://user:hunter2@redis.example:6379/0", f"redis://{MASK}@redis.example:6379/0"),
        ("unix://:hunter2@/run/redis.sock", f"unix://{MASK}@/run/redis.sock"),
        (f"KeyError: '{TOKEN}'", f"KeyError: '{MASK}'"),
        (f"/v1/games/{TOKEN}/moves", f"/v1/games/{MASK}/moves"),
    ],
)
def test_what_is_or_looks_like_a_secret_is_masked(text: str, shown: str) -> None:
    assert mask(text) == shown


def test_any_token_of_the_service_is_masked() -> None:
    generator = random.Random(7)
    tokens = [urlsafe_b64encode(generator.randbytes(32)).decode().rstrip("=") for _ in range(20_000)]
    assert [token for token in tokens if token in mask(f"ValueError: {token} is none")] == []
    assert any(token.isalpha() for token in tokens), "of letters alone, as one in some thousands is"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "the stored game k3v9q2m7x4b8c1n5k3v9 cannot be read: KeyError: 'position'",
        "Timeout connecting to server",
        'File "/srv/kiln/service/games/new_game.py", line 131, in _from_seed',
        "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1",
        "service.games.errors.NewerRules: the game aaaa needs version 2 of the rules",
        "test_what_is_not_known_outlives_a_change_of_the_game",
        "0123456789abcdef0123456789abcdef",
    ],
)
def test_what_helps_to_find_a_fault_stays(text: str) -> None:
    assert mask(text) == text


def test_values_of_any_shape_are_masked() -> None:
    value = {"a": ["Bearer x", 1, None, {"b": ("token=x", 2.5)}]}
    assert masked(value) == {"a": [f"Bearer {MASK}", 1, None, {"b": [f"token={MASK}", 2.5]}]}
