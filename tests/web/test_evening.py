"""The table keeps its deal and its evening: over a reload, beside a link that was looked at, and in a second tab."""

from __future__ import annotations

import re

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
