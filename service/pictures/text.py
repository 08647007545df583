"""Text in a picture: made safe, measured, and cut to the room there is.

A picture cannot know the font that it is shown with. Widths are those of a wide one, so that text fits in others too.
"""

import unicodedata
from collections.abc import Iterator

__all__ = ["ELLIPSIS", "clean", "cut", "escape", "width"]

ELLIPSIS = "…"

_REPLACEMENT = "\ufffd"
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_RIGHT_TO_LEFT = "\u200f"
_JOINER = "\u200d"
_ZERO_WIDTH = ("Mn", "Me", "Cf")

_BOLD = 1.12
_EMOJI = 1.4
_WIDE = 1.05
_OTHER = 0.85
_KNOWN: dict[str, float] = {
    **dict.fromkeys("ijl'|", 0.34),
    **dict.fromkeys(" .,:;!I·", 0.4),
    **dict.fromkeys('frt()[]/\\-J"`', 0.45),
    **dict.fromkeys("acekszvxy?_", 0.62),
    **dict.fromkeys("bdghnopqu0123456789LEF$*", 0.66),
    **dict.fromkeys("ABCGKPRSTVXYZ{}^~", 0.73),
    **dict.fromkeys("DHNOQU", 0.8),
    **dict.fromkeys("mw#+=<>&", 0.96),
    **dict.fromkeys(f"MW@%{ELLIPSIS}", 1.02),
}


def clean(text: str) -> str:
    """Return text with what XML cannot hold, or what would disturb the text around it, replaced.

    That is: control characters, lone surrogates, U+FFFE and U+FFFF, line breaks, bidirectional overrides.
    """
    return "".join(character if _is_harmless(character) else _REPLACEMENT for character in text)


def _is_harmless(character: str) -> bool:
    if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return False
    return character not in _BIDIRECTIONAL and ord(character) & 0xFFFE != 0xFFFE


def escape(text: str) -> str:
    """Return text as it is written in XML, for an element and for an attribute in double quotes."""
    return clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide text is at most with an ordinary font of this size."""
    ems = sum(_cluster_width(cluster) for cluster in _clusters(text))
    return ems * size * (_BOLD if bold else 1.0)


def cut(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return as much of a text's beginning as fits into `room`, with an ellipsis where something was cut off.

    What belongs together (a letter and its accents, the parts of an emoji) is not taken apart.
    """
    if width(text, size, bold=bold) <= room:
        return text
    kept = ""
    for cluster in _clusters(text):
        if width(kept + cluster + ELLIPSIS, size, bold=bold) > room:
            break
        kept += cluster
    return kept.rstrip() + ELLIPSIS + (_RIGHT_TO_LEFT if _runs_left(kept) else "")


def _runs_left(text: str) -> bool:
    """Whether a text is written from right to left: then its ellipsis is to stand on the left."""
    directions = (unicodedata.bidirectional(character) for character in text)
    return next((direction in ("R", "AL") for direction in directions if direction in ("L", "R", "AL")), False)


def _clusters(text: str) -> Iterator[str]:
    """Give the parts of a text that are shown as one sign each, or nearly so."""
    cluster = ""
    for character in text:
        if cluster and not _continues(cluster, character):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _continues(cluster: str, character: str) -> bool:
    if cluster[-1] == _JOINER or character == _JOINER:
        return True
    if unicodedata.category(character) in ("Mn", "Me", "Mc"):
        return True
    if "\U0001f3fb" <= character <= "\U0001f3ff" or "\U000e0020" <= character <= "\U000e007f":  # skin tones, flags
        return True
    return _is_flag_half(character) and len(cluster) == 1 and _is_flag_half(cluster)


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _cluster_width(cluster: str) -> float:
    """Return the width of a cluster in em."""
    return max(_character_width(character) for character in cluster)


def _character_width(character: str) -> float:
    known = _KNOWN.get(character)
    if known is not None:
        return known
    category = unicodedata.category(character)
    if category in _ZERO_WIDTH:
        return 0.0
    if category == "So" or character >= "\U0001f000":
        return _EMOJI
    return _WIDE if unicodedata.east_asian_width(character) in ("W", "F", "A") else _OTHER
