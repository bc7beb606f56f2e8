"""Playing on: the page carries moves out as the service does, and tells what does not go."""

from __future__ import annotations

from flask.testing import FlaskClient
from playwright.sync_api import expect

from solver.game.position_line import position_line
from tests.random_positions import positions
from tests.web.conftest import Visitor
from tests.web.test_round import note

CARRY_OUT = """async ([table, plan]) => {
  const { tableAfter } = await import("/static/js/table.js");
  const { codeOf } = await import("/static/js/cards.js");
  return tableAfter(table, plan, (cards) => cards.map(codeOf)).map(({ id, cards }) => [id, cards]);
}"""
"""The table after a plan, made of its actions alone."""
ASKED = {"objective": "penalty", "time_ms": 200}


def test_moves_end_as_the_service_says(visitor: Visitor, client: FlaskClient) -> None:
    page = visitor.form()
    compared = 0
    for base, seed in (("zoliky-online", 7), ("wikipedia", 7), ("family", 7)):
        for position in positions(seed, 40, base):
            if not position.table:
                continue
            answer = client.post("/v1/turn", json=ASKED | {"position": position_line(position)})
            table = [
                {
                    "id": lying.id,
                    "owner": lying.owner,
                    "cards": [str(card) for card in lying.meld.cards],
                    "kind": lying.meld.kind if len(lying.meld.naturals) == 1 else "",
                }
                for lying in position.table
            ]
            for plan in (answer.get_json().get("plans") or [])[:2]:
                if all(action["type"] in ("draw", "meld", "discard", "return") for action in plan["actions"]):
                    continue
                made = dict(page.evaluate(CARRY_OUT, [table, plan]))
                # the order matters in runs alone
                shown = {
                    one["id"]: (sorted if one["kind"] == "set" else list)(one["cards"]) for one in plan["table_after"]
                }
                kinds = {one["id"]: one["kind"] for one in plan["table_after"]}
                assert {name: sorted(cards) if kinds[name] == "set" else cards for name, cards in made.items()} == shown
                compared += 1
    assert compared > 10


LAY_OFF = """async (cases) => {
  const { withCards } = await import("/static/js/table.js");
  return cases.map(([meld, laid]) => withCards({ cards: meld.split(" ") }, laid.split(" ")).join(" "));
}"""
"""Cards laid off on melds."""
LAID_OFF = {
    ("5C JK 7C", "6C"): "5C 6C 7C",  # the joker's own card takes its place
    ("5C JK 7C", "8C 9C"): "5C JK 7C 8C 9C",
    ("2H 3H 4H", "AH"): "AH 2H 3H 4H",
    ("JH QH KH", "AH 10H"): "10H JH QH KH AH",
    ("7S 7H 7D", "7C"): "7S 7H 7D 7C",
    ("7S 7H 7D JK", "7C"): "7S 7H 7D 7C",  # a full set: the joker is exchanged
    ("7C 6C 5C", "4C"): "4C 5C 6C 7C",  # told from the high end
    ("QD KD JK", "10D JD"): "10D JD QD KD JK",
    ("7C 8C 9C", "JK"): "7C 8C 9C JK",
    ("QC KC AC", "JK"): "JK QC KC AC",  # nothing lies above the ace
}


def test_cards_laid_off_lie_where_they_belong(visitor: Visitor) -> None:
    page = visitor.form()
    assert page.evaluate(LAY_OFF, list(LAID_OFF)) == list(LAID_OFF.values())


def test_an_opponent_lays_off(visitor: Visitor) -> None:
    page = visitor.form()
    page.fill("#hand", "2S")
    page.click("#table-part summary")
    page.click("#add-meld")
    page.fill("[name=meld_cards]", "5♣ JK 7♣")
    page.click("button[value=penalty]")
    note(page, page.locator("#ev-who option >> nth=1").inner_text(), "off", "6C", 1)
    expect(page.locator("[name=meld_cards]")).to_have_value("5♣ 6♣ 7♣")


def test_a_discard_goes_round(visitor: Visitor) -> None:
    page = visitor.form("/?position=z1~joker-club~7D8D9DKSKH2C5H~p3HKD~qEva.11.0&ask=penalty")
    page.select_option("#ev-what", "drew_discard")
    page.click("#event button[type=submit]")
    expect(page.locator("#discard_pile")).to_have_value("3♥")
    expect(page.locator("#drawn_from")).to_have_value("discard")
    expect(page.locator("#answer-title")).to_have_text("Least left in hand: 2 points")  # 24 + 30 opens, 5♥ is thrown
    note(page, "me", "threw", "9S", 1)
    expect(page.locator("#ev-error")).to_have_text("9♠ is not in your hand.")
    note(page, "me", "threw", "5H", 2)
    expect(page.locator("#discard_pile")).to_have_value("3♥ 5♥")
    expect(page.locator("#ev-who")).to_have_value("Eva")
    note(page, "Eva", "drew_discard", "", 3)
    expect(page.locator("#ev-who")).to_have_value("Eva")
    note(page, "Eva", "laid", "5H 6H 7H", 4)
    note(page, "Eva", "threw", "2H", 5)
    expect(page.locator("#ev-who")).to_have_value("me")
    expect(page.locator("#discard_pile")).to_have_value("3♥ 2♥")
    expect(page.locator("[name=opponent_cards]")).to_have_value("8")  # 11 + 1 - 3 - 1
    expect(page.locator("[name=opponent_opened]")).to_have_value("yes")


def test_a_card_that_cannot_be_used_goes_back(visitor: Visitor) -> None:
    page = visitor.form("/?position=z1~zoliky-online~2S3H9DKD5C~ddKD~p3H&ask=turn")
    expect(page.locator(".step")).to_have_text("Put K♦ back and draw from the stock.")
    page.click("#did-it")
    expect(page.locator("#hand")).to_have_value("2♠ 3♥ 9♦ 5♣")
    expect(page.locator("#discard_pile")).to_have_value("3♥ K♦")
    expect(page.locator("#drawn_from")).to_have_value("")
