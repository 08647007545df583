"""Creating a game, so that the same call again gives the same game."""

import secrets
import string
from dataclasses import dataclass, field

from service.games.errors import TokenReused, TooBusy
from service.games.game import Expiry, Game
from service.games.lifecycle import create
from service.games.loading import Loader
from service.games.new_game import NewGame, Setup, set_up
from service.games.repository import Repository, Reservation
from service.games.tokens import derived_seat_token, new_token, token_hash

__all__ = ["ID_ALPHABET", "ID_LENGTH", "Created", "create_game", "new_id"]

ID_ALPHABET = string.ascii_lowercase + string.digits
ID_LENGTH = 20
"""Of 36 characters: 103 bits, so ids cannot be guessed and do not meet by chance."""

_TRIES = 5


@dataclass(frozen=True, slots=True)
class Created:
    """A game with its tokens: the owner's, and (seat from 1, token) for every seat that somebody has from the start.

    repeated: an earlier call had created it; the game is then as it is now.
    """

    game: Game
    owner_token: str = field(repr=False)
    seat_tokens: tuple[tuple[int, str], ...] = field(repr=False)
    repeated: bool


def create_game(repository: Repository, loader: Loader, expiry: Expiry, new: NewGame) -> Created:
    """Create a game. Raises InvalidNewGame, InvalidPosition or TokenReused."""
    setup = set_up(new)
    for _ in range(_TRIES):
        if new.owner_token is None:
            created = _create_fresh(repository, expiry, setup)
        else:
            created = _create_once(repository, loader, expiry, setup, new.owner_token)
        if created is not None:
            return created
    raise TooBusy("the game could not be created")


def _create_fresh(repository: Repository, expiry: Expiry, setup: Setup) -> Created | None:
    """Create a game with tokens of ours; None when its id is taken, which is as good as impossible."""
    tokens = tuple((seat, new_token()) for seat in setup.seats_with_token)
    return _store(repository, expiry, setup, new_id(), new_token(), tokens)


def _create_once(
    repository: Repository, loader: Loader, expiry: Expiry, setup: Setup, owner_token: str
) -> Created | None:
    """Create a game with the owner's own token, or find the one that it has created; None when that goes or changes.

    The id is remembered before the game is stored. Where a process stops between the two, the same call again finds
    the id and stores the game then.
    """
    wanted = Reservation(new_id(), setup.request)
    known = repository.reserve(token_hash(owner_token), wanted)
    if known.request != setup.request:
        other = loader.load_if_there(known.game_id)
        raise TokenReused("the owner's token has created another game", None if other is None else other.game)
    seats = setup.seats_with_token
    tokens = tuple((seat, derived_seat_token(owner_token, known.game_id, seat)) for seat in seats)
    if known != wanted:
        found = loader.load_if_there(known.game_id)
        if found is not None:
            return Created(found.game, owner_token, tokens, repeated=True) if loader.confirm(found) else None
    return _store(repository, expiry, setup, known.game_id, owner_token, tokens)


def _store(
    repository: Repository,
    expiry: Expiry,
    setup: Setup,
    game_id: str,
    owner_token: str,
    tokens: tuple[tuple[int, str], ...],
) -> Created | None:
    hashes = {seat: token_hash(token) for seat, token in tokens}
    by_seat = [hashes.get(seat) for seat in range(1, len(setup.states) + 1)]
    game, change = create(setup, game_id, token_hash(owner_token), by_seat, repository.now(), expiry)
    stored = repository.create(game, change)
    return None if stored is None else Created(stored, owner_token, tokens, repeated=False)


def new_id() -> str:
    """Return a random id for a new game; the system is asked for randomness once, not for each character."""
    number = secrets.randbelow(len(ID_ALPHABET) ** ID_LENGTH)
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_ALPHABET))
        letters.append(ID_ALPHABET[letter])
    return "".join(letters)
