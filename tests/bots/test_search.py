import pytest

from service.bots import LEVELS, choose, suggest
from service.bots.budget import Budget
from service.bots.search import Search
from service.rules import ExtraTurn, LegalMoves, Position, Sold, parse_move, parse_position, play
from tests.bots.play_out import after, met_at_random
from tests.rules.boards import changed

SEARCHING = [level for level in LEVELS if level.startswith("search")]

# Blue is to move. Red needs 6 points and has rows 4 and 5 nearly, and column 1, 2, …: after most of blue's moves red
# has a push that wins at once.
THREAT = "ygbbgy/yybbbg/grgyby/grgrgy/krbybr/grbrrr yE5 r,b x3x/x2xx/x1xxx/xx2x/xxxxx,5/5/5/xxxxx/xxxxx 0,0 2 6m 8"


def can_win_now(position: Position) -> bool:
    return play(position, parse_move(choose(position, "search-1").move)).position.finished


def test_a_move_that_hands_over_the_game_is_not_played_when_there_is_another() -> None:
    position = parse_position(THREAT)
    fatal = [can_win_now(after(position, move)) for move in list(LegalMoves(position))[::7]]
    assert 0.8 < sum(fatal) / len(fatal) < 1
    assert can_win_now(after(position, choose(position, "greedy").move))
    for level in ("search-2", "search-3"):
        assert not can_win_now(after(position, choose(position, level).move))


def test_what_is_lost_shows_in_the_value_and_in_the_line() -> None:
    position = parse_position(THREAT)
    lost = [choice for choice in suggest(position, "search-2", count=60).choices if choice.value < -900]
    assert lost
    for choice in lost[:5]:
        end = position
        for move in choice.line:
            end = after(end, move)
        assert end.outcome is not None
        assert end.outcome.winner == 1


@pytest.mark.parametrize("level", SEARCHING)
def test_rows_are_kept_to_be_sold_together(level: str) -> None:
    rows = "xxxxx/xxxxx/xxxxx/5/5"
    position = parse_position(changed(warehouses=f"5/5/5/5/5,{rows}", options="29m"))
    sold = [event for event in play(position, parse_move(choose(position, level).move)).events if type(event) is Sold]
    assert all(event.points >= 6 for event in sold)
    greedy = play(position, parse_move(choose(position, "greedy").move)).events
    assert any(type(event) is Sold for event in greedy)


@pytest.mark.parametrize("level", SEARCHING)
def test_a_winning_sale_is_found_among_others(level: str) -> None:
    rows = "xxxxx/xxxxx/xxxxx/5/5"
    position = parse_position(changed(warehouses=f"5/5/5/5/5,{rows}", scores="16,11"))
    turn = play(position, parse_move(choose(position, level).move))
    assert turn.position.finished
    assert turn.move.parts[0].sale is not None


# The black tile lies at the border, where one push takes it out.
BLACK_AT_HAND = (
    "rrgyyb/rrrbyy/yyggbb/kbbyyb/bgrrgg/gbrggr yW2 r,b xx3/xxx2/xx3/xxxx1/xxxx1,x1x2/xxx2/xxxx1/xxx2/xxx2 0,0 2 6m 9"
)


@pytest.mark.parametrize("level", SEARCHING)
def test_an_extra_turn_is_taken(level: str) -> None:
    position = parse_position(BLACK_AT_HAND)
    events = play(position, parse_move(choose(position, level).move)).events
    assert any(type(event) is ExtraTurn for event in events)


def test_an_extra_turn_of_heating_up_is_worth_something() -> None:
    # Three rows make 8 of 2: a bonus space.
    rows = "xxxxx/xxxxx/xxxxx/5/5"
    texts = {
        options: changed(warehouses=f"5/5/5/5/5,{rows}", scores="0,2", options=options) for options in ("20m", "20mh")
    }
    moves = {options: choose(parse_position(text), "search-1") for options, text in texts.items()}
    events = play(parse_position(texts["20mh"]), parse_move(moves["20mh"].move)).events
    assert any(type(event) is ExtraTurn for event in events)
    assert moves["20mh"].value > moves["20m"].value


@pytest.mark.parametrize("kind", ["two seats", "three seats", "two colors", "heating up"])
def test_more_nodes_look_further(kind: str) -> None:
    position = met_at_random(kind, 6, 4)
    lengths = [len(choose(position, "search-3", nodes=nodes).line) for nodes in (1, 100, 1000)]
    assert lengths[0] == 1
    assert lengths == sorted(lengths)
    assert lengths[2] > lengths[0]


@pytest.mark.parametrize(("number", "moves"), [("99999", 1), ("99998", 2)])
def test_it_does_not_look_beyond_the_last_move_of_a_game(number: str, moves: int) -> None:
    position = parse_position(changed(number=number))
    assert len(choose(position, "search-3", nodes=300).line) == moves


def test_the_best_of_several_is_the_one_that_is_chosen() -> None:
    position = met_at_random("two seats", 8, 9)
    assert suggest(position, "search-2", count=5).choices[0] == choose(position, "search-2")


def test_a_search_leaves_nothing_behind_that_changes_the_next() -> None:
    first, second = met_at_random("two seats", 1, 9), met_at_random("two seats", 2, 9)
    before = choose(first, "search-2", seed=1)
    choose(second, "search-2", seed=2)
    assert choose(first, "search-2", seed=1) == before


@pytest.mark.parametrize("kind", ["two seats", "two colors"])
def test_what_is_forgotten_is_found_again(kind: str) -> None:
    position = met_at_random(kind, 3, 9)
    searches = [Search(position, Budget(300, None), seed=0) for _ in range(2)]
    searches[1].board.table.limit = 200
    lines = [[search.texts(found) for found in search.run(8, 3)] for search in searches]
    assert lines[0] == lines[1]
    assert searches[1].board.table.results < 2000 < searches[0].board.table.results
