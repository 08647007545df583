"""Games in Redis, and the embedded server for whoever has none."""

from service.store.listener import ChangeListener
from service.store.repository import RedisRepository
from service.store.store import Store

__all__ = ["ChangeListener", "RedisRepository", "Store"]
