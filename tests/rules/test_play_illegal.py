"""In which order the faults of a move are looked for; what the positions are: positions.py."""

import pytest

from service.rules import IllegalMove, canonical_move, parse_move, parse_position, play
from tests.rules.agreement import agree_on_move
from tests.rules.boards import EMPTY, FULL, changed
from tests.rules.positions import FULL_BOTH, NO_ROOM, ONE_FITS, RED, TIE

MESS = changed(RED, warehouses=f"{NO_ROOM},{EMPTY}")
NO_MESS = changed(MESS, options="17")
WINNING = changed(FULL_BOTH, scores="16+0,0+0", options="17m")

# Each rule alone, and with a later one that is broken too.
ILLEGAL = {
    "the game is over": (changed(scores="17,0", turn="1"), "N1 c2>a1", "game_over"),
    "the game is over, and the slot is the same": (changed(scores="17,0", turn="1"), "N5 c2>a1", "game_over"),
    "the move limit is reached": (changed(RED, number="100000"), "N1 c2>a1", "game_over"),
    "the others have left": (changed(RED, seats="r,!b"), "N1 c2>a1", "game_over"),
    "the slot is the same": (RED, "N5 c2>a1", "same_slot"),
    "the slot is the same, and there are two actions": (RED, "N5 - | -", "same_slot"),
    "two actions for one color": (RED, "N1 c2>a1 | c2>a1", "action_count"),
    "two actions for one color, the first on a wrong color": (RED, "N1 a1>a1 | c2>a1", "action_count"),
    "one action for two colors": (FULL_BOTH, "N1 -", "action_count"),
    "a square of another color": (RED, "N1 b2>a1", "wrong_color"),
    "a square of the color before the push only": (RED, "N1 a3>a1", "wrong_color"),
    "another color, off the warehouse": (RED, "N1 b2>e5", "wrong_color"),
    "the black tile": (RED, "N1 a1>a1", "wrong_color"),
    "a group that is not the largest": (RED, "N1 e1>a1", "not_largest"),
    "not the largest, onto a filled square": (MESS, "N1 e1>a1", "not_largest"),
    "over the lower edge": (RED, "N1 c2>a4", "off_warehouse"),
    "over the upper edge": (RED, "N1 c4>a2", "off_warehouse"),
    "over the right edge": (TIE, "E5 a1>e3", "off_warehouse"),
    "over the left edge": (TIE, "E5 b1>a3", "off_warehouse"),
    "over an edge, and partly onto filled squares": (MESS, "N1 c2>a5", "off_warehouse"),
    "onto a filled square": (MESS, "N1 c2>a2", "occupied"),
    "onto a filled square, and an incomplete sale": (MESS, "N1 c2>a2 R4", "occupied"),
    "nothing, though the group fits": (RED, "N1 -", "must_copy"),
    "an erasure, though the group fits": (RED, "N1 xa1", "must_copy"),
    "an erasure, though the group fits, without the mess": (changed(RED, options="17"), "N1 xa1", "must_copy"),
    "nothing, though the group fits, and an incomplete sale": (RED, "N1 - R1", "must_copy"),
    "an erasure without the mess": (NO_MESS, "N1 xa1", "erase_disabled"),
    "an erasure of nothing without the mess": (NO_MESS, "N1 xa4", "erase_disabled"),
    "an erasure of nothing": (MESS, "N1 xa4", "erase_empty"),
    "an erasure of nothing, and an incomplete sale": (MESS, "N1 xa4 R4", "erase_empty"),
    "an incomplete row": (MESS, "N1 - R4", "line_incomplete"),
    "one of two rows incomplete": (MESS, "N1 - R14", "line_incomplete"),
    "the last of two rows incomplete": (MESS, "N1 - R35", "line_incomplete"),
    "an incomplete column": (MESS, "N1 - C1", "line_incomplete"),
    "a row that the erasure has broken": (MESS, "N1 xa1 R1", "line_incomplete"),
    "a row that is complete as a column only": (
        changed(RED, warehouses="1x3/5/5/5/1x3,5/5/5/5/5"),
        "N1 c2>b2 R2",
        "line_incomplete",
    ),
    "a second sale after one that wins": (WINNING, "N1 - R1 | - R1", "sale_after_win"),
    "a second sale that is incomplete after one that wins": (WINNING, "N1 - R1 | xa1 R1", "sale_after_win"),
    "a bad second action before a sale after the win": (
        changed(WINNING, warehouses=f"{FULL}+{NO_ROOM},{EMPTY}+{EMPTY}"),
        "N1 - R1 | xa4 R1",
        "erase_empty",
    ),
    "a bad first sale before a bad second action": (WINNING, "N1 xa1 R1 | b1>a1", "line_incomplete"),
    "a bad first action before a bad second one": (FULL_BOTH, "N1 xa1 | b1>a1", "erase_disabled"),
    "a bad second action": (FULL_BOTH, "N1 - | xa1", "erase_disabled"),
    "a bad second sale": (changed(FULL_BOTH, options="17m"), "N1 - | xa1 R1", "line_incomplete"),
}


@pytest.mark.parametrize(("text", "move", "rule"), ILLEGAL.values(), ids=ILLEGAL.keys())
def test_an_illegal_move_tells_the_first_rule_that_it_breaks(text: str, move: str, rule: str) -> None:
    agree_on_move(text, move)
    for check in (play, canonical_move):
        with pytest.raises(IllegalMove) as caught:
            check(parse_position(text), parse_move(move))
        assert (caught.value.rule, caught.value.move) == (rule, move)
        assert caught.value.number == int(text.rpartition(" ")[2])


EXPLANATIONS = {
    "wrong_color": (RED, "N1 b2>a1", "b2 holds no red tile after the push"),
    "not_largest": (RED, "N1 e1>a1", "the tile on e1 belongs to no largest red group"),
    "off_warehouse": (RED, "N1 c2>a4", "on a4 the shape would stick out of the warehouse"),
    "occupied": (MESS, "N1 c2>a2", "the shape would land on a2, which is filled"),
    "must_copy": (RED, "N1 -", "the largest red group fits, so it must be copied"),
    "erase_disabled": (NO_MESS, "N1 xa1", "erasing needs the variant fixing the mess"),
    "erase_empty": (MESS, "N1 xa4", "a4 of the red warehouse is empty already"),
    "line_incomplete": (MESS, "N1 - R14", "row 4 is not complete"),
    "action_count": (RED, "N1 - | -", "the seat plays 1 color(s), the move has 2 action(s)"),
    "sale_after_win": (WINNING, "N1 - R1 | - R1", "the first sale has already won the game"),
    "game_over": (changed(scores="17,0", turn="1"), "N1 -", "the game has ended"),
}


@pytest.mark.parametrize(("text", "move", "explanation"), EXPLANATIONS.values(), ids=EXPLANATIONS.keys())
def test_an_illegal_move_is_explained(text: str, move: str, explanation: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        play(parse_position(text), parse_move(move))
    assert caught.value.explanation == explanation


def test_with_a_tie_nothing_may_be_copied_when_one_of_the_groups_fits_nowhere() -> None:
    text = changed(TIE, warehouses=f"{ONE_FITS},{EMPTY}")
    for move in ("E5 -", "E5 xa1", "E5 a1>c3", "E5 e6>c3"):
        agree_on_move(text, move)
        play(parse_position(text), parse_move(move))
    with pytest.raises(IllegalMove) as caught:
        play(parse_position(text), parse_move("E5 a3>c3"))
    assert caught.value.rule == "occupied"
