from dataclasses import replace
from time import perf_counter

import pytest

from service.bots import LEVELS, Advice, choose, suggest
from service.rules import LegalMoves, Position, leave, parse_move, parse_position, play
from tests.bots.play_out import KINDS, after, met_at_random, start, with_a_seat_gone
from tests.rules.boards import FULL, TWO_COLOR_START, changed

SEARCHING = [level for level in LEVELS if level.startswith("search")]


def is_legal(position: Position, move: str) -> bool:
    return str(move) in set(LegalMoves(position, parse_move(move).slot))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_of_a_game_is_legal_and_in_canonical_form(kind: str, level: str) -> None:
    position = start(kind, 3)
    for number in range(8):
        choice = choose(position, level, seed=number, nodes=40)
        turn = play(position, parse_move(choice.move))
        assert is_legal(position, choice.move) if not position.two_color else True
        position = turn.position
        if position.finished:
            break


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("moves", [7, 25, 60])
@pytest.mark.parametrize("kind", KINDS)
def test_moves_are_legal_wherever_random_play_leads(kind: str, moves: int, level: str) -> None:
    position = met_at_random(kind, moves, moves)
    for choice in suggest(position, level, count=4, nodes=30).choices:
        assert play(position, parse_move(choice.move)).move == parse_move(choice.move)


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize("kind", KINDS)
def test_the_expected_line_can_be_played_and_begins_with_the_move(kind: str, level: str) -> None:
    position = met_at_random(kind, 5, 12)
    choice = choose(position, level, nodes=150)
    assert choice.line[0] == choice.move
    for move in choice.line:
        turn = play(position, parse_move(move))
        assert turn.move == parse_move(move)
        position = turn.position


@pytest.mark.parametrize("kind", ["two seats", "four seats"])
def test_no_line_goes_on_beyond_the_last_move_that_there_may_be(kind: str) -> None:
    position = replace(start(kind, 3), number=99_998)
    assert max(len(choice.line) for choice in suggest(position, "search-3", nodes=4000).choices) == 2
    position = replace(position, number=99_999)
    assert max(len(choice.line) for choice in suggest(position, "search-3", nodes=4000).choices) == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["two seats", "four seats", "two colors"])
def test_the_same_is_answered_to_the_same_question(kind: str, level: str) -> None:
    position = met_at_random(kind, 11, 20)
    first, second = (suggest(position, level, count=3, seed=5, nodes=60) for _ in range(2))
    assert replace(first, seconds=0) == replace(second, seconds=0)


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize("nodes", [1, 2, 17, 100])
def test_a_node_budget_is_kept(nodes: int, level: str) -> None:
    position = met_at_random("two seats", 4, 10)
    advice = suggest(position, level, nodes=nodes)
    assert advice.nodes <= nodes
    assert advice.complete
    assert len(advice.choices) == 3


def worst_two_color() -> Position:
    """Both warehouses of the seat to move are full: hundreds of thousands of moves."""
    text = changed(TWO_COLOR_START, warehouses=f"{FULL}+{FULL},{FULL}+{FULL}")
    position = parse_position(text)
    assert LegalMoves(position).total > 300_000
    return position


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("count", [1, 10])
def test_a_time_bound_is_kept_where_there_are_hundreds_of_thousands_of_moves(level: str, count: int) -> None:
    began = perf_counter()
    advice = suggest(worst_two_color(), level, count=count, nodes=10**9, seconds=0.2)
    assert perf_counter() - began < 1.0
    assert len(advice.choices) == count


def test_a_search_that_time_has_ended_says_so() -> None:
    advice = suggest(start("two seats", 1), "search-3", nodes=10**9, seconds=0.05)
    assert not advice.complete


@pytest.mark.parametrize("level", LEVELS)
def test_the_levels_play_on_when_seats_have_left(level: str) -> None:
    position = with_a_seat_gone("four seats", 9, 10)
    position = leave(position, position.turn % 4 + 1 if not position.left[position.turn % 4] else position.turn)
    for _ in range(6):
        position = after(position, choose(position, level, nodes=30).move)
    assert sum(position.left) == 2


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(ValueError, match="no level 'grandmaster'"):
        choose(start("two seats", 1), "grandmaster")


@pytest.mark.parametrize("level", LEVELS)
def test_a_finished_game_is_refused(level: str) -> None:
    finished = leave(start("two seats", 1), 1)
    with pytest.raises(ValueError, match="the game has ended"):
        choose(finished, level)


def test_advice_of_no_moves_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        suggest(start("two seats", 1), "greedy", count=0)


@pytest.mark.parametrize("level", LEVELS)
def test_advice_holds_different_moves(level: str) -> None:
    advice: Advice = suggest(start("three seats", 2), level, count=10, nodes=300)
    moves = [choice.move for choice in advice.choices]
    assert len(moves) == len(set(moves)) == 10


@pytest.mark.parametrize("level", LEVELS[1:])
def test_advice_is_sorted_by_value_within_what_the_level_looks_at(level: str) -> None:
    advice = suggest(start("two seats", 2), level, count=5)
    if level != "greedy":  # it wants points first
        values = [choice.value for choice in advice.choices]
        assert values == sorted(values, reverse=True)


# One more square completes row 1, and one point is missing: many pushes win.
ALMOST = "xxxx1/5/5/5/5"


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_win_in_one_is_taken(level: str) -> None:
    position = parse_position(changed(warehouses=f"5/5/5/5/5,{ALMOST}", scores="3,16"))
    choice = choose(position, level)
    assert choice.value == 1000
    turn = play(position, parse_move(choice.move))
    assert turn.position.finished
    assert turn.position.turn == position.turn


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_win_in_one_is_taken_in_the_two_color_game(level: str) -> None:
    text = changed(TWO_COLOR_START, warehouses=f"5/5/5/5/5+5/5/5/5/5,5/5/5/5/5+{FULL}", scores="0+0,3+4")
    position = parse_position(text)
    choice = choose(position, level)
    assert play(position, parse_move(choice.move)).position.finished
    assert choice.value > 900
