"""Known answers as records, read from `tests/positions/*.toml`.

Each `[[position]]` has a `name`, the `source` (rule set and section, or the rules' clause), the `hand`, perhaps a
`table` and other fields in the short texts of `tests.builders`, and one `[[position.case]]` for each answer. A case
names the `rules` (one profile or several), overrides under `set` ("null" for none; a `set` before the first position
holds for the whole file), fields that differ under `but`, the `arithmetic`, and what is known of `opening`, `closing`,
`penalty` and `turn`, of turns that are `legal` or `illegal` (with the code of the clause that they break), or the
`error` that such a position gives. `http` also asks the service.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from solver.game.position import Opponent, Position
from solver.rules.presets import PROFILES
from tests.builders import pos

FOLDER: Final = Path(__file__).parent / "positions"
ANALYSES: Final = ("opening", "closing", "penalty", "turn")
_POSITION_KEYS: Final = {"name", "source", "case", "hand", "table", "more"}
_CASE_KEYS: Final = {"rules", "set", "but", "arithmetic", "legal", "illegal", "error", "http", *ANALYSES}


@dataclass(frozen=True)
class Known:
    """One position under one profile, with what is known of it."""

    name: str
    source: str
    rules: str
    overrides: dict[str, Any]
    fields: dict[str, Any]
    expected: dict[str, dict[str, Any]]
    legal: tuple[str, ...]
    illegal: tuple[tuple[str, str], ...]
    error: str | None
    http: bool
    arithmetic: str

    def position(self) -> Position:
        """The position. Raises InvalidInput where the case is about an error."""
        fields = dict(self.fields)
        if "opponents" in fields:
            fields["opponents"] = [Opponent(**opponent) for opponent in fields["opponents"]]
        return pos(fields.pop("hand"), fields.pop("table", ""), {"base": self.rules, **self.overrides}, **fields)


def known_positions() -> Iterator[Known]:
    """Every case of every file, in order."""
    for path in sorted(FOLDER.glob("*.toml")):
        document = tomllib.loads(path.read_text())
        for entry in document["position"]:
            assert entry.keys() <= _POSITION_KEYS, (path.name, entry["name"])
            for number, case in enumerate(entry["case"]):
                assert case.keys() <= _CASE_KEYS, (path.name, entry["name"])
                several = case["rules"] if isinstance(case["rules"], list) else [case["rules"]]
                for rules in several:
                    overrides = document.get("set", {}) | case.get("set", {})
                    yield _known(f"{path.stem}: {entry['name']} [{number} {rules}]", entry, case, rules, overrides)


def _known(name: str, entry: dict[str, Any], case: dict[str, Any], rules: str, overrides: dict[str, Any]) -> Known:
    assert rules in PROFILES, rules
    more = {**entry.get("more", {}), "hand": entry["hand"], "table": entry.get("table", ""), **case.get("but", {})}
    return Known(
        name=name,
        source=entry["source"],
        rules=rules,
        overrides={one: None if value == "null" else value for one, value in overrides.items()},
        fields=more,
        expected={analyse: case[analyse] for analyse in ANALYSES if analyse in case},
        legal=tuple(case.get("legal", ())),
        illegal=tuple((turn, code) for turn, code in case.get("illegal", ())),
        error=case.get("error"),
        http=case.get("http", False),
        arithmetic=case.get("arithmetic", ""),
    )
