"""The contract itself, and a page to try it in a browser, with no file from another host."""

from importlib.resources import as_file, files
from typing import Any, Final

import orjson
from flask import Flask, Response, current_app, send_file

from service.api.answers import read_response
from service.api.blueprint import Answer, Blueprint

blueprint = Blueprint("contract", __name__, description="This contract.")

_KEY: Final = "kiln-contract"
#: What is served of the package that brings Swagger UI.
_FILES: Final = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
_START: Final = """\
window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
"""
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kiln: the HTTP contract</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<p style="margin: 1rem auto 0; max-width: 1420px; padding: 0 20px; font-family: sans-serif">
  <a href="/">Play Kiln in this browser</a>
</p>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
#: The page runs, shows and asks for nothing but what this service serves. Swagger UI sets styles as it goes and
#: draws its icons from data URLs.
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_DAY: Final = 86_400


@blueprint.operation(
    "GET",
    "/openapi.json",
    "getContract",
    conditional=True,
    answers=(Answer(200, "The OpenAPI document.", {"type": "object"}, ("ETag", "Cache-Control")),),
)
def get_contract() -> Response:
    """Get this contract.

    As an OpenAPI 3.1 document.
    """
    return read_response(current_app.extensions[_KEY])


@blueprint.operation(
    "GET",
    "/docs",
    "getDocs",
    answers=(Answer(200, "The page.", {"type": "string"}, media_type="text/html"),),
)
def get_docs() -> Response:
    """Read and try this contract in a browser.

    A page of Swagger UI that loads nothing from another host.
    """
    response = Response(_PAGE, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _start() -> Response:
    return Response(_START, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


def init_app(app: Flask, document: dict[str, Any]) -> None:
    """Serve `document`, the contract of `app`, and the files of the page."""
    app.extensions[_KEY] = orjson.Fragment(orjson.dumps(document))
    app.add_url_rule("/docs/start.js", "docs_start", _start)
    folder = files("flask_swagger_ui") / "dist"
    for name, media_type in _FILES.items():
        with as_file(folder / name) as path:
            app.add_url_rule(f"/docs/{name}", f"docs_{name}", _file(str(path), media_type))


def _file(path: str, media_type: str) -> Any:
    def serve() -> Response:
        return send_file(path, mimetype=media_type, max_age=_DAY)

    return serve
