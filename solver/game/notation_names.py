"""What suits, ranks and the joker are called: the words of `game.notation`, by language, without marks and in small
letters.

Czech and Slovak players who grew up with German-suited packs call the suits listy (zelené), srdce, kule and žaludy,
and the court cards spodek (dolník), svršek (horník) and král: they mean spades, hearts, diamonds and clubs, jack, queen
and king.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from solver.game.cards import Suit

_T = TypeVar("_T")

SUIT_WORDS: Final[dict[str, dict[Suit, str]]] = {
    "en": {
        Suit.SPADES: "spades spade",
        Suit.HEARTS: "hearts heart",
        Suit.DIAMONDS: "diamonds diamond",
        Suit.CLUBS: "clubs club",
    },
    "cs": {
        Suit.SPADES: "piky pika pik piku pikova pikove pikovy listu listy list listova listove listovy zelena "
        "zelene zeleny",
        Suit.HEARTS: "srdce srdci srdcova srdcove srdcovy herce herc hercova hercove hercovy",
        Suit.DIAMONDS: "kary kara karo kar karova karove karovy kule kula kuli kulova kulove kulovy",
        Suit.CLUBS: "krize kriz krizu krizky krizek krizku krizova krizove krizovy trefy trefa tref "
        "trefu trefova trefove trefovy zaludu zaludy zalud zaludova zaludove zaludovy",
    },
    "sk": {
        Suit.SPADES: "zelen pikov listov",
        Suit.HEARTS: "srdcia srdc cerven",
        Suit.DIAMONDS: "gule gula gul guli karov gulova gulove gulovy",
        Suit.CLUBS: "krizik kriziky krizikov krizov trefov zalude zaludov",
    },
}

RANK_WORDS: Final[dict[str, dict[int, str]]] = {
    "en": {
        1: "ace aces",
        2: "two deuce",
        3: "three",
        4: "four",
        5: "five",
        6: "six",
        7: "seven",
        8: "eight",
        9: "nine",
        10: "ten",
        11: "jack knave",
        12: "queen",
        13: "king",
    },
    "cs": {
        1: "eso",
        2: "dvojka dva",
        3: "trojka tri",
        4: "ctyrka ctyri",
        5: "petka pet",
        6: "sestka sest",
        7: "sedma sedmicka sedm",
        8: "osma osmicka osm",
        9: "devitka devet",
        10: "desitka deset",
        11: "janek kluk spodek",
        12: "dama kralovna svrsek filek",
        13: "kral",
    },
    "sk": {
        2: "dve",
        4: "stvorka styri",
        5: "patka",
        7: "sedem",
        8: "osem",
        9: "deviatka",
        10: "desiatka desat",
        11: "dolnik spodok",
        12: "hornik vrchnik zvrsok",
    },
}

JOKER_WORDS: Final[dict[str, str]] = {
    "en": "jk joker jokers x",
    "cs": "zolik",
    "sk": "jolly",
}

FILLERS: Final = frozenset({"of", "the", "and"})
"""Words that say nothing: the queen of spades and the king."""

AMBIGUOUS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("cervena", "cervene", "cerveny", "red"), ("srdce ♥", "káry ♦")),
    **dict.fromkeys(("cerna", "cerne", "cerny", "cierna", "cierne", "cierny", "black"), ("piky ♠", "kříže ♣")),
}
"""Words that name two suits, and what to write in their place."""


def _merged(*languages: dict[_T, str]) -> dict[str, _T]:
    return {word: value for language in languages for value, words in language.items() for word in words.split()}


SUITS: Final[dict[str, Suit]] = _merged(*SUIT_WORDS.values())
RANKS: Final[dict[str, int]] = _merged(*RANK_WORDS.values())
JOKERS: Final = frozenset(word for words in JOKER_WORDS.values() for word in words.split())
