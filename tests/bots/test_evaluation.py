from itertools import pairwise

import pytest

from service.bots import SeatEvaluation, evaluate
from service.rules import leave, parse_position
from tests.bots.play_out import KINDS, met_at_random, start
from tests.rules.boards import EMPTY, FULL, TWO_COLOR_START, changed


def of_red(**fields: str) -> SeatEvaluation:
    return evaluate(parse_position(changed(**fields)))[0]


@pytest.mark.parametrize("moves", [0, 15, 50])
@pytest.mark.parametrize("kind", KINDS)
def test_the_value_is_the_sum_of_its_parts(kind: str, moves: int) -> None:
    position = met_at_random(kind, 3, moves)
    seats = evaluate(position)
    assert [seat.seat for seat in seats] == list(range(1, len(position.seats) + 1))
    for seat in seats:
        assert {"score", "room", "near_lines", "reach"} <= set(seat.parts)
        assert seat.value == pytest.approx(sum(seat.parts.values()))


def test_it_says_the_same_each_time() -> None:
    position = met_at_random("three seats", 5, 20)
    assert evaluate(position) == evaluate(position)


def test_rows_that_are_nearly_complete_are_worth_more_than_scattered_squares() -> None:
    rows = of_red(warehouses=f"xxxx1/xxxx1/xxxx1/5/5,{EMPTY}")
    scattered = of_red(warehouses=f"x1x1x/1x1x1/x3x/1x1x1/x1x1x,{EMPTY}")
    assert rows.parts["near_lines"] > scattered.parts["near_lines"]
    assert rows.value > scattered.value


def test_lines_are_worth_more_together() -> None:
    values = [
        of_red(warehouses=f"{rows},{EMPTY}", scores="7,0").value
        for rows in (EMPTY, "xxxxx/5/5/5/5", "xxxxx/xxxxx/5/5/5", "xxxxx/xxxxx/xxxxx/5/5", "xxxxx/xxxxx/xxxxx/xxxxx/5")
    ]
    gains = [later - earlier for earlier, later in pairwise(values)]
    assert all(gain > 0 for gain in gains)
    assert gains[-1] == max(gains)


def test_holes_that_no_shape_fills_cost_room() -> None:
    open_space = of_red(warehouses=f"xxxxx/xxxxx/5/5/5,{EMPTY}")
    holes = of_red(warehouses=f"x1x1x/1x1x1/x1x1x/1x1x1/5,{EMPTY}")
    assert holes.parts["room"] < open_space.parts["room"]


def test_a_point_more_is_worth_more() -> None:
    values = [of_red(scores=f"{score},0").value for score in range(0, 17, 4)]
    assert values == sorted(values)


def test_the_kiln_shows_in_reach() -> None:
    # Eight red tiles lie together; or no two of them touch.
    together = "rrrrbb/rrrrbb/bbbbbg/ggggyy/ggggyy/yyyyyr"
    apart = "rbrbrb/bgbgbg/rgrgrb/yryrgg/gyyybb/yyygyr"
    kiln = {"outer": "kN5", "warehouses": f"{EMPTY},{EMPTY}"}
    assert of_red(kiln=together, **kiln).parts["reach"] > of_red(kiln=apart, **kiln).parts["reach"]


def test_being_to_move_is_worth_the_same_to_each_seat() -> None:
    for turn in ("1", "2"):
        parts = [seat.parts["turn"] for seat in evaluate(parse_position(changed(turn=turn)))]
        assert parts[int(turn) - 1] > 0
        assert sum(parts) == parts[int(turn) - 1]


def test_of_a_seat_that_has_left_only_the_score_counts() -> None:
    seat = evaluate(
        leave(parse_position(changed(seats="r,b,g", warehouses=f"{FULL},{EMPTY},{EMPTY}", scores="3,0,0")), 1)
    )[0]
    assert seat.value == 3
    assert {name for name, part in seat.parts.items() if part} == {"score"}


def test_when_the_game_is_over_only_the_scores_count() -> None:
    position = parse_position(changed(scores="18,4", turn="1", warehouses=f"{FULL},{FULL}"))
    assert [seat.value for seat in evaluate(position)] == [18, 4]
    resigned = leave(start("two seats", 1), 2)
    assert [seat.value for seat in evaluate(resigned)] == [0, 0]


def test_with_two_colors_the_one_that_decides_counts_more() -> None:
    def value(scores: str, options: str) -> float:
        return evaluate(parse_position(changed(TWO_COLOR_START, scores=scores, options=options)))[0].value

    assert value("12+0,0+0", "17m") > value("6+6,0+0", "17m")
    assert value("12+0,0+0", "17mb") < value("6+6,0+0", "17mb")


def test_scores_far_past_the_target_are_evaluated_too() -> None:
    text = changed(TWO_COLOR_START, scores="999+0,0+998", options="17hmb".replace("hm", "mh"))
    assert len(evaluate(parse_position(text))) == 2
