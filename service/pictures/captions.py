"""The lines above and below: how the game stands, what it is played for, the last move."""

from service.pictures.last_move import LastMove
from service.pictures.layout import Place
from service.pictures.names import Names
from service.pictures.score import draw_bonus_space
from service.pictures.seat import draw_name
from service.pictures.svg import Pen, element
from service.pictures.text import cut, escape, width
from service.pictures.tiles import TINY, TINY_PITCH, draw_tile
from service.rules import Position

__all__ = ["draw_footer", "draw_header"]

_STATUS_SIZE = 16.0
_SMALL_SIZE = 10.5
_FOOTER_SIZE = 9.4
_LINE = 15.0

_REASONS = {"target": "target reached", "last_seat": "last seat in the game", "move_limit": "no game is longer"}


def draw_header(pen: Pen, position: Position, names: Names, place: Place) -> str:
    """Return who is to move or has won, with the seat's colors, and the number below it."""
    what, seat = _status(position, names)
    parts = []
    x = 0.0
    for color in position.seats[seat - 1] if seat else ():
        parts.append(draw_tile(pen, TINY, color, x, 3.5))
        x += TINY_PITCH + 3
    x += 3 if x else 0
    if seat:
        name = cut(names.of(seat), _STATUS_SIZE, place.width - x - width(f"{what} ", _STATUS_SIZE), bold=True)
        words = element(
            "text",
            f"{escape(what)} ",
            element("tspan", escape(name), class_=pen.classes("strong")),
            y=15.5,
            font_size=_STATUS_SIZE,
            class_=pen.classes("ink"),
        )
        parts.append(draw_name(names.of(seat), words, Place(x, 0, place.width - x, 21)))
    else:
        parts.append(pen.text(what, x, 15.5, _STATUS_SIZE, "ink", "strong"))
    parts.append(pen.text(_details(position), 0, 31.5, _SMALL_SIZE, "muted"))
    return element("g", *parts, transform=f"translate({place.x:g} {place.y:g})")


def _status(position: Position, names: Names) -> tuple[str, int | None]:
    """Return what to say, and of which seat."""
    outcome = position.outcome
    if outcome is not None:
        return ("No winner", None) if outcome.winner is None else ("Winner:", outcome.winner)
    if names.open_seats:
        return "Waiting for players", None
    return ("Extra turn:" if position.extra_turn else "To move:"), position.turn


def _details(position: Position) -> str:
    outcome = position.outcome
    if outcome is None:
        return f"Move {position.number}"
    return f"Finished before move {position.number}: {_REASONS[outcome.reason]}"


def draw_footer(pen: Pen, position: Position, place: Place, last: LastMove | None) -> str:
    """Return what the game is played for and with, and the last move: below it, or beside it when there is room."""
    parts = [_options(pen, position)]
    if last is not None:
        below = place.height > _LINE
        words = f"Last move: {last.text}"
        x, y = (0.0, 2 * _LINE - 4) if below else (place.width, _LINE - 4)
        parts.append(pen.text(words, x, y, _FOOTER_SIZE, "accent", *(() if below else ("end",))))
    return element("g", *parts, transform=f"translate({place.x:g} {place.y:g})")


def _options(pen: Pen, position: Position) -> str:
    """Return target and variants; the diamond before "heating up" is that of the bonus spaces."""
    options = position.options
    told = [f"target {options.target}"]
    if position.two_color:
        told[0] += ", both colors" if options.goal_both else ", either color"
    if options.fixing_the_mess:
        told.append("fixing the mess")
    x, diamond = 0.0, ""
    if options.heating_up:
        told.insert(0, "heating up")
        x, diamond = 12.0, draw_bonus_space(pen, 4, _LINE - 7.5)
    words = " · ".join(told)
    return diamond + pen.text(words[0].upper() + words[1:], x, _LINE - 4, _FOOTER_SIZE, "muted")
