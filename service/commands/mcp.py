"""`kiln mcp`: a server of tools for agents of language models, over standard input and output."""

from typing import Any

import click

from service.commands.service_client import ServiceClient, ServiceError, check_base_url
from service.mcp.seats import Refused

_PATIENCE = 15.0
"""For how many seconds a lost call is sent again, and one over a limit waits: less than an agent's host does."""


def _base_url(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    try:
        return check_base_url(value)
    except ValueError as error:
        raise click.BadParameter(f"{error}, not {value!a}") from None


@click.command()
@click.option(
    "--url",
    envvar="KILN_URL",
    default="http://127.0.0.1:8000",
    show_default=True,
    callback=_base_url,
    help="The service to play on [also: KILN_URL].",
)
@click.option("--api-key", envvar="KILN_API_KEY", help="The service's API key, if it wants one [also: KILN_API_KEY].")
def mcp(url: str, api_key: str | None) -> None:
    """Serve tools to play Kiln to an agent of a language model.

    Speaks the Model Context Protocol over standard input and output; the agent's host starts it. It needs a running
    service, and the extra: pip install ".[mcp]".
    """
    try:
        from service.mcp.server import make_server  # noqa: PLC0415 - needs the extra
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    make_server(_Refusing(url, api_key or None)).run("stdio")


class _Refusing:
    """A service whose refusals are texts for an agent."""

    def __init__(self, url: str, api_key: str | None) -> None:
        self._client = ServiceClient(
            url,
            patience=_PATIENCE,
            limit_patience=_PATIENCE,
            note=lambda text: click.echo(text, err=True),
            api_key=api_key,
            name="kiln-mcp",
        )

    def call(self, method: str, path: str, *, token: str | None = None, body: object = None) -> dict[str, Any]:
        """Return the JSON object that answers a call."""
        try:
            return self._client.call(method, path, token=token, body=body)
        except ServiceError as error:
            # What was called and where is of no use to an agent; what is wrong follows it.
            raise Refused(error.message.partition(": ")[2] or error.message) from None
