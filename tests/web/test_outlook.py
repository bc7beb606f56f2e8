"""The outlook as the page shows it: distances with the cards that help, and the table of throws."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visitor

SHOW = """async ([answer, table]) => {
  const { renderOutlook } = await import("/static/js/outlook.js");
  document.getElementById("answer").append(...renderOutlook(answer, table).flat().filter(Boolean));
}"""


def distance(draws: int | None, chance: float = 0.0, **accepts: int) -> dict[str, Any]:
    return {
        "distance": draws,
        "accepts": [{"card": card, "left": left} for card, left in accepts.items()],
        "left_total": sum(accepts.values()),
        "next_draw_probability": chance,
    }


def throw(card: str, to_open: dict[str, Any], saved: int, text: str, fits: list[str]) -> dict[str, Any]:
    reason = {"code": "told", "rule": "discard", "text": text}
    return {
        "card": card,
        "to_open": to_open,
        "to_close": distance(None),
        "penalty_saved": saved,
        "fits": fits,
        "frees_joker": [],
        "reason": reason,
        "risks": [{"code": "fits", "rule": "", "text": f"Hodí se k {one}."} for one in fits],
    }


ANSWER = {
    "to_open": distance(1, 0.08, KD=2, JK=4),
    "to_close": distance(2),
    "discards": [
        throw("5H", distance(1, KD=2, JK=4), 5, "It costs most.", []),
        throw("2C", distance(0), 2, "It costs less.", ["postupce ♣A 🃏 ♣3 (Eva)"]),
    ],
}


TABLE = [{"id": "m1", "owner": "Eva", "cards": ["AC", "JK", "3C"]}]


def test_the_outlook_is_a_table_of_throws(visitor: Visitor) -> None:
    page = visitor.form(size=PHONE, language="cs-CZ")
    page.evaluate(SHOW, [ANSWER, TABLE])
    expect(page.locator("#answer h3")).to_have_text(
        ["K vyložení: chybí 1 karta", "K zavření: chybí 2 karty", "Kterou kartu odhodit"]
    )
    expect(page.locator("#answer")).to_contain_text("K♦ ×2, žolík ×4")
    expect(page.locator("#answer")).to_contain_text("zbývá 6 kusů · příštím líznutím 8\u00a0%")
    expect(page.locator("#answer")).to_contain_text("žádná z těch karet už nezbývá")  # two away, and none left
    assert page.locator("tbody th").all_inner_texts() == ["5♥", "2♣"]
    expect(page.locator("tbody >> nth=0")).to_contain_text("mimo dosah")
    expect(page.locator("tbody >> nth=1")).to_contain_text("It costs less.Pozor: Hodí se k postupce A♣ ★ 3♣ (Eva).")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
