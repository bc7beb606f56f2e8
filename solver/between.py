"""Between: an arrangement of the table in which jokers are bought before the table is rebuilt once more.

A joker may be moved to where a card of the hand buys it, and that card may then leave for another meld. What is mostly
gained by it is a joker more to carry at a close, and so only that is looked for. The rearrangement is found as if
jokers could be bought anywhere; then one is looked for in which they lie where these cards buy them.
Source: the rules' section 4, ruling on rearranging under `wikipedia`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from solver.budget import TimedOut
from solver.cards import JOKER_KIND, KINDS
from solver.choices import Choice, PoolChoice, exclude_values, forbid_deal, pool_choice
from solver.dealing import Built, deal
from solver.engine import FINGERPRINT, Model, NoSolution, Solved, solve
from solver.melds import Meld
from solver.pool import make_pool
from solver.position import TableMeld
from solver.variables import Variables

WORK: Final = 0.005
"""How much work, in CP-SAT's deterministic time, one model is worth that looks for jokers bought in between."""


class NotBetween(Exception):
    """There is no arrangement in which the jokers could be bought."""


def with_arrangement_between(turn: Variables, choice: Choice, deadline: float) -> Choice:
    """The same choice with the arrangement in which its jokers are bought. Raises NotBetween, TimedOut."""
    pool = choice.pool
    if pool is None or not pool.given:
        return choice
    touched = {one.target.id for one in choice.table}
    movable = [one for one in _movable(turn) if one.id not in touched]
    between = _arrangement(turn, movable, Counter(pool.given), Counter(pool.from_hand), deadline)
    if between is None:
        raise NotBetween
    more = [one for one in between.taken if one not in pool.taken]
    whole = replace(pool, taken=(*pool.taken, *more), built=(*pool.built, *(_as_it_lies(one.meld) for one in more)))
    return replace(choice, pool=whole, between=between)


def forbid_between(turn: Variables, choice: Choice, solved: Solved, deadline: float) -> None:
    """Rules out what could not be bought: a card, these cards together, or these beside what else is laid. Raises
    TimedOut."""
    pool = turn.pool
    assert pool is not None
    assert choice.pool is not None
    table, given = _movable(turn), Counter(choice.pool.given)
    hand = Counter({kind: count for kind, count in enumerate(turn.held) if count})
    never = [
        kind
        for kind in given
        if _arrangement(turn, table, Counter((kind,)), hand - Counter((kind,)), deadline, others=True) is None
    ]
    for kind in never:
        turn.model.highs[pool.between[kind]] = 0
    if never:
        return
    together = list(pool.between.values())
    if _arrangement(turn, table, given, hand - given, deadline) is not None:
        together += [variable for _, variable in pool.taken]
        together += [*pool.added.values(), *pool.bought.values()]
        together += [pool.jokers_added] if pool.jokers_added >= 0 else []
    exclude_values(turn.model, solved, together)


def _movable(turn: Variables) -> list[TableMeld]:
    return [one for one, _ in turn.pool.taken] if turn.pool else []


def _arrangement(
    turn: Variables,
    movable: Sequence[TableMeld],
    given: Mapping[int, int],
    spare: Mapping[int, int],
    deadline: float,
    *,
    others: bool = False,
) -> PoolChoice | None:
    """The arrangement that moves fewest melds and cards of the hand, in which the cards `given` buy jokers; `spare` are
    cards of the hand that may be built in, but for jokers. With `others` more cards may buy one. Raises TimedOut."""
    profile = turn.position.profile
    held = [given.get(kind, 0) + spare.get(kind, 0) for kind in range(KINDS)]
    held[JOKER_KIND] = 0
    model = Model()
    pool = make_pool(model, movable, (), held, 0, profile, (), may_exchange=True)
    for kind, count in given.items():
        if kind not in pool.bought or model.highs[pool.bought[kind]] < count:
            return None
        model.lows[pool.bought[kind]] = count
    if not others:
        for kind, variable in pool.bought.items():
            model.highs[variable] = given.get(kind, 0)
    model.minimise("taken", [(variable, 1) for _, variable in pool.taken])
    model.minimise("added", [(variable, 1) for variable in pool.added.values()])
    model.minimise("built", [(variable, 1) for _, variable in pool.built])
    model.minimise(FINGERPRINT, pool.fingerprints(16))
    while True:
        solved = solve(model, deadline, WORK)
        if isinstance(solved, NoSolution):
            if solved.timed_out:
                raise TimedOut
            return None
        built = deal(pool, solved.values, profile)
        if built is not None:
            return pool_choice(pool, solved.values, built)
        forbid_deal(model, pool, solved)


def _as_it_lies(meld: Meld) -> Built:
    """A meld that is moved in between only, and lies in the end as it lay."""
    kinds = tuple(one.kind for one in meld.cards)
    jokers = frozenset(at for at, one in enumerate(meld.cards) if one.is_joker)
    return Built(meld.kind, kinds, meld.low, jokers)
