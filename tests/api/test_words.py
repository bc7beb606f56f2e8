"""The words of page and problems: the same in every language, and each of them used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest

import api
from advisor.objectives import OBJECTIVES
from advisor.words.say import LANGUAGES, words_of
from api.answers.problem_examples import GROUPS
from api.web.words import page_words
from api.words import counted, words_in
from solver.game.cards import CARDS
from solver.rules.house_rules import HOUSE_RULES
from solver.rules.presets import PROFILES
from solver.rules.profile import GROUPS as RULE_GROUPS
from solver.rules.profile import MEANINGS, PARAMETERS
from solver.rules.sources import CLAUSES
from tests.texts import english_in, faults_of_text

WEB: Final = Path(api.__file__).parent / "web"
SECTIONS: Final = [name for name, told in words_in("en").items() if isinstance(told, dict) and name != "cards"]
OTHERS: Final = [language for language in LANGUAGES if language != "en"]


def shown_values(allowed: dict[str, Any]) -> set[str]:
    """The values of a parameter that are shown by words: those of a list of several, and the absent number."""
    parts = [allowed, *allowed.get("anyOf", ())]
    values = {value for part in parts for value in part.get("enum", ())} | {
        "null" for part in parts if part.get("type") == "null"
    }
    return values | {"true", "false"} if values and any(part.get("type") == "boolean" for part in parts) else values


def places(text: Any) -> list[str]:
    """The names of the places in a text."""
    return sorted(name for _, name, _, _ in Formatter().parse(str(text)) if name is not None)


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_translated(language: str, section: str) -> None:
    told, english = words_in(language)[section], words_in("en")[section]
    assert told.keys() == english.keys()
    assert all(told.values())
    if section == "choices":
        assert {name: {*words} for name, words in told.items()} == {name: {*words} for name, words in english.items()}
        assert all(text for words in told.values() for text in words.values())
    elif section != "forms":
        assert {key: places(text) for key, text in told.items()} == {key: places(text) for key, text in english.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_the_forms_of_the_language(language: str) -> None:
    for name, forms in words_in(language)["forms"].items():
        assert forms.keys() == {*words_of(language).plural, "other"}
        for number in (0, 1, 2, 5, 22):
            assert str(number) in counted(name, number, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_named_by_the_program_has_words(language: str) -> None:
    told = words_in(language)
    assert told["meanings"].keys() == MEANINGS.keys()
    assert told["clauses"].keys() == CLAUSES.keys()
    assert told["profiles"].keys() == PROFILES.keys()
    assert told["objectives"].keys() == set(OBJECTIVES)
    shown = {name: shown_values(parameter.describe()) for name, parameter in PARAMETERS.items()}
    assert {name: {*words} for name, words in told["choices"].items()} == {
        name: one for name, one in shown.items() if one
    }
    assert told["names"].keys() == PARAMETERS.keys()
    assert set(told["groups"]) == {*RULE_GROUPS.values()}
    assert told["house_rules"].keys() == HOUSE_RULES.keys()
    assert told["card_names"].keys() == {str(card) for card in CARDS}
    problems = {example.code for group in GROUPS for example in group.examples}
    assert problems - {"not_found", "method_not_allowed"} <= told["titles"].keys()


def test_the_templates_use_every_word_of_the_page_and_no_other() -> None:
    text = " ".join(path.read_text() for path in WEB.glob("templates/*.html"))
    used = {one[1] for one in re.finditer(r"\b_\([\"'](\w+)[\"']\)", text)}
    assert used <= page_words("en").keys()
    assert words_in("en")["page"].keys() - used == {"the_rules"}


def test_the_scripts_use_every_word_that_they_are_sent() -> None:
    text = " ".join(path.read_text() for path in (*WEB.glob("static/js/*.js"), *WEB.glob("templates/*.html")))
    known = {*re.findall(r"\w+", text)}
    made = ("ev_", "my_")  # keys that are put together
    assert [key for key in words_in("en")["scripts"] if key not in known and not key.startswith(made)] == []


def test_the_panel_of_house_rules_uses_every_word_of_its_own() -> None:
    text = " ".join(path.read_text() for path in WEB.glob("static/js/**/*.js"))
    known = {*re.findall(r"\w+", text)}
    assert [key for key in words_in("en")["panel"] if key not in known] == []


def test_the_live_table_uses_every_word_of_its_own() -> None:
    scripts = [*WEB.glob("static/js/live/*.js"), *WEB.glob("static/js/record/*.js")]
    known = {*re.findall(r"\w+", " ".join(path.read_text() for path in scripts))}
    made = ("step_",)  # keys that are put together
    assert [key for key in words_in("en")["live"] if key not in known and not key.startswith(made)] == []


def leaves(told: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a section, with the place where it stands."""
    if isinstance(told, str):
        yield path, told
    else:
        for key, one in told.items() if isinstance(told, dict) else enumerate(told):
            yield from leaves(one, f"{path}.{key}")


NAMES_OF_RULES: Final = frozenset({"Joker", "joker"})
"""English words in the names of a club and of its tournaments."""
SURE: Final = frozenset({".scripts.all_discards", ".live.many_help"})
"""Texts whose number is large wherever they are shown."""
NOUNS: Final = {
    "en": r"points?|cards?|jokers?|copies|copy|turns?|players?|melds?|deals?|draws?|evenings?|rounds?",
    "cs": r"bod|kart|karet|žolí|kus|tah|hráč|kombinac|rozd|znak|lízn|kol|kop",
    "sk": r"bod|kart|kariet|žolí|kus|ťah|hráč|kombin|rozd|znak|potia|kol|kôl|kóp",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_page_is_clean_with_every_number(language: str) -> None:
    """No place is left, spaces and signs are right, and nothing English stands in another language."""
    for path, text in leaves(words_in(language)):
        if path.startswith((".meanings", ".clauses")) and language == "en":
            continue  # the rules' own words, which have their sources' marks
        for number in ("0", "1", "2", "5", "22"):
            filled = re.sub(r"\{\w+\}", number, text).replace("#", number)
            assert faults_of_text(filled, language, sentence=False) == [], (path, text)
        if language != "en":
            assert english_in(re.sub(r"\{\w+\}|`[^`]*`", "", text), NAMES_OF_RULES) == [], (path, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_of_the_page_stands_before_a_noun_that_does_not_follow_it(language: str) -> None:
    forms = words_of(language).plural
    for path, text in leaves(words_in(language)):
        counted_out = path.rpartition(".")[2] in {*forms, "many", "other"}
        if not counted_out and re.search(rf"\{{\w+\}}[ \u00a0](?:{NOUNS[language]})", text):
            assert path in SURE, (path, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    names = words_in(language)["card_names"]
    assert len({*names.values()}) == len(names) == 53
    assert all(re.fullmatch(r"[\w ]+", name) for name in names.values())
    if language != "en":
        assert not [name for name in names.values() if english_in(name)]
