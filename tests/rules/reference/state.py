"""A position as plain lists, dicts and sets, and its text."""

from dataclasses import dataclass

from .board import Kiln
from .warehouse import Filled

LAST_NUMBER = 100000
"""A position with this number is finished."""

HIGHEST_SCORE = 999
"""With goal `both` a score stops here."""


@dataclass(slots=True)
class State:
    """A position, changed in place by a move. Warehouses and scores are found by the color's letter."""

    kiln: Kiln
    outer: str
    slot: str
    seats: list[list[str]]
    left: list[bool]
    warehouses: dict[str, Filled]
    scores: dict[str, int]
    turn: int
    extra: bool
    target: int
    fixing: bool
    heating: bool
    both: bool
    number: int

    def colors(self) -> list[str]:
        """The colors of the seat to move."""
        return self.seats[self.turn - 1]

    def seats_in(self) -> list[int]:
        """The seats that have not left."""
        return [seat for seat in range(1, len(self.seats) + 1) if not self.left[seat - 1]]

    def next_seat(self) -> int:
        """The next seat after the one to move that has not left."""
        seat = self.turn % len(self.seats) + 1
        while self.left[seat - 1]:
            seat = seat % len(self.seats) + 1
        return seat

    def reaches_target(self, seat: int) -> bool:
        """Whether the seat's scores are as high as its goal asks."""
        reached = [self.scores[color] >= self.target for color in self.seats[seat - 1]]
        return all(reached) if self.both else any(reached)

    def add_points(self, color: str, points: int) -> None:
        """Add the points of a sale to a score."""
        score = self.scores[color] + points
        self.scores[color] = min(score, HIGHEST_SCORE) if self.both else score


def read_warehouse(text: str) -> Filled:
    """The filled squares of a warehouse such as `5/1x3/5/5/5`."""
    filled = set()
    for row, line in enumerate(text.split("/")):
        column = 0
        for sign in line:
            if sign == "x":
                filled.add((row, column))
                column += 1
            else:
                column += int(sign)
    return filled


def write_warehouse(filled: Filled) -> str:
    """The text of a warehouse."""
    lines = []
    for row in range(5):
        line = "".join("x" if (row, column) in filled else "." for column in range(5))
        for run in range(5, 0, -1):
            line = line.replace("." * run, str(run))
        lines.append(line)
    return "/".join(lines)


def read_position(text: str) -> State:
    """The position that a valid text tells."""
    kiln, outer, seats, warehouses, scores, turn, options, number = text.split(" ")
    colors = [seat.removeprefix("!").split("+") for seat in seats.split(",")]
    flat = [color for seat in colors for color in seat]
    return State(
        kiln=[list(row) for row in kiln.split("/")],
        outer=outer[0],
        slot=outer[1:],
        seats=colors,
        left=[seat.startswith("!") for seat in seats.split(",")],
        warehouses=dict(
            zip(flat, [read_warehouse(part) for part in warehouses.replace("+", ",").split(",")], strict=True)
        ),
        scores=dict(zip(flat, [int(part) for part in scores.replace("+", ",").split(",")], strict=True)),
        turn=int(turn.removesuffix("+")),
        extra=turn.endswith("+"),
        target=int(options.rstrip("mhb")),
        fixing="m" in options,
        heating="h" in options,
        both="b" in options,
        number=int(number),
    )


def write_position(state: State) -> str:
    """The one text of a position."""
    options = [
        str(state.target),
        "m" if state.fixing else "",
        "h" if state.heating else "",
        "b" if state.both else "",
    ]
    fields = [
        "/".join("".join(row) for row in state.kiln),
        state.outer + state.slot,
        ",".join(("!" if left else "") + "+".join(seat) for seat, left in zip(state.seats, state.left, strict=True)),
        ",".join("+".join(write_warehouse(state.warehouses[color]) for color in seat) for seat in state.seats),
        ",".join("+".join(str(state.scores[color]) for color in seat) for seat in state.seats),
        str(state.turn) + ("+" if state.extra else ""),
        "".join(options),
        str(state.number),
    ]
    return " ".join(fields)
