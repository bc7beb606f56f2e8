"""Every fact that refuses has a remedy, shown by an example and carried out, or its declaration says why not."""

from __future__ import annotations

from typing import Any, Final

import pytest

from solver.facts import FACTS
from tests.api.conftest import Ask

Json = dict[str, Any]

REMEDIES: Final = frozenset(
    {
        "draw_one_of",
        "exchange_instead",
        "give_all",
        "in_this_order",
        "keep_back",
        "lay_also",
        "lay_in_order",
        "lay_instead",
        "lay_off_instead",
        "pure_run_with",
        "return_card",
        "throw_instead",
        "wait_for_round",
    }
)
TABLE: Final[list[Json]] = [
    {"id": "m1", "owner": "Eva", "cards": "5C JK 7C"},
    {"id": "m2", "owner": "me", "cards": "9H 10H JH"},
    {"id": "m3", "owner": "Eva", "cards": "KS KD KC"},
]
QUEENS: Final[list[Json]] = [{"id": "m1", "owner": "Eva", "cards": "QS QD JK"}]


def meld(cards: str, **more: Any) -> Json:
    return {"type": "meld", "cards": cards.split(), **more}


def off(name: str, cards: str, **more: Any) -> Json:
    return {"type": "layoff", "meld": name, "cards": cards.split(), **more}


def give(name: str, cards: str, jokers: int = 1) -> Json:
    return {"type": "exchange", "meld": name, "cards": cards.split(), "jokers": jokers}


def throw(card: str) -> Json:
    return {"type": "discard", "card": card}


def wrong_meld(hand: str, cards: str, rules: Any = "zoliky-online") -> tuple[str, Json]:
    return "check", {"rules": rules, "hand": hand, "opened": True, "melds": [{"cards": cards.split()}]}


def turn(hand: str, *actions: Json, **more: Any) -> tuple[str, Json]:
    return "check", {"hand": hand, "actions": list(actions), **more}


EXAMPLES: Final[dict[str, tuple[str, Json]]] = {
    "ace_not_there": wrong_meld("AH 2H 3H 4H 9C", "AH 2H 3H", {"base": "zoliky-online", "ace_low": None}),
    "bottom_not_melded": turn(
        "6H 7H 8H KS KH KD 2D",
        meld("6H 7H 8H"),
        meld("KS KH KD"),
        throw("2D"),
        rules="joker-club",
        bottom_card="2D",
        drawn={"from": "bottom", "card": "2D"},
    ),
    "bottom_without_close": turn(
        "6H 7H 8H KS KH KD 2D 3D",
        meld("6H 7H 8H"),
        meld("KS KH KD"),
        throw("2D"),
        rules="wikipedia",
        bottom_card="KD",
        drawn={"from": "bottom", "card": "KD"},
    ),
    "cards_left_over": ("closing", {"hand": "6H 7H 8H KS KH 2D", "opened": True, "phase": "free"}),
    "closing_barred": (
        "closing",
        {"hand": "6H 7H 8H 2D", "opened": True, "rules": "tournament", "closing_barred": True, "phase": "after_draw"},
    ),
    "does_not_fit": turn("8H 2D", off("m2", "8H", end="high"), throw("2D"), table=TABLE),
    "draw_comes_first": turn(
        "6H 7H 8H 2D",
        meld("6H 7H 8H"),
        {"type": "draw", "from": "stock", "card": "3C"},
        throw("3C"),
        opened=True,
        phase="before_draw",
    ),
    "draw_duty_unmet": turn(
        "6H 7H 8H 2D 3C", meld("6H 7H 8H"), throw("2D"), opened=True, rules="wikipedia",
        drawn={"from": "discard", "card": "3C"},
    ),
    "fitting_card_thrown": turn(
        "KH 2D", throw("KH"), rules="tournament", table=[{"id": "m3", "owner": "Eva", "cards": "KS KD KC"}]
    ),
    "joker_cannot_close": ("closing", {"hand": "JK", "opened": True, "rules": "tournament", "phase": "free"}),
    "joker_on_opening_run": turn(
        "6H 7H 8H KS KH KD JK 2D 3D", meld("6H 7H 8H"), meld("KS KH KD"), off("new:0", "JK"), throw("2D")
    ),
    "joker_thrown_too_early": turn("JK 2D", throw("JK"), rules="tournament", round=2),
    "joker_thrown_without_closing": turn(
        "JK 2D 3C", throw("JK"), rules={"base": "zoliky-online", "joker_discard": "to_close"}, opened=True
    ),
    "jokers_not_fewer": wrong_meld(
        "7H 8H JK JK 9C", "7H JK JK", {"base": "zoliky-online", "jokers_fewer_than_naturals": True}
    ),
    "jokers_own_card": turn("6C 2D", off("m1", "6C"), throw("2D"), table=TABLE, rules="wikipedia"),
    "last_card_while_barred": turn("2D", throw("2D"), opened=True, rules="tournament", closing_barred=True),
    "last_joker_thrown": turn("6H 7H 8H 9H JK", meld("6H 7H 8H 9H"), throw("JK"), opened=True, rules="tournament"),
    "like_colours_adjacent": wrong_meld("KS KC KH 2D", "KS KC KH", "tournament"),
    "meld_of_jokers": wrong_meld("JK JK JK 7H 8H", "JK JK JK"),
    "meld_too_short": wrong_meld("KH KS KD 2C", "KH KS"),
    "neither_run_nor_set": wrong_meld("KH 2C JK QH 9S", "KH 2C JK"),
    "no_card_to_discard": wrong_meld("6H 7H 8H 9H", "6H 7H 8H 9H"),
    "no_pure_run": ("opening", {"hand": "KS KH KD QS QH QD 7C 8C 2D", "phase": "after_draw"}),
    "not_enough_points": (
        "check",
        {"hand": "6H 7H 8H KS KH KD 2D", "melds": [{"cards": "6H 7H 8H"}]},
    ),
    "not_opened": turn("6H 7H 8H KS KH KD 9C 2D", meld("6H 7H 8H"), off("m1", "9C"), throw("2D"), table=[
        {"id": "m1", "owner": "Eva", "cards": "6C 7C 8C"}]),
    "not_the_jokers_card": turn("6C KH 2D", give("m1", "KH"), throw("2D"), table=TABLE, rules="wikipedia"),
    "others_already_served": turn(
        "8H KH 2D", off("m3", "KH"), off("m2", "8H"), throw("2D"), table=TABLE, rules="tournament"
    ),
    "pure_run_not_first": turn(
        "6H 7H 8H KS KH KC 2D", meld("KS KH KC"), meld("6H 7H 8H"), throw("2D"), rules="tournament"
    ),
    "return_after_laying": turn(
        "6H 7H 8H 2D", meld("6H 7H 8H"), {"type": "return", "card": "2D"}, opened=True, rules="wikipedia",
        drawn={"from": "discard", "card": "2D"},
    ),
    "run_not_consecutive": wrong_meld("7D 8D 9D 10D 2C", "7D 8D 10D"),
    "run_suits_differ": wrong_meld("6H 7H 8H 8C 2D", "6H 7H 8C"),
    "run_too_long": wrong_meld(
        "6H 7H 8H 9H 2D", "6H 7H 8H 9H", {"base": "zoliky-online", "run_length_max": 3}
    ),
    "run_too_short": wrong_meld(
        "6H 7H 8H 9H 2D", "6H 7H 8H", {"base": "zoliky-online", "run_length_min": 4}
    ),
    "set_not_completed": turn("QH QC 2D", give("m1", "QH"), throw("2D"), opened=True, table=QUEENS),
    "set_ranks_differ": turn("8H 2D", off("m3", "8H"), throw("2D"), table=TABLE),
    "set_same_suit": wrong_meld("KH KS KD KH 2C", "KH KS KH"),
    "set_too_long": wrong_meld("KH KS KD KC JK 2C", "KH KS KD KC JK"),
    "taken_card_not_next": turn(
        "6H 7H 8H KS KH KC 2D",
        meld("6H 7H 8H"), meld("KS KH KC"), throw("2D"), drawn={"from": "discard", "card": "KC"},
    ),
    "taken_card_thrown": turn(
        "6H 2D", throw("6H"), round=1, drawn={"from": "discard", "card": "6H"},
        rules={"base": "family", "round_1_return": False},
    ),
    "too_early": ("opening", {"hand": "6H 7H 8H KS KH KD 2D", "round": 3, "phase": "after_draw"}),
    "too_few_naturals": wrong_meld("7H 8H JK JK 2D", "7H JK JK", "joker-club"),
    "too_many_jokers": wrong_meld(
        "7H 8H JK JK 2D", "7H JK JK", {"base": "zoliky-online", "max_jokers_per_meld": 1}
    ),
    "turn_is_over": turn("8H 2D", throw("2D"), off("m2", "8H"), table=TABLE),
    "won_joker_kept": turn("6C 2D 3D", give("m1", "6C"), throw("2D"), table=TABLE, rules="tournament"),
    "wrong_joker_count": turn("6C 2D", give("m1", "6C", 2), throw("2D"), table=TABLE, rules="wikipedia"),
}  # fmt: skip


def test_every_remedied_fact_has_an_example() -> None:
    assert {code for code, fact in FACTS.items() if fact.remedied} == EXAMPLES.keys()
    assert not any(fact.no_remedy for fact in FACTS.values() if fact.remedied)


def found(answer: Json, code: str) -> list[Json]:
    told: list[Json] = answer["problems"] if "problems" in answer else answer["reasons"]
    return [one for one in told if one["code"] == code]


@pytest.mark.parametrize("code", sorted(EXAMPLES))
def test_a_remedy_is_true_when_carried_out(ask: Ask, code: str) -> None:
    call, body = EXAMPLES[code]
    problem = found(ask(call, body), code)[0]
    assert problem.get("remedy"), problem
    assert problem["remedy"]["code"] in REMEDIES
    for better in carried_out(call, body, problem):
        assert not found(ask(call, better), code), better
        if call == "check":
            assert ask(call, better)["legal"], better


def carried_out(call: str, body: Json, problem: Json) -> list[Json]:
    """The questions that follow a remedy, in each of its ways."""
    remedy: Json = problem["remedy"]
    code, cards = remedy["code"], list(remedy.get("cards") or ())
    if code == "wait_for_round":
        return [{name: one for name, one in body.items() if name != "closing_barred"} | {"round": remedy["round"]}]
    if code in ("draw_one_of", "pure_run_with"):
        return [body | {"hand": f"{body['hand']} {card}"} for card in cards]
    if "melds" in body:
        return [body | {"melds": _other_melds(body["melds"], problem)}]
    actions = list(body["actions"])
    step = len(actions) if problem["step"] is None else problem["step"]
    if code == "return_card":
        return [body | {"actions": [{"type": "return", "card": remedy["card"]}]}]
    if code == "in_this_order":
        return [body | {"actions": [actions[step - 1] for step in remedy["steps"]]}]
    if code == "throw_instead":
        return [body | {"actions": [*actions[:step], throw(card)]} for card in cards]
    if code == "keep_back":
        return [body | {"actions": [*_less(actions[:step], cards[0]), throw(cards[0])]}]
    if code == "lay_also":
        also = [{"type": "meld", "cards": meld} for meld in remedy["melds"]]
        return [body | {"actions": [*actions[:step], *also, *actions[step:]]}]
    instead = _instead(actions, step, remedy)
    return [body | {"actions": [*actions[:step], *instead]}]


def _less(actions: list[Json], card: str) -> list[Json]:
    """The actions without a card in the last that lays it."""
    at = max(number for number, action in enumerate(actions) if card in action["cards"])
    kept = [one for one in actions[at]["cards"] if one != card]
    return [*actions[:at], actions[at] | {"cards": kept}, *actions[at + 1 :]]


def _instead(actions: list[Json], step: int, remedy: Json) -> list[Json]:
    code, cards = remedy["code"], list(remedy.get("cards") or ())
    wrong = actions[step]
    rest = actions[step:] if wrong["type"] == "discard" else actions[step + 1 :]
    if code == "give_all":
        return [wrong | {"cards": cards}, *rest]
    if code == "lay_off_instead":
        return [{"type": "layoff", "meld": remedy["meld"], "cards": cards}, *rest]
    assert code == "exchange_instead"
    return [give(remedy["meld"], " ".join(cards), remedy["jokers"]), *rest]


def _other_melds(melds: list[Json], problem: Json) -> list[Json]:
    remedy, at = problem["remedy"], problem["meld"]
    if remedy["code"] == "lay_also":
        return [*melds, *({"cards": meld} for meld in remedy["melds"])]
    if remedy["code"] == "keep_back":
        return [{"cards": [card for card in melds[0]["cards"] if card not in remedy["cards"]]}]
    assert remedy["code"] in ("lay_in_order", "lay_instead")
    return [*melds[:at], {"cards": remedy["cards"], "kind": remedy["kind"]}, *melds[at + 1 :]]
