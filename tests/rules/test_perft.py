import pytest

from service.rules import LegalMoves, divide, parse_move, parse_position, perft, play
from tests.rules import reference
from tests.rules.boards import START, changed
from tests.rules.vectors import rows

SHORT = (
    "yyrgyg/byrbrr/brbbyg/ybrbgb/yrgrgg/grbygk yE5 r,b"
    " xxxx1/xxxx1/xxx2/xxxx1/1x1xx,xxxxx/x2xx/1xxx1/xxxx1/xxx1x 7,5 1 17 119"
)


def test_perft_counts_sequences_of_moves() -> None:
    position = parse_position(SHORT)
    moves = list(LegalMoves(position))
    assert perft(position, 0) == 1
    assert perft(position, 1) == len(moves)
    after = [play(position, parse_move(move)).position for move in moves]
    assert perft(position, 2) == sum(LegalMoves(following).total for following in after) == reference.perft(SHORT, 2)


def test_divide_tells_the_sequences_that_begin_with_each_move() -> None:
    position = parse_position(SHORT)
    divided = divide(position, 2)
    assert list(divided) == list(LegalMoves(position))
    assert sum(divided.values()) == perft(position, 2)
    assert divide(position, 1) == dict.fromkeys(LegalMoves(position), 1)
    some = next(iter(divided))
    assert divided[some] == LegalMoves(play(position, parse_move(some)).position).total


def test_a_sequence_that_ends_the_game_goes_no_further() -> None:
    last = parse_position(changed(number="99999"))
    assert perft(last, 1) == LegalMoves(last).total
    assert perft(last, 2) == 0
    finished = parse_position(changed(number="100000"))
    assert (perft(finished, 0), perft(finished, 1), perft(finished, 2)) == (1, 0, 0)
    assert divide(finished, 2) == {}


def test_a_depth_below_the_least_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        perft(parse_position(START), -1)
    for depth in (0, -1):
        with pytest.raises(ValueError, match="at least 1"):
            divide(parse_position(START), depth)


@pytest.mark.parametrize("row", rows("perft"), ids=lambda row: row["position"])
def test_perft_is_right_to_depth_two(row: dict[str, list[int]]) -> None:
    position = parse_position(str(row["position"]))
    assert [perft(position, depth) for depth in (1, 2)] == row["perft"]
