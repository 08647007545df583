"""Games of every kind, and positions met in them."""

from random import Random

from service.rules import Color, LegalMoves, Options, Position, leave, parse_move, play, start_position

RED, BLUE, GREEN, YELLOW = Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW

KINDS: dict[str, tuple[tuple[tuple[Color, ...], ...], Options]] = {
    "two seats": (((RED,), (BLUE,)), Options()),
    "three seats": (((RED,), (BLUE,), (GREEN,)), Options()),
    "four seats": (((RED,), (BLUE,), (GREEN,), (YELLOW,)), Options()),
    "other colors": (((YELLOW,), (GREEN,)), Options(target=20)),
    "heating up": (((RED,), (BLUE,)), Options(heating_up=True)),
    "without fixing the mess": (((RED,), (BLUE,), (GREEN,)), Options(fixing_the_mess=False)),
    "target 1": (((RED,), (BLUE,)), Options(target=1)),
    "target 29": (((RED,), (BLUE,)), Options(target=29, heating_up=True)),
    "two colors": (((RED, GREEN), (BLUE, YELLOW)), Options()),
    "two colors, goal both": (((RED, GREEN), (BLUE, YELLOW)), Options(goal_both=True, heating_up=True)),
}


def start(kind: str, seed: int) -> Position:
    seats, options = KINDS[kind]
    return start_position(seats, options, seed)


def after(position: Position, move: str) -> Position:
    return play(position, parse_move(move)).position


def met_at_random(kind: str, seed: int, moves: int) -> Position:
    """The position after so many random moves, or the last one that is not finished."""
    generator = Random(seed)
    position = start(kind, seed)
    for _ in range(moves):
        following = after(position, LegalMoves(position).random(generator))
        if following.finished:
            break
        position = following
    return position


def with_a_seat_gone(kind: str, seed: int, moves: int) -> Position:
    position = met_at_random(kind, seed, moves)
    return leave(position, position.turn)
