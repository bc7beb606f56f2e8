"""Drawing from the stock: what it is worth over all cards that can come, and whether it is sure to close.

The mean counts every copy that can still come once. Cards that do nothing are grouped, which is exact: a card that is
in no meld with the hand, the jokers in reach and the table can only be thrown or kept. Thrown, it leaves what any such
card leaves; kept, it adds its penalty points `p`, and nothing closes. So the least penalty is `min(A, B + p)`, with the
same `A` and `B` for all such cards: a function of `p` that is concave and rises by at most 1 a point, known between two
of its points where it is as high at both, or rises by 1 a point. Other objectives do not ask for `p`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from advisor.best_turns import best_close
from advisor.early_exchange import may_win_unopened
from advisor.helps import cards_left
from advisor.objectives import OBJECTIVES
from advisor.prechecks import may_lay_something
from advisor.turn_value import Worth, worth
from solver.budget import is_over, note_time_out
from solver.game.actions import Action, Discard
from solver.game.cards import CARDS, JOKER, JOKER_KIND, Card, counts
from solver.game.melds import card_penalty
from solver.game.position import Position, after_drawing
from solver.model.candidates import catalogue
from solver.referee.judge import judge
from solver.referee.verdict import EndState

_STEP: Final = 23
"""Cards are looked at in steps of so many kinds, so that those seen before the time runs out are of all suits and
ranks."""


@dataclass(frozen=True, slots=True)
class StockValue:
    """The mean score over all cards that can come; of how many kinds it was worked out, of how many there are, and
    whether each of these is proved. A card that was not looked at counts as one that does nothing, so that the score is
    then at least what it would be."""

    expected: float
    known: int
    kinds: int
    proved: bool

    @property
    def complete(self) -> bool:
        return self.known == self.kinds


def useful(card: Card, position: Position) -> bool:
    """Could a card be laid with those in hand or on the table? All others of the same penalty are worth the same."""
    profile = position.profile
    if card is JOKER:
        return True
    lying = [other for meld in position.table for other in meld.meld.cards]
    if profile.rearrange and position.table:
        held = counts((*position.hand, card, *lying))
        return any(card.kind in one.naturals for one in catalogue(profile).of(held, held[JOKER_KIND]))
    for one in position.table:
        if (one.meld.kind == "run" and one.meld.suit == card.suit) or (
            one.meld.kind == "set" and one.meld.rank == card.rank
        ):
            return True
    held = counts((*position.hand, card))
    jokers = held[JOKER_KIND] + lying.count(JOKER)
    return any(card.kind in one.naturals for one in catalogue(profile).of(held, jokers))


class _Draws:
    """The values of all cards that can come, worked out until the time ends."""

    def __init__(self, position: Position, objective: str) -> None:
        self.position, self.objective = position, objective
        self.by = OBJECTIVES[objective]
        left = cards_left(position)
        self.kinds = [kind for at in range(len(CARDS)) if left[kind := at * _STEP % len(CARDS)] > 0]
        self.left = left
        self.useless = {kind for kind in self.kinds if not useful(CARDS[kind], position)}
        self.values: dict[int, float] = {}
        self.unused: dict[int, float] = {}
        self.proved = True

    def in_time(self) -> bool:
        if not is_over():
            return True
        note_time_out()
        return False

    def ask(self, kind: int) -> Worth | None:
        """What the best turn with a card is worth; None if the time had ended."""
        if not self.in_time():
            return None
        found = worth(after_drawing(self.position, "stock", CARDS[kind]), self.objective)
        self.proved = self.proved and found.proved
        return found

    def look_at_useless(self) -> None:
        """The cards that do nothing, by their penalty where that matters."""
        groups: dict[int, list[int]] = {}
        for kind in sorted(self.useless):
            worth_of = card_penalty(CARDS[kind], self.position.profile) if self.by.by_penalty else 0
            groups.setdefault(worth_of, []).append(kind)
        points = sorted(groups)
        known: dict[int, float] = {}
        for one in (points[0], points[-1]) if points else ():
            if one not in known:
                found = self.ask(groups[one][0])
                if found is None:
                    return
                known[one] = found.score
        self._between(points, groups, known)
        self.unused = known
        for one, score in known.items():
            self.values |= dict.fromkeys(groups[one], score)

    def _between(self, points: list[int], groups: dict[int, list[int]], known: dict[int, float]) -> None:
        """Fills in the values between the first and the last of some penalties, of which both are known."""
        if len(points) < 3:
            return
        low, high = points[0], points[-1]
        if known[low] == known[high]:
            known |= dict.fromkeys(points[1:-1], known[low])
        elif known[high] - known[low] == high - low:
            known |= {one: known[low] + one - low for one in points[1:-1]}
        else:
            middle = len(points) // 2
            found = self.ask(groups[points[middle]][0])
            if found is None:
                return
            known[points[middle]] = found.score
            self._between(points[: middle + 1], groups, known)
            self._between(points[middle:], groups, known)

    def without(self, card: Card) -> float:
        """What the turn with a card is worth at the worst: if the card is not laid, or if nothing is."""
        profile = self.position.profile
        nothing = worth(after_drawing(self.position, "stock", card), self.objective, lay=False).score
        if card is JOKER or (profile.unopened_fit_ban and not self.position.opened):
            return nothing  # it may be forbidden to throw it
        points = card_penalty(card, profile) if self.by.by_penalty else 0
        return min(nothing, self.unused.get(points, nothing))

    def look_at_useful(self) -> None:
        """The cards that may be laid, each asked; where any card closes by being thrown, first that."""
        throwing: tuple[Action, ...] | None = None
        for kind in self.kinds:
            if kind in self.values or kind in self.useless:
                continue
            card = CARDS[kind]
            if throwing is None and self.by.closes_first:
                closes = next((known for known, score in sorted(self.values.items()) if score == 0), None)
                if closes is not None:
                    throwing = _closing_by_throwing(self.position, closes) or ()
            drawn = after_drawing(self.position, "stock", card)
            if throwing and _closes(drawn, (*throwing, Discard(card))) is not None:
                self.values[kind] = 0.0
                continue
            found = self.ask(kind)
            if found is None:
                return
            self.values[kind] = found.score


def stock_value(position: Position, objective: str) -> StockValue:
    """The mean score of the best turn by `penalty`, `points`, `cards` or `close` over all cards that can come."""
    draws = _Draws(position, objective)
    draws.look_at_useless()
    draws.look_at_useful()
    known = len(draws.values)
    total = weight = 0.0
    for kind in sorted(draws.kinds):
        score = draws.values.get(kind)
        if score is None:
            score = draws.without(CARDS[kind])
        total += draws.left[kind] * score
        weight += draws.left[kind]
    proved = draws.proved and known == len(draws.kinds) and not may_win_unopened(position)
    return StockValue(total / weight if weight else 0.0, known, len(draws.kinds), proved)


def stock_close(position: Position) -> EndState | None:
    """How the turn ends if it closes whatever card comes from the stock, at the least of what that earns; None if some
    card does not close, or if that was not found in time.

    Mostly the card that comes is thrown, so that one question answers for all.
    """
    left = cards_left(position)
    kinds = [kind for kind in range(len(CARDS)) if left[kind] > 0]
    if not kinds or not _may_close(after_drawing(position, "stock", CARDS[kinds[0]])):
        return None
    useless = [kind for kind in kinds if not useful(CARDS[kind], position)]
    first = (useless or kinds)[0]
    throwing = _closing_by_throwing(position, first) if position.profile.ends_with_discard else None
    if throwing is None and useless and position.profile.ends_with_discard:
        return None  # a card that does nothing can only be thrown
    worst: EndState | None = None
    for kind in kinds:
        more = after_drawing(position, "stock", CARDS[kind])
        end = _closes(more, (*throwing, Discard(CARDS[kind]))) if throwing is not None else None
        if end is None:
            plan = best_close(more)
            end = _closes(more, plan.actions) if plan is not None else None
        if end is None:
            return None
        if worst is None or (end.special, end.from_hand) < (worst.special, worst.from_hand):
            worst = end
    return worst


def _may_close(position: Position) -> bool:
    """Could something be laid, or does nothing but one card and jokers remain, which may be carried? False is sure."""
    return may_lay_something(position) or len(position.hand) - position.hand.count(JOKER) <= 1


def _closing_by_throwing(position: Position, kind: int) -> tuple[Action, ...] | None:
    """What is laid where a card that came from the stock is thrown and closes; None if it does not so close."""
    more = after_drawing(position, "stock", CARDS[kind])
    if not _may_close(more):
        return None
    plan = best_close(more, throws=kind)
    return plan.actions[:-1] if plan is not None else None


def _closes(position: Position, actions: Iterable[Action]) -> EndState | None:
    verdict = judge(position, tuple(actions))
    return verdict.end if verdict.legal and verdict.end.closes else None
