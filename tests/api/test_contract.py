"""The contract: valid, complete, in step with the code, and fit for other tools."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.api.checked import Contract

FILE = Path(__file__).parents[2] / "openapi" / "kiln-v1.yaml"
OPERATIONS = {
    "createGame": "POST /v1/games",
    "listGames": "GET /v1/games",
    "getGame": "GET /v1/games/{id}",
    "deleteGame": "DELETE /v1/games/{id}",
    "getRole": "GET /v1/games/{id}/me",
    "claimFirstSeat": "POST /v1/games/{id}/seats",
    "claimSeat": "POST /v1/games/{id}/seats/{seat}",
    "leaveSeat": "DELETE /v1/games/{id}/seats/{seat}",
    "replaceSeatToken": "PUT /v1/games/{id}/seats/{seat}/token",
    "playMove": "POST /v1/games/{id}/moves",
    "listMoves": "GET /v1/games/{id}/moves",
    "getMove": "GET /v1/games/{id}/moves/{number}",
    "createRematch": "POST /v1/games/{id}/rematch",
    "suggestMove": "GET /v1/games/{id}/suggest",
    "suggestInPosition": "POST /v1/positions/suggest",
    "evaluatePosition": "POST /v1/positions/evaluate",
    "drawGame": "GET /v1/games/{id}/board.svg",
    "drawPosition": "GET /v1/positions/board.svg",
    "followGame": "GET /v1/games/{id}/events",
    "listLegalMoves": "GET /v1/games/{id}/legal-moves",
    "getMoveTree": "GET /v1/games/{id}/legal-moves/tree",
    "getRecord": "GET /v1/games/{id}/record",
    "checkRecord": "POST /v1/records/check",
    "describePosition": "POST /v1/positions/describe",
    "listPositionLegalMoves": "POST /v1/positions/legal-moves",
    "getPositionMoveTree": "POST /v1/positions/legal-moves/tree",
    "playInPosition": "POST /v1/positions/play",
    "getHealth": "GET /healthz",
    "getReadiness": "GET /readyz",
    "getMetrics": "GET /metrics",
    "getContract": "GET /openapi.json",
    "getDocs": "GET /docs",
}


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield f"{method.upper()} {path}", operation


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within a value, itself included."""
    if isinstance(value, dict):
        yield value
        for item in value.values():
            yield from parts(item)
    elif isinstance(value, list):
        for item in value:
            yield from parts(item)


def test_the_file_is_what_the_code_says() -> None:
    printed = subprocess.run(
        [sys.executable, "-W", "error", "-m", "service.api.contract"], capture_output=True, text=True, check=True
    )
    assert printed.stdout == FILE.read_text(), "run “make openapi”"


def test_the_file_and_the_service_tell_the_same(promised: Contract) -> None:
    assert yaml.safe_load(FILE.read_text()) == json.loads(json.dumps(promised.document))


def test_the_contract_is_valid_openapi_3_1(promised: Contract) -> None:
    assert promised.document["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(promised.document).validate()


def test_operation_ids_are_fixed(promised: Contract) -> None:
    found = {operation["operationId"]: call for call, operation in operations(promised.document)}
    assert found == OPERATIONS


def test_every_operation_has_a_line_of_summary_a_description_and_one_tag(promised: Contract) -> None:
    tags = {tag["name"] for tag in promised.document["tags"]}
    for call, operation in operations(promised.document):
        assert operation["summary"].endswith("."), call
        assert "\n" not in operation["summary"], call
        assert call == "GET /v1/games/{id}/moves/{number}" or operation["description"], call
        assert len(operation["tags"]) == 1, call
        assert set(operation["tags"]) <= tags, call


def test_every_answer_with_a_body_has_an_example_that_fits(promised: Contract) -> None:
    for call, operation in operations(promised.document):
        for status, declared in operation["responses"].items():
            for media_type, content in promised.resolved(declared).get("content", {}).items():
                if call in ("GET /openapi.json", "GET /docs", "GET /metrics") and status == "200":
                    continue
                if media_type == "image/svg+xml":  # some 14 kB each
                    continue
                assert content["examples"], (call, status)
                for example in content["examples"].values():
                    assert media_type.endswith(("json", "event-stream"))
                    promised.check_schema(content["schema"], promised.resolved(example)["value"])


def test_every_body_has_an_example_that_fits(promised: Contract) -> None:
    for call, operation in operations(promised.document):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is not None:
            if call.endswith("/rematch"):  # there is nothing in it
                continue
            assert content["examples"], call
            for example in content["examples"].values():
                promised.check_schema(content["schema"], promised.resolved(example)["value"])


def test_the_examples_of_problems_are_of_their_code_and_status(promised: Contract) -> None:
    for call, operation in operations(promised.document):
        for status, declared in operation["responses"].items():
            content = promised.resolved(declared).get("content", {}).get("application/problem+json", {})
            for code, example in content.get("examples", {}).items():
                value = promised.resolved(example)["value"]
                assert (value["code"], str(value["status"])) == (code, status), call


def test_no_operation_has_a_default_answer(promised: Contract) -> None:
    for call, operation in operations(promised.document):
        assert all(status.isdecimal() for status in operation["responses"]), call


def test_what_each_operation_can_always_answer_is_listed(promised: Contract) -> None:
    for call, operation in operations(promised.document):
        statuses = set(operation["responses"])
        assert {"400", "414", "422", "431", "500"} <= statuses, call
        assert ("requestBody" in operation) is ({"413", "415"} <= statuses), call
        assert bool(operation["security"]) is ("401" in statuses), call
        assert ("{id}" in call or call == "GET /metrics") is ("404" in statuses), call
        conditional = (call.startswith("GET /v1/") and not call.endswith("/events")) or call == "GET /openapi.json"
        assert conditional is ("304" in statuses), call


def schemas_of_requests(document: dict[str, Any]) -> set[str]:
    wanted = [operation.get("requestBody", {}) for _, operation in operations(document)]
    found: set[str] = set()
    while wanted:
        for part in parts(wanted.pop()):
            name = str(part.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in document["components"]["schemas"] and name not in found:
                found.add(name)
                wanted.append(document["components"]["schemas"][name])
    return found


def test_requests_are_closed_and_answers_open(promised: Contract) -> None:
    requests = schemas_of_requests(promised.document)
    assert "CreateGame" in requests
    for name, schema in promised.document["components"]["schemas"].items():
        for part in parts(schema):
            if "properties" in part:
                assert (part.get("additionalProperties") is False) is (name in requests), name


def test_no_schema_is_one_that_generators_choke_on(promised: Contract) -> None:
    for name, schema in promised.document["components"]["schemas"].items():
        for part in parts(schema):
            types = part.get("type", [])
            if isinstance(types, list):
                assert len([kind for kind in types if kind != "null"]) <= 1, name
            for union in ("anyOf", "oneOf"):
                if union in part and name != "Event":
                    assert len(part[union]) == 2, name
                    assert part[union][1] == {"type": "null"}, name
            assert "nullable" not in part, name
            assert "allOf" not in part, name


def test_every_event_is_told_by_its_type(promised: Contract) -> None:
    schemas = promised.document["components"]["schemas"]
    event = schemas["Event"]
    assert event["discriminator"]["propertyName"] == "type"
    mapping = event["discriminator"]["mapping"]
    assert list(mapping) == ["push", "copy", "erase", "skip", "sell", "extra_turn", "finish"]
    assert [{"$ref": reference} for reference in mapping.values()] == event["oneOf"]
    for kind, reference in mapping.items():
        schema = promised.resolved({"$ref": reference})
        assert schema["properties"]["type"] == {"type": "string", "const": kind}
        assert "type" in schema["required"]


def test_a_nullable_object_is_that_object_or_null(promised: Contract) -> None:
    game = promised.document["components"]["schemas"]["Game"]["properties"]
    for name, kind in (("last_move", "Move"), ("outcome", "Outcome")):
        assert game[name]["anyOf"] == [{"$ref": f"#/components/schemas/{kind}"}, {"type": "null"}]
        with pytest.raises(AssertionError):
            promised.check_schema(game[name], {"anything": 1})


def test_no_parameter_may_be_null(promised: Contract) -> None:
    for call, operation in operations(promised.document):
        for parameter in operation.get("parameters", []):
            assert isinstance(parameter["schema"].get("type", "string"), str), (call, parameter["name"])
            assert "anyOf" not in parameter["schema"], (call, parameter["name"])


def test_every_component_is_used(promised: Contract) -> None:
    document = promised.document
    used = {part["$ref"] for part in parts(document) if isinstance(part.get("$ref"), str)}
    for kind, components in document["components"].items():
        if kind != "securitySchemes":
            assert {f"#/components/{kind}/{name}" for name in components} - used == set()


NPX = shutil.which("npx")


def npx(package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of npm's, or skip where there is no node or the package cannot be had."""
    if NPX is None:
        pytest.skip("node is not installed")
    got = subprocess.run(
        [NPX, "--yes", "--package", package, *arguments], capture_output=True, text=True, timeout=280, check=False
    )
    if got.returncode and "npm error" in got.stderr:
        pytest.skip(f"npm cannot get {package}: {got.stderr.strip().splitlines()[0]}")
    return got


def test_redocly_finds_nothing_to_say() -> None:
    got = npx("@redocly/cli@2.77.0", "redocly", "lint", "--format=json", "--extends=recommended", str(FILE))
    totals = json.loads(got.stdout)["totals"]
    assert (totals["errors"], totals["warnings"]) == (0, 0), got.stdout
    assert got.returncode == 0


def test_openapi_typescript_makes_types_of_it(tmp_path: Path) -> None:
    types = tmp_path / "kiln.ts"
    got = npx("openapi-typescript@7.13.0", "openapi-typescript", str(FILE), "--output", str(types))
    assert got.returncode == 0, got.stderr
    text = types.read_text()
    assert 'type: "push";' in text
    assert "playMove: {" in text
