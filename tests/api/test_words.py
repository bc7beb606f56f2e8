"""The words of page and problems: the same in every language, and each of them used."""

from __future__ import annotations

import re
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
from solver.rules.presets import PROFILES
from solver.rules.profile import MEANINGS, PARAMETERS
from solver.rules.sources import CLAUSES

WEB: Final = Path(api.__file__).parent / "web"
SECTIONS: Final = [name for name, told in words_in("en").items() if isinstance(told, dict) and name != "cards"]
CHOICES: Final = [
    value
    for described in (parameter.describe() for parameter in PARAMETERS.values())
    for part in (described, *described.get("anyOf", ()))
    for value in part.get("enum", ())
    if isinstance(value, str)
]
"""The words that parameters are chosen from."""
OTHERS: Final = [one for one in LANGUAGES if one != "en"]


def places(text: Any) -> list[str]:
    """The names of the places in a text."""
    return sorted(name for _, name, _, _ in Formatter().parse(str(text)) if name is not None)


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_translated(language: str, section: str) -> None:
    told, english = words_in(language)[section], words_in("en")[section]
    assert told.keys() == english.keys()
    assert all(told.values())
    if section != "forms":
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
    assert told["choices"].keys() == {*CHOICES}
    assert told["card_names"].keys() == {str(one) for one in CARDS}
    problems = {one.code for group in GROUPS for one in group.examples}
    assert problems - {"not_found", "method_not_allowed"} <= told["titles"].keys()


def test_the_templates_use_every_word_of_the_page_and_no_other() -> None:
    text = " ".join(path.read_text() for path in WEB.glob("templates/*.html"))
    used = {one[1] for one in re.finditer(r"\b_\([\"'](\w+)[\"']\)", text)}
    assert used <= page_words("en").keys()
    assert words_in("en")["page"].keys() - used == {"the_rules"}


def test_the_scripts_use_every_word_that_they_are_sent() -> None:
    text = " ".join(path.read_text() for path in (*WEB.glob("static/js/*.js"), *WEB.glob("templates/*.html")))
    known = {*re.findall(r"\w+", text)}
    made = ("do_", "ev_", "my_")  # keys that are put together
    assert [key for key in words_in("en")["scripts"] if key not in known and not key.startswith(made)] == []
