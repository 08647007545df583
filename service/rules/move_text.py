"""Moves as text, such as `N3 c4>b2 R13` (docs/notation.md)."""

from service.rules.fault import InvalidMove
from service.rules.move import SKIP, Action, Copy, Erase, Move, Part, Sale, Skip
from service.rules.scanner import Scanner
from service.rules.slot import SLOT_NAMES
from service.rules.square import CELL_NAMES, KILN_SIZE, SQUARE_NAMES, WAREHOUSE_SIZE

__all__ = ["format_action", "format_move", "parse_move"]


def parse_move(text: str) -> Move:
    """Return the move that `text` spells; raise InvalidMove with the place where it is no move."""
    scanner = Scanner(text, InvalidMove)
    side = scanner.take("NESW", "a slot: N, E, S or W")
    k = scanner.take("123456", "the number of the slot: 1 to 6")
    slot = "NESW".index(side) * KILN_SIZE + int(k) - 1
    scanner.take(" ", "a space and an action")
    first, more = _take_part(scanner, last=False)
    if not more:
        return Move(slot, (first,))
    scanner.take(" ", "a space and the second color's action")
    second, _ = _take_part(scanner, last=True)
    return Move(slot, (first, second))


def _take_part(scanner: Scanner, last: bool) -> tuple[Part, bool]:
    """Take an action and a sale; say whether a second color's part follows (its `|` is then taken)."""
    action = _take_action(scanner)
    sale: Sale | None = None
    if not _take_space_or_end(scanner, "a space"):
        return Part(action), False
    if scanner.peek() in ("R", "C"):
        rows = scanner.take("RC", "R or C") == "R"
        sale = Sale(rows, _take_lines(scanner))
        more = "" if sale.lines[-1] == WAREHOUSE_SIZE else "a higher line"
        if last:
            scanner.take_end(" or ".join(filter(None, (more, "the end of the move"))))
            return Part(action, sale), False
        if not _take_space_or_end(scanner, ", ".join(filter(None, (more, "a space")))):
            return Part(action, sale), False
        scanner.take("|", "| and the second color's action")
    elif last:
        raise scanner.fail("a sale: R or C")
    else:
        scanner.take("|", "a sale (R or C), or | and the second color's action")
    return Part(action, sale), True


def _take_space_or_end(scanner: Scanner, expected: str) -> bool:
    """Take a space and return True, or return False at the end of the text."""
    if scanner.at == len(scanner.text):
        return False
    scanner.take(" ", f"{expected} or the end of the move")
    return True


def _take_action(scanner: Scanner) -> Action:
    if scanner.skip("-"):
        return SKIP
    if scanner.skip("x"):
        return Erase(_take_cell(scanner))
    column = scanner.take("abcdef", "an action: a kiln square, - or x")
    row = scanner.take("123456", "the row of the kiln square: 1 to 6")
    scanner.take(">", "> and a square of the warehouse")
    return Copy((int(row) - 1) * KILN_SIZE + "abcdef".index(column), _take_cell(scanner))


def _take_cell(scanner: Scanner) -> int:
    column = scanner.take("abcde", "a square of the warehouse: a to e")
    row = scanner.take("12345", "the row of the warehouse square: 1 to 5")
    return (int(row) - 1) * WAREHOUSE_SIZE + "abcde".index(column)


def _take_lines(scanner: Scanner) -> tuple[int, ...]:
    lines: list[int] = [int(scanner.take("12345", "the first line to be sold: 1 to 5"))]
    while scanner.peek() and scanner.peek() in "0123456789":
        higher = "12345"[lines[-1] :]
        lines.append(int(scanner.take(higher, "a higher line" if higher else "no line after 5")))
    return tuple(lines)


def format_action(action: Action) -> str:
    """Return an action's text, such as `c4>b2`, `-` or `xd4`."""
    if isinstance(action, Copy):
        return f"{SQUARE_NAMES[action.square]}>{CELL_NAMES[action.target]}"
    if isinstance(action, Skip):
        return "-"
    return f"x{CELL_NAMES[action.cell]}"


def _format_part(part: Part) -> str:
    text = format_action(part.action)
    if part.sale is not None:
        text += f" {'R' if part.sale.rows else 'C'}{''.join(map(str, part.sale.lines))}"
    return text


def format_move(move: Move) -> str:
    """Return a move's text. It names the same squares as the move; only a canonical move gives canonical text."""
    return f"{SLOT_NAMES[move.slot]} {' | '.join([_format_part(part) for part in move.parts])}"
