"""Compile the rules and the movers with mypyc, in place: `python -m native.compile`, with `--remove` the other way.

Needs a C compiler and what requirements/compile.txt holds. Takes one to three minutes. Sources that change afterwards
are not looked at by Python until they are compiled again: `--check` tells.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("service/rules", "service/bots")

GROUP = "service.native"
"""All modules share one library, beside them: `service/native__mypyc….so`."""

FLAGS = ("-fno-semantic-interposition",)
"""Functions that call each other within the library may be put into one another."""

STALE = """The rules and the bots have changed since they were compiled; what was compiled is what runs.
"make compile" compiles them again, "make uncompile" removes what was compiled.
"""


def sources() -> list[str]:
    """Return the modules that are compiled, from the root."""
    return [str(path.relative_to(ROOT)) for package in PACKAGES for path in sorted((ROOT / package).glob("*.py"))]


def remove() -> None:
    """Remove what has been compiled."""
    for path in [*(ROOT / "service").glob("native__mypyc*.so"), *_libraries()]:
        path.unlink()


def is_stale() -> bool:
    """Return whether something has been compiled, and is older than the sources are now."""
    compiled = [path.stat().st_mtime for path in (ROOT / "service").glob("native__mypyc*.so")]
    return bool(compiled) and min(compiled) < max((ROOT / path).stat().st_mtime for path in sources())


def _libraries() -> list[Path]:
    return [path for package in PACKAGES for path in (ROOT / package).glob("*.so")]


def compile_all() -> None:
    """Compile everything, or raise SystemExit."""
    from mypyc.build import mypycify  # noqa: PLC0415  # not needed, and perhaps not there, to remove
    from setuptools import setup  # noqa: PLC0415

    os.chdir(ROOT)  # the modules are named, and the results lie, from there
    with tempfile.TemporaryDirectory() as folder:
        extensions = mypycify(
            sources(), opt_level="3", debug_level="0", group_name=GROUP, target_dir=f"{folder}/c", verbose=False
        )
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        arguments = ["--quiet", "build_ext", "--inplace", f"--build-temp={folder}/temp", f"--build-lib={folder}/lib"]
        setup(name="kiln-native", packages=[], ext_modules=extensions, script_args=arguments)


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m native.compile", description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--remove", action="store_true", help="remove what has been compiled")
    what.add_argument(
        "--check", action="store_true", help="say whether what has been compiled is older than its sources"
    )
    asked = parser.parse_args()
    if asked.check:
        if is_stale():
            sys.stderr.write(STALE)
        return
    remove()
    if not asked.remove:
        compile_all()


if __name__ == "__main__":
    main()
