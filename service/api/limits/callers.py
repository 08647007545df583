"""Who is calling, for the counting.

A token has a budget of its own once it has been good for a call here, so that players behind one address do not take
from each other. Any other token counts for nothing: whoever makes tokens up stays with the address.
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


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 that an IPv6 client has to itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "none"  # a server that listens at a socket, or a proxy that writes no address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, 64), strict=False).network_address)
        found = found.ipv4_mapped
    return str(found)


class Callers:
    """Knows which tokens have been good, by their hashes, in this process."""

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self._good: OrderedDict[str, None] = OrderedDict()
        self._remembered = remembered
        self._lock = threading.Lock()

    def caller(self) -> str:
        """Return who makes the request at hand."""
        token = presented_token()
        if token:
            hashed = token_hash(token)
            with self._lock:
                if hashed in self._good:
                    self._good.move_to_end(hashed)
                    return f"token:{hashed}"
        return f"address:{network_of(request.environ.get('REMOTE_ADDR', ''))}"

    def note(self, *, good: bool) -> None:
        """Remember that the token of the request at hand has been good for it, or is none of the game's."""
        token = presented_token()
        if not token:
            return
        hashed = token_hash(token)
        with self._lock:
            if not good:
                self._good.pop(hashed, None)
                return
            self._good[hashed] = None
            self._good.move_to_end(hashed)
            if len(self._good) > self._remembered:
                self._good.popitem(last=False)
