"""Decision variables of one turn, behind named queries.

A turn is described by what it ends in: new melds (each one candidate, perhaps completed late with won jokers), the
cards added to each table meld, the jokers exchanged, and the discard. `solver.model.action_order` puts that in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from solver.game.cards import CARDS, JOKER_KIND, KINDS, counts
from solver.game.melds import kind_penalties, rank_points
from solver.game.position import Position, TableMeld
from solver.model.candidates import Candidate, Segment, catalogue
from solver.model.engine import Meaning, Model, Term
from solver.model.joker_buyback import BuyBack, buy_backs
from solver.model.lay_off_variables import Extension, exchangeable, extend, one_by_one
from solver.model.meld_parts import segments
from solver.model.question import Question
from solver.model.rearranging.table_pool import Pool, make_pool

Scope: TypeAlias = Literal["best", "all", "plain", "still"]
"""Which turns are stated: those of which one is the best, or `all` that differ in what is laid. Only `best` has jokers
bought in arrangements in between; `plain` is the same without them, and `still` without any rearranging."""


_BOTH: Final = Meaning("a joker is exchanged out of a meld that is then taken apart")
_COPIES: Final = Meaning("the second copy of a meld comes after the first")


class Laying(NamedTuple):
    """A candidate laid as a new meld. In an opening turn `base` is the part laid before any won joker (None: none of
    it), which counts `points`; the rest, with `late` jokers, follows. `first_jokers` are the jokers in the smallest
    part with which the meld can be the first action that lays the taken card (None: it cannot). `own`: the late jokers
    are those of the hand, laid on the pure run that opened before anything is exchanged or laid off on others."""

    variable: int
    candidate: Candidate
    late: int
    base: Segment | None
    points: int
    first_jokers: int | None
    torn: bool = False
    own: bool = False

    @property
    def early_jokers(self) -> int:
        """Jokers of it that are laid before any won joker."""
        return self.candidate.jokers - (0 if self.own else self.late)


class FirstAction(NamedTuple):
    """The ways to lay the taken card in the very first action, of which one is chosen, and the jokers laid with it.
    `made`: of each way the variable that chooses it, the one that lays the card, and jokers laid with it and the
    variable that counts them, if there may be any."""

    ways: list[Term]
    jokers: list[Term]
    made: list[tuple[int, int, list[Term], int | None]]


@dataclass(slots=True)
class Variables:
    """All variables of a question about a position."""

    position: Position
    question: Question
    scope: Scope = "best"
    model: Model = field(default_factory=Model)
    layings: list[Laying] = field(default_factory=list)
    extensions: list[Extension] = field(default_factory=list)
    discards: dict[int, int] = field(default_factory=dict)
    closes: int | None = None
    carried: int | None = None
    pool: Pool | None = None
    bought_back: list[BuyBack] = field(default_factory=list)
    spared: int | None = None
    excused: int | None = None
    staying: int | None = None

    first_action: FirstAction | None = None
    held: list[int] = field(default_factory=list)
    winnable: int = 0
    partial: bool = False
    between: bool = False
    usable: list[TableMeld] = field(default_factory=list)
    used: list[list[Term]] = field(default_factory=list)
    jokers_used: list[Term] = field(default_factory=list)

    def __post_init__(self) -> None:
        profile, question = self.position.profile, self.question
        self.held = counts(self.position.hand)
        usable = self.usable = [lying for lying in self.position.table if question.may_touch(lying.mine)]
        rearranges = self._rearranges(usable)
        if question.may_exchange(self.position):
            self.winnable = sum(exchangeable(one.meld, self.held, profile) for one in usable)
            if rearranges:
                self.between = self.scope == "best" and self.plain
                own = self.held[JOKER_KIND] if question.opens and self.between else 0
                self.winnable = min(sum(one.meld.jokers for one in usable) + own, sum(self.held[:JOKER_KIND]))
        self.partial = bool(self.winnable) and rearranges and self.scope != "all" and self.plain and question.ties
        layable = self.held[JOKER_KIND] + (0 if self.partial else self.winnable)
        self._new_melds(rearranges, layable)
        reachable = self.held[JOKER_KIND] + self.winnable
        for one in usable:
            extension = extend(self.model, one, self.position, self.held, layable, question)
            if extension.steps or extension.exchanges:
                self.extensions.append(extension)
        if rearranges:
            self._rearrangement(usable)
        laid = [(laying.variable, laying.candidate) for laying in self.layings if not laying.torn and not laying.late]
        self.bought_back = buy_backs(self.model, self.position, question, self.extensions, laid)
        self.used, self.jokers_used = self._naturals_used(), self._jokers_laid()
        stuck = [kind for kind in range(JOKER_KIND) if self.held[kind] and not self.used[kind]]
        if profile.ends_with_discard:
            self.discards = {kind: self.model.variable() for kind in self._throwable(stuck)}
        in_the_way = sum(self.held[kind] for kind in stuck) > bool(profile.ends_with_discard) + question.stays
        if self.may_close and not in_the_way:
            self.closes = self.model.variable(low=int(question.must_close))
            self.carried = self.model.variable(min(profile.carry_max, reachable))

    def _throwable(self, stuck: list[int]) -> list[int]:
        """Kinds that are worth throwing, if the question does not say: of those that nothing can be done with only the
        first in the order of throws, of the others what comes before it; and a joker."""
        if self.question.throws is not None:
            return [self.question.throws]
        kinds = [kind for kind in range(JOKER_KIND) if self.held[kind]]
        if stuck and self.question.bottom_kind is None:
            last = min(self.throw_order(kind) for kind in stuck)
            kinds = [kind for kind in kinds if self.throw_order(kind) <= last]
        jokers = self.held[JOKER_KIND] or self.winnable
        if jokers and self.position.round >= self.position.profile.joker_discard_from_round:
            kinds.append(JOKER_KIND)
        return kinds

    def throw_order(self, kind: int) -> tuple[bool, int, int, int]:
        """The order in which equal turns throw: the card of most penalty, then the highest, a joker last."""
        return kind == JOKER_KIND, -self.penalties[kind], -CARDS[kind].rank, kind

    def _rearranges(self, usable: list[TableMeld]) -> bool:
        """Can melds be taken apart in this turn? In an opening turn also the new ones: a joker laid for its points may
        then move to a place where it earns fewer."""
        profile = self.position.profile
        if not profile.rearrange or profile.ace_wraps or self.scope == "still":
            return False
        own = self.question.opens and self.scope == "best" and self.plain and bool(self.held[JOKER_KIND])
        return bool(usable) or (own and self.position.profile.layoffs_in_opening_turn)

    @property
    def plain(self) -> bool:
        """Does it not matter in which order and in which step cards are laid, but for the opening itself? Then won
        jokers need not be laid: where melds can be taken apart they move from one to the other, which is better; and
        how jokers are bought can be seen from what lies in the end (`solver.model.rearranging.bought_between`)."""
        question, profile = self.question, self.position.profile
        free = question.duty_kind is None or profile.discard_duty == "turn"
        points = question.objective in ("opening", "points") or profile.layoffs_count
        return free and not points and not profile.order_rule

    def _rearrangement(self, usable: list[TableMeld]) -> None:
        """The pool of a rearranging turn; a meld that is taken apart is not extended."""
        profile, question = self.position.profile, self.question
        self.pool = make_pool(
            self.model,
            usable,
            [
                (laying.variable, laying.candidate.needs, laying.candidate.jokers)
                for laying in self.layings
                if laying.torn
            ],
            self.held,
            self.held[JOKER_KIND] + self.winnable,
            profile,
            self.extensions,
            question.may_exchange(self.position),
            between=self.between,
        )
        taken = {one.id: variable for one, variable in self.pool.taken}
        for extension in self.extensions:
            laid = extension.steps
            if extension.target.meld.kind == "set" and one_by_one(profile):
                given = {kind: exchange.variable for exchange in extension.exchanges for kind in exchange.kinds}
                for step in laid:
                    bought = [(given[step.kind], -1)] if step.kind in given else []
                    self.model.at_most([(step.variable, 1), (taken[extension.target.id], 1), *bought], 1)
                continue
            if extension.target.meld.kind == "set":
                laid = [step for step in laid if step.kind == JOKER_KIND or not extension.exchanges]
            row = [(step.variable, 1) for step in laid]
            if row:
                self.model.rule("a_meld_taken_apart_is_not_extended", extension.target.id)
                self.model.at_most([*row, (taken[extension.target.id], len(row))], len(row))

    @property
    def may_close(self) -> bool:
        """Do the position and the question allow a close at all?"""
        return (self.position.opened or self.question.opens) and not self.position.closing_barred

    def _new_melds(self, rearranges: bool, layable: int) -> None:
        """A variable for each candidate and each way in which it is laid."""
        profile, question, held = self.position.profile, self.question, self.held
        jokers = held[JOKER_KIND]
        duty = question.duty_kind
        jokers_later = question.opens and question.pure_run and profile.layoffs_in_opening_turn
        jokers_later = jokers_later and profile.opening_run_joker == "yes"
        later = (bool(self.winnable) or jokers_later) and not (self.between and question.opens)
        later = later and (question.opens or profile.order_rule)
        doubled = {kind for kind in range(JOKER_KIND) if held[kind] > 1}
        torn_too = rearranges and question.opens
        for candidate in catalogue(profile).of(held, layable):
            copies = 1 if doubled.isdisjoint(candidate.naturals) else self._copies(candidate, layable)
            whole = (0, candidate.whole, candidate.points, False)
            ways = self._ways(candidate, own=jokers_later) if later and candidate.jokers else (whole,)
            for late, base, points, own in ways:
                if question.opens and candidate.jokers - (0 if own else late) > jokers:
                    continue
                first = None if duty is None else self._first_jokers(candidate, base, duty)
                previous = -1
                for _ in range(copies):
                    variable = self.model.variable()
                    if previous >= 0:
                        self.model.at_most([(variable, 1), (previous, -1)], 0, _COPIES)
                    previous = variable
                    self.layings.append(Laying(variable, candidate, late, base, points, first, own=own))
                    if torn_too and not late:
                        variable = self.model.variable()
                        self.layings.append(Laying(variable, candidate, 0, base, points, first, torn=True))

    def _copies(self, candidate: Candidate, layable: int) -> int:
        """How often the cards at hand could make a meld."""
        held = self.held
        copies = min(held[kind] // need for kind, need in candidate.needs) if candidate.two_aces else 0
        copies = copies or min(map(held.__getitem__, candidate.naturals))
        return min(copies, layable // candidate.jokers) if candidate.jokers else copies

    def _ways(self, candidate: Candidate, *, own: bool) -> Iterator[tuple[int, Segment | None, int, bool]]:
        """Ways to lay a candidate: jokers that come late, the part laid before, the points that count, and whether the
        late jokers are `own` ones (asked for if so)."""
        yield 0, candidate.whole, candidate.points, False
        profile = self.position.profile
        if not self.question.opens:
            if profile.order_rule:
                yield candidate.jokers, None, 0, False
            return
        parts = segments(candidate, profile)
        if own and candidate.kind == "run":
            for pure in self._pure_parts(candidate, parts):
                yield candidate.jokers, pure, candidate.points if profile.layoffs_count else pure.points, True
        if not self.winnable:
            return
        duty = self.question.duty_kind if self.position.profile.discard_duty == "next" else None
        for late in range(1, candidate.jokers + 1):
            fitting = [part for part in parts if part.jokers <= candidate.jokers - late]
            chosen = [max(fitting, key=lambda one: (one.points, one.length), default=None)]
            if duty is not None and duty in candidate.naturals:
                chosen.append(
                    max(
                        (one for one in fitting if one.holds(candidate, duty)),
                        key=lambda one: (one.points, one.length),
                        default=None,
                    )
                )
            if self.position.profile.opening_run_joker == "yes":
                chosen.append(
                    max((one for one in fitting if one.pure(candidate)), key=lambda one: one.points, default=None)
                )
            for base in dict.fromkeys(chosen):
                yield late, base, base.points if base else 0, False

    def _pure_parts(self, candidate: Candidate, parts: tuple[Segment, ...]) -> list[Segment]:
        """The pure parts of a run that may open: the one of most points, and the one with the taken card."""
        pure = [part for part in parts if part.pure(candidate)]
        duty = self.question.duty_kind
        with_duty = [one for one in pure if duty is not None and one.holds(candidate, duty)]
        best = [max(some, key=lambda one: (one.points, one.length)) for some in (pure, with_duty) if some]
        return list(dict.fromkeys(best))

    def _first_jokers(self, candidate: Candidate, base: Segment | None, duty: int) -> int | None:
        """Jokers needed to lay the taken card in the very first action with this meld."""
        if base is None:
            return None
        if duty != JOKER_KIND and duty not in candidate.naturals:
            return None
        parts = (base,) if self.question.opens else segments(candidate, self.position.profile)
        fitting = [part.jokers for part in parts if part.holds(candidate, duty)]
        least = min(fitting, default=KINDS)
        return least if least <= self.held[JOKER_KIND] else None

    def naturals_used(self) -> list[list[Term]]:
        """For each kind the terms that count its natural cards laid or exchanged."""
        return self.used

    def _naturals_used(self) -> list[list[Term]]:
        used: list[list[Term]] = [[] for _ in range(KINDS)]
        for laying in self.layings:
            for kind, need in laying.candidate.needs:
                used[kind].append((laying.variable, need))
        for extension in self.extensions:
            for kind, variable in extension.natural_terms():
                used[kind].append((variable, 1))
        for kind, variable in (self.pool.added if self.pool else {}).items():
            used[kind].append((variable, 1))
        return used

    def naturals_laid(self, worth: Sequence[int] | None = None) -> list[Term]:
        """The terms that count all natural cards laid or exchanged, each by the worth of its kind (or as one)."""
        if worth is None:
            terms = [(laying.variable, len(laying.candidate.naturals)) for laying in self.layings]
        else:
            terms = [
                (laying.variable, sum(map(worth.__getitem__, laying.candidate.naturals))) for laying in self.layings
            ]
        each = worth or (1,) * KINDS
        terms += [
            (variable, each[kind]) for extension in self.extensions for kind, variable in extension.natural_terms()
        ]
        return terms + [(variable, each[kind]) for kind, variable in (self.pool.added if self.pool else {}).items()]

    def jokers_laid(self) -> list[Term]:
        """Jokers laid in the turn, in new melds and on the table."""
        return self.jokers_used

    def _jokers_laid(self) -> list[Term]:
        terms = [(laying.variable, laying.candidate.jokers) for laying in self.layings if laying.candidate.jokers]
        terms += [term for extension in self.extensions for term in extension.joker_terms()]
        return terms + self.jokers_pooled() + self.jokers_bought_back()

    def thrown(self, kind: int) -> list[Term]:
        """The card of a kind that is thrown."""
        return [(self.discards[kind], 1)] if kind in self.discards else []

    def jokers_bought_back(self) -> list[Term]:
        """The taken joker, if it is laid and won again at once."""
        return [(one.variable, 1) for one in self.bought_back]

    def jokers_pooled(self) -> list[Term]:
        """Jokers of the hand that are built into the rearranged table."""
        return [(self.pool.jokers_added, 1)] if self.pool and self.pool.jokers_added >= 0 else []

    def pool_added(self, kind: int) -> list[Term]:
        """Natural cards of a kind that are built into the rearranged table."""
        return [(self.pool.added[kind], 1)] if self.pool and kind in self.pool.added else []

    def jokers_laid_late(self) -> list[Term]:
        """Jokers of new melds that are laid after the exchanges."""
        return [(laying.variable, laying.late) for laying in self.layings if laying.late and not laying.own]

    def jokers_won(self, *, mine: bool | None = None) -> list[Term]:
        """Jokers taken by exchange, from all melds or only from one's own or others'."""
        terms = [
            (exchange.variable, exchange.jokers)
            for extension in self.extensions
            if mine is None or extension.target.mine == mine
            for exchange in extension.exchanges
        ]
        if self.pool and mine is not True:
            terms += [(variable, 1) for variable in (*self.pool.bought.values(), *self.pool.between.values())]
        return terms if mine is not None else terms + self.jokers_bought_back()

    def opening_points(self) -> list[Term]:
        """Points that count for the opening."""
        terms = [(laying.variable, laying.points) for laying in self.layings]
        terms += [(one.variable, -one.points_lost) for one in self.bought_back if one.points_lost]
        if self.position.profile.layoffs_count:
            terms += [term for extension in self.extensions for term in extension.point_terms()]
        return terms

    def opening_layings(self) -> list[int]:
        """The variables of all with which an opening may begin: melds, and lay-offs where these count."""
        found = [laying.variable for laying in self.layings if laying.base is not None]
        if self.position.profile.layoffs_count:
            found += [step.variable for extension in self.extensions for step in extension.steps if not step.late]
        return found

    def points_laid(self) -> list[Term]:
        """The points by which all that lies on the table grows in the turn, whenever and in whatever way; where melds
        are taken apart only if jokers count as their cards (:func:`solver.model.decide.states_all`)."""
        profile = self.position.profile
        terms = [(laying.variable, laying.candidate.points) for laying in self.layings if not laying.torn]
        terms += [term for extension in self.extensions for term in extension.growth_terms(profile)]
        if self.pool is not None:
            taken = {one.id: variable for one, variable in self.pool.taken}
            terms += [(variable, -one.meld.points) for one, variable in self.pool.taken]
            terms += [(variable, one.points(profile)) for one, variable in self.pool.built]
            for extension in self.extensions:
                terms += self._growth_taken_back(extension, taken[extension.target.id])
        return terms

    def _growth_taken_back(self, extension: Extension, taken: int) -> list[Term]:
        """What an exchange adds to a meld that is then taken apart."""
        if extension.target.meld.kind == "run":
            return []
        each = rank_points(extension.target.meld.rank, self.position.profile)
        found = []
        for exchange in extension.exchanges:
            both = self.model.variable()
            self.model.at_least([(both, 1), (taken, -1), (exchange.variable, -1)], -1, _BOTH)
            found.append((both, -each * (len(exchange.kinds) - exchange.jokers)))
        return found

    def cards_laid(self) -> list[Term]:
        """Cards of the hand (and won jokers) that are laid or exchanged."""
        terms = [(laying.variable, laying.candidate.length) for laying in self.layings]
        for extension in self.extensions:
            terms += [(variable, 1) for _, variable in extension.natural_terms()]
            terms += extension.joker_terms()
        if self.pool:
            terms += [(variable, 1) for variable in self.pool.added.values()]
        return terms + self.jokers_pooled() + self.jokers_bought_back()

    @property
    def hand_size(self) -> int:
        """Cards in hand at the beginning."""
        return len(self.position.hand)

    @property
    def penalties(self) -> tuple[int, ...]:
        """Penalty points of each kind left in hand."""
        return kind_penalties(self.position.profile)
