"""The JSON Schema of the deal record says what the page's own check of a record's shape says."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page

import api
from solver.rules.presets import PROFILES
from tests.web.told_deals import told_deal

DOCS: Final = Path(api.__file__).parent / "docs"
SCHEMA: Final = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
CHECK: Final = jsonschema.Draft202012Validator(SCHEMA)
NOT_OF_SHAPE: Final = frozenset({"unknown_player"})
"""What the page's check of the shape refuses and no schema can: names that refer to one another."""

VERDICTS = """async (documents) => {
  const { checkedHead, checkedEvent } = await import("/static/js/record/shape.js");
  const verdict = (document) => {
    try {
      checkedHead(document).events.forEach(checkedEvent);
      return "";
    } catch (error) {
      if (error.name !== "RecordError") throw error;
      return error.code;
    }
  };
  return documents.map(verdict);
}"""

RECORD = """async ([head, events]) => {
  const { newDeal, apply, toJSON } = await import("/static/js/record/record.js");
  return toJSON(events.reduce(apply, newDeal(head)));
}"""

CARDS = ["7D", "8♦", "♦10", "JK"]
MELD = {"id": "m2", "owner": "Eva", "cards": CARDS, "kind": "run", "opening_run": None}
CORRECTION = {
    "phase": "free", "turn": "me", "round": 4, "stock_left": 20, "closing_barred": False, "opened": {"Eva": True},
    "counts": {"Eva": 3}, "picked": {"Eva": CARDS}, "thrown": {"Eva": CARDS}, "pile": CARDS, "top_by": "Eva",
    "bottom": "2C", "drawn": {"from": "stock", "card": "7D"}, "seen": CARDS, "meld": MELD,
}  # fmt: skip
EVENTS: Final[list[dict[str, Any]]] = [
    {"type": "hand", "cards": CARDS},
    {"type": "bottom", "card": "7D"},
    {"type": "draw", "by": "me", "from": "stock", "card": "5H"},
    {"type": "meld", "by": "me", "id": "m1", "cards": CARDS, "kind": "run"},
    {"type": "lay_off", "by": "me", "meld": "m1", "cards": CARDS, "end": "low"},
    {"type": "exchange", "by": "me", "meld": "m1", "cards": CARDS},
    {"type": "exchange", "by": "me", "meld": "m1", "card": "7D"},
    {"type": "rearrange", "by": "me", "take": ["m1"], "melds": [{"cards": CARDS, "kind": None}], "from_hand": CARDS},
    {"type": "return", "by": "me"},
    {"type": "throw", "by": "me", "card": "5H"},
    {"type": "end", "by": "Eva"},
    {"type": "close", "by": None, "from_hand": True, "special": False},
    {"type": "left", "by": "Eva", "cards": CARDS},
    {"type": "correct", "set": CORRECTION},
    {"type": "adopt", "position": "z1~zoliky-online~7D"},
    {"type": "rules", "rules": "family", "overrides": {"court_points": [10, 10, 10], "decks": 3, "rearrange": True}},
    {"type": "seats", "players": ["me", "Eva"], "starter": None, "carried": {"me": 1}},
    {"type": "rename", "from": "Eva", "to": "Ivana"},
    {"type": "clear"},
]
WHOLE: Final[dict[str, Any]] = {
    "format": "zolik-deal", "version": 1, "rules": "zoliky-online", "overrides": {"jokers": 6},
    "players": ["me", "Eva"], "starter": "Eva", "carried": {"Eva": 2}, "started": "2026-01-01T20:00:00Z",
    "events": EVENTS,
}  # fmt: skip
OTHERS: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1.5, 9, 5000, "", " ", "x", "7D", "a\nb", "x" * 65,
    "x" * 100_001, [], ["7D"], ["me"],
    ["me", "me"], [None], ["7D"] * 201, {}, {"Eva": 1}, {"Eva": True}, {"": 0}, {"x": {}},
)  # fmt: skip
"""What is put in the place of each value."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    yield path
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in steps:
        yield from places(one, (*path, step))


def changed() -> Iterator[Any]:
    """The whole document with one place changed: another value, nothing, or a field more."""
    for path in places(WHOLE):
        for other in (*OTHERS, ...):
            document = copy.deepcopy(WHOLE)
            place: Any = document
            if not path:
                continue
            for step in path[:-1]:
                place = place[step]
            if other is not ...:
                place[path[-1]] = other
            elif isinstance(place[path[-1]], dict):
                place[path[-1]]["colour"] = "red"
            elif isinstance(place, dict):
                del place[path[-1]]
            yield document


def test_the_schema_is_one_and_is_served(client: FlaskClient) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    answer = client.get("/docs/record.schema.json")
    assert (answer.status_code, answer.mimetype, answer.get_json(force=True)) == (
        200,
        "application/schema+json",
        SCHEMA,
    )
    assert SCHEMA["$id"].endswith(str(SCHEMA["properties"]["version"]["const"]))


@pytest.mark.parametrize("guide", sorted(DOCS.glob("record*.md")), ids=lambda path: path.name)
def test_the_guide_and_the_schema_tell_the_same_events(guide: Path) -> None:
    told = guide.read_text(encoding="utf-8")
    found = re.search(r"```json\n(.*?)```", told, re.DOTALL)
    assert found is not None
    CHECK.validate(json.loads(found[1]))
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", told, re.MULTILINE))
    del rows["type"]  # the head of the table
    shapes = {name: SCHEMA["$defs"][f"event_{name}"] for name in SCHEMA["$defs"]["event"]["properties"]["type"]["enum"]}
    fields = {
        name: {*chain(*(one["properties"] for one in shape.get("anyOf", [shape])))} for name, shape in shapes.items()
    }
    short = {"exchange": {"card", "joker"}}
    expected = {name: found - {"type"} - short.get(name, set()) for name, found in fields.items()}
    assert {name: {*re.findall(r"`(\w+)`", row)} for name, row in rows.items()} == expected


@pytest.mark.parametrize("profile_id", PROFILES)
def test_records_of_whole_deals_keep_to_it(page: Page, profile_id: str) -> None:
    (teller, *_), _, _ = told_deal(PROFILES[profile_id], ["greedy", "patient"], "schema", 0)
    record = page.evaluate(RECORD, [{"rules": profile_id, "players": ["me", "seat2"], "starter": "me"}, teller.events])
    CHECK.validate(json.loads(record))


def test_it_refuses_what_the_page_refuses_and_nothing_else(page: Page) -> None:
    CHECK.validate(WHOLE)
    documents = list(changed())
    verdicts = page.evaluate(VERDICTS, documents)
    assert len(verdicts) > 3000
    wrong = [
        (code, next((str(error.json_path) for error in CHECK.iter_errors(document)), ""))
        for document, code in zip(documents, verdicts, strict=True)
        if code not in NOT_OF_SHAPE and bool(code) == CHECK.is_valid(document)
    ]
    assert wrong == []
