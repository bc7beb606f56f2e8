"""The page: accessible, light, alone on its host, usable at the first try and without scripts."""

from __future__ import annotations

import json
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from api.web.assets import SCRIPTS
from solver.rules.profile import PARAMETERS
from tests.web.conftest import DESKTOP, PHONE, Visitor

TURN = "/?position=z1~zoliky-online~7S2H7H7DTDJDQD6C~dsQD~p8S~mm1.Eva.5CJK7C&ask=turn"
"""10-J-Q♦ and three sevens open with 51, 6♣ wins Eva's joker, 2♥ closes."""
CANNOT = "/?position=z1~joker-club~7D8D9DKSKH2C5H&ask=opening"


AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


TAP = """async (card) => {
  const cell = document.querySelector(`#board [data-card="${card}"]`);
  const { x, y, width, height } = cell.getBoundingClientRect();
  if (!cell.contains(document.elementFromPoint(x + width / 2, y + height / 2))) throw Error(`${card} is hidden`);
  cell.click();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return document.getElementById("board").getBoundingClientRect().top;
}"""
"""Taps a card of the board, which must be in sight without scrolling; where the board lies then."""


def no_violations(page: Page, part: str = "html") -> None:
    found = Axe().run(page, part, options=AXE)
    assert [
        (violation["id"], [node["html"] for node in violation["nodes"]][:3])
        for violation in found.response["violations"]
    ] == []


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desktop"])
def test_axe_finds_nothing(visitor: Visitor, size: tuple[int, int], scheme: str) -> None:
    page = visitor.form(TURN, size=size, color_scheme=scheme)
    page.click("#add-opponent")
    page.click(".step >> nth=2")
    page.check("#four")
    no_violations(page)
    page.goto(f"{CANNOT}&view=form")
    page.click("#answer .why summary")
    expect(page.locator("#answer .why dl")).to_be_visible()
    page.fill("#hand", "7D Q")
    page.click("button[value=turn]")
    expect(page.locator("#hand")).to_be_focused()
    no_violations(page)


def test_the_page_is_light_and_the_first_answer_quick(visitor: Visitor) -> None:
    page = visitor.open("about:blank")
    sizes: dict[str, int] = {}
    page.on("response", lambda one: sizes.__setitem__(one.url, len(one.body())))
    page.goto("/?view=form", wait_until="networkidle")
    loaded = {url.rpartition("/")[2] for url in sizes if url.endswith(".js")}
    assert loaded == {f"{script}.js" for script in SCRIPTS}
    assert sum(size for url, size in sizes.items() if "/static/cards/" not in url) < 100_000
    assert min(first_answer(page, hand) for hand in ("JK JK", "3♥ JK", "3♥ 4♥")) < 1


def first_answer(page: Page, others: str) -> float:
    """Seconds from the question to the answer on the screen."""
    page.fill("#hand", f"7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ Q♣ A♣ 2♣ 5♥ 5♠ 9♣ {others}")
    page.locator("#answer-title").evaluate("one => one.remove()")
    before = time.perf_counter()
    page.click("button[value=opening]")
    expect(page.locator("#answer-title")).to_contain_text("You can open")
    return time.perf_counter() - before


def test_the_first_try_of_somebody_new(visitor: Visitor) -> None:
    page = visitor.form(size=PHONE, language="de-AT")
    for card in ("7D", "8D", "9D", "KS", "KH", "KC", "2C"):
        page.click(f'#board [data-card="{card}"]')
    page.get_by_role("button", name="Open?").click()
    expect(page.locator("#answer-title")).to_have_text("You can open with 54 points (51 needed).")
    expect(page.locator("#answer-title")).to_be_in_viewport()


def test_the_board_stays_under_the_finger(visitor: Visitor) -> None:
    page = visitor.form(size=(360, 640))
    places = [page.evaluate(TAP, card) for card in ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "AH", "KC", "JK")]
    expect(page.locator("#hand ~ .tap")).to_be_visible()
    expect(page.get_by_text("Your cards (10)")).to_have_count(1)
    assert max(places) - min(places) <= 8  # the hand above grew to two rows of cards and two lines of text


def test_copies_used_up_cannot_be_tapped_again(visitor: Visitor) -> None:
    page = visitor.form()
    cell = page.locator('#board [data-card="7D"]')
    for _ in range(3):
        cell.dispatch_event("click")
    expect(page.locator("#hand")).to_have_value("7♦ 7♦")
    expect(cell).to_have_attribute("aria-disabled", "true")
    expect(cell).to_have_attribute("aria-label", "7 of diamonds, 2 of 2 in use")
    page.get_by_role("button", name="7 of diamonds, take away").first.click()
    expect(page.locator("#hand")).to_have_value("7♦")


def test_errors_stand_at_their_fields(visitor: Visitor) -> None:
    page = visitor.form()
    page.fill("#hand", "7D 8D 9D")
    page.click("#table-part summary")
    page.click("#add-meld")
    page.fill("[name=meld_cards]", "5C 6C 8C")
    page.fill("#round", "soon")
    page.click("button[value=opening]")
    expect(page.locator("#round")).to_have_attribute("aria-invalid", "true")
    page.fill("#round", "5")
    page.click("button[value=opening]")
    expect(page.locator("[name=meld_cards]")).to_be_focused()
    expect(page.locator(".meld-row .error")).to_contain_text("not a run")
    expect(page.locator("#round")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#answer [role=alert]")).to_contain_text("not a run")


def test_a_link_brings_the_question_back(visitor: Visitor) -> None:
    page = visitor.form(TURN, permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("#answer-title")).to_have_text("Close this turn!")
    expect(page.locator("#hand")).to_have_value("7♠ 2♥ 7♥ 7♦ 10♦ J♦ Q♦ 6♣")
    expect(page.locator("[name=meld_owner]")).to_have_value("Eva")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.click("button[value=closing]")
    expect(page.locator("#answer-title")).to_have_text("You can close.")
    page.go_back()
    expect(page.locator("#answer-title")).to_have_text("Close this turn!")
    assert json.loads(page.evaluate("localStorage.zolik_recent"))[0]["ask"] == "turn"


def test_alternatives_are_stepped_through(visitor: Visitor) -> None:
    page = visitor.form("/?position=z1~zoliky-online~5SKS5HKH7D8D9DTDKDACQC2C9CJK&ask=opening")
    expect(page.locator(".stepper output")).to_have_text("1 of 5 · best · 94 points laid")
    first = page.locator("#answer .melds").inner_text()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".stepper output")).to_have_text("2 of 5 · 87 points laid")  # 7♦ stays in the hand
    assert page.locator("#answer .melds").inner_text() != first
    joker = page.locator("#answer .melds").get_by_alt_text("joker, stands for")
    expect(joker.first).to_be_visible()
    expect(page.locator(".step").filter(has_text="= K♣")).to_contain_text("Q♣ ★ A♣ (★ = K♣; 30 points)")


def test_the_choice_of_language_is_kept_and_the_cards_too(visitor: Visitor) -> None:
    page = visitor.form(language="cs-CZ")
    page.fill("#hand", "7D 8D")
    page.get_by_role("link", name="Slovenčina").click()
    expect(page.locator("html")).to_have_attribute("lang", "sk")
    expect(page.locator("#hand")).to_have_value("7♦ 8♦")
    page.goto("/?view=form")
    expect(page.locator("h1")).to_have_text("Radca na žolíky")


def test_the_four_colour_deck_and_the_theme_are_kept(visitor: Visitor) -> None:
    page = visitor.form(TURN)
    page.check("#four")
    expect(page.locator('img[data-face="10D"]').first).to_have_attribute("src", "/static/cards/four/10D.svg")
    page.select_option("#theme", "dark")
    page.reload()
    expect(page.locator('img[data-face="10D"]').first).to_have_attribute("src", "/static/cards/four/10D.svg")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_typed_hands_are_answered_without_scripts(visitor: Visitor) -> None:
    page = visitor.open(java_script_enabled=False, language="cs-CZ")
    page.fill("#hand", "7-9♦ KS KH K♣ 2C")
    page.get_by_role("button", name="Vyložit?").click()
    expect(page.locator(".verdict")).to_have_text("Můžeš vyložit 54 bodů (potřeba je 51).")
    assert "position=z1~zoliky-online~" in page.url
    assert [one.get_attribute("alt") for one in page.locator(".melds img").all()][:2] == [
        "kárová sedmička",
        "kárová osmička",
    ]
    expect(page.locator(".steps li >> nth=0")).to_have_text("Vylož čistou postupku 7♦ 8♦ 9♦ (24 bodů).")
    page.fill("#hand", "7-9♦ KS KX")
    page.get_by_role("button", name="Vyložit?").click()
    expect(page.locator("#error-hand")).to_have_text("„KX“ není karta.")
    expect(page.locator("#hand")).to_have_value("7-9♦ KS KX")


def test_nothing_overflows_a_phone(visitor: Visitor) -> None:
    page = visitor.form(TURN, size=PHONE)
    page.click("#house summary")
    expect(page.locator(".parameter")).to_have_count(len(PARAMETERS))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
