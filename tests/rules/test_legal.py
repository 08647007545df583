import random
from collections import Counter

import pytest

from service.rules import SLOT_NAMES, LegalMoves, parse_move, parse_position, parse_slot, play
from service.rules.legal import winning_points
from tests.rules import reference
from tests.rules.boards import EMPTY, FULL, START, TWO_COLOR_START, changed, position_with
from tests.rules.positions import POINTS_TO_WIN, SHORT

# Nothing fits: each color skips, or erases one of 25 squares, with every sale of what is then complete.
LONGEST = changed(
    TWO_COLOR_START,
    kiln="rrrrrr/rrryyy/yyyyyy/bbbbbb/bbbggg/gggggg",
    outer="kN1",
    warehouses=f"{FULL}+{FULL},{EMPTY}+{EMPTY}",
    turn="1",
    options="29m",
)


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT.keys())
def test_every_page_is_a_slice_of_the_whole_list(text: str) -> None:
    moves = reference.legal_moves(text)
    legal = LegalMoves(parse_position(text))
    assert (legal.total, len(legal), list(legal)) == (len(moves), len(moves), moves)
    for limit in (0, 1, 2, 3, 10, 100, len(moves), len(moves) + 5):
        for offset in range(len(moves) + 3):
            assert legal.page(offset, limit) == moves[offset : offset + limit]
    assert [legal.at(index) for index in range(len(moves))] == moves


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT.keys())
def test_one_push_holds_the_moves_of_that_push(text: str) -> None:
    moves = reference.legal_moves(text)
    for slot, name in enumerate(SLOT_NAMES):
        right = [move for move in moves if move.startswith(name)]
        legal = LegalMoves(parse_position(text), slot)
        assert (legal.total, list(legal)) == (len(right), right)
        assert legal.page(1, 3) == right[1:4]
        assert [legal.push_total(held) for held in legal.slots] == ([len(right)] if right else [])


def test_the_slot_of_the_outer_tile_has_no_moves() -> None:
    position = position_with(START)
    assert parse_slot("N5") == position.outer_slot
    legal = LegalMoves(position, position.outer_slot)
    assert (legal.total, legal.page(0, 10), list(legal), legal.slots) == (0, [], [], [])
    assert position.outer_slot not in LegalMoves(position).slots


@pytest.mark.parametrize(
    "text",
    [
        changed(scores="17,0", turn="1"),
        changed(seats="r,!b", turn="1"),
        changed(number="100000"),
    ],
    ids=["target", "last seat", "move limit"],
)
def test_a_finished_game_has_no_moves(text: str) -> None:
    legal = LegalMoves(parse_position(text))
    assert (legal.total, len(legal), legal.page(0, 1000), list(legal)) == (0, 0, [], [])
    assert LegalMoves(parse_position(text), 0).total == 0
    with pytest.raises(IndexError):
        legal.at(0)
    with pytest.raises(IndexError):
        legal.random(random.Random(1))


def test_there_is_nothing_before_the_first_or_after_the_last_move() -> None:
    legal = LegalMoves(position_with(START))
    total = legal.total
    for index in (-1, -total, total, total + 1):
        with pytest.raises(IndexError):
            legal.at(index)
    assert legal.page(total, 10) == legal.page(10**9, 10) == []
    assert legal.page(total - 1, 10) == [legal.at(total - 1)]
    for offset, limit in ((-1, 10), (0, -1), (-1, -1)):
        with pytest.raises(ValueError, match="negative"):
            legal.page(offset, limit)


class EachInTurn(random.Random):
    """A generator whose random numbers are 0, 1, 2, …"""

    def __init__(self) -> None:
        super().__init__()
        self.bounds: list[int] = []

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert (stop, step) == (None, 1)
        self.bounds.append(start)
        return len(self.bounds) - 1


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT.keys())
def test_a_random_move_is_each_move_for_one_random_number(text: str) -> None:
    legal = LegalMoves(parse_position(text))
    generator = EachInTurn()
    assert [legal.random(generator) for _ in range(legal.total)] == list(legal)
    assert set(generator.bounds) == {legal.total}


def test_random_moves_are_spread_evenly() -> None:
    legal = LegalMoves(parse_position(SHORT["two colors, goal both"]))
    generator = random.Random(20)
    draws = 400 * legal.total
    counts = Counter(legal.random(generator) for _ in range(draws))
    assert sorted(counts) == sorted(legal)
    chi_squared = sum((count - 400) ** 2 / 400 for count in counts.values())
    freedom = legal.total - 1
    assert abs(chi_squared - freedom) < 4 * (2 * freedom) ** 0.5


def test_the_same_random_numbers_give_the_same_moves() -> None:
    legal = LegalMoves(position_with(START))
    draws = [[legal.random(generator) for _ in range(20)] for generator in (random.Random(3), random.Random(3))]
    assert draws[0] == draws[1]
    assert len(set(draws[0])) > 10


def test_a_list_of_sixteen_million_moves_is_known_at_every_place() -> None:
    legal = LegalMoves(parse_position(LONGEST))
    assert reference.outcome(LONGEST) is None
    one_color = [
        *("", *_sales("12345")),
        *(f"{cell}{sale}" for cell in _cells() for sale in ("", *_sales("12345", without=cell))),
    ]
    parts = [f"-{text}" if text[:1] in ("", " ") else f"x{text}" for text in one_color]
    assert len(parts) == 838
    assert legal.total == 23 * 838 * 838 == 16_151_612
    for index in (0, 837, 838, 700_000, 702_243, 702_244, 8_000_000, 16_151_611):
        slot, within = divmod(index, 838 * 838)
        first, second = divmod(within, 838)
        assert legal.at(index) == f"{SLOT_NAMES[slot + 1]} {parts[first]} | {parts[second]}"
    page = legal.page(702_244 - 500, 1000)
    assert (len(page), page[499], page[500]) == (1000, legal.at(702_243), "N3 - | -")
    assert legal.page(16_151_611, 1000) == ["W6 xe5 C1234 | xe5 C1234"]


def _cells() -> list[str]:
    return [column + row for row in "12345" for column in "abcde"]


def _sales(lines: str, without: str = "") -> list[str]:
    found: list[str] = []
    for letter, gone in (("R", without[1:]), ("C", str("abcde".find(without[:1] or "-") + 1))):
        for mask in range(1, 32):
            chosen = "".join(line for i, line in enumerate(lines) if mask >> i & 1)
            if gone not in chosen or not gone:
                found.append(f" {letter}{chosen}")
    return found


LONG = {
    "one color": (
        "ggybbk/ggygby/rgrgbb/rbrbgr/yrryyb/rrgbyy yS2 y,r"
        " 2x2/2x1x/xxxxx/2x1x/xxxxx,xxxxx/xxxxx/xxxxx/xxxxx/xxxxx 14,14 2+ 17m 143",
        19_274,
    ),
    "two colors, more than a thousand moves a push": (
        "bbbbbb/gbgggb/gggggr/rrrrrr/rryyyy/ykyyyy bS1 r+g,b+y xxxxx/xxx1x/x1x2/1xxx1/xx3+xxx1x/2xxx/xxxxx/xxx1x/x1xx1,"
        "x1xx1/1xxxx/xxxxx/x1xxx/xxxxx+5/5/5/5/5 12+9,13+3 1 17m 14",
        33_600,
    ),
}


@pytest.mark.parametrize(("text", "total"), LONG.values(), ids=LONG.keys())
def test_a_long_list_is_the_same_however_it_is_walked(text: str, total: int) -> None:
    legal = LegalMoves(parse_position(text))
    assert legal.total == total
    walked = list(legal)
    assert walked == legal.page(0, total) == reference.legal_moves(text)
    assert [move for offset in range(0, total, 777) for move in legal.page(offset, 777)] == walked
    assert iter(legal) is not iter(legal)


def test_a_sale_that_wins_is_followed_by_no_second_sale() -> None:
    # Nothing fits; two or more lines of red bring the 3 points that the seat needs.
    text = changed(
        TWO_COLOR_START,
        kiln="rrrrrr/rrryyy/yyyyyy/bbbbbb/bbbggg/gggggg",
        warehouses=f"1xxxx/xxxxx/1xxxx/xxxxx/1xxxx+1xxxx/xxxxx/1xxxx/1xxxx/1xxxx,{EMPTY}+{EMPTY}",
        outer="kN1",
        scores="14+2,0+0",
        turn="1",
        options="17",
    )
    moves = [move.split(" ", 1)[1] for move in LegalMoves(parse_position(text), parse_slot("N2"))]
    red = ["-", "- R2", "- R4", "- R24"]
    red_columns = ["C2", "C3", "C23", "C4", "C24", "C34", "C234", "C5", "C25", "C35", "C235", "C45", "C245", "C345"]
    red += [f"- {sale}" for sale in [*red_columns, "C2345"]]
    green = ["-", "- R2", *(f"- {sale}" for sale in [*red_columns, "C2345"])]
    right = [
        f"{first} | {second}"
        for first in red
        for second in green
        if len(first) <= 4 or " " not in second  # "- R2" brings one point, more digits three or more
    ]
    assert moves == right == [move[3:] for move in reference.legal_moves(text) if move.startswith("N2")]


@pytest.mark.parametrize(("text", "points"), POINTS_TO_WIN.values(), ids=POINTS_TO_WIN.keys())
def test_the_points_that_win_depend_on_target_goal_and_the_other_score(text: str, points: list[int | None]) -> None:
    position = parse_position(text)
    assert [winning_points(position, index) for index in range(len(points))] == points


def test_every_listed_move_can_be_played_as_it_is_written() -> None:
    for text in SHORT.values():
        position = parse_position(text)
        for move in LegalMoves(position):
            assert play(position, parse_move(move)).move == parse_move(move)


@pytest.mark.parametrize("slot", [-1, 24])
def test_a_push_that_is_no_slot_is_refused(slot: int) -> None:
    with pytest.raises(ValueError, match="there is no slot"):
        LegalMoves(parse_position(START), slot)
