"""Reads cards in every notation that people and games write.

Canonical is rank then suit, `2D … 10D JD QD KD AD`, joker `JK`. A text is read in three steps:

1. It is cut into words and dashes; commas, brackets, quotes, `+` and the like only separate.
2. Each word is one or several signs: a card (`7♦`, `D7`, `🂡`, `7D8D9D`), a suit (`♠`, `srdce`), a rank (`K`, `sedma`),
   a joker (`JK`, `*`, `X1`), or a number of copies (`2×`). A word that glues suit and rank may hold more ranks: `♠AKQ`.
3. Suits and ranks that stand next to each other become cards: each suit with one rank (`7 srdce`), a suit before its
   ranks (`♠ A K Q`), or after them (`7, 8, 9♥`). A dash between two ranks of one suit is a range (`7-10♦`),
   between whole cards (`7♦-10♦`) and between ranks that go down one by one (`A-K-Q♦`) it only separates.

What can be meant in two ways is refused, with what to write in its place. The names are in `game.notation_names`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Final, Literal, TypeAlias
from unicodedata import category, normalize

from solver import facts
from solver.errors import Fault, InvalidCard, Reason, shortened, shown
from solver.game.cards import CARDS, JOKER, RANK_TEXT, Card, Suit, card
from solver.game.notation_names import AMBIGUOUS, FILLERS, JOKERS, RANKS, SUITS

MAX_TEXT: Final = 2000
"""Longest text of cards that is read, in characters."""
MAX_TIMES: Final = 16
"""Most copies that `2× 7♥` may ask for."""

_PLAIN: Final = str.maketrans("áäčďéěíĺľňóôŕřšťúůýž", "aacdeeillnoorrstuuyz")
_DASHES: Final = (
    "-\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d"
    "\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010ead"
)
"""Every dash of Unicode, and the signs of a minus and of a bullet that look like one."""
_WEAK: Final = r"\s,·•.:+&()\[\]{}<>\"'„“”‚‘’«»‹›`´"
"""What only separates."""
_STRONG: Final = r";/|\r\n"
"""What also ends a list of ranks of one suit."""

_LETTER_RANKS: Final[dict[str, int]] = {text.lower(): rank for rank, text in enumerate(RANK_TEXT) if rank} | {
    "t": 10,
    "0": 10,
}
_SYMBOL_RANKS: Final[dict[str, int]] = _LETTER_RANKS | {"e": 1, "1": 1, "s": 11, "d": 12}
"""Ranks beside a suit's symbol: there the letters of Czech and Slovak cards and a 1 mean one thing only."""
_LETTER_SUITS: Final[dict[str, Suit]] = {suit.letter.lower(): suit for suit in Suit}
_SYMBOLS: Final[dict[str, Suit]] = {mark: suit for suit in Suit for mark in ("♠♤", "♥♡❤", "♦♢", "♣♧")[suit]}
_PLAYING_CARDS: Final[dict[str, Card]] = {
    chr(0x1F0A0 + 16 * suit + (rank if rank < 12 else rank + 1)): card(rank, suit)
    for suit in Suit
    for rank in range(1, 14)
} | dict.fromkeys("🃏🂿🃟*", JOKER)

_TOKEN: Final = re.compile(
    rf"(?P<dash>[{re.escape(_DASHES)}])|(?P<strong>[{_STRONG}])|(?P<word>[^{_WEAK}{_STRONG}{re.escape(_DASHES)}]+)"
)
_SYMBOL: Final = f"[{''.join(_SYMBOLS)}]"
_RANK: Final = "(?:10|[02-9tjqka])"
_SYMBOL_RANK: Final = "(?:10|[0-9tjqkaesd])"
_IN_A_ROW: Final = re.compile(
    rf"(?P<card>{_RANK}(?:[shdc]|{_SYMBOL})|{_SYMBOL_RANK}{_SYMBOL})|(?P<symbol>{_SYMBOL}{_SYMBOL_RANK})|(?P<joker>jk)"
    rf"|(?P<one>[{''.join(map(re.escape, _PLAYING_CARDS))}])"
)
_SUIT_FIRST: Final = re.compile(rf"[shdc]{_RANK}")
_RANK_LIST: Final = "(?:10|[2-9tjqkaesd])"
_SUIT_LIST: Final = re.compile(rf"(?P<first>{_SYMBOL})?(?P<ranks>{_RANK_LIST}{{2,}})(?P<last>{_SYMBOL})?")
_TIMES: Final = re.compile(r"(?P<n>[1-9]\d?)[×x](?P<rest>.*)|×(?P<after>[1-9]\d?)", re.DOTALL)
_PAIRS: Final = re.compile("(?:SR|RS)*")
"""Each suit (S) with one rank (R)."""
_NUMBERED: Final = re.compile(r"(?P<name>[^\d\s]+)[1-9]")

_Kind: TypeAlias = Literal["card", "suit", "rank", "dash", "times", "again", "strong"]
_Style: TypeAlias = Literal["suit first", "suit last", ""]


@dataclass(frozen=True, slots=True)
class _Atom:
    """One sign of a text. A card has the `style` of its word, a joker none; `symbol`: a suit's symbol, or a rank that
    needs one beside it; `alone`: a rank that may not stand in a list (`1`, `0`)."""

    kind: _Kind
    text: str
    value: int = 0
    card: Card = JOKER
    style: _Style = ""
    symbol: bool = False
    alone: bool = False


_Placed: TypeAlias = tuple[_Atom, Card]
"""A card and the sign that it was made of."""


def read_card(text: str) -> Card:
    """The card that `text` names, e.g. `10D`, `♦10`, `7 srdce`, `queen of spades`, `JK`.

    Raises InvalidCard, which names the text.
    """
    found = read_cards(text)
    if len(found) != 1:
        raise _bad(text, facts.bad_card)
    return found[0]


def read_cards(text: str) -> tuple[Card, ...]:
    """All cards of a text, with any usual separators, in the order written.

    Raises InvalidCard, which names the first part that is not a card, or that may be several.
    """
    if len(text) > MAX_TEXT:
        too_long = facts.text_too_long(value=shown(text), length=len(text), limit=MAX_TEXT)
        raise InvalidCard(Fault((), too_long.citing("cards")))
    signs = list(_atoms(text))
    atoms = [
        sign
        for at, sign in enumerate(signs)
        if sign.kind != "strong" or not any(beside.kind == "dash" for beside in signs[max(0, at - 1) : at + 2])
    ]
    try:
        return tuple(one for part in _parts(atoms) for one in _phrase(part))
    except InvalidCard:
        joined = [atom for atom in atoms if atom.kind != "strong"]
        if len(joined) == len(atoms):
            raise
        return tuple(_phrase(joined))  # `7; srdce`: the separator means nothing


def is_suit(text: str) -> bool:
    """Is a text the name or the symbol of a suit, and nothing else?"""
    word = _simplify(_as_seen(text)).strip()
    return word in _SYMBOLS or word in SUITS


# From text to signs


def _atoms(text: str) -> Iterator[_Atom]:
    """The signs of a text. Raises InvalidCard for a word that is not one."""
    for match in _TOKEN.finditer(_as_seen(text)):
        token = match.group()
        if match.lastgroup == "word":
            yield from _word(token)
        else:
            yield _Atom("dash" if match.lastgroup == "dash" else "strong", token)


def _word(token: str) -> Sequence[_Atom]:
    """The signs of a word. Raises InvalidCard."""
    text = _simplify(token)
    times = _TIMES.fullmatch(text)
    if times:
        number = int(times["n"] or times["after"])
        if number > MAX_TIMES or (times["rest"] and _TIMES.fullmatch(times["rest"])):
            raise _bad(token, facts.bad_card)
        copies = _Atom("again" if times["after"] else "times", token, number)
        return [copies, *(_word(times["rest"]) if times["rest"] else ())]
    if not text or text in FILLERS:
        return ()
    if text in AMBIGUOUS:
        raise _ambiguous(token, AMBIGUOUS[text])
    found = _name(text, token) or _row(text, token) or _row_of_letters(text, token) or _suit_list(text, token)
    if not found:
        raise _bad(token, facts.bad_card)
    return found


def _name(text: str, token: str) -> Sequence[_Atom]:
    """A word that is one name, or a name beside a symbol; nothing if it is not."""
    numbered = _NUMBERED.fullmatch(text)
    joker = numbered["name"] if numbered else text
    if joker in JOKERS or _PLAYING_CARDS.get(joker) is JOKER:
        return [_Atom("card", token)]
    suit = _SYMBOLS.get(text, SUITS.get(text))
    if suit is not None:
        return [_Atom("suit", token, suit, symbol=text in _SYMBOLS)]
    rank = _LETTER_RANKS.get(text) or RANKS.get(text) or _SYMBOL_RANKS.get(text)
    if rank:
        needs_symbol = text in _SYMBOL_RANKS and text not in _LETTER_RANKS and text != "1"
        return [_Atom("rank", token, rank, symbol=needs_symbol, alone=text in ("0", "1"))]
    if text[0] in _SYMBOLS and text[1:] in RANKS:
        return [_glued(text[0], RANKS[text[1:]], token, "suit first")]
    if text[-1] in _SYMBOLS and text[:-1] in RANKS:
        return [_glued(text[-1], RANKS[text[:-1]], token, "suit last")]
    return ()


def _row(text: str, token: str) -> Sequence[_Atom]:
    """Whole cards run together, or one; nothing if the word is more or less."""
    if _SUIT_FIRST.fullmatch(text):
        return [_glued(text[0], _LETTER_RANKS[text[1:]], token, "suit first")]
    found: list[_Atom] = []
    place = 0
    while match := _IN_A_ROW.match(text, place):
        part, place = match.group(), match.end()
        if match.lastgroup in ("one", "joker"):
            found.append(_Atom("card", token, card=_PLAYING_CARDS.get(part, JOKER)))
        elif match.lastgroup == "symbol":
            found.append(_glued(part[0], _SYMBOL_RANKS[part[1:]], token, "suit first"))
        else:
            found.append(_glued(part[-1], _SYMBOL_RANKS[part[:-1]], token, "suit last"))
    return found if place == len(text) else ()


def _row_of_letters(text: str, token: str) -> Sequence[_Atom]:
    """Cards run together suit first, `d7d8d10`."""
    if not re.fullmatch(f"(?:{_SUIT_FIRST.pattern})+", text):
        return ()
    return [_glued(part[0], _LETTER_RANKS[part[1:]], token, "suit first") for part in _SUIT_FIRST.findall(text)]


def _suit_list(text: str, token: str) -> Sequence[_Atom]:
    """Several ranks glued to one symbol: `♠AKQ`, `789♥`."""
    match = _SUIT_LIST.fullmatch(text)
    if not match or (match["first"] is None) == (match["last"] is None):
        return ()
    ranks = re.findall(_RANK_LIST, match["ranks"])
    style: _Style = "suit first" if match["first"] else "suit last"
    return [_glued(match["first"] or match["last"], _SYMBOL_RANKS[rank], token, style) for rank in ranks]


def _glued(mark: str, rank: int, token: str, style: _Style) -> _Atom:
    """A card whose suit and rank are one word."""
    suit = _SYMBOLS[mark] if mark in _SYMBOLS else _LETTER_SUITS[mark]
    return _Atom("card", token, card=card(rank, suit), style=style, symbol=mark in _SYMBOLS)


# From signs to cards


def _parts(atoms: Sequence[_Atom]) -> Iterator[list[_Atom]]:
    """The signs between strong separators."""
    part: list[_Atom] = []
    for atom in atoms:
        if atom.kind == "strong":
            yield part
            part = []
        else:
            part.append(atom)
    yield part


def _phrase(atoms: Sequence[_Atom]) -> list[Card]:
    """The cards of signs without strong separators: whole cards as they stand, and what lies between two of them.
    Raises InvalidCard."""
    placed: list[_Placed] = []
    left: _Atom | None = None
    between: list[_Atom] = []
    for atom in (*atoms, None):
        if atom is not None and (atom.kind != "card" or atom.card is JOKER):
            between.append(atom)
            continue
        placed += _between(between, left, atom)
        if atom is not None:
            placed.append((atom, atom.card))
        left, between = atom, []
    return _multiplied(atoms, placed)


def _between(signs: Sequence[_Atom], left: _Atom | None, right: _Atom | None) -> list[_Placed]:
    """The cards of suits and ranks that stand between two whole cards. Raises InvalidCard unless all ways to read them
    that make sense agree."""
    named = [sign for sign in signs if sign.kind in ("suit", "rank")]
    if not named:
        return [(sign, JOKER) for sign in signs if sign.kind == "card"]
    shape = _shape(named)
    joined = len(signs) > 1 and signs[-1].kind == "dash" and signs[-2].kind == "rank"
    if right and joined and _PAIRS.fullmatch(_shape(named[:-1])):
        return _between(signs[:-2], left, None) + _range(signs[-2], right)
    _refuse_unclear(signs, named, left, right, joined=joined)
    readings: list[list[_Placed]] = []
    for suits in _suits(named, left, right, joined=joined):
        read = _with_suits(signs, suits, left, right)
        if read is not None and [one for _, one in read] not in [[one for _, one in other] for other in readings]:
            readings.append(read)
    if right and joined and readings and re.fullmatch("(?:SR+)+", shape[:-1]):  # ♦ Q A-3♥: is that a range?
        other = _between(signs[:-2], left, None) + _range(signs[-2], right)
        if [one for _, one in other] != [one for _, one in readings[0]]:
            readings.append(other)
    return _only_one(readings, named)


def _refuse_unclear(
    signs: Sequence[_Atom], named: Sequence[_Atom], left: _Atom | None, right: _Atom | None, *, joined: bool
) -> None:
    """Raises InvalidCard for signs that people write in two ways: a rank between cards of two suits written alike, and
    a letter a, which is an ace or the word “and”."""
    ranks = [one for one in named if one.kind == "rank"]
    shape = _shape(named)
    alike = left is not None and right is not None and left.style == right.style
    if left and right and alike and left.card.suit != right.card.suit and shape == "R" and signs[-1].kind != "dash":
        raise _ambiguous(ranks[0].text, [str(card(ranks[0].value, one.card.suit)) for one in (left, right)])
    listed = left or right or len(named) > len(ranks) + 1
    if not _PAIRS.fullmatch(shape) and not joined and listed and any(rank.text == "a" for rank in ranks):
        raise _ambiguous("a", ["A♠ … A♣", "7♥, 8♥"])


def _only_one(readings: Sequence[list[_Placed]], named: Sequence[_Atom]) -> list[_Placed]:
    """The reading if there is one. Raises InvalidCard for none and for several, where they part."""
    if not readings:
        ranks = [one for one in named if one.kind == "rank"]
        if ranks:
            raise _bad(ranks[0].text, facts.card_without_suit)
        raise _bad(named[0].text, facts.suit_without_rank)
    if len(readings) > 1:
        at = next(at for at, (one, other) in enumerate(zip_longest(*readings[:2])) if one != other)
        sign = max(readings[:2], key=len)[at][0]
        raise _ambiguous(sign.text, [str(read[at][1]) for read in readings[:2] if at < len(read)])
    return readings[0]


def _shape(named: Sequence[_Atom]) -> str:
    return "".join("S" if one.kind == "suit" else "R" for one in named)


def _range(first: _Atom, last: _Atom) -> list[_Placed]:
    """`7-10♦`, `Q-A♦`, `A-3♦`: the cards from one rank up to a card, without that. Raises InvalidCard."""
    ranks = None if first.symbol and not last.symbol else _expanded([first.value, last.card.rank])
    if ranks is None:
        raise _bad(first.text, facts.bad_card)
    return [(first, card(rank, last.card.suit)) for rank in ranks[:-1]]


def _suits(
    named: Sequence[_Atom], left: _Atom | None, right: _Atom | None, *, joined: bool
) -> Iterator[list[tuple[_Atom, int]]]:
    """The ways to give each rank a suit: for each rank the sign of its suit and the number of its list. `joined`: a
    dash stands between the last rank and the card to the right."""
    shape = _shape(named)
    in_range = right is not None and joined  # 7-♦10
    opens = left is not None and left.style == "suit first" and not in_range
    ends = right is not None and (right.style == "suit last" or in_range)
    if re.fullmatch("(?:SR+)+", shape) or (opens and re.fullmatch("R+(?:SR+)*", shape)):
        yield _nearest_suits(named, left)
    if re.fullmatch("(?:R+S)+", shape) or (ends and re.fullmatch("(?:R+S)*R+", shape)):
        yield _nearest_suits(named[::-1], right)[::-1]
    if _PAIRS.fullmatch(shape):
        pairs = [named[at : at + 2] for at in range(0, len(named), 2)]
        yield [(one if one.kind == "suit" else other, at) for at, (one, other) in enumerate(pairs)]


def _nearest_suits(named: Sequence[_Atom], before: _Atom | None) -> list[tuple[_Atom, int]]:
    """For each rank the last suit, and how many suits came before it."""
    result: list[tuple[_Atom, int]] = []
    suit, number = before, 0
    for one in named:
        if one.kind == "suit":
            suit, number = one, number + 1
        elif suit is not None:
            result.append((suit, number))
    return result


def _with_suits(
    signs: Sequence[_Atom], suits: Sequence[tuple[_Atom, int]], left: _Atom | None, right: _Atom | None
) -> list[_Placed] | None:
    """The cards of signs whose ranks have got their suits; None if that makes no sense."""
    placed: list[_Placed] = []
    lists = Counter(number for _, number in suits)
    for chain, at in _chains(signs, suits, left, right):
        if chain[0].kind == "card" and chain[0].card is JOKER:
            placed.append((chain[0], JOKER))
            continue
        own = [one for one in chain if one.kind == "rank"]
        if not own:
            continue
        suit, number = suits[at]
        crowd = lists[number] > 1 or suit.kind == "card"
        if any((sign.symbol and not suit.symbol) or (sign.alone and crowd) for sign in own):
            return None
        ranks = _expanded([one.value if one.kind == "rank" else one.card.rank for one in chain])
        if ranks is None:
            return None
        first, last = chain[0].kind == "card", chain[-1].kind == "card"
        named = Suit(suit.value) if suit.kind == "suit" else suit.card.suit
        placed += [(own[0], card(rank, named)) for rank in ranks[first : len(ranks) - last]]
    return placed


def _chains(
    signs: Sequence[_Atom], suits: Sequence[tuple[_Atom, int]], left: _Atom | None, right: _Atom | None
) -> Iterator[tuple[list[_Atom], int]]:
    """The ranks of each list that dashes join, and the jokers between; each with the number of its first rank. A whole
    card whose suit the list has may be its first or its last link."""
    row = [sign for sign in signs if sign.kind in ("rank", "dash", "card", "suit")]
    if row and suits and left is not None and suits[0][0] is left and row[0].kind == "dash":
        row.insert(0, left)
    if row and suits and right is not None and suits[-1][0] is right and row[-1].kind == "dash":
        row.append(right)
    number = 0
    chain: list[_Atom] = []
    start = 0
    for at, one in enumerate(row):
        if one.kind == "dash":
            continue
        link = one.kind == "rank" or (one.kind == "card" and one.card is not JOKER)
        joined = at > 1 and row[at - 1].kind == "dash" and row[at - 2] in chain[-1:]
        same = number == 0 or number >= len(suits) or suits[number][1] == suits[number - 1][1]
        if chain and not (link and joined and same):
            yield chain, start
            chain = []
        if link:
            if not chain:
                start = number
            chain.append(one)
        elif one.kind == "card":
            yield [one], number
        number += one.kind == "rank"
    if chain:
        yield chain, start


def _expanded(links: Sequence[int]) -> list[int] | None:
    """The ranks of a chain: one, a range of two, or more that follow one another, down too; None for any other."""
    if len(links) == 1:
        return [*links]
    down = [14 if links[0] == 1 else links[0], *links[1:]]
    if tuple(links) not in ((1, 13), (2, 1)) and all(after == one - 1 for one, after in pairwise(down)):
        return [*links]  # A-K-Q♦: nothing lies between; A-K♦ and 2-A♦ are ranges, of 13 cards
    places = [*links[:-1], 14 if links[-1] == 1 else links[-1]]
    if len(links) > 2 and any(after != one + 1 for one, after in pairwise(places)):
        return None
    return [rank if rank < 14 else 1 for rank in range(places[0], places[-1] + 1)] if places[0] < places[-1] else None


def _multiplied(atoms: Sequence[_Atom], placed: Sequence[_Placed]) -> list[Card]:
    """The cards with the copies that are asked for. Raises InvalidCard for a number that belongs to no single card."""
    if not any(atom.kind in ("times", "again") for atom in atoms):
        return [one for _, one in placed]
    order = {id(atom): at for at, atom in enumerate(atoms)}
    copies = [1] * len(placed)
    places = [order[id(sign)] for sign, _ in placed]
    words = Counter(sign.text if sign.kind == "card" else at for (sign, _), at in zip(placed, places, strict=True))
    for at, one in enumerate(atoms):
        if one.kind not in ("times", "again"):
            continue
        after = bisect_right(places, at)
        index = after if one.kind == "times" else after - 1
        if not 0 <= index < len(placed) or copies[index] > 1:
            raise _bad(one.text, facts.bad_card)
        sign = placed[index][0]
        if words[sign.text if sign.kind == "card" else places[index]] > 1 and placed[index][1] is not JOKER:
            raise _bad(one.text, facts.bad_card)
        copies[index] = one.value
    return [one for (_, one), number in zip(placed, copies, strict=True) for _ in range(number)]


def _as_seen(text: str) -> str:
    """Marks joined to their letters, however they were typed, and nothing that is not seen (zero-width spaces …)."""
    return text if text.isascii() else "".join(one for one in normalize("NFC", text) if category(one) != "Cf")


def _simplify(token: str) -> str:
    """Lower case, without Czech and Slovak marks and without variation selectors."""
    return token.replace("\ufe0f", "").replace("\ufe0e", "").lower().translate(_PLAIN)


def _bad(text: str, fact: Callable[[str], Reason]) -> InvalidCard:
    return InvalidCard(Fault((), fact(shortened(text))))


def _ambiguous(text: str, options: Sequence[str]) -> InvalidCard:
    return InvalidCard(Fault((), facts.ambiguous_card(value=shortened(text), options=options)))


def read_packed(text: str) -> tuple[Card, ...]:
    """Cards of a position line: two characters each, `7D`, `TD`, `JK`, nothing between.

    Raises InvalidCard.
    """
    if len(text) % 2:
        raise _bad(text, facts.bad_card)
    try:
        return tuple(_PACKED[text[place : place + 2]] for place in range(0, len(text), 2))
    except KeyError as error:
        raise _bad(str(error.args[0]), facts.bad_card) from None


def packed(card_: Card) -> str:
    """A card in two characters, as in a position line."""
    return str(card_).replace("10", "T")


_PACKED: Final[dict[str, Card]] = {packed(card): card for card in CARDS}
