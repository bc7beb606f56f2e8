"""Every sentence of every language as it comes out: with each number, each card and each choice, checked for all that
can be checked without a reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from advisor.words.say import LANGUAGES, parsed, say, words_of
from solver.facts import FACTS
from solver.game.cards import CARDS
from tests.advisor.words.test_words import NAMES
from tests.texts import english_in, faults_of_text, plural_of

NUMBERS: Final = (0, 1, 2, 5, 22)
BROKEN: Final = 1.5

TEXTS: Final[dict[str, Any]] = {
    "owner": "Eva", "name": "Eva", "names": ("Eva", "Ota"), "winners": ("Eva", "Ota"),
    "told": "…", "text": "…", "why": "…", "helps": "…", "opening": "…", "closing": "…", "melds": "7D 8D 9D",
    "jokers_as": "JK = 8D",
}  # fmt: skip
"""What stands for texts that are said elsewhere, or that the caller gives."""

FRAGMENTS: Final = frozenset(
    {
        "helps_card", "helps_cards", "row_opens", "row_opens_by", "row_never_opens", "row_closes", "row_closes_by",
        "row_never_closes", "row_not_known", "another_turn", "at_step", "throw_row", "throw_row_opened",
    }
)  # fmt: skip
PARTS: Final = "brief_"
"""Facts whose words are a part of a sentence, or end with another sentence; and how further such codes begin."""

OF_THE_CALLER: Final = frozenset(
    {"unknown_meld", "duplicate_id", "reserved_id", "opening_run_is_set", "joker_in_opening_run"}
)
"""Faults that name the id that the caller wrote."""

FIELDS: Final = {"melds_or_actions": ("melds", "actions")}
"""Facts that name fields of a request."""


def choices_of(code: str, name: str) -> list[str]:
    """The values for which a fact's parameter has words of its own."""
    words = words_of("en")
    forms = {form for sentence in parsed("en", code) for _, place, form in sentence if place == name}
    return [value for form in forms for value in words.choices.get(form, ())]


def values_of(code: str, name: str, types: str) -> list[Any]:
    """Values for a parameter of a fact: all that could change the grammar of its sentence."""
    kinds = types.split(" | ")
    if "int" in kinds or "float" in kinds:
        return [*NUMBERS, *([BROKEN, -BROKEN] if "float" in kinds else [])]
    if "CardLike" in kinds:
        return [*CARDS]
    if "Cards" in kinds:
        return [*([card] for card in CARDS), [CARDS[0], CARDS[-1]], CARDS[:5]]
    if "Iterable[Cards]" in kinds:
        return [(CARDS[:3], CARDS[-3:])]
    if "CardsText" in kinds:
        return ["5C JK 7C"]
    if "MeldName" in kinds:
        return [*NAMES]
    if "Iterable[MeldName]" in kinds:
        return [*([name] for name in NAMES), NAMES[:3]]
    if "bool" in kinds:
        return [True, False]
    if "Iterable[str]" in kinds:
        return [TEXTS.get(name, ("…",))]
    if "Iterable[int]" in kinds:
        return [NUMBERS]
    if "Mapping[str, object]" in kinds:
        return [{"type": "boolean"}]
    if "Iterable[Mapping[str, object]]" in kinds:
        return [({"meld": "m1", "cards": ["7D"]},)]
    return choices_of(code, name) or [TEXTS.get(name, "…")]


def renderings(code: str, language: str) -> Iterator[tuple[dict[str, Any], str]]:
    """A fact said with each value of each parameter, the others as they stand; all of them, and only those it needs."""
    fact = FACTS[code]
    values = {name: values_of(code, name.rstrip("_"), str(one.annotation)) for name, one in fact.parameters.items()}
    first = {name: several[-1] for name, several in values.items()}
    needed = {name: first[name] for name, one in fact.parameters.items() if one.default is one.empty}
    tries = [first, needed]
    tries += [base | {name: value} for base in (first, needed) for name in base for value in values[name]]
    for given in tries:
        yield given, say(fact(**given), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", FACTS)
def test_a_sentence_is_clean_with_every_value(code: str, language: str) -> None:
    for given, text in renderings(code, language):
        faults = faults_of_text(text, language, sentence=code not in FRAGMENTS and not code.startswith(PARTS))
        assert not faults, (faults, text, given)
        if code not in OF_THE_CALLER:
            assert not re.search(r"\b(?:m1|new:\d)", text), text
        if language != "en":
            assert english_in(text, FIELDS.get(code, ())) == [], (text, given)
            assert not re.search(r"\b(?:karta|kartu|kartou|karte|kartě) (?:žolík(?!,)|JK)", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_takes_the_form_that_its_language_asks_for(language: str) -> None:
    words = words_of(language)
    for number in (*range(130), 1.5, 0.5, 22.5):
        expected = plural_of(number, language)
        for name, forms in words.forms.items():
            wanted = forms.get(expected, forms["other"])
            assert words.counted(name, number, "9") == wanted.replace("#", "9"), (name, number)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_noun_after_a_broken_number_has_a_form_for_it(language: str) -> None:
    """1,5 bodu, not 1,5 bodů."""
    words = words_of(language)
    for code, fact in FACTS.items():
        broken = {name.rstrip("_") for name, one in fact.parameters.items() if "float" in str(one.annotation)}
        for sentence in parsed(language, code):
            for _, name, form in sentence:
                if name in broken and form in words.forms:
                    assert "many" in words.forms[form], (code, form)


NOUNS: Final = {
    "en": r"points?|cards?|jokers?|copies|copy|turns?|players?|melds?|deals?",
    "cs": r"bod|kart|karet|žolí|kus|tah|hráč|kombinac|rozdání|znak",
    "sk": r"bod|kart|kariet|žolí|kus|ťah|hráč|kombinác|rozdan|znak",
}
STAYS: Final = {("stock_not_all", "of"), ("hand_too_large", "most")}
"""Numbers whose noun is the same after any of them that can come."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_stands_before_a_noun_that_does_not_follow_it(language: str) -> None:
    found = {
        (code, name)
        for code in FACTS
        for sentence in parsed(language, code)
        for (_, name, form), (after, _, _) in zip(sentence, sentence[1:], strict=False)
        if name and not form and re.match(rf" (?:{NOUNS[language]})", after)
    }
    assert found <= STAYS
