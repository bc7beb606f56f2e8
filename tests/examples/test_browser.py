"""The JavaScript client and the hint panel in a real browser, on pages of another origin than the service's."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, send_from_directory
from playwright.sync_api import Browser, Page, expect

from api.requests.examples import EXAMPLES
from api.service.calls import CALLS
from tests.examples.conftest import served

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "examples" / "clients" / "zolik-client.js"
STRICT = "default-src 'none'; script-src 'self' {service}; connect-src {service}; style-src 'self'; img-src data:"


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """What went wrong in the pages; nothing did, when a test ends."""
    noted: list[str] = []
    yield noted
    assert noted == []


@pytest.fixture
def page(browser: Browser, service: str, wrong: list[str]) -> Iterator[Page]:
    """A page of a game's own origin, under a strict content policy."""
    game = Flask("game", static_folder=None)

    @game.get("/<path:name>")
    def file(name: str) -> Response:
        if name == "blank.html":
            response = Response("<!doctype html><title>blank</title><link rel=icon href=data:,>", mimetype="text/html")
        elif name == "index.html":
            text = (ROOT / "examples" / "panel" / name).read_text()
            response = Response(text.replace("http://127.0.0.1:8000", service), mimetype="text/html")
        else:
            response = send_from_directory(ROOT / "examples" / "panel", name)
        response.headers["Content-Security-Policy"] = STRICT.format(service=service)
        return response

    with served(game) as address:
        context = browser.new_context(base_url=address)
        context.set_default_timeout(10_000)
        opened = context.new_page()
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
        yield opened
        context.close()


SCRIPT = """async ([address, call, body]) => {
    const { Zolik } = await import(`${address}/clients/zolik-client.js`);
    return new Zolik(address)[call](body);
}"""


def test_the_client_asks_every_call_from_another_origin(page: Page, service: str, service_app: Flask) -> None:
    page.goto("/blank.html")
    for name in CALLS:
        expected = service_app.test_client().post(f"/v1/{name}", json=EXAMPLES[name]).get_json()
        assert page.evaluate(SCRIPT, [service, name, EXAMPLES[name]]) == expected
    assert page.evaluate(SCRIPT, [service, "rules", "family"])["id"] == "family"


def test_the_client_asks_batches(page: Page, service: str) -> None:
    page.goto("/blank.html")
    requests: list[dict[str, Any]] = [{"call": "check", "hand": one, "melds": []} for one in ("7D", "žádná", "8D")]
    results = page.evaluate(SCRIPT, [service, "batch", requests])
    assert [result.get("status", 200) for result in results] == [200, 422, 200]
    streamed = page.evaluate(
        """async ([address, requests]) => {
            const { Zolik } = await import(`${address}/clients/zolik-client.js`);
            const results = [];
            for await (const one of new Zolik(address).stream(requests)) results.push(one);
            return results;
        }""",
        [service, requests],
    )
    assert streamed == results


def test_the_client_throws_problems(page: Page, service: str, wrong: list[str]) -> None:
    page.goto("/blank.html")
    problem = page.evaluate(
        """async (address) => {
            const { Zolik, ZolikProblem } = await import(`${address}/clients/zolik-client.js`);
            try { await new Zolik(address).opening({ hand: ["7Q"] }); } catch (error) {
                const { status, code, message, errors } = error;
                return { ours: error instanceof ZolikProblem, status, code, message, pointer: errors[0].pointer };
            }
        }""",
        service,
    )
    assert problem["ours"]
    assert (problem["status"], problem["code"], problem["pointer"]) == (422, "invalid_request", "/hand/0")
    assert problem["message"].startswith("422 invalid_request: /hand/0: ")
    assert [one for one in wrong if "status of 422" not in one] == []
    wrong.clear()


def test_the_client_runs_without_a_browser_too(service: str, tmp_path: Path) -> None:
    """Where Node is installed; elsewhere the browser's tests say the same of the file."""
    text = (ROOT / "api" / "docs" / "guide.md").read_text()
    snippet = re.search(r"```js\n(.*?)```", text, re.DOTALL)
    assert snippet
    assert all(line in CLIENT.read_text() for line in snippet[1].splitlines() if line)
    if shutil.which("node"):
        (tmp_path / "zolik-client.js").write_text(CLIENT.read_text())
        (tmp_path / "package.json").write_text('{"type": "module"}')
        (tmp_path / "game.js").write_text(snippet[1].replace("http://127.0.0.1:8000", service))
        done = subprocess.run(["node", "game.js"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout.strip()


def test_the_panel_tells_a_hint_and_the_game_marks_its_cards(page: Page) -> None:
    # 8-9-10 pure 27, J-Q-joker 30: everything is laid, and 2H closes
    page.goto("/index.html")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status").get_by_role("listitem").first).to_be_visible()
    expect(page.locator("#hand li.throw")).to_have_text(["2H"])
    expect(page.locator("#hand li.lay")).to_have_text(["8C", "9C", "10C", "JC", "QC", "JK"])
    assert page.locator("#hints zolik-hints").count() == 1


def test_the_panel_by_itself(page: Page, service: str) -> None:
    """One tag on a page without anything else: a box in the corner, in the player's language."""
    page.goto("/blank.html")
    page.evaluate(
        """(address) => new Promise((resolve) => {
            const tag = document.createElement("script");
            tag.src = `${address}/clients/zolik-panel.js`;
            tag.dataset.language = "cs";
            tag.dataset.call = "opening";
            tag.onload = resolve;
            document.head.append(tag);
        })""",
        service,
    )
    box = page.locator("zolik-hints")
    assert box.evaluate("(one) => getComputedStyle(one).position") == "fixed"
    page.get_by_role("button", name="Poraď").click()
    expect(page.get_by_role("status")).to_contain_text("Bez rady: zolikPanel.position")
    hint: dict[str, Any] = page.evaluate("zolikPanel.ask({ hand: '8C 9C 10C JC QC JK 2H' })")
    assert hint["answer"]["opens"]
    assert hint["highlight"]["discard"] == "2H"
    assert hint["steps"][0]["text"] in page.get_by_role("status").inner_text()
    assert json.dumps(hint["highlight"]["melds"]) == '[["8C", "9C", "10C"], ["JC", "QC", "JK"]]'


def test_the_panel_tells_what_is_wrong(page: Page, wrong: list[str]) -> None:
    page.goto("/index.html")
    page.evaluate("zolikPanel.position = () => ({ hand: ['7Q'] })")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status")).to_contain_text("No hint: ")
    expect(page.get_by_role("status")).to_contain_text("7Q")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    assert [one for one in wrong if "status of 422" not in one] == []
    wrong.clear()


def test_of_two_questions_the_later_is_shown(page: Page) -> None:
    page.goto("/index.html")
    texts = page.evaluate(
        """async () => {
            const first = zolikPanel.ask({ hand: "2S 9H" });
            const second = zolikPanel.ask({ hand: "8C 9C 10C JC QC JK 2H" });
            return [(await first).actions, (await second).actions];
        }"""
    )
    assert texts[0] != texts[1]
    expect(page.locator("zolik-hints .actions li")).to_have_text(texts[1])


def test_the_panel_tells_actions_facts_and_other_turns_apart(page: Page) -> None:
    page.goto("/index.html")
    told: dict[str, Any] = page.evaluate(
        "zolikPanel.ask({ hand: '8C 9C 10C JC QC JK 2H 4D', drawn: { from: 'stock' } })"
    )
    plan = told["answer"]["recommendation"]
    steps = [step["text"] for step in told["steps"]]
    assert not plan["closes"]
    assert sorted(told["actions"] + told["facts"] + told["alternatives"]) == sorted(steps)
    acting = [action for action in plan["actions"] if action["type"] != "discard"]
    assert len(told["actions"]) == max(1, len(acting)) + (plan["discard"] is not None)
    assert told["facts"]
    assert told["alternatives"]
    panel = page.locator("zolik-hints")
    expect(panel.locator(".actions li")).to_have_text(told["actions"])
    expect(panel.locator(".facts li")).to_have_text(told["facts"])
    expect(panel.locator(".alternatives li").first).not_to_be_visible()
    panel.locator("summary").click()
    expect(panel.locator(".alternatives li")).to_have_text(told["alternatives"])


def test_beside_a_close_the_panel_tells_no_other_turn(page: Page) -> None:
    page.goto("/index.html")
    told = page.evaluate("zolikPanel.ask({ hand: '8C 9C 10C JC QC JK 2H', drawn: { from: 'stock' } })")
    assert told["answer"]["recommendation"]["closes"]
    assert told["alternatives"] == []
    assert page.locator("zolik-hints details").count() == 0


def test_the_panel_speaks_the_language_of_the_page(page: Page) -> None:
    page.goto("/index.html")
    page.evaluate("document.documentElement.lang = 'sk-SK'")
    expect(page.get_by_role("button", name="Poraď")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Čo mám robiť?")
    page.get_by_role("button", name="Poraď").click()
    expect(page.locator("zolik-hints .actions li").last).to_have_text("Odhoď 2H.")
    assert page.locator("zolik-hints").get_attribute("lang") == "sk"


def test_the_panel_takes_its_looks_from_the_page(page: Page) -> None:
    page.goto("/index.html")
    button = page.get_by_role("button", name="Hint")
    look = "(one) => getComputedStyle(one).backgroundColor"
    assert button.evaluate(look) == "rgb(22, 101, 52)"
    page.evaluate("document.documentElement.style.setProperty('--zolik-accent', 'rgb(1, 2, 3)')")
    assert button.evaluate(look) == "rgb(1, 2, 3)"
    page.emulate_media(color_scheme="dark")
    section = page.locator("zolik-hints section")
    assert section.evaluate(look) == "rgb(30, 30, 30)"
    page.evaluate("document.documentElement.style.setProperty('--zolik-background', 'rgb(4, 5, 6)')")
    assert section.evaluate(look) == "rgb(4, 5, 6)"
