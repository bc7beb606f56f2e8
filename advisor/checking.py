"""Melds that a player wants to lay, in whatever order: is some order legal, which, and if none is, all that is wrong.

The referee judges the order; here it is only proposed, and each thing wrong gets its remedy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from advisor.lacking import cured, too_early
from advisor.remedies import THROWS, instead_of_meld, more_to_open, put_back, throw_instead, wait_for
from solver.errors import Reason, Value
from solver.game.actions import LayMeld
from solver.game.cards import JOKER, Card
from solver.game.melds import Meld, NotAMeld, colours_alternate, read_meld
from solver.game.position import Position
from solver.referee.judge import discard_forbidden, judge
from solver.referee.verdict import Problem, Verdict


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
        read = [read_meld(one.cards, position.profile, one.kind) for one in melds]
        lacking = _opening_unmet(position, read, verdict.end.left) if melds and not verdict.end.opened else []
        points = verdict.end.points or sum(one.points for one in read)
        return MeldsChecked(Verdict(tuple(lacking), replace(verdict.end, points=points)), order)
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


def _wrong(position: Position, melds: Sequence[LayMeld]) -> MeldsChecked:
    """All that is wrong with melds of which no order is legal."""
    profile = position.profile
    problems: list[Problem] = []
    forbidden = discard_forbidden(position) if position.drew("discard") else None
    if forbidden:
        problems.append(Problem(forbidden))
    if not position.may_lay:
        problems += [Problem(one) for one in cured(position, (too_early(position),))]
    left = Counter(position.hand)
    right: list[int] = []
    read: list[Meld] = []
    broken: list[tuple[int, Reason]] = []
    for at, one in enumerate(melds):
        reason_or_meld = _read(one, left, position)
        if isinstance(reason_or_meld, Reason):
            broken.append((at, reason_or_meld))
        else:
            right.append(at)
            read.append(reason_or_meld)
            left -= Counter(one.cards)
    rest = tuple(sorted(left.elements()))
    for at, reason in broken:
        remedy = instead_of_meld(melds[at].cards, rest, profile)
        problems.append(Problem(replace(reason, remedy=remedy), at, at, melds[at].cards))
    order = _order(position, melds, right)
    verdict = judge(position, [melds[at] for at in order], finish=False, order_shown=True)
    if position.may_lay and not forbidden:
        problems += [_with_remedy(one, order, position, rest, melds) for one in verdict.problems]
    if not position.opened and (right or broken):
        problems += _opening_unmet(position, read, rest)
    end = replace(
        verdict.end, points=sum(one.points for one in read), opens=False, left=rest, hand=rest, opening_run=None
    )
    return MeldsChecked(Verdict(tuple(problems), end), order if not problems else ())


def _read(one: LayMeld, left: Counter[Card], position: Position) -> Meld | Reason:
    """The meld that cards are, or what is wrong with them in themselves."""
    try:
        meld = read_meld(one.cards, position.profile, one.kind)
    except NotAMeld as error:
        return error.reason
    named: dict[str, Value] = {"cards": [str(card) for card in one.cards]}
    missing = Counter(one.cards) - left
    if missing:
        return Reason("not_in_hand", "hand", {"cards": [str(card) for card in sorted(missing.elements())]})
    if position.profile.set_colours_alternate and meld.kind == "set" and not colours_alternate(one.cards):
        return Reason("like_colours_adjacent", "set_colours_alternate", named)
    return meld


def _with_remedy(
    problem: Problem, order: Sequence[int], position: Position, rest: Sequence[Card], melds: Sequence[LayMeld]
) -> Problem:
    """A problem of melds that are right in themselves, under their numbers in the question."""
    at = None if problem.step is None else order[problem.step]
    reason = problem.reason
    if reason.code == "no_card_to_discard":
        kept = _kept_back(position, melds)
        reason = replace(reason, remedy=Reason("keep_back", "ends_with_discard", {"cards": kept}) if kept else None)
    elif reason.code == "taken_card_not_next" and position.drawn is not None:
        reason = replace(reason, remedy=put_back(reason, str(position.drawn.card)))
    del rest
    return replace(problem, reason=reason, step=at, meld=at)


def _kept_back(position: Position, melds: Sequence[LayMeld]) -> list[Value]:
    """One card that can stay in hand while all the rest is laid; none if there is none."""
    for at, one in enumerate(melds):
        for card in (one.cards[-1], one.cards[0]):
            less = list(one.cards)
            less.remove(card)
            others = [*melds[:at], LayMeld(tuple(less), one.kind), *melds[at + 1 :]]
            order = _order(position, others, range(len(others)))
            verdict = judge(position, [others[number] for number in order], finish=False)
            if verdict.legal and verdict.end.opened:
                return [str(card)]
    return []


def _opening_unmet(position: Position, laid: Sequence[Meld], left: Sequence[Card]) -> list[Problem]:
    """All that melds lack to be an opening, with what could be laid besides."""
    profile = position.profile
    points, required = sum(one.points for one in laid), profile.opening_minimum
    lacking = []
    if points < required:
        params: dict[str, Value] = {"points": points, "required": required, "missing": required - points}
        lacking.append(Reason("not_enough_points", "opening_minimum", params))
    if profile.opening_pure_run and not any(one.pure for one in laid):
        lacking.append(Reason("no_pure_run", "opening_pure_run"))
    remedy = more_to_open(position, laid, left) if lacking else None
    return [Problem(replace(one, remedy=remedy)) for one in lacking]


def with_remedies(position: Position, verdict: Verdict) -> Verdict:
    """The verdict on actions, with what would be right instead where that is known."""
    return replace(verdict, problems=tuple(_cured(position, verdict, one) for one in verdict.problems))


def _cured(position: Position, verdict: Verdict, problem: Problem) -> Problem:
    reason, hand = problem.reason, verdict.end.left
    remedy = reason.remedy
    if reason.code == "too_early":
        remedy = wait_for(reason, position.profile.first_laying_round)
    elif reason.code in THROWS:
        remedy = throw_instead(position, hand, verdict.end.opened)
    elif reason.code == "set_not_completed":
        missing = reason.params["missing"]
        if isinstance(missing, list) and missing and {*missing} <= {str(one) for one in hand}:
            remedy = Reason("give_all", "exchange", {"cards": missing})
    elif problem.meld is not None and problem.cards and reason.rule != "order_rule":
        remedy = remedy or _cured_meld(position, problem, hand)
    return replace(problem, reason=replace(reason, remedy=remedy))


def _cured_meld(position: Position, problem: Problem, hand: Sequence[Card]) -> Reason | None:
    """The nearest meld to one that is none."""
    try:
        read_meld(problem.cards, position.profile)
    except NotAMeld:
        return instead_of_meld(problem.cards, hand, position.profile)
    return None
