"""`kiln hash-key`: what the service is told of an API key."""

import hashlib
import re

import pytest
from click.testing import CliRunner

from service.cli import main
from service.config import Config


def run(*arguments: str, stdin: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(main, ["hash-key", *arguments], input=stdin)
    return result.exit_code, result.output


@pytest.mark.parametrize("ending", ["\n", "", "\r\n"])
def test_a_key_from_standard_input_gives_its_hash(ending: str) -> None:
    code, said = run(stdin=f"a-key-of-mine{ending}")
    assert (code, said) == (0, hashlib.sha256(b"a-key-of-mine").hexdigest() + "\n")


def test_a_new_key_is_shown_with_its_hash() -> None:
    found = [re.fullmatch(r"key:  (\S{43})\nhash: ([0-9a-f]{64})\n", run("--new")[1]) for _ in range(2)]
    first, second = found
    assert first is not None
    assert second is not None
    assert hashlib.sha256(first[1].encode()).hexdigest() == first[2]
    assert first[1] != second[1]
    assert Config.from_environment({"KILN_API_KEYS": f"{first[2]},{second[2]}"}).api_keys == (first[2], second[2])


@pytest.mark.parametrize("key", ["", " ", " x", "x ", "schlüssel", "a\tb"])
def test_what_can_be_no_key_in_a_header_is_refused_and_not_repeated(key: str) -> None:
    code, said = run(stdin=key + "\n")
    assert code == 1
    assert said == "Error: A key is text of ASCII characters, without spaces around it.\n"


def test_a_key_is_not_taken_from_the_command_line() -> None:
    code, said = run("my-key")
    assert code == 2
    assert "unexpected extra argument" in said
