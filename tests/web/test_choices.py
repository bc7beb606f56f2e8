"""What is chosen beside the cards: by what a turn is ranked, and the key of a service that asks for one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from api import create_app
from api.requests.position import DEFAULT_OBJECTIVE
from api.service.settings import Settings
from api.web.words import objective_names
from api.words import word
from tests.examples.conftest import served
from tests.web.conftest import Visitor

HAND = "7D8D9DKSKHKD2C5H"
"""Opens with 24 + 30 = 54 points and keeps 2♣ when 5♥ is thrown; it may also wait for a close from hand."""
KEY = "první-klíč"


def test_the_default_ranking_is_the_first(client: FlaskClient) -> None:
    with client.application.test_request_context():
        assert next(iter(objective_names("en"))) == DEFAULT_OBJECTIVE
        assert all(name != text for name, text in objective_names("en").items())


def test_a_turn_is_ranked_as_one_likes(visitor: Visitor) -> None:
    page = visitor.form(f"/?position=z1~zoliky-online~{HAND}~dsKD&ask=turn")
    expect(page.locator("#ranking")).to_have_value(DEFAULT_OBJECTIVE)
    expect(page.locator("#answer .sub >> nth=0")).to_contain_text("Penalty points expected at the end of the deal")
    page.select_option("#ranking", "penalty")
    expect(page.locator("#answer-title")).to_have_text("Least left in hand: 2 points")
    assert page.url.endswith("&ask=turn&objective=penalty")
    page.select_option("#ranking", "points")
    expect(page.locator("#answer-title")).to_have_text("Lay 7♦ 8♦ 9♦ and K♠ K♥ K♦, throw 5♥.")
    expect(page.locator(".stepper output")).to_contain_text("54 points laid")
    page.reload()
    expect(page.locator("#answer-title")).to_have_text("Lay 7♦ 8♦ 9♦ and K♠ K♥ K♦, throw 5♥.")
    expect(page.locator("#objective")).to_have_value("points")
    page.go_back()
    expect(page.locator("#answer-title")).to_have_text("Least left in hand: 2 points")
    expect(page.locator("#objective")).to_have_value("penalty")
    page.click("#recent button.hand")
    expect(page.locator("#ranking")).to_have_value("penalty")


def test_a_turn_is_ranked_without_scripts(visitor: Visitor) -> None:
    page = visitor.open(java_script_enabled=False)
    page.fill("#hand", "7-9♦ KS KH KD 2C 5H")
    page.click("#table-part summary")
    page.select_option("#drawn_from", "stock")
    page.fill("#drawn_card", "KD")
    page.select_option("#objective", "points")
    page.click("button[value=turn]")
    assert page.url.endswith("&ask=turn&objective=points")
    expect(page.locator("#objective")).to_have_value("points")
    expect(page.locator(".steps li")).to_have_count(3)


@pytest.fixture(scope="module")
def locked() -> Iterator[str]:
    with served(create_app(Settings(api_keys=KEY))) as address:
        yield address


def test_a_missing_key_is_asked_for(browser: Browser, locked: str) -> None:
    visitor = Visitor(browser, locked)
    page = visitor.form(f"/?position=z1~zoliky-online~{HAND}&ask=opening")
    expect(page.locator("#error-key")).to_have_text("This service answers holders of a key only. Put yours in.")
    expect(page.locator("#position")).to_have_value(f"z1~zoliky-online~{HAND}")
    page.fill("#hand", "7D 8D 9D KS KH KC 2C")
    page.fill("#key", "wrong")
    page.click("button[value=opening]")
    expect(page.locator("#key")).to_be_focused()
    expect(page.locator(".error")).to_have_count(1)
    page.fill("#key", KEY)
    page.click("button[value=opening]")
    expect(page.locator("#answer-title")).to_have_text("You can open with 54 points (51 needed).")
    page.reload()
    expect(page.locator("#answer-title")).to_have_text("You can open with 54 points (51 needed).")
    page.click("#answer-title ~ div .step >> nth=0")
    visitor.close()
    assert [one for one in visitor.wrong if "status of 401" not in one] == []


def test_a_key_is_told_without_scripts(browser: Browser, locked: str) -> None:
    visitor = Visitor(browser, locked)
    page = visitor.open(java_script_enabled=False, language="cs-CZ")
    page.fill("#hand", "7-9♦ KS KH K♣ 2C")
    page.get_by_role("button", name="Vyložit?").click()
    expect(page.locator("#error-key")).to_have_text(word("refusals", "key_needed", "cs"))
    expect(page.locator("#hand")).to_have_value("7-9♦ KS KH K♣ 2C")
    page.fill("#key", KEY)
    page.get_by_role("button", name="Vyložit?").click()
    expect(page.locator(".verdict")).to_have_text("Můžeš vyložit 54 bodů (potřeba je 51).")
    visitor.close()


def test_a_page_beyond_the_limit_says_so() -> None:
    client = create_app(Settings(rate_limit="1/hour")).test_client()
    address = f"/?position=z1~zoliky-online~{HAND}&ask=opening"
    assert client.get(address).status_code == 200
    refused = client.get(address)
    assert refused.status_code == 429
    assert "You ask faster than this service allows." in refused.text
    assert int(refused.headers["Retry-After"]) > 0
