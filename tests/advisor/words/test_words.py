"""Words: every declared fact is said in every language, with right plurals."""

from collections.abc import Iterable
from dataclasses import replace
from inspect import Parameter
from typing import Any, Final, get_args

import pytest

from advisor import advice
from advisor.words.explain import fault_text, reason_text
from advisor.words.say import COMMON_FORMS, LANGUAGES, parsed, say, words_of
from solver import facts
from solver.facts import FACTS
from solver.game.cards import CARDS, Notation
from solver.rules.profile import PARAMETERS
from solver.rules.sources import CLAUSES

NOTATIONS: Final[tuple[Notation, ...]] = get_args(Notation)

NUMBERS: Final = (0, 1, 2, 5, 22)

NAMES: Final = tuple(
    {"id": "m1", "of": of, "kind": kind, "cards": cards} | ({"owner": "Eva"} if of == "theirs" else {}) | nth
    for of in ("mine", "theirs", "new")
    for kind, cards in (("run", ["5C", "JK", "7C"]), ("set", ["2S", "2D", "2C"]))
    for nth in ({}, {"nth": 1}, {"nth": 3}, {"nth": 5})
)
"""Melds by name, as `solver.game.named` makes them."""

SAMPLES: Final[dict[str, tuple[Any, ...]]] = {
    "int": NUMBERS,
    "float": (*NUMBERS, 1.5, -2.25),
    "bool": (True, False),
    "str": ("m1",),
    "CardLike": CARDS,
    "Cards": ([], *([card] for card in CARDS), CARDS),
    "CardsText": ("7D 8D JK",),
    "Iterable[str]": (("m1", "m2"),),
    "MeldName": NAMES,
    "Iterable[MeldName]": (NAMES[:1], NAMES),
    "Iterable[int]": (NUMBERS,),
    "Iterable[Cards]": ((CARDS[:3], CARDS[-3:]),),
    "Mapping[str, object]": ({"type": "boolean"},),
    "Iterable[Mapping[str, object]]": (({"meld": "m1", "cards": ["7D"]},),),
}
"""Values of each type that a parameter of a fact may have."""


def samples(parameter: Parameter) -> list[Any]:
    """Values for a parameter of a fact."""
    types = str(parameter.annotation).split(" | ")
    return [value for name in types if name != "None" for value in SAMPLES[name]]


def places(language: str, code: str) -> list[set[str]]:
    """The names in each sentence of a code."""
    return [{name for _, name, _ in sentence if name is not None} for sentence in parsed(language, code)]


# Every fact has words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", FACTS)
def test_every_fact_is_said_in_every_language(code: str, language: str) -> None:
    """By a sentence that needs no parameter that may be left out; with every number and every kind of card."""
    fact = FACTS[code]
    assert any(names <= names_of(fact.parameters.values(), required=True) for names in places(language, code))
    assert set().union(*places(language, code)) <= names_of(fact.parameters.values())
    chosen = {name: samples(one) for name, one in fact.parameters.items()}
    for at in range(max(map(len, chosen.values()), default=1)):
        reason = fact(**{name: values[at % len(values)] for name, values in chosen.items()})
        for notation in NOTATIONS:
            text = say(reason, language, notation)
            assert text
            assert not set("{}#") & set(text)


def names_of(parameters: Iterable[Parameter], *, required: bool = False) -> set[str]:
    """The names of parameters as sentences use them: all, or those that are always given."""
    return {
        parameter.name.rstrip("_") for parameter in parameters if not required or parameter.default is Parameter.empty
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_of_a_fact_and_every_form_is_of_its_type(language: str) -> None:
    words = words_of(language)
    assert words.sentences.keys() == FACTS.keys()
    of_type = (
        {"card": "CardLike", "cards": "Cards CardsText"}
        | dict.fromkeys(words.forms, "int float")
        | dict.fromkeys(words.cards, "CardLike Cards")
        | dict.fromkeys(words.melds, "MeldName Iterable[MeldName]")
    )
    for code in words.sentences:
        types = {parameter.name.rstrip("_"): str(parameter.annotation) for parameter in FACTS[code].parameters.values()}
        for _, name, form in (place for sentence in parsed(language, code) for place in sentence):
            if name is not None and form in of_type:
                assert set(types[name].split(" | ")) & {*of_type[form].split()}, (code, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_say_the_same(language: str) -> None:
    for code in FACTS:
        assert [*map(sorted, places(language, code))] == [*map(sorted, places("en", code))], code


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_exist_and_are_of_the_right_size(language: str) -> None:
    words = words_of(language)
    used = {form for code in words.sentences for sentence in parsed(language, code) for *_, form in sentence}
    assert used - {""} - COMMON_FORMS <= {*words.forms, *words.choices, *words.cards, *words.melds}
    assert len({*words.forms, *words.choices, *words.cards, *words.melds, *COMMON_FORMS}) == sum(
        map(len, (words.forms, words.choices, words.cards, words.melds, COMMON_FORMS))
    )
    for forms in words.forms.values():
        assert forms.keys() - {"many"} == {*words.plural, "other"}
        assert all("#" in form for form in forms.values())
    for forms in words.cards.values():
        assert forms.keys() == {"one", "other", "joker"}
        assert {name for name, form in forms.items() if "#" in form} == {"one", "other"}
    for forms in words.melds.values():
        assert language == "en" or forms.keys() == {
            f"{of}_{kind}" for of in ("mine", "theirs", "new") for kind in ("run", "set")
        }
    assert words.naming.keys() == {"and", *(of + nth for of in ("mine", "theirs", "new") for nth in ("", "_nth"))}
    assert len(words.nth) == 3


@pytest.mark.parametrize("code", FACTS)
def test_every_fact_cites_a_parameter_or_a_clause(code: str) -> None:
    assert FACTS[code].rule in {"", *CLAUSES, *PARAMETERS}


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
        (-1, "−1 bod", "−1 bod", "−1 point"),
    ],
)
def test_plurals(number: int, cs: str, sk: str, en: str) -> None:
    for language, expected in (("cs", cs), ("sk", sk), ("en", en)):
        assert expected in say(advice.penalty_left(penalty=number), language)


@pytest.mark.parametrize(
    ("language", "forms"),
    [("en", "other one other other other many"), ("cs", "other one few few other many")],
)
def test_plural_forms(language: str, forms: str) -> None:
    assert [words_of(language).plural_form(number) for number in (0, 1, 2, 4, 21, 1.5)] == forms.split()


MISSING_9 = facts.not_enough_points(points=33, required=42, missing=9)


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


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [
        ("cs", 1.5, "Rozdání podle odhadu skončí o 1,5 bodu hůř než po doporučeném tahu."),
        ("cs", 2, "Rozdání podle odhadu skončí o 2 body hůř než po doporučeném tahu."),
        ("cs", -0.25, "Rozdání podle odhadu skončí o −0,25 bodu hůř než po doporučeném tahu."),
        ("cs", 12.345, "Rozdání podle odhadu skončí o 12,3 bodu hůř než po doporučeném tahu."),
        ("sk", 1.5, "Rozdanie sa podľa odhadu skončí o 1,5 bodu horšie ako po odporúčanom ťahu."),
        ("en", 1.5, "The deal is expected to end 1.5 points worse than with the recommended turn."),
    ],
)
def test_fractions_and_signs_are_those_of_the_language(language: str, number: float, expected: str) -> None:
    assert say(advice.plan_expected_worse(number), language) == expected


def test_verbs_follow_the_number() -> None:
    one, two = (facts.not_enough_points(points=42 - n, required=42, missing=n) for n in (1, 2))
    assert reason_text(one, "sk") == "Chýba 1 bod: 41 z 42."
    assert reason_text(two, "sk") == "Chýbajú 2 body: 40 z 42."
    assert say(advice.throw_saves_less(points=2, better=5), "cs") == "V ruce ubudou 2 body místo 5."
    assert say(advice.throw_saves_less(points=3, better=5), "sk") == "V ruke ubudnú 3 body namiesto 5."
    assert say(advice.penalty_left(penalty=2), "cs") == "V ruce zůstanou 2 body."
    assert reason_text(one, "en") == "1 point is missing: 41 of 42."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "There is no pure run, a run without a joker. One of these would help: ♦7 ♣10."),
        ("cs", "Chybí čistá postupka, tedy postupka bez žolíka. Pomohla by některá z karet ♦7 ♣10."),
        ("sk", "Chýba čistá postupka, teda postupka bez žolíka. Pomohla by niektorá z kariet ♦7 ♣10."),
    ],
)
def test_the_remedy_is_said_after_the_reason(language: str, expected: str) -> None:
    remedy = advice.draw_one_of(cards=["7D", "10C"])
    assert reason_text(replace(facts.no_pure_run(), remedy=remedy), language, "unicode") == expected


@pytest.mark.parametrize(("notation", "shown"), [("ascii", "JK 10D"), ("unicode", "🃏 ♦10"), ("emoji", "🃏 ♦️10")])
def test_cards_are_said_in_the_notation(notation: Any, shown: str) -> None:
    assert fault_text(facts.not_in_hand(cards=["JK", "10D"]), "en", notation) == (f"Not in the hand: {shown}.")


def test_values_that_hold_braces_or_marks_stay_as_they_are() -> None:
    assert say(facts.bad_card("{card:card} #")) == "“{card:card} #” is not a card."
    assert say(advice.score_total(name="# {x}", penalty=2)) == "# {x}: 2 points."


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
    bad = facts.bad_parameter(parameter=parameter, value="'x'", allowed=PARAMETERS[parameter].describe())
    expected = f"{parameter} cannot be 'x'; allowed: {shown}."
    assert fault_text(bad) == expected
