"""`kiln health`: asks the service on this machine whether it is well."""

import json
import os
from http.client import HTTPConnection, HTTPException

import click

from service.config import Config, ConfigError

_ANSWER_SECONDS = 4.0
"""How long to wait; /readyz answers within about 2 seconds."""


@click.command()
@click.option("--ready", is_flag=True, help="Ask whether its store takes writes, not only whether it answers.")
def health(ready: bool) -> None:
    """Ask the service on this machine whether it is well: exit code 0 if it is, 1 if not.

    It is looked for at HOST and PORT, as `kiln serve` takes them. Made for the health checks of containers.
    """
    try:
        config = Config.from_environment(os.environ)
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    # 0.0.0.0 and ::, which stand for all addresses of this machine, also lead to it.
    connection = HTTPConnection(config.host, config.port, timeout=_ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz" if ready else "/healthz")
        answer = connection.getresponse()
        content = answer.read(10_000)
    except (OSError, HTTPException) as error:
        reason = str(error) or type(error).__name__
        raise click.ClickException(f"No answer from {config.host} port {config.port}: {reason}") from None
    finally:
        connection.close()
    if answer.status != 200:
        raise click.ClickException(f"{answer.status} {answer.reason}: {_code(content)}")
    click.echo("ready" if ready else "alive")


def _code(content: bytes) -> str:
    """Return what a problem document calls the problem, if it is one."""
    try:
        problem = json.loads(content)
    except ValueError:
        return "this is no Kiln service"
    return str(problem.get("code")) if isinstance(problem, dict) else "this is no Kiln service"
