"""A change is made once, however often its script reaches the store."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.games import Expiry, GameService, NewGame, NumberTaken, SeatState
from service.rules import LegalMoves
from service.store import Store
from service.store.keys import changes_key, moves_key
from tests.games.table import OPEN, TAKEN, Table
from tests.store.server import Server

FIRST_TRY_IS_OVER = 1.2
"""Seconds after which a call to a stalled store is in its second try."""


class RunTwice:
    """A script that is run, and then, as by a client whose first answer was lost, run again."""

    def __init__(self, script: Any, between: Callable[[], object]) -> None:
        self._script = script
        self._between: Callable[[], object] | None = between

    def __call__(self, **arguments: Any) -> Any:
        result = self._script(**arguments)
        between, self._between = self._between, None
        if between is None:
            return result
        between()
        return self._script(**arguments)


@pytest.fixture
def rival(redis_url: str) -> Iterator[GameService]:
    """Another process's service on the same store."""
    store = Store(redis_url)
    yield GameService(store.games)
    store.close()


@contextmanager
def answer_lost(
    monkeypatch: pytest.MonkeyPatch, store: Store, script: str, between: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Run one of the repository's scripts twice, with something else between the two."""
    with monkeypatch.context() as patch:
        patch.setattr(store.games, script, RunTwice(getattr(store.games, script), between))
        yield


class TestAnAnswerThatIsLost:
    def test_a_move_is_played_once(self, service: GameService, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        table = Table(service)
        with answer_lost(monkeypatch, store, "_save"):
            played = table.play()
        assert played.outcome == "played"
        assert table.game == played.game
        assert store._client.redis.llen(moves_key(table.id)) == 1

    def test_a_move_is_known_again_however_many_have_come_on_top(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(service)
        rivals = Table.__new__(Table)
        rivals.__dict__.update(table.__dict__ | {"service": rival})

        def on_top() -> None:
            rivals.play_random(40)
            for _ in range(20):
                rival.replace_token(table.id, 2, table.owner, None)
            rival.leave(table.id, 2, table.owner)

        with answer_lost(monkeypatch, store, "_save", on_top):
            played = table.play()
        assert played.outcome == "played"
        assert (played.game.version, played.move.number) == (2, 1)
        assert table.game.version == 43
        assert store._client.redis.llen(moves_key(table.id)) == 41

    def test_a_claim_is_made_once_with_other_changes_on_top(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(service, seats=(TAKEN, OPEN, OPEN))

        def on_top() -> None:
            rival.claim(table.id, 3, None, None)
            rival.leave(table.id, 1, table.owner)

        with answer_lost(monkeypatch, store, "_save", on_top):
            claimed = service.claim(table.id, 2, "Ada", None)
        assert (claimed.seat, claimed.repeated, claimed.game.version) == (2, False, 2)
        assert table.game.version == 4
        assert store._client.redis.llen(changes_key(table.id)) == 4

    def test_a_leave_is_made_once(self, service: GameService, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        table = Table(service, players=3)
        with answer_lost(monkeypatch, store, "_save", table.play):
            left = service.leave(table.id, 1, table.owner)
        assert left.version == 2
        assert [entry.seat for entry in table.game.left] == [1]
        assert table.game.version == 3

    def test_a_token_is_replaced_once_with_other_changes_on_top(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(service)

        def on_top() -> None:
            for _ in range(10):
                rival.replace_token(table.id, 1, table.owner, None)

        with answer_lost(monkeypatch, store, "_save", on_top):
            replaced = service.replace_token(table.id, 1, table.tokens[1], None)
        assert replaced.repeated is False
        counted = int(table.game.revision.partition("-")[0])
        assert counted == 12  # created, replaced once, replaced ten times by the rival

    def test_a_game_is_created_once(self, service: GameService, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        with answer_lost(monkeypatch, store, "_create"):
            created = service.create(NewGame())
        assert service.get(created.game.id) == created.game
        assert len(store._client.redis.keys("kiln:*:game")) == 1

    def test_a_game_that_is_created_and_claimed_at_once_is_still_created(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def claim() -> None:
            keys: list[Any] = store._client.redis.keys("kiln:*:game")
            rival.claim(keys[0].decode().split("{")[1].split("}")[0], 2, None, None)

        with answer_lost(monkeypatch, store, "_create", claim):
            created = service.create(NewGame(seats=(TAKEN, OPEN), owner_token="an-owners-own-token-1234"))
        assert created.repeated is False
        assert service.get(created.game.id).seats[1].state is SeatState.TAKEN

    def test_an_owners_token_is_reserved_once(
        self, service: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with answer_lost(monkeypatch, store, "_reserve"):
            created = service.create(NewGame(owner_token="an-owners-own-token-1234"))
        assert created.repeated is False


class TestAStoreThatAnswersLate:
    """The client's own second try, on a server that is stopped for a while in the middle of a save."""

    def stall_at(self, monkeypatch: pytest.MonkeyPatch, store: Store, server: Server, script: str) -> threading.Thread:
        """Stop the server just before the script is sent; let it go on when the first try is over."""
        real = getattr(store.games, script)

        def go_on() -> None:
            time.sleep(FIRST_TRY_IS_OVER)
            server.go_on()

        thread = threading.Thread(target=go_on)

        def stalled(**arguments: Any) -> Any:
            server.stall()
            thread.start()
            return real(**arguments)

        monkeypatch.setattr(store.games, script, stalled)
        return thread

    def test_a_move_is_played_once(
        self, own_service: GameService, own_store: Store, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(own_service)
        table.play_random(1)
        server.admin.config_resetstat()
        thread = self.stall_at(monkeypatch, own_store, server, "_save")
        game = table.game
        text = LegalMoves(game.position).at(0)
        played = own_service.play(table.id, table.tokens[game.to_move or 0], 2, text)
        thread.join()
        assert played.outcome == "played"
        assert server.calls_of("evalsha") == 3  # the look at the game, and the save twice
        assert server.calls_of("rpush") == 1
        monkeypatch.undo()
        assert table.game == played.game
        assert [move.number for move in own_service.moves(table.id, 0, 10)[0]] == [1, 2]

    def test_a_claim_is_made_once(
        self, own_service: GameService, own_store: Store, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(own_service, seats=(TAKEN, OPEN))
        own_service.replace_token(table.id, 1, table.owner, None)  # its script is known there
        server.admin.config_resetstat()
        thread = self.stall_at(monkeypatch, own_store, server, "_save")
        claimed = own_service.claim(table.id, None, None, None)
        thread.join()
        assert (claimed.seat, claimed.repeated) == (2, False)
        assert server.calls_of("evalsha") == 3
        assert server.calls_of("rpush") == 1

    def test_a_game_is_created_once(
        self, own_service: GameService, own_store: Store, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own_service.create(NewGame())
        server.admin.config_resetstat()
        thread = self.stall_at(monkeypatch, own_store, server, "_create")
        created = own_service.create(NewGame())
        thread.join()
        assert server.calls_of("evalsha") == 2
        assert len(server.admin.keys("kiln:*:game")) == 2
        assert own_service.get(created.game.id) == created.game

    def test_a_game_is_removed_once(
        self, own_service: GameService, own_store: Store, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(own_service)
        thread = self.stall_at(monkeypatch, own_store, server, "_forget")
        own_service.delete(table.id, table.owner)
        thread.join()
        assert server.admin.keys("kiln:*:game") == []


class TestRealConflicts:
    def test_a_save_on_what_is_no_longer_there_stores_nothing(
        self, service: GameService, rival: GameService, store: Store
    ) -> None:
        table = Table(service, first_seat=1)
        before = table.game
        after = service.play(table.id, table.tokens[1], 1, table.legal(1), dry_run=True).game
        for change in (
            lambda: rival.replace_token(table.id, 2, table.owner, None),
            lambda: rival.play(table.id, table.tokens[1], 1, table.legal(0)),
        ):
            change()
            now = rival.get(table.id)
            assert store.games.save(before, after, None) is None
            assert rival.get(table.id) == now

    def test_a_state_that_the_store_has_lost_is_not_mistaken_for_the_one_that_came_instead(
        self, service: GameService, store: Store
    ) -> None:
        """Revisions count on from what the store holds, so a lost one's number comes again."""
        table = Table(service)
        state = store._client.redis.dump(f"kiln:{{{table.id}}}:game") or b""
        service.replace_token(table.id, 1, table.owner, None)
        lost = table.game
        store._client.redis.restore(f"kiln:{{{table.id}}}:game", 0, state, replace=True)
        service.replace_token(table.id, 2, table.owner, None)
        assert table.game.revision[:2] == lost.revision[:2] == "2-"
        assert store.games.save(lost, lost, None) is None

    def test_a_claim_that_somebody_was_quicker_with_takes_the_next_seat(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(service, seats=(TAKEN, OPEN, OPEN))
        self.rival_first(monkeypatch, store, lambda: rival.claim(table.id, None, None, None))
        claimed = service.claim(table.id, None, None, None)
        assert (claimed.seat, claimed.game.version) == (3, 3)

    def test_a_move_that_somebody_was_quicker_with_is_a_conflict(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(service, first_seat=1)
        quicker = lambda: rival.play(table.id, table.tokens[1], 1, table.legal(0))  # noqa: E731 (is short)
        self.rival_first(monkeypatch, store, quicker)
        with pytest.raises(NumberTaken) as caught:
            service.play(table.id, table.tokens[1], 1, table.legal(1))
        assert caught.value.number == 2

    def test_the_same_move_played_by_another_call_meanwhile_is_a_repeat(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(service, first_seat=1)
        text = table.legal(1)
        self.rival_first(monkeypatch, store, lambda: rival.play(table.id, table.tokens[1], 1, text))
        assert service.play(table.id, table.tokens[1], 1, text).outcome == "repeated"

    def test_a_move_goes_on_when_only_a_token_was_replaced_meanwhile(
        self, service: GameService, rival: GameService, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(service, first_seat=1)
        self.rival_first(monkeypatch, store, lambda: rival.replace_token(table.id, 2, table.owner, None))
        assert table.play().outcome == "played"

    def test_a_changed_setting_holds_for_games_that_change_from_then_on(
        self, service: GameService, store: Store
    ) -> None:
        table = Table(service)
        before = table.game.expires_at
        later = GameService(store.games, Expiry(used=1_000_000, unused=500_000))
        assert later.get(table.id).expires_at == before
        game = later.play(table.id, table.tokens[table.game.to_move or 0], 1, table.legal()).game
        assert game.expires_at == game.updated_at + 1_000_000

    @staticmethod
    def rival_first(monkeypatch: pytest.MonkeyPatch, store: Store, change: Callable[[], object]) -> None:
        """Let somebody else's change through just before the next save."""
        real = store.games._save

        def second(**arguments: Any) -> Any:
            monkeypatch.undo()
            change()
            return real(**arguments)

        monkeypatch.setattr(store.games, "_save", second)
