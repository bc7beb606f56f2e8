"""Branch and bound over items: what is chosen so that it is worth the most, with the cards and jokers at hand.

Every resource (a natural kind held, a side of a table run, the open suits of a set) has its copies, every item uses
some and is worth a *gain*. Prices on the resources and jokers, under which no item is worth more than what it uses,
tell how much can still be gained at the most: an item costs its *slack*, the price of what it uses less its gain, and
what is left unused costs its price. The first resource that is left is used by one of the items that begin with it, or
stays. At the end one of the cards that stayed is thrown. Points of an opening are bounded in the same way.

Loops and numbers are plain, so that a compiler can take the file as it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import Final, TypeAlias

Offer: TypeAlias = Callable[[int, int, list[int], int], int]
"""Takes what a solution is worth, the resource thrown (-1: a joker, -2: nothing), its items and the jokers that stay in
hand; gives back what another must be worth at the least."""

NONE: Final = -(1 << 62)
"""The worth of what cannot be."""


def _numbers(values: Sequence[int]) -> array[int]:
    return array("q", values)


class Branching:
    """One set of items.

    `counts`: copies of each resource, the natural cards (`naturals` of them) first; `uses`: the resources of each item,
    twice if it uses two copies; `jokers`: those that it lays less those that it wins.
    """

    def __init__(
        self,
        naturals: int,
        counts: Sequence[int],
        uses: Sequence[Sequence[int]],
        jokers: Sequence[int],
        gains: Sequence[int],
        points: Sequence[int],
        pure: Sequence[int],
    ) -> None:
        self.naturals = naturals
        self.resources = len(counts)
        self.items = len(gains)
        self.held = self.won = 0
        self.needs_pure = False
        self.nodes = self.most_nodes = self.depth = 0
        self.never = self.least = NONE
        self.minimum = self.points_most = self.joker_price = 0
        firsts = list(map(min, uses))
        ranks = [
            (first, -gain, joker - len(use))
            for first, gain, joker, use in zip(firsts, gains, jokers, uses, strict=True)
        ]
        self.order = order = sorted(range(self.items), key=ranks.__getitem__)
        starts = [0] * (self.resources + 1)
        for at in firsts:
            starts[at + 1] += 1
        users: list[list[int]] = [[] for _ in counts]
        for at, item in enumerate(order):
            for resource in uses[item]:
                users[resource].append(at)
        self.counts = _numbers(counts)
        self.begins = _numbers(list(accumulate(starts)))
        self.uses_from = _numbers([0, *accumulate([len(uses[item]) for item in order])])
        self.uses = _numbers(list(chain.from_iterable([uses[item] for item in order])))
        self.users_from = _numbers([0, *accumulate(map(len, users))])
        self.users = _numbers(list(chain.from_iterable(users)))
        self.twice = _numbers([len(set(uses[item])) < len(uses[item]) for item in order])
        self.jokers = _numbers([jokers[item] for item in order])
        self.gains = _numbers([gains[item] for item in order])
        self.points = _numbers([points[item] for item in order])
        self.pure = _numbers([pure[item] for item in order])
        self.last_pure = max([at for at, item in enumerate(order) if pure[item]], default=-1)
        self.slack = _numbers([0] * self.items)
        self.short = _numbers([0] * self.items)
        self.prices = _numbers([0] * self.resources)
        self.worths = _numbers([0] * self.resources)
        self.chosen = _numbers([0] * (sum(counts) + 1))
        self.throws = _numbers([NONE] * naturals)
        self.ends = _numbers([0])

    def price_gains(self, joker_least: int, joker_worth: int) -> None:
        """Sets the prices of what can be gained; that of a joker is at least `joker_least`, and near to
        `joker_worth`, what it is worth to be rid of one. Left out, nothing has a price, nor may any item gain."""
        self.joker_price = self._price(self.gains, self.prices, self.slack, joker_least, joker_worth)

    def price_points(self, minimum: int) -> None:
        """Sets the prices of points, of which an opening needs a minimum."""
        self.minimum = minimum
        self.points_most = self._price(self.points, self.worths, self.short, 0, 0) * self.held
        for resource in range(self.resources):
            self.points_most += self.worths[resource] * self.counts[resource]

    def _price(
        self, gains: array[int], prices: array[int], slack: array[int], joker_least: int, joker_worth: int
    ) -> int:
        """Sets prices and slacks of all for some gains; gives back the price of a joker. First each card bears an equal
        share of the best that can be done with it, then each price falls as far as it can, one after another."""
        joker = max(joker_least, joker_worth)
        for item in range(self.items):
            number = self.jokers[item]
            if number > 0 and gains[item] > 0:
                for at in range(self.uses_from[item], self.uses_from[item + 1]):
                    if self.uses[at] < self.naturals:
                        number += 1
                share = (gains[item] + number - 1) // number
                if share > joker:
                    joker = share
        for item in range(self.items):
            rest = gains[item] - joker * self.jokers[item]
            if rest <= 0:
                continue
            number = 0
            for at in range(self.uses_from[item], self.uses_from[item + 1]):
                if self.uses[at] < self.naturals:
                    number += 1
            share = (rest + number - 1) // number if number else rest
            for at in range(self.uses_from[item], self.uses_from[item + 1]):
                if (self.uses[at] < self.naturals or not number) and share > prices[self.uses[at]]:
                    prices[self.uses[at]] = share
        for item in range(self.items):
            rest = joker * self.jokers[item] - gains[item]
            for at in range(self.uses_from[item], self.uses_from[item + 1]):
                rest += prices[self.uses[at]]
            slack[item] = rest
        for resource in range(self.resources):
            less = prices[resource]
            for at in range(self.users_from[resource], self.users_from[resource + 1]):
                rest = slack[self.users[at]] >> self.twice[self.users[at]]
                if rest < less:
                    less = rest
            if less > 0:
                prices[resource] -= less
                for at in range(self.users_from[resource], self.users_from[resource + 1]):
                    slack[self.users[at]] -= less
        less = joker - joker_least
        for item in range(self.items):
            number = self.jokers[item]
            if number > 0 and slack[item] // number < less:
                less = slack[item] // number
        if less > 0:
            joker -= less
            for item in range(self.items):
                slack[item] -= less * self.jokers[item]
        return joker

    def begin(self, offer: Offer, most_nodes: int) -> None:
        """Begins anew: whatever is found is offered, and no more than so many nodes are looked at."""
        self.offer = offer
        self.most_nodes = most_nodes
        self.nodes = 0
        self.least = NONE

    def run(
        self, closing: bool, stays: int, throwing: int, throws: Sequence[int], joker_throw: int, ends: Sequence[int]
    ) -> None:
        """Goes through all that may be worth at least as much as what is found.

        `closing`: all natural cards are laid, but for the one thrown and `stays` that stay (or jokers instead of
        these). `throwing`: a card must be thrown (1), may be (0), or is not (-1). `throws`: for each natural kind what
        throwing it is worth (NONE: it may not be), `joker_throw` the same of a joker. `ends`: what the end is worth
        with so many jokers left, those that stay at a close not counted (NONE: it cannot be).
        """
        self.closing = closing
        self.stays = stays
        self.throwing = throwing
        self.throws = _numbers(throws)
        self.joker_throw = joker_throw
        self.ends = _numbers(ends)
        best = 0 if throwing <= 0 else NONE
        if throwing >= 0:
            for resource in range(self.naturals):
                if throws[resource] > NONE:
                    best = max(best, throws[resource] - self.prices[resource])
            if joker_throw > NONE:
                best = max(best, joker_throw - self.joker_price)
        end = max([end - self.joker_price * left for left, end in enumerate(ends) if end > NONE], default=NONE)
        if best == NONE or end == NONE:
            return
        self.best_throw, self.best_end = best, end
        most = self.joker_price * self.held
        for resource in range(self.resources):
            most += self.prices[resource] * self.counts[resource]
        self.depth = 0
        self._down(0, 0, most, self.held, 0 if self.needs_pure else 1, self.points_most, NONE, 0)

    def _down(
        self, at: int, tried: int, most: int, jokers: int, pure: int, points: int, thrown: int, strays: int
    ) -> None:
        """Looks at all that follows a beginning: the next resource, the first item to be tried, what can be gained at
        the most but for the end, jokers left, whether a pure run lies, the points that can be reached, the most that
        throwing a card that stayed is worth, and how many cards stayed."""
        self.nodes += 1
        if self.nodes > self.most_nodes:
            return
        while at < self.resources and self.counts[at] == 0:
            at += 1
            tried = self.begins[at]
        if points < self.minimum or (not pure and self.last_pure < tried):
            return
        if at == self.resources:
            if jokers >= 0:
                self._end(most, jokers)
            return
        end = self.best_end + (thrown if thrown > self.best_throw else self.best_throw)
        if most + end < self.least:
            return
        for item in range(tried, self.begins[at + 1]):
            rest = most - self.slack[item]
            left = jokers - self.jokers[item]
            if rest + end < self.least or left < -self.won:
                continue
            fits = True
            for use in range(self.uses_from[item], self.uses_from[item + 1]):
                self.counts[self.uses[use]] -= 1
                if self.counts[self.uses[use]] < 0:
                    fits = False
            if fits:
                self.chosen[self.depth] = item
                self.depth += 1
                more = 1 if pure or self.pure[item] else 0
                self._down(at, item, rest, left, more, points - self.short[item], thrown, strays)
                self.depth -= 1
            for use in range(self.uses_from[item], self.uses_from[item + 1]):
                self.counts[self.uses[use]] += 1
            if self.nodes > self.most_nodes:
                return
        number = self.counts[at]
        if at < self.naturals:
            strays += number
            if self.closing and strays > self.stays + (1 if self.throwing >= 0 else 0):
                return
            if self.throws[at] > thrown:
                thrown = self.throws[at]
        most -= number * self.prices[at]
        points -= number * self.worths[at]
        self._down(at + 1, self.begins[at + 1], most, jokers, pure, points, thrown, strays)

    def _end(self, most: int, jokers: int) -> None:
        """Offers what is chosen with each card that can be thrown, if it is worth enough."""
        gained = most - jokers * self.joker_price
        strays = 0
        for resource in range(self.naturals):
            strays += self.counts[resource]
        for resource in range(-2, self.naturals):
            left, worth, rest = jokers, gained, strays
            if resource == -2:
                if self.throwing > 0:
                    continue
            elif self.throwing < 0:
                break
            elif resource == -1:
                if self.joker_throw == self.never or jokers < 1:
                    continue
                left -= 1
                worth += self.joker_throw
            else:
                if self.counts[resource] == 0 or self.throws[resource] == self.never:
                    continue
                rest -= 1
                worth += self.throws[resource]
            if self.closing:
                left -= self.stays - rest
                if rest > self.stays or left < 0:
                    continue
            if left >= len(self.ends) or self.ends[left] == self.never:
                continue
            worth += self.ends[left]
            if worth >= self.least:
                items = [self.order[self.chosen[place]] for place in range(self.depth)]
                self.least = self.offer(worth, resource, items, left)
