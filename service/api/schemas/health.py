"""Whether the service is alive and able to serve."""

from service.api.fields import Constant
from service.api.schemas.base import Output


class HealthSchema(Output):
    """It is."""

    status = Constant("ok")
