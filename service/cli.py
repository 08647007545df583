"""The command line: `kiln COMMAND`.

Each command is a module of `service.commands`; a line in `COMMANDS` makes it known. A module is imported only when
its command is used, so that a quick one does not wait for the libraries of a slow one.
"""

import importlib

import click

from service import __version__

COMMANDS = {
    "serve": "service.commands.serve:serve",
    "health": "service.commands.health:health",
    "play": "service.commands.play:play",
    "mcp": "service.commands.mcp:mcp",
    "show": "service.commands.show:show",
    "perft": "service.commands.perft:perft",
    "ladder": "service.commands.ladder:ladder",
    "hash-key": "service.commands.hash_key:hash_key",
}


class LazyGroup(click.Group):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """The command of that name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name]} is no command")
        return command


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from service.rules.form import form_name  # noqa: PLC0415  # the rules take longer to load than this takes

        click.echo(f"kiln {__version__} (rules: {form_name()})")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show what runs, and exit.",
)
def main() -> None:
    """The board game Kiln as a service."""


if __name__ == "__main__":
    main(prog_name="kiln")
