"""Flask's JSON through orjson."""

from typing import Any

import orjson
from flask import Response
from flask.json.provider import JSONProvider

from service.api.answers import json_response


class OrjsonProvider(JSONProvider):
    """Compact, UTF-8, keys in the order in which they were put."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:  # noqa: ARG002 - Flask's signature
        """Return `obj` as JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:  # noqa: ARG002 - Flask's signature
        """Return the value of a JSON text. Requests are read by `service.api.body`, which is stricter."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """Return an answer with the arguments as JSON."""
        return json_response(self._prepare_response_obj(args, kwargs))
