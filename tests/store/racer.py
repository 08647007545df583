"""A process of a service that makes many calls at once, for tests of what happens then.

Standard input is a line with a JSON object: `url` of the store and `calls`, a list of [what, arguments], each made by
a thread of its own. Once all threads stand ready, a line is written; with the next line that is read all begin. The
second line of standard output is a list of what each call came to.
"""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

from service.games import GameError, GameService, NewGame, NewSeat
from service.rules import IllegalMove
from service.store import Store


def call(service: GameService, what: str, arguments: dict[str, Any]) -> list[Any]:
    try:
        if what == "play":
            played = service.play(**arguments)
            return [played.outcome, played.move.number, played.move.text]
        if what == "claim":
            claimed = service.claim(seat=None, name=None, **arguments)
            return ["repeated" if claimed.repeated else "claimed", claimed.seat, claimed.token]
        if what == "create":
            created = service.create(NewGame(seats=(NewSeat(), NewSeat(open=True)), **arguments))
            return ["repeated" if created.repeated else "created", created.game.id, created.game.seed]
        if what == "delete":
            service.delete(**arguments)
            return ["deleted"]
    except (GameError, IllegalMove) as error:
        return [type(error).__name__]
    raise ValueError(what)


def main() -> None:
    task = json.loads(sys.stdin.readline())
    store = Store(task["url"], threads=len(task["calls"]))
    service = GameService(store.games)
    results: list[list[Any]] = [["lost"]] * len(task["calls"])
    ready = threading.Barrier(len(task["calls"]) + 1)
    go = threading.Event()

    def run(index: int, what: str, arguments: dict[str, Any]) -> None:
        ready.wait()
        go.wait()
        results[index] = call(service, what, arguments)

    threads = [
        threading.Thread(target=run, args=(index, what, arguments))
        for index, (what, arguments) in enumerate(task["calls"])
    ]
    for thread in threads:
        thread.start()
    ready.wait()
    print("ready", flush=True)
    sys.stdin.readline()
    go.set()
    for thread in threads:
        thread.join()
    print(json.dumps(results))
    store.close()


if __name__ == "__main__":
    main()
