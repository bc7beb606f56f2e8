"""Positions and turns from short texts, for tests.

`pos("8C 9C 10C 2H", "anna: 5C JK 7C | me: 3H 4H 5H!")` puts melds `t0`, `t1` … on the table; `!` marks the run that
opened, `?` a meld that is known not to be it, `set` a set with one natural card. `turn("meld 8C 9C 10C; throw 2H")`
reads actions:

    draw stock|discard|bottom [CARD]        throw CARD [closes|stays] [hand|table]
    meld CARDS [set|run]                    return CARD
    off MELD CARDS [low|high]               tear MELDS -> CARDS / CARDS + HAND CARDS
    swap MELD CARDS [*N]                    N jokers come back, 1 unless said
"""

from __future__ import annotations

from typing import Any, Literal, cast

from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card
from solver.game.melds import MeldKind, read_meld
from solver.game.notation import read_card, read_cards
from solver.game.position import Drawn, DrawSource, Position, TableMeld, make_position
from solver.model.decide import states_all
from solver.model.question import opened_question, opening_question
from solver.rules.presets import read_profile
from solver.rules.profile import RuleProfile


def pos(
    hand: str, table: str = "", rules: str | dict[str, Any] | RuleProfile = "zoliky-online", **more: Any
) -> Position:
    """A position. `drawn` may be a text (`"discard KC"`, `"stock"`), as may all that is cards."""
    profile = read_profile(rules)
    if isinstance(more.get("drawn"), str):
        source, _, card = more["drawn"].partition(" ")
        more["drawn"] = Drawn(cast(DrawSource, source), read_card(card) if card else None)
    for name in ("discard_pile", "seen"):
        if isinstance(more.get(name), str):
            more[name] = read_cards(more[name])
    if isinstance(more.get("bottom_card"), str):
        more["bottom_card"] = read_card(more["bottom_card"])
    texts = [one for one in table.split("|") if one.strip()]
    melds = [_table_meld(f"t{index}", text, profile) for index, text in enumerate(texts)]
    return make_position(profile, cards(hand), table=melds, **more)


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text."""
    return read_cards(text)


def _table_meld(name: str, text: str, profile: RuleProfile) -> TableMeld:
    owner, _, rest = text.strip().partition(":")
    mark = {"!": True, "?": False}.get(rest.strip()[-1])
    laid, kind = _with_kind(rest.strip().rstrip("!?"))
    return TableMeld(name, owner, read_meld(laid, profile, kind), mark)


def _with_kind(text: str) -> tuple[tuple[Card, ...], MeldKind | None]:
    words = text.split()
    if words and words[-1] in ("set", "run"):
        return read_cards(" ".join(words[:-1])), cast(MeldKind, words[-1])
    return read_cards(text), None


def turn(text: str) -> list[Action]:
    """The actions of a text, separated by semicolons."""
    return [_action(one.strip()) for one in text.split(";") if one.strip()]


def _action(text: str) -> Action:
    word, _, rest = text.partition(" ")
    words = rest.split()
    if word == "draw":
        source = cast(Literal["stock", "discard", "bottom"], words[0])
        return Draw(source, read_card(words[1]) if len(words) > 1 else None)
    if word == "meld":
        return LayMeld(*_with_kind(rest))
    if word == "off":
        end = words.pop() if words[-1] in ("low", "high") else None
        return LayOff(words[0], cards(" ".join(words[1:])), cast(Literal["low", "high"] | None, end))
    if word == "swap":
        jokers = int(words.pop()[1:]) if words[-1].startswith("*") else 1
        return Exchange(words[0], cards(" ".join(words[1:])), jokers)
    if word == "tear":
        taken, _, built = rest.partition("->")
        melds, _, added = built.partition("+")
        new = tuple(LayMeld(*_with_kind(one)) for one in melds.split("/"))
        return Rearrange(tuple(taken.split()), new, cards(added))
    if word == "throw":
        closes = {"closes": True, "stays": False}.get(words[1]) if len(words) > 1 else None
        from_hand = {"hand": True, "table": False}.get(words[2]) if len(words) > 2 else None
        return Discard(read_card(words[0]), closes, from_hand)
    assert word == "return", text
    return Return(read_card(rest))


def fully_stated(position: Position) -> bool:
    """Does the model state all turns of a position, so that answers are proved? In presets always."""
    question = opened_question(position) if position.opened else opening_question(position)
    return states_all(position, question)
