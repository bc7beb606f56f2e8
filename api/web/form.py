"""The fields of the form made into a request of the API, and a position line made into fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from werkzeug.datastructures import MultiDict

from solver.errors import InvalidInput
from solver.game.cards import Card
from solver.game.position_line import read_position_fields
from solver.rules.presets import DEFAULT_PROFILE

Body = dict[str, Any]

TEXTS = ("discard_pile", "bottom_card", "top_discard_by", "seen")
"""Fields that go into a request as they are, when they are filled in."""


@dataclass
class Row:
    """A meld on the table, as it stands in the form."""

    owner: str
    cards: str
    id: str = ""
    kind: str = ""
    opening_run: str = ""


@dataclass
class OpponentRow:
    """An opponent, as he stands in the form."""

    name: str
    cards: str = ""
    opened: str = ""
    picked: str = ""
    thrown: str = ""


@dataclass
class Form:
    """Everything that the form holds, as texts; empty texts are not told."""

    rules: str = DEFAULT_PROFILE
    overrides: str = ""
    hand: str = ""
    phase: str = ""
    stock_left: str = ""
    drawn_from: str = ""
    drawn_card: str = ""
    discard_pile: str = ""
    bottom_card: str = ""
    top_discard_by: str = ""
    seen: str = ""
    round: str = ""
    opened: str = ""
    starter: bool = False
    closing_barred: bool = False
    melds: list[Row] = field(default_factory=list)
    opponents: list[OpponentRow] = field(default_factory=list)
    position: str = ""
    objective: str = ""


def form_of(values: MultiDict[str, str]) -> Form:
    """The form as it was sent; rows without cards, and opponents of whom nothing is told, are left out."""
    form = Form()
    for name in (
        "rules",
        "overrides",
        "hand",
        "phase",
        "stock_left",
        "drawn_from",
        "drawn_card",
        "round",
        "opened",
        "position",
        "objective",
        *TEXTS,
    ):
        setattr(form, name, values.get(name, "").strip() or getattr(form, name))
    form.starter, form.closing_barred = "starter" in values, "closing_barred" in values
    melds = _rows(values, "meld_owner", "meld_cards", "meld_id", "meld_kind", "meld_opening_run")
    form.melds = [Row(*one) for one in melds if one[1]]
    opponents = _rows(values, *(f"opponent_{one.name}" for one in fields(OpponentRow)))
    form.opponents = [OpponentRow(*one) for one in opponents if one[0] and any(one[1:])]
    return form


def _rows(values: MultiDict[str, str], *names: str) -> list[list[str]]:
    columns = [values.getlist(name) for name in names]
    length = max(map(len, columns))
    return [[column[at].strip() if at < len(column) else "" for column in columns] for at in range(length)]


def body_of(form: Form) -> Body:
    """The request that the form makes."""
    if form.position and not form.hand:
        return {"position": form.position}
    body: Body = {"rules": _rules(form), "hand": form.hand}
    if form.phase:
        body["phase"] = form.phase
    if form.stock_left:
        body["stock_left"] = _number(form.stock_left)
    if form.drawn_from:
        body["drawn"] = {"from": form.drawn_from} | ({"card": form.drawn_card} if form.drawn_card else {})
    body |= {name: getattr(form, name) for name in TEXTS if getattr(form, name)}
    if form.round:
        body["round"] = _number(form.round)
    if form.opened:
        body["opened"] = form.opened == "yes"
    body |= {name: True for name in ("starter", "closing_barred") if getattr(form, name)}
    if form.melds:
        body["table"] = [_meld(one) for one in form.melds]
    if form.opponents:
        body["opponents"] = [_opponent(one) for one in form.opponents]
    return body


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


def _opponent(row: OpponentRow) -> Body:
    cards = {"cards": _number(row.cards)} if row.cards else {}
    opened = {"opened": row.opened == "yes"} if row.opened else {}
    seen = {name: getattr(row, name) for name in ("picked", "thrown") if getattr(row, name)}
    return {"name": row.name, **cards, **opened, **seen}


def form_of_line(line: str) -> Form:
    """The form of a position line; an unreadable line stays in its field alone."""
    try:
        told = read_position_fields(line)
    except InvalidInput:
        return Form(position=line)
    profile = told["profile"]
    form = Form(rules=profile.id, hand=_cards(told["hand"]), position=line)
    form.overrides = json.dumps(profile.overrides) if profile.overrides else ""
    form.discard_pile, form.seen = _cards(told.get("discard_pile", ())), _cards(told.get("seen", ()))
    form.bottom_card = _cards([told["bottom_card"]]) if "bottom_card" in told else ""
    form.top_discard_by = told.get("top_discard_by", "")
    form.round, form.opened = str(told.get("round", "")), _yes(told.get("opened"))
    form.phase, form.stock_left = told.get("phase", ""), str(told.get("stock_left", ""))
    form.starter, form.closing_barred = told.get("starter", False), told.get("closing_barred", False)
    if drawn := told.get("drawn"):
        form.drawn_from, form.drawn_card = drawn.source, _cards([drawn.card] if drawn.card else ())
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
        OpponentRow(
            one.name,
            "" if one.cards is None else str(one.cards),
            _yes(one.opened),
            _cards(one.picked),
            _cards(one.thrown),
        )
        for one in told.get("opponents", ())
    ]
    return form


def _cards(cards: Sequence[Card]) -> str:
    return " ".join("JK" if one.is_joker else f"{str(one)[:-1]}{'♠♥♦♣'['SHDC'.index(str(one)[-1])]}" for one in cards)


def _yes(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"
