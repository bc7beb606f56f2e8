"""Words: every fact that the source makes can be said in every language, with right plurals."""

from typing import Any

import pytest

from advisor.words.explain import fault_text, reason_text
from advisor.words.say import COMMON_FORMS, LANGUAGES, parsed, say, words_of
from solver.errors import Reason, Value
from solver.rules.profile import PARAMETERS
from tests.advisor.words.codes import Made, made_facts

MADE, UNREAD = made_facts()
BY_CODE: dict[str, list[Made]] = {}
for one in MADE:
    BY_CODE.setdefault(one.code, []).append(one)

OF_THE_SERVICE = ("required", "null", "unknown_field")
"""Codes that the service takes from its library's own checks."""


def places(language: str, code: str) -> list[set[str]]:
    """The names in each sentence of a code."""
    return [{name for _, name, _ in sentence if name is not None} for sentence in parsed(language, code)]


# Every code has words


def test_the_source_is_read_completely() -> None:
    assert len(BY_CODE) > 90
    assert [one for one in UNREAD if not one.startswith("api/")] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [*sorted(BY_CODE), *OF_THE_SERVICE])
def test_every_code_of_the_source_has_words(code: str, language: str) -> None:
    assert code in words_of(language).sentences


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(BY_CODE))
def test_words_ask_only_for_what_a_fact_holds(code: str, language: str) -> None:
    """At each place one sentence can be said for sure, and no sentence names what no place gives."""
    sentences = places(language, code)
    known: set[str] = set()
    for made in BY_CODE[code]:
        known |= made.sure | made.perhaps
        assert any(names <= made.sure for names in sentences), made
    if not any(made.open for made in BY_CODE[code]):
        assert set().union(*sentences) <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_say_the_same(language: str) -> None:
    assert words_of(language).sentences.keys() == words_of("en").sentences.keys()
    for code in words_of("en").sentences:
        assert [*map(sorted, places(language, code))] == [*map(sorted, places("en", code))], code


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_exist_and_are_of_the_right_size(language: str) -> None:
    words = words_of(language)
    used = {form for code in words.sentences for sentence in parsed(language, code) for *_, form in sentence}
    assert used - {""} - COMMON_FORMS <= {*words.forms, *words.choices}
    assert words.forms.keys().isdisjoint(words.choices)
    for forms in words.forms.values():
        assert forms.keys() == {*words.plural, "other"}
        assert all("#" in form for form in forms.values())


# Single sentences


@pytest.mark.parametrize(
    ("number", "cs", "sk", "en"),
    [
        (0, "0 bodů", "0 bodov", "0 points"),
        (1, "1 bod", "1 bod", "1 point"),
        (2, "2 body", "2 body", "2 points"),
        (4, "4 body", "4 body", "4 points"),
        (5, "5 bodů", "5 bodov", "5 points"),
        (11, "11 bodů", "11 bodov", "11 points"),
        (22, "22 bodů", "22 bodov", "22 points"),
        (101, "101 bodů", "101 bodov", "101 points"),
        (-1, "-1 bod", "-1 bod", "-1 point"),
        (1.5, "1,5 bodů", "1,5 bodov", "1.5 points"),
    ],
)
def test_plurals(number: float, cs: str, sk: str, en: str) -> None:
    for language, expected in (("cs", cs), ("sk", sk), ("en", en)):
        assert expected in say("penalty_left", {"penalty": number}, language)


@pytest.mark.parametrize(
    ("language", "forms"),
    [("en", "other one other other other other"), ("cs", "other one few few other other")],
)
def test_plural_forms(language: str, forms: str) -> None:
    assert [words_of(language).plural_form(number) for number in (0, 1, 2, 4, 21, 1.5)] == forms.split()


MISSING_9 = Reason("not_enough_points", "opening_minimum", {"points": 33, "required": 42, "missing": 9})


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "9 points are missing: 33 of 42."),
        ("cs", "Chybí 9 bodů: 33 z 42."),
        ("sk", "Chýba 9 bodov: 33 z 42."),
        ("xx", "9 points are missing: 33 of 42."),
    ],
)
def test_a_reason_in_each_language(language: str, expected: str) -> None:
    assert reason_text(MISSING_9, language) == expected


def test_verbs_follow_the_number() -> None:
    one, two = ({"points": 42 - n, "required": 42, "missing": n} for n in (1, 2))
    assert reason_text(Reason("not_enough_points", "", one), "sk") == "Chýba 1 bod: 41 z 42."
    assert reason_text(Reason("not_enough_points", "", two), "sk") == "Chýbajú 2 body: 40 z 42."
    assert reason_text(Reason("not_enough_points", "", one), "en") == "1 point is missing: 41 of 42."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "There is no pure run, a run without a joker. One of these would help: ♦7 ♣10."),
        ("cs", "Chybí čistá postupka, tedy postupka bez žolíka. Pomohla by některá z karet ♦7 ♣10."),
        ("sk", "Chýba čistá postupka, teda postupka bez žolíka. Pomohla by niektorá z kariet ♦7 ♣10."),
    ],
)
def test_the_remedy_is_said_after_the_reason(language: str, expected: str) -> None:
    remedy = Reason("draw_one_of", "opening", {"cards": ["7D", "10C"]})
    assert reason_text(Reason("no_pure_run", "opening_pure_run", remedy=remedy), language, "unicode") == expected


@pytest.mark.parametrize(("notation", "shown"), [("ascii", "JK 10D"), ("unicode", "🃏 ♦10"), ("emoji", "🃏 ♦️10")])
def test_cards_are_said_in_the_notation(notation: Any, shown: str) -> None:
    assert fault_text(Reason("not_in_hand", "hand", {"cards": ["JK", "10D"]}), "en", notation) == (
        f"Not in the hand: {shown}."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_code_is_still_readable(language: str) -> None:
    assert reason_text(Reason("some_new_fact", "", {"card": "7D", "left": 2}), language) == (
        "Some new fact (card: 7D, left: 2)."
    )
    assert reason_text(Reason("another_one"), language) == "Another one."


def test_a_fact_without_its_parameters_is_still_said() -> None:
    assert reason_text(Reason("not_enough_points")) == "The points do not reach the minimum."
    assert reason_text(Reason("bad_card")) == "Bad card."


def test_values_that_hold_braces_or_marks_stay_as_they_are() -> None:
    assert say("bad_card", {"value": "{card:card} #"}) == "“{card:card} #” is no card."
    assert say("score_total", {"name": "# {x}", "penalty": 2}) == "# {x}: 2 points."


@pytest.mark.parametrize(
    ("parameter", "shown"),
    [
        ("min_naturals", "1 … 3"),
        ("ace_low", "0 … 100 / null"),
        ("rearrange", "true / false"),
        ("exchange", "none / runs / runs_and_sets"),
        ("court_points", "[0 … 100, 0 … 100, 0 … 100]"),
    ],
)
def test_allowed_values_are_told(parameter: str, shown: str) -> None:
    params: dict[str, Value] = {"parameter": parameter, "value": "'x'", "allowed": PARAMETERS[parameter].describe()}
    expected = f"{parameter} cannot be 'x'; allowed: {shown}."
    assert fault_text(Reason("bad_parameter", parameter, params)) == expected
