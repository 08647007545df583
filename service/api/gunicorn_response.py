"""gunicorn's answers, those of the service sent in one piece."""

from typing import Any

import gunicorn.http.wsgi
from gunicorn import util

from service.api.headers import KnownList

__all__ = ["WholeResponse", "send_whole_answers"]


class WholeResponse(gunicorn.http.wsgi.Response):
    """An answer; where its headers are the service's own they are taken as they are, and its body goes with its head.

    gunicorn checks the headers that an application gives, one by one, and sends the head of an answer before it asks
    for the body. Other answers go that way here too.
    """

    _known = False
    _omits_body: bool

    def process_headers(self, headers: Any) -> None:
        """Take the headers."""
        if not isinstance(headers, KnownList):
            super().process_headers(headers)
            return
        self._known = True
        self.headers = list(headers)
        for name, value in headers:
            if name == "Content-Length":
                self.response_length = int(value)

    def write(self, arg: bytes) -> None:
        """Send a piece of the body, with the head where it is the whole body."""
        if not self._known or self.headers_sent or self._omits_body or self.response_length != len(arg):
            super().write(arg)
            return
        lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
        self.headers_sent = True
        self.sent = len(arg)
        util.write(self.sock, "".join(lines).encode("latin-1") + arg)


def send_whole_answers() -> None:
    """Let gunicorn, in this process, answer so. It has no setting for it."""
    gunicorn.http.wsgi.Response = WholeResponse  # type: ignore[misc] # it is looked up there for each request
