"""An agent plays over the Model Context Protocol: the SDK's client, `kiln mcp` as a host starts it, a real service."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("mcp", reason='the extra "mcp" is not installed')

from mcp import Client, StdioServerParameters, stdio_client

from tests.examples.serving import ROOT, running_process, running_service

pytestmark = pytest.mark.xdist_group("processes")

Agent = Callable[..., Coroutine[Any, Any, Any]]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_service(tmp_path_factory.mktemp("data")) as address:
        yield address


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Client]:
    """A client whose server is `kiln mcp`, of a host that hands on the environment that a user has set for it."""
    environment = {"KILN_URL": address, "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "service.cli", "mcp"], env=environment, cwd=ROOT
    )
    async with Client(stdio_client(parameters)) as client:
        yield client


def caller(client: Client) -> Agent:
    """How an agent calls a tool: gives what it returns, or raises what it is told."""

    async def call(tool: str, **arguments: Any) -> Any:
        result = await client.call_tool(tool, arguments)
        if result.is_error:
            raise RuntimeError(text_of(result))
        content = result.structured_content
        assert content is not None
        return content["result"] if set(content) == {"result"} else content

    return call


def text_of(result: Any) -> str:
    return "".join(part.text for part in result.content)


def run(address: str, story: Callable[[Agent], Coroutine[Any, Any, None]]) -> None:
    async def connect() -> None:
        async with asyncio.timeout(120), connected(address) as client:
            await story(caller(client))

    asyncio.run(connect())


def test_it_tells_the_tools_and_the_rules_as_a_tool_and_as_a_resource(service: str) -> None:
    async def look() -> None:
        async with asyncio.timeout(60), connected(service) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == [
                "read_rules",
                "create_game",
                "list_open_games",
                "join_game",
                "show_game",
                "wait_for_turn",
                "legal_moves",
                "try_move",
                "play_move",
                "leave_game",
            ]
            assert all(tool.description for tool in tools)
            play = next(tool for tool in tools if tool.name == "play_move").input_schema
            assert play["required"] == ["game_id", "number", "move"]
            (resource,) = (await client.list_resources()).resources
            assert str(resource.uri) == "kiln://rules"
            shown = (await client.read_resource("kiln://rules")).contents[0]
            rules = text_of(await client.call_tool("read_rules", {}))
            assert getattr(shown, "text", None) == rules == (ROOT / "service/mcp/guide.md").read_text(encoding="utf-8")

    asyncio.run(look())


def test_an_agent_plays_a_whole_game_at_both_seats(service: str) -> None:
    async def story(call: Agent) -> None:
        created = await call("create_game", seats=["me", "me"], name="Ada", target=3, seed=7)
        game = created["game"]
        assert (game["your_seats"], game["your_turn"], game["status"]) == ([1, 2], True, "playing")
        assert "N1 N2 N3 N4 N5 N6" in game["picture"]
        numbers = []
        while game["status"] == "playing":
            game = await call("wait_for_turn", game_id=game["game_id"])
            listed = await call("legal_moves", game_id=game["game_id"], sample=10, limit=3)
            move = max(listed["moves"], key=lambda text: " R" in text or " C" in text)
            tried = await call("try_move", game_id=game["game_id"], move=move)
            played = await call("play_move", game_id=game["game_id"], number=game["number"], move=move)
            assert tried["played"] == played["played"]
            numbers.append(played["played"]["number"])
            game = played["game"]
        assert numbers == list(range(1, len(numbers) + 1))
        assert game["outcome"]["reason"] == "target"
        shown = await call("show_game", game_id=game["game_id"])
        assert [move["number"] for move in shown["recent_moves"]] == numbers[-8:]

    run(service, story)


def test_two_agents_meet_and_each_waits_for_its_turn(service: str) -> None:
    async def meet() -> None:
        async with asyncio.timeout(120), connected(service) as first, connected(service) as second:
            ada, grace = caller(first), caller(second)
            created = await ada("create_game", public=True, seed=7)
            game_id = created["game"]["game_id"]
            assert created["game"]["status"] == "waiting"
            listed = await grace("list_open_games")
            assert next(game for game in listed if game["id"] == game_id)["open_seats"] == [2]
            joined = await grace("join_game", game_id=game_id, name="Grace")
            assert joined["game"]["your_seats"] == [2]
            seat = joined["game"]["to_move"]
            mover, other = (ada, grace) if seat == 1 else (grace, ada)
            waiting = asyncio.create_task(other("wait_for_turn", game_id=game_id, seconds=40))
            mine = await mover("wait_for_turn", game_id=game_id)
            assert mine["your_turn"]
            moves = await mover("legal_moves", game_id=game_id, limit=1)
            await asyncio.sleep(1)
            assert not waiting.done()
            played = await mover("play_move", game_id=game_id, number=1, move=moves["moves"][0])
            seen = await waiting
            assert seen["your_turn"]
            assert seen["recent_moves"][-1] == played["played"]
            # Sent again, it is played once; another move in its place is refused, and so is one out of turn.
            again = await mover("play_move", game_id=game_id, number=1, move=moves["moves"][0])
            assert again["played"] == played["played"]
            assert again["game"]["number"] == 2
            with pytest.raises(RuntimeError, match=r"not_your_turn|number_not_reached"):
                await mover("play_move", game_id=game_id, number=2, move=moves["moves"][0])
            left = await other("leave_game", game_id=game_id)
            assert left["outcome"]["winner"] == seat
            assert (await mover("wait_for_turn", game_id=game_id))["status"] == "finished"

    asyncio.run(meet())


def test_an_agent_plays_against_a_level_of_the_service(service: str) -> None:
    async def story(call: Agent) -> None:
        game = (await call("create_game", seats=["me", "random"], target=2, seed=7))["game"]
        assert (game["your_seats"], game["seats"][1]["bot"]) == ([1], "random")
        while game["status"] == "playing":
            game = await call("wait_for_turn", game_id=game["game_id"])
            if game["your_turn"]:
                listed = await call("legal_moves", game_id=game["game_id"], sample=50)
                move = max(listed["moves"], key=lambda text: " R" in text or " C" in text)
                game = (await call("play_move", game_id=game["game_id"], number=game["number"], move=move))["game"]
        assert game["outcome"]["winner"] in (1, 2)
        with pytest.raises(RuntimeError, match="invalid_field"):
            await call("create_game", seats=["me", "perfect"])

    run(service, story)


def test_a_seat_that_was_given_up_before_the_game_began_is_no_longer_the_agents(service: str) -> None:
    async def meet() -> None:
        async with asyncio.timeout(120), connected(service) as first, connected(service) as second:
            ada, grace = caller(first), caller(second)
            game_id = (await ada("create_game", seats=["me", "open"]))["game"]["game_id"]
            left = await ada("leave_game", game_id=game_id)
            assert (left["status"], left["your_seats"]) == ("waiting", [])
            await grace("join_game", game_id=game_id, seat=1)
            joined = await grace("join_game", game_id=game_id, seat=2)
            assert (joined["game"]["status"], joined["game"]["your_turn"]) == ("playing", True)
            shown = await ada("show_game", game_id=game_id)
            assert (shown["your_seats"], shown["your_turn"]) == ([], False)
            with pytest.raises(RuntimeError, match="You hold no seat"):
                await ada("wait_for_turn", game_id=game_id)

    asyncio.run(meet())


def test_a_seat_that_a_bot_plays_on_for_is_no_longer_the_agents(service: str) -> None:
    async def story(call: Agent) -> None:
        seats = [{"name": "Ada"}, {"name": "Grace"}]
        wanted = {"seats": seats, "first_seat": 1, "on_leave": {"bot": {"level": "random"}}}
        created = httpx.post(f"{service}/v1/games", json=wanted).raise_for_status().json()
        game_id = created["game"]["id"]
        for entry in created["seat_tokens"]:
            await call("join_game", game_id=game_id, token=entry["token"])
        left = await call("leave_game", game_id=game_id, seat=1)
        assert (left["status"], left["your_seats"], left["seats"][0]["bot"]) == ("playing", [2], "random")
        game = await call("wait_for_turn", game_id=game_id, seconds=40)
        assert (game["to_move"], game["your_turn"], game["your_seats"]) == (2, True, [2])

    run(service, story)


def test_a_wait_is_bounded_and_says_that_it_is_not_yet_your_turn(service: str) -> None:
    async def story(call: Agent) -> None:
        game = (await call("create_game"))["game"]
        began = asyncio.get_running_loop().time()
        waited = await call("wait_for_turn", game_id=game["game_id"], seconds=2)
        assert 1.5 < asyncio.get_running_loop().time() - began < 15
        assert (waited["your_turn"], waited["status"]) == (False, "waiting")

    run(service, story)


def test_lists_are_bounded_whatever_is_asked_for(service: str) -> None:
    async def story(call: Agent) -> None:
        game = (await call("create_game", seats=["me", "me"], two_color=True))["game"]
        listed = await call("legal_moves", game_id=game["game_id"], limit=10**6)
        assert len(listed["moves"]) == 200 < listed["total"]
        following = await call("legal_moves", game_id=game["game_id"], offset=200, limit=2)
        assert following["offset"] == 200
        assert not set(following["moves"]) & set(listed["moves"])
        pushed = await call("legal_moves", game_id=game["game_id"], push="W6", limit=5)
        assert all(move.startswith("W6 ") for move in pushed["moves"])

    run(service, story)


def test_what_is_refused_comes_as_an_error_that_says_why(service: str) -> None:
    async def story(call: Agent) -> None:
        game = (await call("create_game", seats=["me", "me"], seed=7))["game"]
        refused: list[tuple[str, dict[str, Any], str]] = [
            ("play_move", {"number": 1, "move": "N5 a1>a1"}, "illegal_move.*already lies on N5"),
            ("play_move", {"number": 1, "move": "hello"}, "invalid_move"),
            ("play_move", {"number": 5, "move": "N1 a1>a1"}, "number_not_reached"),
            ("legal_moves", {"push": "X9"}, "invalid_field"),
            ("join_game", {}, "seat_taken"),
            ("join_game", {"token": "x" * 40}, "token_unknown"),
        ]
        for tool, arguments, words in refused:
            with pytest.raises(RuntimeError, match=words):
                await call(tool, game_id=game["game_id"], **arguments)
        for tool in ("show_game", "wait_for_turn", "legal_moves"):
            with pytest.raises(RuntimeError, match=r"game_not_found|You hold no seat"):
                await call(tool, game_id="../../healthz")

    run(service, story)


def test_an_agent_that_was_started_anew_takes_its_seat_again_by_the_token(service: str) -> None:
    kept: dict[str, Any] = {}

    async def before(call: Agent) -> None:
        kept.update(await call("create_game", seed=7))

    async def after(call: Agent) -> None:
        game_id, token = kept["game"]["game_id"], kept["seat_tokens"][0]["token"]
        assert (await call("show_game", game_id=game_id))["your_seats"] == []
        assert (await call("join_game", game_id=game_id, token=token))["game"]["your_seats"] == [1]

    run(service, before)
    run(service, after)


def test_a_service_that_is_away_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    with running_process(tmp_path) as (process, address):

        async def story(call: Agent) -> None:
            game = (await call("create_game", seats=["me", "me"]))["game"]
            process.kill()
            process.wait(30)
            showing = asyncio.create_task(call("show_game", game_id=game["game_id"]))
            await asyncio.sleep(0.5)
            with running_service(tmp_path, int(address.rpartition(":")[2])):
                assert (await showing)["game_id"] == game["game_id"]

        run(address, story)


def test_it_says_what_to_install_where_the_extra_is_missing() -> None:
    code = "import sys; sys.modules['mcp'] = None; from service.cli import main; main(prog_name='kiln')"
    ran = subprocess.run([sys.executable, "-c", code, "mcp"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == 'Error: the server needs more packages: pip install ".[mcp]"\n'


def test_an_address_that_is_none_is_refused() -> None:
    command = [sys.executable, "-m", "service.cli", "mcp", "--url", "nowhere"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert re.search("must be like http://127.0.0.1:8000", ran.stderr)
