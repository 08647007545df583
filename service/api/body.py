"""Reading a request's body: strict JSON of at most 16 KiB, and nothing else."""

import json
import math
import re
from typing import Any, Final

from flask import Request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.problems import Problem

MAX_BYTES: Final = 16 * 1024
_MAX_NUMBER_LENGTH: Final = 40
_MAX_DEPTH: Final = 32
#: A string (the end of the text closes it too), or what opens or closes a list or an object.
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_CHARSET = re.compile(r'charset="?utf-?8"?', re.IGNORECASE)


class _MalformedError(Exception):
    """What the decoder's hooks raise; the message is meant for the client."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _MalformedError(f"the key {json.dumps(key)} stands twice in one object")
            seen.add(key)
    return found


def _integer(digits: str) -> int:
    if len(digits) > _MAX_NUMBER_LENGTH:
        raise _MalformedError(f"a number has more than {_MAX_NUMBER_LENGTH} characters")
    return int(digits)


def _real(digits: str) -> float:
    if len(digits) > _MAX_NUMBER_LENGTH:
        raise _MalformedError(f"a number has more than {_MAX_NUMBER_LENGTH} characters")
    value = float(digits)
    if math.isinf(value):
        raise _MalformedError("a number is too large")
    return value


def _constant(name: str) -> float:
    raise _MalformedError(f"{name} is no JSON value")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_real, parse_constant=_constant
)


def _is_too_deep(text: str) -> bool:
    """Whether lists and objects are nested too deep; counted, as the decoder's own limit differs between versions."""
    if text.count("[") + text.count("{") <= _MAX_DEPTH:
        return False
    depth = deepest = 0
    for piece in _STRUCTURE.findall(text):
        if piece in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif piece in "]}":
            depth -= 1
    return deepest > _MAX_DEPTH


def parse_json(data: bytes) -> Any:
    """Return the JSON value that `data` spells.

    Raises Problem `malformed_body` for everything that RFC 8259 does not have or leaves open: not UTF-8, a byte order
    mark, a key twice in one object, NaN and Infinity, lone surrogates, and values nested too deep or numbers too long.
    """
    try:
        text = data.decode("utf-8")
        if text.startswith("\ufeff"):
            raise _MalformedError("it begins with a byte order mark")
        if _is_too_deep(text):
            raise _MalformedError(f"it is nested more than {_MAX_DEPTH} levels deep")
        value = _DECODER.decode(text)
        if _SURROGATE_ESCAPE.search(text):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
        reason = f"{what} at line {error.lineno}, column {error.colno}"
    except UnicodeDecodeError as error:
        reason = f"byte {error.start} is not UTF-8"
    except UnicodeEncodeError:
        reason = "a string has a lone surrogate"
    except _MalformedError as error:
        reason = str(error)
    else:
        return value
    raise Problem("malformed_body", f"The body is not proper JSON: {reason}.")


def _has_json_media_type(content_type: str) -> bool:
    media_type, *parameters = content_type.split(";")
    if media_type.strip().lower() != "application/json":
        return False
    return all(
        _CHARSET.fullmatch(parameter) is not None
        for parameter in (given.strip() for given in parameters)
        if parameter.lower().startswith("charset")
    )


def read_json(request: Request, *, optional: bool) -> Any:
    """Return the JSON value in the body of `request`.

    Where the body is `optional`, none at all (and no content type) counts as an empty object. Raises Problem
    `unsupported_media_type`, `body_too_large` or `malformed_body`.
    """
    environ = request.environ
    content_type = environ.get("CONTENT_TYPE") or ""
    encoded = "HTTP_CONTENT_ENCODING" in environ
    proper = content_type == "application/json" or _has_json_media_type(content_type)
    if encoded or not proper:
        if not (optional and not content_type and not encoded):
            raise Problem("unsupported_media_type")
        if _read(request):
            raise Problem("unsupported_media_type")
        return {}
    return parse_json(_read(request))


def _read(request: Request) -> bytes:
    # One byte more than may come: a body without a length is cut at the limit, and so shows that it was longer.
    request.max_content_length = MAX_BYTES + 1
    try:
        data = request.get_data(cache=False)
    except RequestEntityTooLarge as error:
        raise Problem("body_too_large") from error
    except ParseException as error:
        raise Problem("bad_request", "The body's chunked coding is broken.") from error
    if len(data) > MAX_BYTES:
        raise Problem("body_too_large")
    if len(data) < (request.content_length or 0):
        raise Problem("bad_request", "The body ends before the length that was announced, or came too slowly.")
    return data
