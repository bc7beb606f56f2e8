"""A whole round followed with advice, in each language, on a phone and on a wide screen; once by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import DESKTOP, PHONE, Visitor

# 7-8-9♦ is 24, with three kings (30) it is 54 of the 51 needed; 27 are missing without the third king.
# What is left then is 2♣ (2 points) after 5♥ is thrown. 10♦ goes to the run, 2♣ closes.
HAND = "7-9♦ KS KH 2C 5H"
WORDS = {
    "en": ("You cannot open.", "27 points are missing", "Draw from the stock.", "Least left in hand: 2 points"),
    "cs": ("Vyložit nemůžeš.", "Chybí 27 bodů", "Lízni z talonu.", "Nejméně v ruce: 2 body"),
    "sk": ("Vyložiť nemôžeš.", "Chýba 27 bodov", "Potiahni z talónu.", "Najmenej v ruke: 2 body"),
}
CLOSING = {
    "en": ("Close this turn!", "Throw 2♣. That closes the deal.", "You closed the deal."),
    "cs": ("V tomto tahu zavři!", "Odhoď 2♣. Tím zavřeš.", "Zavřeno."),
    "sk": ("V tomto ťahu zatvor!", "Odhoď 2♣. Tým zatvoríš.", "Zatvorené."),
}
KING = {"en": "KD", "cs": "káry král", "sk": "káry kráľ"}


def title(page: Page) -> Locator:
    return page.locator("#answer-title")


def before_the_draw(page: Page) -> None:
    if page.locator("#table-part").get_attribute("open") is None:
        page.click("#table-part > summary")
    page.select_option("#phase", "before_draw")


def note(page: Page, who: str, what: str, cards: str, number: int) -> None:
    page.select_option("#ev-who", who)
    page.select_option("#ev-what", what)
    if cards:
        page.fill("#ev-cards", cards)
    page.click("#event button[type=submit]")
    expect(page.locator("#next .notes li")).to_have_count(number)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_a_round(visitor: Visitor, language: str, size: tuple[int, int]) -> None:
    cannot, missing, draw, least = WORDS[language]
    page = visitor.form(size=size, language={"en": "en-GB", "cs": "cs-CZ", "sk": "sk-SK"}[language])
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.fill("#hand", HAND)
    page.click("button[value=opening]")
    expect(title(page)).to_have_text(cannot)
    expect(page.locator("#answer .why")).to_contain_text(missing)
    helps = page.locator("#answer .helps img")
    assert sorted(one.get_attribute("data-face") or "" for one in helps.all()) == ["JK", "KC", "KD"]

    page.select_option("#objective", "penalty")
    before_the_draw(page)  # seven cards do not tell whether the draw is done
    page.click("button[value=turn]")
    expect(title(page)).to_have_text(draw)
    note(page, "me", "drew_stock", KING[language], 1)
    expect(title(page)).to_have_text(least)
    assert faces(page, '[data-zone="new:0"]') == ["7D", "8D", "9D"]
    assert faces(page, '[data-zone="new:1"]') == ["KS", "KH", "KD"]
    assert faces(page, '[data-zone="discard"]') == ["5H"]
    page.click(".step >> nth=1")
    lit = page.locator(".lit-card")
    assert [one.get_attribute("data-card") for one in lit.all()] == ["KS", "KH", "KD"]
    page.click("#did-it")
    expect(page.locator("#hand")).to_have_value("2♣")
    expect(page.locator("#discard_pile")).to_have_value("5♥")
    expect(page.locator(".meld-row")).to_have_count(2)
    expect(page.locator("#round")).to_have_value("6")

    opponent = page.locator("#ev-who option >> nth=1").inner_text()
    note(page, opponent, "laid", "5C 6C 7C", 3)
    note(page, opponent, "threw", "3H", 4)
    expect(page.locator("#discard_pile")).to_have_value("5♥ 3♥")
    note(page, "me", "drew_stock", "10D", 5)
    best, last, closed = CLOSING[language]
    expect(title(page)).to_have_text(best)
    expect(page.locator(".step").last).to_have_text(last)
    page.click("#did-it")
    expect(title(page)).to_contain_text(closed)
    expect(page.locator("#hand")).to_have_value("")


def faces(page: Page, zone: str) -> list[str]:
    return [one.get_attribute("data-face") or "" for one in page.locator(f"{zone} img").all()]


def test_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.form()

    def go_to(selector: str) -> None:
        for _ in range(80):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        pytest.fail(f"{selector} is not reached by the keyboard")

    go_to("#hand")
    page.keyboard.type("KS KH 2C 5H ")
    go_to("#board [data-card]")  # the ace of spades; the seven of diamonds is six to the right and two suits down
    for key in ("ArrowDown", "ArrowDown", *["ArrowRight"] * 6):
        page.keyboard.press(key)
    for _ in range(3):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    expect(page.locator("#hand")).to_have_value("K♠ 5♥ K♥ 7♦ 8♦ 9♦ 2♣")
    go_to("#table-part > summary")
    page.keyboard.press("Enter")
    go_to("#phase")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#phase")).to_have_value("before_draw")
    go_to("#objective")
    page.keyboard.press("ArrowDown")  # from strength to the fewest penalty points
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("button[value=turn]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Draw from the stock.")
    expect(page.locator("#answer")).to_be_focused()
    go_to("#ev-cards")
    page.keyboard.type("KD")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Least left in hand: 2 points")
    go_to(".step")
    page.keyboard.press("Space")
    expect(page.locator(".step >> nth=0")).to_have_attribute("aria-pressed", "true")
    go_to("#did-it")
    page.keyboard.press("Enter")
    expect(page.locator("#ev-cards")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowUp")  # from the opponent to oneself
    expect(page.locator("#ev-who")).to_have_value("me")
    go_to("#ev-cards")
    page.keyboard.type("10D")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Close this turn!")
    go_to("#did-it")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text(re.compile("You closed the deal"))


def test_undo_goes_back_to_the_card_before(visitor: Visitor) -> None:
    page = visitor.form("/?position=z1~zoliky-online~7D8D9DKSKH2C5H~p3H&ask=turn")
    note(page, "me", "drew_stock", "KD", 1)
    expect(page.locator("#drawn_card")).to_have_value("K♦")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#hand")).to_have_value("K♠ 5♥ K♥ 7♦ 8♦ 9♦ 2♣")
    expect(page.locator("#drawn_from")).to_have_value("")
