"""The kinds of game that a ladder is played in."""

from dataclasses import dataclass

from service.rules import Color, Options, Position, start_position

__all__ = ["KINDS", "GameKind"]

_RED, _BLUE, _GREEN, _YELLOW = (Color.RED,), (Color.BLUE,), (Color.GREEN,), (Color.YELLOW,)
_TWO_COLOR = ((Color.RED, Color.GREEN), (Color.BLUE, Color.YELLOW))


@dataclass(frozen=True, slots=True)
class GameKind:
    """A kind of game: its name on the command line, what it is in words, and what it is played with."""

    name: str
    title: str
    seats: tuple[tuple[Color, ...], ...]
    options: Options

    def start(self, seed: int) -> Position:
        """Return the start that this seed gives."""
        return start_position(self.seats, self.options, seed)


_ALL = (
    GameKind("two", "two seats", (_RED, _BLUE), Options()),
    GameKind("three", "three seats", (_RED, _BLUE, _GREEN), Options()),
    GameKind("four", "four seats", (_RED, _BLUE, _GREEN, _YELLOW), Options()),
    GameKind("two-color", "the two-color game", _TWO_COLOR, Options()),
    GameKind("two-color-both", "the two-color game, goal both", _TWO_COLOR, Options(goal_both=True)),
    GameKind("heating-up", "two seats, heating up", (_RED, _BLUE), Options(heating_up=True)),
    GameKind("without-fixing", "two seats, without fixing the mess", (_RED, _BLUE), Options(fixing_the_mess=False)),
)

KINDS: dict[str, GameKind] = {kind.name: kind for kind in _ALL}
"""All kinds by name."""
