"""The referee's view of one meld on the table: what a lay-off or an exchange makes of it, and what fits on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Concatenate, Final, ParamSpec

from solver import facts
from solver.errors import Reason, ZolikError
from solver.facts import Cards
from solver.game.actions import End
from solver.game.cards import JOKER, Card, card
from solver.game.melds import Meld, MeldKind, NotAMeld, make_run, place_card, read_meld
from solver.game.position import ME, Position, TableMeld
from solver.rules.profile import RuleProfile

P = ParamSpec("P")

_NONE: Final[frozenset[int]] = frozenset()


class Refused(ZolikError):
    """A step that breaks clauses: `reasons`, the cards concerned, and the index of the new meld if it is one."""

    def __init__(self, *reasons: Reason, cards: Sequence[Card] = (), meld: int | None = None) -> None:
        super().__init__(", ".join(reason.code for reason in reasons))
        self.reasons = reasons
        self.cards = tuple(cards)
        self.meld = meld


def refusal(
    fact: Callable[Concatenate[Cards, P], Reason], cards: Sequence[Card], *args: P.args, **kwargs: P.kwargs
) -> Refused:
    """The refusal of a step for one reason, which names the cards concerned, if there are any."""
    reason = fact(cards, *args, **kwargs)
    if not cards:
        reason = replace(reason, params={name: value for name, value in reason.params.items() if name != "cards"})
    return Refused(reason, cards=cards)


def read(cards: Sequence[Card], profile: RuleProfile, kind: MeldKind | None = None) -> Meld:
    """The meld that cards form. Raises Refused."""
    try:
        return read_meld(cards, profile, kind)
    except NotAMeld as error:
        raise Refused(error.reason, cards=cards) from None


@dataclass(slots=True)
class LiveMeld:
    """A meld on the table during a turn.

    `told` is how it lay before the turn (None: laid or built in the turn). `laid` are the cards laid on it from the
    hand in this turn, `taken` whether the taken discard was among them in a way that meets a duty. `fresh` are the
    jokers that came this turn: their places in a run, in a set the numbers 0 … n - 1.
    """

    id: str
    owner: str
    meld: Meld
    told: TableMeld | None = None
    guarded: bool = False
    laid: tuple[Card, ...] = ()
    taken: bool = False
    fresh: frozenset[int] = field(default=_NONE)

    @property
    def mine(self) -> bool:
        return self.owner == ME

    def holds_old_joker(self, places: Sequence[int]) -> bool:
        """Did one of these jokers (places as given by :func:`exchanged`) lie on the table before the turn?"""
        if self.meld.kind == "set":
            return self.meld.jokers > len(self.fresh)
        return any(place not in self.fresh for place in places)

    def change(self, result: Meld, cards: Sequence[Card]) -> None:
        """Becomes `result` by cards from the hand; keeps track of the jokers that are new."""
        if self.meld.kind == "run":
            if result.low > self.meld.low:  # it has grown below the ace: its places are numbered anew
                self.fresh = frozenset(place + 13 for place in self.fresh)
                lay = frozenset(place + 13 for place in joker_places(self.meld))
            else:
                lay = joker_places(self.meld)
            self.fresh = (self.fresh | (joker_places(result) - lay)) & joker_places(result)
        else:
            self.fresh = frozenset(range(min(result.jokers, len(self.fresh) + tuple(cards).count(JOKER))))
        self.meld = result
        self.laid += tuple(cards)


def joker_places(meld: Meld) -> frozenset[int]:
    """The places of a run at which jokers lie."""
    return frozenset(meld.low + index for index, card in enumerate(meld.cards) if card is JOKER)


def guarded_runs(position: Position) -> frozenset[str]:
    """The ids of the runs on the table that may never get a joker: those that opened, or, where an owner's is not
    known, each that it may be; none where no opening needs a pure run."""
    if position.profile.opening_run_joker != "never" or not position.profile.opening_pure_run:
        return frozenset()
    known = {lying.owner for lying in position.table if lying.opening_run}
    return frozenset(
        lying.id
        for lying in position.table
        if lying.opening_run or (lying.opening_run is None and lying.owner not in known and lying.meld.pure)
    )


def extended(meld: Meld, cards: Sequence[Card], end: End | None, profile: RuleProfile) -> Meld:
    """A meld with cards laid off on it. In a run jokers fill gaps, then go to the high end, then to the low.

    Raises Refused.
    """
    if meld.kind == "set":
        return read((*meld.cards, *cards), profile, "set")
    below = {"high": range(1), "low": range(len(cards), len(cards) + 1), None: range(len(cards) + 1)}[end]
    refused: Refused | None = None
    for lower in below:
        filled = _filled(meld, cards, lower, wraps=profile.ace_wraps)
        if filled is None:
            continue
        try:
            return _read_run(filled, meld, meld.low - lower, profile)
        except Refused as error:
            refused = refused or error
    raise refused or refusal(facts.does_not_fit, cards, meld=str(meld))


def _filled(meld: Meld, cards: Sequence[Card], lower: int, *, wraps: bool) -> list[Card] | None:
    """The cards of a run longer by some cards, `lower` of them below it; None if they are not those of the places. With
    `wraps` it may go on over the ace, as long as no rank comes twice."""
    low, high = meld.low - lower, meld.high + len(cards) - lower
    if high - low > 12 if wraps else low < 1 or high > 14:
        return None
    left = list(cards)
    result: list[Card] = []
    for place in range(low, high + 1):
        if meld.low <= place <= meld.high:
            result.append(meld.cards[place - meld.low])
            continue
        wanted = place_card(place, meld.suit)
        if wanted not in left:
            wanted = JOKER
        if wanted not in left:
            return None
        left.remove(wanted)
        result.append(wanted)
    return result


def _read_run(cards: Sequence[Card], before: Meld, low: int, profile: RuleProfile) -> Meld:
    """The run of cards whose first place is known. Raises Refused."""
    for place, rule, points in ((1, "ace_low", profile.ace_low), (14, "ace_high", profile.ace_high)):
        if points is None and low <= place < low + len(cards):
            raise Refused(facts.ace_not_there(cards).citing(rule), cards=cards)
    read(cards, profile, "run")
    jokers_at = [index for index, card in enumerate(cards) if card is JOKER]
    return make_run(before.suit, low, jokers_at, len(cards), profile)


def exchanged(meld: Meld, cards: Sequence[Card], profile: RuleProfile) -> tuple[Meld, tuple[int, ...]]:
    """A meld after its jokers were exchanged for cards, and the places of the jokers that come back (in a set their
    numbers). Raises Refused."""
    if profile.exchange == "none" or (meld.kind == "set" and profile.exchange == "runs"):
        raise refusal(facts.no_exchange, cards, kind=meld.kind)
    if meld.kind == "set":
        missing = sorted(card(meld.rank, suit) for suit in meld.missing_suits)
        some = profile.exchange_set == "any_missing" and cards and len(set(cards)) == len(cards) <= len(missing)
        if not meld.jokers or not (sorted(cards) == missing or (some and set(cards) <= set(missing))):
            raise refusal(facts.set_not_completed, cards, missing=missing)
        back = min(len(cards), meld.jokers)
        lies = (*meld.naturals, *cards, *[JOKER] * (meld.jokers - back))
        return read(lies, profile, "set"), tuple(range(back))
    lying = list(meld.cards)
    places = []
    for one in cards:
        place = next(
            (at for at in _own_places(one, None, wraps=profile.ace_wraps) if _is_joker_at(lying, meld, at, one)), 0
        )
        if not place:
            stands_for = [str(place_card(at, meld.suit)) for at in sorted(joker_places(meld))]
            raise refusal(facts.not_the_jokers_card, cards, card=one, stands_for=stands_for)
        lying[place - meld.low] = one
        places.append(place)
    jokers_at = [index for index, one in enumerate(lying) if one is JOKER]
    return make_run(meld.suit, meld.low, jokers_at, len(lying), profile), tuple(places)


def _own_places(one: Card, end: End | None, *, wraps: bool) -> tuple[int, ...]:
    """The places of a run at which a card can lie: any has a second one over the ace, where runs go on there; else with
    an end an ace lies only at that end."""
    if one is JOKER:
        return ()
    if one.rank != 1 or wraps:
        return (one.rank, one.rank + 13)
    return {"low": (1,), "high": (14,), None: (1, 14)}[end]


def _is_joker_at(lying: Sequence[Card], meld: Meld, place: int, one: Card) -> bool:
    return one.suit is meld.suit and meld.low <= place <= meld.high and lying[place - meld.low] is JOKER


def laid_off(
    meld: Meld, cards: Sequence[Card], end: End | None, profile: RuleProfile
) -> tuple[Meld, tuple[Card, ...], tuple[int, ...]]:
    """What a lay-off makes of a meld: the result, the cards that exchanged jokers by themselves, and the places of
    these jokers. Raises Refused."""
    own = jokers_own_cards(meld, cards, end, wraps=profile.ace_wraps)
    if not own:
        return extended(meld, cards, end, profile), (), ()
    if not profile.exchange_automatic:
        try:
            return extended(meld, cards, end, profile), (), ()
        except Refused:
            raise refusal(facts.jokers_own_card, own, meld=str(meld)) from None
    result, places = exchanged(meld, own, profile)
    rest = list(cards)
    for one in own:
        rest.remove(one)
    if rest:
        result = extended(result, rest, end, profile)
    return result, own, places


def jokers_own_cards(meld: Meld, cards: Sequence[Card], end: End | None, *, wraps: bool) -> tuple[Card, ...]:
    """Those of some cards that jokers of a meld stand for; in a set only if they complete it."""
    if JOKER not in meld.cards:
        return ()
    if meld.kind == "set":
        missing = [card(meld.rank, suit) for suit in meld.missing_suits]
        return tuple(missing) if all(one in cards for one in missing) else ()
    lying = list(meld.cards)
    own = []
    for one in cards:
        if one is JOKER:
            continue
        for place in _own_places(one, end, wraps=wraps):
            if _is_joker_at(lying, meld, place, one):
                lying[place - meld.low] = one
                own.append(one)
                break
    return tuple(own)


def fits(one: Card, table_meld: TableMeld, position: Position) -> bool:
    """Could an opened player lay this single card off on a meld as it lies on the table, or exchange it there?"""
    meld, profile = table_meld.meld, position.profile
    if one is JOKER:
        if table_meld.id in guarded_runs(position):
            return False
    elif meld.kind == "set":
        if one.rank != meld.rank or one.suit not in meld.missing_suits:
            return False
    elif one.suit is not meld.suit:
        return False
    elif any(_is_joker_at(meld.cards, meld, at, one) for at in (one.rank, one.rank + 13)):
        if profile.exchange != "none":
            return True
    elif not any(at in (meld.low - 1, meld.high + 1) for at in _next_to(one, wraps=profile.ace_wraps)):
        return False
    return _can_extend(meld, one, profile) or _can_exchange(meld, one, profile)


def _next_to(one: Card, *, wraps: bool) -> tuple[int, ...]:
    """The places at which a card can come to an end of a run."""
    if wraps:
        return (one.rank - 13, one.rank, one.rank + 13)
    return (1, 14) if one.rank == 1 else (one.rank,)


def _can_extend(meld: Meld, one: Card, profile: RuleProfile) -> bool:
    try:
        extended(meld, (one,), None, profile)
    except Refused:
        return False
    return True


def _can_exchange(meld: Meld, one: Card, profile: RuleProfile) -> bool:
    try:
        exchanged(meld, (one,), profile)
    except Refused:
        return False
    return True
