"""The environment: `env()` with PettingZoo's usual wrappers, `raw_env()` without.

from service.environment import kiln

environment = kiln.env(seats=2)
environment.reset(seed=7)
for agent in environment.agent_iter():
    observation, reward, termination, truncation, info = environment.last()
    over = termination or truncation
    environment.step(None if over else environment.action_space(agent).sample(observation["action_mask"]))
"""

import random
from typing import Any

try:
    import numpy
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError('the environment needs more packages: pip install ".[rl]"') from error

from service.board_text import draw_position
from service.environment.encoding import ACTIONS, action_text
from service.environment.observation import observe, plane_count
from service.environment.turn import TurnInSteps
from service.rules import MAX_SEED, Color, Options, Outcome, Position, parse_move, parse_position, play, start_position

__all__ = ["KilnEnv", "env", "raw_env"]

Observation = dict[str, numpy.ndarray]

_COLORS = (Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW)
_TWO_COLOR = ((Color.RED, Color.GREEN), (Color.BLUE, Color.YELLOW))


class KilnEnv(AECEnv[str, Any, Any]):
    """A game of Kiln; its agents are `seat_1`, `seat_2` and so on.

    An agent makes several steps in a row, which make up its turn (`service.environment.encoding`). It observes a dict:
    `observation`, float32 of shape (planes, 6, 6) (`service.environment.observation`), and `action_mask`, int8 of shape
    (174,), all zeros for who is not to move. The reward is 1 for who wins and -1 for each other, at the end. After
    `max_moves` moves without an end the game is truncated, with reward 0.

    `seats` 2 to 4; `two_color` for the two-color game; `target` points win; variants as in the rules.

    Raises:
        ValueError: there is no such game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's, which is a plain dict
        "name": "kiln_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: int = 2,
        *,
        two_color: bool = False,
        target: int = 17,
        goal_both: bool = False,
        fixing_the_mess: bool = True,
        heating_up: bool = False,
        max_moves: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # PettingZoo's
        if not 2 <= seats <= 4 or (two_color and seats != 2):
            raise ValueError("Kiln has 2 to 4 seats, the two-color game 2")
        if goal_both and not two_color:
            raise ValueError("the goal both is for the two-color game")
        if max_moves < 1:
            raise ValueError("a game has at least one move")
        if render_mode not in (None, "ansi"):
            raise ValueError('the only render mode is "ansi"')
        self.render_mode = render_mode
        self._seats = _TWO_COLOR if two_color else tuple((color,) for color in _COLORS[:seats])
        self._options = Options(target, fixing_the_mess, heating_up, goal_both)
        self._max_moves = max_moves
        self._generator = random.Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        shape = (plane_count(seats, 2 if two_color else 1), 6, 6)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, shape, numpy.float32),
                    "action_mask": Box(0, 1, (ACTIONS,), numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._start(self._start_position(0))

    @property
    def position(self) -> Position:
        """The position before the turn that is being made."""
        return self._position

    def observation_space(self, agent: str) -> Space[Any]:
        """Return what `observe` gives: a dict of two boxes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the fixed actions; draw from it with the mask."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed the one that the service starts with it, then a fixed sequence of others.

        `options` may have a `position` in notation to begin with, of as many seats and colors. Others are ignored.

        Raises:
            InvalidPosition: the position is none.
            ValueError: the seed is out of range, or the position is not of this kind of game, or over.
        """
        if seed is not None:
            start = seed
            generator = random.Random(seed)
        else:
            start = self._generator.randrange(MAX_SEED + 1)
            generator = self._generator
        text = (options or {}).get("position")
        position = self._start_position(start) if text is None else self._checked(parse_position(text))
        self._generator = generator
        self._start(position)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now."""
        mask = numpy.zeros(ACTIONS, numpy.int8)
        if self._turn is not None and agent == self.agent_selection:
            mask[self._turn.allowed()] = 1
        seat = self.possible_agents.index(agent) + 1
        return {"observation": observe(self._position, self._turn, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make a step of the turn of `agent_selection`; the turn's last one plays the move.

        Raises:
            ValueError: the action is not allowed here; nothing has changed.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if self._turn is None or action is None:
            raise ValueError("a step needs an action")
        self._turn.take(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self._turn.move is not None:
            self._play(self._turn.move)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position before this turn as text, and what has been chosen of the turn; None without a mode."""
        if self.render_mode is None:
            return None
        chosen = " ".join(action_text(action) for action in (self._turn.actions if self._turn else ()))
        return draw_position(self._position) + (f"\n\nchosen: {chosen}" if chosen else "")

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _start_position(self, seed: int) -> Position:
        return start_position(self._seats, self._options, seed)

    def _checked(self, position: Position) -> Position:
        """Return a position to begin with, if it is of this kind of game."""
        if [len(colors) for colors in position.seats] != [len(colors) for colors in self._seats]:
            raise ValueError("the position is of another kind of game")
        if position.finished or any(position.left):
            raise ValueError("a game cannot begin where it is over, or where a seat has left")
        return position

    def _start(self, position: Position) -> None:
        self._position = position
        self._turn: TurnInSteps | None = TurnInSteps(position)
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[position.turn - 1]

    def _play(self, move: str) -> None:
        """Play a move, and see whether the game is over."""
        self._position = play(self._position, parse_move(move)).position
        self._moves += 1
        self.infos = {agent: {"move": move} for agent in self.agents}
        outcome = self._position.outcome
        if outcome is not None and outcome.winner is not None:
            self._end(outcome)
        elif outcome is not None or self._moves >= self._max_moves:
            self._turn = None
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._turn = TurnInSteps(self._position)
        self.agent_selection = self.possible_agents[self._position.turn - 1]

    def _end(self, outcome: Outcome) -> None:
        self._turn = None
        winner = f"seat_{outcome.winner}"
        self.rewards = {agent: 1.0 if agent == winner else -1.0 for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)


raw_env = KilnEnv


def env(seats: int = 2, **settings: Any) -> AECEnv[str, Any, Any]:
    """Return `KilnEnv` in PettingZoo's usual wrappers: an action that is not allowed ends the game and loses it."""
    wrapped: AECEnv[str, Any, Any] = KilnEnv(seats, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
