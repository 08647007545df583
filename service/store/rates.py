"""How often somebody has called lately, counted for all processes."""

from service.store.client import Client

__all__ = ["RedisRates"]

_LONGEST = 1.0
"""Seconds, out of those of the whole call: while the store does not answer, counting may not hold it up for long."""

_PREFIX = "kiln:rate:"

_TAKE = """
local period, step, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local taken = tonumber(redis.call('GET', KEYS[1]) or 0)
if taken < now then taken = now end
local after = taken + step * calls
local over = after - now - period
if over > 0 then return {0, math.ceil(over), math.ceil(taken - now)} end
redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', math.ceil((after - now) / 1000))
return {1, 0, math.ceil(after - now)}
"""
"""KEYS: the counter. ARGV: the period, and the part of it that a call takes, in microseconds; how many calls. Gives
whether they are within the rate; if not, in how many microseconds they will be; and in how many the whole period is
free again.

What is kept is until when the calls so far take up time (the generic cell rate algorithm): one number."""


class RedisRates:
    """Counters in the store, each of which allows so many calls in any period, and after these as many as time frees.

    connections: for how many threads at once. Raises ValueError for an address that is none.
    """

    def __init__(self, url: str, connections: int, longest_call: float) -> None:
        self._client = Client(url, connections, longest=min(_LONGEST, longest_call))
        self._take = self._client.script(_TAKE)

    def take(self, key: str, amount: int, period: float, calls: int = 1) -> tuple[bool, float, float]:
        """Count calls, in one round trip, where they are within `amount` in `period` seconds.

        Returns whether they are; in how many seconds they will be if not; and in how many all is free again. Raises
        StoreUnavailable.
        """
        microseconds = round(period * 1_000_000)
        step = -(-microseconds // amount)
        allowed, wait, free = self._take((f"{_PREFIX}{key}",), (step * amount, step, calls))
        return bool(allowed), wait / 1_000_000, free / 1_000_000

    def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        self._client.close()
