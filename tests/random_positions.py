"""Random small positions with tables, rich in melds: the same seed gives the same positions.

Unopened players get hands from which openings can be reached, and often a profile with a low minimum. Every generator
takes a `random.Random`, so hypothesis can drive it too (see `tests.strategies`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from solver.errors import InvalidInput
from solver.game.cards import CARDS, JOKER, Card, Suit, card
from solver.game.melds import Meld, NotAMeld, place_card, read_meld
from solver.game.position import ME, Drawn, Opponent, Position, TableMeld, make_position
from solver.referee.judge import check_draw
from solver.rules.presets import PROFILES
from solver.rules.profile import RuleProfile

OVERRIDES: Final[Mapping[str, Sequence[object]]] = {
    "decks": (1, 4, 8),
    "jokers": (8, 16),
    "discard_unopened": (False,),
    "run_length_min": (4, 5),
    "run_length_max": (3, 4, 5),
    "set_size_max": (3,),
    "min_naturals": (1, 2, 3),
    "max_jokers_per_meld": (0, 1, 2),
    "jokers_fewer_than_naturals": (True,),
    "adjacent_jokers": (False,),
    "ace_low": (1, 10, None),
    "ace_high": (10, 11, None),
    "ace_wraps": (True,),
    "ace_set": (1, 11, 15),
    "court_points": ((11, 12, 13),),
    "joker_points_in_opening": ("zero",),
    "opening_minimum": (1, 15, 20, 25, 30, 40),
    "opening_pure_run": (False,),
    "layoffs_count": (True, False),
    "opening_run_joker": ("yes", "later", "never"),
    "pure_run_first": ("no", "before_jokers", "yes"),
    "layoffs_in_opening_turn": (False,),
    "order_rule": (True, False),
    "ends_with_discard": (False, "optional"),
    "round_1_return": (False,),
    "discard_duty": ("next", "turn", "own_card", "none"),
    "discard_fitting_forbidden": (True, False),
    "bottom": ("meld", "meld_or_discard"),
    "exchange": ("none", "runs", "runs_and_sets"),
    "exchange_set": ("any_missing",),
    "exchange_when": ("opened", "earlier", "always"),
    "exchange_automatic": (True, False),
    "won_joker": ("free", "lay_or_close", "lay"),
    "carry_max": (0, 1, 2, 4),
    "close_with_joker": (True, False),
    "joker_discard": ("to_close",),
    "joker_discard_bars_closing": (True, False),
    "joker_discard_from_round": (1, 9),
    "unopened_fit_ban": (True, False),
    "from_hand_layoffs": (True, False),
    "from_hand_bonus": ("none", "always", "no_opponent_meld"),
    "penalty_ace": (0, 1, 20),
    "penalty_court": ((11, 12, 13), (2, 3, 4)),
    "penalty_joker": (0, 20, 25),
}
"""Values to override parameters with; `rearrange` is drawn apart, since it makes the search long."""

OPPONENTS: Final = ("Eva", "Jan", "Petr")
TRIES: Final = 200


def random_profile(
    rng: Random, base: str | None = None, *, most_overrides: int = 3, fixed: Mapping[str, object] | None = None
) -> RuleProfile:
    """A preset with the `fixed` overrides, where they are valid in it, and up to so many other ones."""
    profile = PROFILES[base or rng.choice(list(PROFILES))]
    for name, value in (fixed or {}).items():
        try:
            profile = profile.with_overrides({name: value})
        except InvalidInput:
            profile = profile.with_overrides({"pure_run_first": "no", name: value})
    others = [name for name in OVERRIDES if name not in (fixed or {})]
    for name in rng.sample(others, rng.randint(0, most_overrides)):
        try:
            profile = profile.with_overrides({name: rng.choice(OVERRIDES[name])})
        except InvalidInput:
            continue
    return profile


class Deck:
    """The cards of a profile that are still to be given out."""

    def __init__(self, profile: RuleProfile) -> None:
        self.left = [profile.decks] * len(CARDS)
        self.left[JOKER.kind] = profile.jokers

    def take(self, cards: Sequence[Card]) -> bool:
        """Take all of the cards, or none of them."""
        if any(self.left[card.kind] < cards.count(card) for card in cards):
            return False
        for taken in cards:
            self.left[taken.kind] -= 1
        return True


def random_meld(rng: Random, profile: RuleProfile, *, jokers: float = 0.2, most: int = 5) -> Meld | None:
    """A valid meld in which each card is a joker with the given chance; None if the try failed."""
    if rng.random() < 0.65:
        length = rng.randint(3, most)
        low, suit = rng.randint(1, 13 if profile.ace_wraps else 15 - length), rng.choice(list(Suit))
        cards = [place_card(low + index, suit) for index in range(length)]
    else:
        rank = rng.choice((1, *range(1, 14)))
        cards = [card(rank, suit) for suit in sorted(rng.sample(list(Suit), rng.randint(3, 4)))]
    kind = "set" if cards[0].rank == cards[1].rank else "run"
    given = [JOKER if rng.random() < jokers else card for card in cards]
    try:
        return read_meld(given, profile, "set" if kind == "set" else "run")
    except NotAMeld:
        return None


def random_table(rng: Random, profile: RuleProfile, deck: Deck, owners: Sequence[str], melds: int) -> list[TableMeld]:
    """Up to so many melds, copies consistent with the deck."""
    table: list[TableMeld] = []
    for _ in range(melds * 3):
        meld = random_meld(rng, profile, jokers=0.25, most=4 if profile.rearrange else 5)
        if len(table) < melds and meld and deck.take(meld.cards):
            opening_run = rng.choice((None, None, True, False)) if meld.kind == "run" else None
            table.append(TableMeld(f"m{len(table) + 1}", rng.choice(owners), meld, opening_run))
    return table


def wanted_by(table: Sequence[TableMeld], *, wraps: bool = False) -> list[Card]:
    """Cards that fit on the melds, or that their jokers stand for."""
    cards: list[Card] = []
    for lying in table:
        meld = lying.meld
        cards += [stood for stand in meld.stands_for.values() for stood in stand]
        if meld.kind == "set":
            cards += [card(meld.rank, suit) for suit in meld.missing_suits]
        else:
            places = (meld.low - 1, meld.low - 2, meld.high + 1, meld.high + 2)
            cards += [place_card(place, meld.suit) for place in places if wraps or 1 <= place <= 14]
    return cards


def random_hand(rng: Random, profile: RuleProfile, deck: Deck, table: Sequence[TableMeld], size: int) -> list[Card]:
    """So many cards: parts of melds, cards that the table wants, jokers and strays."""
    wanted = wanted_by(table, wraps=profile.ace_wraps)
    hand: list[Card] = []
    for _ in range(TRIES):
        if len(hand) >= size:
            break
        kind = rng.random()
        if kind < 0.4 and size - len(hand) >= 3:
            meld = random_meld(rng, profile, jokers=0.1, most=3)
            more = list(meld.cards) if meld else []
        elif kind < 0.65 and wanted:
            more = [rng.choice(wanted)]
        elif kind < 0.75:
            more = [JOKER]
        else:
            more = [rng.choice(CARDS)]
        if len(more) <= size - len(hand) and hand.count(JOKER) + more.count(JOKER) <= 4 and deck.take(more):
            hand += more
    return hand


def opening_hand(rng: Random, profile: RuleProfile, deck: Deck, size: int) -> list[Card]:
    """Up to so many cards from which an opening is likely: a run and a meld beside it, both high."""
    hand: list[Card] = []
    suit, low = rng.choice(list(Suit)), rng.choice((1, 6, 7, 8, 9, 10, 11, 12, *(13,) * profile.ace_wraps))
    run = [place_card(low + index, suit) for index in range(3)]
    rank = rng.choice((1, 1, 5, 7, 8, 9, 10, 11, 12, 13))
    others = [card(rank, one) for one in rng.sample(list(Suit), 3)]
    for cards, jokered in ((run, 0.1), (others, 0.4)):
        if rng.random() < jokered:
            cards[rng.randrange(3)] = JOKER
        if len(hand) + 3 <= size and deck.take(cards):
            hand += cards
    return hand


def random_drawn(rng: Random, profile: RuleProfile, hand: Sequence[Card], *, opened: bool, number: int) -> Drawn | None:
    """How the turn began; a taken card is one of the hand."""
    kind = rng.random()
    if number == 1 and profile.starter_extra:
        return None
    if kind < 0.45:
        return None
    if kind < 0.6:
        return Drawn("stock", rng.choice(hand))
    if kind < 0.75 and profile.bottom and not opened:
        naturals = [card for card in hand if card is not JOKER]
        return Drawn("bottom", rng.choice(naturals)) if naturals else None
    return Drawn("discard", rng.choice(hand))


def try_position(rng: Random, profile: RuleProfile, most_cards: int, most_melds: int) -> Position:
    """One try at a position. Raises InvalidPosition if what came out contradicts itself."""
    deck = Deck(profile)
    opened = rng.random() < 0.5
    number = profile.first_laying_round + rng.randint(0, 2)
    early = not opened and rng.random() < 0.05
    if early:
        number = rng.randint(1, profile.first_laying_round)
    melds = 0 if number < profile.first_laying_round else rng.randint(0, most_melds)
    owners = [*OPPONENTS[:2], *([ME] * 2 if opened else [])]
    size = rng.randint(1, most_cards) if opened else rng.randint(min(most_cards, 5), most_cards)
    hand = opening_hand(rng, profile, deck, size) if not opened and rng.random() < 0.85 else []
    table = random_table(rng, profile, deck, owners, melds)
    hand += random_hand(rng, profile, deck, table, size - len(hand))
    hand = hand or [CARDS[rng.randrange(13)]]
    drawn = random_drawn(rng, profile, hand, opened=opened, number=number)
    fields: dict[str, Any] = {}
    if rng.random() < 0.7:
        laid = {lying.owner for lying in table}
        fields["opponents"] = [Opponent(name, rng.randint(1, 14), name in laid) for name in OPPONENTS[:2]]
    if drawn and drawn.source == "discard" and rng.random() < 0.6:
        fields["top_discard_by"] = rng.choice(OPPONENTS[:2])
    return make_position(
        profile,
        hand,
        table=table,
        round=number,
        opened=opened,
        starter=rng.random() < 0.1,
        drawn=drawn,
        closing_barred=rng.random() < 0.05,
        **fields,
    )


def random_position(
    rng: Random,
    base: str | None = None,
    *,
    most_cards: int = 8,
    most_melds: int = 3,
    most_overrides: int = 3,
    rearranging: float = 0.1,
    fixed: Mapping[str, object] | None = None,
) -> Position:
    """A small position, in the given preset or any, with the `fixed` overrides and up to so many other ones.

    With rearranging on the table, the hand is at most six cards and the table at most two melds.
    """
    while True:
        profile = random_profile(rng, base, most_overrides=most_overrides, fixed=fixed)
        if most_overrides and rng.random() < rearranging:
            profile = profile.with_overrides({"rearrange": True})
        if most_overrides and rng.random() < 0.4:
            profile = profile.with_overrides({"opening_minimum": rng.choice((15, 20, 25, 30, 40))})
        melds, cards = (min(2, most_melds), min(6, most_cards)) if profile.rearrange else (most_melds, most_cards)
        try:
            return try_position(rng, profile, cards, melds)
        except InvalidInput:
            continue


def positions(seed: int, number: int, base: str | None = None, **options: Any) -> Iterator[Position]:
    """So many positions, each told by the seed and its number alone."""
    for index in range(number):
        yield random_position(Random(f"{seed}/{index}"), base, **options)


def random_hand_position(
    rng: Random,
    base: str | None = None,
    *,
    most_cards: int = 9,
    most_overrides: int = 3,
    fixed: Mapping[str, object] | None = None,
) -> Position:
    """A position without a table."""
    more: dict[str, Any] = {"most_overrides": most_overrides, "fixed": fixed}
    return random_position(rng, base, most_cards=most_cards, most_melds=0, rearranging=0, **more)


DEEP_OVERRIDES: Final[tuple[Mapping[str, object], ...]] = (
    {"run_length_max": 3, "set_size_max": 3},
    {"max_jokers_per_meld": 1},
    {"max_jokers_per_meld": 2, "min_naturals": 3},
    {"min_naturals": 2},
    {"jokers_fewer_than_naturals": True},
    {"jokers_fewer_than_naturals": True, "min_naturals": 3},
    {"adjacent_jokers": False},
    {"adjacent_jokers": False, "max_jokers_per_meld": 2},
    {"exchange": "runs"},
    {"ace_low": None},
    {"run_length_max": 4},
    {"carry_max": 1},
    {"penalty_joker": 0},
)
"""House rules, most of them limits on jokers, under which small tables are rearranged."""


def near(rng: Random, cards: Sequence[Card]) -> Card:
    """A card of the same rank as one of some cards, or next to it in its suit."""
    naturals = [card for card in cards if card is not JOKER] or [CARDS[rng.randrange(52)]]
    one = rng.choice(naturals)
    if rng.random() < 0.5:
        return card(one.rank, rng.choice(list(Suit)))
    return card(min(13, max(1, one.rank + rng.choice((-2, -1, 0, 1, 2)))), one.suit)


def random_rearranging_position(rng: Random, base: str = "wikipedia", *, limits: bool, opened: bool) -> Position:
    """A small table rich in jokers beside a hand that goes with it, before a turn that may take melds apart; with
    `limits` under a house rule, and an opening turn unless `opened`. No card was taken that must be laid."""
    while True:
        profile = PROFILES[base]
        try:
            if limits:
                profile = profile.with_overrides(dict(rng.choice(DEEP_OVERRIDES)))
                if rng.random() < 0.3:
                    profile = profile.with_overrides(dict(rng.choice(DEEP_OVERRIDES)))
            if not opened:
                profile = profile.with_overrides({"opening_minimum": rng.choice((12, 15, 21, 27, 40, 51))})
            return _try_rearranging(rng, profile, opened=opened)
        except InvalidInput:
            continue


def _try_rearranging(rng: Random, profile: RuleProfile, *, opened: bool) -> Position:
    deck = Deck(profile)
    table: list[TableMeld] = []
    wanted = rng.randint(1, 3) if opened else rng.randint(0, 2)
    for _ in range(wanted * 6):
        meld = random_meld(rng, profile, jokers=rng.choice((0.2, 0.4, 0.5)), most=4)
        if len(table) < wanted and meld and deck.take(meld.cards):
            table.append(TableMeld(f"t{len(table)}", ME if opened and rng.random() < 0.5 else OPPONENTS[0], meld))
    lying = [card for meld in table for card in meld.meld.cards]
    hand = [] if opened else opening_hand(rng, profile, deck, 6)
    size = len(hand) + rng.randint(2, 5 if opened else 3)
    for _ in range(TRIES):
        if len(hand) >= size:
            break
        kind = rng.random()
        one = JOKER if kind < 0.08 else near(rng, [*lying, *hand]) if kind < 0.85 else CARDS[rng.randrange(52)]
        if deck.take([one]):
            hand.append(one)
    return make_position(profile, hand, table=table, round=6, opened=opened)


def real_position(rng: Random, base: str) -> Position:
    """A position as a game of a preset meets it: hands of the dealt size before the opening, what is left of one beside
    one's own melds after it, melds of opponents, a pile, a bottom card; before the draw, or after one."""
    while True:
        try:
            position = _try_real(rng, PROFILES[base])
            check_draw(position)
        except InvalidInput:
            continue
        return position


def _try_real(rng: Random, profile: RuleProfile) -> Position:
    deck = Deck(profile)
    laying = profile.first_laying_round
    number = rng.randint(1, laying) if rng.random() < 0.15 else laying + rng.randint(0, 6)
    may_lie = number >= laying
    opened = may_lie and rng.random() < 0.5
    names = OPPONENTS[: rng.randint(1, 3)]
    owners = [name for name in names if may_lie and rng.random() < 0.5]
    table = random_table(rng, profile, deck, owners, rng.randint(1, 4)) if owners else []
    if opened:
        table = _with_own(rng, profile, deck, table)
    size = rng.randint(2, profile.cards_dealt - 4) if opened else profile.cards_dealt
    hand = _dealt(rng, profile, deck, table, size, opened=opened)
    pile = _strays(rng, deck, rng.randint(1, 12))
    bottom = _strays(rng, deck, 1)[0] if profile.bottom and rng.random() < 0.7 else None
    starter = rng.random() < 0.2
    kind = rng.random()
    drawn: Drawn | None = None
    if starter and number == 1 and profile.starter_extra:
        hand += _strays(rng, deck, 1)
        pile = []
    elif kind < 0.45:
        card = JOKER if rng.random() < 0.05 else _strays(rng, deck, 1)[0]
        hand, drawn = [*hand, card], Drawn("stock", card)
    elif kind < 0.6:
        card = pile.pop()
        hand, drawn = [*hand, card], Drawn("discard", card)
    elif kind < 0.63 and bottom is not None and bottom is not JOKER and not opened:
        hand, drawn, bottom = [*hand, bottom], Drawn("bottom", bottom), None
    lying = {lying.owner for lying in table}
    return make_position(
        profile,
        hand,
        table=table,
        round=number,
        opened=opened,
        starter=starter,
        drawn=drawn,
        discard_pile=pile,
        bottom_card=bottom,
        opponents=[_opponent(rng, profile, name, opened=name in lying) for name in names],
        top_discard_by=names[-1] if pile or drawn else None,
        closing_barred=profile.joker_discard_bars_closing and rng.random() < 0.05,
    )


def _opponent(rng: Random, profile: RuleProfile, name: str, *, opened: bool) -> Opponent:
    """An opponent with as many cards as were dealt, or fewer if he has opened."""
    return Opponent(name, rng.randint(1, profile.cards_dealt - 4) if opened else profile.cards_dealt, opened)


def _strays(rng: Random, deck: Deck, number: int) -> list[Card]:
    """So many natural cards of those left, as they come."""
    cards: list[Card] = []
    while len(cards) < number:
        one = rng.choice(CARDS)
        if one is not JOKER and deck.take([one]):
            cards.append(one)
    return cards


def _with_own(rng: Random, profile: RuleProfile, deck: Deck, table: list[TableMeld]) -> list[TableMeld]:
    """The table with the melds of one's own opening: a pure run and another meld or two."""
    own = list(table)
    for _ in range(TRIES):
        pure = random_meld(rng, profile, jokers=0, most=4)
        if pure and pure.kind == "run" and deck.take(pure.cards):
            own.append(TableMeld(f"m{len(own) + 1}", ME, pure, True))
            break
    more = random_table(rng, profile, deck, [ME], rng.randint(1, 2))
    return own + [TableMeld(f"m{len(own) + at}", ME, one.meld, False) for at, one in enumerate(more, 1)]


def _dealt(
    rng: Random, profile: RuleProfile, deck: Deck, table: Sequence[TableMeld], size: int, *, opened: bool
) -> list[Card]:
    """A hand of so many cards: as dealt, or kept for some rounds, so that melds have come together in it."""
    kind = rng.random()
    hand: list[Card] = []
    if not opened and kind < 0.5:
        hand = opening_hand(rng, profile, deck, size)
    if kind < 0.8:
        hand += random_hand(rng, profile, deck, table, rng.randint(len(hand), size) - len(hand))
    while len(hand) < size:
        joker = rng.random() < 0.04 and hand.count(JOKER) < 4 and deck.take([JOKER])
        hand += [JOKER] if joker else _strays(rng, deck, 1)
    return hand
