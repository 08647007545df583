"""Names of seats."""

import unicodedata

__all__ = ["MAX_NAME_LENGTH", "parse_name"]

MAX_NAME_LENGTH = 40

_REFUSED_CATEGORIES = {
    "Cc": "control characters",
    "Cs": "lone surrogates",
    "Co": "private-use characters",
    "Zl": "line breaks",
    "Zp": "line breaks",
}
_BIDIRECTIONAL_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def parse_name(text: str) -> str:
    """Return a name as it is kept: in Unicode's NFC, without white space around it.

    Raises ValueError when it then is empty or has more than 40 code points, or holds control characters, line
    breaks, private-use characters or bidirectional overrides.
    """
    for character in text:
        refused = _REFUSED_CATEGORIES.get(unicodedata.category(character))
        if refused is None and character in _BIDIRECTIONAL_OVERRIDES:
            refused = "bidirectional overrides"
        if refused is not None:
            raise ValueError(f"a name must not hold {refused} (U+{ord(character):04X})")
    name = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise ValueError(f"a name must have 1 to {MAX_NAME_LENGTH} characters, not {len(name)}")
    return name
