"""Keeping secrets out of the log: tokens, API keys, passwords in addresses."""

import re
from typing import Any, Final

__all__ = ["MASK", "mask", "masked"]

MASK: Final = "[secret]"

_RULES: Final = (
    # Authorization, however it is quoted.
    (re.compile(r"(?i)\b(bearer|basic)(\s+)[^\s\"',;)]+"), rf"\1\2{MASK}"),
    # A field that holds a token or key, as JSON, as Python writes a dict, in a query or as a header.
    (
        re.compile(r"(?i)\b(\w*token|\w*password|x-api-key|api_key)(['\"]?\s*[:=]\s*)(['\"]?)[^\s'\"&,;}]+\3"),
        rf"\1\2\3{MASK}\3",
    ),
    # The login in an address.
    (re.compile(r"(://)[^/\s@]*@"), rf"\1{MASK}@"),
    # Whatever looks like a token that the service has made: long, of capital and small letters and other signs.
    (
        re.compile(
            r"(?<![A-Za-z0-9_-])(?=[A-Z0-9_-]*[a-z])(?=[a-z0-9_-]*[A-Z])"
            r"(?:(?=[A-Za-z]*[0-9_-])|(?=[A-Za-z]{40}))"  # a shorter one of letters alone may be a name in the code
            r"[A-Za-z0-9_-]{22,86}(?![A-Za-z0-9_-])"
        ),
        MASK,
    ),
)


def mask(text: str) -> str:
    """Return a text without what is, or looks like, a secret."""
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


def masked(value: Any) -> Any:
    """Return a value of a log line, of any kind, without secrets in its texts."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {key: masked(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [masked(entry) for entry in value]
    return value
