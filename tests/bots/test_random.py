from collections import Counter

from service.bots import choose
from service.rules import LegalMoves, parse_position
from tests.rules.boards import changed
from tests.rules.positions import RED

# Few shapes find a place here, so that most pushes have one move and two have fifteen.
DIAGONAL = "xxxx1/xxx1x/xx1xx/x1xxx/1xxxx"


def test_random_is_uniform_over_all_legal_moves() -> None:
    position = parse_position(changed(RED, warehouses=f"{DIAGONAL},{DIAGONAL}", options="17"))
    legal = LegalMoves(position)
    assert {legal.push_total(slot) for slot in legal.slots} == {1, 15}
    draws = 40 * legal.total
    drawn = Counter(choose(position, "random", seed=seed).move for seed in range(draws))
    assert set(drawn) == set(legal)
    chi_square = sum((count - 40) ** 2 / 40 for count in drawn.values())
    freedom = legal.total - 1
    assert abs(chi_square - freedom) < 3 * (2 * freedom) ** 0.5
