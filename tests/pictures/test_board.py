"""A picture as a whole: what may be asked for, that it is valid, safe and small, and what can be read off it."""

import random
import re
import xml.etree.ElementTree as ET

import pytest

from service.pictures import MAX_SIZE, MIN_SIZE, THEMES, draw_board
from service.pictures.layout import lay_out
from service.pictures.warehouse import CELL
from service.rules import SLOT_NAMES, leave, parse_move, parse_position, play
from tests.pictures.drawing import (
    KILN,
    LARGEST,
    START,
    SVG,
    classes,
    content,
    parse,
    pictures,
    random_turn,
    texts,
    tiles,
    with_class,
)

# ---- what may be asked for --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [MIN_SIZE - 1, MAX_SIZE + 1, 0, -300])
def test_a_size_out_of_bounds_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="the size must be 100 to 2000"):
        draw_board(parse_position(START), size=size)


@pytest.mark.parametrize("size", [MIN_SIZE, 300, 1200, MAX_SIZE])
def test_the_picture_is_as_wide_as_asked_for_and_keeps_its_proportions(size: int) -> None:
    root = parse(draw_board(parse_position(START), size=size))
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    _, _, across, down = map(float, root.attrib["viewBox"].split())
    assert width == size
    assert abs(height - size * down / across) <= 1


def test_a_theme_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="the theme must be one of light, dark, auto"):
        draw_board(parse_position(START), theme="pink")


@pytest.mark.parametrize("names", [["Ann"], ["Ann", None, "Cy"]])
def test_names_that_are_not_one_for_each_seat_are_refused(names: list[str | None]) -> None:
    with pytest.raises(ValueError, match="there are 2 seats"):
        draw_board(parse_position(START), names=names)


def test_an_open_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="the open seats must be of 1 to 2"):
        draw_board(parse_position(START), open_seats=[3])


def test_a_last_move_that_does_not_lead_to_the_position_is_refused() -> None:
    turn = play(parse_position(START), parse_move("W5 f4>c2"))
    with pytest.raises(ValueError, match="the last move does not lead to this position"):
        draw_board(parse_position(START), last=turn)


def test_a_seat_may_have_left_since_the_last_move() -> None:
    start = parse_position(f"{KILN} kN5 r,b,g 5/5/5/5/5,5/5/5/5/5,5/5/5/5/5 0,0,0 2 17m 1")
    turn = play(start, parse_move("W5 f4>c2"))
    root = parse(draw_board(leave(turn.position, 1), last=turn))
    assert "has left" in [words.text for words in texts(root)]


def test_without_coordinates_no_square_or_slot_has_a_name() -> None:
    root = parse(draw_board(parse_position(START), coords=False))
    shown = {words.text for words in texts(root)}
    assert not shown & {*SLOT_NAMES, *"abcdef", *"3456"}
    assert set("abcdef") < {words.text for words in texts(parse(draw_board(parse_position(START))))}


def test_light_and_dark_have_one_palette_and_auto_has_both() -> None:
    style = {theme: content(parse(draw_board(parse_position(START), theme=theme)), "style") for theme in THEMES}
    media = "@media (prefers-color-scheme:dark)"
    assert media not in style["light"] + style["dark"]
    assert style["auto"].count(media) == 1
    light = re.search(r"\.kl-page\{(.*?)\}", style["light"])
    dark = re.search(r"\.kd-page\{(.*?)\}", style["dark"])
    assert light
    assert dark
    before, within = style["auto"].split(media)
    assert f".ka-page{{{light[1]}}}" in before
    assert f".ka-page{{{dark[1]}}}" in within


def test_every_class_that_is_used_is_in_the_style_sheet_and_has_the_prefix_of_the_theme() -> None:
    rng = random.Random(12)
    for _ in range(30):
        position, turn = random_turn(rng)
        theme = rng.choice(THEMES)
        root = parse(draw_board(position, last=turn, theme=theme))
        used = {name for element in root.iter() for name in element.get("class", "").split()}
        known = set(re.findall(r"\.(k[a-z-]+)\{", content(root, "style")))
        assert used <= known
        assert all(name.startswith(f"k{theme[0]}-") for name in used)


# ---- for those who cannot see it --------------------------------------------------------------------


def test_the_picture_is_an_image_with_a_name_and_a_description() -> None:
    root = parse(draw_board(parse_position(START)))
    assert root.attrib["role"] == "img"
    by_id = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    assert by_id[root.attrib["aria-labelledby"]].tag == SVG + "title"
    assert by_id[root.attrib["aria-describedby"]].tag == SVG + "desc"
    assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]


def test_every_tile_has_the_color_and_the_mark_of_its_letter_and_no_two_marks_are_alike() -> None:
    root = parse(draw_board(parse_position(START)))
    defined = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    for use in root.iter(SVG + "use"):
        name = use.attrib["href"].removeprefix("#")
        if not name.endswith("slot"):
            tile, mark = defined[name]
            assert (classes(tile), classes(mark)) == ([f"tile-{name[-1]}"], [f"mark-{name[-1]}"])
    for size in "bst":
        marks = [defined[name][1] for name in defined if re.fullmatch(rf"k[0-9a-f]{{8}}{size}[rbgyk]", name)]
        shapes = {ET.tostring(mark).split(b" class=")[0] + mark.get("d", "circle").encode() for mark in marks}
        assert len(marks) == len(shapes) == 5


# ---- what can be read off it ------------------------------------------------------------------------


def test_the_whole_position_can_be_read_off_the_picture() -> None:
    rng = random.Random(6)
    for _ in range(150):
        position, turn = random_turn(rng)
        size = rng.choice([300, 1200])
        layout = lay_out(position, size)
        root = parse(draw_board(position, size=size, last=turn, coords=rng.random() < 0.5))
        kiln = {}
        for tile in tiles(root):
            if tile.size == "b":
                column = round((tile.x - layout.kiln.x) / layout.pitch - 1.4, 1)
                row = round((tile.y - layout.kiln.y) / layout.pitch - 1.4, 1)
                kiln[column, row] = tile.letter
        side, place = divmod(position.outer_slot, 6)
        outer = ((place, -1.4), (6.4, place), (place, 6.4), (-1.4, place))[side]
        assert kiln.pop(outer) == position.outer_tile.letter
        assert kiln == {(c, r): letter for r, row in enumerate(position.kiln_rows) for c, letter in enumerate(row)}
        grids = with_class(root, "cell")
        small = [tile for tile in tiles(root) if tile.size == "s"]
        expected = [
            (color.letter, position.warehouse_rows(seat, index))
            for seat, colors in enumerate(position.seats)
            for index, color in enumerate(colors)
        ]
        assert len(grids) == len(expected)
        assert len(small) == sum(rows.count("x") for _, warehouse in expected for rows in warehouse)
        for letter, rows in expected:
            mine = [tile for tile in small if tile.letter == letter]
            if not mine:
                assert "x" not in "".join(rows)
                continue
            cells = {(round(tile.x / CELL * 100), round(tile.y / CELL * 100)) for tile in mine}
            filled = [(c * 100, r * 100) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "x"]
            moved_x = min(x for x, _ in cells) - min(x for x, _ in filled)
            moved_y = min(y for _, y in cells) - min(y for _, y in filled)
            assert cells == {(x + moved_x, y + moved_y) for x, y in filled}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (START, ["To move: Seat 2", "Move 1", "to move", "Target 17 · fixing the mess"]),
        (START.replace(" 2 17m 1", " 2+ 20h 77"), ["Extra turn: Seat 2", "extra turn", "Heating up · target 20"]),
        (START.replace("0,0 2 17m 1", "18,3 1 17 9"), ["Winner: Seat 1", "has won", "18/17", "3/17", "Target 17"]),
        (START.replace("0,0 2 17m 1", "18,3 1 17 9"), ["Finished before move 9: target reached"]),
        (START.replace("r,b", "r,!b").replace("2 17m 1", "1 17m 1"), ["Winner: Seat 1", "has won", "has left"]),
        (START.replace("17m 1", "17m 100000"), ["No winner", "Finished before move 100000: no game is longer"]),
        (
            LARGEST[1],
            ["Extra turn: Seat 2", "999/29", "28/29", "Heating up · target 29, both colors · fixing the mess"],
        ),
    ],
)
def test_the_picture_says_how_the_game_stands(text: str, shown: list[str]) -> None:
    assert set(shown) <= {words.text for words in texts(parse(draw_board(parse_position(text))))}


def test_a_game_that_waits_for_players_says_so() -> None:
    shown = [words.text for words in texts(parse(draw_board(parse_position(START), open_seats=[1])))]
    assert "Waiting for players" in shown
    assert shown.count("open") == 1
    assert "to move" not in shown


@pytest.mark.parametrize(("heating", "reached"), [("", 0), ("h", 2)])
def test_bonus_spaces_are_shown_with_heating_up(heating: str, reached: int) -> None:
    root = parse(draw_board(parse_position(START.replace("0,0 2 17m", f"8,0 2 17m{heating}"))))
    spaces = [element.attrib["d"].count("M") for element in with_class(root, "bonus")]
    filled = [element.attrib["d"].count("M") for element in with_class(root, "bonus-reached")]
    # 5, 8, 14 and 17; one more explains them.
    assert (sorted(spaces), filled) == (([1, 2, 4], [reached]) if heating else ([], []))


# ---- room -------------------------------------------------------------------------------------------


def test_no_text_covers_another_or_leaves_the_picture() -> None:
    for picture in pictures(7, 200):
        root = parse(picture)
        _, _, across, down = map(float, root.attrib["viewBox"].split())
        shown = texts(root)
        for index, words in enumerate(shown):
            assert words.box.left >= 0, words
            assert words.box.right <= across, words
            assert words.box.bottom <= down, words
            for other in shown[:index]:
                assert not words.box.overlaps(other.box), (words, other)


def test_nothing_but_names_is_ever_cut() -> None:
    rng = random.Random(8)
    for _ in range(60):
        position, turn = random_turn(rng)
        for size in (100, 300, 1200):
            assert "…" not in draw_board(position, size=size, last=turn)
