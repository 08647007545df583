"""The contract as it is served, and the page that shows it."""

import json
import re

from service.api.contract import contract
from tests.api.checked import CheckedClient

FILES = {
    "/docs/swagger-ui.css": "text/css; charset=utf-8",
    "/docs/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "/docs/start.js": "text/javascript; charset=utf-8",
    "/docs/favicon-32x32.png": "image/png",
}


def test_the_contract_that_is_served_is_the_contract(client: CheckedClient) -> None:
    answer = client.get("/openapi.json")
    assert answer.json == json.loads(json.dumps(contract()))
    assert client.get("/openapi.json", headers={"If-None-Match": answer.headers["ETag"]}).status == 304


def test_the_page_asks_for_files_of_this_service_alone(client: CheckedClient) -> None:
    page = client.get("/docs")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    wanted = re.findall(r'<(?:link|script)[^>]* (?:src|href)="([^"]*)"', page.body.decode())
    assert set(wanted) | {"/docs/start.js"} == set(FILES)
    assert re.findall(r'<a href="([^"]*)"', page.body.decode()) == ["/"]
    assert b"<script>" not in page.body
    assert b"http" not in page.body


def test_the_page_may_run_and_load_nothing_else(client: CheckedClient) -> None:
    policy = client.get("/docs").headers["Content-Security-Policy"]
    directives = dict(directive.split(" ", 1) for directive in policy.split("; "))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == "'self'"
    assert directives["connect-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert "http" not in policy


def test_the_pages_files_are_served_with_their_types(client: CheckedClient) -> None:
    for path, content_type in FILES.items():
        found = client._client.get(path)
        assert (found.status_code, found.headers["Content-Type"]) == (200, content_type)
        assert found.headers["X-Content-Type-Options"] == "nosniff"
        assert len(found.get_data()) > 100
        found.close()
