"""A simple search for a legal turn: it tries single steps and asks the referee about each, within so much work.

It is no proof and no match for the optimiser. It stands in where the referee refuses what the optimiser proposes, again
and again, so that a caller always gets the best legal turn that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from solver.game.actions import Action, Discard, Exchange, LayMeld, LayOff
from solver.game.cards import JOKER, JOKER_KIND, Card, counts
from solver.game.lay_offs import joker_exchanges
from solver.game.melds import card_penalty, rank_points
from solver.game.position import Position, TableMeld
from solver.model.candidates import catalogue
from solver.model.decide import Decision
from solver.model.question import Question
from solver.referee.judge import judge
from solver.referee.verdict import EndState
from solver.rules.profile import RuleProfile

WIDTH: Final = 24
"""Beginnings of a turn that are carried on after each step."""

MOST_JUDGED: Final = 4_000
"""Lists of actions that the referee is asked about."""

Actions = tuple[Action, ...]


def simple_turn(position: Position, question: Question) -> Decision | None:
    """The best legal turn that answers a question, among those that single steps lead to; None if none is found.

    The same for the same question on any machine. The decision is never told as proved.
    """
    judged = 0
    best: tuple[tuple[int, ...], Actions, int] | None = None
    beam: list[tuple[Actions, EndState]] = [((), judge(position, (), finish=False).end)]
    seen: set[object] = set()
    while beam and judged < MOST_JUDGED:
        following: list[tuple[tuple[int, ...], int, Actions, EndState]] = []
        for actions, end in beam:
            for last in _throws(position, question, end):
                judged += 1
                verdict = judge(position, (*actions, *last))
                if verdict.legal and _answers(question, verdict.end):
                    value = _value(position, question, verdict.end)
                    if best is None or value < best[0]:
                        best = value, (*actions, *last), _left_over(position, verdict.end)
            for step in _steps(position, question, end):
                judged += 1
                verdict = judge(position, (*actions, step), finish=False)
                key = (
                    verdict.end.hand,
                    frozenset((lying.id, lying.meld) for lying in verdict.end.table),
                    verdict.end.won,
                )
                if verdict.legal and key not in seen:
                    seen.add(key)
                    promise = _promise(position, question, verdict.end)
                    following.append((promise, len(following), (*actions, step), verdict.end))
        following.sort(key=lambda one: one[:2])
        beam = [(actions, end) for _, _, actions, end in following[:WIDTH]]
    if best is None:
        return None
    return Decision(best[1], {"left_over": best[2]}, False, -_most_points(position), 0.0, 0.0)


def _throws(position: Position, question: Question, end: EndState) -> Iterator[Actions]:
    """The ways to end the turn here, the dearest card first."""
    if not position.profile.ends_with_discard:
        yield ()
        return
    if position.profile.closes_without_discard and question.throws is None:
        yield ()
    held = sorted(set(end.hand), key=lambda one: (one is JOKER, -card_penalty(one, position.profile), one.kind))
    for card in held:
        if question.throws in (None, card.kind):
            yield (Discard(card),)


def _steps(position: Position, question: Question, end: EndState) -> Iterator[Action]:
    """Single steps worth trying: every new meld, every card laid off alone, every exchange."""
    held = counts(end.hand)
    for one in catalogue(position.profile).of(held, held[JOKER_KIND]):
        meld = one.meld(position.profile)
        yield LayMeld(meld.cards, meld.kind)
    for target in end.table:
        if not question.may_touch(target.mine):
            continue
        for card in sorted(set(end.hand)):
            yield LayOff(target.id, (card,))
            if card is JOKER and target.meld.kind == "run":
                yield LayOff(target.id, (card,), "low")
        yield from _exchanges(target, end.hand, position.profile)


def _exchanges(target: TableMeld, hand: tuple[Card, ...], profile: RuleProfile) -> Iterator[Action]:
    for exchange in joker_exchanges(target.meld, profile):
        if all(card in hand for card in exchange.cards):
            yield Exchange(target.id, exchange.cards, exchange.jokers)


def _answers(question: Question, end: EndState) -> bool:
    """Is the turn of the kind that the question asks for?"""
    return (end.opens or not question.opens) and (end.closes or not question.must_close)


def _value(position: Position, question: Question, end: EndState) -> tuple[int, ...]:
    """How good an ended turn is by the question's objective, less is better; then as the rules' section 8 orders."""
    first = {
        "opening": (-end.points,),
        "points": (-points_laid(position, end),),
        "cards": (int(not end.closes), len(end.hand)),
        "left_over": (_left_over(position, end),),
    }.get(question.objective, ())
    return (*first, int(not end.closes), end.penalty, -end.hand.count(JOKER), len(end.hand))


def _promise(position: Position, question: Question, end: EndState) -> tuple[int, ...]:
    """The order in which beginnings are carried on: what still costs in hand; for an opening what counts."""
    cost = sum(card_penalty(card, position.profile) for card in end.hand if card is not JOKER)
    lacking = max(0, question.minimum - end.points) if question.opens else 0
    if question.objective in ("opening", "points") and question.opens:
        return (-end.points, cost)
    return (lacking, cost, len(end.hand))


def points_laid(position: Position, end: EndState) -> int:
    """The points by which all that lies on the table has grown in a turn, with what went from it to the pile."""
    lies = sum(lying.meld.points for lying in end.table)
    gone = sum(rank_points(card.rank, position.profile) for card in end.to_discard_pile)
    return lies + gone - sum(lying.meld.points for lying in position.table)


def _left_over(position: Position, end: EndState) -> int:
    return len(end.hand) - min(end.hand.count(JOKER), position.profile.carry_max)


def _most_points(position: Position) -> int:
    """More points than any turn lays."""
    profile = position.profile
    dearest = max(10, *profile.court_points, profile.ace_set, profile.ace_high or 0, profile.ace_low or 0)
    return dearest * (len(position.hand) + sum(lying.meld.jokers for lying in position.table))
