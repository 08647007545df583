"""Thinking beside the requests: processes that look for moves, and the queue before them."""

from service.thinking.errors import ThinkingFailed, ThinkingLate
from service.thinking.thinkers import Observer, Outcome, Thinkers

__all__ = ["Observer", "Outcome", "Thinkers", "ThinkingFailed", "ThinkingLate"]
