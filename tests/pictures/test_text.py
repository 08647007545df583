"""Text in a picture: made safe, measured, cut."""

import pytest

from service.pictures.text import clean, cut, escape, width


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("Ann", "Ann"),
        ("<b>&\"'", "&lt;b&gt;&amp;&quot;'"),
        ("&amp;", "&amp;amp;"),
        ("]]>", "]]&gt;"),
        ("a\x00\x1b\n\t\x7f\x85b", "a\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdb"),
        ("\ud800\ufffe\uffff\u2028\u202e\u2067", "\ufffd" * 6),
        ("\u9676\u5668 \U0001f3fa \u0645\u062d", "\u9676\u5668 \U0001f3fa \u0645\u062d"),
    ],
)
def test_text_is_escaped_and_what_xml_cannot_hold_is_replaced(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_cleaning_keeps_the_length() -> None:
    text = "".join(map(chr, range(0x3000))) + "\ud83d\udca9\ufffe"
    assert len(clean(text)) == len(text)


def test_text_that_fits_stays_whole() -> None:
    assert cut("Ann", 12, 100) == "Ann"
    assert cut("", 12, 0) == ""


@pytest.mark.parametrize(
    "text", ["W" * 40, "i" * 40, "\u9676" * 40, "\U0001f3fa" * 40, "a b " * 10, "\u0645\u062d\u0645\u062f " * 8]
)
@pytest.mark.parametrize("room", [30, 60, 111, 260])
def test_text_is_cut_to_the_room_there_is_and_not_much_shorter(text: str, room: float) -> None:
    shown = cut(text, 12, room, bold=True)
    assert width(shown, 12, bold=True) <= room
    if shown != text:
        assert "…" in shown
        assert width(shown, 12, bold=True) > room - 12 * 2.6


def test_where_there_is_no_room_at_all_an_ellipsis_remains() -> None:
    assert cut("Ann", 12, 1) == "…"


def test_no_space_is_left_before_the_ellipsis() -> None:
    assert cut("Ann Lee", 10, width("Ann …", 10)) == "Ann…"


@pytest.mark.parametrize(
    "sign",
    [
        "e\u0301",  # a letter and its accent
        "\U0001f469\u200d\U0001f680",  # an astronaut
        "\U0001f1ef\U0001f1f5",  # a flag
        "\U0001f44b\U0001f3fd",  # a hand of a certain color
        "\u2764\ufe0f",  # a heart, shown as an emoji
    ],
)
def test_what_is_shown_as_one_sign_is_not_taken_apart(sign: str) -> None:
    for room in range(1, 200, 3):
        kept = cut(sign * 20, 12, room).removesuffix("…")
        assert kept == sign * (len(kept) // len(sign))


def test_a_name_that_is_written_from_the_right_has_its_ellipsis_on_the_left() -> None:
    shown = cut("\u0645\u062d\u0645\u062f \u0639\u0628\u062f \u0627\u0644\u0644\u0647", 12, 60)
    assert shown.endswith("…\u200f")  # between two signs that run left, the ellipsis does too
    assert cut("Maximiliana", 12, 60).endswith("…")


@pytest.mark.parametrize(
    ("text", "ems"), [("\u9676", 1.0), ("M", 0.86), ("\U0001f3fa", 1.24), ("0", 0.64), ("i", 0.28)]
)
def test_widths_are_at_least_those_of_a_wide_font(text: str, ems: float) -> None:
    assert width(text, 10) >= 10 * ems
    assert width(text, 10, bold=True) > width(text, 10)
    assert width(text + "\u0301", 10) == width(text, 10)
