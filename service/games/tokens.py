"""Tokens: making them, their hashes, and whose a token is.

A token is shown once, to whom it is for. What is kept is its SHA-256, as URL-safe base64 without padding.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Literal

from service.games.errors import SeatNotFound, TokenMissing, TokenNotAllowed, TokenUnknown
from service.games.game import Game, Seat

__all__ = [
    "OWNER",
    "Role",
    "derived_seat_token",
    "new_token",
    "require_role",
    "require_seat_or_owner",
    "same_hash",
    "seat_of",
    "token_hash",
]


@dataclass(frozen=True, slots=True)
class Role:
    """Whose a token is: the owner's (`seat` None) or a seat's, from 1."""

    role: Literal["owner", "seat"]
    seat: int | None


OWNER = Role("owner", None)


def new_token() -> str:
    """Return a fresh random token: 43 characters of `A–Z a–z 0–9 - _`."""
    return secrets.token_urlsafe(32)


def derived_seat_token(owner_token: str, game_id: str, seat: int) -> str:
    """Return the token of a seat of a game whose owner brought a token: the same one each time, by HMAC-SHA256."""
    message = f"kiln seat token {game_id} {seat}"
    return _text(hmac.digest(owner_token.encode(), message.encode(), "sha256"))


def token_hash(token: str) -> str:
    """Return what is kept of a token. Any text at all may be presented as one."""
    return _text(hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest())


def same_hash(one: str | None, other: str | None) -> bool:
    """Whether two hashes are equal, in a time that does not depend on where they differ; None equals nothing."""
    if one is None or other is None:
        return False
    return hmac.compare_digest(one.encode(), other.encode())


def seat_of(game: Game, seat: int) -> Seat:
    """Return a seat by its number, from 1. Raises SeatNotFound."""
    if not 1 <= seat <= len(game.seats):
        raise SeatNotFound(f"the game has {len(game.seats)} seats")
    return game.seats[seat - 1]


def require_role(game: Game, presented: str | None) -> Role:
    """Return whose token is presented. Raises TokenMissing or TokenUnknown."""
    if presented is None:
        raise TokenMissing("no token is presented")
    hashed = token_hash(presented)
    found = OWNER if same_hash(game.owner, hashed) else None
    for number, seat in enumerate(game.seats, 1):
        if same_hash(seat.token, hashed):
            found = Role("seat", number)
    if found is None:
        raise TokenUnknown("the token is none of this game's")
    return found


def require_seat_or_owner(game: Game, seat: int, presented: str | None) -> Role:
    """Return the role of who may act for a seat. Raises TokenMissing, TokenUnknown or TokenNotAllowed."""
    role = require_role(game, presented)
    if role.seat not in (None, seat):
        raise TokenNotAllowed(f"the token is that of seat {role.seat}")
    return role


def _text(digest: bytes) -> str:
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
