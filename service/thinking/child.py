"""The program that thinks: a process reads what to think about from its input and writes what it found.

One JSON object a line each way, see `service.thinking.process`. It runs as a file of its own, so that nothing is loaded
but what thinking needs. It ends when its input ends, and an alarm ends it when a thought takes far too long.
"""

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from service.bots import Advice

READY: Final = b"ready"
"""The first line that is written: everything is loaded."""
NICENESS: Final = 10
"""How far this steps back behind whoever answers requests."""
ORPHAN_SECONDS: Final = 1.0
"""After the time in which a thought must be back: nobody can be waiting any more."""


def step_back() -> None:
    """Leave processors, and memory that is short, to others."""
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    with contextlib.suppress(OSError):  # Linux alone has it
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


def own_output() -> int:
    """Return the descriptor to answer by; what anything else prints goes to the log."""
    answers = os.dup(1)
    os.dup2(2, 1)
    return answers


def listen(requests: "queue.SimpleQueue[bytes]") -> None:
    """Take requests until the input ends, however busy the rest of the process is, and end it then."""
    with contextlib.suppress(OSError):
        for line in sys.stdin.buffer:
            requests.put(line)
    os._exit(0)


def think(request: dict[str, Any]) -> dict[str, Any]:
    """Return the advice that is asked for, as plain values."""
    from service.bots import suggest  # noqa: PLC0415 - it can only be found by now
    from service.rules import parse_position  # noqa: PLC0415 - as above

    return advice_json(suggest(parse_position(request.pop("position")), request.pop("level"), **request))


def advice_json(advice: "Advice") -> dict[str, Any]:
    """Return advice as plain values; `service.thinking.process` reads them."""
    return {
        "choices": [[choice.move, choice.value, choice.line] for choice in advice.choices],
        "nodes": advice.nodes,
        "seconds": advice.seconds,
        "complete": advice.complete,
    }


def answer(line: bytes) -> dict[str, Any]:
    """Return the answer to a request: advice, or what is wrong with the request, or with the program."""
    request = json.loads(line)
    signal.setitimer(signal.ITIMER_REAL, request.pop("within") + ORPHAN_SECONDS)
    try:
        return think(request)
    except ValueError as error:
        return {"refused": str(error)}
    except Exception as error:  # noqa: BLE001 - whoever waits is told, whatever it is; the log has the rest
        traceback.print_exc()
        return {"failed": f"{type(error).__name__}: {error}"}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main() -> None:
    """Think until the input ends."""
    answers = own_output()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    step_back()
    sys.path.append(str(Path(__file__).parents[2]))  # where `service` is, installed or not
    import service.bots  # noqa: F401, PLC0415 - loaded before the first request, and after the line above

    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(requests,), daemon=True).start()
    with contextlib.suppress(BrokenPipeError), os.fdopen(answers, "wb", buffering=0) as output:
        output.write(READY + b"\n")
        while True:
            output.write(json.dumps(answer(requests.get())).encode() + b"\n")


if __name__ == "__main__":
    main()
