"""A question as one line of text, in place of its fields, with further fields that override it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Ask

FULL: dict[str, Any] = {
    "rules": {"base": "family", "opening_minimum": 42},
    "hand": "7D 8D 9D KH KS JK 2C 5H",
    "table": [
        {"id": "a b", "owner": "Eva", "cards": "JK 4S JK", "kind": "set"},
        {"owner": "Ján Ž", "cards": "5C 6C 7C 8C", "opening_run": True},
    ],
    "round": 7,
    "opened": True,
    "starter": True,
    "drawn": {"from": "stock", "card": "2C"},
    "discard_pile": "3H 3S",
    "bottom_card": "QH",
    "opponents": [{"name": "Eva", "cards": 9, "opened": True}, {"name": "Ján Ž", "opened": True}],
    "top_discard_by": "Eva",
    "closing_barred": True,
    "seen": "AC AD",
}


@pytest.mark.parametrize("call", ["opening", "closing", "penalty", "turn"])
def test_the_line_of_an_answer_asks_the_same_again(ask: Ask, call: str) -> None:
    answer = ask(call, FULL)
    again = ask(call, {"position": answer["position"]})
    assert again == answer


def test_every_field_is_in_the_line(ask: Ask) -> None:
    line = ask("check", FULL | {"melds": []})["position"]
    assert line == (
        "z1~family.opening_minimum-42~KS5HKH7D8D9D2CJK~r7~o1~s~ds2C~p3H3S~bQH~ma_20b.Eva.4SJKJK.s"
        "~mm1.J_C3_A1n_20_C5_BD.5C6C7C8C.y~qEva.9.1~qJ_C3_A1n_20_C5_BD..1~tEva~x~eADAC"
    )


def test_the_longest_names_come_back_too(ask: Ask) -> None:
    # a name of 64 letters of four bytes takes 64 * 12 = 768 characters in a line
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]
    runs = [[rank + suit for rank in ranks[at : at + 3]] for suit in "SHDC" for at in (0, 3, 6, 9)] * 2
    sets = [["K" + suit for suit in "SHD"]] * 2
    table = [
        {"id": f"{number:02d}" + "🂡" * 62, "owner": "🃏" * 64, "cards": cards}
        for number, cards in enumerate(runs + sets)
    ]
    answer = ask("check", {"hand": "KC JK", "table": table, "melds": []})
    assert len(answer["position"]) > 34 * (62 + 64) * 12
    assert ask("check", {"position": answer["position"], "melds": []}) == answer


def test_further_fields_override_the_line(ask: Ask) -> None:
    line = "z1~joker-club~4S5S6SKSKD9CJK~r6~p2H"

    def asked(**fields: Any) -> str:
        return str(ask("check", {"position": line, "melds": [], **fields})["position"])

    assert asked() == line
    assert asked(round=8) == line.replace("r6", "r8")
    assert asked(hand="2C 3C") == "z1~joker-club~2C3C~r6~p2H"
    assert asked(discard_pile=[]) == line.removesuffix("~p2H")
    assert asked(rules="family") == line.replace("joker-club", "family")
    assert asked(opened=True) == line.replace("~p2H", "~o1~p2H")
    # an override without a base changes the rules of the line
    assert asked(rules={"opening_minimum": 51}) == line.replace("joker-club", "joker-club.opening_minimum-51")
    assert asked(rules={"base": "family", "opening_minimum": 42}) == line.replace(
        "joker-club", "family.opening_minimum-42"
    )


def test_other_rules_read_the_melds_of_the_line_again(ask: Ask) -> None:
    line = "z1~zoliky-online~7D8D~mm1.Eva.JK4SJK.s"
    assert "JK" in ask("check", {"position": line, "melds": []})["position"]
    problem = ask("check", {"position": line, "melds": [], "rules": "joker-club"}, 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [("/position", "too_few_naturals")]


def test_what_is_wrong_with_a_line_points_at_it(ask: Ask) -> None:
    for line, code in (
        ("z1~zoliky-online~7D7D7D", "too_many_copies"),
        ("z1~zoliky-online~7D~r3~mm1.Eva.4S5S6S", "table_too_early"),
        ("z1~zoliky-online.opening_minimum-900~7D", "bad_parameter"),
        ("z1~zoliky-online~7D~q..", "bad_position_line"),
    ):
        problem = ask("check", {"position": line, "melds": []}, 422)
        assert (line, problem["errors"][0]["pointer"], problem["errors"][0]["code"]) == (line, "/position", code)


def test_table_melds_without_names_get_free_ones(ask: Ask) -> None:
    table = [{"owner": "Eva", "cards": cards} for cards in ("4S 5S 6S", "7H 8H 9H", "JD QD KD")]
    table[1]["id"] = "m1"
    line = ask("check", {"hand": "2C 3C", "table": table, "melds": []})["position"]
    assert [part.split(".")[0] for part in line.split("~") if part.startswith("m")] == ["mm2", "mm1", "mm3"]
