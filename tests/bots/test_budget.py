from service.bots.budget import Budget


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
