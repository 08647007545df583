"""Declaring an operation: its path, its checks and its part of the contract, in one place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

import flask_smorest
from flask import Response, request
from marshmallow import Schema, ValidationError

from service.api.body import read_json
from service.api.faults import body_errors, invalid_fields
from service.api.keys import needs_key
from service.api.limits.budgets import budget_of
from service.api.problems import MEDIA_TYPE, PROBLEMS
from service.api.query import QueryReader
from service.api.schemas.problem import PROBLEM_SCHEMAS
from service.api.schemas.query import NoQuery

View = Callable[..., Response]

#: What every operation may answer with, whatever it does.
ALWAYS: Final = ("bad_request", "uri_too_long", "invalid_field", "headers_too_large", "internal_error")
#: What an operation with a body may answer with besides.
WITH_BODY: Final = ("malformed_body", "body_too_large", "unsupported_media_type")
#: What an operation that reads games may answer with besides, and one that changes them.
READS: Final = ("store_unavailable", "newer_rules", "game_damaged")
WRITES: Final = (*READS, "not_replicated", "too_busy")
#: What an operation that needs an API key, where there are any, may answer with besides.
WITH_KEY: Final = ("api_key_missing", "api_key_unknown")


@dataclass(frozen=True, slots=True)
class Operation:
    """What is known of a view that is an operation: `view.operation`. `token`: the call needs one."""

    id: str
    token: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is no problem, as the contract lists it.

    `headers` name header components of the contract beside `X-Request-ID`, `examples` its example components.
    """

    status: int
    description: str
    schema: Schema | Mapping[str, Any] | None = None
    headers: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Body:
    """What an operation takes as its body.

    Where it is `optional`, none at all counts as `{}`. Where it is not `checked`, the schema describes it alone, and
    the view gets what was read.
    """

    schema: Schema
    optional: bool = False
    checked: bool = True
    examples: tuple[str, ...] = ()


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc] # flask-smorest brings no types
    """A resource's operations."""

    def operation(
        self,
        method: str,
        rule: str,
        operation_id: str,
        *,
        answers: Sequence[Answer],
        problems: Iterable[str] = (),
        query: Schema | None = None,
        body: Body | None = None,
        token: bool = False,
        conditional: bool = False,
    ) -> Callable[[View], View]:
        """Declare a view as an operation; its docstring is the summary and the description in the contract.

        The view gets the path's values in their order, then `query` and `body` where the operation has them, checked
        and read. Checks go in the contract's order: content type and size, JSON, then all fields together.
        `token` says that the call needs one (the view reads it), `conditional` that it may be made with an entity tag.
        """
        codes = dict.fromkeys(
            (
                *ALWAYS,
                *(WITH_BODY if body is not None else ()),
                *problems,
                *(WITH_KEY if needs_key(operation_id) else ()),
                *(("rate_limited",) if budget_of(operation_id) else ()),
            )
        )

        def declare(view: View) -> View:
            checked = _checked(view, query, body)
            checked.operation = Operation(operation_id, token)  # type: ignore[attr-defined] # who wraps it looks there
            checked._apidoc = {  # type: ignore[attr-defined]  # noqa: SLF001 - where flask-smorest looks
                "arguments": {"parameters": _parameters(query, body, conditional=conditional)},
                "manual_doc": {
                    "operationId": operation_id,
                    "security": _security(operation_id, token=token),
                    "responses": {
                        **{answer.status: _answer_document(answer) for answer in answers},
                        **({304: _answer_document(_NOT_MODIFIED)} if conditional else {}),
                        **_problem_documents(codes),
                    },
                },
            }
            self.add_url_rule(rule, operation_id, checked, methods=[method])
            return checked

        return declare


_IF_NONE_MATCH: Final = {
    "in": "header",
    "name": "If-None-Match",
    "description": "Entity tags that the client has: with one that still holds the answer is 304.",
    "schema": {"type": "string", "examples": ['"27"']},
}
_NOT_MODIFIED: Final = Answer(304, "The client has it already.", headers=("ETag", "Cache-Control"))


def _checked(view: View, query: Schema | None, body: Body | None) -> View:
    """Return `view` behind the checks of its query and body."""
    reader = QueryReader(query or NoQuery())
    has_query = query is not None

    @wraps(view)
    def checked(**path: Any) -> Response:
        arguments: dict[str, Any] = {}
        document: Any = None if body is None else read_json(request, optional=body.optional)
        values, errors = reader.read(request.environ.get("QUERY_STRING", ""))
        if has_query:
            arguments["query"] = values
        if body is not None and not body.checked:
            arguments["body"] = document
        elif body is not None:
            try:
                arguments["body"] = body.schema.load(document)
            except ValidationError as error:
                errors = [*errors, *body_errors(error.messages)]
        if errors:
            raise invalid_fields(errors)
        return view(*path.values(), **arguments)

    return checked


def _security(operation_id: str, *, token: bool) -> list[dict[str, list[str]]]:
    """Return what a call must bring, as the contract says it. Whether there are API keys is a matter of settings."""
    needed: dict[str, list[str]] = {"token": []} if token else {}
    if not needs_key(operation_id):
        return [needed] if needed else []
    return [needed, {**needed, "api_key": []}]


def _parameters(query: Schema | None, body: Body | None, *, conditional: bool) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = []
    if conditional:
        parameters.append(_IF_NONE_MATCH)
    if query is not None:
        parameters.append({"in": "query", "schema": query})
    if body is not None:
        json: dict[str, Any] = {"in": "json", "required": not body.optional, "schema": body.schema}
        if body.examples:
            json["examples"] = _examples(body.examples)
        parameters.append(json)
    return parameters


def _headers(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-ID", *names)}


def _examples(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/examples/{name}"} for name in names}


def _answer_document(answer: Answer) -> dict[str, Any]:
    document: dict[str, Any] = {"description": answer.description, "headers": _headers(answer.headers)}
    if answer.schema is not None:
        content: dict[str, Any] = {"schema": answer.schema}
        if answer.examples:
            content["examples"] = _examples(answer.examples)
        document["content"] = {answer.media_type: content}
    return document


def _problem_documents(codes: Iterable[str]) -> dict[int, Any]:
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    return {status: _problem_document(status, by_status[status]) for status in sorted(by_status)}


def _problem_document(status: int, codes: list[str]) -> dict[str, Any]:
    described = "; ".join(f"`{code}`: {PROBLEMS[code].title}" for code in codes) + "."
    headers = dict.fromkeys(name for code in codes for name in PROBLEMS[code].header_names)
    return {
        "description": described,
        "headers": _headers(headers),
        "content": {MEDIA_TYPE: {"schema": PROBLEM_SCHEMAS[status], "examples": _examples(codes)}},
    }
