"""gunicorn's log, by way of the service's own."""

from typing import Any

from gunicorn.glogging import Logger

__all__ = ["GunicornLog"]


class GunicornLog(Logger):
    """Hands everything to the root logger, which `service.telemetry.logs` has set up. There is no access log."""

    def setup(self, cfg: Any) -> None:
        """Take over no settings, and write nothing by itself."""
        self.cfg = cfg
        for log in (self.error_log, self.access_log):
            log.handlers.clear()
        self.error_log.propagate = True
        self.access_log.disabled = True

    def reopen_files(self) -> None:
        """There are none."""

    def close_on_exec(self) -> None:
        """There are none."""
