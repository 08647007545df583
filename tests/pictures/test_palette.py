"""The colors of a picture stand out from each other, as WCAG 2.2 measures contrast: 4.5 for text, 3 for shapes."""

import itertools
import re

import pytest

from service.pictures.palette import DARK, LIGHT, PALETTES, Palette
from service.pictures.parameters import THEMES
from service.pictures.style import style_sheet
from service.rules import Color

each = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])

TEXT, SHAPE, FRAME = 4.5, 3.0, 1.5


def channels(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def luminance(color: str) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def tinted(color: str, tint: str, opacity: float) -> str:
    """What is seen where a translucent color lies over another."""
    mixed = [
        round(255 * (below * (1 - opacity) + above * opacity))
        for below, above in zip(channels(color), channels(tint), strict=True)
    ]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def opacity_of(name: str) -> float:
    found = re.search(rf"\.kl-{name}\{{fill-opacity:([.\d]+)", style_sheet("light"))
    assert found
    return float(found[1])


def test_contrast_is_computed_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54


@each
def test_text_stands_out_from_what_is_behind_it(palette: Palette) -> None:
    line = tinted(palette.page, palette.accent, opacity_of("push"))
    sold = tinted(palette.cell, palette.accent, opacity_of("sale"))
    pairs = {
        "status, options": min(contrast(text, palette.page) for text in (palette.ink, palette.muted)),
        "last move": contrast(palette.accent, palette.page),
        "name, score, color": min(contrast(text, palette.card) for text in (palette.ink, palette.muted)),
        "seat": contrast(palette.ink, palette.badge),
        "seat to move": contrast(palette.card, palette.ink),
        "coordinates in the pushed line": contrast(palette.muted, line),
        "points of a sale": min(contrast(palette.accent, behind) for behind in (palette.halo, sold)),
    }
    assert {what: ratio for what, ratio in pairs.items() if ratio < TEXT} == {}


@each
def test_tiles_and_their_marks_stand_out(palette: Palette) -> None:
    line = tinted(palette.bed, palette.accent, opacity_of("push"))
    for color in Color:
        fill, edge, mark = palette.tile(color)
        assert contrast(mark, fill) >= SHAPE, color
        for behind in (palette.bed, palette.page, palette.cell, palette.card, line):
            assert max(contrast(fill, behind), contrast(edge, behind)) >= SHAPE, (color, behind)


@each
def test_the_marks_of_the_last_move_stand_out(palette: Palette) -> None:
    assert contrast(palette.ink, palette.halo) >= 7  # the outline of a group, within its halo
    for behind in (palette.page, palette.bed, palette.cell, palette.card):
        assert contrast(palette.accent, behind) >= SHAPE
        assert contrast(palette.ink, behind) >= SHAPE  # an outline over empty squares, the frame of the seat to move


@each
def test_tracks_and_frames_can_be_seen(palette: Palette) -> None:
    assert contrast(palette.ink, palette.line) >= SHAPE  # points that are reached
    for behind in (palette.page, palette.card, palette.bed, palette.cell):
        assert contrast(palette.line, behind) >= FRAME


def test_tiles_differ_in_color() -> None:
    for palette in (LIGHT, DARK):
        for one, other in itertools.combinations(palette.tiles, 2):
            apart = sum((a - b) ** 2 for a, b in zip(channels(one), channels(other), strict=True)) ** 0.5
            assert apart > 0.4, (one, other)


def test_there_is_a_palette_for_every_theme() -> None:
    assert tuple(PALETTES) == THEMES
    assert all(re.fullmatch("[^<&]+", style_sheet(theme)) for theme in THEMES)
