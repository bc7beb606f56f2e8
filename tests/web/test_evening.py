"""The table keeps its deal and its evening: over a reload, beside a link that was looked at, and in a second tab."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

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
STATE = "import('/static/js/live/deal.js').then((one) => one.state())"
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
    expect(page.locator("#starter")).to_have_value("Eva")
    page.click("dialog[open] .list:not(.deal .list) button >> nth=0")
    page.wait_for_function(f"() => {STATE}.then((one) => one.closed === null)")
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


def sheet_of(page: Page) -> Locator:
    page.click("#open-menu")
    page.get_by_role("button", name="Evening and scores").click()
    return page.locator("dialog[open]")


def begin(page: Page) -> None:
    """Begins the deal that the dialog tells."""
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.wait_for_function(f"() => {STATE}.then((one) => one.closed === null)")


def close_with_a_joker(page: Page) -> None:
    """A deal that I close with a joker in hand, written down."""
    seats = {"type": "seats", "players": ["me", "Eva"], "starter": "me"}
    ends = [
        {"type": "close", "by": "me"},
        {"type": "hand", "cards": ["JK"]},
        {"type": "left", "by": "Eva", "cards": ["KD"]},
    ]
    assert page.evaluate(NOTE, [seats, HAND, *ends]) is None
    dialog = sheet_of(page)
    dialog.get_by_role("button", name="Count and write down").click()
    expect(dialog.locator("tfoot td")).to_have_text(["0", "10"])


@pytest.mark.parametrize("way", ["evening", "table"])
def test_one_dialog_begins_a_deal_with_the_jokers_that_were_carried(visitor: Visitor, way: str) -> None:
    page = ready(visitor.open(size=PHONE))
    close_with_a_joker(page)
    if way == "evening":
        page.get_by_role("button", name="Next deal, started by Eva").click()
    else:
        page.get_by_role("button", name="Back to the table").click()
        page.click("#open-menu")
        page.locator("dialog[open]").get_by_role("button", name="New deal").click()
    expect(page.locator("dialog[open] .hint")).to_have_text("Carried jokers: You 1")
    expect(page.locator("#starter")).to_have_value("Eva")
    begin(page)
    state = page.evaluate(STATE)
    assert (state["carried"], state["starter"], state["closed"]) == ({"me": 1}, "Eva", None)
    assert page.evaluate(KEPT)["evenings"] == [2]


def test_other_players_begin_an_evening_of_their_own(visitor: Visitor) -> None:
    page = ready(visitor.open(size=PHONE))
    close_with_a_joker(page)
    page.get_by_role("button", name="Next deal, started by Eva").click()
    page.locator("dialog[open] .deal input").fill("Jan")
    page.keyboard.press("Tab")
    expect(page.locator("dialog[open] .hint")).to_have_text("Carried jokers: You 1")
    begin(page)
    state = page.evaluate(STATE)
    assert ([one["name"] for one in state["players"]], state["carried"]) == (["me", "Jan"], {})
    assert sorted(page.evaluate(KEPT)["evenings"]) == [1, 1]


def test_a_new_name_stands_in_the_whole_sheet(visitor: Visitor) -> None:
    """Also in the scores of the deals before; taking the renaming back brings the old name back there."""
    page = ready(visitor.open(size=PHONE))
    close_with_a_joker(page)
    page.get_by_role("button", name="Next deal, started by Eva").click()
    begin(page)
    for event, heads in (({"type": "rename", "from": "Eva", "to": "Ivana"}, ["You", "Ivana"]), (None, ["You", "Eva"])):
        if event:
            assert page.evaluate(NOTE, [event]) is None
        else:
            page.click("#undo")
        page.evaluate(KEPT)
        dialog = sheet_of(page)
        expect(dialog.locator("thead th")).to_have_text(["Deal", *heads])
        expect(dialog.locator("tfoot td")).to_have_text(["0", "10"])
        page.get_by_role("button", name="Back to the table").click()


def test_a_position_is_shared_as_a_link(visitor: Visitor) -> None:
    page = ready(visitor.open(size=PHONE))
    copied = "navigator.clipboard.writeText = async (told) => (window.told = told)"
    page.evaluate(f"() => {{ delete Navigator.prototype.share; {copied}; }}")
    assert page.evaluate(NOTE, [HAND, *DRAW]) is None
    sheet_of(page).get_by_role("button", name="Share this position as a link").click()
    expect(page.locator("dialog[open] [role=status]")).to_contain_text("The link is copied.")
    page.goto(page.evaluate("window.told"))
    ready(page)
    assert sorted(page.evaluate(STATE)["hand"]) == sorted(HAND["cards"])
