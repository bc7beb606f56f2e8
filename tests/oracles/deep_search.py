"""The deep search: everything that any sequence of lay, exchange and rearrange steps can reach on a small table.

Where melds may be taken apart, how the table lies at a moment does not matter, only which cards lie there: with them
every arrangement can be built. So a state is the hand, the cards of the table, and in an opening turn the pure run that
must stay; the search closes over the states that steps reach. Example: beside `5♠ JK 7♠` and `9♥ 9♦ 9♣` the hand 9♠ is
laid on the nines, or the joker is moved to the nines first and bought by it; both are states, told apart by the joker.
It knows the rules from `tests.oracles.turn_state` alone and shares nothing with optimiser or referee.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from solver.game.cards import JOKER_KIND
from solver.game.position import Position
from tests.oracles.brute_force import penalty_of_kind
from tests.oracles.turn_search import TooLarge
from tests.oracles.turn_state import Kinds, Melds, Shape, add_jokers, remove, start, subsets

NO_RUN: Shape | None = None


class Deep(NamedTuple):
    """A moment: cards in hand, cards on the table but for the run that opened, and that run (None: there is none)."""

    hand: Kinds
    table: Kinds
    stays: Shape | None


class DeepTruth(NamedTuple):
    """The best end of all sequences, in the rules' order down to the fewest cards left; the most points of an opening,
    None where there is none. `states` were reached."""

    best: tuple[int, ...] | None
    opening: int | None
    states: int


class DeepSearch:
    """All sequences of steps of a position without a draw's duty, by a player who may rearrange."""

    def __init__(self, position: Position, most_states: int) -> None:
        profile = position.profile
        assert profile.rearrange
        assert not profile.order_rule
        assert not profile.layoffs_count
        assert profile.won_joker == "free"
        assert profile.ends_with_discard
        assert position.drawn is None or position.drawn.source == "stock"
        self.position, self.profile, self.most_states = position, profile, most_states
        self.melds = Melds(position)
        self._builds: dict[Kinds, bool] = {}
        self._jokered: dict[Kinds, tuple[Shape, ...]] = {}
        self.may_exchange = position.opened or profile.exchange_when != "earlier"

    def run(self) -> DeepTruth:
        """The truths. Raises TooLarge."""
        best: list[tuple[int, ...]] = []
        waiting: list[tuple[int, Deep]] = []
        cheapest: dict[Deep, int] = {}
        most_points: int | None = None

        def reach(state: Deep, laid: int) -> None:
            if state not in cheapest or laid < cheapest[state]:
                cheapest[state] = laid
                if len(cheapest) > self.most_states:
                    raise TooLarge(len(cheapest))
                heappush(waiting, (laid, state))

        first = start(self.position)
        lying = tuple(sorted(card for meld in first.table for card in meld.shape.cards))
        if self.position.opened:
            reach(Deep(first.hand, lying, NO_RUN), 0)
        elif self.position.may_lay:
            for hand, melds, points in self._openings(first.hand):
                most_points = max(most_points or 0, points)
                for state in self._opened(hand, lying, melds):
                    reach(state, sum(meld.jokers for meld in melds))
            best += self._ends(first.hand, 0, opened=False)
        if not self.position.may_lay:
            best += self._ends(first.hand, 0, opened=False)
            waiting.clear()
        done: set[Deep] = set()
        while waiting:
            laid, state = heappop(waiting)
            if state in done:
                continue
            done.add(state)
            best += self._ends(state.hand, laid, opened=True)
            if self.position.opened or self.profile.layoffs_in_opening_turn:
                for new, jokers in self._after(state):
                    reach(new, laid + jokers)
        return DeepTruth(min(best, default=None), most_points, len(done))

    def _openings(self, hand: Kinds) -> Iterator[tuple[Kinds, tuple[Shape, ...], int]]:
        """Every choice of melds from the hand that opens: the rest of the hand, the melds, their points."""
        seen: set[tuple[Shape, ...]] = set()
        waiting: list[tuple[Kinds, tuple[Shape, ...]]] = [(hand, ())]
        while waiting:
            rest, melds = waiting.pop()
            points = sum(self.melds.points(meld) or 0 for meld in melds)
            pure = any(meld.kind == "run" and not meld.jokers for meld in melds)
            if melds and points >= self.profile.opening_minimum and (pure or not self.profile.opening_pure_run):
                yield rest, melds, points
            for shape in self.melds.from_cards(rest):
                more = tuple(sorted((*melds, shape)))
                left = remove(rest, shape.cards)
                if left and more not in seen:
                    seen.add(more)
                    waiting.append((left, more))

    def _opened(self, hand: Kinds, lying: Kinds, melds: tuple[Shape, ...]) -> Iterator[Deep]:
        """The states just after an opening: one of its pure runs stays, all else is cards of the table."""
        pure = [meld for meld in melds if meld.kind == "run" and not meld.jokers]
        free = self.profile.opening_run_joker == "yes" or not self.profile.opening_pure_run
        if free or not pure:
            cards = [card for meld in melds for card in meld.cards]
            yield Deep(hand, tuple(sorted((*lying, *cards))), NO_RUN)
            return
        for stays in dict.fromkeys(pure):
            others = list(melds)
            others.remove(stays)
            cards = [card for other in others for card in other.cards]
            yield Deep(hand, tuple(sorted((*lying, *cards))), stays)

    def _after(self, state: Deep) -> Iterator[tuple[Deep, int]]:
        """Every step, and how many jokers it lays."""
        hand, table, stays = state
        for cards in set(subsets(hand)):
            if cards and len(cards) < len(hand):
                more = tuple(sorted(table + cards))
                if self.builds(more):
                    yield Deep(remove(hand, cards), more, stays), cards.count(JOKER_KIND)
        if stays is not None:
            for low in (True, False):
                for cards, longer in self.melds.extensions(stays, hand, low=low):
                    if JOKER_KIND not in cards and len(cards) < len(hand):
                        yield Deep(remove(hand, cards), table, longer), 0
        if self.may_exchange and table.count(JOKER_KIND):
            for shape in self.jokered(table):
                for given, jokers, _ in self.melds.exchanges(shape, hand):
                    left = remove(table, (JOKER_KIND,) * jokers)
                    yield Deep(add_jokers(remove(hand, given), jokers), tuple(sorted(left + given)), stays), 0

    def jokered(self, table: Kinds) -> tuple[Shape, ...]:
        """The melds with jokers that lie in some arrangement of the table."""
        if table not in self._jokered:
            self._jokered[table] = tuple(
                card for card in self.melds.from_cards(table) if card.jokers and self.builds(remove(table, card.cards))
            )
        return self._jokered[table]

    def builds(self, cards: Kinds) -> bool:
        """Can melds be built of all the cards?"""
        if cards not in self._builds:
            self._builds[cards] = not cards or any(
                cards[0] in card.cards and self.builds(remove(cards, card.cards))
                for card in self.melds.from_cards(cards)
                if cards[0] != JOKER_KIND
            )
        return self._builds[cards]

    def _ends(self, hand: Kinds, laid: int, *, opened: bool) -> Iterator[tuple[int, ...]]:
        """Every way to throw a card now, in the order of ends."""
        profile, position = self.profile, self.position
        for thrown in sorted(set(hand)):
            if thrown == JOKER_KIND and (
                position.round < profile.joker_discard_from_round or (len(hand) == 1 and not profile.close_with_joker)
            ):
                continue
            rest = remove(hand, (thrown,))
            kept = rest.count(JOKER_KIND)
            closes = (
                opened
                and position.may_lay
                and not position.closing_barred
                and kept == len(rest) <= profile.carry_max
                and not (thrown == JOKER_KIND and profile.joker_discard_bars_closing)
            )
            penalty = 0 if closes else sum(penalty_of_kind(kind, profile) for kind in rest)
            yield (int(not closes), penalty, -kept, laid, len(rest))


def deep_search(position: Position, most_states: int = 40_000) -> DeepTruth:
    """What the best sequence of steps of a turn reaches. Raises TooLarge."""
    return DeepSearch(position, most_states).run()
