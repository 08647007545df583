"""The calls: load a game, decide, save; and decide anew when somebody else was quicker."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from service import rules
from service.games import lifecycle, playing
from service.games.creation import Created, create_game
from service.games.errors import GameError, GameNotFound, MoveNotFound, TokenNotAllowed, TooBusy
from service.games.game import Expiry, Game, Status
from service.games.lifecycle import Step
from service.games.listing import Listing, list_public
from service.games.loading import Current, Loader
from service.games.new_game import NewGame
from service.games.news import GameEvent, News, events_after, first_move_needed
from service.games.played import MoveEntry, PlayedMove
from service.games.recording import record_of
from service.games.rematch import Rematch, play_again
from service.games.replay import board_before, first_needed, replay
from service.games.repository import Repository
from service.games.tokens import OWNER, Role, new_token, require_role, token_hash

__all__ = ["Board", "GameService", "Played", "SeatToken"]

_TRIES = 50
"""How often a change is tried; every try that fails means that somebody else's has gone through."""


@dataclass(frozen=True, slots=True)
class SeatToken:
    """A seat (from 1) with its token, and the game. `repeated`: the call changed nothing, an earlier one had."""

    game: Game
    seat: int
    token: str = field(repr=False)
    repeated: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A move, and the game: after it, or as it is now where the move was played by an earlier call (`repeated`).

    With `dry_run` the game is what it would be; it has no revision, nothing is stored.
    """

    move: PlayedMove
    game: Game
    outcome: Literal["played", "repeated", "dry_run"]


@dataclass(frozen=True, slots=True)
class Board:
    """A game, a position of it, and the move that led there, if any. now: the position is the one as it stands."""

    game: Game
    position: rules.Position
    last: PlayedMove | None
    now: bool


class GameService:
    """All that can be asked of the games that a repository keeps.

    Every method may raise StoreUnavailable; those that change something NotReplicated; those that take a game's id
    GameNotFound, GameDamaged or NewerRules. A token is given as it was presented, None where none was. Seats and move
    numbers count from 1.
    """

    def __init__(self, repository: Repository, expiry: Expiry | None = None) -> None:
        self._repository = repository
        self._expiry = expiry or Expiry()
        self._loader = Loader(repository, self._expiry)

    def now(self) -> int:
        """Return the store's time in milliseconds, the one that all times of games are in."""
        return self._repository.now()

    def create(self, new: NewGame) -> Created:
        """Create a game. Raises InvalidNewGame, InvalidPosition or TokenReused."""
        return create_game(self._repository, self._loader, self._expiry, new)

    def get(self, game_id: str) -> Game:
        """Return a game as it is now."""
        return self._loader.load(game_id).game

    def news(self, game_id: str, version: int) -> News:
        """Return a game as it is now, with all that has happened after it had this version."""
        current = self._loader.load(game_id)
        game = current.game
        if version == game.version:
            return News(game, current.now, (), complete=True)
        events = None
        if 1 <= version < game.version:
            first = first_move_needed(game, version)
            history = self._repository.history(game, first)
            history = replace(history, changes=(*history.changes, *current.unsaved))
            events = events_after(game, version, history, first, self._expiry)
        if events is None:
            return News(game, current.now, (GameEvent(game.version, game, None),), complete=False)
        return News(game, current.now, tuple(events), complete=True)

    def list_public(self, status: Status | None, limit: int, cursor: str | None) -> Listing:
        """Return up to `limit` (from 1) public games with this status (None: waiting or playing), newest first.

        cursor: of the page before, None for the first page. Raises InvalidCursor, and ValueError for finished games.
        """
        return list_public(self._repository, lambda loaded: self._loader.settle(loaded).game, status, limit, cursor)

    def delete(self, game_id: str, token: str | None) -> None:
        """Remove a game for its owner. Raises TokenMissing, TokenUnknown or TokenNotAllowed."""
        for _ in range(_TRIES):
            try:
                game = self.get(game_id)
            except GameNotFound:
                if self._repository.confirm(game_id, ""):
                    raise
                continue
            if require_role(game, token) != OWNER:
                raise TokenNotAllowed("only the owner removes a game")
            return self._repository.delete(game)
        raise TooBusy("the game came and went each time before it could be removed")

    def whoami(self, game_id: str, token: str | None) -> Role:
        """Return whose token this is. Raises TokenMissing, TokenUnknown or TokenNotAllowed (a bot plays its seat)."""
        game = self.get(game_id)
        role = require_role(game, token)
        if role.seat is not None and game.seats[role.seat - 1].bot is not None:
            raise TokenNotAllowed(f"a bot plays seat {role.seat} now; the token is good for a rematch alone")
        return role

    def claim(self, game_id: str, seat: int | None, name: str | None, token: str | None) -> SeatToken:
        """Claim an open seat (None: the first one) with a token of one's own, or a new one.

        Raises SeatNotFound, SeatTaken, GameFinished or TokenReused.
        """
        given = new_token() if token is None else token
        hashed = token_hash(given)
        number = 0

        def decide(game: Game, now: int) -> Step:
            nonlocal number
            step, number = lifecycle.claim(game, now, self._expiry, seat, name, hashed)
            return step

        game, repeated = self._change(game_id, decide)
        return SeatToken(game, number, given, repeated)

    def replace_token(self, game_id: str, seat: int, presented: str | None, new: str | None) -> SeatToken:
        """Replace a seat's token by one that is brought, or a new one; for the owner or that seat.

        Raises SeatNotFound, TokenMissing, TokenUnknown, TokenNotAllowed, SeatNotTaken or TokenReused.
        """
        given = new_token() if new is None else new
        hashed = token_hash(given)

        def decide(game: Game, _now: int) -> Step:
            return lifecycle.replace_token(game, seat, presented, hashed)

        game, repeated = self._change(game_id, decide)
        return SeatToken(game, seat, given, repeated)

    def leave(self, game_id: str, seat: int, presented: str | None) -> Game:
        """Let a seat leave; for the owner or that seat.

        Raises SeatNotFound, TokenMissing, TokenUnknown, TokenNotAllowed, SeatNotTaken (a bot's) or GameFinished.
        """

        def decide(game: Game, now: int) -> Step:
            return lifecycle.leave(game, now, self._expiry, seat, presented)

        return self._change(game_id, decide)[0]

    def play(self, game_id: str, presented: str | None, number: int, text: str, dry_run: bool = False) -> Played:
        """Play a move as this number for the seat whose token is presented.

        Raises, in this order, TokenMissing, TokenUnknown, TokenNotAllowed (the owner's, or a bot plays the seat now),
        GameWaiting, GameFinished, NumberTaken, NumberNotReached, NotYourTurn, InvalidMove, IllegalMove; but where this
        seat has already played this very move as this number, the answer is that move.
        """
        return self._play(game_id, lambda game: playing.seat_that_plays(game, presented, number), number, text, dry_run)

    def play_for_bot(self, game_id: str, seat: int, number: int, text: str) -> Played:
        """Play a move as this number for a seat that a bot plays; else as `play`. Raises also TokenNotAllowed."""
        return self._play(game_id, lambda game: playing.seat_of_bot(game, seat), number, text, False)

    def _play(self, game_id: str, seat_of: Callable[[Game], int], number: int, text: str, dry_run: bool) -> Played:
        """Play a move for the seat that `seat_of` allows to.

        It is tried first on the game as this process knows it, where that is the one that this number is next in: most
        likely it still is, and a call of the store is spared.
        """
        recent = None if dry_run else self._loader.recent(game_id)
        if recent is not None and recent.game.number == number:
            played = self._play_on(recent, seat_of, number, text)
            if played is not None:
                return played
        for _ in range(_TRIES):
            current = self._loader.load(game_id)
            game = current.game
            seat = seat_of(game)
            earlier = self._played_earlier(game, number)
            if earlier is not None and playing.is_repeat(earlier, seat, text):
                if self._loader.confirm(current):
                    return Played(earlier, game, "repeated")
                continue
            playing.require_turn(game, seat, number)
            step, move = playing.play(game, current.now, self._expiry, text)
            if dry_run:
                return Played(move, step.game, "dry_run")
            saved = self._loader.save(current, step)
            if saved is not None:
                return Played(move, saved, "played")
        raise TooBusy("the game changed each time before the move could be played")

    def _play_on(self, recent: Current, seat_of: Callable[[Game], int], number: int, text: str) -> Played | None:
        """Play a move on a game that may have changed; None when it has, or when the move cannot be played on it."""
        try:
            playing.require_turn(recent.game, seat_of(recent.game), number)
            step, move = playing.play(recent.game, recent.now, self._expiry, text)
        except (GameError, rules.KilnError):
            return None
        saved = self._loader.save(recent, step)
        return None if saved is None else Played(move, saved, "played")

    def rematch(self, game_id: str, presented: str | None) -> Rematch:
        """Return the rematch of a finished game for one of its seats: the same one for all who ask.

        The new game has the seats, names, options and tokens of this one, and tiles of its own; who left, or was
        replaced by a bot, is in again.
        Raises TokenMissing, TokenUnknown, TokenNotAllowed (the owner's) or GameNotFinished.
        """
        return play_again(self._repository, self._loader, self._expiry, game_id, presented)

    def moves(self, game_id: str, after: int, limit: int) -> tuple[tuple[PlayedMove, ...], bool]:
        """Return up to `limit` moves with numbers above `after`, and whether there are more."""
        game = self.get(game_id)
        first = max(0, after + 1 - game.start_number)
        last = min(game.moves_played, first + limit) - 1
        return tuple(self._moves(game, first, last)), last + 1 < game.moves_played

    def move(self, game_id: str, number: int) -> PlayedMove:
        """Return a move that has been played. Raises MoveNotFound."""
        played = self._played_earlier(self.get(game_id), number)
        if played is None:
            raise MoveNotFound(f"no move has been played as number {number}")
        return played

    def position_before(self, game_id: str, number: int) -> rules.Position:
        """Return the position that the move with this number was, or is next to be, played in.

        Raises MoveNotFound for a number before the game's first or after its next.
        """
        return self.board_before(game_id, number).position

    def board_before(self, game_id: str, number: int | None) -> Board:
        """Return the board as it stood before the move with this number; None: as it stands.

        Raises MoveNotFound for a number before the game's first or after its next.
        """
        game = self.get(game_id)
        if number is None:
            number = game.number
        if not game.start_number <= number <= game.number:
            raise MoveNotFound(f"the game has the numbers {game.start_number} to {game.number}")
        index = number - game.start_number - 1
        entries = () if number == game.number or index < 0 else self._entries(game, first_needed(index), index)
        position, last = board_before(game, number, entries)
        return Board(game, position, last, now=number == game.number)

    def record(self, game_id: str) -> rules.Record:
        """Return the game as a record."""
        game = self.get(game_id)
        moves = self._moves(game, 0, game.moves_played - 1)
        return record_of(game, [move.text for move in moves])

    def _change(self, game_id: str, decide: Callable[[Game, int], Step]) -> tuple[Game, bool]:
        """Carry out what is decided; return the game, and whether there was nothing to do."""
        for _ in range(_TRIES):
            current = self._loader.load(game_id)
            step = decide(current.game, current.now)
            if step.game is current.game:
                if self._loader.confirm(current):
                    return step.game, True
                continue
            saved = self._loader.save(current, step)
            if saved is not None:
                return saved, False
        raise TooBusy("the game changed each time before this change could be made")

    def _played_earlier(self, game: Game, number: int) -> PlayedMove | None:
        """Return the move with this number, if it has been played."""
        if not game.start_number <= number < game.number:
            return None
        last = game.last_move
        if last is not None and last.number == number:
            return last
        index = number - game.start_number
        return next(iter(self._moves(game, index, index)))

    def _moves(self, game: Game, first: int, last: int) -> Sequence[PlayedMove]:
        """Return the moves with these indexes, both included."""
        if last < first:
            return ()
        return list(replay(game, first, self._entries(game, first_needed(first), last)))

    def _entries(self, game: Game, first: int, last: int) -> tuple[MoveEntry, ...]:
        return self._repository.moves(game, first, last) if first <= last else ()
