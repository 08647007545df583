"""Every picture is the same for the same arguments, valid, small, and safe."""

import random
import re

import pytest

from service.pictures import CONTENT_SECURITY_POLICY, draw_board
from service.rules import format_position, parse_position
from tests.pictures.drawing import (
    LARGEST,
    LONG_NAMES,
    NASTY_NAMES,
    START,
    SVG,
    content,
    parse,
    pictures,
    random_names,
    random_turn,
    texts,
)

ELEMENTS = ["svg", "title", "desc", "style", "defs", "g", "rect", "path", "circle", "text", "tspan", "use"]


def test_the_same_arguments_give_the_same_bytes() -> None:
    rng = random.Random(3)
    for _ in range(20):
        position, turn = random_turn(rng)
        names = random_names(rng, position)
        again = parse_position(format_position(position))
        assert draw_board(position, last=turn, names=names) == draw_board(again, last=turn, names=tuple(names))


def test_pictures_of_different_positions_share_no_id() -> None:
    one = parse(draw_board(parse_position(START)))
    other = parse(draw_board(parse_position(START.replace("17m 1", "17m 2"))))
    ids = [{element.attrib["id"] for element in root.iter() if "id" in element.attrib} for root in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_every_picture_is_valid_xml_made_of_known_elements_alone() -> None:
    known = {SVG + name for name in ELEMENTS}
    for picture in pictures(1, 250):
        assert {element.tag for element in parse(picture).iter()} <= known
        assert "<!" not in picture
        assert "<?" not in picture


def test_every_picture_is_small() -> None:
    assert max(len(picture.encode()) for picture in pictures(2, 250)) < 30_000


@pytest.mark.parametrize("text", LARGEST)
@pytest.mark.parametrize("size", [300, 1200])
def test_the_fullest_pictures_are_small_too(text: str, size: int) -> None:
    position = parse_position(text)
    names = ['"' * 40] * len(position.seats)
    assert len(draw_board(position, size=size, names=names, title='"' * 300).encode()) < 30_000


def test_no_picture_runs_or_loads_anything() -> None:
    for picture in pictures(4, 150):
        for element in parse(picture).iter():
            for name, value in element.attrib.items():
                assert not name.startswith("on"), name
                assert name != "style"
                assert name == "href" or "href" not in name
                assert name != "href" or re.fullmatch(r"#k[0-9a-f]{8}[a-z]+", value)
                assert not re.search(r"url|javascript|data:|//", value)
        assert not re.search(r"@import|url\(", content(parse(picture), "style"))


def test_the_policy_for_a_picture_lets_nothing_in_but_its_style() -> None:
    assert CONTENT_SECURITY_POLICY == "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def test_references_lead_to_what_the_picture_defines() -> None:
    for picture in pictures(5, 30):
        root = parse(picture)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        used = {element.attrib["href"].removeprefix("#") for element in root.iter(SVG + "use")}
        assert used <= set(ids)


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_a_name_is_text_whatever_is_in_it(name: str) -> None:
    plain = parse(draw_board(parse_position(START), names=["Ann", None]))
    root = parse(draw_board(parse_position(START), names=[name, None]))
    assert [element.tag for element in root.iter()] == [element.tag for element in plain.iter()]
    shown = [content(window, "title") for window in root.iter(SVG + "svg")][-2]
    assert all(kept in (given, "\ufffd") for kept, given in zip(shown, name, strict=True))


def test_the_whole_of_a_long_name_shows_on_pointing_at_it() -> None:
    root = parse(draw_board(parse_position(START), names=[LONG_NAMES[0], LONG_NAMES[1]]))
    windows = [element for element in root.iter(SVG + "svg") if element is not root]
    titles = {content(window, "title") for window in windows}
    assert titles == set(LONG_NAMES[:2])
    assert sum(words.text.endswith("…") for words in texts(root)) == len(windows) == 3
