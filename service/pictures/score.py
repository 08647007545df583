"""A score: the points, and a track that shows how far it is to the target."""

from service.pictures.svg import Pen, element
from service.pictures.text import escape
from service.rules import BONUS_SPACES, Options

__all__ = ["draw_bonus_space", "draw_points", "draw_track"]

_POINTS_SIZE = 16.0
_TARGET_SIZE = 10.0
_DOT = 2.1
_DIAMOND = 3.4


def draw_points(pen: Pen, points: int, options: Options, right: float, baseline: float) -> str:
    """Return a score as text that ends at `right`: the points, and smaller the target."""
    return element(
        "text",
        element("tspan", escape(str(points)), font_size=_POINTS_SIZE, class_=pen.classes("ink", "strong")),
        f"/{options.target}",
        x=right,
        y=baseline,
        font_size=_TARGET_SIZE,
        class_=pen.classes("muted", "end"),
    )


def draw_track(pen: Pen, points: int, options: Options, x: float, middle: float, room: float) -> str:
    """Return a track, as wide as `room`: a dot for each point to the target, those that are reached filled.

    With heating up the bonus spaces are diamonds instead.
    """
    spaces = _spaces(options)
    step = room / spaces
    first = x + step / 2
    reached = min(points, spaces)
    parts = [_dots(pen, "track", spaces, step, first, middle)]
    if reached:
        parts.append(_dots(pen, "track-reached", reached, step, first, middle))
    bonus = [space for space in sorted(BONUS_SPACES) if options.heating_up and space <= spaces]
    for style, wanted in (
        ("bonus", [space for space in bonus if space > reached]),
        ("bonus-reached", [space for space in bonus if space <= reached]),
    ):
        if wanted:
            path = "".join(_diamond(first + (space - 1) * step, middle) for space in wanted)
            parts.append(pen.shape("path", style, d=path))
    return "".join(parts)


def _spaces(options: Options) -> int:
    """Return how many spaces the track has: beyond the target only where a score may go on and find bonus spaces."""
    if options.goal_both and options.heating_up:
        return max(options.target, *BONUS_SPACES)
    return options.target


def _dots(pen: Pen, style: str, count: int, step: float, x: float, y: float) -> str:
    """Return dots as the round ends of dashes without length."""
    length = (count - 1) * step + 0.1
    return pen.shape(
        "path",
        style,
        d=f"M{x:.2f} {y:g}h{length:.2f}",
        stroke_width=min(2 * _DOT, 0.72 * step),
        stroke_dasharray=f"0 {step:.3f}",
    )


def draw_bonus_space(pen: Pen, x: float, y: float) -> str:
    """Return one bonus space, its middle there, as a key to the tracks."""
    return pen.shape("path", "bonus", d=_diamond(x, y))


def _diamond(x: float, y: float) -> str:
    return f"M{x:.1f} {y - _DIAMOND:.1f}l{_DIAMOND} {_DIAMOND}l{-_DIAMOND} {_DIAMOND}l{-_DIAMOND} {-_DIAMOND}z"
