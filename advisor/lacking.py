"""All that keeps a turn from opening or closing, in the contract's order, each with what would cure it.

The first is the `reason` of an answer, all are its `reasons`. What is known of the hand already is given, so that
nothing is asked twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from advisor import advice
from advisor.answers import Help
from advisor.helps import cards_left
from advisor.prechecks import has_pure_run
from advisor.remedies import put_back, wait_for
from advisor.why_not import BestMelds, best_melds
from solver import facts
from solver.errors import Reason
from solver.game.cards import CARDS, JOKER, Card
from solver.game.position import Position
from solver.model.question import bottom_kind, obliged_card

_BY_A_CARD: Final = frozenset(
    {
        "cards_left_over",
        "joker_cannot_close",
        "last_card_while_barred",
        "no_card_to_discard",
        "no_pure_run",
        "not_enough_points",
    }
)
"""What a card that comes may cure."""


def draw_duty_unmet(position: Position, taken: Card | None) -> Reason:
    """The fact that a taken card cannot be used as it must be, so that it goes back."""
    if taken is None:
        return facts.draw_duty_unmet()
    if bottom_kind(position) is not None:
        return facts.draw_duty_unmet(card=taken, duty="bottom").citing("bottom")
    required = None if position.opened else position.profile.opening_minimum
    return facts.draw_duty_unmet(card=taken, duty=position.profile.discard_duty, required=required)


def too_early(position: Position) -> Reason:
    """The fact that nobody may lay yet."""
    first_round = position.profile.first_laying_round
    return facts.too_early(round=position.round, from_=first_round)


def best_laying(position: Position, *, pure_run: bool) -> BestMelds:
    """The most points that could be laid: of all cards in hand before the draw, else with one kept for the discard."""
    return best_melds(position, pure_run=pure_run, keep_discard=not position.draws_first)


def why_no_opening(position: Position) -> tuple[Reason, ...]:
    """All that a player who cannot open in this turn lacks, in the contract's order; empty if that was not found in
    time."""
    pure_needed = position.profile.opening_pure_run
    pure = best_laying(position, pure_run=pure_needed)
    shown = pure if pure.found or not pure_needed else best_laying(position, pure_run=False)
    return lacks_to_open(position, pure, shown)


def lacks_to_open(position: Position, pure: BestMelds, shown: BestMelds) -> tuple[Reason, ...]:
    """The same with the best laying known: `pure` under the rules, and `shown`, which is without the pure run if there
    is none."""
    if position.opened:
        return (advice.already_opened(),)
    found = []
    taken = obliged_card(position)
    if not position.may_lay:
        found.append(too_early(position))
    if taken is not None:
        found.append(draw_duty_unmet(position, taken))
    return (*found, *_of_the_cards(position, pure, shown))


def _of_the_cards(position: Position, pure: BestMelds, shown: BestMelds) -> Iterator[Reason]:
    """What the cards themselves lack: a pure run, a card to throw, or points."""
    profile, points = position.profile, shown.sum.points
    required = profile.opening_minimum
    if pure.found and points >= required:
        return
    whole = pure
    if not position.draws_first:
        whole = best_melds(position, pure_run=profile.opening_pure_run, keep_discard=False)
    if profile.opening_pure_run and not whole.found and not has_pure_run(position.hand, profile):
        yield facts.no_pure_run(points=points, required=required)
        if points >= required:
            return
        pure = whole = shown
        if not position.draws_first:
            whole = best_melds(position, pure_run=False, keep_discard=False)
    if not (pure.optimal and whole.optimal):
        return
    if whole.found and whole.sum.points >= required:
        if position.closing_barred:
            yield facts.last_card_while_barred()
        else:
            yield facts.no_card_to_discard(points=whole.sum.points)
        return
    missing = required - points
    yield facts.not_enough_points(points=points, required=required, missing=missing)


def cured(position: Position, reasons: Iterable[Reason], helps: Sequence[Help] = ()) -> tuple[Reason, ...]:
    """The reasons, each with what would cure it where something does; `helps` at distance 1 are known to cure all."""
    cards: list[str] = [str(one.card) for one in helps if one.distance == 1]
    return tuple(replace(reason, remedy=_remedy(position, reason, cards)) for reason in reasons)


def _remedy(position: Position, reason: Reason, cards: list[str]) -> Reason | None:
    if reason.code == "too_early":
        return wait_for(reason, position.profile.first_laying_round)
    if reason.code == "draw_duty_unmet" and reason.params:
        return put_back(reason, str(reason.params["card"]))
    if reason.code == "closing_barred" or (reason.code == "last_card_while_barred" and not cards):
        return wait_for(reason, position.round + 1)
    if reason.code in _BY_A_CARD and cards:
        return advice.draw_one_of(cards=cards).citing(reason.rule)
    if reason.code == "no_pure_run":
        pure_with = _pure_run_with(position)
        return advice.pure_run_with(cards=pure_with).citing(reason.rule) if pure_with else None
    return None


def _pure_run_with(position: Position) -> list[str]:
    """The cards that can still come and give the hand a pure run."""
    profile, left = position.profile, cards_left(position)
    return [
        str(card)
        for card in CARDS
        if card is not JOKER and left[card.kind] > 0 and has_pure_run((*position.hand, card), profile)
    ]
