"""The token that a request presents."""

import re
from typing import Final

from flask import request

TOKEN_PATTERN: Final = r"[A-Za-z0-9_-]{22,86}"  # noqa: S105 - how a token is spelt
_TOKEN = re.compile(TOKEN_PATTERN)

#: Stands for a presented token that cannot be one: it is known nowhere, so it is answered as unknown.
UNKNOWN: Final = ""


def presented_token() -> str | None:
    """Return the token in the Authorization header, or None where there is none.

    Another scheme than Bearer counts as none. A text that is no token at all comes back as `UNKNOWN`, so that no
    odd characters reach the hashing.
    """
    header = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, credentials = header.partition(" ")
    token = credentials.strip(" ")
    if scheme.lower() != "bearer" or not token:
        return None
    return token if _TOKEN.fullmatch(token) else UNKNOWN
