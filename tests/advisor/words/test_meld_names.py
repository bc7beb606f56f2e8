"""Melds in sentences: by what they are, never by their ids; two that look alike are told apart."""

from __future__ import annotations

import re

import pytest

from advisor.answers import Options
from advisor.closing import closing
from advisor.outlook import outlook
from advisor.penalty import penalty
from advisor.turn import turn
from advisor.words.explain import explain
from solver.game.cards import Notation
from solver.game.melds import read_meld
from solver.game.named import named
from solver.game.notation import read_cards
from solver.game.position import TableMeld, make_position
from solver.rules.presets import PROFILES

OPTIONS = Options(time_ms=60_000, alternatives=2)
ONLINE = PROFILES["zoliky-online"]


def on_table(name: str, owner: str, cards: str) -> TableMeld:
    return TableMeld(name, owner, read_meld(read_cards(cards), ONLINE))


TABLE = (
    on_table("xyz-1", "Eva", "5C JK 7C"),
    on_table("xyz-2", "Eva", "5C JK 7C"),
    on_table("xyz-3", "Ota", "8S 8H 8D"),
    on_table("xyz-4", "me", "2S 2D 2C"),
)
POSITION = make_position(ONLINE, read_cards("6C 8C 2H KC KS 9D"), table=TABLE)


def told(answer: object, language: str = "en", notation: Notation = "ascii") -> str:
    return " ".join(one.text for one in explain(answer, language, notation))


def test_equal_melds_of_one_owner_are_counted() -> None:
    assert [named(one, TABLE).get("nth") for one in TABLE] == [1, 2, None, None]
    assert named(TABLE[1], TABLE) == {
        "id": "xyz-2", "of": "theirs", "kind": "run", "cards": ["5C", "JK", "7C"], "owner": "Eva", "nth": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "notation", "expected"),
    [
        ("en", "ascii", "fits on Eva’s first 5C JK 7C, Eva’s second 5C JK 7C and Ota’s 8S 8H 8D."),
        ("en", "unicode", "fits on Eva’s first ♣5 🃏 ♣7, Eva’s second ♣5 🃏 ♣7 and Ota’s ♠8 ♥8 ♦8."),
        (
            "cs",
            "ascii",
            "Hodí se k postupce 5C JK 7C (Eva, první), k postupce 5C JK 7C (Eva, druhá) a ke skupině 8S 8H 8D (Ota).",
        ),
        (
            "sk",
            "ascii",
            "Hodí sa k postupke 5C JK 7C (Eva, prvá), k postupke 5C JK 7C (Eva, druhá) a ku skupine 8S 8H 8D (Ota).",
        ),
    ],
)
def test_an_outlook_names_what_a_throw_fits_on(language: str, notation: Notation, expected: str) -> None:
    assert expected in told(outlook(POSITION, OPTIONS), language, notation)


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
@pytest.mark.parametrize("rules", PROFILES)
def test_no_sentence_names_an_id(language: str, rules: str) -> None:
    position = make_position(PROFILES[rules], POSITION.hand, table=TABLE, phase="after_draw")
    texts = [told(call(position, OPTIONS), language) for call in (closing, penalty, turn, outlook)]
    assert not [text for text in texts if re.search(r"xyz-|new:", text)]


def test_what_was_laid_on_is_another_meld_from_then_on() -> None:
    """The first of two equal runs is told apart while they are equal; then its cards do."""
    position = make_position(ONLINE, read_cards("8C 9C 2H KC"), table=TABLE[:2], opened=True)
    text = told(turn(position, OPTIONS))
    assert re.search(r"Lay (8C 9C|9C 8C|8C) off on Eva’s first 5C JK 7C\.", text), text
