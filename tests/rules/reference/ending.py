"""How a game ends: by the target, by the last seat, by the move limit; and what a leaver changes."""

from typing import TypedDict

from .state import LAST_NUMBER, State, read_position, write_position


class Outcome(TypedDict):
    """How a game has ended; `winner` is a seat from 1, or None at the move limit."""

    reason: str
    winner: int | None


def winner_of(state: State) -> int | None:
    """The seat that has won, if any."""
    result = outcome_of(state)
    return None if result is None else result["winner"]


def outcome_of(state: State) -> Outcome | None:
    """How the game has ended; None while it runs."""
    seats_in = state.seats_in()
    for seat in seats_in:
        if state.reaches_target(seat):
            return {"reason": "target", "winner": seat}
    if len(seats_in) == 1:
        return {"reason": "last_seat", "winner": seats_in[0]}
    if state.number == LAST_NUMBER:
        return {"reason": "move_limit", "winner": None}
    return None


def outcome(position: str) -> Outcome | None:
    """How the game has ended; None while it runs."""
    return outcome_of(read_position(position))


def leave(position: str, seat: int) -> tuple[str, int | None]:
    """The position after a seat that is still in has left a running game, and the winner if that ends it.

    ValueError when the game has ended or the seat is not in.
    """
    state = read_position(position)
    if outcome_of(state) is not None or seat not in state.seats_in():
        raise ValueError(f"seat {seat} cannot leave: {position}")
    state.left[seat - 1] = True
    winner = winner_of(state)
    if winner is not None:
        state.turn, state.extra = winner, False
    elif seat == state.turn:
        state.turn, state.extra = state.next_seat(), False
    return write_position(state), winner
