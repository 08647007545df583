"""Whether a well-spelled position can be: every point that fails, in the order of docs/notation.md."""

from service.rules.color import Color
from service.rules.options import LAST_NUMBER, MAX_TARGET, SCORE_CAP
from service.rules.position import Position, has_won

__all__ = ["MAX_OVERSHOOT", "position_errors"]

MAX_OVERSHOOT = 14
"""How far a score can pass the target: 15 points for five lines, from one below it."""


def position_errors(position: Position) -> tuple[str, ...]:
    """Return what is wrong with a position, a sentence for each point; empty when it is valid.

    A point that hangs on another one that failed is left out.
    """
    options = position.options
    shape_ok = _seats_error(position) is None
    counts = _counts_error(position)
    target_ok = 1 <= options.target <= MAX_TARGET
    goal_ok = not options.goal_both or any(len(colors) == 2 for colors in position.seats)
    number_ok = 1 <= position.number <= LAST_NUMBER
    someone_in = not all(position.left)

    bounded = goal_ok and (target_ok or options.goal_both)  # with goal both the bound is a fixed one
    scores_error = _scores_error(position) if counts is None and bounded else None
    scores_ok = counts is None and target_ok and goal_ok and scores_error is None
    winners = _winners(position) if scores_ok and shape_ok and someone_in else None
    points = [
        _tiles_error(position),
        _seats_error(position),
        _colors_error(position),
        counts,
        scores_error,
        _winners_error(winners),
        _turn_error(position, winners) if shape_ok else None,
        None if someone_in else "at least one seat must still be in: all of them have left",
        None if goal_ok else "the goal both (b) exists only in the two-color game",
        None if target_ok else f"the target must be 1 to {MAX_TARGET}",
        None if number_ok else f"the number must be 1 to {LAST_NUMBER}",
        _extra_turn_error(position, winners),
    ]
    return tuple(point for point in points if point is not None)


def _tiles_error(position: Position) -> str | None:
    wrong: list[str] = []
    for color in Color:
        count = position.kiln[color].bit_count() + (position.outer_tile == color)
        right = 1 if color == Color.BLACK else 9
        if count != right:
            wrong.append(f"{count} {color.word}")
    if not wrong:
        return None
    return f"kiln and outer tile together must hold 9 tiles of each color and 1 black one, not {', '.join(wrong)}"


def _seats_error(position: Position) -> str | None:
    sizes = [len(colors) for colors in position.seats]
    if sizes == [2, 2] or (2 <= len(sizes) <= 4 and set(sizes) == {1}):
        return None
    return "there must be 2 to 4 seats of one color each, or 2 seats of two colors each"


def _colors_error(position: Position) -> str | None:
    colors = [color for seat in position.seats for color in seat]
    twice = [color.word for color in Color if colors.count(color) > 1]
    return f"no color may be played twice: {', '.join(twice)}" if twice else None


def _counts_error(position: Position) -> str | None:
    sizes = [len(colors) for colors in position.seats]
    wrong: list[str] = []
    if [len(boards) for boards in position.warehouses] != sizes:
        wrong.append("warehouses")
    if [len(scores) for scores in position.scores] != sizes:
        wrong.append("scores")
    if not wrong:
        return None
    return f"there must be as many {' and '.join(wrong)} as colors, grouped as the seats are"


def _scores_error(position: Position) -> str | None:
    options = position.options
    highest = SCORE_CAP if options.goal_both else options.target + MAX_OVERSHOOT
    if all(score <= highest for scores in position.scores for score in scores):
        return None
    return f"a score must be 0 to {highest}"


def _winners(position: Position) -> list[int]:
    """Return the seats that have won, from 1."""
    inside = [seat for seat, left in enumerate(position.left, 1) if not left]
    if len(inside) == 1:
        return inside
    return [seat for seat in inside if has_won(position.scores[seat - 1], position.options)]


def _winners_error(winners: list[int] | None) -> str | None:
    if winners is None or len(winners) < 2:
        return None
    return f"at most one seat can have won, not seats {', '.join(map(str, winners))}"


def _turn_error(position: Position, winners: list[int] | None) -> str | None:
    if not 1 <= position.turn <= len(position.seats):
        return f"the seat to move must be 1 to {len(position.seats)}"
    if position.left[position.turn - 1]:
        return None if all(position.left) else f"the seat to move must not have left, as seat {position.turn} has"
    if winners is not None and len(winners) == 1 and winners[0] != position.turn:
        return f"in a finished game the seat to move must be the one that has won, seat {winners[0]}"
    return None


def _extra_turn_error(position: Position, winners: list[int] | None) -> str | None:
    if position.extra_turn and (winners or position.number == LAST_NUMBER):
        return "there is no extra turn (+) in a finished game"
    return None
