"""The rules stand on the standard library alone, and on none of it that reads, writes or tells the time."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "service" / "rules").glob("*.py"))

REACHES_OUTSIDE = {
    *("asyncio", "concurrent", "ctypes", "datetime", "http", "io", "logging", "multiprocessing", "os", "pathlib"),
    *("secrets", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading"),
    *("time", "urllib", "uuid", "warnings"),
}
PARTS = ("service.rules", "service.native__mypyc")
"""What the rules consist of; the second is there when they are compiled."""
BUILT_IN = {"breakpoint", "eval", "exec", "input", "open", "print", "__import__"}


def imported(module: Path) -> dict[str, set[str]]:
    """Each module that is imported when it runs, with the names that are taken from it."""
    found: dict[str, set[str]] = {}
    tree = ast.parse(module.read_text("utf-8"))
    for_types = {inner for node in tree.body if _is_for_types(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.setdefault(alias.name, set())
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.setdefault(str(node.module), set()).update(alias.name for alias in node.names)
    return found


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 20


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_imports_the_rules_and_the_standard_library_only(module: Path) -> None:
    for name in imported(module):
        first = name.split(".")[0]
        assert name == "service.rules" or name.startswith("service.rules.") or first in sys.stdlib_module_names, name
        assert first not in REACHES_OUTSIDE, name


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_no_random_number_comes_from_anywhere_but_a_generator(module: Path) -> None:
    assert imported(module).get("random", {"Random"}) == {"Random"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_neither_reads_nor_writes(module: Path) -> None:
    names = {node.id for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert names & BUILT_IN == set()


def test_the_rules_can_be_imported_without_any_other_package() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import service.rules as rules; print(rules.RULES_VERSION)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", code, str(ROOT)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1\n"


def test_the_rules_import_nothing_else_of_the_service() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import service.rules;"
        "print(*sorted(name for name in sys.modules if name.startswith('service')))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT)], capture_output=True, text=True, check=True
    )
    assert [name for name in done.stdout.split() if not name.startswith(PARTS)] == ["service"]


def test_the_reference_shares_no_code_with_the_rules() -> None:
    for module in (Path(__file__).parent / "reference").glob("*.py"):
        assert "service" not in module.read_text("utf-8").replace("`service`", ""), module
    for module in MODULES:
        assert "tests" not in {name.split(".")[0] for name in imported(module)}
