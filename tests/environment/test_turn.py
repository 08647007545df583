"""Steps lead to the legal moves, to all of them and to each in one way."""

import random
import subprocess
import sys

import pytest

from service.environment.encoding import ACTIONS, GROUP, NO_SALE, PLACE, PUSH, SKIP_COPY, Step, action_text
from service.environment.turn import TurnInSteps, encode_move
from service.rules import Color, IllegalMove, LegalMoves, Options, Position, parse_move, parse_position, play
from service.rules.start import start_position

RED, BLUE, GREEN, YELLOW = ((color,) for color in (Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW))
TWO_COLOR = ((Color.RED, Color.GREEN), (Color.BLUE, Color.YELLOW))
NEARLY_FULL = "xxxxx/xxxxx/xxx2/1xxxx/x3x"
KILN = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb"
FULL = f"{KILN} kN5 r,b {NEARLY_FULL},5/5/5/5/5 3,0 1 17m 1"
TWO_SALES = f"{KILN} kN5 r+g,b+y {NEARLY_FULL}+xxxxx/4x/xxxx1/5/5,5/5/5/5/5+5/5/5/5/5 14+3,0+0 1 17m 1"
"""The first sale may win, and then there is no second."""
NO_FIXING = FULL.replace("17m", "17")


def moves_by_steps(position: Position, taken: tuple[int, ...]) -> list[str]:
    """All moves that begin with these actions, in the order of the actions."""
    turn = TurnInSteps(position)
    for action in taken:
        turn.take(action)
    if turn.move is not None:
        return [turn.move]
    return [move for action in turn.allowed() for move in moves_by_steps(position, (*taken, action))]


@pytest.mark.parametrize("text", [FULL, NO_FIXING], ids=["full", "without fixing"])
def test_the_steps_of_one_color_are_the_legal_moves_in_canonical_order(text: str) -> None:
    position = parse_position(text)
    assert moves_by_steps(position, ()) == list(LegalMoves(position))


def test_so_they_are_with_two_colors_also_where_the_first_sale_may_win() -> None:
    position = parse_position(TWO_SALES)
    for slot in (9, 17):
        moves = list(LegalMoves(position, slot))
        assert sorted(moves_by_steps(position, (PUSH + slot,))) == sorted(moves)
        assert len(moves) > 300
        assert any(" R12 | " in move for move in moves)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ((RED, BLUE), Options(heating_up=True)),
        ((RED, BLUE, GREEN, YELLOW), Options(fixing_the_mess=False)),
        (TWO_COLOR, Options(goal_both=True)),
    ],
    ids=["two", "four", "two-color"],
)
def test_every_move_of_a_game_is_taken_apart_and_put_together_again(
    seats: tuple[tuple[Color, ...], ...], options: Options
) -> None:
    generator = random.Random(2)
    position = start_position(seats, options, 9)
    for _ in range(120):
        if position.finished:
            break
        move = LegalMoves(position).random(generator)
        turn = TurnInSteps(position)
        for action in encode_move(position, move):
            turn.take(action)
        after = play(position, parse_move(move)).position
        assert turn.move == move
        assert tuple(turn.boards) == after.warehouses[position.turn - 1]
        assert turn.allowed() == []
        position = after


def test_a_move_that_is_not_canonical_has_the_actions_of_the_one_that_is() -> None:
    position = parse_position(FULL)
    move = next(move for move in LegalMoves(position) if ">" in move)
    named = move[3:5]
    turn = TurnInSteps(position)
    for action in encode_move(position, move)[:2]:
        turn.take(action)
    assert action_text(GROUP + turn.group[0]) == f"{named}>"
    with pytest.raises(IllegalMove):
        encode_move(position, "N5 a1>a1")


def test_the_numbers_of_actions_never_change() -> None:
    assert ACTIONS == 174
    texts = [action_text(action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    shown = {0: "N1", 23: "W6", 24: "a1>", 59: "f6>", 60: "-", 61: "xa1", 85: "xe5", 86: ">a1", 110: ">e5"}
    shown |= {111: "no sale", 112: "R1", 114: "R12", 142: "R12345", 143: "C1", 173: "C12345"}
    assert {action: texts[action] for action in shown} == shown
    assert (PUSH, GROUP, SKIP_COPY, PLACE, NO_SALE) == (0, 24, 60, 86, 111)
    for action in (-1, ACTIONS):
        with pytest.raises(ValueError, match="an action must be 0 to 173"):
            action_text(action)


def test_what_is_not_allowed_is_refused_and_changes_nothing() -> None:
    turn = TurnInSteps(parse_position(FULL))
    with pytest.raises(ValueError, match=r"N5 \(action 4\) is not allowed here"):
        turn.take(4)
    assert (turn.step, turn.actions, turn.push) == (Step.PUSH, [], None)
    with pytest.raises(ValueError, match="the game is over"):
        TurnInSteps(parse_position(FULL.replace("3,0 1", "17,0 1")))


def test_the_environment_says_what_to_install_where_the_extra_is_missing() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import service.environment.kiln"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.endswith('ImportError: the environment needs more packages: pip install ".[rl]"\n')
