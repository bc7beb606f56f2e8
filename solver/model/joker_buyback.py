"""Buying back: a joker taken from the discard pile is laid, as its duty asks, and won again by an exchange at once.

Laid at the place of a natural card that the hand holds, it comes back for that card in the same turn. Nothing else is
gained by exchanging jokers laid in the turn, so only a taken joker is looked at. Example: an opening of `8♣ 9♣ 10♣` and
`Q♠ K♠ JK`; then A♠ buys the joker back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from solver.game.cards import JOKER, JOKER_KIND
from solver.game.melds import joker_counts, place_points
from solver.game.position import Position
from solver.model.candidates import Candidate
from solver.model.engine import Meaning, Model
from solver.model.lay_off_variables import ExchangeOption, Extension, LayOffStep, one_by_one, protected
from solver.model.question import Question
from solver.rules.profile import RuleProfile

_LIES: Final = Meaning("the taken joker lies here for a moment")


@dataclass(frozen=True, slots=True)
class BuyBack:
    """The taken joker lies for a moment at a step of a table meld, beside the jokers of a set that is exchanged, or in
    a new meld, which then counts `points_lost` points fewer; `variable` says that it does."""

    variable: int
    step: LayOffStep | None = None
    exchange: ExchangeOption | None = None
    candidate: Candidate | None = None
    meld: str = ""
    points_lost: int = 0


def jokers_limited(profile: RuleProfile) -> bool:
    """Are there limits on the jokers of a meld? Then buying back on melds with jokers is not stated."""
    return profile.max_jokers_per_meld is not None or profile.jokers_fewer_than_naturals or not profile.adjacent_jokers


def buy_backs(
    model: Model,
    position: Position,
    question: Question,
    extensions: list[Extension],
    layings: list[tuple[int, Candidate]],
) -> list[BuyBack]:
    """Every way to lay a taken joker and buy it back; at most one of them is chosen."""
    profile = position.profile
    limited = jokers_limited(profile)
    if question.duty_kind != JOKER_KIND or profile.max_jokers_per_meld == 0 or not question.may_exchange(position):
        return []
    if question.opens and profile.layoffs_count:
        return []
    each = one_by_one(profile)
    sets_too = each or (profile.exchange == "runs_and_sets" and profile.set_size_max == 4)
    found: list[BuyBack] = []

    on_table = [] if question.opens and profile.discard_duty == "next" else extensions
    for extension in on_table:
        if not protected(extension.target, position) and not (limited and extension.target.meld.jokers):
            for step, exchange in _places(extension, profile, sets_too=sets_too):
                over = step.variable if step else exchange.variable if exchange else -1
                found.append(one := BuyBack(_under(model, over), step, exchange, meld=extension.target.id))
                if step:
                    _laid_with(model, one.variable, step, extension, position.hand.count(JOKER))
    pure_first = question.opens and question.pure_run and profile.pure_run_first != "no"
    if not (pure_first and profile.discard_duty == "next"):
        found += [
            BuyBack(_under(model, variable), candidate=one, points_lost=_points_lost(one, profile))
            for variable, one in layings
            if not one.jokers
            and (
                (one.kind == "run" and len(one.naturals) > profile.min_naturals)
                or (one.kind == "set" and sets_too and len(one.naturals) == 4)
                or (one.kind == "set" and each and len(one.naturals) > profile.min_naturals)
            )
        ]
    if found:
        model.rule("one_joker_is_bought_back")
        model.at_most([(one.variable, 1) for one in found], 1)
    return found


def _points_lost(one: Candidate, profile: RuleProfile) -> int:
    """What the last card of a meld counts, where the joker in its place counts nothing."""
    if joker_counts(profile):
        return 0
    return place_points(one.low + one.length - 1, profile) if one.kind == "run" else one.points // one.length


def _under(model: Model, over: int) -> int:
    """A new variable that holds only where another does."""
    variable = model.variable()
    model.at_most([(variable, 1), (over, -1)], 0, _LIES)
    return variable


def _laid_with(model: Model, variable: int, step: LayOffStep, extension: Extension, held: int) -> None:
    """Jokers on the way to the taken one are in hand with it, before any is won."""
    way = [
        (one.variable, 1) for one in extension.steps if one.kind == JOKER_KIND and not one.late and one.leads_to(step)
    ]
    if len(way) >= held:
        spare = len(way) + 1 - held
        model.at_most([*way, (variable, spare)], len(way), "jokers in hand on the way")


def _places(
    extension: Extension, profile: RuleProfile, *, sets_too: bool
) -> Iterator[tuple[LayOffStep | None, ExchangeOption | None]]:
    meld = extension.target.meld
    if meld.kind == "run":
        yield from ((step, None) for step in extension.steps if step.kind != JOKER_KIND and not step.late)
    elif one_by_one(profile):
        if len(meld.cards) < profile.set_size_max:
            yield from ((step, None) for step in extension.steps if step.kind != JOKER_KIND and not step.late)
    elif sets_too and len(meld.cards) == 3:
        yield from ((None, exchange) for exchange in extension.exchanges)
        if not meld.jokers:
            yield from ((step, None) for step in extension.steps if step.kind != JOKER_KIND and not step.late)
