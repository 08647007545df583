"""Spans by the OpenTelemetry SDK. Imported only where that is installed and asked for."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import cast

from opentelemetry.propagate import extract
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter
from opentelemetry.trace import Span as OtelSpan
from opentelemetry.trace import SpanKind, StatusCode, Tracer, use_span

from service.telemetry.traces import Span, Traces

__all__ = ["OpenTelemetryTraces", "exporting"]


class _Span:
    def __init__(self, span: OtelSpan) -> None:
        self.span = span

    def rename(self, name: str) -> None:
        self.span.update_name(name)

    def set(self, name: str, value: str | int | bool) -> None:
        self.span.set_attribute(name, value)

    def end(self, *, failed: bool) -> None:
        if failed:
            self.span.set_status(StatusCode.ERROR)
        self.span.end()


class OpenTelemetryTraces(Traces):
    """Makes spans with a tracer."""

    active = True

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def begin_request(self, headers: Mapping[str, str], name: str) -> Span:
        """Begin the span of a request, in the trace that its headers name."""
        return _Span(self._tracer.start_span(name, extract(headers), SpanKind.SERVER))

    @contextmanager
    def within(self, span: Span) -> Iterator[None]:
        """Let the spans that begin within be parts of this one."""
        with use_span(cast("_Span", span).span, record_exception=False, set_status_on_exception=False):
            yield

    @contextmanager
    def call(self, name: str) -> Iterator[Span]:
        """Let a span last as long as what is within; an error is told by its kind alone, its text may hold anything."""
        span = _Span(self._tracer.start_span(name, kind=SpanKind.CLIENT))
        try:
            with use_span(span.span, record_exception=False, set_status_on_exception=False):
                yield span
        except Exception as error:
            span.set("error.type", type(error).__name__)
            span.end(failed=True)
            raise
        else:
            span.end(failed=False)


def exporting(exporter: str, version: str) -> OpenTelemetryTraces:
    """Return traces that are sent to a collector (`otlp`) or written to standard output (`console`)."""
    resource = Resource.create({SERVICE_VERSION: version})  # with what the environment says
    if str(resource.attributes.get(SERVICE_NAME, "")).startswith("unknown_service"):
        resource = resource.merge(Resource({SERVICE_NAME: "kiln"}))
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(_exporter(exporter)))
    return OpenTelemetryTraces(provider.get_tracer("kiln", version))


def _exporter(name: str) -> SpanExporter:
    if name == "console":
        return ConsoleSpanExporter()
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - a package of its own

    exporter: SpanExporter = OTLPSpanExporter()
    return exporter
