"""Games as JSON text, kept."""

from dataclasses import replace

import orjson
import pytest

from service.api.present.game import game_json
from service.api.present.rendered import RenderedGames
from service.games import Expiry, Game, NewGame
from service.games.lifecycle import create
from service.games.new_game import set_up


@pytest.fixture
def game() -> Game:
    return replace(create(set_up(NewGame(seed=7)), "a" * 20, "", ("", ""), 0, Expiry())[0], revision="1-x")


def test_a_game_shown_again_is_not_written_again(game: Game) -> None:
    rendered = RenderedGames()
    assert orjson.dumps(rendered.get(game)) == orjson.dumps(game_json(game))
    assert rendered.get(game) is rendered.get(replace(game))


def test_another_revision_or_version_is_another_text(game: Game) -> None:
    rendered = RenderedGames()
    other = replace(game, revision="2-y", seed=8)
    assert orjson.dumps(rendered.get(other)) == orjson.dumps(game_json(other))
    assert rendered.get(replace(game, version=2)) is not rendered.get(game)
    assert len(rendered) == 3


def test_a_game_that_is_not_stored_is_not_kept(game: Game) -> None:
    rendered = RenderedGames()
    tried = replace(game, revision="")
    assert orjson.dumps(rendered.get(tried)) == orjson.dumps(game_json(tried))
    assert len(rendered) == 0


def test_the_games_shown_longest_ago_are_forgotten(game: Game) -> None:
    rendered = RenderedGames(kept=2)
    first = rendered.get(game)
    rendered.get(replace(game, revision="2-y"))
    assert rendered.get(game) is first
    rendered.get(replace(game, revision="3-z"))
    assert len(rendered) == 2
    assert rendered.get(game) is first
