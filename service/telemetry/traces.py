"""Spans for OpenTelemetry, where its SDK is installed and the environment asks for it by the standard variables."""

import importlib.util
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Protocol

from service import __version__

__all__ = ["NO_TRACES", "Span", "Traces", "traces_from"]

logger = logging.getLogger(__name__)

_ASKING: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")


class Span(Protocol):
    """What is told of a request or a call, until it ends."""

    def rename(self, name: str) -> None:
        """Give it a better name, once that is known."""

    def set(self, name: str, value: str | int | bool) -> None:
        """Tell a fact."""

    def end(self, *, failed: bool) -> None:
        """It is over."""


class _NoSpan:
    def rename(self, name: str) -> None:
        pass

    def set(self, name: str, value: str | int | bool) -> None:
        pass

    def end(self, *, failed: bool) -> None:
        pass


_NO_SPAN: Final = _NoSpan()


class Traces:
    """Makes spans. This one makes none that anybody sees."""

    active: bool = False

    def begin_request(self, headers: Mapping[str, str], name: str) -> Span:  # noqa: ARG002 - nobody sees it
        """Begin the span of a request; `headers` may name the trace that it belongs to. Others begin within it."""
        return _NO_SPAN

    @contextmanager
    def within(self, span: Span) -> Iterator[None]:  # noqa: ARG002 - as above
        """Let the spans that begin within be parts of this one."""
        yield

    @contextmanager
    def call(self, name: str) -> Iterator[Span]:  # noqa: ARG002 - as above
        """Let a span last as long as what is within; it has failed when that raises."""
        yield _NO_SPAN


NO_TRACES: Final = Traces()


def traces_from(environment: Mapping[str, str]) -> Traces:
    """Return what makes the traces that the environment asks for.

    That is done by an address to send them to, or by OTEL_TRACES_EXPORTER (`otlp`, `console` or `none`). All else, such
    as the service's name and how many traces are taken, is read by the SDK itself. Call it after the process has
    forked.
    """
    exporter = environment.get("OTEL_TRACES_EXPORTER", "").strip().lower()
    if not exporter and any(environment.get(name) for name in _ASKING):
        exporter = "otlp"
    if exporter in ("", "none") or environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return NO_TRACES
    if exporter not in ("otlp", "console"):
        logger.warning(
            "OTEL_TRACES_EXPORTER: there is no exporter %r, only otlp, console and none; no traces", exporter
        )
        return NO_TRACES
    if not _installed(exporter):
        logger.warning('Traces are asked for, but OpenTelemetry is not installed: pip install "kiln-service[otel]"')
        return NO_TRACES
    from service.telemetry.opentelemetry import exporting  # noqa: PLC0415 - there only where it is installed

    return exporting(exporter, __version__)


def _installed(exporter: str) -> bool:
    wanted = ["opentelemetry", "opentelemetry.sdk"]
    if exporter == "otlp":
        wanted += ["opentelemetry.exporter", "opentelemetry.exporter.otlp", "opentelemetry.exporter.otlp.proto.http"]
    try:
        return all(importlib.util.find_spec(name) is not None for name in wanted)
    except ModuleNotFoundError:
        return False
