"""The past of a game, rebuilt from its history.

The history holds the moves, and with every 32nd of them the position right after it. Any other position is worked
out from the one before it that is held, in at most 32 moves.
"""

from collections.abc import Iterator, Sequence

from service import rules
from service.games.errors import GameDamaged
from service.games.game import Game
from service.games.played import MoveEntry, PlayedMove

__all__ = ["CHECKPOINT_EVERY", "board_before", "first_needed", "has_checkpoint", "replay"]

CHECKPOINT_EVERY = 32


def has_checkpoint(index: int) -> bool:
    """Whether the move with this index (from 0) is kept together with the position after it."""
    return (index + 1) % CHECKPOINT_EVERY == 0


def first_needed(index: int) -> int:
    """Return the index of the first entry that is needed to work out the move with this index."""
    return max(0, index // CHECKPOINT_EVERY * CHECKPOINT_EVERY - 1)


def replay(game: Game, first: int, entries: Sequence[MoveEntry]) -> Iterator[PlayedMove]:
    """Give the moves from the one with index `first` on, as many as the entries reach.

    entries: from `first_needed(first)` on. Raises GameDamaged when they do not go with each other.
    """
    index = first_needed(first)
    moves = iter(entries)
    if index == 0:
        position = _parsed(game, game.start_text)
    else:
        checkpoint = next(moves, None)
        if checkpoint is None:
            return
        if checkpoint.position is None:
            raise GameDamaged(game.id, f"the entry of move {game.start_number + index} has no position")
        position = _parsed(game, checkpoint.position)
        index += 1
    for entry in moves:
        position = _after_leaves(game, position)
        played = _played(game, position, entry)
        position = played.position
        if index >= first:
            yield played
        index += 1


def board_before(game: Game, number: int, entries: Sequence[MoveEntry]) -> tuple[rules.Position, PlayedMove | None]:
    """Return the position that the move with this number was or will be played in, and the move before it, if any.

    entries: from `first_needed` of the move before it on, up to that move; none for the game's first or next number.
    """
    if number == game.number:
        return game.position, game.last_move
    index = number - game.start_number - 1
    if index < 0:
        return _after_leaves(game, _parsed(game, game.start_text)), None
    last = None
    for played in replay(game, index, entries):
        last = played
    if last is None:
        raise GameDamaged(game.id, f"the entry of move {number - 1} is missing")
    return _after_leaves(game, last.position), last


def _played(game: Game, position: rules.Position, entry: MoveEntry) -> PlayedMove:
    try:
        turn = rules.play(position, rules.parse_move(entry.text))
    except rules.KilnError as error:
        raise GameDamaged(game.id, f"move {position.number}: {error}") from error
    if entry.seat != position.turn:
        raise GameDamaged(game.id, f"move {position.number} is that of seat {position.turn}, not {entry.seat}")
    return PlayedMove(
        game_id=game.id,
        number=position.number,
        seat=entry.seat,
        text=entry.text,
        played_at=entry.played_at,
        before=rules.format_position(position),
        known=turn,
    )


def _after_leaves(game: Game, position: rules.Position) -> rules.Position:
    """Let those leave who left before the move that is next here."""
    for entry in game.left:
        if entry.before == position.number:
            try:
                position = rules.leave(position, entry.seat)
            except ValueError as error:
                raise GameDamaged(game.id, f"seat {entry.seat} left before move {entry.before}: {error}") from error
    return position


def _parsed(game: Game, text: str) -> rules.Position:
    try:
        return rules.parse_position(text)
    except rules.InvalidPosition as error:
        raise GameDamaged(game.id, str(error)) from error
