"""RULES.md: the same clauses in every language, each number once, and what docstrings cite is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solver.rules.presets import PROFILES

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "solver" / "rules"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("RULES*.md"))}
CLAUSE = re.compile(r"^(\d\.\d+) ", re.MULTILINE)
CITED = re.compile(r"RULES ((?:\d\.\d+(?:, )?)+)")
NUMBERS = CLAUSE.findall(TEXTS["RULES.md"])


def test_every_number_stands_once_and_in_order() -> None:
    pairs = [tuple(map(int, number.split("."))) for number in NUMBERS]
    assert pairs == sorted(set(pairs))
    assert len(pairs) > 40


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_every_language_has_the_same_clauses_and_rule_sets(name: str) -> None:
    text = TEXTS[name]
    assert CLAUSE.findall(text) == NUMBERS
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == len({number.split(".")[0] for number in NUMBERS})
    for profile in PROFILES:
        assert f"| `{profile}` |" in text
    assert all(len(line) <= 132 for line in text.splitlines())


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_each_clause_names_the_same_rule_sets_and_parameters_in_every_language(name: str) -> None:
    mine, theirs = clauses(TEXTS[name]), clauses(TEXTS["RULES.md"])
    for number, text in theirs.items():
        assert set(re.findall(r"`[^`]+`", mine[number])) == set(re.findall(r"`[^`]+`", text)), number


def clauses(text: str) -> dict[str, str]:
    """Every clause by its number."""
    parts = CLAUSE.split(re.sub(r"^## .*$", "", text, flags=re.MULTILINE))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_what_docstrings_cite_is_there() -> None:
    cited = {
        number
        for package in ("solver", "advisor", "api")
        for path in (ROOT / package).rglob("*.py")
        for found in CITED.findall(path.read_text(encoding="utf-8"))
        for number in found.split(", ")
    }
    assert cited <= set(NUMBERS)
