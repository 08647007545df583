"""What becomes of a thought that comes to nothing."""

__all__ = ["ThinkingFailed", "ThinkingLate"]


class ThinkingFailed(Exception):
    """The thought has no result: its process ended, twice, or met an error of its own; the text says which."""


class ThinkingLate(ThinkingFailed):
    """The thought's process did not come back in time, and was ended."""
