import random
from collections import Counter

import pytest

from service.rules import BLACK, MAX_SEED, Color, Options, format_position, parse_position, start_position
from tests.rules import reference
from tests.rules.boards import START, TWO_COLOR_START
from tests.rules.reference.board import groups

RED, BLUE, GREEN, YELLOW = ([color] for color in (Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW))
TWO_COLORS = [[Color.RED, Color.GREEN], [Color.BLUE, Color.YELLOW]]


def start(seed: int, seats: list[list[Color]] | None = None, first_seat: int | None = None) -> str:
    return format_position(start_position(seats or [RED, BLUE], Options(), seed, first_seat))


def test_a_seed_gives_one_start_for_ever() -> None:
    assert start(7) == START
    assert start(7) == START


def test_two_color_games_start_from_their_seeds_too() -> None:
    found = start_position(TWO_COLORS, Options(target=29, fixing_the_mess=False, heating_up=True, goal_both=True), 12)
    assert format_position(found) == reference.start_position(12, [["r", "g"], ["b", "y"]], "29hb")
    assert start(12, TWO_COLORS).split(" ")[2:5] == TWO_COLOR_START.split(" ")[2:5]


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32, MAX_SEED - 1, MAX_SEED])
def test_every_seed_up_to_the_greatest_gives_a_valid_start(seed: int) -> None:
    text = start(seed, [YELLOW, RED, GREEN])
    assert text == reference.start_position(seed, [["y"], ["r"], ["g"]])
    assert parse_position(text).number == 1


@pytest.mark.parametrize("seed", [-1, -5, MAX_SEED + 1, 2**64])
def test_other_seeds_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed must be 0 to 9007199254740991"):
        start(seed)


def test_a_fixed_first_seat_changes_only_whose_turn_it_is() -> None:
    for seat in (1, 2, 3):
        fields = start(7, [RED, BLUE, GREEN], first_seat=seat).split(" ")
        drawn = start(7, [RED, BLUE, GREEN]).split(" ")
        assert fields[5] == str(seat)
        assert fields[:5] + fields[6:] == drawn[:5] + drawn[6:]


@pytest.mark.parametrize("first_seat", [0, 3, -1])
def test_a_first_seat_that_does_not_exist_is_refused(first_seat: int) -> None:
    with pytest.raises(ValueError, match="first seat must be 1 to 2"):
        start(7, first_seat=first_seat)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ([RED], Options()),
        ([RED, RED], Options()),
        ([RED, BLUE, GREEN, YELLOW, RED], Options()),
        ([[], []], Options()),
        ([[Color.RED, Color.BLUE], GREEN], Options()),
        ([[Color.RED, Color.RED], [Color.BLUE, Color.GREEN]], Options()),
        ([RED, BLUE], Options(target=0)),
        ([RED, BLUE], Options(target=30)),
        ([RED, BLUE], Options(goal_both=True)),
    ],
)
def test_what_cannot_be_played_together_is_refused(seats: list[list[Color]], options: Options) -> None:
    with pytest.raises(ValueError, match=r"there must be|no color|the target|the goal"):
        start_position(seats, options, 7)


# Of seed 7, red: c2 c3 c4 | a3 | c6 | e1 | e3 | e6 | f5, largest first 3 1 1 1 1 1 1
#            blue: d2 d3 | a1 | b4 | b6 | e5 | f1 | f4 | f6, largest first 2 1 1 1 1 1 1 1
#   b y y g r b
#   g y r b g g
#   r y r b r g
#   g b r g g b
#   y y y y b r
#   y b r g r b
def test_the_seat_with_the_smallest_groups_starts() -> None:
    assert start(7).split(" ")[5] == "2"
    assert start(7, [BLUE, RED]).split(" ")[5] == "1"
    assert start(7, [RED, GREEN, BLUE]).split(" ")[5] == "3"


def seeds_where(equal: bool) -> list[int]:
    """Seeds at whose start red's and blue's largest groups are tied; `equal`: to the end of their lists."""
    found = []
    for seed in range(3000):
        kiln = [list(row) for row in start(seed).split(" ")[0].split("/")]
        red, blue = (sorted((len(group) for group in groups(kiln, color)), reverse=True) for color in "rb")
        if red[0] == blue[0] and (red == blue) == equal:
            found.append(seed)
    return found


def test_seats_that_are_equal_to_the_end_are_drawn_for() -> None:
    first = Counter(start(seed).split(" ")[5] for seed in seeds_where(equal=True))
    total = first.total()
    assert total > 100
    assert abs(first["1"] - first["2"]) < 4 * total**0.5


def test_later_groups_decide_where_the_first_are_tied() -> None:
    seeds = seeds_where(equal=False)
    assert len(seeds) > 100
    for seed in seeds:
        assert start(seed) == reference.start_position(seed, [["r"], ["b"]])
        assert start(seed, [BLUE, RED]).split(" ")[5] != start(seed).split(" ")[5]


def test_the_shared_random_generator_is_left_alone() -> None:
    random.seed(1)
    before = random.getstate()
    start(7)
    assert random.getstate() == before


def test_the_black_tile_lies_outside() -> None:
    assert all(start_position([RED, BLUE], Options(), seed).outer_tile == BLACK for seed in range(20))


def test_black_is_no_color_of_a_seat() -> None:
    with pytest.raises(ValueError, match="no seat plays black"):
        start_position([[Color.BLACK], [Color.RED]], Options(), 7)
