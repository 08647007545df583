"""Reading a text from left to right, and saying where it goes wrong."""

from collections.abc import Callable

from service.rules.fault import InvalidText

__all__ = ["Scanner"]

_DIGITS = "0123456789"
_LONGEST_NUMBER = 9
_TOO_BIG = 1_000_000_000


class Scanner:
    """A place in a text. Every `take_…` method moves it on, or raises the fault for the place where it stands."""

    __slots__ = ("_fault", "at", "text")

    def __init__(self, text: str, fault: Callable[[str, int, str], InvalidText]) -> None:
        self.text: str = text
        self.at: int = 0
        self._fault = fault

    def fail(self, expected: str) -> InvalidText:
        """Return the fault for this place, to be raised."""
        return self._fault(self.text, self.at, expected)

    def peek(self) -> str:
        """Return the character here, or an empty text at the end."""
        return self.text[self.at : self.at + 1]

    def skip(self, character: str) -> bool:
        """Move on when this very character stands here; say whether it did."""
        if self.peek() != character:
            return False
        self.at += 1
        return True

    def take(self, characters: str, expected: str) -> str:
        """Take one character that is among `characters`."""
        character = self.peek()
        if not character or character not in characters:
            raise self.fail(expected)
        self.at += 1
        return character

    def take_end(self, expected: str = "the end of the text") -> None:
        """Check that nothing follows."""
        if self.at != len(self.text):
            raise self.fail(expected)

    def take_number(self, expected: str) -> int:
        """Take decimal digits without a leading zero. One that is far too big for any field is cut to a big one."""
        start = self.at
        first = self.take(_DIGITS, expected)
        while self.peek() and self.peek() in _DIGITS:
            if first == "0":
                raise self.fail("no digit after a leading 0")
            self.at += 1
        if self.at - start > _LONGEST_NUMBER:
            return _TOO_BIG
        return int(self.text[start : self.at])
