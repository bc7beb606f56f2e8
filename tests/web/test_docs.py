"""The documentation in a real browser, offline and under the strict content policy."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visitor


def test_the_reference_shows_every_call_and_tries_one_out(visitor: Visitor) -> None:
    page = visitor.open("/docs/reference")
    expect(page.locator(".opblock-summary-path").first).to_be_visible()
    calls = page.locator(".opblock-summary-path").all_inner_texts()
    assert {"/v1/opening", "/v1/turn", "/v1/batch", "/v1/rules", "/healthz"} <= {
        call.replace("\u200b", "") for call in calls
    }
    page.locator("#operations-judging-check .opblock-summary-control").click()
    page.get_by_role("button", name="Execute").click()
    answer = page.locator(
        "#operations-judging-check .live-responses-table td.response-col_status:not(.col_header)"
    ).first
    expect(answer).to_contain_text("200")


def test_the_guides_are_read_without_scripts(visitor: Visitor) -> None:
    page = visitor.open("/docs", java_script_enabled=False, size=PHONE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Get a first hint")
    page.get_by_role("link", name="Run the service").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Run the service")
    expect(page.get_by_role("link", name="Run the service")).to_have_attribute("aria-current", "page")


def test_code_is_copied_by_a_button(visitor: Visitor) -> None:
    page = visitor.open("/docs/python")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    buttons = page.get_by_role("button", name="Copy")
    assert buttons.count() == page.locator("pre").count() > 5
    buttons.first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").strip() == page.locator("pre").first.inner_text().strip()


def test_the_reference_follows_the_dark_mode(visitor: Visitor) -> None:
    page = visitor.open("/docs/reference")
    expect(page.locator(".opblock-tag").first).to_be_visible()
    tags = [text.split("\n")[0] for text in page.locator(".opblock-tag").all_inner_texts()]
    assert tags == ["analysis", "judging", "rules", "service"]
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_class("dark-mode")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).not_to_have_class("dark-mode")
