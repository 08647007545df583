"""What a position is worth to each seat, part by part."""

from service.bots.answer import SeatEvaluation
from service.bots.board import DECIDES, TEMPO, WIN, Board
from service.bots.worth import LAST_NEED, POINT, TURN, lines_cost, need_cost, room_cost, warehouse_cost
from service.rules.position import Position

__all__ = ["evaluate"]

_PARTS = ("score", "pace", "near_lines", "room", "reach", "turn")


def evaluate(position: Position) -> tuple[SeatEvaluation, ...]:
    """Return what the position is worth to each seat, in the order of seats. Any position, finished ones too.

    The parts, in points: `score` is the seat's score; `pace` what the way from there to the target costs beyond its
    points, with an empty warehouse; `near_lines` what complete and nearly complete lines bring, by how many may be sold
    together; `room` what the form of the empty squares does (below 0 where shapes will hardly fit); `reach` how much
    more (or less) than an average turn the best push would bring the seat now; `turn` what being to move is worth.
    With two colors each part is the mean of both, and the color that decides the game counts more. Where the seat has
    left or the game is over, `score` alone is not 0.
    """
    board = Board(position)
    finished = position.finished
    found: list[SeatEvaluation] = []
    for seat in range(board.seats):
        parts = [0] * len(_PARTS)
        colors = _weights(board, seat)
        for lot, weight in colors:
            need = board.table.target - board.scores[lot]
            _add(parts, 0, weight * board.scores[lot] * POINT)
            if not finished and not board.left[seat] and need > 0:
                _add_warehouse(parts, weight, board.boards[lot], min(need, LAST_NEED))
        total = sum([weight for _, weight in colors])
        parts = [part // total for part in parts]
        if not finished and not board.left[seat]:
            parts[4] = _reach(board, seat)
            parts[5] = TEMPO if seat == board.seat else 0
        named = {name: part / POINT for name, part in zip(_PARTS, parts, strict=True)}
        found.append(SeatEvaluation(seat + 1, sum(parts) / POINT, named))
    return tuple(found)


def _add(parts: list[int], index: int, amount: int) -> None:
    parts[index] += amount


def _weights(board: Board, seat: int) -> list[tuple[int, int]]:
    """Return the numbers of the seat's lots, each with how much it counts."""
    if board.colors_each == 1:
        return [(seat, 1)]
    first = board.table.lot(board.boards[2 * seat], board.scores[2 * seat])
    second = board.table.lot(board.boards[2 * seat + 1], board.scores[2 * seat + 1])
    first_decides = (first.cost > second.cost) == board.table.goal_both
    return [(2 * seat, DECIDES if first_decides else 1), (2 * seat + 1, 1 if first_decides else DECIDES)]


def _add_warehouse(parts: list[int], weight: int, board: int, need: int) -> None:
    """Add pace, near lines and room of one warehouse: together what is missing of the target, from the score on."""
    empty_lines = lines_cost(0, need)
    empty_room = room_cost(0, need)
    room = empty_room - room_cost(board, need)
    pace = need * POINT - need_cost(need) - empty_lines - empty_room
    _add(parts, 1, weight * pace)
    _add(parts, 2, weight * (need * POINT - warehouse_cost(board, need) - pace - room))
    _add(parts, 3, weight * room)


def _reach(board: Board, seat: int) -> int:
    """Return how much the seat's best push would bring it now, beyond an average turn; a win counts as the target."""
    turn, extra_turn = board.seat, board.extra_turn
    board.seat = seat
    board.extra_turn = True  # without what an extra turn would bring
    best = board.best()
    worth = board.seat_worth(seat)
    board.seat, board.extra_turn = turn, extra_turn
    reached = board.table.target * POINT if best.worth == WIN else best.worth
    return reached - worth - TURN
