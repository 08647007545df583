"""Runs the service: a listening socket, a Redis server when none was named, and gunicorn's workers."""

import contextlib
import dataclasses
import errno
import logging
import os
import resource
import socket
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import gunicorn.http.wsgi
from gunicorn.app.base import BaseApplication

from service.app import create_app
from service.config import Config
from service.gunicorn_log import GunicornLog
from service.store.embedded import EmbeddedServer, EmbeddedServerError
from service.telemetry.folder import fresh_folder
from service.telemetry.logs import configure_logs
from service.telemetry.process import FOLDER_VARIABLE
from service.worker_numbers import begin_worker, end_worker, number_worker

logger = logging.getLogger(__name__)

WORKER_CLASS: Final = "service.api.gunicorn_worker.ProblemWorker"
"""gunicorn's threads, with errors of HTTP itself answered as problems."""
BACKLOG: Final = 2048
"""Connections that may wait to be accepted."""
GRACE_SECONDS: Final = 25
"""How long a stop waits for requests; below the 30 that Kubernetes and others give."""
WORKER_SILENCE_SECONDS: Final = 60
"""After which a worker counts as hanging and is replaced. Its main thread reports, not its requests."""
KEEP_ALIVE_SECONDS: Final = 75
"""How long an idle connection stays open: longer than the 60 after which common proxies close theirs."""
PORT_WAIT_SECONDS: Final = 3.0
"""Within which the workers of a service that was killed give up the port."""
KEPT_CONNECTIONS: Final = 1000
"""Connections of a worker between two requests, or before their first. Streams and waiting requests are not of them."""
OTHER_FILES: Final = 200
"""What a worker has open besides the connections of clients: to Redis, files, pipes; more than there are."""


class ServeError(RuntimeError):
    """The service cannot start; the text is for the user."""


def serve_forever(config: Config) -> None:
    """Serves until a signal tells it to end: SIGTERM lets requests finish, SIGINT does not. Ends by SystemExit.

    The order of a stop: the workers first, then the Redis server, if it is the service's own.

    Raises:
        ServeError: the port, the folder or the Redis server cannot be used.
    """
    configure_logs(config.log, config.log_level, later=True)
    config = dataclasses.replace(config, waiters=open_files_for(config))
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(listen(config.host, config.port))]
        if config.metrics_port is not None:
            listeners.append(stack.enter_context(listen(config.host, config.metrics_port, "KILN_METRICS_PORT")))
        os.environ.pop(FOLDER_VARIABLE, None)
        if config.metrics or config.metrics_port is not None:
            os.environ[FOLDER_VARIABLE] = str(stack.enter_context(fresh_folder(Path(writable_folder()))))
        kept_in, forget = f"Redis at {without_secrets(config.redis_url or '')}", _nothing
        if config.redis_url is None:
            server = EmbeddedServer(config.data_dir)
            kept_in, forget = f"{server.folder}, by a Redis server of the service's own", server.forget
            try:
                config = dataclasses.replace(config, redis_url=stack.enter_context(server).url)
            except EmbeddedServerError as error:
                raise ServeError(str(error)) from error
        welcome = welcome_text(address_of(*listeners[0].getsockname()[:2]), kept_in)
        _Workers(config, [listener.detach() for listener in listeners], welcome, forget).run()


def open_files_for(config: Config) -> int:
    """Lets this process and its workers open as many files as all connections need.

    Returns:
        How many streams and waiting requests a worker may hold: fewer than configured where the system allows less.
    """
    others = KEPT_CONNECTIONS + 3 * config.threads + OTHER_FILES
    wanted = config.waiters + others
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY or allowed >= wanted:
        return config.waiters
    with contextlib.suppress(OSError, ValueError):  # some systems say less than the truth about their limit
        allowed_now = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed_now, most))
        allowed = allowed_now
    waiters = min(config.waiters, max(0, allowed - others))
    if waiters < config.waiters:
        logger.warning(
            "KILN_WAITERS is %d instead of %d: only %d open files are allowed here (ulimit -n)",
            waiters,
            config.waiters,
            allowed,
        )
    return waiters


def listen(host: str, port: int, setting: str = "PORT") -> socket.socket:
    """Takes the port, before anything else is started. setting: the variable by which another is chosen.

    Raises:
        ServeError: it is in use, or the address is not this machine's.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise ServeError(f"HOST: {host} is no address to listen at ({error.strerror}).") from error
    deadline = time.monotonic() + PORT_WAIT_SECONDS
    while True:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise ServeError(f"{host} port {port} cannot be listened at: {error.strerror}.") from error
            if time.monotonic() >= deadline:
                raise ServeError(f"Port {port} of {host} is in use; choose another by {setting}.") from error
            time.sleep(0.1)
        else:
            return listener


def address_of(host: str, port: int) -> str:
    """Where a client on this machine reaches a service that listens there: `http://127.0.0.1:8000`."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - nothing is bound here
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def without_secrets(redis_url: str) -> str:
    """The address of a Redis server without user, password and options."""
    parts = urlsplit(redis_url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def welcome_text(address: str, kept_in: str) -> str:
    """What is said once the service can be reached."""
    return (
        f"Kiln is at {address}\n"
        f"Games are kept in {kept_in}\n"
        f"To create a game:     curl -X POST {address}/v1/games\n"
        f"To see all calls:     {address}/docs\n"
    )


def writable_folder() -> str:
    """A folder for the workers' signs of life: in memory where possible, as a disk can be slow or read-only."""
    shared_memory = Path("/dev/shm")  # noqa: S108 - the files in it get unguessable names and are unlinked at once
    return str(shared_memory) if os.access(shared_memory, os.W_OK) else tempfile.gettempdir()


def _nothing() -> None:
    pass


class _Workers(BaseApplication):
    """gunicorn, configured from here alone: no file, no command line, no variables of its own."""

    def __init__(self, config: Config, listeners: list[int], welcome: str, forget: Callable[[], None]) -> None:
        self._config = config

        def welcome_once(worker: Any) -> None:
            if worker.age == 1:  # the first has loaded the application, and no later one has this number
                print(welcome, end="", flush=True)  # noqa: T201 - for the user

        def begin(_arbiter: Any, worker: Any) -> None:
            begin_worker(worker)
            forget()

        self._settings: dict[str, Any] = {
            "bind": [f"fd://{listener}" for listener in listeners],
            "backlog": BACKLOG,
            "workers": config.workers,
            "worker_class": WORKER_CLASS,
            "threads": config.threads,
            "worker_connections": KEPT_CONNECTIONS + config.threads,
            "timeout": WORKER_SILENCE_SECONDS,
            "graceful_timeout": GRACE_SECONDS,
            "keepalive": KEEP_ALIVE_SECONDS,
            "max_requests": 0,
            "worker_tmp_dir": writable_folder(),
            "control_socket_disable": True,  # it would open a socket in the home folder
            "limit_request_line": 8190,
            "limit_request_fields": 100,
            "limit_request_field_size": 8190,
            "accesslog": None,
            "logger_class": GunicornLog,
            "proc_name": "kiln",
            "pre_fork": number_worker,
            "post_fork": begin,
            "post_worker_init": welcome_once,
            "child_exit": end_worker,
        }
        # What answers is the service; which server it runs on is nobody's business.
        gunicorn.http.wsgi.SERVER = "kiln"  # type: ignore[attr-defined] # missing in the stubs
        super().__init__(prog="kiln")

    def load_config(self) -> None:
        """Hands the settings to gunicorn."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application, made in each worker: connections must not be shared between processes."""
        return create_app(self._config)
