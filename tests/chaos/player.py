"""A client that plays game after game, for all of its seats: moves, rivals, repeats, claims and leaves."""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from service.rules import LegalMoves, parse_position
from tests.chaos.caller import Caller
from tests.chaos.journal import Claim, Created, Journal, Move

RIVALS = 0.25
"""How often two clients play different moves as the same number, at once."""
REPEATS = 0.2
"""How often a move is sent once more although it was answered, or twice at once."""
LEAVES = 0.01
BOTS = 0.4
"""How often bots have seats of a game."""
ON_LEAVE = 0.4
"""How often they play on for who leaves."""
REMOVES = 0.2
"""How often a game that has ended is removed."""


class Player(threading.Thread):
    """Plays until it is told to stop, then leaves the game as it is."""

    def __init__(
        self, journal: Journal, instances: Sequence[str], seed: int, stop: threading.Event, stale: float
    ) -> None:
        super().__init__(name=f"player-{seed}", daemon=True)
        self._journal = journal
        self._random = random.Random(seed)
        self._stop_playing = stop
        self._stale = stale
        self._caller = Caller(journal, instances, seed, stale)
        self._rival = Caller(journal, instances, seed + 1000, stale)
        self._pool = ThreadPoolExecutor(1)
        self._failed = False  # the game at hand is not worth going on with

    def run(self) -> None:
        try:
            while not self._stop_playing.is_set():
                self._play_a_game()
        except AssertionError as error:
            self._journal.complain(str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the checker is to tell of it
            self._journal.complain(f"{self.name}: {type(error).__name__}: {error}")
        finally:
            self._pool.shutdown()
            self._caller.close()
            self._rival.close()

    def _play_a_game(self) -> None:
        owner = secrets.token_urlsafe(24)
        players = self._random.choice((2, 2, 3, 4))
        opened = self._random.randrange(players)
        seats: list[dict[str, Any]] = [{"open": True} if seat < opened else {} for seat in range(players)]
        body = {"owner_token": owner, "seats": seats, "target": 9, "seed": self._random.randrange(1 << 50)}
        if self._random.random() < BOTS:
            for seat in range(opened, players):
                if self._random.random() < 0.6:
                    seats[seat] = {"bot": {"level": self._random.choice(("random", "greedy", "search-2"))}}
        if self._random.random() < ON_LEAVE:
            body["on_leave"] = {"bot": {"level": "greedy"}}
        answer = self._expect(self._caller.call("POST", "/v1/games", json=body), 200, 201)
        game = answer["game"]
        path = f"/v1/games/{game['id']}"
        self._journal.created.append(Created(game["id"], owner))
        tokens: dict[int, str] = {one["seat"]: one["token"] for one in answer["seat_tokens"]}
        for seat in range(1, opened + 1):
            tokens[seat] = self._claim(path, game["id"], seat)
        self._move_until_it_ends(path, game["id"], owner, tokens)
        if self._random.random() < REMOVES:
            self._caller.call("DELETE", path, token=owner, game=game["id"])
            self._journal.removed.append(game["id"])

    def _claim(self, path: str, game: str, seat: int) -> str:
        """Two clients want the same seat at once, each with a token of its own: one gets it."""
        wishes = [(secrets.token_urlsafe(24), name) for name in ("one", "two")]
        bodies = [{"token": token, "name": name} for token, name in wishes]
        callers = (self._caller, self._rival)
        answers = self._both(
            [
                (caller, "POST", f"{path}/seats/{seat}", None, body)
                for caller, body in zip(callers, bodies, strict=True)
            ],
            game,
        )
        got = [wish for wish, answer in zip(wishes, answers, strict=True) if answer.status_code in (200, 201)]
        if len(got) != 1:
            found = [answer.status_code for answer in answers]
            self._journal.complain(f"{path}: the claims of seat {seat} were answered {found}")
            return wishes[0][0]
        token, name = got[0]
        self._journal.claims.append(Claim(game, seat, token, name))
        return token

    def _move_until_it_ends(self, path: str, game: str, owner: str, tokens: dict[int, str]) -> None:
        document = self._expect(self._caller.call("GET", path, game=game), 200)
        self._failed = False
        while not self._stop_playing.is_set() and not self._failed and document["status"] == "playing":
            people = [one["seat"] for one in document["seats"] if one["state"] == "taken" and one["bot"] is None]
            if people and self._random.random() < LEAVES:
                seat = self._random.choice(people)
                answer = self._caller.call("DELETE", f"{path}/seats/{seat}", token=owner, game=game)
                if answer.status_code == 409 and answer.json()["code"] == "game_finished":  # by a bot, just now
                    return
                document = self._expect(answer, 200)
                self._journal.left.append((game, seat))
                if document["on_leave"] is not None:
                    self._journal.replaced.append((game, seat))
                continue
            if document["to_move"] not in people:
                document = self._wait(path, game, document)
                continue
            document = self._move(path, game, tokens, document)

    def _wait(self, path: str, game: str, document: dict[str, Any]) -> dict[str, Any]:
        """Wait for a bot to move; that it does in the end is for the checker to find out."""
        answer = self._caller.call("GET", f"{path}?after={document['version']}&wait=1", game=game)
        found = self._expect(answer, 200)
        return found if found["version"] > document["version"] else document

    def _move(self, path: str, game: str, tokens: dict[int, str], document: dict[str, Any]) -> dict[str, Any]:
        number, seat = document["number"], document["to_move"]
        legal = LegalMoves(parse_position(document["position"]))
        moves = [legal.random(self._random)]
        dice = self._random.random()
        if dice < RIVALS:
            moves.append(legal.random(self._random))
        elif dice < RIVALS + REPEATS:
            moves *= 2
        calls = [
            (caller, "POST", f"{path}/moves", tokens[seat], {"number": number, "move": move})
            for caller, move in zip((self._caller, self._rival), moves, strict=False)
        ]
        last = document
        for answer, move in zip(self._both(calls, game), moves, strict=True):
            found = answer.json()
            if answer.status_code in (200, 201):
                played = found["move"]
                if (played["number"], played["seat"], played["move"]) != (number, seat, move):
                    self._journal.complain(f"{path}: {move} as number {number} was answered with {played}")
                self._journal.moves.append(Move(game, number, seat, move, played["position"], answer.status_code))
                last = max(last, found["game"], key=lambda one: int(one["version"]))
            elif found["code"] == "number_not_reached" and self._stale:
                # What a bot has played was seen before it was safe, and died with its server. The bot plays it again.
                return self._expect(self._caller.call("GET", path, game=game), 200)
            elif len(moves) < 2 or found["code"] not in ("number_taken", "game_finished"):  # by the rival
                self._journal.complain(f"{path}: {move} as number {number}: {answer.status_code} {found}")
        if last is document:
            self._journal.complain(f"{path}: no move was played as number {number}")
            self._failed = True
        return last

    def _both(self, calls: Sequence[tuple[Caller, str, str, str | None, Any]], game: str) -> list[httpx.Response]:
        """Make one call, or two at once."""
        futures = [self._pool.submit(one[0].call, *one[1:3], token=one[3], json=one[4], game=game) for one in calls[1:]]
        caller, method, path, token, body = calls[0]
        return [
            caller.call(method, path, token=token, json=body, game=game),
            *(future.result() for future in futures),
        ]

    def _expect(self, answer: httpx.Response, *statuses: int) -> dict[str, Any]:
        assert answer.status_code in statuses, f"{answer.request.url}: {answer.status_code} {answer.text}"
        document: dict[str, Any] = answer.json()
        return document
