"""Whole deals as an environment of PettingZoo, for programs that learn to play: `pip install 'zolik[learn]'`.

    from zolik.learning import Deals

    env = Deals(rules="joker-club", players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        action = None if ended or cut else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

A turn is two steps: from where to draw, and what to lay and throw. What is laid is nothing, or what the exact engine
lays for the least penalty; the throw is free. The reward comes at the end: minus the penalty points of the deal.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from advisor.arena.deal import Asked, Deal, Outcome, Refused, Steps, deal_cards, playing, seat_name
from advisor.best_turns import best_turns
from advisor.helps import cards_left
from solver.game.actions import Action, Discard
from solver.game.cards import CARDS, KINDS, counts
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.referee.judge import discard_forbidden, judge
from solver.rules.profile import RuleProfile
from zolik.reading import rules_named

DRAWS: Final = ("stock", "discard", "bottom")
"""What the actions 0, 1 and 2 draw from."""
THROWS: Final = len(DRAWS)
"""The first of 53 actions that lay nothing and throw a card of a kind, in the order of `CARDS`."""
LAYS: Final = THROWS + KINDS
"""The first of 53 actions that lay for the least penalty and throw a card of a kind."""
ENDS: Final = LAYS + KINDS
"""The turn of least penalty as it is, its throw too, or a taken card put back: always legal after the draw."""
ACTIONS: Final = ENDS + 1

Numbers = NDArray[np.int8]
Seen = dict[str, Numbers]


class Deals(AECEnv[str, Seen, "int | None"]):
    """Deals by a rule set, one after another, for so many players. Agents are called `seat1`, `seat2`, …

    An observation is `{"observation", "action_mask"}`: counts of the 53 kinds of card in the hand, among those that can
    still come, on top of the discard pile, on the table and under the stock; then whether the draw is done, whether the
    player has opened, his round, and of each opponent in turn the cards and whether he has opened. `info["position"]`
    is the whole position in one line. The deal depends on the seed of `reset` alone; `seed % players` starts.
    Raises InvalidInput for an unknown rule set, ValueError for an action that is not legal.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "zolik_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, rules: str | RuleProfile = "zoliky-online", players: int = 2, render_mode: str | None = None):
        self.profile = rules_named("rules", rules)
        self.players = players
        self.render_mode = render_mode
        self.possible_agents = [seat_name(number) for number in range(players)]
        size = 5 * KINDS + 3 + 2 * (players - 1)
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, (size,), np.int8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self._actions: dict[str, spaces.Discrete] = {name: spaces.Discrete(ACTIONS) for name in self.possible_agents}
        self._deals = 0

    def observation_space(self, agent: str) -> spaces.Dict:  # noqa: ARG002  the same for all
        """What an agent may see."""
        return self._seen

    def action_space(self, agent: str) -> spaces.Discrete:
        """The 110 actions, of which `action_mask` tells the legal ones."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  there are none
        """Deals anew; without a seed the deal after the last one."""
        self._deals = self._deals + 1 if seed is None else seed
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: {} for name in self.agents}
        starter = self._deals % self.players
        self._deal: Deal = deal_cards(self.profile, self.players, f"learning/{self._deals}", starter=starter)
        self._steps: Steps[Outcome] = playing(self._deal)
        self._go_on(None)

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is. Raises ValueError if it is not legal now."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise ValueError(f"{agent}: action {action} is not legal now; action_mask tells those that are.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on(self._legal[int(action)])
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """What an agent sees; nobody but the one whose turn it is has a legal action."""
        asked = self._asked if self._asked.seat == self.possible_agents.index(agent) else None
        position = asked.position if asked else self._deal.view(self.possible_agents.index(agent))
        mask = np.zeros(ACTIONS, np.int8)
        if asked and self.agents and not self.terminations.get(agent, True) and not self.truncations.get(agent, True):
            mask[list(self._legal)] = 1
        return {
            "observation": _numbers(position, drawn=asked is not None and asked.what == "play"),
            "action_mask": mask,
        }

    def render(self) -> str:
        """The position of the agent whose turn it is, in one line."""
        return position_line(self._asked.position)

    def close(self) -> None:
        """Nothing is open."""

    def _go_on(self, answer: Any) -> None:
        """Plays on until somebody is asked, or the deal has ended."""
        try:
            step = self._steps.send(answer)
            while isinstance(step, Refused):
                step = self._steps.send(None)
        except StopIteration as end:
            self._end(end.value)
            return
        self._asked: Asked = step
        self._legal = _legal(step)
        self.agent_selection = self.possible_agents[step.seat]
        self.infos[self.agent_selection] = {"position": position_line(step.position)}

    def _end(self, outcome: Outcome) -> None:
        """Rewards everybody; a deal that nobody has closed was cut."""
        for name, penalty in zip(self.possible_agents, outcome.penalties, strict=True):
            self.rewards[name] = -float(penalty)
            self.terminations[name] = outcome.closer is not None
            self.truncations[name] = outcome.closer is None


def _legal(asked: Asked) -> dict[int, Any]:
    """The legal actions and what each plays."""
    position = asked.position
    if asked.what == "draw":
        draws = {0: "stock"}
        if position.discard_pile and discard_forbidden(position) is None:
            draws[1] = "discard"
        if position.bottom_card is not None and not position.opened:
            draws[2] = "bottom"
        return draws
    best = best_turns(position, "penalty", 1)[0][0].actions
    found: dict[int, Any] = {}
    for first, laid in ((THROWS, ()), (LAYS, tuple(one for one in best if not isinstance(one, Discard)))):
        if first == LAYS and not laid:
            continue
        for card in sorted(set(position.hand)):
            if _ends_turn(position, turn := (*laid, Discard(card))):
                found[first + card.kind] = turn
    if _ends_turn(position, best) or not found:
        found[ENDS] = best
    return found


def _ends_turn(position: Position, actions: tuple[Action, ...]) -> bool:
    verdict = judge(position, actions)
    return verdict.legal and verdict.end.finished


def _numbers(position: Position, *, drawn: bool) -> Numbers:
    lying = [card for meld in position.table for card in meld.meld.cards]
    kinds = [
        counts(position.hand),
        [max(0, left) for left in cards_left(position)],
        counts(position.discard_pile[-1:]),
        counts(lying),
        counts([position.bottom_card] if position.bottom_card is not None else []),
    ]
    others = [number for one in position.opponents for number in (one.cards, int(one.opened))]
    told = [int(drawn), int(position.opened), min(position.round, 127), *others]
    return np.array([*(number for one in kinds for number in one), *told], np.int8)


__all__ = ["ACTIONS", "CARDS", "DRAWS", "ENDS", "LAYS", "THROWS", "Deals"]
