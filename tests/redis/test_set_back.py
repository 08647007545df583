"""A server takes over between looking at a game and answering, and does not have what was seen.

What was found done is then not done: it is done once more, or the call finds what is there now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import redis

from service.games import GameNotFound, GameService, NewGame
from service.store import RedisRepository
from service.store.client import Client
from service.store.keys import game_keys
from tests.games.table import OPEN, TAKEN, Table
from tests.redis.sentinels import Sentinels

pytestmark = pytest.mark.xdist_group("processes")

FINISHED = "gkgbbg/ybbgyr/yygryr/bbrrrb/ggrbgy/ygrbyy rE1 r,b 5/5/5/5/5,5/5/5/5/5 17,0 1 17m 30"


class SetBack(RedisRepository):
    """A store that is set back to what it was at `remember`, right before it is next asked to confirm something."""

    def __init__(self, client: Client, admin: redis.Redis) -> None:
        super().__init__(client)
        self._admin = admin
        self._before: dict[str, bytes | None] | None = None

    def remember(self, game_id: str) -> None:
        self._before = {key: self._admin.dump(key) for key in game_keys(game_id)}

    def forget(self, game_id: str) -> None:
        """Be set back to when there was no such game."""
        self._before = dict.fromkeys(game_keys(game_id))

    def confirm(self, game_id: str, revision: str) -> bool:
        before, self._before = self._before, None
        for key, value in (before or {}).items():
            if value is None:
                self._admin.delete(key)
            else:
                self._admin.restore(key, 60_000, value, replace=True)
        return super().confirm(game_id, revision)


@pytest.fixture
def store(watched: Sentinels) -> Iterator[SetBack]:
    client = Client(watched.url, 4, replicas=1)
    with redis.Redis(port=watched.primary().port) as admin:
        yield SetBack(client, admin)
    client.close()


@pytest.fixture
def service(store: SetBack) -> GameService:
    return GameService(store)


@pytest.fixture
def table(service: GameService) -> Table:
    return Table(service, seats=(TAKEN, OPEN), first_seat=1)


def test_a_repeated_move_is_played_once_more(store: SetBack, service: GameService) -> None:
    table = Table(service, seats=(TAKEN, TAKEN), first_seat=1)
    move = table.legal()
    store.remember(table.id)
    assert service.play(table.id, table.tokens[1], 1, move).outcome == "played"
    assert service.play(table.id, table.tokens[1], 1, move).outcome == "played"
    assert [one.text for one in service.moves(table.id, 0, 9)[0]] == [move]


def test_a_repeated_create_creates_once_more(store: SetBack, service: GameService) -> None:
    new = NewGame(owner_token="an-owners-own-token-1234")
    created = service.create(new)
    store.forget(created.game.id)
    again = service.create(new)
    assert (again.game.id, again.repeated, again.seat_tokens) == (created.game.id, False, created.seat_tokens)
    assert service.get(created.game.id).number == 1


def test_a_repeated_claim_claims_once_more(store: SetBack, service: GameService, table: Table) -> None:
    mine = "a-players-own-token-12"
    store.remember(table.id)
    assert not service.claim(table.id, 2, "Ada", mine).repeated
    assert not service.claim(table.id, 2, "Ada", mine).repeated
    assert service.whoami(table.id, mine).seat == 2


@pytest.mark.parametrize("change", ["leave", "replace_token"])
def test_another_repeated_change_is_made_once_more(
    store: SetBack, service: GameService, table: Table, change: str
) -> None:
    table.claim(2)
    calls: dict[str, Callable[[], object]] = {
        "leave": lambda: service.leave(table.id, 1, table.owner),
        "replace_token": lambda: service.replace_token(table.id, 1, table.owner, "another-own-token-1234"),
    }
    store.remember(table.id)
    calls[change]()
    changed = service.get(table.id)
    calls[change]()
    again = service.get(table.id)
    assert (again.version, again.seats) == (changed.version, changed.seats)
    assert again.revision != changed.revision


def test_a_game_that_was_removed_and_is_back_is_removed_once_more(
    store: SetBack, service: GameService, table: Table
) -> None:
    store.remember(table.id)
    service.delete(table.id, table.owner)
    service.delete(table.id, table.owner)
    with pytest.raises(GameNotFound):
        service.get(table.id)


def test_a_rematch_that_is_gone_is_made_anew(store: SetBack, service: GameService) -> None:
    table = Table(service, seats=(TAKEN, TAKEN), position=FINISHED)
    store.remember(table.id)
    first = service.rematch(table.id, table.tokens[1])
    second = service.rematch(table.id, table.tokens[1])
    assert (first.created, second.created) == (True, True)
    assert service.get(table.id).rematch == second.game.id
