"""The application, put together."""

import pytest

from service.app import create_app
from service.config import Config
from service.games import GameNotFound, Loaded, StoreUnavailable
from service.wsgi import create


class NoGames:
    """A repository in which there is nothing."""

    def now(self) -> int:
        return 0

    def load(self, game_id: str) -> Loaded:
        raise GameNotFound(game_id)

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"{name} is not to be called")


def test_an_application_is_made_without_a_connection() -> None:
    app = create_app(Config(redis_url="redis://127.0.0.1:1/0"))
    assert app.test_client().get("/healthz").status_code == 200


def test_an_application_without_a_store_is_none() -> None:
    with pytest.raises(ValueError, match="Redis"):
        create_app(Config())


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="redis://"):
        create_app(Config(redis_url="http://localhost"))


def test_a_repository_may_be_given_instead() -> None:
    client = create_app(Config(), repository=NoGames()).test_client()  # type: ignore[arg-type] # as much as is called
    assert client.get("/v1/games/" + "a" * 20).status_code == 404
    assert client.get("/readyz").status_code == 200


def test_a_repository_that_fails_is_not_ready() -> None:
    class Failing(NoGames):
        def now(self) -> int:
            raise StoreUnavailable("down")

    client = create_app(Config(), repository=Failing()).test_client()  # type: ignore[arg-type] # as much as is called
    assert client.get("/readyz").status_code == 503


def test_other_servers_make_it_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KILN_REDIS_URL", "redis://127.0.0.1:1/0")
    assert create().test_client().get("/healthz").status_code == 200


def test_settings_reach_the_games(redis_url: str) -> None:
    config = Config(redis_url=redis_url, game_ttl_seconds=100, idle_game_ttl_seconds=50)
    game = create_app(config).test_client().post("/v1/games").get_json()["game"]
    assert game["expires_at"] > game["created_at"]
