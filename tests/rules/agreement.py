"""The engine beside the reference: checks that the two say the same about one position, game, start or text.

Each check raises Disagreement. The fuzzer (tests/fuzz.py) runs them by the million, test_agreement.py by the thousand.
"""

import random
from collections.abc import Callable
from itertools import islice

from service.rules import (
    PLAYABLE_COLORS,
    RULES_VERSION,
    SLOT_NAMES,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    LegalMoves,
    Options,
    Outcome,
    Position,
    Record,
    RunningGame,
    canonical_move,
    check_record,
    format_move,
    format_position,
    leave,
    move_tree,
    parse_move,
    parse_position,
    play,
    start_position,
)
from tests.rules import reference
from tests.rules.trees import moves_of_tree

LONGEST_FULL_LIST = 3000
"""Longer lists are compared by their length and by pages."""

ALPHABET = "rbgykxNESWRCmhb!+,/->|0123456789abcdef  \n\u0660\uff11"


class Disagreement(AssertionError):
    """The engine and the reference say different things; `about` names the case."""

    def __init__(self, about: str, engine: object, right: object) -> None:
        super().__init__(f"{about}\n  engine:    {engine!r}\n  reference: {right!r}")


def same(about: str, engine: object, right: object) -> None:
    """Check that the engine's value is the reference's."""
    if engine != right:
        raise Disagreement(about, engine, right)


def told(outcome: Outcome | None) -> dict[str, object] | None:
    """An outcome as the reference tells it."""
    return None if outcome is None else {"reason": outcome.reason, "winner": outcome.winner}


# ---- one position --------------------------------------------------------------------------------


def agree_on_position(text: str, rng: random.Random) -> None:
    """Everything about one position: its outcome, its legal moves, what moves do, who may leave."""
    position = parse_position(text)
    same(f"printed: {text}", format_position(position), text)
    same(f"outcome: {text}", told(position.outcome), reference.outcome(text))
    agree_on_legal_moves(text, rng)
    for _ in range(3):
        if not position.finished:
            agree_on_move(text, reference.random_move(rng, text))
        agree_on_move(text, reference.random_attempt(rng, text))
    agree_on_leaving(text)


def agree_on_legal_moves(text: str, rng: random.Random) -> None:
    """The legal list: whole and page by page when it is short, else its length and some pages."""
    position = parse_position(text)
    legal = LegalMoves(position)
    total = reference.count_legal_moves(text)
    same(f"total: {text}", legal.total, total)
    agree_on_running(text, total, rng)
    slot = rng.randrange(24)
    if total > LONGEST_FULL_LIST:
        same(f"first page: {text}", legal.page(0, 500), list(islice(reference.iter_legal_moves(text), 500)))
        _check_pages(text, legal, rng)
        return
    moves = reference.legal_moves(text)
    same(f"legal moves: {text}", legal.page(0, total), moves)
    same(f"iterated: {text}", list(legal), moves)
    start, limit = rng.randrange(total + 2), rng.choice([1, 2, 10, rng.randrange(total + 2)])
    same(f"page {start}, {limit}: {text}", legal.page(start, limit), moves[start : start + limit])
    pushed = [move for move in moves if move.startswith(SLOT_NAMES[slot])]
    same(f"push {SLOT_NAMES[slot]}: {text}", list(LegalMoves(position, slot)), pushed)
    tree = move_tree(position)
    same(f"tree: {text}", moves_of_tree(tree), moves)
    same(f"total of the tree: {text}", sum(push.total for push in tree), total)


def agree_on_running(text: str, total: int, rng: random.Random) -> None:
    """The same moves by their numbers, without texts: how many there are, and where some of them lead."""
    position = parse_position(text)
    same(f"total of a running game: {text}", RunningGame(position).total, total)
    for _ in range(min(total, 3)):
        index = rng.randrange(total)
        game = RunningGame(position)
        game.play(index)
        move = LegalMoves(position).at(index)
        same(f"{move} by its number: {text}", format_position(game.position()), reference.play(text, move).position)


def _check_pages(text: str, legal: LegalMoves, rng: random.Random) -> None:
    """Check pages of a list too long to be built: legal canonical moves in canonical order, and pages that agree."""
    total = legal.total
    offsets = sorted({rng.randrange(total) for _ in range(3)} | {total - 1})
    found = [move for offset in offsets for move in legal.page(offset, 3)]
    found = list(dict.fromkeys(found))  # pages may overlap
    same(f"canonical order: {text}", found, sorted(found, key=canonical_key))
    for offset in offsets:
        page = legal.page(offset, 3)
        same(f"length of page {offset}: {text}", len(page), min(3, total - offset))
        same(f"items of page {offset}: {text}", [legal.at(offset + i) for i in range(len(page))], page)
        for move in page:
            same(f"rule of {move}: {text}", reference.first_broken_rule(text, move), None)
            same(f"canonical: {text}", move, reference.play(text, move).move)


def canonical_key(move: str) -> list[tuple[int, ...]]:
    """What canonical order sorts moves by."""
    slot, rest = move.split(" ", 1)
    key: list[tuple[int, ...]] = [("NESW".index(slot[0]), int(slot[1]))]
    for part in rest.split(" | "):
        action, _, sale = part.partition(" ")
        kind = 0 if ">" in action else 1 if action == "-" else 2
        key.append((kind, *(place(square) for square in action.lstrip("-x").split(">") if square)))
        key.append((" RC".index(sale[:1] or " "), sum(2 ** int(line) for line in sale[1:])))
    return key


def place(square: str) -> int:
    """A number by which squares stand in reading order."""
    return int(square[1]) * 6 + "abcdef".index(square[0])


def agree_on_move(text: str, move: str) -> None:
    """One well-formed move: the rule that it breaks, or its canonical form and all that it does."""
    position = parse_position(text)
    parsed = parse_move(move)
    same(f"printed: {move}", format_move(parsed), move)
    broken = reference.first_broken_rule(text, move)
    if broken is not None:
        same(f"{move}: {text}", _rule_of(lambda: play(position, parsed)), broken)
        same(f"canonical {move}: {text}", _rule_of(lambda: canonical_move(position, parsed)), broken)
        return
    same(f"{move}: {text}", _rule_of(lambda: play(position, parsed)), None)
    turn = play(position, parsed)
    right = reference.play(text, move)
    same(f"canonical form of {move}: {text}", format_move(turn.move), right.move)
    same(f"canonical alone: {text}", canonical_move(position, parsed), turn.move)
    same(f"position after {move}: {text}", format_position(turn.position), right.position)
    same(f"parsed position after {move}: {text}", parse_position(right.position), turn.position)
    same(f"events of {move}: {text}", [event.as_dict() for event in turn.events], right.events)
    winner = turn.position.outcome.winner if turn.position.outcome else None
    same(f"winner after {move}: {text}", winner, right.winner)


def _rule_of(call: Callable[[], object]) -> str | None:
    try:
        call()
    except IllegalMove as fault:
        return fault.rule
    return None


def agree_on_leaving(text: str) -> None:
    """Each seat's leaving, and that a seat that does not exist or is out cannot."""
    position = parse_position(text)
    for seat in range(6):
        try:
            right, winner = reference.leave(text, seat)
        except ValueError:
            same(f"seat {seat} can leave: {text}", _can_leave(position, seat), False)
            continue
        after = leave(position, seat)
        same(f"after seat {seat} has left: {text}", format_position(after), right)
        same(f"winner after seat {seat} has left: {text}", after.outcome and after.outcome.winner, winner)


def _can_leave(position: Position, seat: int) -> bool:
    try:
        leave(position, seat)
    except ValueError:
        return False
    return True


# ---- games and starts ----------------------------------------------------------------------------


def agree_on_game(rng: random.Random, limit: int = 300) -> None:
    """A whole random game, move by move, and its record."""
    game = reference.random_game(rng, limit=limit)
    position = parse_position(game[0][0])
    start = position
    moves: list[str] = []
    for text, move in game:
        same(f"position of the game: {text}", format_position(position), text)
        turn = play(position, parse_move(move))
        right = reference.play(text, move)
        same(f"{move}: {text}", (format_move(turn.move), format_position(turn.position)), (right.move, right.position))
        same(f"events of {move}: {text}", [event.as_dict() for event in turn.events], right.events)
        position = turn.position
        moves.append(right.move)
    same("outcome of the game", told(position.outcome), reference.outcome(format_position(position)))
    record = Record(
        format_position(start), (None,) * len(start.seats), tuple(moves), (), position.outcome, RULES_VERSION
    )
    same(f"record of {format_position(start)}", check_record(record.as_dict()).position, position)


def agree_on_start(rng: random.Random) -> None:
    """The start of a random seed, with random seats, options and, now and then, first seat."""
    colors = rng.sample(PLAYABLE_COLORS, 4)
    two_color = rng.random() < 0.3
    seats = [colors[:2], colors[2:]] if two_color else [[color] for color in colors[: rng.randint(2, 4)]]
    options = Options(rng.randint(1, 29), rng.random() < 0.5, rng.random() < 0.5, two_color and rng.random() < 0.5)
    written = f"{options.target}{'m' * options.fixing_the_mess}{'h' * options.heating_up}{'b' * options.goal_both}"
    seed = rng.randrange(2**53)
    first = rng.choice([None, None, rng.randint(1, len(seats))])
    letters = [[color.letter for color in seat] for seat in seats]
    right = reference.start_position(seed, letters, written, first)
    same(
        f"start {seed} {letters} {written} {first}", format_position(start_position(seats, options, seed, first)), right
    )


# ---- texts ---------------------------------------------------------------------------------------


def edited(rng: random.Random, text: str) -> str:
    """The text with one small change: a character less, more, another, or two of them swapped."""
    at = rng.randrange(len(text) + 1)
    kind = rng.random()
    sign = rng.choice(text) if text and rng.random() < 0.5 else rng.choice(ALPHABET)
    if kind < 0.25:
        return text[:at] + text[at + 1 :]
    if kind < 0.5:
        return text[:at] + sign + text[at:]
    if kind < 0.75:
        return text[:at] + sign + text[at + 1 :]
    other = rng.randrange(len(text) + 1)
    low, high = min(at, other), max(at, other)
    return text[:low] + text[high : high + 1] + text[low + 1 : high] + text[low : low + 1] + text[high + 1 :]


def edited_position(rng: random.Random, text: str) -> str:
    """A position's text with one or two changes: of characters, of whole fields, or of a number."""
    for _ in range(rng.choice([1, 1, 2])):
        fields = text.split(" ")
        kind = rng.random()
        if kind < 0.5 or len(fields) != 8:
            text = edited(rng, text)
            continue
        field = rng.choice([2, 4, 5, 6, 7])
        if kind < 0.7:
            fields[field] = reference.random_position(rng).split(" ")[field]
        elif kind < 0.9:
            fields[field] = edited(rng, fields[field])
        else:
            fields[4] = fields[4].replace(rng.choice("0123456789"), str(rng.randint(0, 1001)), 1)
        text = " ".join(fields)
    return text


def agree_on_position_text(text: str) -> None:
    """Whether a text is a valid position; if it is, it is printed as it was read."""
    position: Position | None = None
    try:
        position = parse_position(text)
    except InvalidPosition as fault:
        same(
            f"place or points, not both: {text!r}", (fault.at is None, fault.expected == ""), (bool(fault.errors),) * 2
        )
    same(f"is a position: {text!r}", position is not None, reference.is_position(text))
    if position is not None:
        same("printed", format_position(position), text)
        same("read again", parse_position(format_position(position)), position)


def agree_on_move_text(text: str) -> None:
    """Whether a text is a move; if it is, it is printed as it was read."""
    try:
        move = parse_move(text)
    except InvalidMove:
        same(f"is a move: {text!r}", False, reference.is_move(text))
        return
    same(f"is a move: {text!r}", True, reference.is_move(text))
    same("printed", format_move(move), text)


# ---- any of them ---------------------------------------------------------------------------------


def agree_on_texts(rng: random.Random) -> None:
    """Positions and moves with small changes."""
    text = reference.random_position(rng)
    move = reference.random_attempt(rng, text)
    for _ in range(10):
        agree_on_position_text(edited_position(rng, text))
        agree_on_move_text(edited(rng, edited(rng, move)) if rng.random() < 0.3 else edited(rng, move))


def agree_on_random_position(rng: random.Random) -> None:
    """A random position, such as no game may reach."""
    agree_on_position(reference.random_position(rng), rng)


CHECKS: tuple[tuple[Callable[[random.Random], None], int], ...] = (
    (agree_on_random_position, 12),
    (agree_on_texts, 4),
    (agree_on_start, 3),
    (agree_on_game, 1),
)
"""Every check that needs nothing but random numbers, and how often it runs beside the others."""


def agree(seed: int) -> None:
    """Run the check that this seed draws, on the case that it draws."""
    rng = random.Random(seed)
    check = rng.choices([check for check, _ in CHECKS], [weight for _, weight in CHECKS])[0]
    check(rng)
