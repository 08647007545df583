"""Traces: a span for each request and each call of the store, where the environment asks for them."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import pytest
from opentelemetry.sdk.trace import ReadableSpan, Tracer, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from service import app as wiring
from service.telemetry import traces
from service.telemetry.opentelemetry import OpenTelemetryTraces, exporting
from service.telemetry.traces import NO_TRACES, traces_from
from tests.buffered import buffered_client
from tests.unlimited import unlimited

if TYPE_CHECKING:
    import redis
    from flask.testing import FlaskClient

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def client(
    redis_url: str, redis_client: redis.Redis, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> FlaskClient:
    """A client of a service whose spans stay here."""
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    made = OpenTelemetryTraces(provider.get_tracer("test"))
    monkeypatch.setattr(wiring, "traces_from", lambda _environment: made)
    return buffered_client(wiring.create_app(unlimited(redis_url=redis_url)))


def by_name(spans: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in spans.get_finished_spans()}


def test_a_request_and_its_calls_of_the_store_are_spans_of_one_trace(
    client: FlaskClient, spans: InMemorySpanExporter
) -> None:
    created = client.post("/v1/games").get_json()
    game = created["game"]["id"]
    spans.clear()
    answer = client.get(f"/v1/games/{game}", headers={"Authorization": f"Bearer {created['owner_token']}"})
    found = by_name(spans)
    assert set(found) == {"GET /v1/games/{id}", "store load"}
    request, load = found["GET /v1/games/{id}"], found["store load"]
    assert request.context is not None
    assert load.parent is not None
    assert load.parent.span_id == request.context.span_id
    assert request.attributes == {
        "http.request.method": "GET",
        "http.route": "/v1/games/{id}",
        "http.response.status_code": 200,
        "kiln.game": game,
        "kiln.request_id": answer.headers["X-Request-ID"],
    }
    assert load.attributes == {"kiln.game": game}
    assert created["owner_token"] not in request.to_json() + load.to_json()


def test_a_request_goes_on_with_the_trace_that_it_brings(client: FlaskClient, spans: InMemorySpanExporter) -> None:
    client.get("/healthz", headers={"traceparent": PARENT})
    (span,) = spans.get_finished_spans()
    assert span.context is not None
    assert span.parent is not None
    assert f"{span.context.trace_id:032x}" == PARENT.split("-")[1]
    assert f"{span.parent.span_id:016x}" == PARENT.split("-")[2]


@pytest.mark.parametrize("parent", ["", "nonsense", "00-0-0-01", "x" * 5000])
def test_what_names_no_trace_begins_a_new_one(client: FlaskClient, spans: InMemorySpanExporter, parent: str) -> None:
    assert client.get("/healthz", headers={"traceparent": parent}).status_code == 200
    (span,) = spans.get_finished_spans()
    assert span.parent is None


def test_what_fails_is_marked_and_its_text_is_not_told(
    client: FlaskClient, spans: InMemorySpanExporter, redis_client: redis.Redis
) -> None:
    game = client.post("/v1/games").get_json()["game"]["id"]
    redis_client.hset(f"kiln:{{{game}}}:game", "state", "{secret")
    spans.clear()
    assert client.get(f"/v1/games/{game}").status_code == 500
    found = by_name(spans)
    assert found["GET /v1/games/{id}"].status.status_code is StatusCode.ERROR
    assert found["store load"].status.status_code is StatusCode.ERROR
    assert (found["store load"].attributes or {})["error.type"] == "GameDamaged"
    assert "secret" not in "".join(span.to_json() for span in found.values())


def test_an_answer_that_is_no_fault_of_ours_is_not_marked(client: FlaskClient, spans: InMemorySpanExporter) -> None:
    client.get("/v1/games/aaaaaaaaaaaaaaaa")
    assert by_name(spans)["GET /v1/games/{id}"].status.status_code is StatusCode.UNSET


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"},
        {"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"},
        {"OTEL_SERVICE_NAME": "kiln"},
    ],
)
def test_without_being_asked_for_there_are_none(environment: dict[str, str]) -> None:
    assert traces_from(environment) is NO_TRACES


def test_they_are_asked_for_by_the_standard_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "60000")
    found = traces_from({"OTEL_TRACES_EXPORTER": "console"})
    assert isinstance(found, OpenTelemetryTraces)


@pytest.mark.parametrize(("variable", "name"), [("", "kiln"), ("tables", "tables")])
def test_the_service_has_a_name_which_the_environment_may_change(
    variable: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", variable)
    tracer = exporting("console", "1.2.3")._tracer
    assert isinstance(tracer, Tracer)
    attributes = tracer.resource.attributes
    assert (attributes["service.name"], attributes["service.version"]) == (name, "1.2.3")


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"OTEL_TRACES_EXPORTER": "zipkin"}, "there is no exporter 'zipkin'"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"}, "OpenTelemetry is not installed"),
    ],
)
def test_what_cannot_be_had_is_said_and_the_service_runs(
    environment: dict[str, str], said: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traces, "_installed", lambda _exporter: False)
    with caplog.at_level(logging.WARNING):
        assert traces_from(environment) is NO_TRACES
    assert said in caplog.text


def test_a_package_that_is_not_there_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert traces._installed("console")
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    monkeypatch.delitem(sys.modules, "opentelemetry.sdk", raising=False)
    assert not traces._installed("console")
