"""What can be wrong with a text or a move.

*Invalid* is what does not parse (or a position that cannot be); *illegal* is a well-formed move that is not allowed
in the position at hand.
"""

__all__ = [
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidText",
    "KilnError",
]


class KilnError(ValueError):
    """The base of all faults of the rules package."""


class InvalidText(KilnError):
    """A text that is not spelled as the notation asks.

    `text` is the whole text, `at` the place where it goes wrong (code points from 0; its length when it ends too
    early) and `expected` says what should have stood there.
    """

    def __init__(self, text: str, at: int, expected: str) -> None:
        self.text = text
        self.at = at
        self.expected = expected
        super().__init__(f"{self._name()} goes wrong at {at}{self._found()}: expected {expected}")

    def _name(self) -> str:
        return "the text"

    def _found(self) -> str:
        return f" ({self.text[self.at]!a})" if self.at < len(self.text) else " (its end)"


class InvalidMove(InvalidText):
    """A text that is no move at all."""

    def _name(self) -> str:
        return "the move"


class InvalidPosition(InvalidText):
    """A position that is misspelled (`at` and `expected` say where) or that cannot be (`errors` says all points).

    For a misspelled text `errors` is empty; for a well-spelled one `at` is None and `expected` empty.
    """

    at: int | None  # type: ignore[assignment]  # a position that is spelled well has no place to name

    def __init__(self, text: str, at: int | None = None, expected: str = "", errors: tuple[str, ...] = ()) -> None:
        self.errors = errors
        if at is not None:
            super().__init__(text, at, expected)
            return
        self.text = text
        self.at = None
        self.expected = ""
        KilnError.__init__(self, "the position cannot be: " + "; ".join(errors))

    def _name(self) -> str:
        return "the position"


class IllegalMove(KilnError):
    """A well-formed move that is not allowed in the position.

    `rule` is the first rule of docs/notation.md that it breaks, `move` its text and `number` the move's number.
    """

    def __init__(self, rule: str, move: str, number: int, explanation: str) -> None:
        self.rule = rule
        self.move = move
        self.number = number
        self.explanation = explanation
        super().__init__(f"{move} is illegal as move {number}: {explanation}")


class InvalidRecord(KilnError):
    """A record that does not hold what a record must.

    Either `errors` lists (JSON pointer, what is wrong there), or `number` names the first bad move together with
    the `rule` it breaks, or with `at` and `expected` when it is no move at all.
    """

    def __init__(
        self,
        message: str,
        *,
        errors: tuple[tuple[str, str], ...] = (),
        number: int | None = None,
        rule: str | None = None,
        at: int | None = None,
        expected: str | None = None,
    ) -> None:
        self.errors = errors
        self.number = number
        self.rule = rule
        self.at = at
        self.expected = expected
        super().__init__(message)
