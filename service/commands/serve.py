"""`kiln serve`: runs the service until it is told to end."""

import os
import signal
import sys

import click

from service.config import Config, ConfigError, describe_settings


def _settings_table() -> str:
    lines = ["\b", "Settings, all from the environment:"]
    for variable, default, purpose in describe_settings():
        lines.append(f"  {variable:<27} {purpose}" + (f" [{default}]" if default else ""))
    return "\n".join(lines)


@click.command(epilog=_settings_table())
def serve() -> None:
    """Run the service until it is told to end (Ctrl-C or SIGTERM).

    Without KILN_REDIS_URL it starts a Redis server of its own, which keeps the games in KILN_DATA_DIR.
    """
    # gunicorn follows signals once it runs. Until then the first process of a container would not, as the system
    # does nothing by itself there.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    from service.server import ServeError, serve_forever  # noqa: PLC0415 - slow, and not needed for --help

    try:
        serve_forever(Config.from_environment(os.environ))
    except (ConfigError, ServeError) as error:
        raise click.ClickException(str(error)) from None
