import pytest

from service.rules import Outcome, format_position, leave, parse_position
from tests.rules import reference
from tests.rules.boards import EMPTY, START, TWO_COLOR_START, changed, position_with

THREE = changed(seats="r,b,g", warehouses=f"{EMPTY},{EMPTY},{EMPTY}", scores="3,5,7", turn="2", number="40")
FOUR = changed(seats="r,b,g,y", warehouses=",".join([EMPTY] * 4), scores="3,5,7,1", turn="2+", number="40")


def after(text: str, *seats: int) -> str:
    """Seats, turn and number once these seats have left, one after the other."""
    position = parse_position(text)
    for seat in seats:
        assert format_position(leave(position, seat)) == reference.leave(format_position(position), seat)[0]
        position = leave(position, seat)
    fields = format_position(position).split(" ")
    assert [fields[i] for i in (0, 1, 3, 4, 6)] == [text.split(" ")[i] for i in (0, 1, 3, 4, 6)]
    return " ".join(fields[i] for i in (2, 5, 7))


def test_when_the_seat_to_move_leaves_the_next_one_plays() -> None:
    assert after(THREE, 2) == "r,!b,g 3 40"
    assert after(changed(THREE, turn="3"), 3) == "r,b,!g 1 40"
    assert after(FOUR, 3, 2) == "r,!b,!g,y 4 40"


def test_its_extra_turn_goes_with_it() -> None:
    assert after(FOUR, 2) == "r,!b,g,y 3 40"


def test_when_another_seat_leaves_turn_and_extra_turn_stay() -> None:
    assert after(FOUR, 1) == "!r,b,g,y 2+ 40"
    assert after(FOUR, 3) == "r,b,!g,y 2+ 40"
    assert after(FOUR, 4, 1) == "!r,b,g,!y 2+ 40"
    assert after(THREE, 1) == "!r,b,g 2 40"


@pytest.mark.parametrize(
    ("text", "seats", "winner"),
    [
        (START, (1,), 2),
        (START, (2,), 1),
        (changed(turn="1+"), (2,), 1),
        (changed(turn="1+"), (1,), 2),
        (TWO_COLOR_START, (1,), 2),
        (TWO_COLOR_START, (2,), 1),
        (THREE, (1, 3), 2),
        (THREE, (2, 3), 1),
        (THREE, (3, 1), 2),
        (FOUR, (1, 3, 4), 2),
        (FOUR, (2, 1, 4), 3),
        (FOUR, (4, 3, 2), 1),
    ],
)
def test_the_last_seat_wins(text: str, seats: tuple[int, ...], winner: int) -> None:
    position = parse_position(text)
    for seat in seats:
        assert not position.finished
        position = leave(position, seat)
    assert position.outcome == Outcome("last_seat", winner)
    assert (position.turn, position.extra_turn) == (winner, False)
    assert position.number == parse_position(text).number
    assert parse_position(format_position(position)) == position
    after(text, *seats)


def test_a_seat_that_left_with_a_high_score_does_not_win() -> None:
    position = leave(position_with(THREE, scores="16,16,16"), 3)
    assert position.outcome is None
    assert position.scores == ((16,), (16,), (16,))


@pytest.mark.parametrize("seat", [0, -1, 3, 24])
def test_a_seat_that_does_not_exist_cannot_leave(seat: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {seat}"):
        leave(parse_position(START), seat)


def test_nobody_leaves_twice() -> None:
    with pytest.raises(ValueError, match="seat 1 has left already"):
        leave(leave(parse_position(THREE), 1), 1)


@pytest.mark.parametrize(
    "fields", [{"scores": "0,17"}, {"seats": "!r,b"}, {"number": "100000"}], ids=["target", "last seat", "limit"]
)
def test_nobody_leaves_a_game_that_has_ended(fields: dict[str, str]) -> None:
    position = position_with(START, **fields)
    for seat in (1, 2):
        with pytest.raises(ValueError, match="ended"):
            leave(position, seat)


def test_leaving_changes_nothing_of_the_position_before() -> None:
    position = parse_position(FOUR)
    leave(position, 2)
    assert format_position(position) == FOUR
