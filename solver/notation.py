"""Reads cards in every notation that people and games write.

Canonical is rank then suit, `2D … 10D JD QD KD AD`, joker `JK`. Also read: `TD`, suit first, suit symbols, the
Unicode playing cards, Czech and Slovak names, `*`, `X`, 🃏 for a joker, cards run together (`7D8D9D`) and, within a
text, ranges (`7-10♦`).
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize

from solver.cards import CARDS, JOKER, RANK_TEXT, Card, Suit, card
from solver.errors import Fault, InvalidCard, Reason, Value, shortened, shown

MAX_TEXT: Final = 2000
"""Longest text of cards that is read, in characters."""

_PLAIN: Final = str.maketrans("áäčďéěíĺľňóôŕřšťúůýž", "aacdeeillnoorrstuuyz")

_SUIT_WORDS: Final = {
    Suit.SPADES: "listy list listova listove listovy piky pika pik pikova pikove pikovy spades spade",
    Suit.HEARTS: "srdce srdcia srdcova srdcove srdcovy hearts heart",
    Suit.DIAMONDS: "kary kara karo karova karove karovy diamonds diamond",
    Suit.CLUBS: "krize kriz krizky krizek krizova krizove krizovy trefy trefa tref trefova trefove trefovy clubs club",
}
_RANK_WORDS: Final = {
    1: "eso ace",
    11: "janek kluk spodek dolnik jack",
    12: "dama queen",
    13: "kral king",
}
_SUITS: Final[dict[str, Suit]] = {word: suit for suit, words in _SUIT_WORDS.items() for word in words.split()}
_RANKS: Final[dict[str, int]] = {word: rank for rank, words in _RANK_WORDS.items() for word in words.split()}
_LETTER_RANKS: Final[dict[str, int]] = {text.lower(): rank for rank, text in enumerate(RANK_TEXT) if rank} | {"t": 10}
_LETTER_SUITS: Final[dict[str, Suit]] = {suit.letter.lower(): suit for suit in Suit}
_SYMBOLS: Final[dict[str, Suit]] = {mark: suit for suit in Suit for mark in ("♠♤", "♥♡", "♦♢", "♣♧")[suit]}
_NATIONAL_RANKS: Final = _LETTER_RANKS | {"e": 1, "s": 11, "d": 12}
_JOKERS: Final = frozenset({"jk", "*", "x", "🃏", "🂿", "🃟", "joker", "zolik"})
_PLAYING_CARDS: Final[dict[str, Card]] = {
    chr(0x1F0A0 + 16 * suit + (rank if rank < 12 else rank + 1)): card(rank, suit)
    for suit in Suit
    for rank in range(1, 14)
}

_DASHES: Final = (
    "-\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d"
    "\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010ead"
)
"""Every dash of Unicode, and the signs of a minus and of a bullet that look like one."""
_TOKEN: Final = re.compile(rf"[^\s,;/|·•{re.escape(_DASHES)}]+|[{re.escape(_DASHES)}]")
_IN_A_ROW: Final = re.compile(
    r"(?P<card>(?:10|[2-9tjqka])[shdc♠♤♥♡♦♢♣♧]|jk)|(?P<symbol>[♠♤♥♡♦♢♣♧](?:10|[2-9tjqkaesd]))|(?P<one>[🃏🂿🃟\U0001f0a1-\U0001f0de*])"
)


def read_card(text: str) -> Card:
    """The card that `text` names, e.g. `10D`, `♦10`, `7 srdce`, `JK`.

    Raises InvalidCard, which names the text.
    """
    found = read_cards(text)
    if len(found) != 1:
        raise _unreadable(text)
    return found[0]


def read_cards(text: str) -> tuple[Card, ...]:
    """All cards of a text, with any usual separators, in the order written.

    Raises InvalidCard, which names the first part that is no card.
    """
    if len(text) > MAX_TEXT:
        params: dict[str, Value] = {"value": shown(text), "length": len(text), "limit": MAX_TEXT}
        raise InvalidCard(Fault((), Reason("text_too_long", "cards", params)))
    tokens = _TOKEN.findall(_as_seen(text))
    cards: list[Card] = []
    place = 0
    while place < len(tokens):
        if tokens[place][0] in _DASHES:
            place += 1
            continue
        found, used = _read_at(tokens, place)
        if not found:
            raise _unreadable(tokens[place])
        cards += found
        place += used
    return tuple(cards)


def _read_at(tokens: list[str], place: int) -> tuple[list[Card], int]:
    """The cards that begin at a token, and how many tokens they take; none if it cannot be read."""
    token = tokens[place]
    whole = _one_token(token)
    if whole:
        return whole, 1
    following = tokens[place + 1] if place + 1 < len(tokens) else ""
    if following and following[0] in _DASHES and place + 2 < len(tokens):
        rank, end = _rank(token), _one_token(tokens[place + 2])
        if rank and len(end) == 1 and not end[0].is_joker:
            return _range(rank, end[0]), 3
    elif following:
        for rank_text, suit_text in ((token, following), (following, token)):
            suit = _suit(suit_text)
            rank = (_NATIONAL_RANKS.get(rank_text.lower()) if suit_text[0] in _SYMBOLS else None) or _rank(rank_text)
            if suit is not None and rank:
                return [card(rank, suit)], 2
    return [], 0


def _one_token(token: str) -> list[Card]:
    """The cards of one token without separators; none if it cannot be read."""
    text = _simplify(token)
    if text in _JOKERS:
        return [JOKER]
    if text and text[0] in _LETTER_SUITS and (rank := _LETTER_RANKS.get(text[1:])):
        return [card(rank, _LETTER_SUITS[text[0]])]
    found: list[Card] = []
    place = 0
    while match := _IN_A_ROW.match(text, place):
        part = match.group()
        if match.lastgroup == "one":
            if part not in _JOKERS and part not in _PLAYING_CARDS:
                return []
            found.append(JOKER if part in _JOKERS else _PLAYING_CARDS[part])
        elif match.lastgroup == "symbol":
            found.append(card(_NATIONAL_RANKS[part[1:]], _SYMBOLS[part[0]]))
        elif part == "jk":
            found.append(JOKER)
        else:
            mark = part[-1]
            suit = _SYMBOLS[mark] if mark in _SYMBOLS else _LETTER_SUITS[mark]
            found.append(card(_LETTER_RANKS[part[:-1]], suit))
        place = match.end()
    if place == len(text):
        return found
    return _suit_first_row(text)


def _suit_first_row(text: str) -> list[Card]:
    """Cards run together suit first, `d7d8d10`."""
    if not re.fullmatch(r"(?:[shdc](?:10|[2-9tjqka]))+", text):
        return _national_word(text)
    return [
        card(_LETTER_RANKS[part[1:]], _LETTER_SUITS[part[0]]) for part in re.findall(r"[shdc](?:10|[2-9tjqka])", text)
    ]


def _national_word(text: str) -> list[Card]:
    """A national rank letter before a suit symbol: `e♦`."""
    if len(text) == 2 and text[1] in _SYMBOLS and (rank := _NATIONAL_RANKS.get(text[0])):
        return [card(rank, _SYMBOLS[text[1]])]
    return []


def _rank(token: str) -> int:
    text = _simplify(token)
    return _LETTER_RANKS.get(text) or _RANKS.get(text, 0)


def _suit(token: str) -> Suit | None:
    text = _simplify(token)
    return _SYMBOLS.get(text, _SUITS.get(text))


def _range(first: int, last: Card) -> list[Card]:
    """`7-10♦`, `Q-A♦`, `A-3♦`: the cards from one rank up to a card of a suit."""
    end = 14 if last.rank == 1 else last.rank
    return [card(rank if rank < 14 else 1, last.suit) for rank in range(first, end + 1)] if first < end else []


def _as_seen(text: str) -> str:
    """Marks joined to their letters, however they were typed, and nothing that is not seen (zero-width spaces …)."""
    return text if text.isascii() else "".join(one for one in normalize("NFC", text) if category(one) != "Cf")


def _simplify(token: str) -> str:
    """Lower case, without Czech and Slovak marks and without variation selectors."""
    return token.replace("\ufe0f", "").replace("\ufe0e", "").lower().translate(_PLAIN)


def _unreadable(text: str) -> InvalidCard:
    return InvalidCard(Fault((), Reason("bad_card", "cards", {"value": shortened(text)})))


def read_packed(text: str) -> tuple[Card, ...]:
    """Cards of a position line: two characters each, `7D`, `TD`, `JK`, nothing between.

    Raises InvalidCard.
    """
    if len(text) % 2:
        raise _unreadable(text)
    try:
        return tuple(_PACKED[text[place : place + 2]] for place in range(0, len(text), 2))
    except KeyError as error:
        raise _unreadable(str(error.args[0])) from None


def packed(card_: Card) -> str:
    """A card in two characters, as in a position line."""
    return str(card_).replace("10", "T")


_PACKED: Final[dict[str, Card]] = {packed(one): one for one in CARDS}
