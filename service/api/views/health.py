"""Health: whether the service is alive and able to serve."""

from flask import Response

from service.api.answers import json_response
from service.api.blueprint import Answer, Blueprint
from service.api.context import services
from service.api.schemas.health import HealthSchema

blueprint = Blueprint("health", __name__, description="Whether the service is alive and able to serve.")

_OK = {"status": "ok"}


@blueprint.operation(
    "GET", "/healthz", "getHealth", answers=(Answer(200, "It is alive.", HealthSchema(), (), ("health",)),)
)
def get_health() -> Response:
    """Ask whether the service is alive.

    The store is not asked.
    """
    return json_response(_OK)


@blueprint.operation(
    "GET",
    "/readyz",
    "getReadiness",
    answers=(Answer(200, "It is able to serve.", HealthSchema(), (), ("health",)),),
    problems=("store_unavailable",),
)
def get_readiness() -> Response:
    """Ask whether the service is able to serve.

    It is when the store takes writes.
    """
    services().check_store()
    return json_response(_OK)
