"""Proves from the clients' own journal, and from the store, that nothing went wrong."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from typing import Any

from service.games import GameError, GameNotFound, GameService
from service.rules import KilnError, check_record
from service.store import Store
from service.store.keys import game_keys
from tests.chaos.caller import Caller
from tests.chaos.journal import Created, Event, Journal, Move
from tests.chaos.layouts import Layout

BOUND = 3.0
"""Seconds that a request may take, whatever the store does."""
SLACK = 3.0
"""What it may take more here, where many processes share two cores: computing, and waiting to be computed."""
BOTS_PATIENCE = 60.0
"""Seconds in which bots must have moved once all is well, a game to its end where they play alone."""
EXPECTED = {0, 200, 201, 204, 409, 503}


class Checker:
    """`find` gives every fault that there is, as sentences; none if all is well."""

    def __init__(self, journal: Journal, layout: Layout, caller: Caller) -> None:
        self._journal = journal
        self._layout = layout
        self._caller = caller
        self._complaints = list(journal.complaints)
        self._moves: defaultdict[str, list[Move]] = defaultdict(list)
        for move in journal.moves:
            self._moves[move.game].append(move)

    def versions(self, *, wait: bool = True) -> dict[str, int]:
        """Return the version that each game has that is still there, once no bot changes it any more.

        To be asked before the streams end.
        """
        if wait:
            self._wait_for_bots()
        answers = {one.game: self._caller.call("GET", f"/v1/games/{one.game}") for one in self._there()}
        return {game: answer.json()["version"] for game, answer in answers.items() if answer.status_code == 200}

    def _wait_for_bots(self) -> None:
        """Wait until no bot is to move any more: in every game it is somebody's turn, or it is over."""
        for created in self._there():
            deadline = time.monotonic() + BOTS_PATIENCE
            while bot := self._bot_to_move(created.game):
                if time.monotonic() > deadline:
                    self._complaints.append(f"{created.game}: the bot of seat {bot} stands still")
                    break
                time.sleep(0.1)

    def _bot_to_move(self, game: str) -> int:
        """Return the seat of the bot whose turn it is; 0 where it is nobody's or somebody's."""
        answer = self._caller.call("GET", f"/v1/games/{game}")
        if answer.status_code != 200:
            return 0
        document = answer.json()
        seat: int = document["to_move"] or 0
        return seat if seat and document["seats"][seat - 1]["bot"] else 0

    def find(self) -> list[str]:
        self._check_requests()
        store = Store(self._layout.url)
        try:
            for created in self._there():
                try:
                    self._check_game(created, store)
                except GameError as error:
                    self._complaints.append(f"{created.game}: {type(error).__name__}: {error}")
            self._check_removed(store)
        finally:
            store.close()
        self._check_streams()
        return self._complaints

    def _there(self) -> list[Created]:
        removed = set(self._journal.removed)
        return [one for one in self._journal.created if one.game not in removed]

    def _check_requests(self) -> None:
        frozen = [(fault.started, fault.ended) for fault in self._journal.faults if fault.frozen]
        for one in self._journal.requests:
            if one.status not in EXPECTED and not (self._layout.stale and one.status == 404):
                self._complaints.append(f"{one.what} was answered {one.status} {one.code}")
            seconds = one.ended - one.started
            stood_still = sum(max(0.0, min(one.ended, end) - max(one.started, start)) for start, end in frozen)
            if seconds - stood_still > BOUND + SLACK:
                self._complaints.append(f"{one.what} took {seconds:.1f} s, and was answered {one.status} {one.code}")

    def _check_game(self, created: Created, store: Store) -> None:
        path = f"/v1/games/{created.game}"
        answer = self._caller.call("GET", path)
        if answer.status_code != 200:
            self._complaints.append(f"{path}: {answer.status_code} {answer.text}")
            return
        game = answer.json()
        played = self._played(path)
        if played is None:
            return
        self._check_numbers(path, game, played, store)
        self._check_answered(path, played)
        self._check_seats(path, game)
        record = self._caller.call("GET", f"{path}/record").json()
        try:
            position = check_record(record).position
        except KilnError as error:
            self._complaints.append(f"{path}: its record does not hold: {error}")
            return
        if GameService(store.games).get(created.game).position != position:
            self._complaints.append(f"{path}: its record leads elsewhere")

    def _played(self, path: str) -> list[dict[str, Any]] | None:
        played: list[dict[str, Any]] = []
        more = True
        while more:
            after = played[-1]["number"] if played else 0
            answer = self._caller.call("GET", f"{path}/moves?limit=1000&after={after}")
            if answer.status_code != 200:
                self._complaints.append(f"{path}/moves: {answer.status_code} {answer.text}")
                return None
            page = answer.json()
            played += page["moves"]
            more = page["more"]
        return played

    def _check_numbers(self, path: str, game: dict[str, Any], played: list[dict[str, Any]], store: Store) -> None:
        numbers = [move["number"] for move in played]
        if numbers != list(range(game["start_number"], game["number"])):
            self._complaints.append(f"{path}: the numbers are {numbers}")
        changes = store.games.history(store.games.load(game["id"]).game, 0).changes
        if game["version"] != len(played) + len(changes):
            self._complaints.append(f"{path}: version {game['version']}, {len(played)} moves, {len(changes)} changes")

    def _check_answered(self, path: str, played: list[dict[str, Any]]) -> None:
        by_number = {move["number"]: (move["seat"], move["move"], move["position"]) for move in played}
        firsts: Counter[int] = Counter()
        for move in self._moves[path.rpartition("/")[2]]:
            found = by_number.get(move.number)
            if found != (move.seat, move.move, move.position):
                self._complaints.append(f"{path}: {move} was answered, and is {found}")
            firsts[move.number] += move.status == 201
        for number, times in firsts.items():
            if times > 1:
                self._complaints.append(f"{path}: number {number} was answered with 201 {times} times")

    def _check_seats(self, path: str, game: dict[str, Any]) -> None:
        states = {seat["seat"]: (seat["state"], seat["name"]) for seat in game["seats"]}
        replaced = {seat for one, seat in self._journal.replaced if one == game["id"]}
        bots = {seat["seat"] for seat in game["seats"] if seat["bot"]}
        if not replaced <= bots:
            self._complaints.append(f"{path}: bots are to play on for {replaced}, and have {bots}")
        left = {seat for one, seat in self._journal.left if one == game["id"]}
        for seat in left:
            if states[seat][0] != ("taken" if seat in replaced else "left"):
                self._complaints.append(f"{path}: seat {seat} has left, and is {states[seat][0]}")
        for claim in self._journal.claims:
            if claim.game != game["id"]:
                continue
            role = self._caller.call("GET", f"{path}/me", token=claim.token)
            if claim.seat in replaced:
                if role.status_code != 403:
                    self._complaints.append(f"{path}: {claim} is a bot's now, but {role.status_code} {role.text}")
            elif role.status_code != 200 or role.json() != {"role": "seat", "seat": claim.seat}:
                self._complaints.append(f"{path}: {claim} was answered, but {role.status_code} {role.text}")
            if states[claim.seat][1] != claim.name:
                self._complaints.append(f"{path}: seat {claim.seat} is {states[claim.seat]}, not {claim.name}")

    def _check_removed(self, store: Store) -> None:
        for game in self._journal.removed:
            try:
                store.games.load(game)
            except GameNotFound:
                continue
            except GameError:
                pass
            self._complaints.append(f"{game} was removed, and is there: {game_keys(game)}")

    def _check_streams(self) -> None:
        played = {(move.game, move.number): (move.move, move.position) for move in self._journal.moves}
        by_game: defaultdict[str, list[Event]] = defaultdict(list)
        for event in self._journal.events:
            by_game[event.game].append(event)
        for game, told in by_game.items():
            events = _not_taken_back(told) if self._layout.stale else told
            versions = [event.version for event in events]
            if versions != list(range(versions[0], versions[0] + len(versions))):
                self._complaints.append(f"{game}: its stream told of the versions {versions}")
            for event in events:
                answered = played.get((game, event.number or 0))
                if event.kind == "move" and answered not in (None, (event.move, event.position)):
                    self._complaints.append(f"{game}: its stream told {event}, but {answered} was answered")

    def check_followed(self, versions: dict[str, int]) -> None:
        """Check that the streams have come to the last version of each game."""
        last: defaultdict[str, int] = defaultdict(int)
        for event in self._journal.events:
            last[event.game] = event.version
        for game, version in versions.items():
            if last[game] != version:
                self._complaints.append(f"{game}: its stream has come to version {last[game]} of {version}")


def wait_until_well(layout: Layout, caller: Caller, seconds: float = 60) -> None:
    """Wait until the service answers, and its store takes writes."""
    deadline = time.monotonic() + seconds
    while caller.call("GET", "/readyz").status_code != 200:
        assert time.monotonic() < deadline, "the service does not get well"
        time.sleep(0.1)


def _not_taken_back(events: list[Event]) -> list[Event]:
    """Leave out what a stream told, and took back by showing the game at an earlier version.

    With several servers it may tell of a change that nobody has been answered yet, and that dies with its server.
    """
    stands: list[Event] = []
    for event in events:
        if event.kind == "game":
            stands = [one for one in stands if one.version < event.version]
        stands.append(event)
    return stands
