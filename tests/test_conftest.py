"""What tests/conftest.py promises: where KILN_NO_SKIPS is set, whatever is skipped fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SKIPPED_TEST = """
import pytest

@pytest.mark.skip(reason="no server here")
def test_marked(): ...

def test_called():
    pytest.skip("no server here")

@pytest.mark.xfail(reason="known")
def test_known():
    assert False

def test_fine(): ...
"""
SKIPPED_MODULE = """
import pytest
pytest.skip("no library here", allow_module_level=True)
"""


def run(folder: Path, no_skips: str) -> tuple[int, str]:
    environment = {**os.environ, "KILN_NO_SKIPS": no_skips, "PYTHONPATH": str(ROOT)}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and they take seconds
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.conftest", "-c", os.devnull]
    done = subprocess.run(
        [*command, "--rootdir", str(folder), str(folder)], env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_one.py").write_text(SKIPPED_TEST)
    return tmp_path


def test_a_skipped_test_fails_where_everything_must_run(folder: Path) -> None:
    code, output = run(folder, "1")
    assert code == 1
    assert "1 failed, 1 passed, 1 xfailed, 1 error" in output
    assert "KILN_NO_SKIPS is set, but this was skipped. Skipped: no server here" in output


def test_a_skipped_test_is_only_skipped_elsewhere(folder: Path) -> None:
    for no_skips in ("", "0"):
        code, output = run(folder, no_skips)
        assert code == 0
        assert "1 passed, 2 skipped, 1 xfailed" in output


def test_a_skipped_module_fails_where_everything_must_run(folder: Path) -> None:
    (folder / "test_two.py").write_text(SKIPPED_MODULE)
    assert run(folder, "")[0] == 0
    code, output = run(folder, "1")
    assert code != 0
    assert "no library here" in output
