"""Why the model allows a turn or not: the named rows that the turn breaks, for whoever works on the model.

    python -m tests.explain "z1~zoliky-online~5H6H7H8H9C~o1" "meld 5H 6H 7H; off new:0 8H; throw 9C"

A turn of the model is a set of things done, without their order: which melds lie in the end, which cards come to each
table meld, which jokers are taken, which card is thrown. The actions fix these; all else is left to the solver (the
part of a meld that opens, say). So a row is told if and only if no order of actions that ends so is allowed. What
there is no variable for, such as a meld that the cards cannot make, is told as `no variable: …`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.game.actions import Action, Discard, Exchange, LayMeld, LayOff, Rearrange
from solver.game.cards import CARDS, JOKER, Card
from solver.game.position import Position
from solver.game.position_line import read_position_line
from solver.model.engine import Meaning, Model, NoSolution, Solved, Term, solve
from solver.model.lay_off_variables import Extension
from solver.model.question import Question, opened_question, opening_question
from solver.model.rules import post
from solver.model.variables import Variables
from solver.referee.judge import judge
from tests.builders import turn as read_turn

FIXED = "what is done"
TABLE = "the rearranged table"


@dataclass(slots=True)
class Done:
    """What the actions of a turn come to: by table meld the natural cards that come to it, the jokers less those taken,
    and the cards laid at each end where that is told; the new melds, and which of them are `built` out of melds taken
    apart (what comes to these is told of the table, and by itself how many jokers are `bought` there); the throw."""

    naturals: dict[str, Counter[Card]] = field(default_factory=dict)
    jokers: Counter[str] = field(default_factory=Counter)
    ends: dict[str, Counter[str]] = field(default_factory=dict)
    bought: int = 0
    melds: list[Counter[Card]] = field(default_factory=list)
    built: set[int] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    thrown: Card | None = None
    closes: bool = False

    def add(self, meld: str, cards: Sequence[Card], jokers: int) -> None:
        """Natural cards come to a meld, and so many jokers."""
        number = int(meld[4:]) if meld.startswith("new:") else -1
        if number >= 0 and number not in self.built:
            self.melds[number].update(cards)
            self.melds[number][JOKER] += jokers
            return
        name = TABLE if number >= 0 else meld
        self.naturals.setdefault(name, Counter()).update(cards)
        self.jokers[name] += max(0, jokers) if number >= 0 else jokers
        self.bought += max(0, -jokers) if number >= 0 else 0


def done_by(actions: Sequence[Action]) -> Done:
    """What the actions come to, as far as they are those of the model. Raises ValueError for other ones."""
    done = Done()
    for action in actions:
        match action:
            case LayMeld(cards):
                done.melds.append(Counter(cards))
            case LayOff(meld, cards, end):
                done.add(meld, [card for card in cards if card is not JOKER], cards.count(JOKER))
                done.ends.setdefault(meld, Counter())[end or "either"] += len(cards)
            case Exchange(meld, cards, jokers):
                done.add(meld, cards, -jokers)
            case Rearrange(take, _, _) if any(one.startswith("new:") for one in take):
                raise ValueError("what is rearranged twice, or was laid before, cannot be told")
            case Rearrange(take, melds, cards):
                done.taken.update(take)
                done.built.update(range(len(done.melds), len(done.melds) + len(melds)))
                done.melds += [Counter(meld.cards) for meld in melds]
                done.add(TABLE, [card for card in cards if card is not JOKER], cards.count(JOKER))
            case Discard(card, closes):
                done.thrown, done.closes = card, bool(closes)
            case _:
                raise ValueError(f"the model knows no {type(action).__name__}")
    return done


def question_of(position: Position, done: Done) -> Question:
    """The question whose answers are the legal turns that throw this card."""
    question = opened_question(position, "any") if position.opened else opening_question(position, "any")
    if done.thrown is None or done.thrown is JOKER:
        return question
    return Question(**{name: getattr(question, name) for name in question.__slots__} | {"throws": done.thrown.kind})


class Fixed:
    """The variables of a question with rows that fix what is done; `lacking`: what there is no variable for."""

    def __init__(self, position: Position, actions: Sequence[Action]) -> None:
        self.done = done_by(actions)
        self.turn = Variables(position, question_of(position, self.done), "all")
        self.lacking: list[str] = []
        post(self.turn)
        self.first = len(self.turn.model.rows)
        self.turn.model.rule(FIXED)
        self._melds()
        known = {extension.target.id for extension in self.turn.extensions}
        for extension in self.turn.extensions:
            self._table_meld(extension)
        for meld, cards in self.done.naturals.items():
            if meld not in known and meld != TABLE and (cards or self.done.jokers[meld]):
                self.lacking.append(f"lay-off or exchange on {meld}")
        self._rearranged()
        self._throw()

    def _fix(self, what: str, terms: Sequence[Term], amount: int, less: int = 0) -> None:
        """The terms add up to so much, or to as much less."""
        if terms:
            self.turn.model.add(terms, amount - less, amount, what)
        elif amount:
            self.lacking.append(what)

    def _melds(self) -> None:
        wanted = Counter(_key(meld) for at, meld in enumerate(self.done.melds) if at not in self.done.built)
        ways: dict[tuple[tuple[int, ...], int], list[Term]] = {}
        for laying in self.turn.layings:
            key = tuple(sorted(laying.candidate.naturals)), laying.candidate.jokers
            ways.setdefault(key, []).append((laying.variable, 1))
        for kinds, jokers in {**ways, **wanted}:
            text = " ".join(str(one) for one in (*(CARDS[kind] for kind in kinds), *[JOKER] * jokers))
            self._fix(f"meld {text}", ways.get((kinds, jokers), ()), wanted[kinds, jokers])

    def _table_meld(self, extension: Extension) -> None:
        meld = extension.target.id
        cards = self.done.naturals.get(meld, Counter())
        terms: dict[int, list[Term]] = {}
        for kind, variable in extension.natural_terms():
            terms.setdefault(kind, []).append((variable, 1))
        for kind in {*terms, *(card.kind for card in cards)}:
            self._fix(f"{CARDS[kind]} on {meld}", terms.get(kind, ()), cards[CARDS[kind]])
        jokers = [
            *extension.joker_terms(),
            *((exchange.variable, -exchange.jokers) for exchange in extension.exchanges),
        ]
        by_itself = self.turn.position.profile.exchange_automatic and extension.exchanges and self.done.ends.get(meld)
        less = extension.target.meld.jokers if by_itself else 0
        self._fix(f"jokers on {meld}", jokers, self.done.jokers[meld], less)
        ends = self.done.ends.get(meld, Counter())
        for end in ("low", "high"):
            if extension.target.meld.kind == "run" and not ends["either"] and not less:
                at = [(step.variable, 1) for step in extension.steps if step.side == end]
                self._fix(f"cards at the {end} end of {meld}", at, ends[end])

    def _rearranged(self) -> None:
        pool, cards = self.turn.pool, self.done.naturals.get(TABLE, Counter())
        if pool is None:
            self.lacking += [f"take {one} apart" for one in sorted(self.done.taken)]
            return
        for one, variable in pool.taken:
            self._fix(f"take {one.id} apart", [(variable, 1)], int(one.id in self.done.taken))
        for kind in {*pool.added, *(card.kind for card in cards)}:
            added = [(pool.added[kind], 1)] if kind in pool.added else []
            self._fix(f"{CARDS[kind]} in {TABLE}", added, cards[CARDS[kind]])
        self._fix(f"jokers in {TABLE}", self.turn.jokers_pooled(), self.done.jokers[TABLE])
        self._fix("jokers bought there", [(variable, 1) for variable in pool.bought.values()], self.done.bought)

    def _throw(self) -> None:
        done, turn = self.done, self.turn
        for kind, variable in turn.discards.items():
            self._fix(f"throw {CARDS[kind]}", [(variable, 1)], int(done.thrown is CARDS[kind]))
        held = done.thrown is None or turn.held[done.thrown.kind] or (done.thrown is JOKER and turn.winnable)
        if done.thrown is not None and not (held and done.thrown.kind in turn.discards):
            self.lacking.append(f"throw {done.thrown}")
        if turn.closes is not None and done.closes:
            self._fix("close", [(turn.closes, 1)], 1)
        elif turn.closes is None and (done.closes or turn.question.must_close):
            self.lacking.append("close")


def _key(cards: Counter[Card]) -> tuple[tuple[int, ...], int]:
    naturals = sorted(one.kind for one in cards.elements() if one is not JOKER)
    return tuple(naturals), cards[JOKER]


def broken_rows(position: Position, actions: Sequence[Action]) -> tuple[str, ...]:
    """The names of the rows that a turn breaks, as few as will do; none if the model allows it."""
    fixed = Fixed(position, actions)
    if fixed.lacking:
        return tuple(f"no variable: {one}" for one in fixed.lacking)
    model, loose = fixed.turn.model, Model()
    loose.lows, loose.highs = list(model.lows), list(model.highs)
    rules: list[tuple[str, int]] = []
    meanings: list[Term] = []
    for at, (variables, factors, low, high, about) in enumerate(model.rows):
        terms = list(zip(variables, factors, strict=True))
        if at >= fixed.first:
            loose.add(terms, low, high)
            continue
        least, most = model.bounds(terms)
        variable = loose.variable()
        if isinstance(about, Meaning):
            meanings.append((variable, 1))
        else:
            rules.append((model.row_name(at), variable))
        if most > high:
            loose.at_most([*terms, (variable, high - most)], high)
        if least < low:
            loose.at_least([*terms, (variable, low - least)], low)
    loose.minimise("meanings", meanings)
    loose.minimise("broken", [(variable, 1) for _, variable in rules])
    loose.minimise("the later rule, which is the more particular", [(one, -at) for at, (_, one) in enumerate(rules)])
    solved = solve(loose)
    if isinstance(solved, NoSolution):
        return ("what is done contradicts itself",)
    return tuple(name for name, variable in rules if solved.values[variable])


def solution(position: Position, actions: Sequence[Action]) -> tuple[Variables, Solved] | None:
    """The variables of a turn, and values for them that break no row; None if there are none."""
    fixed = Fixed(position, actions)
    if fixed.lacking:
        return None
    solved = solve(fixed.turn.model)
    return (fixed.turn, solved) if isinstance(solved, Solved) else None


def explained(position: Position, actions: Sequence[Action]) -> list[str]:
    """A line for each row broken, and what the referee says of the actions in this order."""
    lines = [f"breaks   {row}" for row in broken_rows(position, actions)] or ["the model allows it, in some order"]
    verdict = judge(position, actions)
    told = [f"{problem.reason.code} {dict(problem.reason.params)}" for problem in verdict.problems]
    return [*lines, *(f"referee  {one}" for one in told or ["legal in this order"])]


def main() -> int:
    """Explains one turn; 1 if model and referee differ about it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("position", help="the position line")
    parser.add_argument("actions", help="the actions, as tests.builders reads them")
    arguments = parser.parse_args()
    position, actions = read_position_line(arguments.position), read_turn(arguments.actions)
    print("\n".join(explained(position, actions)))
    return int(bool(broken_rows(position, actions)) == bool(not judge(position, actions).problems))


if __name__ == "__main__":
    sys.exit(main())
