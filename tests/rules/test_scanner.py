import pytest

from service.rules import InvalidText
from service.rules.scanner import Scanner


def scanner(text: str) -> Scanner:
    return Scanner(text, InvalidText)


def place_and_expected(caught: pytest.ExceptionInfo[InvalidText]) -> tuple[int, str]:
    return caught.value.at, caught.value.expected


def test_a_character_is_taken_only_when_it_is_one_of_the_right_ones() -> None:
    text = scanner("ab")
    assert text.take("xa", "a letter") == "a"
    with pytest.raises(InvalidText) as caught:
        text.take("xa", "a letter")
    assert place_and_expected(caught) == (1, "a letter")
    assert text.peek() == "b"


def test_nothing_is_taken_at_the_end() -> None:
    text = scanner("")
    assert text.peek() == ""
    assert not text.skip("a")
    with pytest.raises(InvalidText) as caught:
        text.take("abc", "a letter")
    assert place_and_expected(caught) == (0, "a letter")


def test_the_end_is_where_nothing_follows() -> None:
    text = scanner("a")
    with pytest.raises(InvalidText) as caught:
        text.take_end()
    assert place_and_expected(caught) == (0, "the end of the text")
    assert text.skip("a")
    text.take_end()


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("100000", 100_000), ("999999999", 999_999_999)])
def test_a_number_is_taken_up_to_what_is_no_digit(text: str, number: int) -> None:
    for following in ("", " ", ",", "x", "\u0663"):
        found = scanner(text + following)
        assert found.take_number("a number") == number
        assert found.at == len(text)


@pytest.mark.parametrize("length", [10, 11, 300, 5000])
def test_a_number_of_many_digits_is_only_known_to_be_big(length: int) -> None:
    found = scanner("1" + "0" * (length - 1))
    assert found.take_number("a number") == 10**9
    assert found.at == length


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "a number"),
        ("-1", 0, "a number"),
        ("+1", 0, "a number"),
        (" 1", 0, "a number"),
        ("\uff11", 0, "a number"),
        ("\u00b2", 0, "a number"),
        ("00", 1, "no digit after a leading 0"),
        ("012", 1, "no digit after a leading 0"),
    ],
)
def test_what_is_no_number_is_refused_at_its_place(text: str, at: int, expected: str) -> None:
    with pytest.raises(InvalidText) as caught:
        scanner(text).take_number("a number")
    assert place_and_expected(caught) == (at, expected)
