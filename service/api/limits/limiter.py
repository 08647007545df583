"""Limits on how often a client may call, put before the operations of an application."""

import math
from collections.abc import Mapping
from typing import Any, Final, cast

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter, RequestLimit
from flask_limiter._limits import RuntimeLimit  # a limit as it is looked at; it has no public name
from limits import parse

from service.api.limits.budgets import Budget, budget_of
from service.api.limits.callers import Callers, network_of
from service.api.limits.rates import Rates
from service.api.limits.storage import SCHEME, Count, last_count, note_count
from service.api.problems import Problem
from service.telemetry.meters import Meters

__all__ = ["OFF", "count_also", "init_app"]

OFF: Final = "off"

_ALSO: Final = "kiln.limits"


class _Limiter(Limiter):
    """Flask-Limiter for what is asked of it here: one shared limit for an operation, declared beforehand.

    Of these it looks at no more than it must. What it would do by itself, for limits of any kind, costs as much as the
    rest of a request.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._of_view: dict[str, RuntimeLimit] = {}

    def init_app(self, app: Flask) -> None:
        """Work for an application; around its requests there is nothing to do but what stands before an operation."""
        around: Any = (app.before_request_funcs, app.after_request_funcs, app.teardown_request_funcs)
        there = [list(functions[None]) for functions in around]
        super().init_app(app)
        for functions, before in zip(around, there, strict=True):
            functions[None] = before

    def _check_request_limit(self, callable_name: str | None = None, in_middleware: bool = True) -> None:
        if in_middleware or callable_name is None:
            return  # no limit stands anywhere but before an operation
        limit = self._of_view.get(callable_name)
        if limit is None:
            (limit,) = self.limit_manager.decorated_limits(callable_name)
            self._of_view[callable_name] = limit
        if limit.is_exempt:
            return
        names = [limit.key_func(), cast("str", limit.scope)]
        if not self.limiter.hit(limit.limit, *names) and self._on_breach is not None:
            self._on_breach(RequestLimit(self, limit.limit, names, True, True))


def init_app(app: Flask, limits: Mapping[Budget, str], rates: Rates, meters: Meters) -> None:
    """Put limits before the operations of `app`, which must all be there already.

    limits: how many calls in what time, such as `60/minute`, or `OFF`, for each budget.
    """
    app.extensions[_ALSO] = _Also(limits, rates, meters)
    if all(limit == OFF for limit in limits.values()):
        return
    callers = Callers()
    needs_token: set[str] = set()

    def caller() -> str:
        return callers.caller(needs_token=request.endpoint in needs_token)

    def refuse(limit: RequestLimit) -> None:
        count = cast("Count", last_count(request.environ))
        raise _refusal(str(limit.limit), limit.request_args[1], count.wait, meters)

    limiter = _Limiter(
        caller,
        storage_uri=f"{SCHEME}://",
        storage_options=cast("dict[str, Any]", {"rates": rates}),
        strategy="moving-window",
        on_breach=refuse,  # it raises, and so returns no answer
        headers_enabled=False,
    )
    limiter.init_app(app)
    for endpoint, view in app.view_functions.items():
        operation = getattr(view, "operation", None)
        if operation is None:
            continue
        if operation.token:
            needs_token.add(endpoint)
        budget = budget_of(operation.id)
        if budget is None or limits[budget] == OFF:
            continue
        limit = limiter.shared_limit(limits[budget], scope=budget.value, exempt_when=_counted)
        app.view_functions[endpoint] = cast("Any", limit(view))

    def finish(response: Response) -> Response:
        count = last_count(request.environ)
        if count is not None:
            response.headers["RateLimit-Limit"] = str(count.amount)
            response.headers["RateLimit-Remaining"] = str(count.remaining)
            response.headers["RateLimit-Reset"] = str(math.ceil(count.free))
            if request.endpoint in needs_token:
                if response.status_code < 300:
                    callers.note(good=True)
                elif response.status_code == 401:
                    callers.note(good=False)
        return response

    app.after_request(finish)


def count_also(budget: Budget) -> None:
    """Count the request at hand against a budget beside its operation's, for its client's address.

    Raises Problem when it is above the limit.
    """
    also: _Also = current_app.extensions[_ALSO]
    also.count(budget)


class _Also:
    """Counts what only shows once a request has been read."""

    def __init__(self, limits: Mapping[Budget, str], rates: Rates, meters: Meters) -> None:
        self._limits = {budget: parse(limit) for budget, limit in limits.items() if limit != OFF}
        self._rates = rates
        self._meters = meters

    def count(self, budget: Budget) -> None:
        limit = self._limits.get(budget)
        if limit is None:
            return
        key = f"{budget}/address:{network_of(request.environ.get('REMOTE_ADDR', ''))}"
        allowed, wait, free = self._rates.take(key, limit.amount, limit.get_expiry())
        if not allowed:
            note_count(Count(allowed, limit.amount, limit.get_expiry(), wait, free))
            raise _refusal(str(limit), budget, wait, self._meters)


def _refusal(limit: str, budget: str, wait: float, meters: Meters) -> Problem:
    meters.rate_limited(budget)
    return Problem(
        "rate_limited",
        f"There is a limit of {limit} for calls like this ({budget}).",
        headers={"Retry-After": str(max(1, math.ceil(wait)))},
    )


def _counted() -> bool:
    """Whether the request at hand has been counted: one that has waited is answered anew."""
    return last_count(request.environ) is not None
