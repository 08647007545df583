"""Entity tags of games and conditional reads (RFC 9110, sections 8.8.3 and 13.1.2)."""

import re

_ENTITY_TAG = re.compile(r'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*")')


def etag(version: int) -> str:
    """Return the strong entity tag of a game's version."""
    return f'"{version}"'


def none_match(header: str | None, tag: str) -> bool:
    """Return whether `If-None-Match` names `tag`, so that 304 is the answer.

    The comparison is the weak one, as the RFC wants for this header; a list and `*` are understood, a text that is
    neither matches nothing.
    """
    if header is None:
        return False
    if header == tag or header.strip() == "*":
        return True
    return any(found.group(1) == tag for found in _ENTITY_TAG.finditer(header))
