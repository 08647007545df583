"""The board game Kiln as a REST game-engine service.

`service.rules` is the game, `service.games` a game at a table, `service.store` keeps games in Redis,
`service.api` speaks HTTP, and `service.app` wires them together.
"""

__version__ = "0.1.0"
