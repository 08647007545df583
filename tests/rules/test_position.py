import pytest

from service.rules import Options, Outcome, parse_position
from service.rules.position import has_won
from tests.rules.boards import EMPTY, START, TWO_COLOR_START, changed, position_with

OUTCOMES = {
    "running": (START, None),
    "one below the target": (changed(scores="16,16"), None),
    "at the target": (changed(scores="17,0", turn="1"), Outcome("target", 1)),
    "over the target": (changed(scores="0,31"), Outcome("target", 2)),
    "a lower target": (changed(scores="0,1", options="1"), Outcome("target", 2)),
    "the others have left": (changed(seats="!r,b"), Outcome("last_seat", 2)),
    "the others have left, and the last one is over the target": (
        changed(seats="!r,b", scores="0,20"),
        Outcome("target", 2),
    ),
    "the others have left, one of them over the target": (
        changed(seats="!r,b", scores="20,0"),
        Outcome("last_seat", 2),
    ),
    "a seat that has left is over the target": (
        changed(seats="!r,b,g", warehouses=f"{EMPTY},{EMPTY},{EMPTY}", scores="20,0,0"),
        None,
    ),
    "the last number but one": (changed(number="99999"), None),
    "the last number": (changed(number="100000"), Outcome("move_limit", None)),
    "the target at the last number": (changed(scores="0,17", number="100000"), Outcome("target", 2)),
    "the last seat at the last number": (changed(seats="!r,b", number="100000"), Outcome("last_seat", 2)),
    "two colors, the second at the target": (changed(TWO_COLOR_START, scores="0+0,0+17"), Outcome("target", 2)),
    "goal both, one color over the target": (changed(TWO_COLOR_START, scores="0+0,99+16", options="17b"), None),
    "goal both, both colors": (changed(TWO_COLOR_START, scores="0+0,99+17", options="17b"), Outcome("target", 2)),
}


@pytest.mark.parametrize(("text", "outcome"), OUTCOMES.values(), ids=OUTCOMES.keys())
def test_a_position_tells_how_the_game_has_ended(text: str, outcome: Outcome | None) -> None:
    position = parse_position(text)
    assert position.outcome == outcome
    assert position.finished == (outcome is not None)


def test_one_score_at_the_target_is_enough_unless_the_goal_is_both() -> None:
    assert has_won((0, 17), Options())
    assert not has_won((16, 16), Options())
    assert not has_won((0, 17), Options(goal_both=True))
    assert has_won((17, 17), Options(goal_both=True))


def test_the_kiln_is_told_row_by_row() -> None:
    assert position_with(START).kiln_rows == ("byygrb", "gyrbgg", "ryrbrg", "gbrggb", "yyyybr", "ybrgrb")
    with_black = position_with(kiln="byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/kbrgrb", outer="yN5")
    assert with_black.kiln_rows[5] == "kbrgrb"


def test_a_warehouse_is_told_row_by_row() -> None:
    position = position_with(TWO_COLOR_START, warehouses=f"{EMPTY}+x1x1x/1xxx1/5/4x/x4,xxxxx/5/5/5/5+{EMPTY}")
    assert position.warehouse_rows(0, 0) == (".....",) * 5
    assert position.warehouse_rows(0, 1) == ("x.x.x", ".xxx.", ".....", "....x", "x....")
    assert position.warehouse_rows(1, 0) == ("xxxxx", ".....", ".....", ".....", ".....")


def test_a_position_knows_whether_seats_play_two_colors() -> None:
    assert position_with(TWO_COLOR_START).two_color
    assert not position_with(START).two_color


def test_the_default_options_are_those_of_the_rules() -> None:
    assert Options() == Options(target=17, fixing_the_mess=True, heating_up=False, goal_both=False)
