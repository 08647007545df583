"""Positions as text: eight fields, one spelling (docs/notation.md)."""

from service.rules.color import TILE_LETTERS, Color
from service.rules.fault import InvalidPosition
from service.rules.options import Options
from service.rules.position import Position
from service.rules.scanner import Scanner
from service.rules.slot import SLOT_NAMES
from service.rules.square import KILN_SIZE, WAREHOUSE_SIZE
from service.rules.validity import position_errors

__all__ = ["format_position", "parse_position"]

_FIELDS = ("kiln", "outer tile", "seats", "warehouses", "scores", "turn", "options", "number")


def parse_position(text: str) -> Position:
    """Return the position that `text` spells.

    Raises InvalidPosition: with `at` and `expected` when the text is misspelled, else with `errors`, every point in
    which it cannot be a position of a game.
    """
    scanner = Scanner(text, InvalidPosition)
    kiln = _take_kiln(scanner)
    _take_space(scanner, 1)
    outer_tile = Color(TILE_LETTERS.index(scanner.take(TILE_LETTERS, "the outer tile: r, b, g, y or k")))
    outer_slot = _take_slot(scanner)
    _take_space(scanner, 2)
    seats, left = _take_seats(scanner)
    _take_space(scanner, 3, "+, a comma or ")
    warehouses = _take_warehouses(scanner)
    _take_space(scanner, 4, "+, a comma or ")
    scores = _take_scores(scanner)
    _take_space(scanner, 5, "a digit, +, a comma or ")
    turn = scanner.take_number("the number of the seat to move")
    extra_turn = scanner.skip("+")
    _take_space(scanner, 6, "a digit, + or " if not extra_turn else "")
    options = _take_options(scanner)
    _take_space(scanner, 7, "an option or ")
    number = scanner.take_number("the number of the next move")
    scanner.take_end("a digit or the end of the text")
    position = Position(
        kiln=kiln,
        outer_tile=outer_tile,
        outer_slot=outer_slot,
        seats=seats,
        left=left,
        warehouses=warehouses,
        scores=scores,
        turn=turn,
        extra_turn=extra_turn,
        options=options,
        number=number,
    )
    errors = position_errors(position)
    if errors:
        raise InvalidPosition(text, errors=errors)
    return position


def _take_space(scanner: Scanner, field: int, otherwise: str = "") -> None:
    scanner.take(" ", f"{otherwise}a space and the {_FIELDS[field]}")


def _take_slot(scanner: Scanner) -> int:
    side = scanner.take("NESW", "the outer tile's slot: N, E, S or W")
    k = scanner.take("123456", "the number of the slot: 1 to 6")
    return "NESW".index(side) * KILN_SIZE + int(k) - 1


def _take_kiln(scanner: Scanner) -> tuple[int, ...]:
    boards = [0, 0, 0, 0, 0]
    bit = 1
    for row in range(KILN_SIZE):
        if row:
            scanner.take("/", f"/ and row {row + 1} of the kiln")
        for _ in range(KILN_SIZE):
            letter = scanner.take(TILE_LETTERS, f"a tile of row {row + 1} of the kiln: r, b, g, y or k")
            boards[TILE_LETTERS.index(letter)] |= bit
            bit <<= 1
    return tuple(boards)


def _take_seats(scanner: Scanner) -> tuple[tuple[tuple[Color, ...], ...], tuple[bool, ...]]:
    seats: list[tuple[Color, ...]] = []
    left: list[bool] = []
    while True:
        has_left = scanner.skip("!")
        left.append(has_left)
        colors: list[Color] = []
        while True:
            expected = "a seat's color: r, b, g or y" if has_left or colors else "a seat: !, r, b, g or y"
            colors.append(Color(TILE_LETTERS.index(scanner.take(TILE_LETTERS[:4], expected))))
            if not scanner.skip("+"):
                break
        seats.append(tuple(colors))
        if not scanner.skip(","):
            return tuple(seats), tuple(left)


def _take_warehouses(scanner: Scanner) -> tuple[tuple[int, ...], ...]:
    seats: list[tuple[int, ...]] = []
    while True:
        boards = [_take_warehouse(scanner)]
        while scanner.skip("+"):
            boards.append(_take_warehouse(scanner))
        seats.append(tuple(boards))
        if not scanner.skip(","):
            return tuple(seats)


def _take_warehouse(scanner: Scanner) -> int:
    board = 0
    for row in range(WAREHOUSE_SIZE):
        if row:
            scanner.take("/", f"/ and row {row + 1} of the warehouse")
        column = 0
        after_run = False
        while column < WAREHOUSE_SIZE:
            runs = "" if after_run else "12345"[: WAREHOUSE_SIZE - column]
            expected = "x" if after_run else f"x or a run of empty squares of 1 to {WAREHOUSE_SIZE - column}"
            character = scanner.take("x" + runs, f"{expected} in row {row + 1} of the warehouse")
            if character == "x":
                board |= 1 << (WAREHOUSE_SIZE * row + column)
                column += 1
            else:
                column += int(character)
            after_run = character != "x"
    return board


def _take_scores(scanner: Scanner) -> tuple[tuple[int, ...], ...]:
    seats: list[tuple[int, ...]] = []
    while True:
        scores = [scanner.take_number("a score")]
        while scanner.skip("+"):
            scores.append(scanner.take_number("a score"))
        seats.append(tuple(scores))
        if not scanner.skip(","):
            return tuple(seats)


def _take_options(scanner: Scanner) -> Options:
    target = scanner.take_number("the target")
    fixing_the_mess = scanner.skip("m")
    heating_up = scanner.skip("h")
    goal_both = scanner.skip("b")
    return Options(target, fixing_the_mess, heating_up, goal_both)


def _row_text(row: int) -> str:
    text = ""
    run = 0
    for column in range(WAREHOUSE_SIZE):
        if row >> column & 1:
            text += f"{run}x" if run else "x"
            run = 0
        else:
            run += 1
    return f"{text}{run}" if run else text


_ROW_TEXTS = tuple(_row_text(row) for row in range(32))


def _format_warehouse(board: int) -> str:
    return "/".join([_ROW_TEXTS[board >> shift & 31] for shift in (0, 5, 10, 15, 20)])


def format_position(position: Position) -> str:
    """Return the one spelling of a position."""
    options = position.options
    seats = [
        ("!" if left else "") + "+".join([TILE_LETTERS[color] for color in colors])
        for colors, left in zip(position.seats, position.left, strict=True)
    ]
    return " ".join(
        (
            "/".join(position.kiln_rows),
            TILE_LETTERS[position.outer_tile] + SLOT_NAMES[position.outer_slot],
            ",".join(seats),
            ",".join(["+".join([_format_warehouse(board) for board in boards]) for boards in position.warehouses]),
            ",".join(["+".join([str(score) for score in scores]) for scores in position.scores]),
            f"{position.turn}+" if position.extra_turn else str(position.turn),
            str(options.target)
            + ("m" if options.fixing_the_mess else "")
            + ("h" if options.heating_up else "")
            + ("b" if options.goal_both else ""),
            str(position.number),
        )
    )
