"""The panel of house rules: found by words, changed without typing them, faults told where they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from solver.rules.profile import PARAMETERS
from tests.web.conftest import PHONE, Visitor
from tests.web.test_page import no_violations

FORM = "/?view=form"
OPEN_PANEL = """async (record) => {
  const { openRules } = await import("/static/js/live/rules.js");
  window.told = [];
  await openRules(record, (changed) => window.told.push(changed));
}"""
"""Opens the panel in a dialog, as the table does; what it tells is kept."""


def unfolded(visitor: Visitor, **options: object) -> Page:
    page = visitor.open(FORM, **options)  # type: ignore[arg-type]
    page.click("#house > summary")
    expect(page.locator(".parameter")).to_have_count(len(PARAMETERS))
    return page


def changed_rules(page: Page) -> str:
    return str(page.input_value("#overrides"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visitor: Visitor, scheme: str) -> None:
    page = unfolded(visitor, size=PHONE, color_scheme=scheme)
    for group in page.locator(".group > summary").all():
        group.click()
    page.click("text=Opening without a pure run")
    no_violations(page, "#house")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_house_rules_are_asked_with(visitor: Visitor) -> None:
    page = unfolded(visitor)
    page.fill("#hand", "7-9♦ KS KH 2C 5H 6H 7H")
    page.click("text=42 to open")
    expect(page.locator("#house-count")).to_have_text("(1 changed)")
    page.click("button[value=opening]")
    expect(page.locator("#answer-title")).to_contain_text("42 needed")  # 24 + 18 = 42
    assert "opening_minimum-42" in page.url
    page.reload()
    expect(page.locator("#answer-title")).to_contain_text("42 needed")


def test_no_field_wants_a_word_typed(visitor: Visitor) -> None:
    page = unfolded(visitor)
    kinds = page.locator("#house .parameter :is(input, textarea)").evaluate_all("all => all.map((one) => one.type)")
    assert {*kinds} == {"number", "checkbox"}
    shown = page.locator("#house .parameter option").all_inner_texts()
    assert not [one for one in shown if "_" in one]


@pytest.mark.parametrize(
    ("language", "typed", "expected"),
    [
        ("cs-CZ", "zolik vedle", "adjacent_jokers"),
        ("sk-SK", "ZATVORENÍ žolíky ponech", "carry_max"),
        ("en-GB", "pure first", "pure_run_first"),
    ],
)
def test_a_rule_is_found_by_words_without_marks(visitor: Visitor, language: str, typed: str, expected: str) -> None:
    page = unfolded(visitor, language=language)
    page.fill("#rule-find", typed)
    expect(page.locator(f"#rule-{expected}")).to_be_visible()
    assert page.locator(".parameter:visible").count() < 5
    page.fill("#rule-find", "xyz")
    expect(page.locator(".parameter:visible")).to_have_count(0)
    expect(page.locator("#house-fields > .empty")).to_contain_text("xyz")
    page.fill("#rule-find", "")
    expect(page.locator(".parameter:visible")).to_have_count(0)  # folded again


def test_a_number_is_changed_by_steps_and_kept_in_its_range(visitor: Visitor) -> None:
    page = unfolded(visitor, language="cs-CZ")
    page.click("[data-group=closing] > summary")
    page.get_by_role("button", name="Žolíci ponechaní při zavření: méně").click()
    assert changed_rules(page) == '{"carry_max":3}'
    expect(page.locator("[data-group=closing] > summary")).to_contain_text("1 změna")
    page.fill("#rule-carry_max", "99")
    page.locator("#rule-carry_max").blur()
    expect(page.locator("#rule-carry_max")).to_have_value("16")
    expect(page.locator("[data-name=carry_max] .error")).to_have_text("Od 0 do 16.")
    page.click("[data-name=carry_max] .put-back")
    expect(page.locator("[data-name=carry_max] .error")).to_have_count(0)
    expect(page.locator("#rule-carry_max")).to_be_focused()
    assert changed_rules(page) == ""


def test_a_number_may_be_absent_where_the_rules_allow_it(visitor: Visitor) -> None:
    page = unfolded(visitor)
    page.click("[data-group=jokers] > summary")
    page.get_by_label("no limit").first.uncheck()
    assert changed_rules(page) == '{"max_jokers_per_meld":1}'
    page.get_by_label("no limit").first.check()
    assert changed_rules(page) == ""


def test_what_contradicts_itself_is_told_at_both_fields_in_the_language(visitor: Visitor) -> None:
    page = unfolded(visitor, language="sk-SK")
    page.select_option("#rules", "tournament")
    expect(page.locator("#rule-close_with_joker")).not_to_be_checked()
    page.click("[data-group=opening] > summary")
    page.click("#rule-opening_pure_run")
    expect(page.locator("[data-name=opening_pure_run] .error")).to_have_text(
        "To sa nezlučuje s pravidlom „Čistá postupka ide prvá: pred každou inou kombináciou“. Zmeň jedno z nich."
    )
    expect(page.locator("[data-name=pure_run_first] .error")).to_contain_text("Čistá postupka na vyloženie: nie")
    page.select_option("#rule-pure_run_first", '"no"')
    expect(page.locator("#house .error")).to_have_count(0)
    assert changed_rules(page) == '{"opening_pure_run":false,"pure_run_first":"no"}'


def test_all_is_put_back_at_once_and_the_changed_ones_are_found(visitor: Visitor) -> None:
    page = unfolded(visitor)
    page.click("text=Opening without a pure run")
    page.click("text=One joker more")
    page.check("#rule-only")
    expect(page.locator(".parameter:visible")).to_have_count(2)
    page.click("text=All back to the rules as published")
    assert changed_rules(page) == ""
    expect(page.locator(".parameter:visible")).to_have_count(0)


def test_the_dialog_of_the_table_tells_rules_and_overrides(visitor: Visitor) -> None:
    page = visitor.open(FORM, size=PHONE)
    page.evaluate(OPEN_PANEL, {"rules": "joker-club", "overrides": {"jokers": 5}})
    no_violations(page, "dialog")
    page.click("dialog >> [data-group=opening] > summary")
    page.click("#rule-opening_pure_run")
    expect(page.locator("dialog .error")).to_have_count(2)
    assert page.evaluate("told") == []
    page.click("dialog >> text=Opening without a pure run")
    expect(page.locator("dialog .error")).to_have_count(0)
    page.wait_for_function("told.length === 1")
    overrides = {"jokers": 5, "opening_pure_run": False, "pure_run_first": "no"}
    assert page.evaluate("told.at(-1)") == {"rules": "joker-club", "overrides": overrides}
    page.select_option("#rule-set", "wikipedia")
    assert page.evaluate("told.at(-1).rules") == "wikipedia"
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_house_rules_are_told_at_the_table(visitor: Visitor) -> None:
    page = visitor.open("/", size=PHONE)
    page.click("#open-menu")
    page.click('[data-act="house"]')
    page.click("dialog.sheet >> text=Opening without a pure run")
    expect(page.locator("dialog.sheet .parameter.changed")).to_have_count(1)
    expect(page.locator("#undo")).to_be_enabled()
    page.keyboard.press("Escape")
    page.reload()
    page.click("#open-menu")
    page.click('[data-act="house"]')
    expect(page.locator("dialog.sheet .parameter.changed")).to_have_count(1)
