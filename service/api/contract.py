"""The contract: the OpenAPI document of the service.

`python -m service.api.contract` prints it as YAML, for openapi/kiln-v1.yaml.
"""

import sys
from typing import Any, Final

import orjson
from flask import Flask

from service.api import keys, routing
from service.api.examples import examples
from service.api.problems import MEDIA_TYPE
from service.api.spec import ContractApi
from service.api.views import BLUEPRINTS

TITLE: Final = "Kiln"
VERSION: Final = "1"

DESCRIPTION: Final = """\
The board game Kiln as a game engine: it keeps games, says which moves are legal, plays them and tells what
happened. No client needs the rules.

**Requests are closed**: an unknown field or query parameter, or one given twice, is an error. **Answers are open**:
clients must ignore what they do not know; fields, event types and codes may be added.

**Tokens** go in `Authorization: Bearer …` and nowhere else. A token is shown once.

**Errors** are problems (RFC 9457, `application/problem+json`), whatever layer raises them. Programs look at `code`;
each operation lists the statuses and codes that it answers with. Any path answers 405 `method_not_allowed` (with
`Allow`) to a method that it does not have, and any other path 404 `not_found`.

**Limits**: who calls too often is answered with 429 `rate_limited`, and told in `Retry-After` for how many seconds to
wait. Calls that need a token are counted by it where the caller has made such a call before, all others by the caller's
address; creating, moving, reading and analysing each have a limit of their own. Every answer to a call that is counted
says in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` how many may be made at once, how many are left,
and in how many seconds all of them will be.

**Checks** go in this order: path, method, rate limit, API key, content type and size, JSON, fields, game, seat, token,
role; then a repeat; then the state (status, number, turn); then the move's text; then its legality.

`HEAD` answers like `GET` without a body, `OPTIONS` answers everywhere. `X-Request-ID` comes back on every answer. Every
answer may be read from any origin (CORS), never with credentials.
"""

_HEADERS: Final[dict[str, Any]] = {
    "X-Request-ID": {
        "description": "The request's id: the one that it brought (1 to 64 of `A-Z a-z 0-9 . _ -`), or a new one.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
    "ETag": {"description": "The entity tag; for a game its version in quotes.", "schema": {"type": "string"}},
    "Cache-Control": {
        "description": "`no-store` with a token in the answer, else `private, no-cache`.",
        "schema": {"type": "string"},
    },
    "Content-Security-Policy": {
        "description": "No script runs in a picture, and nothing is loaded by it.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "Where the new resource is.", "schema": {"type": "string", "format": "uri-reference"}},
    "Retry-After": {
        "description": "After how many seconds the same call may work.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "RateLimit-Limit": {
        "description": "How many calls of this kind may be made at once.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "RateLimit-Remaining": {
        "description": "How many of them may be made now.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "RateLimit-Reset": {
        "description": "In how many seconds all of them may be made, if none is until then.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "WWW-Authenticate": {"description": "The scheme to use: `Bearer`.", "schema": {"type": "string"}},
}


_OPERATION_ORDER: Final = (
    "operationId",
    "summary",
    "description",
    "tags",
    "security",
    "parameters",
    "requestBody",
    "responses",
)


def register(app: Flask) -> dict[str, Any]:
    """Register all operations in `app` and return the contract."""
    api = ContractApi(
        app,
        title=TITLE,
        version=VERSION,
        info={
            "summary": "A REST game engine for the board game Kiln.",
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "This service."}],
    )
    components = api.spec.components
    components.security_scheme(
        "token", {"type": "http", "scheme": "bearer", "description": "A token of the game: the owner's or a seat's."}
    )
    components.security_scheme(
        "api_key",
        {
            "type": "apiKey",
            "in": "header",
            "name": keys.HEADER,
            "description": "A key of the service. Only some services ask for one, and only to create and remove games.",
        },
    )
    for name, header in _HEADERS.items():
        components.header(name, header)
    for name, example in examples().items():
        components.example(name, example)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    return _finished(api.spec.to_dict())


def _finished(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document in a fixed order, the same answer written once, without what nothing refers to."""
    components = document["components"]
    shared: dict[str, Any] = {}
    components["responses"] = shared
    for operations in document["paths"].values():
        for method, operation in operations.items():
            if method != "parameters":
                operation["responses"] = _responses(operation["responses"], shared)
                operations[method] = {key: operation[key] for key in _OPERATION_ORDER if operation.get(key) is not None}
    for kind in ("responses", "examples", "headers", "schemas"):
        components[kind] = dict(sorted(components[kind].items()))
    while (unused := _unused(document)) is not None:
        kind, name = unused
        del components[kind][name]
    info = document["info"]
    document["info"] = {key: info[key] for key in ("title", "version", "summary", "description", "license")}
    return {key: document[key] for key in ("openapi", "info", "servers", "tags", "paths", "components")}


def _responses(responses: dict[Any, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """Return responses by rising status; a problem of one code only goes to the components."""
    ordered: dict[str, Any] = {}
    for status in sorted(responses, key=int):
        response = responses[status]
        codes = list(response.get("content", {}).get(MEDIA_TYPE, {}).get("examples", ()))
        if len(codes) == 1:
            shared[codes[0]] = response
            response = {"$ref": f"#/components/responses/{codes[0]}"}
        ordered[str(status)] = response
    return ordered


def _unused(document: dict[str, Any]) -> tuple[str, str] | None:
    """Return the kind and name of a component that nothing refers to, if there is one."""
    text = orjson.dumps(document).decode()
    for kind in ("responses", "examples", "headers", "schemas"):
        for name in document["components"][kind]:
            if f'"#/components/{kind}/{name}"' not in text:
                return kind, name
    return None


def contract() -> dict[str, Any]:
    """Return the contract, without a service behind it."""
    app = Flask(__name__, static_folder=None)
    routing.init_app(app)
    return register(app)


def main() -> None:
    """Print the contract as YAML."""
    import yaml  # noqa: PLC0415 - a tool of development, which the service itself does without

    class Dumper(yaml.SafeDumper):
        """Writes long texts as blocks, and the same part twice rather than by an anchor."""

        def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - PyYAML's signature
            return True

    def text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
        style = "|" if "\n" in value else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, text)
    sys.stdout.write(
        yaml.dump(contract(), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=False)
    )


if __name__ == "__main__":
    main()
