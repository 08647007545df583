"""What an agent can do, as plain functions: each is a tool, and its docstring is what the agent reads."""

import secrets
import time
from collections.abc import Callable
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from service.mcp.seats import Refused, Seats, Service
from service.mcp.summary import describe_game, describe_moves, still_played

__all__ = ["LONGEST_WAIT", "MOST_MOVES", "Tools", "read_guide"]

MOST_MOVES = 200
"""How many moves one answer lists at most."""

LONGEST_WAIT = 50
"""For how many seconds one call waits at most: hosts of agents drop a call after a minute."""

_WAIT_STEP = 5
"""For how many seconds one request waits: less than a lost one takes to be noticed."""

_RECENT = 8


def read_guide() -> str:
    """Return the rules and the notation in short."""
    return files("service.mcp").joinpath("guide.md").read_text(encoding="utf-8")


class Tools:
    """The tools, over one service; the seats that they have taken are remembered between calls."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._seats = Seats()

    def all(self) -> list[Callable[..., Any]]:
        """Return all tools, in the order in which they are listed."""
        return [
            self.read_rules,
            self.create_game,
            self.list_open_games,
            self.join_game,
            self.show_game,
            self.wait_for_turn,
            self.legal_moves,
            self.try_move,
            self.play_move,
            self.leave_game,
        ]

    def read_rules(self) -> str:
        """Read the rules of Kiln, how moves are written, and how to play with these tools. Read this first."""
        return read_guide()

    def create_game(
        self,
        seats: list[str] | None = None,
        name: str | None = None,
        two_color: bool = False,
        target: int = 17,
        goal: str = "either",
        public: bool = False,
        seed: int | None = None,
    ) -> dict[str, Any]:
        """Create a game and take seats in it.

        `seats` has a word for each of 2 to 4 seats (the two-color game has 2): "me" for a seat of yours, "open" for one
        that somebody may claim with the game's id, or a level of the service's own players: "random", "greedy",
        "search-1", "search-2", "search-3", the weakest first. Without it: ["me", "open"]. With `public` others can find
        the game. `goal` "both" is for the two-color game. The tokens in the answer let you take your seats again later.
        """
        words = seats or ["me", "open"]
        # With a token of our own, the game is created once, however often the call is sent.
        body: dict[str, Any] = {
            "seats": [_wanted_seat(word, name) for word in words],
            "two_color": two_color,
            "target": target,
            "goal": goal,
            "public": public,
            "owner_token": secrets.token_urlsafe(32),
        }
        if seed is not None:
            body["seed"] = seed
        created = self._service.call("POST", "/v1/games", body=body)
        game_id = created["game"]["id"]
        for entry in created["seat_tokens"]:
            self._seats.hold(game_id, entry["seat"], entry["token"])
        return {"game": self._described(created["game"]), "seat_tokens": created["seat_tokens"]}

    def list_open_games(self, limit: int = 20) -> list[dict[str, Any]]:
        """List public games that wait for somebody to join, newest first, at most 100."""
        answer = self._service.call("GET", f"/v1/games?status=waiting&limit={max(1, min(limit, 100))}")
        return [
            {name: game[name] for name in ("id", "players", "two_color", "target", "goal", "variants", "created_at")}
            | {"open_seats": [seat["seat"] for seat in game["seats"] if seat["state"] == "open"]}
            for game in answer["games"]
        ]

    def join_game(
        self, game_id: str, seat: int | None = None, name: str | None = None, token: str | None = None
    ) -> dict[str, Any]:
        """Take an open seat of a game: a certain one, or the first; or, with the token of a seat, that one again."""
        path = _path(game_id)
        if token is not None:
            role = self._service.call("GET", f"{path}/me", token=token)
            if role["seat"] is None:
                raise Refused("This is the token of the game's owner, not that of a seat.")
            self._seats.hold(game_id, role["seat"], token)
            return {"game": self.show_game(game_id)}
        # With a token of our own, a call that is sent again takes no second seat.
        body = {"token": secrets.token_urlsafe(32)} | ({} if name is None else {"name": name})
        tail = "/seats" if seat is None else f"/seats/{int(seat)}"
        claimed = self._service.call("POST", path + tail, body=body)
        taken = claimed["seat_token"]
        self._seats.hold(game_id, taken["seat"], taken["token"])
        return {"game": self._described(claimed["game"]), "seat_tokens": [taken]}

    def show_game(self, game_id: str) -> dict[str, Any]:
        """Show a game: whose turn it is, scores, the position with a picture, the latest moves with their events."""
        return self._described(self._service.call("GET", _path(game_id)))

    def wait_for_turn(self, game_id: str, seconds: float = 25) -> dict[str, Any]:
        """Wait until it is your turn or the game is over, at most `seconds` (up to 50); show the game.

        If `your_turn` is false and `status` is not "finished" then, call it again.
        """
        deadline = time.monotonic() + max(0.0, min(seconds, LONGEST_WAIT))
        held = self._seats.held(game_id)
        if not held:
            raise Refused(f"You hold no seat of game {game_id}.")
        path = _path(game_id)
        game = self._service.call("GET", path)
        while game["status"] != "finished" and game["to_move"] not in still_played(game, held):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            wait = max(1, min(_WAIT_STEP, round(left)))
            game = self._service.call("GET", f"{path}?after={game['version']}&wait={wait}")
        return self._described(game)

    def legal_moves(
        self, game_id: str, push: str | None = None, offset: int = 0, limit: int = 50, sample: int | None = None
    ) -> dict[str, Any]:
        """List legal moves of the seat to move: at most 200 from `offset` on, of `total`, in a fixed order by push.

        `push` narrows to one slot, such as "N3". With `sample` come so many (up to 200) drawn at random from all
        instead, which gives an overview where there are thousands.
        """
        narrowed = "" if push is None else f"&push={quote(push, safe='')}"
        if sample is not None:
            query = f"sample={max(1, min(sample, MOST_MOVES))}{narrowed}"
        else:
            query = f"offset={max(0, offset)}&limit={max(1, min(limit, MOST_MOVES))}{narrowed}"
        return self._service.call("GET", f"{_path(game_id)}/legal-moves?{query}")

    def try_move(self, game_id: str, move: str) -> dict[str, Any]:
        """Show what a move would do, without playing it: its events and the game after it, or why it is not allowed."""
        return self._sent(game_id, None, move, "?dry_run=true")

    def play_move(self, game_id: str, number: int, move: str) -> dict[str, Any]:
        """Play a move of yours as the move with this number, which is that of the game as you have seen it.

        If the answer is lost, send the same again: it is played once.
        """
        return self._sent(game_id, number, move, "")

    def leave_game(self, game_id: str, seat: int | None = None) -> dict[str, Any]:
        """Resign: give up a seat of yours for good. In a game that still waits for others, the seat is open again."""
        token = self._seats.token(game_id, seat)
        number = seat if seat is not None else self._seats.held(game_id)[0]
        game = self._service.call("DELETE", f"{_path(game_id)}/seats/{number}", token=token)
        if game["status"] == "waiting":  # the token is dead, and somebody else may take the seat
            self._seats.release(game_id, number)
        return self._described(game)

    def _sent(self, game_id: str, number: int | None, move: str, query: str) -> dict[str, Any]:
        """Send a move for the seat whose turn it is, or for one of ours, so that the service says what is wrong."""
        path = _path(game_id)
        held = self._seats.held(game_id)
        game = self._service.call("GET", path)
        seat = game["to_move"]
        if number is not None and number < game["number"]:  # sent again, perhaps: by whom it was played then
            seat = self._service.call("GET", f"{path}/moves/{number}")["seat"]
        token = self._seats.token(game_id, seat if seat in held or len(held) != 1 else held[0])
        body = {"number": game["number"] if number is None else number, "move": move}
        played = self._service.call("POST", f"{path}/moves{query}", token=token, body=body)
        return {"played": describe_moves([played["move"]])[0], "game": self._described(played["game"], recent=False)}

    def _described(self, game: dict[str, Any], *, recent: bool = True) -> dict[str, Any]:
        described = describe_game(game, self._seats.held(game["id"]))
        if recent:
            after = max(game["start_number"], game["number"] - _RECENT) - 1
            moves = self._service.call("GET", f"{_path(game['id'])}/moves?after={max(0, after)}&limit={_RECENT}")
            described["recent_moves"] = describe_moves(moves["moves"])
        return described


def _path(game_id: str) -> str:
    if not (game_id.isascii() and game_id.isalnum()):
        raise Refused(f"{game_id!a} is no id of a game: game_not_found")
    return f"/v1/games/{game_id}"


def _wanted_seat(word: str, name: str | None) -> dict[str, Any]:
    if word == "open":
        return {"open": True}
    if word == "me":
        return {} if name is None else {"name": name}
    return {"bot": {"level": word}}
