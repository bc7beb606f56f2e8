"""Melds that a player wants to lay, in whatever order: is some order legal, which, and if none is, all that is wrong.

The referee judges the order; here it is only proposed, and each thing wrong gets its remedy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from advisor import advice
from advisor.consequences import of_wrong_laying
from advisor.lacking import cured, too_early
from advisor.remedies import instead_of_meld, lay_offs_to_open, more_to_open, put_back
from solver import facts
from solver.errors import Reason
from solver.game.actions import LayMeld
from solver.game.cards import JOKER, Card
from solver.game.melds import Meld, NotAMeld, colours_alternate, read_meld
from solver.game.position import Position
from solver.referee.judge import discard_forbidden, judge
from solver.referee.verdict import BrokenRule, Verdict


@dataclass(frozen=True, slots=True)
class MeldsChecked:
    """The verdict on melds, and the order in which those that are right are laid (their numbers in the question)."""

    verdict: Verdict
    order: tuple[int, ...]


def check_melds(position: Position, melds: Sequence[LayMeld]) -> MeldsChecked:
    """Judges melds that are to be laid in whatever order.

    Legal if the referee passes one order, and the player has opened or the melds open. Else every meld that is wrong,
    and all that the right ones lack; `points` and `left` are of those that are right.
    """
    order = _order(position, melds, range(len(melds)))
    verdict = judge(position, [melds[at] for at in order], finish=False, order_shown=True)
    if verdict.legal:
        read = [read_meld(meld.cards, position.profile, meld.kind) for meld in melds]
        lacking = _opening_unmet(position, read, verdict.end.left) if melds and not verdict.end.opened else []
        points = verdict.end.points or sum(one.points for one in read)
        follows = of_wrong_laying(position, melds, lacking)
        return MeldsChecked(Verdict(tuple(lacking), replace(verdict.end, points=points), follows, verdict.steps), order)
    return _wrong(position, melds)


def _order(position: Position, melds: Sequence[LayMeld], which: Sequence[int]) -> tuple[int, ...]:
    """The order as given if that is legal; else what the taken card is in comes first where it must, then pure runs,
    then what holds no joker."""
    given = tuple(which)
    if judge(position, [melds[at] for at in given], finish=False).legal:
        return given
    drawn = position.drawn
    taken = drawn.card if drawn is not None and drawn.source == "discard" else None
    next_ = taken if position.profile.discard_duty == "next" else None

    def key(at: int) -> tuple[bool, bool, bool, int]:
        cards = melds[at].cards
        return next_ is not None and next_ not in cards, not _is_pure(melds[at], position), JOKER in cards, at

    return tuple(sorted(given, key=key))


def _is_pure(meld: LayMeld, position: Position) -> bool:
    try:
        return read_meld(meld.cards, position.profile, meld.kind).pure
    except NotAMeld:
        return False


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Melds looked at one by one: the numbers of those that are right in themselves and as what they are read, what is
    wrong with each other, and the cards that the right ones leave."""

    right: tuple[int, ...]
    read: tuple[Meld, ...]
    broken: tuple[tuple[int, Reason], ...]
    rest: tuple[Card, ...]


def _wrong(position: Position, melds: Sequence[LayMeld]) -> MeldsChecked:
    """All that is wrong with melds of which no order is legal."""
    told = _one_by_one(position, melds)
    problems = _of_the_turn(position)
    stops = bool(problems)
    for at, reason in told.broken:
        remedy = instead_of_meld(melds[at].cards, told.rest, position.profile)
        problems.append(BrokenRule(replace(reason, remedy=remedy), at, at, melds[at].cards))
    order = _order(position, melds, told.right)
    verdict = judge(position, [melds[at] for at in order], finish=False, order_shown=True)
    if not stops:
        problems += [_with_remedy(problem, order, position, melds) for problem in verdict.problems]
    if not position.opened and melds:
        problems += _opening_unmet(position, told.read, told.rest)
    points = sum(one.points for one in told.read)
    end = replace(verdict.end, points=points, opens=False, left=told.rest, hand=told.rest, opening_run=None)
    follows = of_wrong_laying(position, melds, problems)
    return MeldsChecked(Verdict(tuple(problems), end, follows, verdict.steps), () if problems else order)


def _of_the_turn(position: Position) -> list[BrokenRule]:
    """What forbids every laying in this turn."""
    problems = []
    forbidden = discard_forbidden(position) if position.drew("discard") else None
    if forbidden:
        problems.append(BrokenRule(forbidden))
    if not position.may_lay:
        problems += [BrokenRule(one) for one in cured(position, (too_early(position),))]
    return problems


def _one_by_one(position: Position, melds: Sequence[LayMeld]) -> _Sorted:
    """Each meld by itself, its cards taken from what those before it leave."""
    left = Counter(position.hand)
    right: list[int] = []
    read: list[Meld] = []
    broken: list[tuple[int, Reason]] = []
    for at, meld in enumerate(melds):
        reason_or_meld = _read(meld, left, position)
        if isinstance(reason_or_meld, Reason):
            broken.append((at, reason_or_meld))
        else:
            right.append(at)
            read.append(reason_or_meld)
            left -= Counter(meld.cards)
    return _Sorted(tuple(right), tuple(read), tuple(broken), tuple(sorted(left.elements())))


def _read(one: LayMeld, left: Counter[Card], position: Position) -> Meld | Reason:
    """The meld that cards are, or what is wrong with them in themselves."""
    try:
        meld = read_meld(one.cards, position.profile, one.kind)
    except NotAMeld as error:
        return error.reason
    missing = Counter(one.cards) - left
    if missing:
        return facts.not_in_hand(cards=sorted(missing.elements()))
    if position.profile.set_colours_alternate and meld.kind == "set" and not colours_alternate(one.cards):
        return facts.like_colours_adjacent(cards=one.cards)
    return meld


def _with_remedy(problem: BrokenRule, order: Sequence[int], position: Position, melds: Sequence[LayMeld]) -> BrokenRule:
    """A problem of melds that are right in themselves, under their numbers in the question."""
    at = None if problem.step is None else order[problem.step]
    reason = problem.reason
    if reason.code == "no_card_to_discard":
        kept = _kept_back(position, melds)
        reason = replace(reason, remedy=advice.keep_back(cards=kept) if kept else None)
    elif reason.code == "taken_card_not_next" and position.drawn is not None:
        reason = replace(reason, remedy=put_back(reason, str(position.drawn.card)))
    return replace(problem, reason=reason, step=at, meld=at)


def _kept_back(position: Position, melds: Sequence[LayMeld]) -> list[str]:
    """One card that can stay in hand while all the rest is laid; none if there is none."""
    for at, meld in enumerate(melds):
        for card in (meld.cards[-1], meld.cards[0]):
            less = list(meld.cards)
            less.remove(card)
            others = [*melds[:at], LayMeld(tuple(less), meld.kind), *melds[at + 1 :]]
            order = _order(position, others, range(len(others)))
            verdict = judge(position, [others[number] for number in order], finish=False)
            if verdict.legal and verdict.end.opened:
                return [str(card)]
    return []


def _opening_unmet(position: Position, laid: Sequence[Meld], left: Sequence[Card]) -> list[BrokenRule]:
    """All that melds lack to be an opening, with what could be laid besides."""
    profile = position.profile
    points, required = sum(one.points for one in laid), profile.opening_minimum
    lacking = []
    if points < required:
        missing = required - points
        lacking.append(facts.not_enough_points(points=points, required=required, missing=missing))
    if profile.opening_pure_run and not any(one.pure for one in laid):
        lacking.append(facts.no_pure_run())
    remedy = more_to_open(position, laid, left) if lacking else None
    if remedy is None and [one.code for one in lacking] == ["not_enough_points"]:
        remedy = lay_offs_to_open(position, laid)
    return [BrokenRule(replace(one, remedy=remedy)) for one in lacking]
