from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import web
from service.web.files import read_files

STATIC = Path(str(files("service.web") / "static"))
MODULES = sorted(STATIC.rglob("*.js"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def name(path: Path) -> str:
    return str(path.relative_to(STATIC))


@pytest.fixture
def client() -> FlaskClient:
    app = Flask(__name__)
    web.init_app(app)
    return app.test_client()


def addresses(client: FlaskClient) -> list[str]:
    """What the page asks for."""
    return sorted(set(re.findall(r'(?:href|src)="(/web/[^"]+)"', client.get("/").text)))


@pytest.mark.parametrize("path", ["/", "/play/k3v9q2m7x4b8c1n5", "/play/nonsense"])
def test_the_page_is_served_under_a_strict_policy(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_page_that_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    tag = client.get("/").headers["ETag"]
    answer = client.get("/", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.data) == (304, b"")


def test_the_page_names_every_module_and_style_sheet(client: FlaskClient) -> None:
    named = {address.split("/", 3)[3] for address in addresses(client)}
    assert named == {name(path) for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".svg")}


def test_whatever_the_page_names_is_kept_for_ever(client: FlaskClient) -> None:
    types = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
    for address in addresses(client):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == types[address.rpartition(".")[2]]
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_file_under_another_digest_is_asked_for_again(client: FlaskClient) -> None:
    answer = client.get("/web/older/main.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
    unchanged = client.get("/web/older/main.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert unchanged.status_code == 304


@pytest.mark.parametrize("path", ["../pages.py", "%2e%2e/pages.py", "index.html", "nothing.js", ""])
def test_nothing_but_the_files_of_the_page_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(f"/web/{read_files().digest}/{path}").status_code == 404


def test_the_digest_changes_with_any_file() -> None:
    found = read_files()
    assert len({file.digest for file in found.by_path.values()}) == len(found.by_path)
    assert re.fullmatch(r"[0-9a-f]{20}", found.digest)


@pytest.mark.parametrize("path", [*MODULES, *sorted(STATIC.rglob("*.css")), STATIC / "index.html"], ids=name)
def test_no_file_asks_for_anything_from_another_host(path: Path) -> None:
    foreign = [
        address
        for address in re.findall(r"https?://[^\s\"'`)]+|url\([^)]*\)|@import", path.read_text())
        if address != "http://www.w3.org/2000/svg"  # the name of a kind of element, not an address
    ]
    assert foreign == []


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_is_short_and_says_what_it_is(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) < 300


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_module_writes_html_or_runs_text(path: Path) -> None:
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", path.read_text())
        == []
    )


def imports(path: Path) -> set[str]:
    found = re.findall(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)";', path.read_text(), re.MULTILINE | re.DOTALL)
    return {name((path.parent / target).resolve()) for target in found}


def test_every_module_that_is_imported_is_there() -> None:
    known = {name(path) for path in MODULES}
    assert {target for path in MODULES for target in imports(path)} <= known
    reached: set[str] = set()
    waiting = ["main.js"]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += imports(STATIC / module)
    assert reached == known


#: What modules of a folder may import, as service/web/README.md draws it.
MAY_USE = {
    "api": {"api"},
    "keep": {"keep"},
    "live": {"live", "api"},
    "game": {"game", "api", "keep", "live"},
    "view": {"view", "game", "api", "keep", ""},
    "home": {"home", "view", "game", "api", "keep", ""},
    "": {"", "home", "view", "game", "keep"},
}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_import_one_way(path: Path) -> None:
    folder = name(path).rpartition("/")[0]
    assert {target.rpartition("/")[0] for target in imports(path)} <= MAY_USE[folder]
