from threading import Event, Thread

from service.bots import suggest
from service.bots.budget import Budget
from tests.bots.play_out import start


def test_nodes_are_given_until_they_are_spent() -> None:
    budget = Budget(3, None)
    assert [budget.take() for _ in range(5)] == [True, True, True, False, False]
    assert budget.nodes == 3
    assert budget.spent
    assert budget.in_time


def test_of_no_nodes_none_is_given() -> None:
    assert not Budget(0, None).take()
    assert not Budget(-5, None).take()


def test_without_bounds_there_is_always_one_more() -> None:
    budget = Budget(None, None)
    assert all(budget.take() for _ in range(1000))
    assert not budget.spent


def test_once_time_is_up_there_is_none_left() -> None:
    budget = Budget(1000, 0.0)
    assert not budget.take()
    assert budget.spent
    assert not budget.in_time
    assert not budget.take()
    assert budget.seconds > 0


def test_other_threads_run_while_one_thinks() -> None:
    turns = 0
    ended = Event()

    def wait_in_turns() -> None:
        nonlocal turns
        while not ended.wait(0.01):
            turns += 1

    other = Thread(target=wait_in_turns)
    other.start()
    advice = suggest(start("two seats", 3), "search-3", nodes=10**9, seconds=1.0)
    while_thinking = turns
    ended.set()
    other.join()
    assert not advice.complete
    assert while_thinking >= 5
