"""Who is calling, for the counting.

A token has a budget of its own once it has been good for its game here, so that players behind one address do not
take from each other. That is for the calls of that game which need the token, and so find out when it is good no
longer. Any other token counts for nothing: whoever makes tokens up, or collects them, stays with the address.
"""

import ipaddress
import threading
from collections import OrderedDict
from functools import lru_cache
from typing import Final

from flask import request

from service.api.tokens import presented_token
from service.games.tokens import token_hash

__all__ = ["Callers", "network_of"]

_REMEMBERED: Final = 50_000
"""Of how many tokens it is known that they are good."""


_LONGEST: Final = 64
"""Characters of an address; a proxy may have handed on anything."""


def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 that an IPv6 client has to itself."""
    return _network(address) if len(address) <= _LONGEST else "none"


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "none"  # a server that listens at a socket, or a proxy that writes no address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, 64), strict=False).network_address)
        found = found.ipv4_mapped
    return str(found)


def _token_of_game() -> str | None:
    """Return the game of the request at hand and its token's hash, or None where it has not both."""
    token = presented_token()
    game_id = (request.view_args or {}).get("id")
    return f"{game_id}:{token_hash(token)}" if token and game_id else None


class Callers:
    """Knows which tokens have been good for which games, by their hashes, in this process."""

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self._good: OrderedDict[str, None] = OrderedDict()
        self._remembered = remembered
        self._lock = threading.Lock()

    def caller(self, *, needs_token: bool) -> str:
        """Return who makes the request at hand, which is one that needs a token or not."""
        known = _token_of_game() if needs_token else None
        if known is not None:
            with self._lock:
                if known in self._good:
                    self._good.move_to_end(known)
                    return f"token:{known}"
        return f"address:{network_of(request.environ.get('REMOTE_ADDR', ''))}"

    def note(self, *, good: bool) -> None:
        """Remember that the token of the request at hand has been good for it, or is none of the game's."""
        known = _token_of_game()
        if known is None:
            return
        with self._lock:
            if not good:
                self._good.pop(known, None)
                return
            self._good[known] = None
            self._good.move_to_end(known)
            if len(self._good) > self._remembered:
                self._good.popitem(last=False)
