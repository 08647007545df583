"""Metrics: what the service has counted and timed, for Prometheus."""

from typing import Final

from flask import Response

from service.api.blueprint import Answer, Blueprint
from service.api.context import services
from service.api.problems import Problem
from service.telemetry.meters import CONTENT_TYPE

blueprint = Blueprint("metrics", __name__, description="What the service has counted and timed.")

_TEXT: Final = {"type": "string", "description": "Prometheus' text format, version 0.0.4."}


@blueprint.operation(
    "GET",
    "/metrics",
    "getMetrics",
    answers=(Answer(200, "The figures.", _TEXT, media_type="text/plain"),),
    problems=("not_found",),
)
def get_metrics() -> Response:
    """Get the service's figures.

    For Prometheus, over all worker processes. A service may keep them to itself, or tell them at another port; then it
    answers 404 here.
    """
    exposition = services().exposition
    if exposition is None:
        raise Problem("not_found")
    return Response(exposition(), content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})
