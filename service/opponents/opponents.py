"""One thread of a worker that plays the seats of bots: it takes games that are due, has them thought about, moves."""

import contextlib
import logging
import queue
import threading
from collections import deque
from typing import Final

from service.games import (
    Conflict,
    DueGame,
    DueList,
    Game,
    GameDamaged,
    GameError,
    GameNotFound,
    GameService,
    NewerRules,
    StoreUnavailable,
    TokenNotAllowed,
    TooBusy,
)
from service.opponents.thought import Thinking, Thought, seed_of

__all__ = ["Opponents"]

logger = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 0.5
"""How often the list is looked at; other processes enter games there too, and may end before they have moved."""
_LEASE_SECONDS: Final = 4.0
"""After the time for a thought: until then its move must be made, else another process takes the game as well."""
_FAILED_SECONDS: Final = 2.0
"""After which a game is taken up again in which something went wrong that may pass."""
_BUSY_SECONDS: Final = 0.2
_EARLY_SECONDS: Final = 1.0
"""A game whose deadline has not yet passed is not looked at more often than this."""
_LONGEST_PAUSE: Final = 5.0
"""While the store does not answer."""


class Opponents:
    """Plays the bots' seats in all games, together with whoever else does so on the same store.

    Nothing hangs on this process: a game is taken for a few seconds only, the number of a move guards that it is
    played once, and all come to the same move. So any process may stop at any time.

    most: how many moves are thought about at once here; of these, one fewer for games that bots play alone, unless it
    is one. seconds: how long a thought may take.
    """

    def __init__(self, games: GameService, due: DueList, thinking: Thinking, *, most: int, seconds: float) -> None:
        self._games = games
        self._due = due
        self._thinking = thinking
        self._most = most
        self._most_alone = max(1, most - 1)
        self._seconds = seconds
        self._thoughts: dict[str, Thought] = {}  # by the game's id
        self._finished: deque[Thought] = deque()
        self._events: queue.SimpleQueue[Thought | None] = queue.SimpleQueue()
        self._awake = False  # there is something in the queue that wakes
        self._pause = 0.0  # how long the store has been away, more or less
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        due.entered = self.wake

    def start(self) -> None:
        """Begin, once; after the process has forked."""
        with self._lock:
            if self._thread is None and self._most > 0 and not self._stopping.is_set():
                self._thread = threading.Thread(target=self._run, name="kiln-opponents", daemon=True)
                self._thread.start()

    def wake(self) -> None:
        """Look at the list now; where nothing has been begun, begin."""
        self.start()
        if not self._awake:
            self._awake = True
            self._events.put(None)

    def stop(self) -> None:
        """Begin nothing more, and leave to others what is being thought about. Returns at once."""
        self._stopping.set()
        self._events.put(None)

    def join(self, seconds: float) -> None:
        """After `stop`: wait until all is left to others, but no longer than this, and end what thinks."""
        if self._thread is not None:
            self._thread.join(seconds)
        self._thinking.close()

    # ---- the thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._finish_all()
                wait = self._take_up()
                self._note_answer()
            except StoreUnavailable:
                wait = self._note_away()
            except Exception:
                logger.exception("A turn of the bots failed")
                wait = _FAILED_SECONDS
            self._hear(wait)
        self._leave()

    def _hear(self, seconds: float) -> None:
        """Wait for a thought to end or for a game that is due, at most so long."""
        with contextlib.suppress(queue.Empty):
            event = self._events.get(timeout=seconds)
            while True:
                if event is None:
                    self._awake = False
                else:
                    self._finished.append(event)
                event = self._events.get_nowait()

    def _take_up(self) -> float:
        """Take games up, as many as may be; return after how many seconds to look again."""
        while len(self._thoughts) < self._most and not self._stopping.is_set():
            alone = sum(thought.alone for thought in self._thoughts.values())
            found = self._due.take(self._seconds + _LEASE_SECONDS, alone=alone < self._most_alone)
            if not isinstance(found, DueGame):
                return _LOOK_SECONDS if found is None else min(found, _LOOK_SECONDS)
            self._look(found)
        return _LOOK_SECONDS

    def _look(self, due: DueGame) -> None:
        """Look at a game, and have its bot think if it is to move."""
        known = self._thoughts.get(due.game_id)
        if known is not None:  # the game has changed meanwhile; what has become of the move is seen when it is made
            known.due = due
            return
        game = self._load(due)
        if game is None:
            return
        bot, seat = game.bot_to_move, game.to_move
        if bot is None or seat is None:
            self._settle(due, game)
            return
        try:
            future = self._thinking.suggest(
                game.position_text, bot.level, count=1, seed=seed_of(game), seconds=self._seconds
            )
        except TooBusy:
            self._due.again(due, _BUSY_SECONDS)
            return
        thought = Thought(game.id, seat, game.number, bot.level, due.alone, due, future)
        self._thoughts[game.id] = thought
        future.add_done_callback(lambda _: self._events.put(thought))

    def _load(self, due: DueGame) -> Game | None:
        """Return a game that is due; None where this process can do nothing for it."""
        try:
            return self._games.get(due.game_id)
        except NewerRules:  # another process knows them
            self._due.again(due, _FAILED_SECONDS)
        except (GameNotFound, GameDamaged):
            self._due.over(due)
        except StoreUnavailable:  # of several servers it may be this game's alone
            self._due.again(due, _LONGEST_PAUSE)
        return None

    def _finish_all(self) -> None:
        """Make the moves that were thought of. While the store is away they are kept, to come at once then."""
        while self._finished:
            thought = self._finished.popleft()
            try:
                self._finish(thought)
            except StoreUnavailable:
                self._thoughts[thought.game_id] = thought
                self._finished.appendleft(thought)
                raise

    def _finish(self, thought: Thought) -> None:
        """Make the move that was thought of. Raises StoreUnavailable when the list does not answer."""
        del self._thoughts[thought.game_id]
        due = thought.due
        try:
            move = thought.future.result().choices[0].move
        except Exception as error:  # noqa: BLE001 - whatever it is, the game must not stand still
            if not self._stopping.is_set():
                logger.warning("A bot of level %s came to no move in %s: %s", thought.level, thought.game_id, error)
            self._due.again(due, _FAILED_SECONDS)
            return
        try:
            played = self._games.play_for_bot(thought.game_id, thought.seat, thought.number, move)
        except (Conflict, TokenNotAllowed):  # the game has moved on
            self._due.again(due, 0)
        except GameNotFound:
            self._due.over(due)
        except GameError as error:
            logger.warning("A bot's move in %s could not be made: %s", thought.game_id, error)
            self._due.again(due, _FAILED_SECONDS)
        else:
            number, seat, level = thought.number, thought.seat, thought.level
            logger.info("Number %s of %s is played by the bot of seat %s, %s", number, thought.game_id, seat, level)
            self._settle(due, played.game)

    def _settle(self, due: DueGame, game: Game) -> None:
        """Leave a game that was taken up for when there is something to do in it again."""
        if game.bot_to_move is not None:
            self._due.again(due, 0)
        elif game.deadline is not None and game.may_need_bots:
            self._due.at(due, game.deadline, _EARLY_SECONDS)
        else:
            self._due.over(due)

    def _leave(self) -> None:
        """Leave to others what is being thought about here; if that fails, it comes to them a little later."""
        with contextlib.suppress(StoreUnavailable):
            for thought in self._thoughts.values():
                thought.future.cancel()
                self._due.again(thought.due, 0)

    def _note_answer(self) -> None:
        if self._pause:
            self._pause = 0.0
            logger.warning("The store answers, the bots go on")

    def _note_away(self) -> float:
        if not self._pause:
            logger.warning("The store does not answer, the bots wait")
        self._pause = min(max(_LOOK_SECONDS, 2 * self._pause), _LONGEST_PAUSE)
        return self._pause
