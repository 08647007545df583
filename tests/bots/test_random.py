from collections import Counter

from service.bots import choose
from service.rules import LegalMoves, parse_position
from tests.rules.boards import changed
from tests.rules.positions import NO_ROOM


def test_random_is_uniform_over_all_legal_moves() -> None:
    position = parse_position(changed(warehouses=f"{NO_ROOM},{NO_ROOM}", options="17"))
    legal = list(LegalMoves(position))
    assert 20 < len(legal) < 500
    draws = 20 * len(legal)
    drawn = Counter(choose(position, "random", seed=seed).move for seed in range(draws))
    assert set(drawn) <= set(legal)
    chi_square = sum((drawn[move] - 20) ** 2 / 20 for move in legal)
    freedom = len(legal) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
