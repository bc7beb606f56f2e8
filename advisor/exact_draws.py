"""Draws to a close worked out exactly on the whole table: which cards, drawn after so many throws, let the hand close.

The optimiser is asked for a close of the hand with the cards drawn, of which as many cards stay as were thrown on the
way; the referee replays it without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeAlias

from solver.budget import TimedOut
from solver.game.actions import Action, Discard
from solver.game.cards import CARDS, JOKER, JOKER_KIND, Card, without
from solver.game.position import MAX_HAND, Position
from solver.model.decide import decide
from solver.model.question import closing_questions, obliged_card, opening_question
from solver.referee.judge import judge, may_throw

_Case: TypeAlias = tuple[tuple[Card, ...], Card | None]
"""Cards drawn, in order, and the card thrown first."""


class ExactDraws:
    """One hand in its turn (or before its draw), and the cards that can still come to it.

    `left` are 53 counts of them. What is asked raises TimedOut.
    """

    def __init__(self, position: Position, left: tuple[int, ...], *, undrawn: bool) -> None:
        self.left = left
        self.undrawn = undrawn
        profile = position.profile
        self.base = replace(
            position,
            drawn=None,
            phase="after_draw",
            phase_told=True,
            closing_barred=False,
            starter=False,
            discard_pile=(),
            round=max(position.round, profile.first_laying_round),
        )
        """The hand in any turn late enough: what binds this turn alone does not bind the next ones."""
        self.standing = self.base
        if obliged_card(position) is not None:
            self.standing = replace(self.base, drawn=position.drawn)
        self.barred = position.closing_barred
        throws = sorted(set(position.hand))
        self.throws = [throw for throw in throws if may_throw(position, position.hand, throw, position.opened) is None]
        self._exact: dict[_Case, bool] = {}
        self._kept: dict[_Case, tuple[Card, ...]] = {}
        self._throwing_it: dict[Card | None, list[tuple[Action, ...]]] = {}

    def opens_now(self) -> bool:
        """Does the hand open in this turn, with all that binds it: a taken card to be laid, a card to be kept while
        closing is barred?"""
        position = replace(self.standing, closing_barred=self.barred)
        question = replace(opening_question(position, "any"), ties=False)
        accepts = partial(_legal, position)
        return next(decide(position, question, accepts), None) is not None

    def closes(self, drawn: tuple[Card, ...], thrown: Card | None = None) -> bool:
        """Does the hand close with these cards drawn, one thrown before each (before the draw: before each but the
        first)? `thrown`: the card that is thrown first. With no card drawn, the card that this turn obliges to lay is
        laid too."""
        key = tuple(sorted(drawn)), thrown
        if key not in self._exact:
            self._exact[key] = self._closes(drawn, thrown)
        return self._exact[key]

    def passes(
        self, drawn: tuple[Card, ...], thrown: Card | None, laid: tuple[Action, ...], left: tuple[Card, ...]
    ) -> bool:
        """Does the referee pass a close that lays so and leaves these natural cards?"""
        _, useless, stays, accepts = self._case(drawn, thrown)
        if len(left) != stays + (not useless):
            return False
        ends = [*useless, *(one for one in left if not useless)]
        passed = any(accepts((*laid, Discard(end))) for end in ends)
        if passed:
            self._exact[tuple(sorted(drawn)), thrown] = True
        return passed

    def kept(self, drawn: tuple[Card, ...], thrown: Card | None) -> tuple[Card, ...]:
        """The cards that were thrown on the way in the close that was found with these draws."""
        return self._kept.get((tuple(sorted(drawn)), thrown), ())

    def _case(
        self, drawn: tuple[Card, ...], thrown: Card | None
    ) -> tuple[Position, tuple[Card, ...], int, Callable[[tuple[Action, ...]], bool]]:
        """The position with the cards drawn, a useless card among them that is thrown in the end, how many cards stay,
        and the judge of a close."""
        useless = self.useless(drawn) if self.undrawn and thrown else ()
        hand = without(self.base.hand, (thrown,)) if thrown else self.base.hand
        if len(hand) + len(drawn) + len(useless) > MAX_HAND:
            raise TimedOut
        more = replace(self.base, hand=(*hand, *drawn, *useless)) if drawn or thrown else self.standing
        stays = max(0, len(drawn) - (self.undrawn or thrown is not None))
        first = stays > 0 and not self.undrawn and thrown is None
        note = (tuple(sorted(drawn)), thrown)
        return more, useless, stays, partial(self._accepts, more, stays, first, note)

    def _closes(self, drawn: tuple[Card, ...], thrown: Card | None) -> bool:
        more, useless, stays, accepts = self._case(drawn, thrown)
        if not (asked := closing_questions(more)):
            return False
        question = replace(asked[-1], objective="any", ties=False, stays=stays)
        if useless:
            question = replace(question, throws=useless[0].kind)
        elif len(drawn) == 1:
            end = Discard(drawn[0])
            if thrown not in self._throwing_it:  # what closes by throwing it mostly does so whatever card it is
                throwing = decide(more, replace(question, throws=end.card.kind), accepts)
                self._throwing_it[thrown] = [one.actions[:-1] for one in islice(throwing, 1)]
            if any(accepts((*laid, end)) for laid in self._throwing_it[thrown]):
                return True
        return next(decide(more, question, accepts), None) is not None

    def useless(self, drawn: tuple[Card, ...]) -> tuple[Card, ...]:
        """A card that can come beside those drawn. Before the draw a throw is one after a draw that does not help: that
        card is thrown in the end."""
        for card in CARDS[:JOKER_KIND]:
            if self.left[card.kind] > drawn.count(card):
                return (card,)
        raise TimedOut

    def _accepts(self, more: Position, stays: int, first: bool, note: _Case, actions: tuple[Action, ...]) -> bool:
        """Does the referee pass a close of a hand without the cards that stay? `first`: one of these is thrown first,
        and must be one that may be."""
        laid = [action for action in actions if not isinstance(action, Discard)]
        before = judge(more, laid, finish=False)
        if not before.legal:
            return False
        thrown_last = [action.card for action in actions if isinstance(action, Discard)]
        if any(one not in before.end.hand for one in thrown_last):
            return False
        kept = without(before.end.hand, thrown_last)
        naturals = [one for one in kept if one is not JOKER]
        jokers = [JOKER] * (stays - len(naturals))
        if len(jokers) > more.hand.count(JOKER):  # one won in this turn was not there to be thrown before
            return False
        if len(naturals) > stays or (first and not any(one in self.throws for one in (*naturals, *jokers))):
            return False
        verdict = judge(replace(more, hand=without(more.hand, (*naturals, *jokers))), actions)
        if not (verdict.legal and verdict.end.closes):
            return False
        self._kept[note] = (*naturals, *jokers)
        return True


def _legal(position: Position, actions: tuple[Action, ...]) -> bool:
    return judge(position, actions).legal
