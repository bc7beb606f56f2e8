"""The work that is measured: seeded hands and tables, the same in every run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from advisor.prechecks import has_pure_run
from solver.game.cards import CARDS, JOKER, Card, Suit, card, without
from solver.game.melds import NotAMeld, place_card, read_meld
from solver.game.position import Drawn, Position, TableMeld, make_position
from solver.rules.presets import PROFILES
from solver.rules.profile import RuleProfile

HAND = 15
NATURALS = CARDS[:-1] * 2
DEFAULT = PROFILES["zoliky-online"]


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured: items a kind of work; requests of the memory test; deals of the arena; seconds are what
    comes of it."""

    hands: int
    tables: int
    rearranged: int
    tail: int
    outlooks: int
    requests: int
    http: int
    deals: int
    peers: int
    starts: int


FULL = Scale(200, 100, 60, 500, 60, 50_000, 150, 6, 30, 5)
QUICK = Scale(4, 3, 1, 2, 2, 40, 4, 1, 2, 1)


def dealt_hands(jokers: int, number: int) -> list[Position]:
    """Hands of 15 cards with so many jokers, as dealt."""
    rng = Random(f"dealt {jokers}")
    return [make_position(DEFAULT, _hand(rng, jokers)) for _ in range(number)]


def opening_hands(jokers: int, number: int, opens: Callable[[Position], bool]) -> tuple[Position, ...]:
    """The first hands of 15 cards with so many jokers that open."""
    rng = Random(f"opening {jokers}")
    found: list[Position] = []
    while len(found) < number:
        hand = _hand(rng, jokers)
        if has_pure_run(hand, DEFAULT):
            position = make_position(DEFAULT, hand)
            if opens(position):
                found.append(position)
    return tuple(found)


def _hand(rng: Random, jokers: int) -> list[Card]:
    return rng.sample(NATURALS, HAND - jokers) + [JOKER] * jokers


def table_turns(melds: int, jokers: int, number: int) -> list[Position]:
    """Turns of an opened player with 14 cards, so many of them jokers, before a table of so many melds."""
    rng = Random(f"table {melds} {jokers}")
    return [_table_turn(rng, melds, jokers) for _ in range(number)]


def _table_turn(rng: Random, melds: int, jokers: int) -> Position:
    left = list(NATURALS)
    free = 4 - jokers
    table: list[TableMeld] = []
    while len(table) < melds:
        cards = _meld_cards(rng)
        if any(cards.count(card) > left.count(card) for card in cards):
            continue
        if free and rng.random() < 0.2:
            cards[rng.randrange(len(cards))] = JOKER
            free -= 1
        left = list(without(left, [card for card in cards if card is not JOKER]))
        owner = ("me", "Eva", "Jan")[len(table) % 3]
        table.append(TableMeld(f"m{len(table) + 1}", owner, read_meld(cards, DEFAULT)))
    hand = rng.sample(left, HAND - 1 - jokers) + [JOKER] * jokers
    return make_position(DEFAULT, hand, table=table, opened=True, drawn=Drawn("stock", hand[0]))


def _meld_cards(rng: Random) -> list[Card]:
    if rng.random() < 0.6:
        length = rng.choice((3, 3, 4, 5))
        low, suit = rng.randint(1, 15 - length), rng.choice(list(Suit))
        return [place_card(low + at, suit) for at in range(length)]
    rank = rng.randint(1, 13)
    return [card(rank, suit) for suit in sorted(rng.sample(list(Suit), rng.choice((3, 4))))]


def rearrangements(profile: RuleProfile, cards: int, number: int, *, hand: int) -> list[Position]:
    """Turns of an opened player before a legal table of exactly so many cards that may be rebuilt. Each joker lies on
    the table, in the hand or elsewhere, as likely as any other card."""
    rng = Random(f"rearrange {cards} {hand}")
    found: list[Position] = []
    while len(found) < number:
        position = _rearrangement(rng, profile, cards, hand)
        if position is not None:
            found.append(position)
    return found


def _rearrangement(rng: Random, profile: RuleProfile, cards: int, hand: int) -> Position | None:
    melds = _full_melds(rng)
    rng.shuffle(melds)
    chosen: list[list[Card]] = []
    while melds and sum(map(len, chosen)) < cards:
        chosen.append(melds.pop())
    for one in chosen:
        while sum(map(len, chosen)) > cards and len(one) > 3:
            one.pop(rng.choice((0, -1)))
    if sum(map(len, chosen)) != cards:
        return None
    left = list(without(NATURALS, [one for meld in chosen for one in meld]))
    places = [rng.randrange(len(NATURALS) + profile.jokers) for _ in range(profile.jokers)]
    own = sum(cards <= place < cards + hand for place in places)
    for at in rng.sample(range(len(chosen)), min(len(chosen), sum(place < cards for place in places))):
        place = rng.randrange(len(chosen[at]))
        left.append(chosen[at][place])
        chosen[at][place] = JOKER
    held = rng.sample(left, min(len(left), hand - own)) + [JOKER] * own
    try:
        table = [TableMeld(f"m{at}", "Eva", read_meld(one, profile)) for at, one in enumerate(chosen)]
    except NotAMeld:
        return None
    return make_position(profile, held, table=table, opened=True, drawn=Drawn("stock", held[0]))


def _full_melds(rng: Random) -> list[list[Card]]:
    """All natural cards of two packs in melds: in each pack some ranks as sets, the others as runs."""
    melds: list[list[Card]] = []
    for _ in range(2):
        sets = rng.choice((0, 2, 4, 6, 8, 10, 13))
        low = rng.random() < 0.5
        ranks = list(range(1, 14))
        as_sets, as_runs = (ranks[:sets], ranks[sets:]) if low else (ranks[13 - sets :], ranks[: 13 - sets])
        melds += [[card(rank, suit) for suit in Suit] for rank in as_sets]
        for suit in Suit:
            rest = [card(rank, suit) for rank in as_runs]
            while rest:
                length = rng.choice([one for one in (3, 4, 5, len(rest)) if one == len(rest) or len(rest) - one >= 3])
                melds.append(rest[:length])
                rest = rest[length:]
    return melds
