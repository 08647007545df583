"""The levels, and how much each of them thinks."""

__all__ = ["LEVELS", "SearchLevel", "search_level"]

LEVELS: tuple[str, ...] = ("random", "greedy", "search-1", "search-2", "search-3")
"""Names of the levels, the weakest first."""


class SearchLevel:
    """How a searching level thinks: at most `depth` moves ahead, and `nodes` positions unless told otherwise."""

    def __init__(self, depth: int, nodes: int) -> None:
        self.depth: int = depth
        self.nodes: int = nodes


_SEARCH: dict[str, SearchLevel] = {
    "search-1": SearchLevel(1, 10),
    "search-2": SearchLevel(2, 400),
    "search-3": SearchLevel(8, 4000),
}


def search_level(name: str) -> SearchLevel:
    """Return how the level called `name` searches; raise KeyError when it does not."""
    return _SEARCH[name]
