"""What would be right instead: remedies computed from the cards, each a fact with its cards and figures.

A remedy is found by looking at the melds of the hand itself, nearest to what was asked for; the work is bounded by the
number of those melds, so equal questions have equal remedies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Final

from advisor import advice
from solver import facts
from solver.errors import Reason
from solver.game.actions import Action, LayMeld, LayOff
from solver.game.cards import JOKER, RANKS, Card, Suit, card
from solver.game.melds import MIN_MELD, Meld, MeldKind, NotAMeld, longest_run, place_card, read_meld, run_starts
from solver.game.position import Position
from solver.referee.judge import judge, may_throw
from solver.rules.profile import RuleProfile

MAX_LOOKED_AT: Final = 20_000
"""Most sets of further melds that are looked at for the points of an opening."""

THROWS: Final = frozenset({"fitting_card_thrown", "joker_thrown_too_early", "last_joker_thrown", "taken_card_thrown"})
"""The reasons why a card may not be thrown."""


def nearest_meld(given: Sequence[Card], hand: Sequence[Card], profile: RuleProfile) -> Meld | None:
    """The meld of cards of a hand that is nearest to some cards: most of them kept, fewest others added, no more
    jokers than needed. None if it would keep less than two of them."""
    best: tuple[tuple[int, ...], Meld] | None = None
    held, wanted = Counter(hand), Counter(given)
    for meld in _melds_near(wanted, held, profile):
        kept = sum((wanted & Counter(meld.cards)).values())
        rank = (len(given) - kept + len(meld.cards) - kept, len(given) - kept, meld.jokers, -meld.points)
        if kept >= 2 and (best is None or rank < best[0]):
            best = rank, meld
    return best[1] if best else None


def _melds_near(wanted: Counter[Card], held: Counter[Card], profile: RuleProfile) -> Iterator[Meld]:
    """The melds of a hand near to wanted cards; to jokers alone all that it holds."""
    near = [card for card in wanted if card is not JOKER] or [card for card in held if card is not JOKER]
    for suit in sorted({one.suit for one in near}):
        for low in run_starts(profile.run_length_min, profile):
            for length in range(profile.run_length_min, longest_run(profile) + 1):
                if low not in run_starts(length, profile):
                    break
                places = [place_card(low + at, suit) for at in range(length)]
                yield from _filled(places, wanted, held, profile, "run")
    for rank in sorted({one.rank for one in near}):
        for size in range(MIN_MELD, profile.set_size_max + 1):
            for suits in combinations(Suit, size):
                yield from _filled([card(rank, suit) for suit in suits], wanted, held, profile, "set")


def _filled(
    places: Sequence[Card], wanted: Counter[Card], held: Counter[Card], profile: RuleProfile, kind: MeldKind
) -> Iterator[Meld]:
    """The melds of given places filled from a hand: with wanted cards, then wanted jokers, then other cards; and with
    wanted jokers only where the hand has no other card."""
    for jokers_first in (True, False) if wanted[JOKER] else (True,):
        left, asked = Counter(held), Counter(wanted)
        cards = []
        for place in places:
            choices = [(place, asked), (JOKER, asked), (place, left), (JOKER, left)]
            if not jokers_first:
                choices[1:3] = reversed(choices[1:3])
            found = next((choice for choice, source in choices if source[choice] > 0 and left[choice] > 0), None)
            if found is None:
                return
            cards.append(found)
            left[found] -= 1
            asked[found] -= 1
        with suppress(NotAMeld):
            yield read_meld(cards, profile, kind)


def instead_of_meld(given: Sequence[Card], hand: Sequence[Card], profile: RuleProfile) -> Reason | None:
    """What to lay in place of cards that are not a meld or do not lie in a shown order: the same cards in their order,
    or the nearest meld of the hand."""
    meld = nearest_meld(given, hand, profile)
    if meld is None:
        return None
    added = list((Counter(meld.cards) - Counter(given)).elements())
    if not added and len(meld.cards) == len(given):
        return advice.lay_in_order(cards=meld.cards, kind=meld.kind)
    return advice.lay_instead(cards=meld.cards, kind=meld.kind, added=added or None)


def melds_in(hand: Sequence[Card], profile: RuleProfile) -> list[Meld]:
    """The melds of natural cards of a hand, and those with jokers in place of what it lacks, most points first."""
    held = Counter(hand)
    found: dict[tuple[Card, ...], Meld] = {}
    for rank in RANKS:
        for suit in Suit:
            if held[card(rank, suit)]:
                for meld in _melds_near(Counter({card(rank, suit): 1}), held, profile):
                    found.setdefault(meld.cards, meld)
    return sorted(found.values(), key=lambda one: (-one.points, one.jokers, one.cards))


def more_to_open(position: Position, laid: Sequence[Meld], hand: Sequence[Card]) -> Reason | None:
    """Melds of the rest of the hand with which those laid make an opening, the fewest; None if none was found."""
    profile = position.profile
    pure = not profile.opening_pure_run or any(one.pure for one in laid)
    missing = profile.opening_minimum - sum(one.points for one in laid)
    keeps = int(profile.keeps_discard)
    several = melds_in(hand, profile)
    looked_at = 0
    for number in (1, 2, 3):
        for melds in combinations(several, number):
            looked_at += 1
            if looked_at > MAX_LOOKED_AT:
                return None
            if sum(meld.points for meld in melds) < missing or not (pure or any(meld.pure for meld in melds)):
                continue
            used = Counter(card for meld in melds for card in meld.cards)
            if used <= Counter(hand) and used.total() + keeps <= len(hand):
                told = [meld.cards for meld in sorted(melds, key=_pure_first)]
                points = sum(one.points for one in (*laid, *melds))
                return advice.lay_also(melds=told, points=points)
    return None


def lay_offs_to_open(position: Position, melds: Sequence[Meld]) -> Reason | None:
    """Where lay-offs count: those with which melds of the hand reach the minimum, most points first; None if none were
    found. Each is tried before the referee."""
    if not position.profile.layoffs_count or not position.table:
        return None
    pure_first = sorted(melds, key=_pure_first)
    actions: list[Action] = [LayMeld(one.cards, one.kind) for one in pure_first]
    end = judge(position, actions, finish=False).end
    laid: list[dict[str, object]] = []
    while end.points < position.profile.opening_minimum:
        tried = [LayOff(meld.id, (card_,)) for meld in position.table for card_ in dict.fromkeys(end.left)]
        verdicts = [(judge(position, [*actions, one], finish=False), one) for one in tried]
        legal = [(verdict.end, one) for verdict, one in verdicts if verdict.legal]
        if not legal:
            return None
        end, best = max(legal, key=lambda one: one[0].points)
        actions.append(best)
        laid.append({"meld": best.meld, "cards": [str(best.cards[0])]})
    cards = [action.cards[0] for action in actions if isinstance(action, LayOff)]
    return advice.lay_off_also(cards=cards, layoffs=laid, points=end.points)


def _pure_first(meld: Meld) -> bool:
    return not meld.pure


def throw_instead(position: Position, hand: Sequence[Card], opened: bool) -> Reason | None:
    """The cards that may be thrown in place of one that may not."""
    cards = [card for card in dict.fromkeys(hand) if may_throw(position, hand, card, opened) is None]
    return advice.throw_instead(cards=cards) if cards else None


def wait_for(reason: Reason, round_: int) -> Reason:
    """That a thing refused is allowed from a round on."""
    return advice.wait_for_round(round=round_).citing(reason.rule)


def put_back(reason: Reason, card: str) -> Reason:
    """That a taken card goes back, since its duty cannot be met."""
    return facts.return_card(card=card).citing(reason.rule)
