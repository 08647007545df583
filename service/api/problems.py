"""The catalog of problems: every code that an answer may carry, with its status, title and members."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:kiln:problem:"
RATE_HEADERS: Final = ("Retry-After", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
"""What a refusal by a rate limit says besides."""


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One kind of problem, as RFC 9457 means it.

    `members` are the extra members that such a problem may carry, `retry_after` the seconds after which the
    same call may work, `example` the extra members of the example in the contract.
    """

    code: str
    status: int
    title: str
    detail: str
    members: tuple[str, ...] = ()
    retry_after: int | None = None
    example: Mapping[str, Any] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that every problem of this kind carries."""
        if self.status == 401:
            return {"WWW-Authenticate": "Bearer"}
        if self.retry_after is not None:
            return {"Retry-After": str(self.retry_after)}
        return {}

    @property
    def header_names(self) -> tuple[str, ...]:
        """The names of these, and of those whose value is another one each time."""
        return (*self.headers, *(RATE_HEADERS if self.status == 429 else ()))


_NOW = ("number", "version", "to_move", "game_status")
_PLAYING = {"number": 12, "version": 27, "to_move": 2, "game_status": "playing"}
_FINISHED = {"number": 31, "version": 46, "to_move": None, "game_status": "finished"}
_WAITING = {"number": 1, "version": 1, "to_move": None, "game_status": "waiting"}

_CATALOG: Final = (
    ProblemType("bad_request", 400, "The request is not proper HTTP", "The request could not be read as HTTP."),
    ProblemType(
        "malformed_body",
        400,
        "The body is not proper JSON",
        "The body is not JSON: expecting a value at line 1, column 12.",
    ),
    ProblemType(
        "token_missing",
        401,
        "This call needs a token",
        "Send a token of this game in the header Authorization, as Bearer.",
    ),
    ProblemType("token_unknown", 401, "The token is none of this game's", "The token is none of this game's."),
    ProblemType(
        "api_key_missing",
        401,
        "This call needs an API key",
        "Send a key of this service in the header X-API-Key.",
    ),
    ProblemType("api_key_unknown", 401, "The API key is not known", "The service knows no such API key."),
    ProblemType(
        "token_not_allowed",
        403,
        "The token may not do this",
        "The token is one of this game's, but not one that may do this.",
    ),
    ProblemType(
        "advice_not_allowed",
        403,
        "The game allows no advice",
        "Whoever created the game did not ask for advice in it.",
    ),
    ProblemType("not_found", 404, "There is nothing here", "No resource has this path."),
    ProblemType("game_not_found", 404, "There is no such game", "No game has this id: it never was, or is gone."),
    ProblemType("seat_not_found", 404, "There is no such seat", "The game has no such seat."),
    ProblemType("move_not_found", 404, "There is no such move", "No move with this number has been played."),
    ProblemType(
        "method_not_allowed",
        405,
        "The method is not allowed here",
        "This resource does not know this method; see the Allow header.",
    ),
    ProblemType(
        "number_taken",
        409,
        "Another move has been played as this number",
        "Another move has been played as number 11.",
        _NOW,
        example=_PLAYING,
    ),
    ProblemType(
        "number_not_reached",
        409,
        "The game has not come to this number",
        "The next move is number 12, not 14.",
        _NOW,
        example=_PLAYING,
    ),
    ProblemType("not_your_turn", 409, "It is another seat's turn", "It is the turn of seat 2.", _NOW, example=_PLAYING),
    ProblemType(
        "game_waiting",
        409,
        "The game still waits for seats to be claimed",
        "The game still waits for seats to be claimed.",
        _NOW,
        example=_WAITING,
    ),
    ProblemType("game_finished", 409, "The game is finished", "The game is finished.", _NOW, example=_FINISHED),
    ProblemType(
        "game_not_finished", 409, "The game is not finished", "The game is not finished yet.", _NOW, example=_PLAYING
    ),
    ProblemType("seat_taken", 409, "The seat is not open", "No seat is open.", _NOW, example=_PLAYING),
    ProblemType("seat_not_taken", 409, "Nobody has this seat", "The seat is open or left.", _NOW, example=_WAITING),
    ProblemType(
        "token_reused",
        409,
        "The token already stands for something else",
        "This token has been used for another call; bring a fresh one.",
        _NOW,
        example=_PLAYING,
    ),
    ProblemType("body_too_large", 413, "The body is too large", "A body may have at most 16384 bytes (16 KiB)."),
    ProblemType("uri_too_long", 414, "The URI is too long", "The request line is too long."),
    ProblemType(
        "unsupported_media_type",
        415,
        "The body must be application/json",
        "Send the body as application/json, in UTF-8 and without a content encoding.",
    ),
    ProblemType(
        "invalid_field",
        422,
        "A field or parameter is not valid",
        "2 fields are not valid.",
        ("errors",),
        example={
            "errors": [
                {"pointer": "/seats/1/colors/0", "detail": "Must be one of: red, blue, green, yellow."},
                {"parameter": "limit", "detail": "Must be an integer from 1 to 1000."},
            ]
        },
    ),
    ProblemType(
        "invalid_position",
        422,
        "The position is not valid",
        "The position does not parse at 38: expected a slot.",
        ("at", "expected", "errors"),
        example={"at": 38, "expected": "a slot (N1 to N6, E1 to E6, S1 to S6, W1 to W6)"},
    ),
    ProblemType(
        "invalid_move",
        422,
        "The text is not a move",
        "The move does not parse at 3: expected an action.",
        ("at", "expected"),
        example={"at": 3, "expected": "an action"},
    ),
    ProblemType(
        "illegal_move",
        422,
        "The move is not allowed here",
        "The tile on the named square belongs to no largest group.",
        ("rule", "number"),
        example={"rule": "not_largest", "number": 12},
    ),
    ProblemType(
        "invalid_record",
        422,
        "The record does not hold",
        "Move 4 is illegal: same_slot.",
        ("number", "rule", "at", "expected", "errors"),
        example={"number": 4, "rule": "same_slot"},
    ),
    ProblemType(
        "headers_too_large", 431, "The header fields are too large", "The header fields are too many or too large."
    ),
    ProblemType(
        "rate_limited",
        429,
        "Too many calls in a short time",
        "There is a limit of 60 per 1 minute for calls like this (create).",
    ),
    ProblemType(
        "internal_error",
        500,
        "Something went wrong in the service",
        "The service failed; its log names this request by its request_id.",
    ),
    ProblemType(
        "game_damaged",
        500,
        "The stored game cannot be read",
        "The stored game cannot be read; the log names this request by its request_id.",
    ),
    ProblemType(
        "store_unavailable",
        503,
        "The store does not answer",
        "The store does not answer; nothing is known to have changed. The same call may be repeated.",
        retry_after=1,
    ),
    ProblemType(
        "not_replicated",
        503,
        "The change is not yet safe",
        "The change was written but too few replicas have it yet. Repeat the same call to make sure.",
        retry_after=1,
    ),
    ProblemType(
        "too_busy",
        503,
        "Too much is asked for at once",
        "Others changed the game each time before this call could; nothing was changed by it.",
        retry_after=1,
    ),
    ProblemType(
        "too_many_waiters",
        503,
        "Too many wait here already",
        "This worker holds as many open streams and waiting requests as it may.",
        retry_after=5,
    ),
    ProblemType(
        "newer_rules",
        503,
        "The game needs a newer version of the service",
        "The game was written by a newer version of the service than this one.",
        retry_after=5,
    ),
)

PROBLEMS: Final[Mapping[str, ProblemType]] = {kind.code: kind for kind in _CATALOG}


class Problem(Exception):
    """An answer that is a problem; raised anywhere in the HTTP layer.

    `code` is one of `PROBLEMS`; `members` are the extra members of the body, `headers` those beside the ones of
    the kind.
    """

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        self.kind = PROBLEMS[code]
        self.detail = self.kind.detail if detail is None else detail
        self.headers = headers or {}
        self.members = members
        super().__init__(f"{code}: {self.detail}")

    def document(self, request_id: str) -> dict[str, Any]:
        """Return the body, an RFC 9457 object."""
        kind = self.kind
        return {
            "type": TYPE_PREFIX + kind.code,
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            "code": kind.code,
            "request_id": request_id,
            **self.members,
        }
