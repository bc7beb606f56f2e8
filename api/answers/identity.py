"""Which physical card is meant wherever an answer names a card: the caller's own ids, and where each card came from.

Copies are equal for the rules, so the analyses know kinds only. Here the referee's replay of a plan is followed with
the cards as they were given: the hand gives its copies in the order of the request, cards on the table keep their
places, won jokers move to the hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from api.requests.labels import CardsLeft, Given, Labels, as_it_lies, unnamed
from solver.game.actions import Discard, Draw, LayMeld, Rearrange, Return
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.game.position import Position, TableMeld
from solver.referee.verdict import ReplayStep

Lying: TypeAlias = Mapping[str, Sequence[Given]]
"""The cards of each meld on the table, as they lie."""


class FollowedCards:
    """The physical cards of a turn, step by step.

    `laid` are the cards of each step's action, `lying` those of the table after each step. `wanted` names, for each
    action, the copies that the player has chosen himself.
    """

    def __init__(
        self,
        position: Position,
        labels: Labels,
        steps: Sequence[ReplayStep] = (),
        wanted: Sequence[Sequence[Given]] = (),
    ) -> None:
        self._labels = labels
        self._hand = CardsLeft(labels.hand)
        self._drawn = labels.drawn
        if labels.drawn is not None:
            self._hand.cards.remove(labels.drawn)
            self._hand.cards.insert(0, labels.drawn)
        self._left = self._hand
        self._melds = {meld.id: meld.meld for meld in position.table}
        self._table: Lying = labels.table
        self._thrown: Given | None = None
        self.laid: list[list[Given]] = []
        self.lying: list[Lying] = []
        for at, step in enumerate(steps):
            self.laid.append(self._follow(step, wanted[at] if at < len(wanted) else ()))
            self.lying.append(self._table)

    def on_table(self, name: str) -> Sequence[Given]:
        """The cards of a meld on the table at the end."""
        return self._table[name]

    def new_melds(self, melds: Sequence[Meld]) -> list[Sequence[Given]]:
        """The cards of the melds newly laid, as they lie at the end, or of such as are shown and not in the actions."""
        hand = self._thrown_last()
        free = [name for name in self._melds if name.startswith("new:")]
        result: list[Sequence[Given]] = []
        for meld in melds:
            name = next((one for one in free if self._melds[one].cards == meld.cards), None)
            if name is None:
                result.append(hand.take(meld.cards))
            else:
                free.remove(name)
                result.append(self._table[name])
        self._left = hand
        return result

    def beside(self, cards: Sequence[Card]) -> Sequence[Given]:
        """Cards that are shown to be laid off beside the new melds, and not in the actions."""
        hand = self._thrown_last()
        shown = hand.take(cards)
        self._left = hand
        return shown

    def from_hand(self, cards: Sequence[Card]) -> Sequence[Given]:
        """Cards of the hand as it is before the discard, without what was shown to leave it."""
        return CardsLeft(self._left.cards).take(cards)

    def thrown(self, card: Card) -> Given:
        """The card that is thrown."""
        return self._thrown or CardsLeft(self._left.cards).take((card,))[0]

    def _thrown_last(self) -> CardsLeft:
        """The cards left; of two equal ones the thrown one stays in hand while the other is shown to be laid."""
        return CardsLeft(sorted(self._left.cards, key=lambda card: card is self._thrown))

    def _follow(self, step: ReplayStep, wanted: Sequence[Given]) -> list[Given]:
        """The cards of one action, which leave the hand or come into it."""
        action = step.action
        if isinstance(action, Draw):
            return self._draw(action, wanted)
        if isinstance(action, Return):
            back = self._hand.take((action.card,), (self._drawn,) if self._drawn else ())
            self._left = CardsLeft([*self._hand.cards, *back])  # what is shown beside a return may still need it
            return back
        if isinstance(action, Discard):
            self._left = CardsLeft(self._hand.cards)
            found = self._hand.find(action.card, next(iter(wanted), None), avoid=self._drawn)
            (self._thrown,) = thrown = self._hand.take((action.card,), (found,) if found else ())
            return thrown
        laid = self._hand.take(action.from_hand if isinstance(action, Rearrange) else action.cards, wanted)
        if isinstance(action, LayMeld):
            (new,) = step.new
            self._melds = {**self._melds, new.id: new.meld}
            self._table = {**self._table, new.id: as_it_lies(laid, new.meld)}
        else:
            self._change(step.table, laid)
        return laid

    def _draw(self, action: Draw, wanted: Sequence[Given]) -> list[Given]:
        if action.card is None:
            return []
        bottom = (self._labels.bottom_card,) if self._labels.bottom_card else ()
        source = {"discard": self._labels.discard_pile[-1:], "bottom": bottom}.get(action.source, ())
        told = next((one for one in (*source, *wanted) if one.card is action.card), None)
        self._drawn = told or unnamed(action.card)
        self._hand.cards.insert(0, self._drawn)
        return [self._drawn]

    def _change(self, table: Sequence[TableMeld], laid: list[Given]) -> None:
        """Moves cards between melds and hand so that they lie as the referee says after a step."""
        before, old = self._melds, self._table
        after = {meld.id: meld.meld for meld in table}
        changed = [name for name in before if after.get(name) != before[name]]
        pool = CardsLeft([*(one for name in changed for one in old[name]), *laid])
        now: dict[str, Sequence[Given]] = {}
        for name, meld in after.items():
            if name in before and name not in changed:
                now[name] = old[name]
            elif name in before:
                now[name] = _settle(before[name], old[name], meld, pool)
            else:
                now[name] = pool.take(meld.cards)
        self._hand.cards += pool.cards
        self._melds, self._table = after, now


def _settle(before: Meld, old: Sequence[Given], after: Meld, pool: CardsLeft) -> list[Given]:
    """The cards of a changed meld: who lay at a place of a run stays there, the others come from the pool."""
    stays: dict[int, Given] = {}
    if before.kind == after.kind == "run":
        shift = after.low - before.low
        if shift > 0 and after.high > 14:  # it has grown below the ace
            shift -= 13
        for index, card in enumerate(after.cards):
            place = index + shift
            if 0 <= place < len(old) and old[place].card is card:
                stays[index] = old[place]
                pool.remove(old[place])
    return [stays[index] if index in stays else pool.take((card,))[0] for index, card in enumerate(after.cards)]
