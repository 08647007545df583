"""What the clients have seen: the evidence that the checker goes by."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Request:
    """One request and how it ended: status 0 where no answer came. Times are those of time.monotonic()."""

    what: str
    game: str
    started: float
    ended: float
    status: int
    code: str | None


@dataclass(frozen=True, slots=True)
class Move:
    """A move that was answered: 201, or 200 where it had been played before. `position` is the one after it."""

    game: str
    number: int
    seat: int
    move: str
    position: str
    status: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat that was claimed, with the token that the client brought."""

    game: str
    seat: int
    token: str
    name: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a game's stream: its version; the number and text of the move, where it is one; its position."""

    game: str
    kind: str
    version: int
    number: int | None
    move: str | None
    position: str


@dataclass(frozen=True, slots=True)
class Created:
    """A game that was created."""

    game: str
    owner: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What was broken, and when; `frozen`: by it whole processes of the service stood still."""

    what: str
    started: float
    ended: float
    frozen: bool


@dataclass(slots=True)
class Journal:
    """All of it. Lists only grow, by one entry at a time, from any thread."""

    requests: list[Request] = field(default_factory=list)
    created: list[Created] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    left: list[tuple[str, int]] = field(default_factory=list)
    replaced: list[tuple[str, int]] = field(default_factory=list)  # those of left whom a bot is to replace
    removed: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    ended: dict[str, str] = field(default_factory=dict)  # by game: the reason of the stream's last event
    faults: list[Fault] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def complain(self, text: str) -> None:
        """Note something that no client should see."""
        self.complaints.append(text)
