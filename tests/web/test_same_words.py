"""Page, API, command and package say the same sentence for the same fact; only the page writes a card as 7♦, a joker in
a row of cards as a star."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

import zolik
from advisor.words.say import LANGUAGES
from api.cli.main import main
from tests.web.conftest import PHONE, Visitor

LOCALES = {"en": "en-GB", "cs": "cs-CZ", "sk": "sk-SK"}
LINES = {
    "closes": "z1~zoliky-online~7S2H7H7DTDJDQD6C~dsQD~p8S~mm1.Eva.5CJK7C~qEva.9.1",
    "throws a joker": "z1~zoliky-online~2SJK~o1~dsJK~mm1.me.5C6C7C~mm2.me.5C6C7C~qEva.9.1",
    "lays on one of two": "z1~joker-club~KS2HJK8C~o1~fa~mm1.Eva.5CJK7C~mm2.Eva.5CJK7C~mm3.me.9S9D9C~qEva.9.1",
}


def written(text: str) -> str:
    """A sentence as the page writes it."""
    return re.sub(r"([♠♥♦♣])(10|[2-9AJQK])", r"\2\1", text).replace("🃏", "★")


def asked(client: FlaskClient, call: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/{call}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def steps_of(page: Page) -> list[str]:
    return [one.inner_text() for one in page.locator("#details .step").all()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_the_table_says_what_the_service_says(visitor: Visitor, client: FlaskClient, language: str, line: str) -> None:
    page = visitor.open(size=PHONE, language=LOCALES[language])
    with page.expect_response("**/v1/turn") as told:
        page.goto(f"/?position={line}&ask=turn")
    answer = told.value.json()
    plan = answer["recommendation"]
    assert (plan["brief"], answer["plans"][0]["action_texts"]) == (
        asked(client, "turn", **json.loads(told.value.request.post_data or ""))["recommendation"]["brief"],
        plan["action_texts"],
    )
    expect(page.locator("#say")).to_have_text(written(plan["brief"]))
    page.click("#advice [data-act=details]")
    expect(page.locator("#details .step").first).to_be_visible()
    assert steps_of(page) == [written(one) for one in plan["action_texts"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("call", ["opening", "closing", "penalty", "turn", "outlook"])
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_command_and_package_say_what_the_service_says(
    client: FlaskClient, capsys: pytest.CaptureFixture[str], call: str, line: str, language: str
) -> None:
    sentences = [one["text"] for one in asked(client, call, position=line, language=language)["explanation"]["steps"]]
    main([call, "--position", line, "--language", language])
    shown = capsys.readouterr().out
    assert [one for one in sentences if one not in shown] == []
    answer = getattr(zolik.Position.from_line(line), "best_opening" if call == "opening" else call)()
    assert list(answer.steps(language)) == sentences


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_each_action_is_told_as_in_the_explanation(client: FlaskClient, line: str, language: str) -> None:
    answer = asked(client, "turn", position=line, language=language)
    plan = answer["recommendation"]
    assert len(plan["action_texts"]) == len(plan["actions"])
    told = [one["text"] for one in answer["explanation"]["steps"]]
    said = [part for text in plan["action_texts"] for part in re.split(r"(?<=\.) (?=[A-ZŤ])", text)]
    assert [part for part in said if part not in told] == []
    assert plan["brief"].endswith(".")
