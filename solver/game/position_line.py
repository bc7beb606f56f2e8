"""The one-line text form of a position: parse and print.

Segments are joined by `~`; the characters used are safe in a URL as they are (`A-Z a-z 0-9 - . _ ~`):

    z1~RULES~HAND[~TAG…]…

RULES is a profile id followed by `.name-value` for each override. Cards take two characters each (`7D`, `TD`, `JK`).
Tags, only where they differ from the default: `r5` round, `o0`/`o1` opened, `s` starter, `ds7D` drawn (s stock,
d discard, b bottom, n none), `p7D8C` discard pile, `b7D` bottom card, `mID.OWNER.CARDS[.FLAGS]` a table meld (flags:
`s` read as a set, `y`/`n` the opening run or not), `qNAME.CARDS.OPENED[.PICKED[.THROWN]]` an opponent, `tNAME` who
threw the top card, `x` closing is barred, `e7D` other cards seen, `fb`/`fa`/`ff` the phase as it was told (before the
draw, after it, free), `l12` cards left in the stock. In names, what is not a letter, digit or dash is `_` and
a byte in hex.
"""

from __future__ import annotations

import re
from typing import Any, Final

from solver import facts
from solver.errors import Fault, InvalidInput, InvalidPosition, InvalidProfile, shortened, shown
from solver.game.cards import Card
from solver.game.melds import MeldKind, NotAMeld, read_meld
from solver.game.notation import packed, read_packed
from solver.game.phase import Phase
from solver.game.position import OPPONENT_TOLD, TOLD, Drawn, DrawSource, Opponent, Position, TableMeld, make_position
from solver.game.told import TellingKind
from solver.rules.presets import read_profile
from solver.rules.profile import PARAMETERS, ParameterValue, RuleProfile

VERSION: Final = "z1"
MAX_LINE: Final = 100_000
"""Longest line that is read, in characters: longer than that of any position. At most 54 melds (3 * 52 + 8 cards, three
a meld) with two names of 64 letters, 12 characters each, are 83 000; everything else is below 17 000."""

_VERSIONS: Final = re.compile(r"z[0-9]{1,6}", re.ASCII)
_SOURCES: Final[dict[str, DrawSource]] = {"s": "stock", "d": "discard", "b": "bottom", "n": "none"}
_PHASES: Final[dict[str, Phase]] = {"b": "before_draw", "a": "after_draw", "f": "free"}
_SOURCE_LETTERS: Final = {source: letter for letter, source in _SOURCES.items()}
_PHASE_LETTERS: Final = {phase: letter for letter, phase in _PHASES.items()}
_FIRST: Final = "rosdpbmqtxefl"
"""The order of the tags in a line; others follow as they are declared."""
_BY_TAG: Final = {one.tag: one for one in TOLD if one.tag}
_TAGGED: Final = sorted(_BY_TAG.values(), key=lambda one: (_FIRST + one.tag).index(one.tag))
_PLAIN: Final = re.compile(r"[A-Za-z0-9-]")
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


def position_line(position: Position) -> str:
    """The position in one line; `read_position_line` gives an equal position back."""
    untold = make_position(position.profile, position.hand, table=position.table)
    parts = [VERSION, _rules(position.profile), _cards(position.hand)]
    for one in _TAGGED:
        value = getattr(position, one.name)
        if one.kind in ("table", "opponents"):
            parts += [one.tag + _written(one.kind, record) for record in value]
        elif position.phase_told if one.kind == "phase" else value != getattr(untold, one.name):
            parts.append(one.tag + _written(one.kind, value))
    return "~".join(parts)


def _written(kind: TellingKind, value: Any) -> str:
    """A value that was told, as it stands after its tag."""
    match kind:
        case "cards":
            return _cards(value)
        case "card":
            return packed(value)
        case "whole":
            return str(value)
        case "flag":
            return str(int(value))
        case "name":
            return _quoted(value)
        case "phase":
            return _PHASE_LETTERS[value]
        case "drawn":
            return _SOURCE_LETTERS[value.source] + (packed(value.card) if value.card else "")
        case "table":
            return _table_meld(value)
        case "opponents":
            return _opponent(value)
    return ""  # a mark: its tag says all


def read_position_line(line: str) -> Position:
    """The position that a line holds. Raises InvalidPosition (or InvalidProfile, InvalidCard inside it)."""
    return make_position(**read_position_fields(line))


def read_position_fields(line: str) -> dict[str, Any]:
    """The arguments of `make_position` that a line holds, only those it names. Raises InvalidInput."""
    if len(line) > MAX_LINE:
        too_long = facts.text_too_long(value=shown(line), length=len(line), limit=MAX_LINE)
        raise InvalidPosition(Fault((), too_long.citing("position")))
    version, *parts = line.strip().split("~")
    if version != VERSION and _VERSIONS.fullmatch(version) and parts:
        raise InvalidPosition(Fault((), facts.unknown_version(value=version, known=VERSION)))
    if version != VERSION or len(parts) < 2:
        raise _unreadable(line)
    profile = _read_rules(parts[0])
    result: dict[str, Any] = {"profile": profile, "hand": tuple(read_packed(parts[1]))}
    for part in parts[2:]:
        told = _BY_TAG.get(part[:1])
        if told is None:
            raise _unreadable(part)
        if told.kind == "table":
            melds = result.setdefault(told.name, ())
            result[told.name] = (*melds, _read_table_meld(part[1:], profile, len(melds)))
        elif told.kind == "opponents":
            result[told.name] = (*result.get(told.name, ()), _read_opponent(part[1:]))
        elif told.name in result:
            raise _unreadable(part)
        else:
            result[told.name] = _read(told.kind, part[1:], part)
    return result


def _read(kind: TellingKind, text: str, part: str) -> Any:
    """What was told in the part of a line; `text` is what follows its tag."""
    match kind:
        case "whole" if text.isascii() and text.isdigit() and len(text) < 5:
            return int(text)
        case "flag" if text in ("0", "1"):
            return text == "1"
        case "mark" if not text:
            return True
        case "drawn" if text[:1] in _SOURCES and len(text) in (1, 3):
            return Drawn(_SOURCES[text[0]], _one_card(text[1:]) if text[1:] else None)
        case "cards":
            return tuple(read_packed(text))
        case "card":
            return _one_card(text)
        case "name":
            return _unquoted(text)
        case "phase" if text in _PHASES:
            return _PHASES[text]
    raise _unreadable(part)


def _one_card(text: str) -> Card:
    cards = read_packed(text)
    if len(cards) != 1:
        raise _unreadable(text)
    return cards[0]


def _cards(cards: tuple[Card, ...]) -> str:
    return "".join(map(packed, cards))


def _table_meld(one: TableMeld) -> str:
    flags = "s" if one.meld.kind == "set" and len(one.meld.naturals) == 1 else ""
    flags += {None: "", True: "y", False: "n"}[one.opening_run]
    return ".".join((_quoted(one.id), _quoted(one.owner), _cards(one.meld.cards), *([flags] if flags else [])))


def _read_table_meld(text: str, profile: RuleProfile, index: int) -> TableMeld:
    parts = text.split(".")
    flags = parts[3] if len(parts) == 4 else ""
    if len(parts) not in (3, 4) or flags not in ("", "s", "y", "n", "sy", "sn"):
        raise _unreadable(text)
    kind: MeldKind | None = "set" if "s" in flags else None
    try:
        meld = read_meld(read_packed(parts[2]), profile, kind)
    except NotAMeld as error:
        raise InvalidPosition(Fault(("table", index, "cards"), error.reason)) from None
    opening_run = True if "y" in flags else False if "n" in flags else None
    return TableMeld(_unquoted(parts[0]), _unquoted(parts[1]), meld, opening_run)


def _opponent(one: Opponent) -> str:
    """Its fields in their order: the first three always, the others up to the last that is told."""
    values = [(told.kind, getattr(one, told.name)) for told in OPPONENT_TOLD]
    parts = ["" if value is None else _written(kind, value) for kind, value in values]
    while len(parts) > 3 and not parts[-1]:
        parts.pop()
    return ".".join(parts)


def _read_opponent(text: str) -> Opponent:
    parts = text.split(".")
    if not 3 <= len(parts) <= len(OPPONENT_TOLD):
        raise _unreadable(text)
    told = zip(OPPONENT_TOLD, parts, strict=False)
    return Opponent(**{one.name: _read(one.kind, part, text) for one, part in told if part or not one.null})


def _rules(profile: RuleProfile) -> str:
    return ".".join((profile.id, *(f"{name}-{_value(value)}" for name, value in profile.overrides.items())))


def _value(value: ParameterValue) -> str:
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    return "null" if value is None else str(value)


def _read_rules(text: str) -> RuleProfile:
    name, *parts = text.split(".")
    overrides: dict[str, object] = {"base": name}
    for part in parts:
        parameter, dash, value = part.partition("-")
        if not dash or parameter in overrides:
            raise _unreadable(part)
        overrides[parameter] = _read_value(parameter, value)
    try:
        return read_profile(overrides)
    except InvalidProfile as error:
        raise error.under("rules") from None


def _read_value(parameter: str, text: str) -> object:
    kind = PARAMETERS[parameter].kind if parameter in PARAMETERS else "choice"
    if text == "null":
        return None
    if kind == "boolean":
        return {"t": True, "f": False}.get(text, text)
    if kind == "three_integers":
        return [int(one) if _NUMBER.fullmatch(one) else one for one in text.split("-")]
    return int(text) if kind == "integer" and _NUMBER.fullmatch(text) else text


def _quoted(name: str) -> str:
    return "".join(one if _PLAIN.fullmatch(one) else "".join(f"_{byte:02X}" for byte in one.encode()) for one in name)


def _unquoted(text: str) -> str:
    try:
        if not re.fullmatch(r"(?:[A-Za-z0-9-]|_[0-9A-F]{2})*", text):
            raise _unreadable(text)
        return re.sub(r"(?:_[0-9A-F]{2})+", lambda match: bytes.fromhex(match.group().replace("_", "")).decode(), text)
    except UnicodeDecodeError:
        raise _unreadable(text) from None


def _unreadable(text: str) -> InvalidInput:
    return InvalidPosition(Fault((), facts.bad_position_line(value=shortened(text))))
