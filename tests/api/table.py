"""A game that tests play: who has which token, and the next move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.api.checked import Answer, CheckedClient

START = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"
#: Blue needs one point and can sell row 1 whatever else it does.
NEARLY_WON = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,xxxxx/5/5/5/5 0,16 2 17m 40"
FINISHED = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,17 2 17m 40"
TWO_COLORS = (
    "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r+g,b+y 5/5/5/5/5+5/5/5/5/5,5/5/5/5/5+5/5/5/5/5 0+0,0+0 1 17mb 3"
)


@dataclass
class Table:
    """A game with the tokens of its owner and its seats."""

    client: CheckedClient
    id: str
    owner: str
    tokens: dict[int, str]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def game(self) -> Any:
        return self.client.get(self.path).json

    def legal(self, index: int = 0) -> str:
        moves: list[str] = self.client.get(f"{self.path}/legal-moves?offset={index}&limit=1").json["moves"]
        return moves[0]

    def play(
        self, move: str | None = None, number: int | None = None, seat: int | None = None, query: str = ""
    ) -> Answer:
        """Play for the seat to move, the first legal move and the right number unless others are given."""
        game = self.game
        return self.client.post(
            f"{self.path}/moves{query}",
            {"number": game["number"] if number is None else number, "move": self.legal() if move is None else move},
            token=self.tokens[game["to_move"] if seat is None else seat],
        )


def new_table(client: CheckedClient, body: Any = None) -> Table:
    created = client.post("/v1/games", {"seed": 7} if body is None else body)
    assert created.status == 201, created.body
    document = created.json
    tokens = {entry["seat"]: entry["token"] for entry in document["seat_tokens"]}
    return Table(client, document["game"]["id"], document["owner_token"], tokens)
