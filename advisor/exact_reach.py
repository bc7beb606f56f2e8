"""Distances to a close proved between two bounds: a reach that legal turns have, and what cannot be beaten.

Nothing below the lower bound is looked at; whatever lies between the two is tried by the optimiser and the referee
(`advisor.exact_draws`), draw by draw. The number of such trials is bounded, so that a distance is proved or not on any
machine alike, unless time runs out before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from advisor.exact_draws import ExactDraws
from advisor.table_rebuilt import Rebuilt, TableRebuilt
from solver.budget import TimedOut, allowed_ms
from solver.game.cards import CARDS, KINDS, Card, without
from solver.game.position import MAX_HAND
from solver.reach.question import Reach, cards_of

TRIED_A_SECOND: Final = 60
"""Trials of draws, and questions to the bound of a rebuilt table, that an answer may cost for each second of its
budget: about half of what a machine of today can do in that time."""

MOST_MS: Final = 5_000
"""The budget beyond which no more is tried."""

FAR: Final = 3
"""Draws looked at where no legal way is known."""


Partners: TypeAlias = Callable[[Card, Card | None], int]


class GaveUp(Exception):
    """So much was tried that no more is."""


class Trials:
    """What is tried for one hand, and how much may still be: for the same budget the same in every call, so that none
    proves what another does not. What is asked raises TimedOut and GaveUp."""

    def __init__(self, draws: ExactDraws, may_come: int) -> None:
        self.draws = draws
        self.may_come = may_come
        self.left = int(TRIED_A_SECOND * min(allowed_ms(), MOST_MS)) // 1000

    def count(self) -> None:
        """One trial more."""
        if not self.left:
            raise GaveUp
        self.left -= 1

    def closes(self, drawn: tuple[Card, ...], thrown: Card | None) -> bool:
        """Does the hand close with these cards drawn, after this throw?"""
        self.count()
        return self.draws.closes(drawn, thrown)

    def closes_so(self, rebuilt: Rebuilt, thrown: Card | None) -> bool:
        """The same with a table rebuilt, if that does not do in any other way."""
        if rebuilt.turn is not None and self.draws.passes(rebuilt.drawn, thrown, *rebuilt.turn):
            return True
        return self.closes(rebuilt.drawn, thrown)


class BetweenReaches:
    """The distance of a hand, or of what a throw leaves, between the reach of legal turns and one that is too near.

    Certain at distances 1 and 2; further off only where the two agree. `partners` are the kinds that could close with a
    card drawn before them, after a throw; where they are not known, distance 2 is like those further off.
    """

    def __init__(self, trials: Trials, partners: Partners | None) -> None:
        self.trials = trials
        self.partners = partners

    def reach(self, legal: Reach, loose: Reach, thrown: Card | None, fewest: int, among: int) -> Reach:
        """`legal`: what legal turns reach; `loose`: nothing is nearer, and no other kinds help at that distance. No
        fewer than `fewest` draws do, and at so many only kinds of the set `among` help."""
        if loose.distance is None:
            return Reach(None)
        near = max(fewest, loose.distance)
        known = legal.accepts if legal.distance == 1 else 0
        proved = True
        if near <= 1:
            try:
                for card in cards_of(loose.accepts & among & ~known):
                    known |= self.trials.closes((card,), thrown) << card.kind
            except (TimedOut, GaveUp):
                proved = False
        if known:
            return Reach(1, known, proved, 1)
        told = legal if legal.distance is not None and legal.distance > 1 else Reach(None)
        helping = loose.accepts if near == loose.distance > 1 else self.trials.may_come
        if near == fewest > 1:
            helping &= among
        if proved and near == told.distance and not helping & ~told.accepts:
            return replace(told, proved=True, least=near)
        if not proved or near > 2 or self.partners is None:
            return replace(told, proved=False, least=max(near, 2) if proved else 1)
        found, proved = self._by_two(told.accepts if told.distance == 2 else 0, helping, thrown, self.partners)
        if found:
            return Reach(2, found, proved, 2)
        return replace(told, proved=False, least=3 if proved else 2)

    def _by_two(self, found: int, helping: int, thrown: Card | None, partners: Partners) -> tuple[int, bool]:
        """The kinds of which a card and one more close, those found and others of a set; whether these are all."""
        try:
            for card in cards_of(helping & ~found):
                if found >> card.kind & 1:
                    continue
                self.trials.count()
                for other in cards_of(partners(card, thrown)):
                    if self.trials.closes((card, other), thrown):
                        found |= 1 << card.kind | 1 << other.kind
                        break
        except (TimedOut, GaveUp):
            return found, False
        return found, True


class BeforeTheRebuilt:
    """The distance where the table may be rearranged, against the bound of a table built anew."""

    def __init__(self, trials: Trials, rebuilt: TableRebuilt) -> None:
        self.trials = trials
        self.rebuilt = rebuilt
        self._shared: dict[int, list[tuple[int, tuple[Card, ...]]]] = {}
        """By number of draws: kinds that help, and the cards one of which is thrown first."""

    def reach(self, legal: Reach, loose: Reach, thrown: Card | None, fewest: int, among: int) -> Reach:
        """`legal`: what legal turns reach; `loose`: nothing is nearer, and no other kinds help at that distance. No
        fewer than `fewest` draws do, and at so many only kinds of the set `among` help."""
        if loose.distance is None:
            return Reach(None)
        if loose.distance > fewest:
            fewest, among = loose.distance, loose.accepts
        elif loose.distance == fewest:
            among &= loose.accepts
        if legal.distance == fewest and not among & ~legal.accepts:
            return replace(legal, proved=True, least=fewest)
        told, least, open_end = legal, fewest, False
        try:
            distances, open_end = self._distances(legal, thrown, fewest)
            for draws in distances:
                least = draws
                known = legal.accepts if legal.distance == draws else 0
                beyond = (among if draws == fewest else self.trials.may_come) & ~known
                for kinds in self._found(draws, thrown, beyond):
                    known |= kinds
                    told = Reach(draws, known, proved=False, least=draws)
                if known:
                    return Reach(draws, known, least=draws)
        except (TimedOut, GaveUp):
            return replace(told, proved=False, least=least)
        if legal.distance is None and not open_end:
            return Reach(None)
        return replace(legal, proved=False, least=least + 1)

    def _distances(self, legal: Reach, thrown: Card | None, fewest: int) -> tuple[range, bool]:
        """The distances at which something may be: up to the legal one, whose cards are looked at too; and whether
        there may be some beyond them."""
        hand, idle = self._hand(thrown), self._idle(thrown)
        last = FAR if legal.distance is None else legal.distance
        room = MAX_HAND - len(hand)
        if legal.distance is None and not self._hope(hand, idle, min(room, 2 * len(hand) + FAR)):
            return range(0), False
        if last > fewest and not self._hope(hand, idle, last - 1):
            fewest = last
        return range(fewest, last + 1), legal.distance is None

    def _hand(self, thrown: Card | None) -> tuple[Card, ...]:
        hand = self.trials.draws.base.hand
        return without(hand, (thrown,)) if thrown else hand

    def _idle(self, thrown: Card | None) -> int:
        """How many cards more stay unused than are drawn and used; before the draw a throw is one after a useless
        draw, which stays unused."""
        if self.trials.draws.undrawn:
            return -1 if thrown else 0
        return 0 if thrown else 1

    def _hope(self, hand: tuple[Card, ...], idle: int, most: int) -> bool:
        self.trials.count()
        return self.rebuilt.draws(hand, idle, 0, most) is not None

    def _found(self, draws: int, thrown: Card | None, beyond: int) -> Iterator[int]:
        """Sets of kinds that help at this distance, until all of the set `beyond` that do are found."""
        hand, idle = self._hand(thrown), self._idle(thrown)
        if draws == 1 and not idle and beyond and self._hope(hand, idle, 0):
            for kind in range(KINDS):  # what comes may be thrown at once
                if beyond >> kind & 1 and self.trials.closes((CARDS[kind],), thrown):
                    yield 1 << kind
            return
        for kinds, gone in self._shared.get(draws, ()):
            if thrown in gone and beyond & kinds:
                beyond &= ~kinds
                yield kinds
        excluded: list[tuple[Card, ...]] = []
        wanted = draws
        while beyond:
            wanted = min(wanted, beyond.bit_count())
            self.trials.count()
            rebuilt = self.rebuilt.draws(hand, idle, draws, draws, beyond, wanted, excluded)
            if rebuilt is None:
                wanted -= 1
                if not wanted:
                    return
            elif self.trials.closes_so(rebuilt, thrown):
                kinds = 0
                for card in rebuilt.drawn:
                    kinds |= 1 << card.kind
                beyond &= ~kinds
                self._share(rebuilt.drawn, kinds, thrown)
                yield kinds
            else:
                excluded.append(rebuilt.drawn)

    def _share(self, drawn: tuple[Card, ...], kinds: int, thrown: Card | None) -> None:
        """A close holds for each card that is thrown on the way to it, thrown first."""
        if thrown is not None or not self.trials.draws.undrawn:
            gone = (*self.trials.draws.kept(drawn, thrown), *((thrown,) if thrown else ()))
            self._shared.setdefault(len(drawn), []).append((kinds, gone))
