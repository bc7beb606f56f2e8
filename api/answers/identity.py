"""The caller's own card ids: which physical card is meant wherever an answer names a card.

Copies are equal for the rules, so the analyses know kinds only. Here a plan is followed with labelled cards: the hand
gives its copies in the order of the request, cards on the table keep their places, won jokers move to the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from solver.game.actions import Action, Discard, Draw, LayMeld, Rearrange, Return
from solver.game.cards import CARDS, Card, Notation
from solver.game.melds import Meld, read_meld
from solver.game.position import Position
from solver.referee.judge import judge

Id: TypeAlias = str | int | float | None
NamedCard: TypeAlias = str | dict[str, str | int | float]

TEXTS: Final[dict[Notation, tuple[str, ...]]] = {
    notation: tuple(one.text(notation) for one in CARDS) for notation in ("ascii", "unicode", "emoji")
}


HAND: Final = "hand"


@dataclass(frozen=True, slots=True)
class Given:
    """A physical card: its kind, the caller's id if he gave one, and where it lay at the start of the turn: in the
    hand, or in the table meld of that id."""

    card: Card
    id: Id = None
    place: str = field(default=HAND, compare=False)

    def named(self, notation: Notation) -> NamedCard:
        """The card in an answer: a text, or the object that the caller gave."""
        text = TEXTS[notation][self.card.kind]
        return text if self.id is None else {"card": text, "id": self.id}


_UNNAMED: Final = tuple(Given(one) for one in CARDS)


def unnamed(card: Card) -> Given:
    """A card without an id."""
    return _UNNAMED[card.kind]


@dataclass(frozen=True, slots=True)
class Labels:
    """The cards of a request as they were given; table cards in the order of their melds."""

    hand: tuple[Given, ...] = ()
    table: Mapping[str, tuple[Given, ...]] = field(default_factory=dict)
    discard_pile: tuple[Given, ...] = ()
    bottom_card: Given | None = None
    drawn: Given | None = None

    @property
    def any(self) -> bool:
        """Did the caller give any id at all?"""
        lists = (self.hand, self.discard_pile, *self.table.values())
        return any(one.id is not None for cards in lists for one in cards) or any(
            one is not None and one.id is not None for one in (self.bottom_card, self.drawn)
        )


def meld_labels(given: Sequence[Given], meld: Meld, place: str) -> tuple[Given, ...]:
    """The given cards in the order in which their meld lies; `place` is its id."""
    return tuple(replace(one, place=place) for one in _as_it_lies(given, meld))


def _as_it_lies(given: Sequence[Given], meld: Meld) -> tuple[Given, ...]:
    kinds = tuple(one.card for one in given)
    if kinds == meld.cards:
        return tuple(given)
    if kinds[::-1] == meld.cards:
        return tuple(reversed(given))
    return tuple(Pool(given).take(meld.cards))


class Pool:
    """Cards that lie together, handed out by kind, first come first served."""

    def __init__(self, cards: Iterable[Given]) -> None:
        self.cards = list(cards)

    def find(self, card: Card, wanted: Given | None = None, avoid: Given | None = None) -> Given | None:
        """A card of a kind: the wanted one if it is here, and not the avoided one unless there is no other."""
        same = [one for one in self.cards if one.card is card]
        found = next((one for one in same if one == wanted), None)
        return found or next((one for one in same if one != avoid), same[0] if same else None)

    def take(self, cards: Sequence[Card], wanted: Sequence[Given] = ()) -> list[Given]:
        """Takes cards out, the wanted copies where they are here; a card that is not here is named by its kind."""
        result = []
        for index, card in enumerate(cards):
            found = self.find(card, wanted[index] if index < len(wanted) else None)
            if found is not None:
                self.remove(found)
            result.append(found or unnamed(card))
        return result

    def remove(self, card: Given) -> None:
        """Takes out this very card, which is here."""
        del self.cards[next(index for index, one in enumerate(self.cards) if one is card)]


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

    def from_hand(self, cards: Sequence[Card]) -> Sequence[Given]:
        """Cards of the hand as it is before the discard."""
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
        self._hand = Pool(labels.hand)
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
        hand = Pool(self._left.cards)
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

    def from_hand(self, cards: Sequence[Card]) -> Sequence[Given]:
        return Pool(self._left.cards).take(cards)

    def thrown(self, card: Card) -> Given:
        if self._actions and isinstance(self._actions[-1], Discard):
            return self._laid[-1][0]
        return Pool(self._left.cards).take((card,))[0]

    def _follow(self, step: int, action: Action, wanted: Sequence[Given]) -> list[Given]:
        """The cards of one action, which leave the hand or come into it."""
        if isinstance(action, Draw):
            return self._draw(action, wanted)
        if isinstance(action, Return):
            back = self._hand.take((action.card,), (self._drawn,) if self._drawn else ())
            self._left = Pool([*self._hand.cards, *back])  # what is shown beside a return may still need it
            return back
        if isinstance(action, Discard):
            self._left = Pool(self._hand.cards)
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
        pool = Pool([*(one for name in changed for one in old[name]), *laid])
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


def _settle(before: Meld, old: Sequence[Given], after: Meld, pool: Pool) -> list[Given]:
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
