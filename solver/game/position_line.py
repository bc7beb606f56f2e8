"""The one-line text form of a position: parse and print.

Segments are joined by `~`; the characters used are safe in a URL as they are (`A-Z a-z 0-9 - . _ ~`):

    z1~RULES~HAND[~TAG…]…

RULES is a profile id followed by `.name-value` for each override. Cards take two characters each (`7D`, `TD`, `JK`).
Tags, only where they differ from the default: `r5` round, `o0`/`o1` opened, `s` starter, `ds7D` drawn (s stock,
d discard, b bottom, n none), `p7D8C` discard pile, `b7D` bottom card, `mID.OWNER.CARDS[.FLAGS]` a table meld (flags:
`s` read as a set, `y`/`n` the opening run or not), `qNAME.CARDS.OPENED[.PICKED[.THROWN]]` an opponent, `tNAME` who
threw the top card, `x` closing is barred, `e7D` other cards seen, `fb`/`fa`/`ff` the phase as it was told (before the
draw, after it, free), `l12` cards left in the stock. In names, what is no letter, digit or dash is `_` and
a byte in hex.
"""

from __future__ import annotations

import re
from typing import Any, Final

from solver.errors import Fault, InvalidInput, InvalidPosition, InvalidProfile, Reason, Value, shortened, shown
from solver.game.cards import Card
from solver.game.melds import MeldKind, NotAMeld, read_meld
from solver.game.notation import packed, read_packed
from solver.game.phase import Phase
from solver.game.position import Drawn, Opponent, Position, Source, TableMeld, make_position
from solver.rules.presets import read_profile
from solver.rules.profile import PARAMETERS, ParameterValue, RuleProfile

VERSION: Final = "z1"
MAX_LINE: Final = 100_000
"""Longest line that is read, in characters: longer than that of any position. At most 54 melds (3 * 52 + 8 cards, three
a meld) with two names of 64 letters, 12 characters each, are 83 000; everything else is below 17 000."""

_VERSIONS: Final = re.compile(r"z[0-9]{1,6}", re.ASCII)
_SOURCES: Final[dict[str, Source]] = {"s": "stock", "d": "discard", "b": "bottom", "n": "none"}
_PHASES: Final[dict[str, Phase]] = {"b": "before_draw", "a": "after_draw", "f": "free"}
_PLAIN: Final = re.compile(r"[A-Za-z0-9-]")
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


def position_line(position: Position) -> str:
    """The position in one line; `read_position_line` gives an equal position back."""
    plain = make_position(position.profile, position.hand, table=position.table)
    parts = [VERSION, _rules(position.profile), _cards(position.hand)]
    if position.round != plain.round:
        parts.append(f"r{position.round}")
    if position.opened != plain.opened:
        parts.append(f"o{int(position.opened)}")
    if position.starter:
        parts.append("s")
    if position.drawn:
        letter = next(key for key, source in _SOURCES.items() if source == position.drawn.source)
        parts.append("d" + letter + (packed(position.drawn.card) if position.drawn.card else ""))
    if position.discard_pile:
        parts.append("p" + _cards(position.discard_pile))
    if position.bottom_card:
        parts.append("b" + packed(position.bottom_card))
    parts += ["m" + _table_meld(one) for one in position.table]
    parts += ["q" + _opponent(one) for one in position.opponents]
    if position.top_discard_by is not None:
        parts.append("t" + _quoted(position.top_discard_by))
    if position.closing_barred:
        parts.append("x")
    if position.seen:
        parts.append("e" + _cards(position.seen))
    if position.phase_told:
        parts.append("f" + next(key for key, phase in _PHASES.items() if phase == position.phase))
    if position.stock_left is not None:
        parts.append(f"l{position.stock_left}")
    return "~".join(parts)


def read_position_line(line: str) -> Position:
    """The position that a line holds. Raises InvalidPosition (or InvalidProfile, InvalidCard inside it)."""
    return make_position(**read_position_fields(line))


def read_position_fields(line: str) -> dict[str, Any]:
    """The arguments of `make_position` that a line holds, only those it names. Raises InvalidInput."""
    if len(line) > MAX_LINE:
        params: dict[str, Value] = {"value": shown(line), "length": len(line), "limit": MAX_LINE}
        raise InvalidPosition(Fault((), Reason("text_too_long", "position", params)))
    version, *parts = line.strip().split("~")
    if version != VERSION and _VERSIONS.fullmatch(version) and parts:
        raise InvalidPosition(Fault((), Reason("unknown_version", "position", {"value": version, "known": VERSION})))
    if version != VERSION or len(parts) < 2:
        raise _unreadable(line)
    profile = _read_rules(parts[0])
    result: dict[str, Any] = {"profile": profile, "hand": read_packed(parts[1])}
    table: list[TableMeld] = []
    opponents: list[Opponent] = []
    for part in parts[2:]:
        tag, rest = part[:1], part[1:]
        if tag == "m":
            table.append(_read_table_meld(rest, profile, len(table)))
        elif tag == "q":
            opponents.append(_read_opponent(rest))
        else:
            name, value = _read_tag(tag, rest, part)
            if name in result:
                raise _unreadable(part)
            result[name] = value
    return result | ({"table": tuple(table)} if table else {}) | ({"opponents": tuple(opponents)} if opponents else {})


def _read_tag(tag: str, rest: str, part: str) -> tuple[str, Any]:
    if tag == "r" and rest.isascii() and rest.isdigit() and len(rest) < 5:
        return "round", int(rest)
    if tag == "o" and rest in ("0", "1"):
        return "opened", rest == "1"
    if tag == "s" and not rest:
        return "starter", True
    if tag == "x" and not rest:
        return "closing_barred", True
    if tag == "d" and rest[:1] in _SOURCES and len(rest) in (1, 3):
        return "drawn", Drawn(_SOURCES[rest[0]], _one_card(rest[1:]) if rest[1:] else None)
    if tag == "p":
        return "discard_pile", read_packed(rest)
    if tag == "b":
        return "bottom_card", _one_card(rest)
    if tag == "t":
        return "top_discard_by", _unquoted(rest)
    if tag == "e":
        return "seen", read_packed(rest)
    if tag == "f" and rest in _PHASES:
        return "phase", _PHASES[rest]
    if tag == "l" and rest.isascii() and rest.isdigit() and len(rest) < 5:
        return "stock_left", int(rest)
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
    told = f"{_quoted(one.name)}.{'' if one.cards is None else one.cards}.{int(one.opened)}"
    cards = f".{_cards(one.picked)}.{_cards(one.thrown)}" if one.thrown else f".{_cards(one.picked)}"
    return told + (cards if one.picked or one.thrown else "")


def _read_opponent(text: str) -> Opponent:
    parts = text.split(".")
    if not 3 <= len(parts) <= 5 or parts[2] not in ("0", "1") or not re.fullmatch(r"[0-9]{0,3}", parts[1], re.ASCII):
        raise _unreadable(text)
    picked, thrown = (tuple(read_packed(one)) for one in (*parts[3:], "", "")[:2])
    return Opponent(_unquoted(parts[0]), int(parts[1]) if parts[1] else None, parts[2] == "1", picked, thrown)


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
    return InvalidPosition(Fault((), Reason("bad_position_line", "position", {"value": shortened(text)})))
