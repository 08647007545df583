import pytest

from service.rules import BLACK, PLAYABLE_COLORS, TILE_LETTERS, Color, parse_color


def test_each_color_has_a_letter_and_a_word() -> None:
    told = [(color.letter, color.word) for color in Color]
    assert told == [("r", "red"), ("b", "blue"), ("g", "green"), ("y", "yellow"), ("k", "black")]
    assert TILE_LETTERS == "rbgyk"


def test_letters_and_words_lead_back_to_the_color() -> None:
    assert [parse_color(color.letter) for color in Color] == list(Color)
    assert [Color.from_word(color.word) for color in Color] == list(Color)


def test_black_is_the_only_color_that_no_seat_plays() -> None:
    assert set(Color) - set(PLAYABLE_COLORS) == {BLACK}
    assert [color.letter for color in PLAYABLE_COLORS] == ["r", "b", "g", "y"]


@pytest.mark.parametrize("letter", ["", "R", "x", "rb", "bg", " r", "red"])
def test_another_letter_is_no_color(letter: str) -> None:
    with pytest.raises(ValueError, match="no color"):
        parse_color(letter)


@pytest.mark.parametrize("word", ["", "Red", "r", "purple", "red "])
def test_another_word_is_no_color(word: str) -> None:
    with pytest.raises(ValueError, match="no color"):
        Color.from_word(word)
