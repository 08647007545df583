"""What the tables say, for games whose results are given."""

import json

import pytest

pytest.importorskip("choix", reason='the extra "ladder" is not installed')

from service.ladder.game import Budget, GameResult
from service.ladder.report import as_document, as_text, thinking_text
from service.ladder.schedule import Fixture
from service.ladder.standings import standings


def game(
    kind: str, name: str, levels: str, winner: int | None, *, first: int = 1, size: int | None = None
) -> GameResult:
    seats = tuple(levels)
    fixture = Fixture(kind, name, size or len(seats), seats, 7, hash(levels) % 1000)
    reason = "dropped" if winner is None else "target"
    return GameResult(fixture, first, winner, reason, 40, (0.2,) * len(seats), (20,) * len(seats))


TWO_SETS = [
    game("two", "one", "ab", 1),
    game("two", "one", "ba", 2),
    game("two", "two", "ab", 1, first=2),
    game("two", "two", "ba", 1, first=2),
]


def test_wins_are_counted_for_levels_and_for_who_moves_first() -> None:
    (table,) = standings(TWO_SETS, ["a", "b"], "b")
    assert (table.kind.name, table.games, table.undecided, table.moves) == ("two", 4, 0, 160)
    assert [(won.count, won.of) for won in table.won] == [(3, 4), (1, 4)]
    assert [(won.count, won.of) for won in table.by_turn] == [(1, 4), (3, 4)]
    assert {pair: (won.count, won.of) for pair, won in table.pairs.items()} == {("a", "b"): (3, 4), ("b", "a"): (1, 4)}
    assert [rating.level for rating in table.ratings] == ["a", "b"]
    assert table.ratings[0].elo > 0 == table.ratings[1].elo


def test_a_set_that_is_not_complete_counts_nothing() -> None:
    assert standings(TWO_SETS[:3], ["a", "b"], "a") == standings(TWO_SETS[:2], ["a", "b"], "a")
    assert standings(TWO_SETS[:1], ["a", "b"], "a") == []


def test_the_order_in_which_games_come_in_changes_nothing() -> None:
    backwards = TWO_SETS[::-1]
    assert standings(backwards, ["a", "b"], "a") == standings(TWO_SETS, ["a", "b"], "a")
    one, other = (
        as_document(standings(games, ["a", "b"], "a"), games, seed=1, budget=Budget(), complete=True)
        for games in (TWO_SETS, backwards)
    )
    assert one == other


def test_games_without_a_winner_are_told_and_count_for_no_rate() -> None:
    games = [*TWO_SETS, game("two", "three", "ab", None), game("two", "three", "ba", 1)]
    (table,) = standings(games, ["a", "b"], "a")
    assert (table.games, table.undecided) == (6, 1)
    assert table.pairs["b", "a"].of == 5
    assert "6 games, 1 without a winner" in as_text(table)


def test_at_three_seats_the_winner_has_beaten_each_other_level() -> None:
    games = [game("three", "x", "abc", 1), game("three", "x", "bca", 3), game("three", "x", "cab", 1, first=3)]
    (table,) = standings(games, ["a", "b", "c"], "a")
    counts = {pair: (won.count, won.of) for pair, won in table.pairs.items()}
    assert (counts["a", "b"], counts["a", "c"], counts["c", "b"]) == ((2, 2), (2, 3), (1, 1))
    assert [(won.count, won.of) for won in table.won] == [(2, 3), (0, 3), (1, 3)]


def test_the_text_has_the_strongest_first_and_all_figures() -> None:
    (table,) = standings(TWO_SETS * 1, ["b", "a"], "b")
    text = as_text(table).splitlines()
    assert text[0] == "two seats: 4 games, 40.0 moves each"
    assert text[2].split()[0] == "a"
    assert "3     4  75.0 %" in text[2]
    assert text[3].split() == ["b", "+0", "+0", "+0", "1", "4", "25.0", "%", "4.6", "69.9"]
    assert text[6].split("  ")[-1].strip() == "75 % (30-95)"
    assert text[-1] == "  who moves first has won 1 of 4 games, 25.0 % (4.6 to 69.9 %)"
    assert thinking_text(TWO_SETS, ["a", "b"]) == "a 10.0 ms, b 10.0 ms"


def test_the_document_is_json_with_counts_and_bounds() -> None:
    document = as_document(standings(TWO_SETS, ["a", "b"], "b"), TWO_SETS, seed=3, budget=Budget(50), complete=False)
    assert json.loads(json.dumps(document)) == document
    assert (document["format"], document["seed"], document["complete"]) == ("kiln-ladder/1", 3, False)
    assert document["budget"] == {"nodes": 50, "seconds": None, "max_moves": 2000}
    (kind,) = document["kinds"]
    assert kind["pairs"][0] == {"level": "a", "against": "b", "won": {"count": 3, "of": 4, "bounds": [0.3006, 0.9544]}}
    assert len(document["games"]) == 4
    assert document["games"][0]["levels"] in (["a", "b"], ["b", "a"])
