import random
from dataclasses import replace

import pytest

from service.rules import Color, InvalidPosition, Options, Position, format_position, parse_position
from tests.rules import reference
from tests.rules.boards import EMPTY, FULL, START, TWO_COLOR_START, board, changed

KILN = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb"


# k y y g r b
# g y r b g g
# r y r b r g
# g b r g g b
# y y y y b r
# y b r g r b
def test_every_field_is_read() -> None:
    text = (
        "kyygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb bW6 r+b,y+g"
        " x4/1xx2/5/5/4x+5/5/5/5/5,xxxxx/5/5/5/5+5/5/5/5/x1x1x 3+0,1+16 2+ 20mhb 4711"
    )
    position = parse_position(text)
    assert position == Position(
        kiln=(
            board("....x.\n..x...\nx.x.x.\n..x...\n.....x\n..x.x."),
            board(".....x\n...x..\n...x..\n.x...x\n....x.\n.x...x"),
            board("...x..\nx...xx\n.....x\nx..xx.\n......\n...x.."),
            board(".xx...\n.x....\n.x....\n......\nxxxx..\nx....."),
            board("x.....\n......\n......\n......\n......\n......"),
        ),
        outer_tile=Color.BLUE,
        outer_slot=23,
        seats=((Color.RED, Color.BLUE), (Color.YELLOW, Color.GREEN)),
        left=(False, False),
        warehouses=(
            (board("x....\n.xx..\n.....\n.....\n....x"), 0),
            (board("xxxxx\n.....\n.....\n.....\n....."), board(".....\n.....\n.....\n.....\nx.x.x")),
        ),
        scores=((3, 0), (1, 16)),
        turn=2,
        extra_turn=True,
        options=Options(target=20, fixing_the_mess=True, heating_up=True, goal_both=True),
        number=4711,
    )
    assert format_position(position) == text


VALID = {
    "a start": START,
    "a two-color start": TWO_COLOR_START,
    "a seat that has left": changed(
        seats="r,!b,g", warehouses=f"{EMPTY},{FULL},{EMPTY}", scores="0,16,0", turn="3", options="17"
    ),
    "a seat that has left with a score over the target": changed(
        seats="!r,b,g", warehouses=f"{EMPTY},{EMPTY},{EMPTY}", scores="31,16,0", turn="3"
    ),
    "four seats": changed(seats="y,g,b,r", warehouses=f"{EMPTY},{EMPTY},{EMPTY},{EMPTY}", scores="0,1,2,3", turn="4"),
    "an extra turn": changed(turn="1+"),
    "no options": changed(options="29"),
    "all options": changed(TWO_COLOR_START, options="1mhb"),
    "some options": changed(options="1h"),
    "a game that red has won": changed(scores="31,16", turn="1"),
    "a game that blue has won": changed(scores="16,17", turn="2"),
    "a game won because the others have left": changed(seats="!r,b", scores="17,0", turn="2"),
    "the last number": changed(number="100000", turn="1"),
    "the last number, won": changed(number="100000", turn="2", scores="0,20"),
    "goal both, one score far over the target": changed(TWO_COLOR_START, scores="999+16,0+17", options="17b"),
    "goal both, won": changed(TWO_COLOR_START, scores="0+16,999+17", options="17b", turn="2"),
    "every row of a warehouse": changed(warehouses="x1x1x/1x1x1/xx1xx/2x2/1xxx1,xxxx1/1xxxx/x3x/3xx/xx3"),
    "the black tile in the kiln": changed(kiln="kyygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb", outer="bS1"),
}


@pytest.mark.parametrize("text", VALID.values(), ids=VALID.keys())
def test_a_valid_position_is_read_and_printed_as_it_was(text: str) -> None:
    assert reference.is_position(text)
    position = parse_position(text)
    assert format_position(position) == text
    assert parse_position(format_position(position)) == position


def test_all_32_rows_of_a_warehouse_have_one_spelling() -> None:
    spellings: set[str] = set()
    position = parse_position(START)
    for mask in range(32):
        filled = sum(1 << (5 * row + column) for row in range(5) for column in range(5) if mask >> column & 1)
        text = format_position(replace(position, warehouses=((filled,), (0,))))
        rows = text.split(" ")[3].split(",")[0].split("/")
        assert len(set(rows)) == 1
        width = sum(1 if sign == "x" else int(sign) for sign in rows[0])
        assert (width, rows[0].count("x")) == (5, mask.bit_count())
        assert parse_position(text).warehouses == ((filled,), (0,))
        spellings.add(rows[0])
    assert len(spellings) == 32


TILE = "a tile of row {} of the kiln: r, b, g, y or k"
SLOT = "the outer tile's slot: N, E, S or W"
SEAT = "a seat: !, r, b, g or y"
SEAT_COLOR = "a seat's color: r, b, g or y"
RUN = "x or a run of empty squares of 1 to {} in row {} of the warehouse"
FILLED = "x in row {} of the warehouse"
ZERO = "no digit after a leading 0"

# A field of the start, a wrong text for it, the place within that text (or after it), and what is expected there.
MISSPELLINGS: dict[str, tuple[str, str, int, str]] = {
    "an unknown tile": ("kiln", "q" + KILN[1:], 0, TILE.format(1)),
    "an upper-case tile": ("kiln", "B" + KILN[1:], 0, TILE.format(1)),
    "a digit for a tile": ("kiln", KILN[:8] + "3" + KILN[9:], 8, TILE.format(2)),
    "a row of five": ("kiln", KILN[:5] + KILN[6:], 5, TILE.format(1)),
    "a row of seven": ("kiln", KILN[:6] + "r" + KILN[6:], 6, "/ and row 2 of the kiln"),
    "five rows": ("kiln", KILN[:34], 34, "/ and row 6 of the kiln"),
    "a last row of seven": ("kiln", KILN + "r", 41, "a space and the outer tile"),
    "seven rows": ("kiln", KILN + "/rrrrrr", 41, "a space and the outer tile"),
    "no kiln": ("kiln", "", 0, TILE.format(1)),
    "no outer tile": ("outer", "N5", 0, "the outer tile: r, b, g, y or k"),
    "an unknown outer tile": ("outer", "wN5", 0, "the outer tile: r, b, g, y or k"),
    "a lower-case slot": ("outer", "kn5", 1, SLOT),
    "no slot": ("outer", "k", 1, SLOT),
    "slot 0": ("outer", "kN0", 2, "the number of the slot: 1 to 6"),
    "slot 7": ("outer", "kN7", 2, "the number of the slot: 1 to 6"),
    "a slot of two digits": ("outer", "kN55", 3, "a space and the seats"),
    "no seats": ("seats", "", 0, SEAT),
    "black as a seat's color": ("seats", "r,k", 2, SEAT),
    "an upper-case seat": ("seats", "R,b", 0, SEAT),
    "a comma at the end of the seats": ("seats", "r,", 2, SEAT),
    "two commas": ("seats", "r,,b", 2, SEAT),
    "a plus at the end of the seats": ("seats", "r,b+", 4, SEAT_COLOR),
    "a seat that has left twice": ("seats", "r,!!b", 3, SEAT_COLOR),
    "one color of a seat that has left": ("seats", "r+!g,b", 2, SEAT_COLOR),
    "seats without a comma": ("seats", "rb", 1, "+, a comma or a space and the warehouses"),
    "a row of four": ("warehouses", f"4/5/5/5/5,{EMPTY}", 1, FILLED.format(1)),
    "a row of six": ("warehouses", f"x5/5/5/5/5,{EMPTY}", 1, RUN.format(4, 1)),
    "a filled row of six": ("warehouses", f"xxxxxx/5/5/5/5,{EMPTY}", 5, "/ and row 2 of the warehouse"),
    "two runs that touch": ("warehouses", f"5/5/32/5/5,{EMPTY}", 5, FILLED.format(3)),
    "a run of none": ("warehouses", f"0x4/5/5/5/5,{EMPTY}", 0, RUN.format(5, 1)),
    "a run of six": ("warehouses", f"6/5/5/5/5,{EMPTY}", 0, RUN.format(5, 1)),
    "a run over the end of a row": ("warehouses", f"5/xxx3/5/5/5,{EMPTY}", 5, RUN.format(2, 2)),
    "an upper-case square": ("warehouses", f"X4/5/5/5/5,{EMPTY}", 0, RUN.format(5, 1)),
    "four rows of a warehouse": ("warehouses", f"5/5/5/5,{EMPTY}", 7, "/ and row 5 of the warehouse"),
    "six rows of a warehouse": ("warehouses", f"{EMPTY}/5,{EMPTY}", 9, "+, a comma or a space and the scores"),
    "no warehouses": ("warehouses", "", 0, RUN.format(5, 1)),
    "a warehouse that has left": ("warehouses", f"{EMPTY},!{EMPTY}", 10, RUN.format(5, 1)),
    "a negative score": ("scores", "-1,0", 0, "a score"),
    "a score with a sign": ("scores", "0,+1", 2, "a score"),
    "a score with a leading zero": ("scores", "01,0", 1, ZERO),
    "a score of two zeros": ("scores", "0,00", 3, ZERO),
    "a full-width score": ("scores", "\uff11,0", 0, "a score"),
    "an Arabic digit after a score": ("scores", "1,0\u0660", 3, "a digit, +, a comma or a space and the turn"),
    "a superscript score": ("scores", "\u00b2,0", 0, "a score"),
    "a score with an underscore": ("scores", "1_0,0", 1, "a digit, +, a comma or a space and the turn"),
    "a score with a fraction": ("scores", "1.0,0", 1, "a digit, +, a comma or a space and the turn"),
    "no score": ("scores", "", 0, "a score"),
    "a comma at the end of the scores": ("scores", "0,0,", 4, "a score"),
    "no turn": ("turn", "", 0, "the number of the seat to move"),
    "a seat's color as turn": ("turn", "b", 0, "the number of the seat to move"),
    "a turn with a leading zero": ("turn", "02", 1, ZERO),
    "a minus after the turn": ("turn", "1-", 1, "a digit, + or a space and the options"),
    "two pluses after the turn": ("turn", "1++", 2, "a space and the options"),
    "no target": ("options", "m", 0, "the target"),
    "options in another order": ("options", "17hm", 3, "an option or a space and the number"),
    "an option twice": ("options", "17mm", 3, "an option or a space and the number"),
    "an option before the last one": ("options", "17bh", 3, "an option or a space and the number"),
    "an unknown option": ("options", "17mx", 3, "an option or a space and the number"),
    "an upper-case option": ("options", "17M", 2, "an option or a space and the number"),
    "a target with a leading zero": ("options", "017m", 1, ZERO),
    "no number": ("number", "", 0, "the number of the next move"),
    "a negative number": ("number", "-1", 0, "the number of the next move"),
    "a number with a leading zero": ("number", "01", 1, ZERO),
    "a space at the end": ("number", "1 ", 1, "a digit or the end of the text"),
    "a line feed at the end": ("number", "1\n", 1, "a digit or the end of the text"),
    "a ninth field": ("number", "1 1", 1, "a digit or the end of the text"),
    "a lone surrogate": ("number", "1\ud800", 1, "a digit or the end of the text"),
}


@pytest.mark.parametrize(("field", "text", "at", "expected"), MISSPELLINGS.values(), ids=MISSPELLINGS.keys())
def test_a_misspelling_is_refused_with_its_place_and_what_was_expected(
    field: str, text: str, at: int, expected: str
) -> None:
    position = changed(**{field: text})
    start = len(before(field))
    with pytest.raises(InvalidPosition) as caught:
        parse_position(position)
    found = caught.value
    assert (found.text, found.at, found.expected, found.errors) == (position, start + at, expected, ())
    assert not reference.is_position(position)


def before(field: str) -> str:
    """The start's text before one of its fields."""
    return changed(**{field: "\0"}).split("\0")[0]


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, TILE.format(1)),
        (f" {START}", 0, TILE.format(1)),
        (START.replace(" kN5", "  kN5"), 42, "the outer tile: r, b, g, y or k"),
        (START.replace(" kN5", "\tkN5"), 41, "a space and the outer tile"),
        (START.removesuffix(" 1"), 79, "an option or a space and the number"),
        (START.removesuffix("1"), 80, "the number of the next move"),
        (START.removesuffix(" 17m 1"), 75, "a digit, + or a space and the options"),
        (START.replace(" 2 17m", " 2+17m"), 76, "a space and the options"),
        (f"{START}\n", 81, "a digit or the end of the text"),
    ],
    ids=[
        "nothing",
        "a space in front",
        "two spaces",
        "a tab",
        "no number",
        "a space and no number",
        "no options",
        "no space after the plus",
        "a line feed at the end",
    ],
)
def test_a_missing_or_doubled_field_is_refused_where_it_shows(text: str, at: int, expected: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse_position(text)
    assert (caught.value.at, caught.value.expected, caught.value.errors) == (at, expected, ())


def test_the_first_of_two_misspellings_is_reported() -> None:
    with pytest.raises(InvalidPosition) as caught:
        parse_position(changed(outer="kN9", scores="x,0"))
    assert caught.value.at == 44


@pytest.mark.parametrize("field", ["scores", "turn", "options", "number"])
def test_a_number_of_any_length_is_read_and_refused_as_too_big(field: str) -> None:
    digits = "9" * 5000
    text = changed(**{field: f"{digits},0" if field == "scores" else digits})
    with pytest.raises(InvalidPosition) as caught:
        parse_position(text)
    assert caught.value.at is None
    assert len(caught.value.errors) == 1


def test_a_number_just_longer_than_it_can_be_is_not_taken_for_a_smaller_one() -> None:
    for digits in range(6, 14):
        with pytest.raises(InvalidPosition):
            parse_position(changed(number="1" + "0" * (digits - 1) + "1"))


def test_random_positions_are_read_and_printed_as_they_were() -> None:
    rng = random.Random(17)
    for _ in range(500):
        text = reference.random_position(rng)
        assert format_position(parse_position(text)) == text
