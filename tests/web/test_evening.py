"""The table keeps its deal and its evening: over a reload, beside a link that was looked at, and in a second tab."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visitor

KEPT = """async () => {
  const { session } = await import("/static/js/live/kept.js");
  const kept = await session();
  await kept.settled();
  return { evenings: (await kept.list()).map((one) => one.deals.length), events: kept.last.record.events };
}"""
NOTE = """async (events) => {
  const { note } = await import("/static/js/live/deal.js");
  return note(...events)?.code;
}"""
HAND = {"type": "hand", "cards": ["7D", "8D", "9D", "KS", "KH", "2C", "5H"]}
DRAW = [{"type": "correct", "set": {"turn": "me", "phase": "before_draw"}}]


def ready(page: Page) -> Page:
    expect(page.locator("html")).to_have_class(re.compile("ready"))
    return page


def test_the_table_comes_back(visitor: Visitor) -> None:
    page = ready(visitor.open(size=PHONE))
    assert page.evaluate(KEPT) == {"evenings": [], "events": []}
    assert page.evaluate(NOTE, [HAND, *DRAW]) is None
    assert page.evaluate(KEPT) == {"evenings": [1], "events": [HAND, *DRAW]}
    page.reload()
    ready(page)
    assert page.evaluate(KEPT)["events"] == [HAND, *DRAW]
    page.click("#undo")
    page.reload()
    ready(page)
    assert page.evaluate(KEPT)["events"] == [HAND]
    expect(page.locator("#redo")).to_be_enabled()
    page.goto("/?position=z1~zoliky-online~7D8D9DKSKH2C5H~p3H")
    ready(page)
    assert page.evaluate(KEPT)["evenings"] == [1]
    page.goto("/")
    ready(page)
    assert page.evaluate(KEPT) == {"evenings": [1], "events": [HAND]}


def test_a_second_tab_follows(visitor: Visitor) -> None:
    page = ready(visitor.open())
    assert page.evaluate(NOTE, [HAND]) is None
    page.evaluate(KEPT)
    other = page.context.new_page()
    other.goto("/")
    ready(other)
    assert other.evaluate(KEPT)["events"] == [HAND]
    assert other.evaluate(NOTE, DRAW) is None
    other.evaluate(KEPT)
    page.wait_for_function("async () => (await import('/static/js/live/deal.js')).record().events.length === 2")
    assert page.evaluate(KEPT) == {"evenings": [1], "events": [HAND, *DRAW]}


WORDS = {
    "en-GB": ("Evening and scores", "Cards left in hand: Eva", "Count and write down", "Next deal, started by Eva"),
    "cs-CZ": ("Večer a body", "Karty, které zbyly v ruce: Eva", "Spočítat a zapsat", "Další rozdání, začíná Eva"),
    "sk-SK": ("Večer a body", "Karty, ktoré zostali v ruke: Eva", "Spočítať a zapísať", "Ďalšie rozdanie, začína Eva"),
}


@pytest.mark.parametrize("language", WORDS)
def test_a_deal_is_scored(visitor: Visitor, language: str) -> None:
    """The cards that are left are told, the service counts them, the next deal begins with the next player."""
    menu, left, count, following = WORDS[language]
    page = ready(visitor.open(size=(320, 640), language=language))
    seats = {"type": "seats", "players": ["me", "Eva"], "starter": "me"}
    assert page.evaluate(NOTE, [seats, HAND, {"type": "close", "by": "me"}, {"type": "hand", "cards": []}]) is None
    page.click("#open-menu")
    page.get_by_role("button", name=menu).click()
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_label(left)).to_be_visible()
    assert not re.search("[a-z]_[a-z]", dialog.inner_text()), "a word without a sentence"
    found = Axe().run(page, context="#ask")
    assert found.violations_count == 0, found.generate_report()
    dialog.get_by_label(left).fill("KD 5H JK")
    dialog.get_by_role("button", name=count).click()
    expect(dialog.locator("tfoot td")).to_have_text(["0", "65"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name=following).click()
    told = page.evaluate(KEPT)
    assert (told["evenings"], told["events"]) == ([2], [])
    page.reload()
    ready(page)
    assert page.evaluate("import('/static/js/live/deal.js').then((one) => one.state().starter)") == "Eva"


LINK = """async () => {
  const { record } = await import("/static/js/live/deal.js");
  const { dealLink } = await import("/static/js/record/share.js");
  return dealLink(record());
}"""


def test_a_link_shows_its_deal(visitor: Visitor) -> None:
    """A deal's link opens it beside what is kept; a damaged one says so and changes nothing."""
    page = ready(visitor.open())
    assert page.evaluate(NOTE, [HAND]) is None
    page.evaluate(KEPT)
    link = page.evaluate(LINK)
    assert page.evaluate(NOTE, DRAW) is None
    page.evaluate(KEPT)
    for address, events in ((link, [HAND]), (f"{link[:-9]}", [HAND, *DRAW])):
        page.goto("about:blank")
        page.goto(address)
        ready(page)
        told = page.evaluate(KEPT)
        assert told == {"evenings": [1], "events": events}
    expect(page.locator("dialog[open] [role=status]")).to_have_text("This link is damaged and holds no deal.")
