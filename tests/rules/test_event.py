"""Every event as the JSON object that answers show."""

import pytest

from service.rules import Color, Copied, Erased, Event, ExtraTurn, Finished, Pushed, Skipped, Sold

EVENTS: list[tuple[Event, dict[str, object]]] = [
    (Pushed(2, Color.BLACK, Color.RED), {"type": "push", "slot": "N3", "in": "black", "out": "red"}),
    (
        Copied(Color.RED, 20, 6, (6, 7)),
        {"type": "copy", "color": "red", "from": "c4", "to": "b2", "cells": ["b2", "c2"]},
    ),
    (Erased(Color.GREEN, 18), {"type": "erase", "color": "green", "cell": "d4"}),
    (Skipped(Color.YELLOW), {"type": "skip", "color": "yellow"}),
    (
        Sold(Color.BLUE, (1, 3), (), 3, 7),
        {"type": "sell", "color": "blue", "rows": [1, 3], "columns": [], "points": 3, "score": 7},
    ),
    (
        Sold(Color.BLUE, (), (5,), 1, 8),
        {"type": "sell", "color": "blue", "rows": [], "columns": [5], "points": 1, "score": 8},
    ),
    (
        ExtraTurn(("black_tile", "bonus_space")),
        {"type": "extra_turn", "reasons": ["black_tile", "bonus_space"]},
    ),
    (Finished("target", 1), {"type": "finish", "reason": "target", "winner": 1}),
    (Finished("move_limit", None), {"type": "finish", "reason": "move_limit", "winner": None}),
]


@pytest.mark.parametrize(("event", "told"), EVENTS, ids=[repr(event) for event, _ in EVENTS])
def test_an_event_is_told_as_the_contract_says(event: Event, told: dict[str, object]) -> None:
    assert event.as_dict() == told
    assert list(event.as_dict()) == list(told)
