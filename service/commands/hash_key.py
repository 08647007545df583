"""`kiln hash-key`: what the service is told of an API key."""

import hashlib
import secrets
import sys

import click


@click.command("hash-key")
@click.option("--new", is_flag=True, help="Make a key, and print it before its hash.")
def hash_key(new: bool) -> None:
    """Print the hash of an API key, for KILN_API_KEYS.

    The key is asked for, or read from standard input; it is not taken from the command line, where others could see it.
    """
    if new:
        key = secrets.token_urlsafe(32)
        click.echo(f"key:  {key}\nhash: {_hash(key)}")
        return
    if sys.stdin.isatty():
        key = click.prompt("Key", hide_input=True, err=True)
    else:
        key = sys.stdin.readline().rstrip("\r\n")
    if not key or not key.isascii() or not key.isprintable() or key != key.strip():
        raise click.ClickException("A key is text of ASCII characters, without spaces around it.")
    click.echo(_hash(key))


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
