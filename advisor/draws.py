"""Where to draw from: the draws with what each is worth, ranked, and why a card that lies face up is worth taking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal

from advisor import advice
from advisor.answers import Plan
from advisor.stock import stock_close
from solver.errors import Reason
from solver.game.actions import Draw, Exchange, LayMeld, LayOff
from solver.game.cards import Card
from solver.game.named import named
from solver.game.position import Position, after_drawing
from solver.referee.judge import discard_forbidden
from solver.referee.verdict import EndState, ReplayStep


def with_discard(position: Position) -> Position | None:
    """The position after taking the top discard; None if it may not be taken."""
    if not position.discard_pile or discard_forbidden(position) is not None:
        return None
    return after_drawing(position, "discard")


def with_bottom(position: Position) -> Position | None:
    """The position after taking the card under the stock; None if it may not be taken."""
    if position.bottom_card is None or position.opened or not position.may_lay:
        return None
    return after_drawing(position, "bottom")


def taking(plan: Plan, source: Literal["discard", "bottom"], taken: Position, score: float) -> Plan:
    """The plan of a turn after a card was taken, with its draw before it and why that is worth having."""
    assert taken.drawn is not None
    card = taken.drawn.card
    assert card is not None
    draws = advice.draw_discard if source == "discard" else advice.draw_bottom
    why = draws(card=card, expected=round(score, 2))
    uses = tuple(_uses(plan, card, taken))
    draw = ReplayStep(Draw(source, card), (), taken.hand, taken.table)
    return replace(plan, steps=(draw, *plan.steps), score=score, why=(why, *uses, *plan.why))


def _uses(plan: Plan, card: Card, taken: Position) -> Iterator[Reason]:
    """What a taken card does in a turn: it closes it, opens, or goes into a meld or to one on the table."""
    if plan.closes:
        yield advice.taken_closes(card=card)
    elif not taken.opened and plan.points:
        yield advice.taken_opens(card=card, points=plan.points)
    else:
        for action in plan.actions:
            if isinstance(action, LayMeld) and card in action.cards:
                yield advice.taken_melds(card=card)
                return
            if isinstance(action, (LayOff, Exchange)) and card in action.cards:
                yield _taken_fits(card, action.meld, taken)
                return


def _taken_fits(card: Card, name: str, position: Position) -> Reason:
    """That a taken card fits on a meld: its cards, and its owner if that is an opponent."""
    meld = next((meld for meld in position.table if meld.id == name), None)
    if meld is None:
        return advice.taken_fits(card=card)
    owner = None if meld.mine else meld.owner
    onto = named(meld, position.table)
    return advice.taken_fits(card=card, meld=name, cards=meld.meld.cards, owner=owner, onto=onto)


def ranked_draws(
    position: Position,
    stock: Plan,
    taken: Iterable[Plan],
    score_of_close: Callable[[EndState], float] | None = None,
) -> list[Plan]:
    """The draws, best first: what is sure to close before all others, a close that earns a bonus before one that does
    not, then by score; the stock last among equals. `score_of_close` scores the stock where it is sure to close."""
    sure = stock_close(position)
    ends: list[tuple[Plan, Plan | EndState | None]] = [(one, one if one.closes else None) for one in taken]
    if sure is not None:
        score = stock.score if score_of_close is None else round(score_of_close(sure), 2)
        stock = replace(stock, score=score, why=(*stock.why, advice.any_card_closes()))
    ends.append((stock, sure))

    def order(one: tuple[Plan, Plan | EndState | None]) -> tuple[bool, bool, bool, float, bool]:
        plan, end = one
        bonus, from_hand = end is not None and end.special, end is not None and end.from_hand
        return end is None, not bonus, not from_hand, plan.score or 0.0, plan is stock

    return [plan for plan, _ in sorted(ends, key=order)]
