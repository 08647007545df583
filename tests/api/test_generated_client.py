"""A Python client that openapi-python-client makes of the contract plays a game with the running service."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

OPENAPI = Path(__file__).parents[2] / "openapi"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("generated")
    subprocess.run(
        [
            str(Path(sys.executable).with_name("openapi-python-client")),
            "generate",
            f"--path={OPENAPI / 'kiln-v1.yaml'}",
            f"--config={OPENAPI / 'python-client.yaml'}",
            "--meta=none",
            "--fail-on-warning",
            f"--output-path={folder / 'kiln_client'}",
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    sys.path.insert(0, str(folder))
    yield importlib.import_module("kiln_client")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "kiln_client"]:
        del sys.modules[name]


def call(operation: str, **arguments: Any) -> Any:
    """Call an operation of the client, by the name of its module."""
    return importlib.import_module(f"kiln_client.api.{operation}").sync(**arguments)


@pytest.fixture
def clients(generated: ModuleType, running: str) -> Iterator[Callable[[str | None], Any]]:
    """Makes clients of the running service, with a token or without; they are closed after the test."""
    with ExitStack() as stack:

        def client(token: str | None) -> Any:
            if token is None:
                return stack.enter_context(generated.Client(base_url=running))
            return stack.enter_context(generated.AuthenticatedClient(base_url=running, token=token))

        yield client


def test_a_game_is_played_by_a_generated_client(clients: Callable[[str | None], Any]) -> None:
    models = importlib.import_module("kiln_client.models")
    anybody = clients(None)
    wanted = models.CreateGame(seats=[models.NewSeat(name="Ada"), models.NewSeat(open_=True)], target=2, seed=3)
    created = call("games.create_game", client=anybody, body=wanted)
    assert isinstance(created, models.CreatedGame)
    game_id = created.game.id
    assert created.game.status is models.GameStatus.WAITING
    claimed = call("seats.claim_first_seat", id=game_id, client=anybody, body=models.ClaimSeat(name="Grace"))
    assert isinstance(claimed, models.SeatWithToken)
    tokens = {entry.seat: entry.token for entry in [*created.seat_tokens, claimed.seat_token]}
    players = {seat: clients(token) for seat, token in tokens.items()}
    game = claimed.game
    for _ in range(300):
        if game.status is models.GameStatus.FINISHED:
            break
        legal = call("legal_moves.list_legal_moves", id=game_id, client=anybody, limit=10_000)
        selling = [move for move in legal.moves if " R" in move or " C" in move]
        body = models.PlayMove(number=legal.number, move=(selling or legal.moves)[-1])
        played = call("moves.play_move", id=game_id, client=players[legal.seat], body=body)
        assert isinstance(played, models.Played)
        assert played.move.events[0].to_dict()["type"] == "push"
        game = played.game
    assert isinstance(game.outcome, models.Outcome)
    assert game.outcome.reason is models.Ending.TARGET
    assert isinstance(game.last_move.events[-1], models.FinishEvent)
    listed = call("moves.list_moves", id=game_id, client=anybody)
    assert len(listed.moves) == game.number - 1
    tree = call("legal_moves.get_move_tree", id=game_id, client=anybody, push=models.Slot.N1)
    assert (tree.total, tree.seat, tree.pushes) == (0, None, [])


def test_a_generated_client_finds_a_game_sees_it_and_plays_again(clients: Callable[[str | None], Any]) -> None:
    models = importlib.import_module("kiln_client.models")
    anybody = clients(None)
    created = call("games.create_game", client=anybody, body=models.CreateGame(public=True, move_seconds=60))
    listed = call("games.list_games", client=anybody, limit=100)
    assert created.game.id in [summary.id for summary in listed.games]
    assert created.game.deadline is not None
    assert call("pictures.draw_game", id=created.game.id, client=anybody, size=300).startswith("<svg ")
    player = clients(created.seat_tokens[0].token)
    call("seats.leave_seat", id=created.game.id, seat=1, client=player)
    rematch = call("games.create_rematch", id=created.game.id, client=player, body=models.Nothing())
    assert isinstance(rematch, models.Rematch)
    assert rematch.game.id != created.game.id


def test_a_generated_client_reads_problems(clients: Callable[[str | None], Any]) -> None:
    models = importlib.import_module("kiln_client.models")
    anybody = clients(None)
    problem = call("games.get_game", id="a" * 20, client=anybody)
    assert isinstance(problem, models.Problem)
    assert problem.code == "game_not_found"
    wrong = call("positions.play_in_position", client=anybody, body=models.PlayPosition(position="x", move="y"))
    assert isinstance(wrong, models.UnprocessableProblem)
    assert (wrong.code, wrong.at) == ("invalid_position", 0)
    created = call("games.create_game", client=anybody, body=models.CreateGame())
    taken = call("seats.claim_first_seat", id=created.game.id, client=anybody, body=models.ClaimSeat())
    assert isinstance(taken, models.ConflictProblem)
    assert (taken.code, taken.game_status) == ("seat_taken", models.GameStatus.PLAYING)
