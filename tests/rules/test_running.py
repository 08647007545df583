"""A running game does what the legal moves do, called by their numbers."""

import random

import pytest

from service.rules import LegalMoves, Position, RunningGame, format_position, parse_move, parse_position, play, play_out
from tests.rules import reference
from tests.rules.boards import EMPTY, FULL, START, TWO_COLOR_START, changed, position_with
from tests.rules.positions import FULL_BOTH, NO_ROOM, ONE_FITS, RED, SHORT, TIE

MORE = {
    "a tie": TIE,
    "one color, no room": changed(RED, warehouses=f"{NO_ROOM},{EMPTY}"),
    "one tied group fits": changed(TIE, warehouses=f"{ONE_FITS},{EMPTY}"),
    "both warehouses full": changed(FULL_BOTH, options="4h"),
    "an extra turn": changed(RED, turn="1+", options="17mh", scores="4,7"),
    "a bonus space": changed(RED, warehouses=f"xxxx1/5/5/5/{FULL[:5]},{EMPTY}", options="17mh", scores="4,7"),
    "a seat has left": changed(seats="r,!b,g,y", warehouses=",".join([EMPTY] * 4), scores="0,0,0,0", turn="1"),
    "the last move": changed(number="99999"),
}


@pytest.mark.parametrize("text", [*SHORT.values(), *MORE.values()], ids=[*SHORT, *MORE])
def test_the_move_with_a_number_leads_where_the_legal_move_with_that_number_leads(text: str) -> None:
    position = parse_position(text)
    legal = LegalMoves(position)
    assert RunningGame(position).total == legal.total
    for index, move in enumerate(legal):
        game = RunningGame(position)
        game.play(index)
        after = play(position, parse_move(move)).position
        assert game.position() == after, move
        assert (game.turn, game.number, game.finished) == (after.turn, after.number, after.finished)
        assert game.winner == (0 if after.outcome is None else after.outcome.winner or 0)


@pytest.mark.parametrize("seed", range(40))
def test_whole_games_run_as_the_reference_plays_them(seed: int) -> None:
    generator = random.Random(seed)
    text = reference.random_position(generator, finished=False, two_color=seed % 3 == 0)
    game = RunningGame(parse_position(text))
    for _ in range(12):
        assert format_position(game.position()) == text
        assert game.total == reference.count_legal_moves(text)
        if game.finished:
            break
        index = generator.randrange(game.total)
        text = reference.play(text, LegalMoves(parse_position(text)).at(index)).position
        game.play(index)


@pytest.mark.parametrize("text", [changed(scores="17,0", turn="1"), changed(seats="r,!b", turn="1")])
def test_a_finished_game_has_no_moves_and_a_winner(text: str) -> None:
    game = RunningGame(parse_position(text))
    assert (game.finished, game.winner, game.total) == (True, 1, 0)
    with pytest.raises(IndexError, match="no legal move 0"):
        game.play(0)
    with pytest.raises(IndexError, match="no legal move"):
        game.play_random(random.Random(1))
    assert play_out(parse_position(text), random.Random(1)) == parse_position(text)


def test_a_number_that_no_move_has_changes_nothing() -> None:
    position = position_with(START)
    game = RunningGame(position)
    for index in (-1, game.total, 1 << 40):
        with pytest.raises(IndexError, match=f"there is no legal move {index}"):
            game.play(index)
    assert game.position() == position


class Draws(random.Random):
    """A generator whose `random()` gives these numbers."""

    def __init__(self, *numbers: float) -> None:
        super().__init__()
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


@pytest.mark.parametrize(("drawn", "index"), [(0.0, 0), (0.5, 150), (1 - 2**-53, -1)])
def test_a_random_move_takes_one_number_and_spreads_it_over_all_moves(drawn: float, index: int) -> None:
    position = position_with(START)
    legal = LegalMoves(position)
    generator = Draws(drawn)
    game = RunningGame(position)
    game.play_random(generator)
    assert generator.numbers == []
    move = legal.at({0: 0, 150: legal.total // 2, -1: legal.total - 1}[index])
    assert game.position() == play(position, parse_move(move)).position


@pytest.mark.parametrize("text", [START, TWO_COLOR_START], ids=["one color", "two colors"])
def test_a_game_is_played_out_to_its_end_the_same_for_the_same_generator(text: str) -> None:
    position = parse_position(text)
    ends = [play_out(position, random.Random(seed)) for seed in (1, 1, 2)]
    assert ends[0] == ends[1] != ends[2]
    assert all(end.finished for end in ends)
    assert play_by_list(position, random.Random(1)) == ends[0]


def play_by_list(position: Position, generator: random.Random) -> Position:
    while not position.finished:
        legal = LegalMoves(position)
        move = legal.at(int(generator.random() * legal.total))
        position = play(position, parse_move(move)).position
    return position


def test_positions_that_are_given_and_taken_are_values() -> None:
    position = position_with(START)
    game = RunningGame(position)
    taken = game.position()
    game.play(0)
    assert position == taken == position_with(START)
    assert game.position() != taken
