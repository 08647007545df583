"""Paths: strict segments, no redirects, and which resource it is that a path does not find."""

import re
from typing import Any, Final

from flask import Flask, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import BaseConverter, Map


class SegmentConverter(BaseConverter):
    """A segment that is spelt in one way only.

    `problem` is what a segment spelt otherwise is answered with, `document` its schema in the contract.
    """

    problem: str
    document: dict[str, Any]


class GameIdConverter(SegmentConverter):
    """A game's id in a path."""

    regex = "[a-z0-9]{16,32}"
    problem = "game_not_found"
    document = {"type": "string", "pattern": f"^{regex}$", "examples": ["k3v9q2m7x4b8c1n5"]}  # noqa: RUF012 a constant


class SeatConverter(SegmentConverter):
    """A seat in a path."""

    regex = "[1-4]"
    problem = "seat_not_found"
    document = {"type": "integer", "minimum": 1, "maximum": 4}  # noqa: RUF012 a constant

    def to_python(self, value: str) -> int:
        """Return the seat's number."""
        return int(value)


class NumberConverter(SegmentConverter):
    """A move's number in a path."""

    regex = "[1-9][0-9]{0,5}"
    problem = "move_not_found"
    document = {"type": "integer", "minimum": 1, "maximum": 999_999}  # noqa: RUF012 a constant

    def to_python(self, value: str) -> int:
        """Return the move's number."""
        return int(value)


CONVERTERS: Final[dict[str, type[SegmentConverter]]] = {
    "game_id": GameIdConverter,
    "seat": SeatConverter,
    "number": NumberConverter,
}

_PLACEHOLDER = re.compile(r"<(\w+):\w+>")

#: A path's form with any segment in the strict places, and what each of those has to be.
Form = tuple[re.Pattern[str], tuple[type[SegmentConverter], ...]]


def path_forms(url_map: Map) -> tuple[Form, ...]:
    """Return the forms of those paths of `url_map` that have strict segments."""
    forms: dict[str, Any] = {}
    for rule in url_map.iter_rules():
        kinds = tuple(CONVERTERS[kind] for kind in _PLACEHOLDER.findall(rule.rule) if kind in CONVERTERS)
        if kinds:
            pattern = "([^/]+)".join(re.escape(piece) for piece in _PLACEHOLDER.split(rule.rule)[::2])
            forms[pattern] = (re.compile(pattern), kinds)
    return tuple(forms.values())


def missing_resource(forms: tuple[Form, ...], path: str) -> str:
    """Return the problem code for a path that no rule matches.

    A path that has the form of a known one misses the resource whose segment is not spelt right (the first such);
    any other is simply not found.
    """
    for pattern, kinds in forms:
        found = pattern.fullmatch(path)
        if found is None:
            continue
        for kind, segment in zip(kinds, found.groups(), strict=True):
            if not re.fullmatch(kind.regex, segment):
                return kind.problem
    return "not_found"


def _refuse_doubled_slash() -> None:
    """Refuse a path that begins with two slashes: Werkzeug takes them for one."""
    if request.environ["PATH_INFO"].startswith("//"):
        raise NotFound


def init_app(app: Flask) -> None:
    """Make `app` know the strict segments; a doubled or trailing slash leads nowhere."""
    app.before_request(_refuse_doubled_slash)
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    app.url_map.converters.update(CONVERTERS)
