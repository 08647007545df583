import os
import sys
from pathlib import Path

import pytest

from native import compile as native

LIBRARY = "native__mypyc.cpython-311-x86_64-linux-gnu.so"


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with one source in each package, changed in second 100."""
    for package in native.PACKAGES:
        (tmp_path / package).mkdir(parents=True)
        source = tmp_path / package / "module.py"
        source.touch()
        os.utime(source, (100, 100))
    monkeypatch.setattr(native, "ROOT", tmp_path)
    return tmp_path / "service"


def leave_compiled(service: Path, second: int) -> None:
    (service / LIBRARY).touch()
    os.utime(service / LIBRARY, (second, second))
    (service / "rules" / "module.cpython-311-x86_64-linux-gnu.so").touch()


def check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", ["compile", "--check"])
    native.main()
    return capsys.readouterr().err


def test_sources_that_were_never_compiled_are_not_warned_of(
    service: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert service.is_dir()
    assert check(monkeypatch, capsys) == ""


def test_sources_that_were_compiled_after_their_last_change_are_not_warned_of(
    service: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leave_compiled(service, 101)
    assert check(monkeypatch, capsys) == ""


@pytest.mark.parametrize("package", ["rules", "bots"])
def test_a_source_that_has_changed_since_is_warned_of(
    service: Path, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leave_compiled(service, 101)
    os.utime(service / package / "module.py", (102, 102))
    assert check(monkeypatch, capsys) == native.STALE
    assert (service / LIBRARY).exists()


def test_what_is_compiled_is_removed_and_the_sources_stay(service: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_compiled(service, 101)
    monkeypatch.setattr(sys, "argv", ["compile", "--remove"])
    native.main()
    assert sorted(str(path.relative_to(service)) for path in service.rglob("*.*")) == [
        "bots/module.py",
        "rules/module.py",
    ]
