"""Calls of a running service over HTTP, made again when they are lost."""

import json
import time
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import click

__all__ = ["ServiceClient", "ServiceError", "check_base_url"]

_CALL_SECONDS = 10.0
_PASSING_STATUSES = frozenset((502, 503, 504))
"""Answers that say: later. 502 and 504 come from a proxy whose service is away."""
_TOO_MANY = 429
_LONGEST_WAITING = 300.0
"""For how many seconds a call that is over a limit waits in all, each time as long as it is told."""
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 2.0


class ServiceError(click.ClickException):
    """A call that has failed for good; the command ends with exit code 1 and the reason."""


class ServiceClient:
    """Makes calls of the service at `base_url`.

    A call without an answer, or with one that says that the service is away for now, is sent again as it was for up
    to `patience` seconds, and `note` is told once a call. One that is over a limit is sent again, without a word, when
    the service says so. Whoever makes a call must see to it that it may be sent twice: a create by a token of its own,
    a move by its number. `api_key` goes along with every call, for a service that wants one. `limit_patience` is for
    how many seconds a call over a limit waits in all; `name` is what the service's log calls this client.
    """

    def __init__(
        self,
        base_url: str,
        *,
        patience: float,
        note: Callable[[str], None],
        api_key: str | None = None,
        limit_patience: float = _LONGEST_WAITING,
        name: str = "kiln-play",
    ) -> None:
        self._limit_patience = limit_patience
        self._name = name
        self.base_url = base_url
        self._api_key = api_key
        self._patience = patience
        self._note = note

    def call(self, method: str, path: str, *, token: str | None = None, body: object = None) -> dict[str, Any]:
        """Return the JSON object that answers the call.

        Raises:
            ServiceError: the service refuses the call, answers with no JSON object, or is away for too long.
        """
        request = self._request(method, path, token, body)
        deadline: float | None = None
        limited_until = time.monotonic() + self._limit_patience
        pause = _FIRST_PAUSE
        while True:
            try:
                # The scheme has been checked by check_base_url.
                with urlopen(request, timeout=_CALL_SECONDS) as answer:  # noqa: S310
                    return self._parsed(method, path, answer.read())
            except HTTPError as error:
                with error:
                    if error.code == _TOO_MANY:
                        wait = _retry_after(error, 1.0)
                        if time.monotonic() + wait < limited_until:
                            time.sleep(wait)
                            continue
                    if error.code not in _PASSING_STATUSES:
                        raise ServiceError(f"{method} {self.base_url}{path}: {_refusal(error)}") from None
                    reason, wait = _refusal(error), _retry_after(error, pause)
            except (OSError, HTTPException) as error:
                reason, wait = _lost(error), pause
            now = time.monotonic()
            if deadline is None:
                deadline = now + self._patience
                if now < deadline:
                    self._note(f"{self.base_url} is away ({reason}); trying again for up to {self._patience:g} s")
            if now >= deadline:
                raise ServiceError(f"{method} {self.base_url}{path}: no good answer, gave up ({reason})")
            time.sleep(min(wait, deadline - now))
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _request(self, method: str, path: str, token: str | None, body: object) -> Request:
        headers = {"Accept": "application/json", "User-Agent": self._name}
        data = None
        if self._api_key is not None:
            headers["X-API-Key"] = self._api_key
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        return Request(self.base_url + path, data, headers, method=method)  # noqa: S310 - see check_base_url

    def _parsed(self, method: str, path: str, content: bytes) -> dict[str, Any]:
        try:
            value = json.loads(content)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise ServiceError(f"{method} {self.base_url}{path}: the answer is no JSON object; is this a Kiln service?")
        return value


def check_base_url(text: str) -> str:
    """Return the address of a service without a slash at its end.

    Raises:
        ValueError: it is no http or https URL of a host, or has parts that such an address has not.
    """
    expected = "must be like http://127.0.0.1:8000"
    if not text.isascii() or not text.isprintable() or any(character in text for character in " @?#"):
        raise ValueError(expected)
    try:
        parts = urlsplit(text)
        (parts.hostname or "").encode("idna")
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no number as a port; a host that can be none
        usable = False
    if not usable:
        raise ValueError(expected)
    return text.rstrip("/")


def _lost(error: Exception) -> str:
    """Say in a few words why there is no answer."""
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    return (cause.strerror if isinstance(cause, OSError) else None) or str(cause) or type(cause).__name__


def _retry_after(error: HTTPError, otherwise: float) -> float:
    """Return for how many seconds to wait, as the answer asks."""
    text = error.headers.get("Retry-After", "")
    return float(text) if text.isascii() and text.isdigit() and len(text) < 7 else otherwise


def _refusal(error: HTTPError) -> str:
    """Say what the problem document says, or the status where there is none."""
    status = f"{error.code} {error.reason}"
    try:
        problem = json.loads(error.read())
    except (OSError, HTTPException, ValueError):
        return status
    if not isinstance(problem, dict) or "code" not in problem:
        return status
    return f"{error.code} {problem['code']}: {problem.get('detail') or problem.get('title') or ''}"
