"""A plan in one breath, and each of its actions in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from advisor import advice
from advisor.answers import Plan
from advisor.words.explain import Teller
from advisor.words.say import capital
from solver.game.actions import Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card, Notation
from solver.game.position import Position

_DRAWS = {"stock": advice.brief_draw_stock, "discard": advice.brief_draw_discard, "bottom": advice.brief_draw_bottom}


def action_texts(plan: Plan, position: Position, language: str = "en", notation: Notation = "ascii") -> list[str]:
    """What each action of a plan says, in their order; the throw also that it closes."""
    teller = Teller(language, notation, position)
    texts = []
    for done in plan.steps:
        told = [*teller.action(done)]
        if isinstance(done.action, Discard):
            told += [*teller.closed(plan)][:1]
        texts.append(" ".join(one.text for one in told))
        teller.table = done.table
    return texts


def brief(plan: Plan, position: Position, language: str = "en", notation: Notation = "ascii") -> str:
    """A plan in one sentence: take 5H, lay 7D 8D 9D, lay 4C off on Eva’s 5C 6C 7C, throw KD. Empty for nothing."""
    told = ", ".join(_parts(plan, Teller(language, notation, position)))
    return f"{capital(told)}." if told else ""


def _parts(plan: Plan, teller: Teller) -> Iterator[str]:
    """The parts of the sentence, one for each kind of thing to do; new melds are told together."""
    laid = [done.action.cards for done in plan.steps if isinstance(done.action, LayMeld)]
    waits = any(one.code == advice.expected_wait.code for one in plan.why)
    for done in plan.steps:
        match done.action:
            case Draw(source=source, card=card):
                yield teller.tell(_DRAWS[source], card=card).text
            case LayMeld():
                if laid:
                    yield teller.tell(advice.brief_lays, melds=laid).text
                laid = []
            case LayOff(meld=meld, cards=cards):
                yield teller.tell(advice.brief_lays_off, cards=cards, onto=teller.name(meld)).text
            case Exchange(meld=meld, cards=cards):
                yield teller.tell(advice.brief_exchanges, cards=cards, onto=teller.name(meld)).text
            case Rearrange():
                yield teller.tell(advice.brief_rearranges).text
            case Discard(card=card):
                yield from _throw(plan, card, teller, waits=waits)
            case Return(card=card):
                yield teller.tell(advice.brief_returns, card=card).text
        teller.table = done.table


def _throw(plan: Plan, card: Card, teller: Teller, *, waits: bool) -> Iterator[str]:
    if waits:
        yield teller.tell(advice.brief_waits).text
    yield teller.tell(advice.brief_closes if plan.closes else advice.brief_throws, card=card).text
