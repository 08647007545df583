import unicodedata

import pytest

from service.rules import MAX_NAME_LENGTH, parse_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("first player", "first player"),
        ("  first player \u00a0\u3000", "first player"),
        ("e\u0301", "\u00e9"),
        ("\u212b", "\u00c5"),
        ("x", "x"),
        ("\U0001f3fa", "\U0001f3fa"),
        ("\u05d0\u05d1", "\u05d0\u05d1"),
        ("a\u200db", "a\u200db"),
        ("x" * 40, "x" * 40),
        ("e\u0301" * 40, "\u00e9" * 40),
        (" " * 100 + "x" + " " * 100, "x"),
        ("<b>&\"'/\\", "<b>&\"'/\\"),
    ],
)
def test_a_name_is_kept_in_nfc_and_without_white_space_around_it(text: str, name: str) -> None:
    assert parse_name(text) == name
    assert parse_name(name) == name
    assert unicodedata.is_normalized("NFC", name)


@pytest.mark.parametrize("text", ["", " ", "\u3000 ", "x" * 41, "\u00e9" * 41, "\u0958" * 21])
def test_a_name_has_1_to_40_characters_once_it_is_normalized(text: str) -> None:
    with pytest.raises(ValueError, match="must have 1 to 40 characters"):
        parse_name(text)
    assert MAX_NAME_LENGTH == 40


@pytest.mark.parametrize(
    ("character", "what"),
    [
        ("\0", "control characters"),
        ("\n", "control characters"),
        ("\r", "control characters"),
        ("\t", "control characters"),
        ("\x7f", "control characters"),
        ("\x85", "control characters"),
        ("\u2028", "line breaks"),
        ("\u2029", "line breaks"),
        ("\ue000", "private-use characters"),
        ("\U000f0000", "private-use characters"),
        ("\ud800", "lone surrogates"),
        ("\u202e", "bidirectional overrides"),
        ("\u202a", "bidirectional overrides"),
        ("\u2066", "bidirectional overrides"),
        ("\u2069", "bidirectional overrides"),
    ],
)
def test_a_name_must_not_hold_some_characters_anywhere(character: str, what: str) -> None:
    for text in (f"a{character}b", f"{character}ab", f"ab{character}"):
        with pytest.raises(ValueError, match=rf"must not hold {what} \(U\+{ord(character):04X}\)"):
            parse_name(text)
