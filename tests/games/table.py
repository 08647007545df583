"""A game at a table, for tests: who has which token, and any number of moves."""

from __future__ import annotations

from random import Random
from typing import Any

from service.games import Game, GameService, NewGame, NewSeat, Played
from service.rules import Color, LegalMoves, Options, format_position, start_position

OPEN = NewSeat(open=True)
TAKEN = NewSeat()


class Table:
    """A game that was just created; `tokens` are what the seats present, `owner` is the owner's token.

    Bots move only when the test lets them, by the same methods.
    """

    def __init__(self, service: GameService, **asked: Any) -> None:
        self.service = service
        asked.setdefault("seed", 7)
        if "position" in asked:
            del asked["seed"]
        created = service.create(NewGame(**asked))
        self.id = created.game.id
        self.owner = created.owner_token
        self.tokens = dict(created.seat_tokens)

    @property
    def game(self) -> Game:
        return self.service.get(self.id)

    def claim(self, seat: int | None = None, name: str | None = None, token: str | None = None) -> int:
        claimed = self.service.claim(self.id, seat, name, token)
        self.tokens[claimed.seat] = claimed.token
        return claimed.seat

    def legal(self, index: int = 0) -> str:
        return LegalMoves(self.game.position).at(index)

    @staticmethod
    def legal_of(game: Game) -> str:
        return LegalMoves(game.position).at(0)

    def play(self, text: str | None = None) -> Played:
        """Play a move (the first legal one) for the seat whose turn it is."""
        return self._play(self.game, text or self.legal())

    def play_random(self, count: int, seed: int = 1) -> list[Played]:
        """Play up to `count` moves, the same ones each time."""
        generator = Random(seed)
        played: list[Played] = []
        game = self.game
        while game.to_move is not None and len(played) < count:
            text = LegalMoves(game.position).random(generator)
            played.append(self._play(game, text))
            game = played[-1].game
        return played

    def play_to_the_end(self) -> Game:
        """Play the first move that sells, or one of the middle, until the game is over."""
        game = self.game
        while game.to_move is not None:
            moves = LegalMoves(game.position)
            text = next((move for move in moves if " R" in move or " C" in move), moves.at(len(moves) // 2))
            game = self._play(game, text).game
        return game

    def _play(self, game: Game, text: str) -> Played:
        assert game.to_move is not None
        if game.bot_to_move is not None:
            return self.service.play_for_bot(self.id, game.to_move, game.number, text)
        return self.service.play(self.id, self.tokens[game.to_move], game.number, text)


def finished(service: GameService, **asked: Any) -> Table:
    """A game that all seats but the last have left."""
    table = Table(service, **asked)
    for seat in range(1, len(table.game.seats)):
        service.leave(table.id, seat, table.owner)
    assert table.game.outcome is not None
    return table


def position_text(**fields: str) -> str:
    """The start of a two-seat game with some fields of its text replaced, such as `scores="3,0"`."""
    names = ("kiln", "outer", "seats", "warehouses", "scores", "turn", "options", "number")
    start = format_position(start_position([[Color.RED], [Color.BLUE]], Options(), 7, 1))
    known = dict(zip(names, start.split(" "), strict=True))
    return " ".join((known | fields).values())


WINNING = position_text(warehouses="xxxxx/5/5/5/5,5/5/5/5/5", options="1m")
"""Seat 1 may sell a row, and wins with it."""

FINISHED = position_text(scores="17,0")


def winning_move(table: Table) -> str:
    """The first legal move that sells a row."""
    return next(move for move in LegalMoves(table.game.position) if " R" in move)
