"""The folder of the worker processes' figures: fresh, private, and never somebody else's."""

import fcntl
import os
import stat
from pathlib import Path

import pytest

from service.telemetry.folder import fresh_folder


def test_it_is_empty_private_and_gone_in_the_end(tmp_path: Path) -> None:
    with fresh_folder(tmp_path) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert [path.name for path in folder.iterdir()] == ["lock"]
        (folder / "counter_1.db").write_bytes(b"x")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_service_has_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / "kiln-metrics-killed"
    left.mkdir()
    (left / "lock").touch()
    (left / "counter_1.db").write_bytes(b"x")
    with fresh_folder(tmp_path) as folder:
        assert list(tmp_path.iterdir()) == [folder]


def test_that_of_a_running_service_stays(tmp_path: Path) -> None:
    with fresh_folder(tmp_path) as one, fresh_folder(tmp_path) as other:
        assert one != other
        assert one.is_dir()


def test_a_child_of_the_owner_keeps_it_locked_and_does_not_remove_it(tmp_path: Path) -> None:
    with fresh_folder(tmp_path) as folder:
        child = os.fork()
        if child == 0:
            os._exit(0 if folder.is_dir() else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        with (folder / "lock").open() as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_what_only_looks_like_one_is_left_alone(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "lock").touch()
    (tmp_path / "kiln-metrics-link").symlink_to(elsewhere)
    (tmp_path / "kiln-metrics-file").touch()
    (tmp_path / "kiln-metrics-fresh").mkdir()  # perhaps one that is just being made
    odd = tmp_path / "kiln-metrics-odd"
    odd.mkdir()
    os.mkfifo(odd / "lock")
    with fresh_folder(tmp_path):
        pass
    names = {path.name for path in tmp_path.iterdir()}
    assert names >= {"elsewhere", "kiln-metrics-link", "kiln-metrics-file", "kiln-metrics-fresh"}
    assert (elsewhere / "lock").exists()
