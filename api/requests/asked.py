"""A request made into a question: its position, the caller's card ids, and how the answer is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from marshmallow import Schema, ValidationError

from advisor.answers import Options
from api.problems import Problem, faults_of, reachable
from api.requests.ids import check_ids
from api.requests.labels import Given, Labels, meld_labels, unnamed
from solver import facts
from solver.errors import Fault, InvalidInput, InvalidPosition, Pointer
from solver.game.cards import Notation
from solver.game.melds import NotAMeld, read_meld
from solver.game.position import OPPONENT_TOLD, TOLD, Drawn, Opponent, Position, TableMeld, make_position
from solver.game.position_faults import check_told
from solver.game.position_line import position_line, read_position_fields
from solver.game.told import Told
from solver.referee.judge import check_draw
from solver.rules.presets import DEFAULT_PROFILE, read_profile
from solver.rules.profile import RuleProfile

Fields = dict[str, Any]
_Read = TypeVar("_Read")
_WITH_LABELS = ("table", "drawn")
"""The fields that are read with their labels."""


@dataclass(frozen=True)
class PositionRequest:
    """A position with its labelled cards, and how the answer is wanted. `fields` are those of the request's schema."""

    position: Position
    labels: Labels
    options: Options
    language: str
    notation: Notation
    fields: Fields

    @cached_property
    def line(self) -> str:
        """The position in one line."""
        return position_line(self.position)


def load(schema: Schema, body: Fields) -> Fields:
    """The fields of a body. Raises Problem 422 with a pointer to each bad field."""
    try:
        fields: Fields = schema.load(body)
    except ValidationError as error:
        raise Problem.of_faults(tuple(faults_of(error.messages))) from None
    return fields


def read_rules(fields: Fields, base: RuleProfile | None = None) -> RuleProfile:
    """The profile that `rules` names; an override without a base changes `base` if there is one.

    Raises InvalidProfile.
    """
    rules = fields.get("rules", DEFAULT_PROFILE if base is None else base)
    if base is not None and isinstance(rules, dict) and "base" not in rules:
        return _under("rules", lambda: base.with_overrides(rules))
    return _under("rules", lambda: read_profile(rules))


def read_question(schema: Schema, body: Fields, language: str, default_time_ms: int) -> PositionRequest:
    """The question that a body asks. Raises Problem or InvalidInput."""
    fields = load(schema, body)
    check_ids(fields)
    line = _read_line(fields)
    if "hand" not in fields and "hand" not in line:
        raise Problem.of_faults((Fault(("hand",), facts.required(field="hand")),))
    profile = read_rules(fields, line.get("profile"))
    table, table_labels = _table(fields, line, profile)
    given = line | {"profile": profile, "table": table}
    for one in TOLD:
        if one.name in fields and one.name not in _WITH_LABELS:
            given[one.name] = _value(one, fields[one.name], table)
    hand = tuple(fields.get("hand") or map(unnamed, line["hand"]))
    labels = Labels(hand, table_labels, tuple(fields.get("discard_pile", ())), fields.get("bottom_card"))
    if "drawn" in fields:
        given["drawn"], labels = _drawn(fields["drawn"], labels)
        if "phase" not in fields:
            given.pop("phase", None)  # that of the line was told of another draw
    elif line.get("drawn") and line["drawn"].card:
        labels = replace(labels, drawn=next((card for card in hand if card.card is line["drawn"].card), None))
    try:
        position = make_position(**given)
        check_draw(position)
        check_told(position)
    except InvalidPosition as error:
        raise InvalidPosition(*_placed(error.faults, body, fields, table)) from None
    options = Options(fields.get("alternatives", 0), fields.get("time_ms", default_time_ms))
    return PositionRequest(position, labels, options, language, fields.get("notation", "ascii"), fields)


def _read_line(fields: Fields) -> Fields:
    """What the position line holds, read under the rules that override its own."""
    if "position" not in fields:
        return {}
    try:
        return read_position_fields(fields["position"])
    except InvalidInput as error:
        raise InvalidPosition(*(Fault(("position",), fault.reason) for fault in error.faults)) from None


def _under(name: str, read: Callable[[], _Read]) -> _Read:
    try:
        return read()
    except InvalidInput as error:
        raise error.under(name) from None


def _table(
    fields: Fields, line: Fields, profile: RuleProfile
) -> tuple[list[TableMeld], Mapping[str, tuple[Given, ...]]]:
    """The melds on the table, and their labelled cards as they lie."""
    melds: list[TableMeld] = []
    labels: dict[str, tuple[Given, ...]] = {}
    faults: list[Fault] = []
    if "table" not in fields:
        same = profile == line.get("profile")
        for one in line.get("table", ()):
            try:
                melds.append(one if same else replace(one, meld=read_meld(one.meld.cards, profile, one.meld.kind)))
            except NotAMeld as error:
                faults.append(Fault(("position",), error.reason))
        if faults:
            raise InvalidPosition(*faults)
        return melds, {meld.id: meld_labels([*map(unnamed, meld.meld.cards)], meld.meld, meld.id) for meld in melds}
    entries: Sequence[Fields] = fields["table"]
    taken = {entry["id"] for entry in entries if "id" in entry}
    free = (name for name in (f"m{number}" for number in range(1, 1000)) if name not in taken)
    for index, entry in enumerate(entries):
        name = entry.get("id") or next(free)
        try:
            meld = read_meld([card.card for card in entry["cards"]], profile, entry.get("kind"))
        except NotAMeld as error:
            faults.append(Fault(("table", index, "cards"), error.reason))
            continue
        melds.append(TableMeld(name, entry["owner"], meld, entry.get("opening_run")))
        labels.setdefault(name, meld_labels(entry["cards"], meld, name))
    if faults:
        raise InvalidPosition(*faults)
    return melds, labels


def _drawn(asked: Fields | None, labels: Labels) -> tuple[Drawn | None, Labels]:
    """The draw, and the labels with the drawn card found in the hand."""
    if asked is None:
        return None, labels
    given: Given | None = asked.get("card")
    if given is None:
        return Drawn(asked["source"]), labels
    hand = list(labels.hand)
    same = [card for card in hand if card.card is given.card]
    if given.id is not None and given not in same:
        without_id = next((one for one in same if one.id is None), None)
        if without_id is None:
            raise _not_in_hand(given)
        hand[hand.index(without_id)] = given
        same.append(given)
    found = given if given in same else next(iter(same), None)
    return Drawn(asked["source"], given.card), replace(labels, hand=tuple(hand), drawn=found)


def _not_in_hand(given: Given) -> InvalidPosition:
    return InvalidPosition(
        Fault(("drawn", "card"), facts.drawn_not_in_hand(card=given.card)),
    )


def _value(told: Told, value: Any, table: Sequence[TableMeld]) -> Any:
    """A field of a request as the position holds it."""
    match told.kind:
        case "cards":
            return tuple(one.card for one in value)
        case "card":
            return value and value.card
        case "opponents":
            return [_opponent(one, table) for one in value]
    return value


def _opponent(asked: Fields, table: Sequence[TableMeld]) -> Opponent:
    given = {one.name: _value(one, asked[one.name], table) for one in OPPONENT_TOLD if one.name in asked}
    return Opponent(**{"opened": any(meld.owner == asked["name"] for meld in table), **given})


def _placed(faults: Sequence[Fault], body: Fields, fields: Fields, table: Sequence[TableMeld]) -> Iterator[Fault]:
    """The faults with pointers into the request: its own order of cards, or the position line."""
    for fault in faults:
        name = fault.pointer[0] if fault.pointer else ""
        if "position" in fields and name not in fields:
            yield Fault(("position",), fault.reason)
        else:
            yield Fault(reachable(_pointer(fault, fields, table), body), fault.reason)


def _pointer(fault: Fault, fields: Fields, table: Sequence[TableMeld]) -> Pointer:
    """Where the fault's card stands in the request; a position keeps hand and seen cards sorted, melds as they lie."""
    text = fault.reason.params.get("card")
    match fault.pointer:
        case ("hand",) if fault.reason.code == "too_many_copies":
            return ("hand", _places(fields["hand"], text)[int(str(fault.reason.params["most"]))])
        case ("seen", int()):
            return ("seen", _places(fields["seen"], text)[-1])
        case ("table", int(index), "cards", int(at)):
            meld = table[index].meld
            nth = meld.cards[:at].count(meld.cards[at])
            return ("table", index, "cards", _places(fields["table"][index]["cards"], text)[nth])
    return fault.pointer


def _places(given: Sequence[Given], text: object) -> list[int]:
    return [index for index, one in enumerate(given) if str(one.card) == text]
