"""Between: arrangements of the table in which jokers are bought before the table is rebuilt once more.

A turn that may rearrange ends in cards of the hand that lie on the table now (`laid`) and in so many jokers there.
Every such end that is made of melds and leaves no fewer jokers than lay there before is reached at once, by one
rearrangement. Fewer jokers lie there only if some were bought, each by a card that lay, at some moment, where a
joker stood for it: before it fewer of the cards laid were on the table, and one joker more. So the end is reached if
and only if there is a *chain*: arrangements of the table with more and more of the cards laid, in each of which some
jokers are bought, and as many in all as are missing in the end. Example: `Q Q Q JK` and `5♠ 6♠ 7♠` on the table, four
eights in hand: in `5♠ 6♠ 7♠ JK` the joker stands for 8♠, which buys it and then lies with the other eights.

A chain for some cards is one for more cards too, and for fewer jokers to buy. So where there is none, that rules out
all ends with as many jokers bought from among these cards alone (:func:`forbid_chain`).
Source: the rules' section 4, ruling on rearranging under `wikipedia`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from solver.budget import TimedOut
from solver.game.cards import JOKER_KIND
from solver.game.position import ME, TableMeld
from solver.model.engine import FINGERPRINT, Model, NoSolution, Solved, Term, less, solve
from solver.model.rearranging.joker_dealing import deal
from solver.model.rearranging.table_pool import Pool, make_pool
from solver.model.solutions import Choice, MeldChoice, PoolChoice, forbid_deal, pool_choice
from solver.model.variables import Variables
from solver.rules.profile import RuleProfile

WORK: Final = 0.5
"""How much work, in CP-SAT's deterministic time, one search for a chain is worth."""

MOST_STEPS: Final = 200
"""Arrangements that one search for a chain looks at."""


class NoChain(Exception):
    """The jokers of a choice cannot be bought (`proved`), or no way to buy them was found."""

    def __init__(self, *, proved: bool) -> None:
        super().__init__(proved)
        self.proved = proved


@dataclass(frozen=True, slots=True)
class Ends:
    """What a chain starts from and leads to: the melds that may be moved, the cards of the hand laid beside them, all
    cards of the hand that might be (jokers: 1 if one must be laid, and be bought back), how many jokers are to be
    bought, and how many more may be, which are laid again: from a set all jokers are bought at once."""

    table: tuple[TableMeld, ...]
    laid: tuple[int, ...]
    most: tuple[int, ...]
    jokers: int
    spare: int


def with_chain(turn: Variables, choice: Choice, solved: Solved) -> Choice:
    """The same choice with the arrangements in which its jokers are bought, none where that is plain. Raises NoChain,
    TimedOut."""
    if choice.pool is None or not choice.pool.given:
        return choice
    if not turn.plain:
        raise NoChain(proved=False)
    ends = ends_of(turn, choice, solved)
    return replace(choice, chain=_chain(turn, ends, ends.laid) if ends.jokers > 0 else ())


def ends_of(turn: Variables, choice: Choice, solved: Solved) -> Ends:
    """What the chain of a choice starts from and leads to."""
    used = [sum(factor * solved.values[at] for at, factor in terms) for terms in turn.naturals_used()]
    most = list(turn.held)
    table = list(turn.usable)
    jokers = sum(factor * solved.values[at] for at, factor in [*turn.jokers_won(), *less(turn.jokers_laid())])
    if turn.question.opens:
        stays = run_that_stays(choice, turn.position.profile)
        for number, one in enumerate(laid_first(choice)):
            for kind in one.candidate.naturals:
                used[kind] -= 1
                most[kind] -= 1
            if one is not stays:
                jokers += one.candidate.jokers
                table.append(TableMeld(f"new:{number}", ME, one.candidate.meld(turn.position.profile)))
    own = int(turn.question.duty_kind == JOKER_KIND and jokers >= 0 and not turn.question.opens)
    used[JOKER_KIND] = most[JOKER_KIND] = own
    spare = sum(factor * solved.values[at] for at, factor in turn.jokers_laid())
    if turn.question.opens:
        spare -= sum(one.candidate.jokers for one in laid_first(choice))
    return Ends(tuple(table), tuple(used), tuple(most), jokers + own, max(0, spare - own))


def laid_first(choice: Choice) -> list[MeldChoice]:
    """The melds of an opening in the order in which they are numbered."""
    return [meld for meld in choice.melds if meld.base is not None]


def run_that_stays(choice: Choice, profile: RuleProfile) -> MeldChoice | None:
    """The run that opens, which is never moved in that turn; None where the opening needs none, or it may be moved."""
    if not profile.opening_pure_run or profile.opening_run_joker == "yes":
        return None
    return next((meld for meld in choice.melds if meld.candidate.pure and not meld.torn), None)


def forbid_chain(turn: Variables, choice: Choice, solved: Solved, *, proved: bool) -> bool:
    """Rules out what could not be bought, and tells whether that is proved: as many jokers (or more) bought by these
    cards alone, if that was proved, else this end. Raises TimedOut."""
    if not proved:
        _cut(turn, choice, solved, None)
        return False
    ends = ends_of(turn, choice, solved)
    allowed = list(ends.laid)
    at_any_price = _most_at_once(turn) == 1
    try:
        spare = replace(ends, spare=max(ends.spare, _most_at_once(turn) - 1))
        if not at_any_price and (spare == ends or not _exists(turn, spare, ends.laid)):
            ends, at_any_price = spare, True
        more = [kind for kind in range(JOKER_KIND) if ends.most[kind] > ends.laid[kind]]
        if more and not _exists(turn, ends, ends.most):
            allowed, more = list(ends.most), []
        for kind in more if len(more) <= MOST_GROWN else ():
            grown = [*allowed[:kind], ends.most[kind], *allowed[kind + 1 :]]
            if not _exists(turn, ends, grown):
                allowed = grown
    except NoChain:
        pass
    lacking = [kind for kind in range(JOKER_KIND) if ends.most[kind] > allowed[kind]]
    _cut(turn, choice, solved, lacking, allowed, at_any_price=at_any_price)
    return True


MOST_GROWN: Final = 6
"""Kinds of cards with which a chain is looked for once more, so that one refusal rules out more."""


def _exists(turn: Variables, ends: Ends, laid: Sequence[int]) -> bool:
    """Is there a chain with these cards? Raises NoChain if that is not known, TimedOut."""
    try:
        _chain(turn, ends, laid)
    except NoChain as error:
        if error.proved:
            return False
        raise
    return True


def _cut(
    turn: Variables,
    choice: Choice,
    solved: Solved,
    lacking: Sequence[int] | None,
    allowed: Sequence[int] = (),
    *,
    at_any_price: bool = False,
) -> None:
    """Nothing is bought in between, or less in all, or more that is laid again (unless no price would do), or a card
    of those lacking is laid too, or the opening differs."""
    model, pool = turn.model, turn.pool
    assert pool is not None
    between = [(variable, 1) for variable in pool.between.values()]
    none = model.variable()
    many = sum(model.highs[variable] for variable, _ in between)
    model.at_most([*between, (none, many)], many)
    row: list[Term] = [(none, 1)]
    if lacking is None:
        used = turn.naturals_used()
        lacking = [kind for kind in range(JOKER_KIND) if turn.held[kind]]
        allowed = [sum(factor * solved.values[at] for at, factor in used[kind]) for kind in range(JOKER_KIND)]
        lacking = [kind for kind in lacking if allowed[kind] < turn.held[kind]]
    elif turn.question.opens:
        own = Counter(kind for one in laid_first(choice) for kind in one.candidate.naturals)
        allowed = [count + own[kind] for kind, count in enumerate(allowed)]
    net = [*turn.jokers_won(), *less(turn.jokers_laid())]
    reached = sum(factor * solved.values[at] for at, factor in net)
    fewer = model.variable()
    most = max(1, model.bounds(net)[1])
    model.at_most([*net, (fewer, most)], reached - 1 + most)
    row.append((fewer, 1))
    if not at_any_price:
        won = turn.jokers_won()
        more, already = model.variable(), sum(factor * solved.values[at] for at, factor in won)
        model.at_least([*won, (more, -already - 1)], 0)
        row.append((more, 1))
    for kind in lacking:
        beyond = model.variable()
        model.at_least([*turn.naturals_used()[kind], (beyond, -allowed[kind] - 1)], 0)
        row.append((beyond, 1))
    bound = 1
    if turn.question.opens:
        for laying in turn.layings:
            lies = solved.values[laying.variable]
            row.append((laying.variable, -1 if lies else 1))
            bound -= lies
    model.at_least(row, bound)


def _most_at_once(turn: Variables) -> int:
    """The most jokers that must be bought together: those of a set with one natural card."""
    profile = turn.position.profile
    return 3 if profile.exchange == "runs_and_sets" and profile.set_size_max == 4 else 1


def _chain(turn: Variables, ends: Ends, laid: Sequence[int]) -> tuple[PoolChoice, ...]:
    """The arrangements in which the jokers are bought, at first all in one of them. Raises NoChain, TimedOut."""
    if sum(lying.meld.jokers for lying in ends.table) + ends.most[JOKER_KIND] < ends.jokers:
        raise NoChain(proved=True)
    return _Chains(turn, ends, tuple(laid)).find()


class _Chains:
    """The search for a chain, joker by joker. What matters of an arrangement is which cards it leaves on the table and
    how many jokers, so of all in which a joker is bought only those with fewest cards are followed: a card more can
    always be laid later."""

    def __init__(self, turn: Variables, ends: Ends, laid: tuple[int, ...]) -> None:
        self.turn, self.ends, self.laid = turn, ends, laid
        self.steps = 0
        self.dead: dict[int, list[tuple[int, ...]]] = {}
        """By the number of jokers bought, cards from which there is no way on; nor is there from more cards."""
        self.at_once = _most_at_once(turn)

    def find(self) -> tuple[PoolChoice, ...]:
        """A chain. Raises NoChain, TimedOut."""
        nothing, jokers = (0,) * len(self.laid), self.ends.jokers
        at_once = self._arranged(nothing, 0, jokers, (), anywhere=True)
        if at_once is not None:
            return (at_once[0],)
        lasts = [
            (before, number)
            for number in range(1, self.at_once + 1)
            for before in range(max(0, jokers - number), jokers)
            if before + number <= jokers + self.ends.spare
        ]
        if any(self._arranged(nothing, before, number, (), any_will_do=True) for before, number in lasts):
            found = self._from(nothing, 0)
            if found is not None:
                return found
        raise NoChain(proved=True)

    def _from(self, there: tuple[int, ...], bought: int) -> tuple[PoolChoice, ...] | None:
        """The arrangements in which the rest is bought once these cards lie there and so many jokers are bought."""
        left = self.ends.jokers - bought
        if left <= 0:
            return ()
        for number in range(1, min(left + self.ends.spare, self.at_once) + 1):
            barred = self.dead.setdefault(bought + number, [])
            while step := self._arranged(there, bought, number, barred):
                choice, after = step
                rest = self._from(after, bought + number)
                if rest is not None:
                    return (choice, *rest)
        self.dead.setdefault(bought, []).append(there)
        return None

    def _arranged(
        self,
        there: Sequence[int],
        before: int,
        number: int,
        barred: Sequence[Sequence[int]],
        *,
        any_will_do: bool = False,
        anywhere: bool = False,
    ) -> tuple[PoolChoice, tuple[int, ...]] | None:
        """The arrangement of fewest cards in which so many jokers are bought, after others were bought `before` and the
        cards that are `there` were laid, and the cards that then lie there; not one that holds all of some barred ones.
        Several are bought out of a set, or with `anywhere` in any melds. Raises NoChain, TimedOut."""
        turn, model, own = self.turn, Model(), self.laid[JOKER_KIND]
        gone = model.variable(before, before) if before else -1
        pool = make_pool(
            model,
            self.ends.table,
            (),
            self.laid,
            own,
            turn.position.profile,
            (),
            may_exchange=True,
            gone=[gone] if before else [],
            placed=True,
        )
        added = dict(pool.added)
        if own:
            added[JOKER_KIND] = pool.jokers_added
        bought = [(variable, 1) for variable in pool.bought.values()]
        if not bought or any(count and kind not in added for kind, count in enumerate(there)):
            return None
        model.add(bought, number, number)
        if number > 1 and not anywhere:
            _runs_sell_none(model, pool)
        for kind, variable in added.items():
            buys = [(pool.bought[kind], -1)] if kind in pool.bought else []
            if there[kind]:
                model.at_least([(variable, 1), *buys], there[kind])
            if buys and turn.question.duty_kind == kind and not turn.usable:
                # an own joker bought meets no duty
                model.at_most([(pool.bought[kind], 1)], self.laid[kind] - 1)
        for cards in barred:
            self._bar(model, added, cards)
        if not any_will_do:
            model.minimise("added", [(variable, 1) for variable in added.values()])
            model.minimise("taken", [(variable, 1) for _, variable in pool.taken])
            model.minimise("built", [(variable, 1) for _, variable in pool.built])
            model.minimise(FINGERPRINT, pool.fingerprints(16))
        found = self._dealt(model, pool)
        if found is None:
            return None
        choice, values = found
        after = [0] * len(self.laid)
        for kind, variable in added.items():
            after[kind] = values[variable]
        return choice, tuple(after)

    def _bar(self, model: Model, added: Mapping[int, int], cards: Sequence[int]) -> None:
        """Not all of these cards lie there."""
        row: list[Term] = []
        for kind, count in enumerate(cards):
            if count:
                fewer = model.variable()
                most = self.laid[kind]
                model.at_most([(added[kind], 1), (fewer, most - count + 1)], most)
                row.append((fewer, 1))
        model.at_least(row, 1)

    def _dealt(self, model: Model, pool: Pool) -> tuple[PoolChoice, Sequence[int]] | None:
        """The first solution whose jokers can be dealt, and its values. Raises NoChain, TimedOut."""
        profile = self.turn.position.profile
        while self.steps < MOST_STEPS:
            self.steps += 1
            solved = solve(model, WORK)
            if isinstance(solved, NoSolution):
                if solved.timed_out:
                    raise TimedOut
                if solved.given_up:
                    raise NoChain(proved=False)
                return None
            built = deal(pool, solved.values, profile)
            if built is not None:
                return pool_choice(pool, solved.values, built), solved.values
            forbid_deal(model, pool, solved)
        raise NoChain(proved=False)


def _runs_sell_none(model: Model, pool: Pool) -> None:
    """No joker is bought out of a run: there they are bought one by one, so never several at once."""
    for shape, variable in pool.built:
        for at in range(len(shape.kinds)) if shape.kind == "run" else ():
            here = pool.placed.get((variable, at), (-1, -1))[1]
            if here >= 0:
                model.highs[here] = 0
