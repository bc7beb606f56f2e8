"""The live table: one screen, one question, counted in taps."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, Route, expect

from api.web.assets import LIVE_SCRIPTS
from tests.web.conftest import DESKTOP, PHONE, Visitor
from tests.web.test_page import no_violations

HAND = ("7D", "8D", "9D", "KS", "KH", "KC", "2C", "5H", "6S", "9S", "2H", "3C", "QS", "JD")
"""With 7-8-9♦, three kings and A-2-3♣ it opens with 60 once the ace has come."""


class Player:
    """Somebody at the table, whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.page.click(selector)
        self.taps += 1

    def key(self, *cards: str) -> None:
        for card in cards:
            self.tap(f'#keypad [data-card="{card}"]')

    def hears(self, text: str) -> None:
        expect(self.page.locator("#say")).to_have_text(text)
        expect(self.page.locator("#advice")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_first_answer_comes_after_fifteen_cards(visitor: Visitor, size: tuple[int, int]) -> None:
    player = Player(visitor.open(size=size))
    player.key(*HAND, "AC")
    player.hears("Lay nothing, throw 5♥.")
    assert player.taps <= 16
    no_violations(player.page)


DUEL = "/?position=z1~zoliky-online~7S2H7H7DTDJD6CKD4S3S9H9C2D4C~fb~r6~p5H8S~mm1.Eva.5CJK7C~qEva.11.1"
"""Before my draw: with Q♦ I can open, 6♣ wins Eva's joker."""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_turn_by_the_advice_and_an_opponents_turn(visitor: Visitor, size: tuple[int, int]) -> None:
    player = Player(visitor.open(DUEL, size=size))
    player.hears("Draw from the stock.")
    player.tap("[data-act=stock]")
    player.key("QD")
    expect(player.page.locator("#say")).to_contain_text("hrow")
    player.tap("[data-act=do_it]")
    expect(player.page.locator("#now")).to_contain_text("Eva is playing")
    assert player.taps <= 3

    player.taps = 0
    player.key("4C")
    player.tap("#others [data-id=m1]")
    expect(player.page.locator("#others [data-id=m1] .card")).to_have_count(4)
    player.key("KH")
    player.tap("[data-act=pile] >> nth=0")
    expect(player.page.locator("#now")).to_contain_text("Your turn: draw")
    expect(player.page.locator("#others .held")).to_contain_text("10")
    assert player.taps <= 4
    no_violations(player.page)


def test_a_refused_lay_off_says_why(visitor: Visitor) -> None:
    page = visitor.open(DUEL.replace("~fb", "~fa").replace("4C~", "4CQD~", 1), size=PHONE)
    page.click('#cards [data-card="9H"]')
    page.click("#others [data-id=m1]")
    expect(page.locator("#refusal")).to_contain_text("has not opened yet")
    expect(page.locator("#cards .card")).to_have_count(15)
    no_violations(page)
    page.get_by_role("button", name="OK", exact=True).click()
    expect(page.locator("#refusal")).to_be_hidden()


def test_an_older_answer_is_never_shown(visitor: Visitor) -> None:
    """The answer to the first question comes last, and is not told."""
    page = visitor.open()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/v1/turn", hold)
    player = Player(page)
    player.key(*HAND)
    expect(page.locator("#advice")).to_have_attribute("aria-busy", "true")
    page.wait_for_timeout(400)
    player.key("AC")
    player.hears("Lay nothing, throw 5♥.")
    held[0].continue_()
    page.wait_for_timeout(300)
    player.hears("Lay nothing, throw 5♥.")


@pytest.mark.parametrize("look", ["light", "dark"])
def test_what_waits_for_its_answer_is_readable(visitor: Visitor, look: str) -> None:
    """What is told is marked as out of date, in colours with enough contrast, strip and details alike."""
    page = visitor.open(DUEL, color_scheme=look)
    expect(page.locator("#details")).to_contain_text("Which card to throw")
    page.route("**/v1/*", lambda route: None)
    page.click("[data-act=stock]")
    page.click('#keypad [data-card="QD"]')
    for part in ("#advice", "#details"):
        expect(page.locator(part)).to_have_attribute("aria-busy", "true")
    no_violations(page)
    page.wait_for_timeout(300)
    no_violations(page)


def test_details_wait_only_for_an_answer_that_comes(visitor: Visitor) -> None:
    page = visitor.open(DUEL)
    expect(page.locator("#details")).to_contain_text("Which card to throw")
    page.click("[data-act=stock]")
    page.click('#keypad [data-card="QD"]')
    page.click("[data-act=do_it]")
    expect(page.locator("#now")).to_contain_text("Eva is playing")
    expect(page.locator("#details")).not_to_have_attribute("aria-busy", "true")


def test_taps_before_the_deal_is_laid_wait_for_it(visitor: Visitor) -> None:
    """What is kept may take a while to be read; until then neither a tap nor a key is lost or an error."""
    page = visitor.open("/docs")
    held: list[Route] = []
    page.route("**/record/session.js", lambda route: held.append(route))
    page.goto("/")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    page.click("#open-menu")
    assert not page.locator("html.ready").count()
    held[0].continue_()
    expect(page.locator("#menu")).to_be_visible()
    expect(page.locator("#keypad")).to_be_visible()


def test_the_details_answer_every_question(visitor: Visitor) -> None:
    page = visitor.open(DUEL.replace("~fb", "~fa").replace("4C~", "4CQD~", 1), size=PHONE)
    page.click("#advice [data-act=details]")
    expect(page.locator("#details")).to_contain_text("Which card to throw")
    expect(page.locator("#details")).to_contain_text("You can open with")
    expect(page.locator("#details")).not_to_contain_text("m1")
    no_violations(page)


def test_a_turn_by_keyboard(visitor: Visitor) -> None:
    page = visitor.open(DUEL)
    page.locator("#cards .card").first.focus()
    page.keyboard.press("s")
    page.locator('#keypad [data-card="KH"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#cards .card")).to_have_count(15)
    page.locator("#cards .card").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("t")
    expect(page.locator("#now")).to_contain_text("Eva is playing")
    page.keyboard.press("Control+z")
    expect(page.locator("#cards .card")).to_have_count(15)


def test_a_reload_brings_the_table_back(visitor: Visitor) -> None:
    player = Player(visitor.open())
    player.key(*HAND)
    player.page.reload()
    expect(player.page.locator("#cards .card")).to_have_count(len(HAND))
    player.hears("Draw from the stock.")


def test_an_old_link_opens_at_the_table(visitor: Visitor) -> None:
    page = visitor.open("/?position=z1~zoliky-online~7S2H7H7DTDJDQD6C~dsQD~p8S~mm1.Eva.5CJK7C&ask=turn")
    expect(page.locator("#say")).to_have_text(
        "Lay 10♦ J♦ Q♦ and 7♠ 7♥ 7♦, give 6♣ for the joker in Eva’s 5♣ ★ 7♣, close with 2♥."
    )
    expect(page.get_by_role("button", name="meld of Eva: 5 of clubs, joker (6 of clubs), 7 of clubs")).to_be_visible()


def test_the_first_view_is_light(client: FlaskClient) -> None:
    """Compressed, all that a browser needs to draw the table and to advise; no build step."""
    files = [*(f"/static/js/{script}.js" for script in LIVE_SCRIPTS), "/static/base.css", "/static/live.css"]
    page = client.get("/").text.partition("<noscript>\n<a")[0] + client.get("/").text.rpartition("</noscript>")[2]
    sizes = {file: len(gzip.compress(client.get(file, buffered=True).data)) for file in files}
    assert len(gzip.compress(page.encode())) + sum(sizes.values()) < 52_000, sizes
