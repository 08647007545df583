"""The service for any WSGI server: `gunicorn "service.wsgi:create()"`.

`kiln serve` needs no such thing; this is for whoever runs a server of their own beside a Redis of their own.
"""

import os

from flask import Flask

from service.app import create_app
from service.config import Config
from service.telemetry.logs import configure_logs


def create() -> Flask:
    """Return the service with the settings of the environment; KILN_REDIS_URL must be among them.

    Call it in each worker process, after the fork (gunicorn does, unless told to preload).
    """
    config = Config.from_environment(os.environ)
    configure_logs(config.log, config.log_level, later=True)
    return create_app(config)
