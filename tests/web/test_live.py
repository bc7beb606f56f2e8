"""The live table: one screen, one question, counted in taps."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

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
    files = [*(f"/static/js/{one}.js" for one in LIVE_SCRIPTS), "/static/base.css", "/static/live.css"]
    page = client.get("/").text.partition("<noscript>\n<a")[0] + client.get("/").text.rpartition("</noscript>")[2]
    sizes = {one: len(gzip.compress(client.get(one, buffered=True).data)) for one in files}
    assert len(gzip.compress(page.encode())) + sum(sizes.values()) < 52_000, sizes
