"""Every field of a position is told by every door: JSON, position line, command, form, page, and Python.

The samples go by kind, so a field that is added to the position stands in these tests by itself.
"""

from __future__ import annotations

import inspect
import json
from dataclasses import fields
from typing import Any, Final

import pytest
from werkzeug.datastructures import MultiDict

import zolik
from api.cli.arguments import make_parser
from api.cli.ask import request_of
from api.requests.asked import read_question
from api.requests.position import PositionSchema
from api.web.form import body_of, form_of, form_of_line, scripts_fields
from api.web.views import blueprint
from solver.game.position import OPPONENT_TOLD, TOLD, Opponent, Position, make_position
from solver.game.position_line import position_line, read_position_line
from solver.game.told import Told
from solver.rules.presets import read_profile

HAND: Final = "7D 8D 9D KH KS JK 2C 5H"
CARDS: Final = iter(("3H 3S", "AC AD", "9S", "QS", "4S", "6S"))
"""Cards for one field after another."""
JSON: Final[dict[str, Any]] = {
    "card": "QH",
    "whole": 7,
    "flag": True,
    "mark": True,
    "name": "Eva",
    "phase": "after_draw",
    "drawn": {"from": "stock", "card": "2C"},
    "table": [{"id": "a", "owner": "Eva", "cards": "5C 6C 7C"}, {"id": "b", "owner": "me", "cards": "5S JK JK"}],
}
"""A value of each kind that is not what an untold field is taken for."""


def sample(one: Told) -> Any:
    if one.kind == "cards":
        return HAND if one.name == "hand" else next(CARDS)
    if one.kind == "opponents":
        return [{told.name: sample(told) for told in OPPONENT_TOLD}]
    return JSON[one.kind]


BODY: Final[dict[str, Any]] = {"rules": "family", **{one.name: sample(one) for one in TOLD}}


def position_of(body: dict[str, Any]) -> Position:
    position: Position = read_question(PositionSchema(), body, "en", 1000).position
    return position


WHOLE: Final = position_of(BODY)


def test_every_field_is_declared() -> None:
    assert {field.name for field in fields(Position)} == {one.name for one in TOLD} | {"profile", "phase_told"}
    assert {field.name for field in fields(Opponent)} == {one.name for one in OPPONENT_TOLD}
    tags = [one.tag for one in TOLD if one.name != "hand"]
    assert all(len(tag) == 1 for tag in tags)
    assert len(set(tags)) == len(tags)


def test_the_sample_tells_every_field_something() -> None:
    untold = make_position(read_profile("family"), WHOLE.hand[:1])
    same = [one.name for one in TOLD if getattr(WHOLE, one.name) == getattr(untold, one.name)]
    assert same == []
    assert [one.name for one in OPPONENT_TOLD if not getattr(WHOLE.opponents[0], one.name)] == []


def test_the_position_line_tells_every_field() -> None:
    assert read_position_line(position_line(WHOLE)) == WHOLE


@pytest.mark.parametrize(
    "told", [one for one in TOLD if one.name not in ("hand", "opponents")], ids=lambda one: one.name
)
def test_each_field_is_told_by_itself(told: Told) -> None:
    """In JSON and in the line, whatever else is told; a phase needs no draw to be told, a thrower needs a pile."""
    more = {"discard_pile": "3H"} if told.name == "top_discard_by" else {}
    position = position_of({"rules": "family", "hand": HAND, **more, told.name: BODY[told.name]})
    assert getattr(position, told.name) == getattr(WHOLE, told.name)
    assert read_position_line(position_line(position)) == position


def test_the_command_tells_every_field() -> None:
    words = [HAND, "--rules", "family"]
    for one in TOLD:
        option, value = f"--{(one.option or one.name).replace('_', '-')}", BODY[one.name]
        match one.kind:
            case "flag" | "mark":
                words.append(option)
            case "drawn":
                words += [option, f"{value['from']}:{value['card']}"]
            case "table":
                for meld in value:
                    words += [option, f"{meld['owner']}: {meld['cards']}"]
            case "opponents":
                for row in value:
                    rest = "".join(
                        f":{name}={cards}" for name, cards in row.items() if name not in ("name", "cards", "opened")
                    )
                    words += [option, f"{row['name']}:{row['cards']}:opened{rest}"]
            case _ if one.name != "hand":
                words += [option, str(value)]
    told = request_of(make_parser().parse_args(["opening", *words]), 1000)
    assert set(told) == set(BODY)
    for given, meld in zip(told["table"], BODY["table"], strict=True):
        given["id"] = meld["id"]
    assert position_of(told) == WHOLE


def test_the_form_tells_every_field() -> None:
    inputs: list[tuple[str, str]] = [("rules", "family")]
    for one in TOLD:
        value = BODY[one.name]
        match one.kind:
            case "drawn":
                inputs += [("drawn_from", value["from"]), ("drawn_card", value["card"])]
            case "table":
                inputs += [(f"meld_{name}", text) for meld in value for name, text in meld.items()]
            case "opponents":
                inputs += [(f"opponent_{name}", as_typed(one)) for row in value for name, one in row.items()]
            case _:
                inputs.append((one.name, as_typed(value)))
    assert position_of(body_of(form_of(MultiDict(inputs)))) == WHOLE


def as_typed(value: Any) -> str:
    return "yes" if value is True else str(value)


def test_the_form_shows_every_field_of_a_line() -> None:
    form = form_of_line(position_line(WHOLE))
    form.position = ""
    assert position_of(body_of(form)) == WHOLE


def test_the_page_has_an_input_for_every_field() -> None:
    """The scripts read and fill the inputs by the list that the page carries."""
    assert blueprint.jinja_loader is not None
    page = blueprint.jinja_loader.searchpath[0] + "/form.html"  # type: ignore[attr-defined]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    known = json.loads(json.dumps(scripts_fields()))
    single = [one["name"] for one in known["position"] if one["kind"] not in ("drawn", "table", "opponents")]
    names = [*single, *(f"opponent_{one['name']}" for one in known["opponent"])]
    assert [name for name in names if f'name="{name}"' not in text and f'"{name}", ' not in text] == []


def test_the_python_interface_takes_every_field() -> None:
    assert {one.name for one in TOLD} <= set(inspect.signature(zolik.Position).parameters)
