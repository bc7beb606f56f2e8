"""Deals as an environment: PettingZoo's own tests of one, and whole deals in every rule set."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from solver.game.position_line import read_position_line
from solver.referee.judge import judge
from solver.rules.presets import PROFILES
from zolik.errors import InvalidInput
from zolik.learning import ACTIONS, ENDS, LAYS, THROWS, Deals


def played(env: Deals, seed: int, chance: random.Random) -> dict[str, float]:
    """The rewards of a deal in which every legal action is as likely."""
    env.reset(seed=seed)
    rewards: Counter[str] = Counter()
    for agent in env.agent_iter(10_000):
        observation, reward, ended, cut, info = env.last()
        assert observation is not None
        rewards[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        if ended or cut:
            env.step(None)
            continue
        assert len(legal)
        assert env.observation_space(agent).contains(observation)
        position = read_position_line(info["position"])
        assert observation["observation"][:53].sum() == len(position.hand)
        env.step(int(chance.choice(legal)))
    assert env.agents == []
    return dict(rewards)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_is_an_environment_of_pettingzoo() -> None:
    api_test(Deals(rules="tournament", players=3), num_cycles=60)
    seed_test(lambda: Deals(rules="family"), num_cycles=20)


@pytest.mark.parametrize("rules", PROFILES)
def test_a_deal_ends_with_what_it_costs(rules: str) -> None:
    env = Deals(rules=rules, players=2)
    rewards = played(env, 5, random.Random(rules))
    assert {*rewards} == {"seat1", "seat2"}
    assert any(rewards.values())
    assert not any(env._deal.refusals)  # what the mask allows the referee passes
    assert played(env, 5, random.Random(rules)) == rewards


def test_every_action_of_the_mask_is_a_turn() -> None:
    env = Deals(rules="wikipedia")
    env.reset(seed=3)
    chance = random.Random(3)
    for _ in range(40):
        observation, _, ended, cut, info = env.last()
        if ended or cut:
            break
        assert observation is not None
        position = read_position_line(info["position"])
        legal = np.flatnonzero(observation["action_mask"])
        assert legal.max() < 3 or ENDS in legal
        for action in legal[legal >= 3]:
            assert judge(position, env._legal[int(action)]).legal
        env.step(int(chance.choice(legal)))


def test_the_example_of_the_guide_plays_a_deal() -> None:
    guide = (Path(__file__).parents[3] / "api" / "docs" / "arena.md").read_text()
    example = re.search(r"```python\n(from zolik.learning.*?)```", guide, re.DOTALL)
    assert example is not None
    names: dict[str, Any] = {}
    exec(example[1], names)
    assert names["env"].agents == []
    numbers = map(int, re.findall(r"\b(?:3|56|109)\b", guide[example.end() :]))
    assert [*numbers][:3] == [THROWS, LAYS, ENDS]


def test_what_is_not_legal_is_refused() -> None:
    env = Deals()
    env.reset(seed=1)
    observation, *_ = env.last()
    assert observation is not None
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    for action in (wrong, ACTIONS, None):
        with pytest.raises(ValueError, match="is not legal now"):
            env.step(action)
    with pytest.raises(InvalidInput):
        Deals(rules="chess")


def test_only_who_is_asked_may_act() -> None:
    env = Deals(render_mode="ansi")
    env.reset(seed=1)
    other = next(name for name in env.agents if name != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()
    assert env.render().startswith("z1~zoliky-online~")
