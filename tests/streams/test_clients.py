"""Clients that are not ours: curl, two libraries, a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
import sseclient
from httpx_sse import connect_sse

from tests.processes.serving import Service
from tests.streams.counting import clients
from tests.streams.playing import RandomGame
from tests.streams.reading import PATIENCE, Event, until

pytestmark = pytest.mark.xdist_group("clients of streams")

END = Event("end", 0, {"reason": "finished"})

Read = Callable[[str, str | None], tuple[int, list[Event]]]
"""Reads the stream at an address to its end, after an id; gives the status and the events."""


def with_httpx_sse(address: str, last: str | None) -> tuple[int, list[Event]]:
    headers = {} if last is None else {"Last-Event-ID": last}
    with httpx.Client(timeout=PATIENCE) as client, connect_sse(client, "GET", address, headers=headers) as source:
        if source.response.status_code == 204:
            return 204, []
        events, known = [], ""
        for one in source.iter_sse():
            # As the standard says, an id holds for the events after it too.
            events.append(Event(one.event, int(one.id) if one.id != known else 0, one.json()))
            known = one.id
        return source.response.status_code, events


def with_sseclient(address: str, last: str | None) -> tuple[int, list[Event]]:
    headers = {"Accept": "text/event-stream"} | ({} if last is None else {"Last-Event-ID": last})
    with httpx.stream("GET", address, headers=headers, timeout=PATIENCE) as answer:
        source = sseclient.SSEClient(answer.iter_bytes())
        events = [Event(one.event, int(one.id or 0), json.loads(one.data)) for one in source.events()]
        return answer.status_code, events


def with_curl(address: str, last: str | None) -> tuple[int, list[Event]]:
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not installed")
    command = [curl, "--no-buffer", "--silent", "--show-error", "--write-out", "%{http_code}", address]
    if last is not None:
        command += ["--header", f"Last-Event-ID: {last}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 2, check=True)
    assert done.stderr == ""
    *blocks, status = done.stdout.split("\n\n")
    events = []
    for block in blocks:
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line[:1] != ":")
        if "data" in fields:
            events.append(Event(fields["event"], int(fields.get("id", 0)), json.loads(fields["data"])))
    return int(status), events


@pytest.mark.parametrize("read", [with_curl, with_httpx_sse, with_sseclient])
def test_a_client_follows_a_game_and_goes_on_where_it_was(service: Service, read: Read) -> None:
    game = RandomGame([service.client], 1)
    address = f"{service.address}{game.path}/events"
    before = clients(service)
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(read, address, None)
        until(lambda: clients(service) > before, "the client does not come")
        game.play()
        status, events = answer.result()
    assert status == 200
    assert events == [*game.followed_from(events[0].id), END]
    assert read(address, "2") == (200, [*game.after(2), END])
    assert read(address, str(game.game["version"])) == (204, [])
    assert read(f"{address}?last_event_id=3", None) == (200, [*game.after(3), END])


# ---- a browser -------------------------------------------------------------------------------------------

PAGE = """<!doctype html><title>A client</title><script>
const told = [];
const source = new EventSource(decodeURIComponent(location.hash.slice(1)));
function tell(what) { told.push(what); fetch("/told", {method: "POST", body: JSON.stringify(told)}); }
for (const kind of ["game", "move", "end"]) source.addEventListener(kind,
  (event) => tell([kind, kind == "end" ? 0 : Number(event.lastEventId), JSON.parse(event.data)]));
source.onopen = () => tell(["open", 0, null]);
source.onerror = () => tell([source.readyState == EventSource.CLOSED ? "closed" : "error", 0, null]);
</script>"""

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    *("--disable-default-apps", "--disable-extensions", "--remote-debugging-port=0"),
)


@contextmanager
def browser(address: str) -> Iterator[Callable[[], list[Event]]]:
    """Let a page in a browser, from another origin, follow the stream at an address; gives what it has told so far.

    Besides the events it tells of `open`, of `error` when it will try again, and of `closed` when it will not.
    """
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed")
    told: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer(200 if self.path == "/" else 404, PAGE.encode() if self.path == "/" else b"")

        def do_POST(self) -> None:
            newer = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if len(newer) > len(told):  # they may overtake each other
                told[:] = newer
            self.answer(204, b"")

        def answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Handler) as pages,
        tempfile.TemporaryDirectory(
            ignore_cleanup_errors=True  # children of the browser may write there when it has ended
        ) as profile,
    ):
        threading.Thread(target=pages.serve_forever, args=(0.05,), daemon=True).start()
        page = f"http://127.0.0.1:{pages.server_port}/#{address}"
        process = subprocess.Popen(
            [chromium, *FLAGS, f"--user-data-dir={Path(profile) / 'profile'}", page],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield lambda: [Event(kind, version, data) for kind, version, data in told]
        finally:
            process.terminate()
            process.wait(PATIENCE)
            pages.shutdown()


def test_a_browser_follows_a_game_through_a_restart_and_stops_at_the_end(service: Service) -> None:
    """The server it is connected to is killed; it comes back by itself, with the id that it has."""
    game = RandomGame([service.client], 2)

    def has_seen(version: int) -> bool:
        return any(event.id == version for event in told())

    with browser(f"{service.address}{game.path}/events") as told:
        until(lambda: has_seen(1), "the browser does not come", 2 * PATIENCE)
        while len(game.played) < 8:
            game.claim() if game.game["status"] == "waiting" else game.move()
        until(lambda: has_seen(8), "the browser does not hear")
        for worker in service.workers():
            worker.kill()
        service.wait_for_workers()
        game.play()
        until(lambda: Event("closed", 0, None) in told(), "the browser does not stop")
        seen = told()
    kinds = [event.kind for event in seen]
    assert [event for event in seen if event.id] == game.played
    # It was connected twice; after the end it came a third time, and was told by 204 that there is no more.
    assert kinds.count("open") == 2
    assert kinds.count("end") == 1
    assert kinds[-1] == "closed"
