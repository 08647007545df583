"""What is thought is fixed: by any process, compiled or not, on any Python. New weights move these values."""

import pytest

from service.bots import suggest
from tests.bots.play_out import met_at_random


@pytest.mark.parametrize(
    ("kind", "level", "move", "value", "nodes"),
    [
        ("two seats", "random", "W2 xc1", -2.52, 1),
        ("two seats", "greedy", "N4 b1>a4 R4", 0.94, 23),
        ("two seats", "search-1", "N4 b1>a4", 0.94, 1),
        ("two seats", "search-2", "N4 b1>a4", 0.69, 61),
        ("two seats", "search-3", "N4 b1>a4", 1.16, 300),
        ("three seats", "random", "S4 a3>a4", -0.22, 1),
        ("three seats", "greedy", "E4 f4>b3 C2", 0.21, 23),
        ("three seats", "search-1", "E4 a3>c1", 1.68, 1),
        ("three seats", "search-2", "E4 a3>c1", 1.95, 61),
        ("three seats", "search-3", "E4 a3>c1", 0.97, 300),
        ("four seats", "random", "S4 f5>e4", -5.31, 1),
        ("four seats", "greedy", "S5 e5>d4 R4", -0.93, 23),
        ("four seats", "search-1", "S5 e5>d4", -0.93, 1),
        ("four seats", "search-2", "N2 f5>e4 R5", 1.13, 51),
        ("four seats", "search-3", "N2 f5>e4 R5", 0.34, 300),
        ("two colors", "random", "S2 e3>a1 C1 | a6>a5", -0.732, 1),
        ("two colors", "greedy", "N2 e3>a1 C1 | b5>c3 C3", 0.251, 23),
        ("two colors", "search-1", "N2 e3>a1 | b5>a1", 1.687, 1),
        ("two colors", "search-2", "N2 e3>a1 | b5>a1", 1.141, 61),
        ("two colors", "search-3", "N2 e3>a1 | b5>a1", 1.859, 300),
    ],
)
def test_a_level_thinks_the_same_everywhere(kind: str, level: str, move: str, value: float, nodes: int) -> None:
    advice = suggest(met_at_random(kind, 11, 20), level, count=1, seed=5, nodes=300)
    assert [(choice.move, choice.value) for choice in advice.choices] == [(move, value)]
    assert advice.nodes == nodes
