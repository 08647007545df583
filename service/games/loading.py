"""Loading a game as it is now: seats whose time is over have left, whoever looks first.

Nobody waits for deadlines. Whoever loads a game decides which seats have timed out, and saves that; where somebody
else was quicker, the game is loaded anew. The time-outs follow from the game alone, so all who look see the same.
"""

from dataclasses import dataclass

from service.games import lifecycle
from service.games.errors import GameNotFound, NotReplicated, StoreUnavailable, TooBusy
from service.games.game import Change, Expiry, Game
from service.games.lifecycle import Step
from service.games.repository import Loaded, Repository

__all__ = ["Current", "Loader"]

_TRIES = 50


@dataclass(frozen=True, slots=True)
class Current:
    """A game as it is at the store's time `now`, in milliseconds.

    unsaved: its last changes, where the store could not take them; `failure` says why. They count all the same.
    """

    game: Game
    now: int
    unsaved: tuple[Change, ...] = ()
    failure: StoreUnavailable | None = None


class Loader:
    """Loads the games of a repository, and saves what has become of them."""

    def __init__(self, repository: Repository, expiry: Expiry) -> None:
        self._repository = repository
        self._expiry = expiry

    def load(self, game_id: str) -> Current:
        """Return a game as it is now. Raises as the repository does, but not where it takes no time-out."""
        return self.settle(self._repository.load(game_id))

    def recent(self, game_id: str) -> Current | None:
        """Return a game as it was a while ago, without asking the store; None when that is not known.

        What is found wrong with a call by that is to be found wrong with the game that is loaded, too. A game with
        deadlines is always loaded: what its time is decides what it is.
        """
        found = self._repository.recent(game_id)
        return None if found is None or found.game.deadline is not None else Current(found.game, found.now)

    def load_if_there(self, game_id: str) -> Current | None:
        """Return a game as it is now, None when there is no such game."""
        try:
            return self.load(game_id)
        except GameNotFound:
            return None

    def settle(self, loaded: Loaded) -> Current:
        """Return a game that has just been read as it is now."""
        for _ in range(_TRIES):
            current = self._settled(loaded)
            if current is not None:
                return current
            loaded = self._repository.load(loaded.game.id)
        raise TooBusy("the game changed each time before a seat could be timed out")

    def confirm(self, current: Current) -> bool:
        """Return once the game that was loaded is as safe as a change must be; False when it must be loaded again."""
        return self._repository.confirm(current.game.id, current.game.revision)

    def save(self, current: Current, step: Step) -> Game | None:
        """Store what a call has made of the game that was loaded; None when that is no longer the game."""
        if current.failure is not None:
            raise current.failure
        return self._repository.save(current.game, step.game, step.entry)

    def _settled(self, loaded: Loaded) -> Current | None:
        """Return the game as it is now; None when it has changed since it was read."""
        game = loaded.game
        unsaved: list[Change] = []
        failure: StoreUnavailable | None = None
        while True:
            after, entry = lifecycle.time_out(game, loaded.now, self._expiry)
            if entry is None:
                return Current(game, loaded.now, tuple(unsaved), failure)
            if failure is None:
                try:
                    saved = self._repository.save(game, after, entry)
                except StoreUnavailable as error:
                    failure = error
                except NotReplicated:  # if it is lost, whoever looks next makes it once more
                    return None
                else:
                    if saved is None:
                        return None
                    game = saved
                    continue
            unsaved.append(entry)
            game = after
