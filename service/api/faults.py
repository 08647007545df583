"""Field errors: marshmallow's nested messages as the `errors` of a problem."""

from typing import Any, Final

from marshmallow.exceptions import SCHEMA

from service.api.problems import Problem

UNKNOWN: Final = "Is not known."
MAX_ERRORS: Final = 100

#: One thing that is wrong: `pointer` (a JSON pointer, RFC 6901) or `parameter`, and `detail`.
FieldError = dict[str, str]


def body_errors(messages: Any) -> list[FieldError]:
    """Return the errors in a body, each with the pointer to where it is."""
    found: list[FieldError] = []
    _collect(messages, "", found)
    found.sort(key=lambda error: error["pointer"])
    return found


def query_errors(messages: dict[str, Any]) -> list[FieldError]:
    """Return the errors in a query, each with the parameter's name."""
    return [{"parameter": name, "detail": str(detail)} for name in sorted(messages) for detail in messages[name]]


def _collect(messages: Any, pointer: str, found: list[FieldError]) -> None:
    if isinstance(messages, dict):
        for key, value in messages.items():
            # What concerns the whole object stands under a key of its own; a field may happen to be called the same.
            concerns_all = key == SCHEMA and value != [UNKNOWN]
            _collect(value, pointer if concerns_all else f"{pointer}/{escaped(str(key))}", found)
        return
    found.extend({"pointer": pointer, "detail": str(detail)} for detail in messages)


def escaped(key: str) -> str:
    """Return an object's key as a step of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def invalid_fields(errors: list[FieldError]) -> Problem:
    """Return the problem that lists `errors`, the first hundred of them."""
    if len(errors) == 1:
        where = errors[0].get("pointer") or errors[0].get("parameter") or "The body"
        return Problem("invalid_field", f"{where}: {errors[0]['detail']}", errors=errors)
    return Problem("invalid_field", f"{len(errors)} things are not valid.", errors=errors[:MAX_ERRORS])
