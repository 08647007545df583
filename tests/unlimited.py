"""Settings without limits on how often a client may call: tests call as often as they like, from one address."""

from typing import Any

from service.config import Config

__all__ = ["UNLIMITED", "unlimited"]

UNLIMITED = {
    "KILN_LIMIT_CREATE": "off",
    "KILN_LIMIT_MOVE": "off",
    "KILN_LIMIT_READ": "off",
    "KILN_LIMIT_ANALYSIS": "off",
    "KILN_LIMIT_ADVICE": "off",
    "KILN_LIMIT_BOTS": "off",
}
"""As variables of the environment."""


def unlimited(**settings: Any) -> Config:
    """Return settings without limits, and what else is given."""
    limits = ("create", "move", "read", "analysis", "advice", "bots")
    return Config(**{**{f"limit_{limit}": "off" for limit in limits}, **settings})
