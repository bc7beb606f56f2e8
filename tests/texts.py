"""What can be told of a text without a reader: places that were not filled, spaces, signs, plural forms, languages."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

ENGLISH: Final = frozenset(
    re.findall(
        r"\w+",
        "the and with from this that your you are not cannot card cards meld melds joker jokers hand lay lays "
        "laid draw draws drawn throw throws thrown stock discard pile take took give given open opens opened "
        "close closes closed point points player players opponent turn turns round best wait keep left more "
        "than which what when where here there their his its it was were been have has had of for into rules "
        "rule table none",
    )
)
"""Words that no Czech or Slovak sentence holds."""

FAULTS: Final[tuple[tuple[str, str], ...]] = (
    ("a place that was not filled", r"[{}#]|\bNone\b|undefined"),
    ("a doubled space", r"  |^ | $"),
    ("a space before a mark", r" [.,;:!?](?:\s|$)"),
    ("a doubled mark", r"[.,;:]{2}|\.\s*\."),
    ("a hyphen for a minus sign", r"(?:^|[\s(])-\d"),
    ("brackets with nothing in them", r"\(\s*\)|„“|“”"),
)


def faults_of_text(text: str, language: str, *, sentence: bool) -> list[str]:
    """What is wrong with a text of a language; a sentence begins with a capital, if with a letter, and ends with a full
    stop."""
    found = [name for name, pattern in FAULTS if re.search(pattern, text)]
    if re.search(r"\d\.\d" if language != "en" else r"\d,\d", text):
        found.append("the decimal mark of another language")
    if sentence and not text.endswith((".", "!", "?", "…")):
        found.append("no full stop")
    if sentence and text[0].islower():
        found.append("no capital")
    return found


def english_in(text: str, allowed: Collection[str] = ()) -> list[str]:
    """The English words in a text of another language."""
    return [word for word in re.findall(r"[A-Za-zÀ-ž]+", text) if word.lower() in ENGLISH and word not in allowed]


def plural_of(number: float, language: str) -> str:
    """The plural form of a number as CLDR has it, for cardinal numbers."""
    if language == "en":
        return "one" if number == 1 else "other"
    if number != int(number):
        return "many"
    return "one" if number == 1 else "few" if number in (2, 3, 4) else "other"
