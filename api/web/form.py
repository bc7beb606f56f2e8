"""The fields of the form made into a request of the API, and a position line made into fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from solver.errors import InvalidInput
from solver.game.cards import Card
from solver.game.position import OPPONENT_TOLD, TOLD
from solver.game.position_line import read_position_fields
from solver.game.told import TellingKind, Told
from solver.rules.presets import DEFAULT_PROFILE

Body = dict[str, Any]

INPUTS: Final = (
    "rules",
    "overrides",
    "objective",
    "position",
    *(one.name for one in TOLD if one.kind not in ("table", "opponents", "drawn")),
    "drawn_from",
    "drawn_card",
)
"""The single inputs of the form; a position's fields go by their own names."""


@dataclass
class Row:
    """A meld on the table, as it stands in the form."""

    owner: str
    cards: str
    id: str = ""
    kind: str = ""
    opening_run: str = ""


class OpponentRow(SimpleNamespace):
    """An opponent, as he stands in the form: a text for each field."""

    def __init__(self, **told: str) -> None:
        super().__init__(**{one.name: told.get(one.name, "") for one in OPPONENT_TOLD})


class Form(SimpleNamespace):
    """Everything that the form holds: a text for each of `INPUTS`, empty if not told; `melds` and `opponents`."""

    def __init__(self, **told: str) -> None:
        super().__init__(**{name: told.get(name, "") for name in INPUTS})
        self.rules = told.get("rules") or DEFAULT_PROFILE
        self.melds: list[Row] = []
        self.opponents: list[OpponentRow] = []


def scripts_fields() -> dict[str, list[dict[str, str]]]:
    """What the form's scripts know of the fields: name, kind, and tag in the position line."""
    return {
        place: [{"name": field.name, "kind": field.kind, "tag": field.tag} for field in fields]
        for place, fields in (("position", TOLD), ("opponent", OPPONENT_TOLD))
    }


def form_of(values: MultiDict[str, str]) -> Form:
    """The form as it was sent; rows without cards, and opponents of whom nothing is told, are left out."""
    form = Form(**{name: values.get(name, "").strip() for name in INPUTS})
    for one in TOLD:
        if one.kind == "mark":
            setattr(form, one.name, _yes(one.name in values or None))
    melds = _rows(values, "meld_owner", "meld_cards", "meld_id", "meld_kind", "meld_opening_run")
    form.melds = [Row(*meld) for meld in melds if meld[1]]
    names = [one.name for one in OPPONENT_TOLD]
    opponents = _rows(values, *(f"opponent_{name}" for name in names))
    form.opponents = [
        OpponentRow(**dict(zip(names, opponent, strict=True)))
        for opponent in opponents
        if opponent[0] and any(opponent[1:])
    ]
    return form


def _rows(values: MultiDict[str, str], *names: str) -> list[list[str]]:
    columns = [values.getlist(name) for name in names]
    length = max(map(len, columns))
    return [[column[at].strip() if at < len(column) else "" for column in columns] for at in range(length)]


def body_of(form: Form) -> Body:
    """The request that the form makes."""
    if form.position and not form.hand:
        return {"position": form.position}
    body: Body = {"rules": _rules(form), "hand": form.hand, **_told(TOLD, form)}
    if form.drawn_from:
        body["drawn"] = {"from": form.drawn_from} | ({"card": form.drawn_card} if form.drawn_card else {})
    if form.melds:
        body["table"] = [_meld(meld) for meld in form.melds]
    if form.opponents:
        body["opponents"] = [_told(OPPONENT_TOLD, opponent) for opponent in form.opponents]
    return body


def _told(fields: Sequence[Told], form: SimpleNamespace) -> Body:
    """The single fields that are filled in, as a request tells them."""
    told: Body = {}
    for field in fields:
        text = getattr(form, field.name, "")
        if text and field.kind not in ("drawn", "table", "opponents"):
            told[field.name] = _number(text) if field.kind == "whole" else text
            if field.kind in ("flag", "mark"):
                told[field.name] = text == "yes"
    return told


def _rules(form: Form) -> Any:
    try:
        overrides = json.loads(form.overrides or "{}")
    except (ValueError, RecursionError):
        overrides = {}
    return {"base": form.rules, **overrides} if overrides and isinstance(overrides, dict) else form.rules


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _meld(row: Row) -> Body:
    told = {name: getattr(row, name) for name in ("id", "kind") if getattr(row, name)}
    opening = {"opening_run": row.opening_run == "yes"} if row.opening_run else {}
    return {"owner": row.owner or "me", "cards": row.cards, **told, **opening}


def form_of_line(line: str) -> Form:
    """The form of a position line; an unreadable line stays in its field alone."""
    try:
        told = read_position_fields(line)
    except InvalidInput:
        return Form(position=line)
    profile = told["profile"]
    form = Form(position=line, **{one.name: _text(one.kind, told.get(one.name)) for one in TOLD})
    form.rules, form.overrides = profile.id, json.dumps(profile.overrides) if profile.overrides else ""
    if drawn := told.get("drawn"):
        form.drawn_from, form.drawn_card = drawn.source, _text("card", drawn.card)
    form.melds = [
        Row(
            one.owner,
            _cards(one.meld.cards),
            one.id,
            "set" if one.meld.kind == "set" and len(one.meld.naturals) == 1 else "",
            _yes(one.opening_run),
        )
        for one in told.get("table", ())
    ]
    form.opponents = [
        OpponentRow(**{field.name: _text(field.kind, getattr(one, field.name)) for field in OPPONENT_TOLD})
        for one in told.get("opponents", ())
    ]
    return form


def _text(kind: TellingKind, value: Any) -> str:
    """A value as it stands in a field of the form; empty if it is not told, or if the field has a place of its own."""
    match kind:
        case "cards":
            return _cards(value or ())
        case "card":
            return _cards([value] if value else ())
        case "flag" | "mark":
            return _yes(value)
        case "whole" | "name" | "phase":
            return "" if value is None else str(value)
    return ""


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(
        "JK" if card.is_joker else f"{str(card)[:-1]}{'♠♥♦♣'['SHDC'.index(str(card)[-1])]}" for card in cards
    )


def _yes(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"
