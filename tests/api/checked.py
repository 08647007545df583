"""A client that holds every answer against the contract: status, content type, headers, body."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from werkzeug.test import TestResponse

from service.api.contract import contract
from service.api.problems import PROBLEMS

PROBLEM_TYPE = "application/problem+json"
#: Codes that belong to no operation: they answer what leads to none.
OUTSIDE = {404: {"not_found", "game_not_found", "seat_not_found", "move_not_found"}, 405: {"method_not_allowed"}}


def closed(document: Any) -> Any:
    """The contract with every answer closed: the tests must see nothing that it does not tell of."""
    if isinstance(document, dict):
        kept = {key: closed(value) for key, value in document.items()}
        if kept.get("type") == "object" and "properties" in kept:
            kept["additionalProperties"] = False
        return kept
    if isinstance(document, list):
        return [closed(item) for item in document]
    return document


class Contract:
    """The contract, able to tell whether an answer is one that it promises."""

    def __init__(self) -> None:
        self.document = contract()
        strict = copy.deepcopy(self.document)
        strict["components"]["schemas"] = closed(strict["components"]["schemas"])
        resource = DRAFT202012.create_resource(strict)
        self._registry: Registry[Any] = Registry().with_resource("urn:contract", resource)
        self._forms = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), operations)
            for path, operations in self.document["paths"].items()
        ]

    def resolved(self, part: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in part:
            found: Any = self.document
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            part = found
        return part

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        for form, operations in self._forms:
            if form.fullmatch(unquote(path)):
                found: dict[str, Any] | None = operations.get(method.lower().replace("head", "get"))
                return found
        return None

    def check_schema(self, schema: Mapping[str, Any], value: Any) -> None:
        text = json.dumps(schema).replace('"#/', '"urn:contract#/')
        validator = Draft202012Validator(
            json.loads(text), registry=self._registry, format_checker=Draft202012Validator.FORMAT_CHECKER
        )
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
        assert not errors, errors[:5]

    def check(self, method: str, path: str, answer: Answer) -> None:
        """Fail unless the contract has this answer."""
        operation = self.operation(method, path)
        problem = answer.headers.get("Content-Type") == PROBLEM_TYPE
        if method == "OPTIONS":
            assert answer.status == 204
            return
        declared = None if operation is None else operation["responses"].get(str(answer.status))
        if declared is None:
            assert problem, f"{method} {path}: the contract has no {answer.status}"
            if method != "HEAD":
                assert answer.code in OUTSIDE.get(answer.status, set()), (method, path, answer.status, answer.code)
            return
        response = self.resolved(declared)
        for name, header in response.get("headers", {}).items():
            assert name in answer.headers, f"{answer.status} lacks {name}"
            value: Any = answer.headers[name]
            schema = self.resolved(header)["schema"]
            self.check_schema(schema, int(value) if schema["type"] == "integer" else value)
        content = response.get("content")
        if content is None:
            assert answer.body == b""
            assert "Content-Type" not in answer.headers
            return
        media_type = answer.headers["Content-Type"].partition(";")[0]
        assert media_type in content
        if method == "HEAD":
            assert answer.body == b""
            return
        if media_type.endswith("json"):
            self.check_schema(content[media_type]["schema"], answer.json)
        if problem:
            assert answer.code in content[media_type]["examples"], (method, path, answer.code)


@dataclass
class Answer:
    """An answer that the contract has."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        code: str = self.json["code"]
        return code

    @property
    def errors(self) -> list[tuple[str, str]]:
        """Where it is wrong, and what, for `invalid_field` and the like."""
        return [(error.get("pointer", error.get("parameter")), error["detail"]) for error in self.json["errors"]]

    @property
    def places(self) -> list[str]:
        return [place for place, _ in self.errors]


def check_common(answer: Answer, *, head: bool = False) -> None:
    """Fail unless the answer has what every answer has."""
    headers = answer.headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", headers["X-Request-ID"])
    if headers.get("Content-Type") == PROBLEM_TYPE and not head:
        problem = answer.json
        kind = PROBLEMS[problem["code"]]
        assert problem["type"] == f"urn:kiln:problem:{problem['code']}"
        assert problem["status"] == answer.status == kind.status
        assert problem["title"] == kind.title
        assert problem["request_id"] == headers["X-Request-ID"]
        assert set(problem) - {"type", "title", "status", "detail", "code", "request_id"} <= set(kind.members)
        for name, value in kind.headers.items():
            assert headers[name] == value


class CheckedClient:
    """Sends requests to the application; each answer is held against the contract."""

    def __init__(self, client: FlaskClient, promised: Contract) -> None:
        self._client = client
        self._contract = promised

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        raw: bytes | None = None,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send `body` as JSON, or `raw` as it is with `content_type`, or nothing."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            raw, content_type = json.dumps(body).encode(), "application/json"
        got: TestResponse = self._client.open(path, method=method, data=raw, content_type=content_type, headers=sent)
        answer = Answer(got.status_code, dict(got.headers), got.get_data())
        got.close()
        check_common(answer, head=method == "HEAD")
        self._contract.check(method, path.partition("?")[0], answer)
        return answer

    def get(self, path: str, **options: Any) -> Answer:
        return self.send("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Answer:
        return self.send("POST", path, body, **options)

    def put(self, path: str, body: Any = None, **options: Any) -> Answer:
        return self.send("PUT", path, body, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        return self.send("DELETE", path, **options)
