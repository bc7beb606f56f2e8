"""The caller's own card ids: which physical card is meant wherever an answer names a card.

Copies are equal for the rules, so the analyses know kinds only. Here a plan is followed with labelled cards: the hand
gives its copies in the order of the request, cards on the table keep their places, won jokers move to the hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from api.requests.labels import CardsLeft, Given, Labels, _as_it_lies, unnamed
from solver.game.actions import Action, Discard, Draw, LayMeld, Rearrange, Return
from solver.game.cards import Card
from solver.game.melds import Meld, read_meld
from solver.game.position import Position
from solver.referee.judge import judge


class Kinds:
    """Names the cards of a plan when the caller gave no ids: by their kinds alone."""

    def laid(self, step: int, cards: Sequence[Card]) -> Sequence[Given]:  # noqa: ARG002  ids need the step
        """The cards of an action."""
        return [unnamed(one) for one in cards]

    def built(self, step: int, index: int, meld: Meld) -> Sequence[Given]:  # noqa: ARG002
        """The cards of a new meld of a rearranging."""
        return [unnamed(one) for one in meld.cards]

    def on_table(self, name: str, meld: Meld) -> Sequence[Given]:  # noqa: ARG002
        """The cards of a meld on the table at the end."""
        return [unnamed(one) for one in meld.cards]

    def new_melds(self, melds: Sequence[Meld]) -> list[Sequence[Given]]:
        """The cards of the melds newly laid, as they lie at the end."""
        return [[unnamed(one) for one in meld.cards] for meld in melds]

    def beside(self, cards: Sequence[Card]) -> Sequence[Given]:
        """Cards that are shown to be laid off beside the new melds, and not in the actions."""
        return [unnamed(one) for one in cards]

    def from_hand(self, cards: Sequence[Card]) -> Sequence[Given]:
        """Cards of the hand as it is before the discard, without what was shown to leave it."""
        return [unnamed(one) for one in cards]

    def thrown(self, card: Card) -> Given:
        """The card that is thrown."""
        return unnamed(card)


class Followed(Kinds):
    """A plan followed action by action with the physical cards.

    `wanted` names, for each action, the copies that the player has chosen himself.
    """

    def __init__(
        self,
        position: Position,
        labels: Labels,
        actions: Sequence[Action],
        wanted: Sequence[Sequence[Given]] = (),
    ) -> None:
        self._position, self._labels, self._actions = position, labels, tuple(actions)
        self._hand = CardsLeft(labels.hand)
        self._drawn = labels.drawn
        if labels.drawn is not None:
            self._hand.cards.remove(labels.drawn)
            self._hand.cards.insert(0, labels.drawn)
        self._left = self._hand
        self._melds = {one.id: one.meld for one in position.table}
        self._table = {name: list(cards) for name, cards in labels.table.items()}
        self._laid: list[list[Given]] = []
        self._built: dict[int, list[list[Given]]] = {}
        self._numbered = 0
        for step, action in enumerate(self._actions):
            self._laid.append(self._follow(step, action, wanted[step] if step < len(wanted) else ()))

    def laid(self, step: int, cards: Sequence[Card]) -> Sequence[Given]:  # noqa: ARG002
        return self._laid[step]

    def built(self, step: int, index: int, meld: Meld) -> Sequence[Given]:  # noqa: ARG002
        return self._built[step][index]

    def on_table(self, name: str, meld: Meld) -> Sequence[Given]:  # noqa: ARG002
        return self._table[name]

    def new_melds(self, melds: Sequence[Meld]) -> list[Sequence[Given]]:
        hand = self._thrown_last()
        free = [name for name in self._melds if name.startswith("new:")]
        result: list[Sequence[Given]] = []
        for meld in melds:
            name = next((one for one in free if self._melds[one].cards == meld.cards), None)
            if name is None:  # a laying that is shown, and not in the actions
                result.append(hand.take(meld.cards))
            else:
                free.remove(name)
                result.append(self._table[name])
        self._left = hand
        return result

    def beside(self, cards: Sequence[Card]) -> Sequence[Given]:
        hand = self._thrown_last()
        shown = hand.take(cards)
        self._left = hand
        return shown

    def from_hand(self, cards: Sequence[Card]) -> Sequence[Given]:
        return CardsLeft(self._left.cards).take(cards)

    def _thrown_last(self) -> CardsLeft:
        """The cards left; of two equal ones the thrown one stays in hand while the other is shown to be laid."""
        thrown = self._laid[-1][0] if self._actions and isinstance(self._actions[-1], Discard) else None
        return CardsLeft(sorted(self._left.cards, key=lambda one: one is thrown))

    def thrown(self, card: Card) -> Given:
        if self._actions and isinstance(self._actions[-1], Discard):
            return self._laid[-1][0]
        return CardsLeft(self._left.cards).take((card,))[0]

    def _follow(self, step: int, action: Action, wanted: Sequence[Given]) -> list[Given]:
        """The cards of one action, which leave the hand or come into it."""
        if isinstance(action, Draw):
            return self._draw(action, wanted)
        if isinstance(action, Return):
            back = self._hand.take((action.card,), (self._drawn,) if self._drawn else ())
            self._left = CardsLeft([*self._hand.cards, *back])  # what is shown beside a return may still need it
            return back
        if isinstance(action, Discard):
            self._left = CardsLeft(self._hand.cards)
            found = self._hand.find(action.card, next(iter(wanted), None), avoid=self._drawn)
            return self._hand.take((action.card,), (found,) if found else ())
        cards = action.from_hand if isinstance(action, Rearrange) else action.cards
        laid = self._hand.take(cards, wanted)
        if isinstance(action, LayMeld):
            meld = read_meld(action.cards, self._position.profile, action.kind)
            name = f"new:{self._numbered}"
            self._numbered += 1
            self._melds[name], self._table[name] = meld, list(_as_it_lies(laid, meld))
        else:
            self._change(step, laid)
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

    def _change(self, step: int, laid: list[Given]) -> None:
        """Moves cards between melds and hand so that they lie as the referee says after this step."""
        before, old = self._melds, self._table
        after = {one.id: one.meld for one in judge(self._position, self._actions[: step + 1]).end.table}
        changed = [name for name in before if after.get(name) != before[name]]
        pool = CardsLeft([*(one for name in changed for one in old[name]), *laid])
        now: dict[str, list[Given]] = {}
        for name, meld in after.items():
            if name in before and name not in changed:
                now[name] = old[name]
            elif name in before:
                now[name] = _settle(before[name], old[name], meld, pool)
            else:
                now[name] = pool.take(meld.cards)
        self._hand.cards += pool.cards
        self._melds, self._table = after, now
        self._built[step] = [cards for name, cards in now.items() if name not in before]
        self._numbered += len(self._built[step])


def _settle(before: Meld, old: Sequence[Given], after: Meld, pool: CardsLeft) -> list[Given]:
    """The cards of a changed meld: who lay at a place of a run stays there, the others come from the pool."""
    stays: dict[int, Given] = {}
    if before.kind == after.kind == "run":
        for index, card in enumerate(after.cards):
            place = after.low + index - before.low
            if 0 <= place < len(old) and old[place].card is card:
                stays[index] = old[place]
                pool.remove(old[place])
    return [stays[index] if index in stays else pool.take((card,))[0] for index, card in enumerate(after.cards)]


def name_cards(
    position: Position, labels: Labels, actions: Sequence[Action], wanted: Sequence[Sequence[Given]] = ()
) -> Kinds:
    """How the cards of a plan are named: by kind, or by the caller's ids if he gave any."""
    return Followed(position, labels, actions, wanted) if labels.any else Kinds()
