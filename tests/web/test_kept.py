"""What the browser keeps: evenings and deals over reloads, closed tabs and killed browsers; scores, files and links."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page

from advisor.arena.deal import seat_name
from solver.game.position import ME
from solver.rules.presets import PROFILES
from tests.conftest import CHROMIUM, FLAGS
from tests.web.told_deals import Json, texts, told_deal

HAND = {"type": "hand", "cards": ["7D", "8D", "9D", "KS", "KH", "2C", "5H"]}
DRAW = {"type": "draw", "by": "me", "from": "stock", "card": "KD"}
THROW = {"type": "throw", "by": "me", "card": "5H"}
EVENTS = [HAND, DRAW, THROW]


SCRIPT = """async (given) => {{
  const from = (name) => import(`/static/js/record/${{name}}.js`);
  const names = ["record", "session", "evening", "share"];
  const [record, session, evening, share] = await Promise.all(names.map(from));
  {work}
}}"""


def run(page: Page, work: str, given: Any = None) -> Any:
    return page.evaluate(SCRIPT.format(work=work), given)


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    one = browser.new_context(base_url=address)
    yield one
    one.close()


def opened(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/")
    return page


BEGIN = """
  const kept = await session.openSession({ name: "test" });
  let history = record.historyOf((await kept.newEvening({ players: ["me", "Eva"], starter: "me" })).record);
  for (const event of given) { history = record.push(history, event); kept.keep(history); }
  history = record.undo(history);
  kept.keep(history);
  await kept.settled();
"""
BACK = """
  const kept = await session.openSession({ name: "test" });
  const back = await kept.bringBack();
  return back && [back.record.events, back.undone, kept.evening.players, kept.evening.deals.length];
"""
WANTED = [[HAND, DRAW], [THROW], [ME, "Eva"], 1]


def test_a_reload_and_a_closed_tab(context: BrowserContext) -> None:
    page = opened(context)
    run(page, BEGIN, EVENTS)
    page.reload()
    assert run(page, BACK) == WANTED
    page.close()
    assert run(opened(context), BACK) == WANTED


def test_without_a_database(context: BrowserContext) -> None:
    """A browser without IndexedDB keeps the same in the storage of pages; one without that, until it is closed."""
    context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page = opened(context)
    run(page, BEGIN, EVENTS)
    page.reload()
    assert run(page, BACK) == WANTED
    page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    told = run(page, BEGIN + "return [kept.lasting, (await kept.list()).length]", EVENTS)
    assert told == [False, 1]


class Killed:
    """A browser of its own with a folder of its own, which can be killed."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        (folder / "DevToolsActivePort").unlink(missing_ok=True)
        flags = [*FLAGS, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
        self.process = subprocess.Popen(
            [CHROMIUM, *flags, "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        port = folder / "DevToolsActivePort"
        until = time.monotonic() + 60
        while not (port.is_file() and port.read_text().count("\n")):
            assert time.monotonic() < until, "the browser does not start"
            time.sleep(0.05)
        self.browser = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port.read_text().split()[0]}")

    def open(self, url: str) -> Page:
        page = self.browser.contexts[0].new_page()
        page.goto(url)
        return page

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def test_a_killed_browser(tmp_path: Path, browser: Browser, address: str) -> None:
    """The process is killed right after the last event was told kept: all is there at the next start."""
    first = Killed(tmp_path, browser)
    try:
        run(first.open(address), BEGIN, EVENTS)
    finally:
        first.kill()
    second = Killed(tmp_path, browser)
    try:
        assert run(second.open(address), BACK) == WANTED
    finally:
        second.kill()


def test_two_tabs(context: BrowserContext) -> None:
    """One tab follows the other; where both went on, both ways are kept."""
    first, second = opened(context), opened(context)
    run(first, BEGIN, EVENTS)
    run(
        second,
        """
        window.heard = [];
        const onElsewhere = (told) => heard.push(told.record.events.length);
        window.kept = await session.openSession({ name: "test", onElsewhere });
        window.told = await kept.bringBack();
        """,
    )
    go_on = """
      const kept = given.own ? window.kept : await session.openSession({ name: "test" });
      const told = given.own ? window.told : await kept.bringBack();
      kept.channel.onmessage = given.deaf ? null : kept.channel.onmessage;
      kept.keep(record.push(record.historyOf(told.record), given.event));
      await kept.settled();
      return [kept.evening.deals.length, (await kept.list()).length];
    """
    assert run(first, go_on, {"event": THROW}) == [1, 1]
    second.wait_for_function("window.heard.length === 1")
    assert second.evaluate("heard") == [3]
    again = {"type": "throw", "by": "me", "card": "2C"}
    assert run(second, go_on, {"event": again, "own": True, "deaf": True}) == [1, 1]  # after what it heard
    run(second, "window.kept.revision -= 1;")
    more = {"type": "correct", "set": {"round": 4}}
    assert run(second, go_on, {"event": more, "own": True}) == [2, 1]


def test_nothing_is_kept_of_a_table_that_was_only_looked_at(context: BrowserContext) -> None:
    """A link shows its deal; the deal before is still there, until something is done in the other."""
    page = opened(context)
    run(page, BEGIN, EVENTS)
    looked = """
      const kept = await session.openSession({ name: "test" });
      const begun = record.newDeal({ players: ["me", "Jan"] });
      kept.apart(begun);
      kept.keep(record.historyOf(begun));
      if (given) kept.keep(record.push(record.historyOf(begun), given));
      await kept.settled();
      return (await kept.list()).length;
    """
    assert run(page, looked) == 1
    assert run(page, BACK) == WANTED
    assert run(page, looked, HAND) == 2
    assert run(page, BACK) == [[HAND], [], [ME, "Jan"], 1]


@pytest.mark.parametrize("profile_id", list(PROFILES))
def test_an_evening_of_the_arena(context: BrowserContext, client: FlaskClient, profile_id: str) -> None:
    """Deals one after another: who starts next, the carried jokers, and the sheet agree with the arena's own scores."""
    profile = PROFILES[profile_id]
    page = opened(context)
    run(
        page,
        """
        window.kept = await session.openSession({ name: "evening" });
        const told = { rules: given, players: ["me", "seat2"], starter: "me" };
        window.going = record.historyOf((await kept.newEvening(told)).record);
        """,
        profile_id,
    )
    totals = [0, 0]
    for number in range(3):
        (teller, *_), deal, outcome = told_deal(profile, ["patient", "greedy"], f"evening {number}", number % 2)
        if outcome.closer is None:
            continue
        left = {"type": "left", "by": "seat2", "cards": texts(deal.seats[1].hand)}
        asked = run(
            page,
            """
            for (const one of given) going = record.push(going, one);
            kept.keep(going);
            window.asked = evening.scoreRequest(kept.evening, kept.deal, going.record);
            return asked;
            """,
            [*teller.events, *([left] if outcome.closer == 0 else [])],
        )
        assert asked["missing"] == [] or outcome.carried
        if asked["missing"]:  # jokers that an opponent carries are told as cards left
            asked = run(
                page,
                "going = record.push(going, given); return evening.scoreRequest(kept.evening, kept.deal, going.record)",
                left,
            )
        answer = client.post("/v1/score", json=asked["body"])
        assert answer.status_code == 200, (asked, answer.get_json())
        told = answer.get_json()
        assert [player["penalty"] for player in told["players"]] == list(outcome.penalties)
        totals = [total + one for total, one in zip(totals, outcome.penalties, strict=True)]
        assert [player["total"] for player in told["players"]] == totals
        after = run(
            page,
            """
            await kept.setEvening(evening.withScore(kept.evening, kept.deal, given));
            const next = evening.nextDeal(kept.evening);
            const sums = evening.totalsOf(evening.gameOf(kept.evening), ["me", "seat2"]);
            window.going = record.historyOf((await kept.newDeal({ carried: {} })).record);
            return [next, sums];
            """,
            told,
        )
        assert after[0]["starter"] == told["next_starter"]
        carrier = ME if outcome.closer == 0 else seat_name(1)
        assert after[0]["carried"] == ({carrier: outcome.carried} if outcome.carried else {})
        assert after[1] == {ME: totals[0], "seat2": totals[1]}
    page.reload()
    told = run(
        page,
        "const kept = await session.openSession({ name: 'evening' }); await kept.bringBack(); return kept.evening;",
    )
    assert len(told["deals"]) > 1


def test_the_end_of_a_game(page_of: Page) -> None:
    """After the deal that ends a game the next one begins at 0, without carried jokers."""
    told = run(
        page_of,
        """
        const kept = await session.openSession({ name: "game" });
        await kept.newEvening({ players: ["me", "Eva"], starter: "Eva" });
        const told = { closer: "me", carried: 2, game_ends: given };
        const scored = evening.withPoints(kept.evening, kept.deal, { me: 0, Eva: 60 }, told);
        const sums = evening.totalsOf(evening.gameOf(scored), scored.players);
        return [evening.nextDeal(scored), sums, evening.gamesOf(scored).length];
        """,
        True,
    )
    assert told == [
        {"rules": "zoliky-online", "overrides": {}, "players": [ME, "Eva"], "starter": ME, "carried": {}},
        {ME: 0, "Eva": 0},
        1,
    ]


@pytest.fixture
def page_of(context: BrowserContext) -> Page:
    return opened(context)


def test_a_file_goes_out_and_in(page_of: Page) -> None:
    """An evening as a file is kept once more, with the same deals; a bad file loses nothing."""
    told = run(
        page_of,
        BEGIN
        + """
        await kept.setEvening(evening.withPoints(kept.evening, kept.deal, { me: 5, Eva: -3 }, { closer: "Eva" }));
        const file = await kept.exported();
        const id = await kept.imported(file);
        const open = await kept.open(id);
        const again = await kept.exported();
        const single = await kept.imported(record.toJSON(open.record));
        const refused = [];
        const newer = '{"format": "zolik-evening", "version": 9}';
        for (const bad of ["{", "[]", file.replace('"KD"', '"K9"'), file.replace('"me": 5', '"me": "5"'), newer]) {
          try { await kept.imported(bad); } catch ({ code, path }) { refused.push([code, path]); }
        }
        const plain = (text) => text.replace(/"(id|started)": "[^"]*"/g, "");
        const all = await kept.list();
        const alone = await kept.records({ ...all.find((one) => one.id === single) });
        return { same: plain(again) === plain(file), file, refused, kept: all.length, single: alone };
        """,
        EVENTS,
    )
    assert told["same"]
    assert [one["events"] for one in told["single"].values()] == [[HAND, DRAW]]
    assert told["refused"] == [
        ["not_json", ""],
        ["wrong_type", ""],
        ["bad_card", "/deals/0/record/events/1/card"],
        ["wrong_type", "/deals/0/score/points/me"],
        ["newer_version", "/version"],
    ]
    assert told["kept"] == 3
    assert json.loads(told["file"])["deals"][0]["score"]["points"] == {"me": 5, "Eva": -3}


def test_removing_is_taken_back(page_of: Page) -> None:
    told = run(
        page_of,
        BEGIN
        + """
        const { id } = kept.evening;
        await kept.remove(id);
        const removed = (await kept.list()).map((one) => one.removed);
        await kept.remove(id, false);
        const back = (await kept.list()).map((one) => one.removed);
        await kept.forget(id);
        return [removed, back, await kept.list(), await kept.store.all("deals")];
        """,
        EVENTS,
    )
    assert told == [[True], [False], [], []]


def test_links_of_deals(page_of: Page) -> None:
    """A deal goes into a link and comes out of it; a link that is cut off is told so."""
    (teller, *_), _, _ = told_deal(PROFILES["zoliky-online"], ["greedy", "patient"], "link", 0)
    told: Json = run(
        page_of,
        """
        const deal = given.reduce(record.apply, record.newDeal({ players: ["me", "seat2"], starter: "me" }));
        const link = await share.dealLink(deal);
        const hash = new URL(link).hash;
        const back = await share.dealOfLink(hash);
        const codes = [];
        for (const bad of [hash.slice(0, -9), "#deal=", "#deal=???", "#deal=AAAA"]) {
          try { await share.dealOfLink(bad); } catch ({ code }) { codes.push(code); }
        }
        const many = await share.dealLink({ ...deal, started: "x".repeat(3_000_000) });
        try { await share.dealOfLink(new URL(many).hash); } catch ({ code }) { codes.push(code); }
        const line = share.positionLink("z1~a~7D");
        return { same: record.toJSON(back) === record.toJSON(deal), link, codes, holds: share.holdsDeal(hash), line };
        """,
        teller.events,
    )
    assert told["same"]
    assert told["holds"]
    assert told["codes"] == ["bad_link"] * 5
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#deal=[A-Za-z0-9_-]+", told["link"])
    assert len(told["link"]) < 4000, "too long to be sent"
    assert told["line"].endswith("/?position=z1~a~7D")
