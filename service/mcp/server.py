"""The tools and the guide as a server of the Model Context Protocol."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError as error:
    raise ImportError('the server needs more packages: pip install ".[mcp]"') from error

from service import __version__
from service.mcp.seats import Refused, Service
from service.mcp.tools import Tools, read_guide

__all__ = ["make_server"]

_INSTRUCTIONS = (
    "Plays the board game Kiln on a running service. Read the rules first (tool read_rules, or the resource "
    "kiln://rules). Then create or join a game, wait for your turn, look at legal moves, play one, and wait again."
)


def make_server(service: Service) -> "MCPServer[Any]":
    """Return a server whose tools play on this service."""
    server: MCPServer[Any] = MCPServer("kiln", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING")
    for tool in Tools(service).all():
        server.add_tool(_readable_faults(tool), description=inspect.getdoc(tool))
    server.resource("kiln://rules", name="rules", mime_type="text/markdown", description="The rules of Kiln in short")(
        read_guide
    )
    return server


def _readable_faults(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Return the tool so that a refusal comes to the agent as the tool's error, in its own words."""

    @functools.wraps(tool)
    def call(*arguments: Any, **more: Any) -> Any:
        try:
            return tool(*arguments, **more)
        except Refused as refused:
            raise ToolError(str(refused)) from None

    return call
