"""A position in words, for those who cannot see the picture and for what reads pictures aloud."""

from collections.abc import Sequence

from service.pictures.last_move import LastMove
from service.pictures.names import Names
from service.rules import (
    CELL_NAMES,
    SLOT_NAMES,
    SQUARE_NAMES,
    TILE_LETTERS,
    Color,
    Copied,
    Erased,
    Event,
    Options,
    Outcome,
    Position,
    Pushed,
    Skipped,
    Sold,
)

__all__ = ["describe", "list_words", "title_words"]

_REASONS = {
    "target": "by reaching the target",
    "last_seat": "as the last seat in the game",
}


def title_words(position: Position, names: Names, title: str | None) -> str:
    """Return one line that says which position this is: `title` (or "Kiln"), the number, and who is to move."""
    return f"{title or 'Kiln'}, {_standing(position, names)}"


def describe(position: Position, names: Names, last: LastMove | None) -> str:
    """Return everything that the picture shows, in sentences."""
    sentences = [
        _first_upper(_standing(position, names)),
        f"The outer tile is {position.outer_tile.word}, on slot {SLOT_NAMES[position.outer_slot]}",
        f"The kiln, rows from the top: {'; '.join(_row_words(row) for row in position.kiln_rows)}",
        *(_seat_words(position, names, seat) for seat in range(1, len(position.seats) + 1)),
        _options_words(position),
    ]
    if last is not None:
        told = "; ".join(_event_words(last, event) for event in last.events if _is_told(event))
        sentences.append(f"The last move, {last.text}: {told}")
    return ". ".join(sentences) + "."


def list_words(words: Sequence[str]) -> str:
    """Return words as a list: `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _standing(position: Position, names: Names) -> str:
    outcome = position.outcome
    if outcome is not None:
        return f"finished before move {position.number}: {_outcome_words(position, names, outcome)}"
    if names.open_seats:
        return f"move {position.number}: waiting for {_seats_words(names.open_seats)}"
    extra = ", in an extra turn" if position.extra_turn else ""
    return f"move {position.number}: {_seat_label(position, names, position.turn)} to move{extra}"


def _outcome_words(position: Position, names: Names, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "nobody has won, no game is longer"
    return f"{_seat_label(position, names, outcome.winner)} has won {_REASONS[outcome.reason]}"


def _seats_words(seats: frozenset[int]) -> str:
    return f"seat{'' if len(seats) == 1 else 's'} {list_words([str(seat) for seat in sorted(seats)])}"


def _seat_label(position: Position, names: Names, seat: int) -> str:
    name = names.given[seat - 1]
    colors = list_words([color.word for color in position.seats[seat - 1]])
    return f"seat {seat} ({f'{name}, ' if name else ''}{colors})"


def _row_words(row: str) -> str:
    return " ".join(Color(TILE_LETTERS.index(letter)).word for letter in row)


def _seat_words(position: Position, names: Names, seat: int) -> str:
    state = " has left" if position.left[seat - 1] else " is open" if seat in names.open_seats else ""
    label = _first_upper(_seat_label(position, names, seat))
    told = []
    for index, color in enumerate(position.seats[seat - 1]):
        which = f"{color.word}: " if position.two_color else ""
        cells = "".join(position.warehouse_rows(seat - 1, index))
        filled = [name for name, cell in zip(CELL_NAMES, cells, strict=True) if cell == "x"]
        squares = f"filled {' '.join(filled)}" if filled else "warehouse empty"
        if len(filled) == len(cells):
            squares = "warehouse full"
        told.append(f"{which}score {position.scores[seat - 1][index]}, {squares}")
    return f"{label}{state}{', ' if state else ': '}{'; '.join(told)}"


def _options_words(position: Position) -> str:
    options = position.options
    goal = ""
    if position.two_color:
        goal = " with both colors" if options.goal_both else " with either color"
    points = f"{options.target} point{'' if options.target == 1 else 's'}"
    return f"The target is {points}{goal}; {_variants_words(options)}"


def _variants_words(options: Options) -> str:
    fixing = "on" if options.fixing_the_mess else "off"
    heating = "on" if options.heating_up else "off"
    return f"fixing the mess is {fixing}, heating up is {heating}"


def _is_told(event: Event) -> bool:
    return isinstance(event, Pushed | Copied | Erased | Skipped | Sold)


def _event_words(last: LastMove, event: Event) -> str:
    """Return what happened, as part of a sentence."""
    if isinstance(event, Pushed):
        out = SLOT_NAMES[(event.slot + len(SLOT_NAMES) // 2) % len(SLOT_NAMES)]
        return f"{event.tile_in.word} pushed in at {SLOT_NAMES[event.slot]}, {event.tile_out.word} out at {out}"
    if isinstance(event, Copied):
        group = " ".join(SQUARE_NAMES[square] for square in last.of(event.color).group)
        cells = " ".join(CELL_NAMES[cell] for cell in event.cells)
        return f"the {event.color.word} group {group} copied to {cells}"
    if isinstance(event, Erased):
        return f"{CELL_NAMES[event.cell]} of the {event.color.word} warehouse erased"
    if isinstance(event, Skipped):
        return f"no {event.color.word} group copied"
    if isinstance(event, Sold):
        lines = event.rows or event.columns
        kind = ("row" if event.rows else "column") + ("" if len(lines) == 1 else "s")
        points = f"{event.points} point{'' if event.points == 1 else 's'}"
        return f"{event.color.word} {kind} {list_words([str(line) for line in lines])} sold for {points}"
    raise TypeError(f"{event!r} is not told")
