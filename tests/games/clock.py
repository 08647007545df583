"""A store whose clock a test can put forward, and which remembers all that it has stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from service.games import Change, Game, GameError, Loaded, MoveEntry
from service.store import RedisRepository
from service.store.client import Client


class Clock(RedisRepository):
    """A real store. Its clock stands, ahead of the server's, and goes on by `pass_seconds` alone.

    stored: every version of every game as it was stored, by the game's id.
    """

    def __init__(self, url: str) -> None:
        super().__init__(Client(url, 8))
        self.stored: defaultdict[str, dict[int, Game]] = defaultdict(dict)
        self.saves = 0
        self._now = super().now() + 3_600_000

    def now(self) -> int:
        return self._now

    def pass_seconds(self, seconds: float) -> None:
        self._now += round(seconds * 1000)

    def load(self, game_id: str) -> Loaded:
        return Loaded(super().load(game_id).game, self._now)

    def recent(self, game_id: str) -> Loaded | None:
        found = super().recent(game_id)
        return None if found is None else Loaded(found.game, self._now)

    def load_many(self, game_ids: Sequence[str]) -> tuple[Loaded | GameError, ...]:
        found = super().load_many(game_ids)
        return tuple(Loaded(one.game, self._now) if isinstance(one, Loaded) else one for one in found)

    def create(self, game: Game, change: Change) -> Game | None:
        return self._remembered(super().create(game, change))

    def save(self, before: Game, after: Game, entry: MoveEntry | Change | None) -> Game | None:
        return self._remembered(super().save(before, after, entry))

    def _remembered(self, stored: Game | None) -> Game | None:
        if stored is not None:
            self.saves += 1
            self.stored[stored.id][stored.version] = stored
        return stored
