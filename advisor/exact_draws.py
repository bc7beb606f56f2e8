"""Draws to a close worked out exactly on the whole table: which cards, drawn after so many throws, let the hand close.

The optimiser is asked for a close of the hand with the cards drawn, of which as many cards stay as were thrown on the
way; the referee replays it without them. Whether any cards at all can do is asked first with jokers free of all limits
in their place, which could stand for whatever comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from solver.budget import TimedOut, check, until
from solver.game.actions import Action, Discard
from solver.game.cards import CARDS, JOKER, Card, without
from solver.game.position import MAX_HAND, Position
from solver.model.decide import decide
from solver.model.question import closing_questions, obliged_card, opening_question
from solver.referee.judge import judge, may_throw
from solver.rules.profile import MAX_JOKERS

_FREE: Final = {
    "min_naturals": 1,
    "max_jokers_per_meld": None,
    "jokers_fewer_than_naturals": False,
    "adjacent_jokers": True,
    "close_with_joker": True,
    "joker_discard": "free",
    "joker_discard_bars_closing": False,
    "joker_discard_from_round": 1,
    "won_joker": "free",
    "order_rule": False,
    "opening_run_joker": "yes",
    "exchange_when": "opened",
    "joker_points_in_opening": "stands_for",
}


class ExactDraws:
    """One hand in its turn (or before its draw), and the cards that can still come to it.

    `left` are 53 counts of them; `deadline` is a time of `time.perf_counter`. What is asked raises TimedOut.
    """

    def __init__(self, position: Position, left: tuple[int, ...], deadline: float, *, undrawn: bool) -> None:
        self.left = left
        self.deadline = deadline
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
        self.throws = [one for one in throws if may_throw(position, position.hand, one, position.opened) is None]
        self._exact: dict[tuple[Card, ...], bool] = {}
        self._hope: dict[tuple[tuple[Card, ...], int], bool] = {}
        self._throwing_it: list[tuple[Action, ...]] | None = None
        several = any(one.meld.kind == "set" and one.meld.jokers > 1 for one in position.table)
        self._bounded = not several and len(position.hand) < MAX_HAND

    def reaches(self, drawn: tuple[Card, ...], more: int, start: int = 0) -> bool:
        """Can the hand close with these cards drawn, and so many others that can come (kinds from `start` on)?"""
        with until(self.deadline):
            check()
        if not more:
            return self.closes(drawn)
        if not self.hope(drawn, more):
            return False
        for kind in range(start, len(CARDS)):
            there = self.left[kind] > drawn.count(CARDS[kind])
            if there and self.reaches((*drawn, CARDS[kind]), more - 1, kind):
                return True
        return False

    def closing_kinds(self, among: int) -> Iterator[int]:
        """The kinds of a set with a card of which, drawn next, the hand closes."""
        if self.hope((), 1):
            yield from (one.kind for one in CARDS if among >> one.kind & 1 and self.closes((one,)))

    def opens_now(self) -> bool:
        """Does the hand open in this turn, with all that binds it: a taken card to be laid, a card to be kept while
        closing is barred?"""
        position = replace(self.standing, closing_barred=self.barred)
        question = replace(opening_question(position, "any"), ties=False)
        accepts = partial(_legal, position)
        return next(decide(position, question, self.deadline, accepts), None) is not None

    def closes(self, drawn: tuple[Card, ...], thrown: Card | None = None) -> bool:
        """Does the hand close with these cards drawn, one thrown before each (before the draw: before each but the
        first)? `thrown`: the card that is thrown first. With no card drawn, the card that this turn obliges to lay is
        laid too."""
        key = (*sorted(drawn), *((thrown, thrown) if thrown else ()))
        if key not in self._exact:
            self._exact[key] = self._closes(drawn, thrown)
        return self._exact[key]

    def _closes(self, drawn: tuple[Card, ...], thrown: Card | None) -> bool:
        hand = without(self.base.hand, (thrown,)) if thrown else self.base.hand
        if len(hand) + len(drawn) > MAX_HAND:
            raise TimedOut
        more = replace(self.base, hand=(*hand, *drawn)) if drawn or thrown else self.standing
        if not (asked := closing_questions(more)):
            return False
        stays = max(0, len(drawn) - self.undrawn - (thrown is not None))
        accepts = partial(self._accepts, more, stays, stays > 0 and not self.undrawn and thrown is None)
        question = replace(asked[-1], objective="any", ties=False, stays=stays)
        if len(drawn) != 1 or thrown is not None:
            return next(decide(more, question, self.deadline, accepts), None) is not None
        end = Discard(drawn[0])
        if self._throwing_it is None:  # what closes by throwing the drawn card mostly does so whatever card it is
            throwing = decide(more, replace(question, throws=end.card.kind), self.deadline, accepts)
            self._throwing_it = [one.actions[:-1] for one in islice(throwing, 1)]
        if any(accepts((*laid, end)) for laid in self._throwing_it):
            return True
        return next(decide(more, question, self.deadline, accepts), None) is not None

    def _accepts(self, more: Position, stays: int, first: bool, actions: tuple[Action, ...]) -> bool:
        """Does the referee pass a close of a hand without the cards that stay? `first`: one of these is thrown first,
        and must be one that may be."""
        laid = [one for one in actions if not isinstance(one, Discard)]
        before = judge(more, laid, finish=False)
        if not before.legal:
            return False
        thrown_last = [one.card for one in actions if isinstance(one, Discard)]
        if any(one not in before.end.hand for one in thrown_last):
            return False
        kept = without(before.end.hand, thrown_last)
        naturals = [one for one in kept if one is not JOKER]
        jokers = [JOKER] * (stays - len(naturals))
        if len(naturals) > stays or (first and not any(one in self.throws for one in (*naturals, *jokers))):
            return False
        verdict = judge(replace(more, hand=without(more.hand, (*naturals, *jokers))), actions)
        return verdict.legal and verdict.end.closes

    def hope(self, drawn: tuple[Card, ...], more: int) -> bool:
        """Could it close with these and so many cards more, whatever they are? False is sure."""
        key = tuple(sorted(drawn)), more
        if key not in self._hope:
            self._hope[key] = self._hopeful(drawn, more)
        return self._hope[key]

    def _hopeful(self, drawn: tuple[Card, ...], more: int) -> bool:
        profile, number = self.base.profile, len(self.base.hand) + len(drawn) + more
        if not self._bounded or profile.jokers + more > MAX_JOKERS or number > MAX_HAND:
            return True
        others = self.base.hand.count(JOKER) + drawn.count(JOKER) + sum(one.meld.jokers for one in self.base.table)
        # beside two jokers a card could be the natural one of a meld, which a joker in its place is not
        carries = MAX_JOKERS if others + more > 2 else profile.carry_max
        free = replace(profile, jokers=profile.jokers + more, carry_max=carries, **_FREE)  # type: ignore[arg-type]
        hand = (*self.base.hand, *drawn, *[JOKER] * more)
        asked = replace(self.base, profile=free, hand=hand, opened=True)
        stays = max(0, len(drawn) + more - self.undrawn)
        question = replace(closing_questions(asked)[-1], objective="any", ties=False, stays=stays)
        return next(decide(asked, question, self.deadline), None) is not None


def _legal(position: Position, actions: tuple[Action, ...]) -> bool:
    return judge(position, actions).legal
