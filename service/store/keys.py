"""The names of keys. The braces make all keys of a game lie in one slot of a cluster."""

__all__ = [
    "BOTS_ALONE",
    "BOTS_DUE",
    "CHANNEL_PREFIX",
    "PUBLIC_EXPIRY",
    "PUBLIC_PLAYING",
    "PUBLIC_WAITING",
    "WRITABLE",
    "changes_key",
    "channel",
    "game_key",
    "game_keys",
    "moves_key",
    "owner_key",
]

WRITABLE = "kiln:writable"

PUBLIC_WAITING = "kiln:{public}:waiting"
PUBLIC_PLAYING = "kiln:{public}:playing"
PUBLIC_EXPIRY = "kiln:{public}:expiry"

BOTS_DUE = "kiln:{bots}:due"
BOTS_ALONE = "kiln:{bots}:alone"


CHANNEL_PREFIX = "kiln:changed:"


def channel(game_id: str) -> str:
    """Return the name of the channel on which a game's changes are told."""
    return f"{CHANNEL_PREFIX}{game_id}"


def game_key(game_id: str) -> str:
    """Return the key of what a game is."""
    return f"kiln:{{{game_id}}}:game"


def moves_key(game_id: str) -> str:
    """Return the key of a game's moves."""
    return f"kiln:{{{game_id}}}:moves"


def changes_key(game_id: str) -> str:
    """Return the key of a game's other changes."""
    return f"kiln:{{{game_id}}}:changes"


def game_keys(game_id: str) -> tuple[str, str, str]:
    """Return all keys of a game, in the order in which the scripts take them."""
    return game_key(game_id), moves_key(game_id), changes_key(game_id)


def owner_key(owner: str) -> str:
    """Return the key of what an owner's token, given by its hash, has been used for."""
    return f"kiln:owner:{owner}"
