"""The files of the page, read once from the package."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

__all__ = ["File", "Files", "read_files"]

#: Everything that is served has one of these types.
MEDIA_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent. `digest` changes with its content."""

    content: bytes
    media_type: str
    digest: str


@dataclass(frozen=True, slots=True)
class Files:
    """All files by their path below the folder, such as `view/kiln.js`.

    `digest` changes when any of them does, so a path with it in names one set of files for ever.
    """

    by_path: Mapping[str, File]
    digest: str

    def scripts(self) -> list[str]:
        """Return the paths of all modules."""
        return sorted(path for path in self.by_path if path.endswith(".js"))


def read_files() -> Files:
    """Read the files that came with the package."""
    found = dict(sorted(_read(files("service.web") / "static", "")))
    whole = _digest(b"".join(f"{path} {file.digest}\n".encode() for path, file in found.items()))
    return Files(MappingProxyType(found), whole)


def _read(folder: Traversable, prefix: str) -> Iterator[tuple[str, File]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _read(entry, f"{prefix}{entry.name}/")
            continue
        media_type = MEDIA_TYPES.get(entry.name.rpartition(".")[2])
        if media_type is not None:
            content = entry.read_bytes()
            yield prefix + entry.name, File(content, media_type, _digest(content))


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=10).hexdigest()
