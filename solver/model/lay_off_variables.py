"""Extensions: variables for the cards added to one table meld and for the jokers exchanged out of it.

A run grows by a chain of places at each end, each filled by its natural card or a joker; a set by missing suits and
jokers. With the order rule, cards laid on an own run after a lay-off on others' melds are variables of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from solver.game.cards import CARDS, JOKER, JOKER_KIND, card
from solver.game.melds import (
    Meld,
    added_points,
    high_places,
    joker_counts,
    longest_run,
    low_places,
    place_card,
    place_points,
    rank_points,
)
from solver.game.position import Position, TableMeld
from solver.model.engine import Model, Term
from solver.model.question import Question
from solver.rules.profile import RuleProfile

Side: TypeAlias = Literal["low", "high", "set"]


@dataclass(frozen=True, slots=True)
class LayOffStep:
    """One card added: at a place of a run (0 in a set), a natural card of a kind or a joker; `late` after others."""

    side: Side
    place: int
    kind: int
    points: int
    late: bool
    variable: int

    def leads_to(self, other: LayOffStep) -> bool:
        """Does it lie between the meld and another step on the same side?"""
        if self.side == "set" or self.side != other.side:
            return False
        return self.place > other.place if self.side == "low" else self.place < other.place


@dataclass(frozen=True, slots=True)
class ExchangeOption:
    """Jokers that can be taken out by giving natural cards of `kinds` (for a set they are among its steps)."""

    index: int
    kinds: tuple[int, ...]
    jokers: int
    variable: int


@dataclass(slots=True)
class Extension:
    """The variables of one table meld."""

    target: TableMeld
    steps: list[LayOffStep] = field(default_factory=list)
    exchanges: list[ExchangeOption] = field(default_factory=list)

    def natural_terms(self) -> Iterator[tuple[int, int]]:
        """Kind and variable of each natural card added or given in exchange (one card a variable)."""
        for step in self.steps:
            if step.kind != JOKER_KIND:
                yield step.kind, step.variable
        if self.target.meld.kind == "run":
            for exchange in self.exchanges:
                yield exchange.kinds[0], exchange.variable

    def joker_terms(self, *, late: bool | None = None) -> list[Term]:
        """Jokers added, all or only the late or other ones."""
        return [
            (step.variable, 1) for step in self.steps if step.kind == JOKER_KIND and (late is None or step.late == late)
        ]

    def point_terms(self) -> list[Term]:
        """Points of the cards added, each at its place."""
        return [(step.variable, step.points) for step in self.steps]

    def growth_terms(self, profile: RuleProfile) -> list[Term]:
        """The points by which the meld grows: of each card added at its place, whenever in the turn, less those of the
        jokers that leave it."""
        counted = int(joker_counts(profile))
        meld = self.target.meld
        terms = []
        for step in self.steps:
            points = rank_points(meld.rank, profile) if step.side == "set" else added_points(step.place, profile)
            terms.append((step.variable, points * counted if step.kind == JOKER_KIND else points))
        return terms + [(one.variable, growth) for one, growth in self.exchange_growth(profile) if growth]

    def exchange_growth(self, profile: RuleProfile) -> list[tuple[ExchangeOption, int]]:
        """Each exchange with the points by which it makes the meld grow, but for the cards that are among the steps."""
        counted = int(joker_counts(profile))
        meld = self.target.meld
        if meld.kind == "set":
            return [
                (exchange, -exchange.jokers * counted * rank_points(meld.rank, profile)) for exchange in self.exchanges
            ]
        places = [(exchange, meld.low + exchange.index) for exchange in self.exchanges]
        return [(one, place_points(place, profile) * (1 - counted)) for one, place in places]


def one_by_one(profile: RuleProfile) -> bool:
    """Does each suit that a set lacks buy one of its jokers?"""
    return profile.exchange == "runs_and_sets" and profile.exchange_set == "any_missing"


def ace_changes(profile: RuleProfile) -> bool:
    """Can a card laid below the ace of a run change what the run counts, by the ace's being natural or a joker?"""
    return profile.ace_wraps and profile.ace_low != profile.ace_high and not joker_counts(profile)


def exchangeable(meld: Meld, held: Sequence[int], profile: RuleProfile) -> int:
    """How many jokers of a meld the natural cards in hand could buy."""
    if not meld.jokers or profile.exchange == "none":
        return 0
    if meld.kind == "run":
        return sum(1 for (one,) in meld.stands_for.values() if held[one.kind])
    missing = [card(meld.rank, suit).kind for suit in meld.missing_suits]
    if one_by_one(profile):
        return min(meld.jokers, sum(1 for kind in missing if held[kind]))
    whole = profile.exchange == "runs_and_sets" and profile.set_size_max == 4 and all(held[kind] for kind in missing)
    return meld.jokers if whole else 0


def protected(target: TableMeld, position: Position) -> bool:
    """May no joker be laid off on this run, since it is (or may be) the pure run that opened?"""
    if not position.profile.opening_pure_run or position.profile.opening_run_joker != "never":
        return False
    if target.opening_run is not None:
        return target.opening_run
    return target.meld.pure and not any(lying.owner == target.owner and lying.opening_run for lying in position.table)


def extend(
    model: Model, target: TableMeld, position: Position, held: Sequence[int], jokers: int, question: Question
) -> Extension:
    """Variables and rows for one table meld; `jokers` is the most jokers that can come to the hand."""
    extension = Extension(target)
    model.rule("lay_off", target.id)
    reach = 0 if protected(target, position) else jokers
    may_exchange = question.may_exchange(position) and exchangeable(target.meld, held, position.profile)
    counting = question.opens and position.profile.layoffs_count and question.may_exchange(position)
    late = (position.profile.order_rule and target.mine) or counting
    if target.meld.kind == "set":
        _extend_set(model, extension, held, reach, position.profile, bool(may_exchange), late, counting)
    else:
        _extend_run(model, extension, held, reach, position.profile, bool(may_exchange), late, counting)
    return extension


def _extend_set(
    model: Model,
    extension: Extension,
    held: Sequence[int],
    jokers: int,
    profile: RuleProfile,
    may_exchange: bool,
    late_too: bool,
    counting: bool,
) -> None:
    meld = extension.target.meld
    points = rank_points(meld.rank, profile)
    missing = [card(meld.rank, suit).kind for suit in meld.missing_suits]
    steps = [LayOffStep("set", 0, kind, points, False, model.variable()) for kind in missing if held[kind]]
    room = profile.set_size_max - len(meld.cards)
    if jokers and room > 0:
        more = range(min(room, jokers))
        counted = points * joker_counts(profile)
        steps += [LayOffStep("set", index, JOKER_KIND, counted, False, model.variable()) for index in more]
    if late_too:
        counts = not counting
        late = [replace(step, points=step.points * counts, late=True, variable=model.variable()) for step in steps]
        for early, other in zip(steps, late, strict=True):
            model.at_most([(early.variable, 1), (other.variable, 1)], 1, "early or late")
        if counting:  # what counts is laid before any joker is exchanged
            model.at_most([(step.variable, 1) for step in steps], max(room, 0), "room before the exchange")
        steps += late
    if room <= 0 and not may_exchange:
        return
    extension.steps = steps
    taken: list[Term] = []
    if may_exchange and one_by_one(profile):
        for index, kind in enumerate(kind for kind in missing if held[kind]):
            variable = model.variable()
            extension.exchanges.append(ExchangeOption(index, (kind,), 1, variable))
            taken.append((variable, -1))
            given = [(step.variable, 1) for step in steps if step.kind == kind and step.late == counting]
            model.at_least([*given, (variable, -1)], 0, CARDS[kind])
        model.at_most([(variable, 1) for variable, _ in taken], meld.jokers, "jokers of the set")
    elif may_exchange:
        variable = model.variable()
        extension.exchanges.append(ExchangeOption(0, tuple(missing), meld.jokers, variable))
        taken = [(variable, -meld.jokers)]
        for kind in missing:
            given = [(step.variable, 1) for step in steps if step.kind == kind and (counting or not step.late)]
            model.at_least([*given, (variable, -1)], 0, CARDS[kind])
    model.at_most([*((step.variable, 1) for step in steps), *taken], max(room, 0), "room")
    _limit_jokers(model, extension, profile, counting=counting)


def _extend_run(
    model: Model,
    extension: Extension,
    held: Sequence[int],
    jokers: int,
    profile: RuleProfile,
    may_exchange: bool,
    late_too: bool,
    counting: bool,
) -> None:
    meld = extension.target.meld
    if may_exchange:
        extension.exchanges = [
            ExchangeOption(index, (one.kind,), 1, model.variable())
            for index, (one,) in meld.stands_for.items()
            if held[one.kind]
        ]
    low = low_places(meld, profile)
    if ace_changes(profile) and profile.layoffs_count:
        low = range(low.start, max(low.stop, 0), -1)  # what that counts is not stated
    chains: tuple[tuple[Side, range], ...] = (
        ("low", low),
        ("high", high_places(meld, profile)),
    )
    for side, places in chains:
        inner: list[int] = []
        inner_all: list[int] = []
        free_jokers = jokers
        for place in places:
            card_here = place_card(place, meld.suit)
            kind = card_here.kind
            kinds = ([kind] if held[kind] else []) + ([JOKER_KIND] if jokers else [])
            if not held[kind]:
                free_jokers -= 1
            if not kinds or free_jokers < 0:
                break
            points = added_points(place, profile)
            worth = {kind: points, JOKER_KIND: points * joker_counts(profile)}
            here = [LayOffStep(side, place, kind, worth[kind], False, model.variable()) for kind in kinds]
            if late_too:
                counted = not profile.layoffs_count
                here += [LayOffStep(side, place, kind, worth[kind] * counted, True, model.variable()) for kind in kinds]
            extension.steps += here
            early = [step.variable for step in here if not step.late]
            everything = [step.variable for step in here]
            if inner_all:
                model.at_most([*((one, 1) for one in everything), *((one, -1) for one in inner_all)], 0, card_here)
                model.at_most([*((one, 1) for one in early), *((one, -1) for one in inner)], 0, "early")
            else:
                model.at_most([(one, 1) for one in everything], 1, card_here)
            inner, inner_all = early, everything
    room = longest_run(profile) - len(meld.cards)
    if len(extension.steps) > room:
        model.at_most([(step.variable, 1) for step in extension.steps], room, "length")
    _limit_jokers(model, extension, profile, counting=counting)
    if not profile.adjacent_jokers:
        _keep_apart(model, extension)
        if counting:
            _keep_apart(model, extension, early=True)


def _limit_jokers(model: Model, extension: Extension, profile: RuleProfile, *, counting: bool) -> None:
    """The limits on jokers in one meld, where the profile has them; with `counting` also before any exchange."""
    meld = extension.target.meld
    if profile.max_jokers_per_meld is None and not profile.jokers_fewer_than_naturals:
        return
    added = extension.joker_terms()
    taken = [(exchange.variable, -exchange.jokers) for exchange in extension.exchanges]
    if profile.max_jokers_per_meld is not None:
        model.at_most([*added, *taken], profile.max_jokers_per_meld - meld.jokers, "jokers")
        if counting:
            model.at_most(extension.joker_terms(late=False), profile.max_jokers_per_meld - meld.jokers, "early jokers")
    if profile.jokers_fewer_than_naturals:
        naturals = [(variable, -1) for _, variable in extension.natural_terms()]
        room = len(meld.naturals) - meld.jokers - 1
        model.at_most([*added, *taken, *naturals], room, "fewer jokers than naturals")
        if counting:
            laid = [(step.variable, -1) for step in extension.steps if step.kind != JOKER_KIND and not step.late]
            model.at_most([*extension.joker_terms(late=False), *laid], room, "fewer early jokers than naturals")


def _keep_apart(model: Model, extension: Extension, *, early: bool = False) -> None:
    """No two neighbouring jokers in the run, in the end or `early`, before any exchange."""
    meld = extension.target.meld
    at: dict[int, list[Term]] = {}
    for index, shown in enumerate(meld.cards):
        if shown is JOKER:
            gone = [exchange.variable for exchange in extension.exchanges if exchange.index == index]
            at[meld.low + index] = [] if early else [(variable, -1) for variable in gone]
    fixed = set(at)
    for step in extension.steps:
        if step.kind == JOKER_KIND and not (early and step.late):
            at.setdefault(step.place, []).append((step.variable, 1))
    for place, terms in at.items():
        if place + 1 in at:
            lying = (place in fixed) + (place + 1 in fixed)
            if terms or at[place + 1]:
                model.at_most([*terms, *at[place + 1]], 1 - lying, "neighbouring jokers")
