"""The environment is PettingZoo's in every respect, and plays Kiln by its rules."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason='the extra "rl" is not installed')

import numpy
from gymnasium.spaces import Dict
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from service.environment import kiln
from service.environment.encoding import ACTIONS
from service.environment.observation import plane_names
from service.environment.turn import encode_move
from service.rules import LegalMoves, format_position, parse_move, parse_position, play
from service.rules.start import start_position

KINDS: dict[str, dict[str, Any]] = {
    "two": {},
    "three": {"seats": 3},
    "four": {"seats": 4},
    "two-color": {"two_color": True},
    "two-color-both": {"two_color": True, "goal_both": True, "target": 6},
    "variants": {"heating_up": True, "fixing_the_mess": False, "target": 9},
}
kinds = pytest.mark.parametrize("settings", KINDS.values(), ids=KINDS)


def run_their_test(test: Callable[..., None], *arguments: Any, **more: Any) -> None:
    """Run a test of PettingZoo's. It warns of any observation with a mask, but for its own environments, by name."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # of a game that is over
        test(*arguments, **more)


@kinds
def test_it_passes_pettingzoos_test_of_the_interface(settings: dict[str, Any]) -> None:
    run_their_test(api_test, kiln.env(render_mode="ansi", **settings), num_cycles=1000)
    run_their_test(api_test, kiln.raw_env(**settings), num_cycles=100)


@kinds
def test_it_passes_pettingzoos_test_of_seeds(settings: dict[str, Any]) -> None:
    run_their_test(seed_test, lambda: kiln.env(**settings), num_cycles=500)


def play_out(environment: Any, seed: int) -> list[str]:
    """Play a game by lot; return its moves."""
    generator = random.Random(seed)
    moves: list[str] = []
    for agent in environment.agent_iter():
        observation, _, termination, truncation, _ = environment.last()
        if termination or truncation:
            environment.step(None)
            continue
        environment.step(generator.choice(numpy.flatnonzero(observation["action_mask"]).tolist()))
        if (
            environment.agents
            and (move := environment.infos[agent].get("move"))
            and (not moves or move is not moves[-1])
        ):
            moves.append(move)
    return moves


@kinds
def test_a_game_is_that_of_the_rules_and_its_end_rewards_who_has_won(settings: dict[str, Any]) -> None:
    environment = kiln.raw_env(**settings)
    environment.reset(seed=3)
    position = start_position(environment.position.seats, environment.position.options, 3)
    assert environment.position == position
    generator = random.Random(5)
    rewards: dict[str, float] = {}
    for agent in environment.agent_iter():
        observation, reward, termination, _, _ = environment.last()
        if termination:
            rewards[agent] = reward
            assert observation is not None
            assert not observation["action_mask"].any()
            environment.step(None)
            continue
        assert agent == f"seat_{position.turn}"
        text = LegalMoves(position).random(generator)
        for action in encode_move(position, text):
            assert environment.agent_selection == agent
            assert environment.observe(agent)["action_mask"][action] == 1
            environment.step(action)
        position = play(position, parse_move(text)).position
        assert environment.position == position
        assert environment.infos[agent]["move"] == text
    outcome = position.outcome
    assert outcome is not None
    assert rewards == {agent: 1 if agent == f"seat_{outcome.winner}" else -1 for agent in environment.possible_agents}


def test_one_seed_gives_one_game_and_later_games_follow_from_it() -> None:
    def starts(environment: Any) -> list[str]:
        found = []
        for seed in (11, None, None):
            environment.reset(seed=seed)
            found.append(format_position(environment.unwrapped.position))
        return found

    first = starts(kiln.env())
    assert first == starts(kiln.env())
    assert len(set(first)) == 3


def test_only_who_is_to_move_has_actions_and_all_see_the_same_from_their_own_place() -> None:
    environment = kiln.raw_env(seats=3)
    environment.reset(seed=1)
    mover = environment.agent_selection
    index = environment.possible_agents.index(mover)
    names = plane_names(3, 1)
    seen = {agent: environment.observe(agent) for agent in environment.possible_agents}
    for agent, observation in seen.items():
        assert observation["action_mask"].sum() == (23 if agent == mover else 0)
        offset = (index - environment.possible_agents.index(agent)) % 3
        assert observation["observation"][names.index(f"to move: seat +{offset}")].all()
        assert (
            observation["observation"][names.index(f"kiln: seat +{offset}")].tolist()
            == seen[mover]["observation"][names.index("kiln: seat +0")].tolist()
        )
    space = environment.observation_space(mover)
    assert isinstance(space, Dict)
    assert seen[mover]["observation"].shape == (len(names), 6, 6) == space["observation"].shape
    assert seen[mover]["action_mask"].shape == (ACTIONS,)


def test_the_planes_show_the_board_and_how_far_the_turn_has_come() -> None:
    text = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r,b 5/1x3/5/5/5,5/5/5/5/4x 3,0 1 17m 1"
    environment = kiln.raw_env()
    environment.reset(options={"position": text})
    names = plane_names(2, 1)

    def plane(name: str) -> list[list[float]]:
        rows: list[list[float]] = environment.observe("seat_1")["observation"][names.index(name)].tolist()
        return rows

    assert plane("kiln: seat +0")[0] == [0, 0, 0, 0, 1, 0]
    assert plane("kiln: seat +1")[0] == [1, 0, 0, 0, 0, 1]
    assert plane("kiln: obstacles")[0] == [0, 1, 1, 1, 0, 0]
    assert plane("warehouse: seat +0")[1] == [0, 1, 0, 0, 0, 0]
    assert plane("warehouse: seat +1")[4] == [0, 0, 0, 0, 1, 0]
    assert plane("score: seat +0")[0][0] == pytest.approx(3 / 17)
    assert plane("outer tile: black")[0][0] == plane("step: push")[0][0] == 1
    assert plane("outer slot: north") == [[0, 0, 0, 0, 1, 0], *[[0] * 6] * 5]
    position = parse_position(text)
    move = LegalMoves(position, push=23).at(0)
    push, group, place, *_ = encode_move(position, move)
    environment.step(push)
    after = play(position, parse_move(move)).position
    assert plane("step: act")[0][0] == plane("step: color 1")[0][0] == 1
    assert plane("kiln: black") == [
        [float(after.kiln[4] >> 6 * row + column & 1) for column in range(6)] for row in range(6)
    ]
    environment.step(group)
    assert plane("step: place")[0][0] == 1
    size = sum(map(sum, plane("group to place")))
    assert size >= 2
    environment.step(place)
    assert sum(map(sum, plane("warehouse: seat +1"))) in (1, 1 + size)  # the other seat is to move, or this one sells


@pytest.mark.parametrize(("seats", "colors", "planes"), [(2, 1, 25), (3, 1, 30), (4, 1, 35), (2, 2, 34)])
def test_there_are_as_many_planes_as_is_written(seats: int, colors: int, planes: int) -> None:
    names = plane_names(seats, colors)
    assert len(set(names)) == len(names) == planes


def test_an_action_that_is_not_allowed_changes_nothing_or_in_the_wrappers_loses() -> None:
    environment = kiln.raw_env()
    environment.reset(seed=1)
    before = environment.observe("seat_1")
    for action in (environment.position.outer_slot, 100, ACTIONS - 1):
        with pytest.raises(ValueError, match="is not allowed here"):
            environment.step(action)
    assert environment.observe("seat_1")["observation"].tolist() == before["observation"].tolist()
    wrapped = kiln.env()
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(100)
    assert wrapped.terminations[agent]
    assert wrapped.rewards[agent] == -1


def test_a_game_that_does_not_end_is_truncated_without_reward() -> None:
    environment = kiln.raw_env(max_moves=3)
    environment.reset(seed=1)
    play_out(environment, 1)
    assert environment.agents == []
    environment.reset(seed=1)
    while not any(environment.truncations.values()):
        environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    assert set(environment.rewards.values()) == {0.0}
    assert not any(environment.terminations.values())


def test_it_can_be_copied_and_pickled_in_the_middle_of_a_turn() -> None:
    environment = kiln.raw_env()
    environment.reset(seed=1)
    environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    expected = play_out(copy.deepcopy(environment), 4)
    assert play_out(pickle.loads(pickle.dumps(environment)), 4) == expected
    assert len(expected) > 10


def test_a_picture_shows_the_position_and_what_has_been_chosen() -> None:
    environment = kiln.raw_env(render_mode="ansi")
    environment.reset(seed=1)
    assert kiln.raw_env().render() is None
    environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    picture = environment.render()
    assert picture is not None
    assert picture.endswith("chosen: N2")


@pytest.mark.parametrize(
    "settings",
    [{"seats": 1}, {"seats": 5}, {"seats": 3, "two_color": True}, {"goal_both": True}, {"target": 0}, {"max_moves": 0}],
)
def test_a_game_that_there_is_not_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        kiln.raw_env(**settings)


def test_a_position_of_another_kind_of_game_is_refused_and_changes_nothing() -> None:
    environment = kiln.raw_env(seats=3)
    environment.reset(seed=1)
    before = environment.position
    two = format_position(kiln.raw_env().position)
    with pytest.raises(ValueError, match="another kind"):
        environment.reset(seed=2, options={"position": two})
    assert environment.position == before
