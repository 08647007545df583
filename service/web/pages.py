"""The addresses of the page: `/`, `/play/{id}`, and its files below `/web/`."""

from typing import Final

from flask import Blueprint, Flask, Response, abort, request

from service.web.files import File, Files, read_files

__all__ = ["CONTENT_SECURITY_POLICY", "init_app"]

#: The page runs, shows and asks for nothing but what this service serves, and stands in no frame.
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: A path with the digest of all files in it never means anything else.
_FOR_EVER: Final = "public, max-age=31536000, immutable"
#: Anything else is asked for again each time; an unchanged one is answered with 304.
_ASK_AGAIN: Final = "no-cache"
_PAGE: Final = "index.html"


def init_app(app: Flask) -> None:
    """Serve the page from `app`."""
    found = read_files()
    page = _page(found)
    blueprint = Blueprint("web", __name__)

    def show_page(**_path: str) -> Response:
        response = _answer(page, _ASK_AGAIN)
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    def send_file(digest: str, path: str) -> Response:
        file = found.by_path.get(path)
        if file is None or path == _PAGE:
            abort(404)
        return _answer(file, _FOR_EVER if digest == found.digest else _ASK_AGAIN)

    blueprint.add_url_rule("/", "home", show_page)
    # Which games there are is known to the API alone: the page itself says so when there is none.
    blueprint.add_url_rule("/play/<string:game>", "play", show_page)
    blueprint.add_url_rule("/web/<string:digest>/<path:path>", "file", send_file)
    app.register_blueprint(blueprint)


def _page(found: Files) -> File:
    """Return the page with the addresses of its files written in: all modules are fetched at once."""
    base = f"/web/{found.digest}"
    preload = "\n".join(f'<link rel="modulepreload" href="{base}/{path}">' for path in found.scripts())
    text = found.by_path[_PAGE].content.decode()
    content = text.replace("<!-- modules -->", preload).replace("{base}", base).encode()
    return File(content, found.by_path[_PAGE].media_type, found.digest)


def _answer(file: File, cache_control: str) -> Response:
    response = Response(file.content, content_type=file.media_type)
    response.headers["Cache-Control"] = cache_control
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.set_etag(file.digest)
    response.make_conditional(request)
    return response
