"""The deal record in a real browser: whole deals of the arena told to it event by event, and its laws."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page

import api
from advisor.arena.deal import seat_name
from solver.game.position import ME, Position
from solver.rules.presets import PROFILES
from tests.web.told_deals import Json, Teller, Watched, texts, told_deal

BODIES = """async ([deal, events, at]) => {
  const { newDeal, apply, requestOf, stateOf, toJSON, fromJSON } = await import("/static/js/record/record.js");
  let record = newDeal(deal);
  const bodies = [];
  for (let done = 0; done <= events.length; done += 1) {
    for (const one of at) if (one === done) bodies.push(requestOf(record));
    if (done < events.length) record = apply(record, events[done]);
  }
  const again = fromJSON(toJSON(record));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const round = same(again, record) && same(stateOf(again), stateOf(record));
  return { bodies, state: stateOf(record), round };
}"""


def seen_by(position: Position, names: dict[str, str]) -> Json:
    """A position as the record tells it, in values that can be compared."""
    return {
        "hand": Counter(texts(position.hand)),
        "table": Counter(
            (
                names.get(lying.owner, lying.owner),
                lying.meld.kind,
                in_order(lying.meld.kind, texts(lying.meld.cards)),
                lying.opening_run,
            )
            for lying in position.table
        ),
        "round": position.round,
        "opened": position.opened,
        "starter": position.starter,
        "pile": texts(position.discard_pile),
        "bottom": str(position.bottom_card) if position.bottom_card else None,
        "barred": position.closing_barred,
        "by": position.top_discard_by,
        "drawn": (position.drawn.source, str(position.drawn.card or "")) if position.drawn else None,
        "opponents": [
            (
                opponent.name,
                opponent.cards,
                opponent.opened,
                tuple(texts(opponent.picked)),
                tuple(texts(opponent.thrown)),
            )
            for opponent in position.opponents
        ],
    }


def in_order(kind: str, cards: list[str]) -> tuple[str, ...]:
    return tuple(cards if kind == "run" else sorted(cards))


def told_by(body: Json) -> Json:
    drawn = body.get("drawn")
    return {
        "hand": Counter(body["hand"]),
        "table": Counter(
            (one["owner"], one["kind"], in_order(one["kind"], one["cards"]), one.get("opening_run"))
            for one in body.get("table", [])
        ),
        "round": body["round"],
        "opened": body["opened"],
        "starter": body.get("starter", False),
        "pile": body.get("discard_pile", []),
        "bottom": body.get("bottom_card"),
        "barred": body.get("closing_barred", False),
        "by": body.get("top_discard_by"),
        "drawn": (drawn["from"], drawn.get("card", "")) if drawn else None,
        "opponents": [
            (
                opponent["name"],
                opponent["cards"],
                opponent["opened"],
                tuple(opponent.get("picked", ())),
                tuple(opponent.get("thrown", ())),
            )
            for opponent in body["opponents"]
        ],
    }


@pytest.mark.parametrize("profile_id", list(PROFILES))
@pytest.mark.parametrize(("players", "starter"), [(2, 0), (3, 2)])
def test_deals_of_the_arena(page: Page, client: FlaskClient, profile_id: str, players: int, starter: int) -> None:
    profile = PROFILES[profile_id]
    names = ["greedy", "patient", "greedy"][:players]
    checked = 0
    for seed in range(3):
        tellers, deal, _ = told_deal(profile, names, f"record {seed}", starter)
        if any(deal.refusals):
            continue
        for teller in tellers[:2]:
            checked += compare(page, client, teller, deal, starter)
    assert checked > 10


def compare(page: Page, client: FlaskClient, teller: Teller, deal: Watched, starter: int) -> int:
    """Tells a deal to the record, and compares every position of the seat with what the arena showed it."""
    profile, me = deal.profile, teller.seat
    players = [teller.player(number) for number in range(len(deal.seats))]
    head = {"rules": profile.id, "players": players, "starter": teller.player(starter)}
    result = page.evaluate(BODIES, [head, teller.events, [at for at, _, _ in teller.checks]])
    assert result["round"]
    mine = {seat_name(me): ME}
    for body, (at, position, stock) in zip(result["bodies"], teller.checks, strict=True):
        wanted, told = seen_by(position, mine), told_by(body)
        assert told == wanted, (at, teller.events[:at])
        assert body["stock_left"] == stock, at
        answer = client.post("/v1/check", json=body | {"melds": []})
        assert answer.status_code == 200, (body, answer.get_json())
    state = result["state"]
    assert Counter(state["hand"]) == Counter(texts(deal.seats[me].hand))
    assert [player["cards"] for player in state["players"]] == [len(seat.hand) for seat in deal.seats]
    return len(teller.checks)


LAWS = """async ([deal, events]) => {
  const { newDeal, historyOf, push, undo, redo, stateOf, toJSON } = await import("/static/js/record/record.js");
  const text = (history) => JSON.stringify([stateOf(history.record), toJSON(history.record)]);
  let history = historyOf(newDeal(deal));
  const seen = [text(history)];
  const cards = [];
  for (const event of events) {
    history = push(history, event);
    seen.push(text(history));
    const { hand, players, pile, bottom, melds, stock_left } = stateOf(history.record);
    const others = players.filter((one) => one.name !== "me").reduce((sum, one) => sum + one.cards, 0);
    const lying = [hand, pile, bottom ? [bottom] : [], ...melds.map((one) => one.cards)].flat();
    cards.push(lying.length + others + stock_left);
  }
  const back = [];
  for (let at = events.length; at > 0; at -= 1) {
    history = undo(history);
    back.push(text(history) === seen[at - 1]);
  }
  const empty = undo(history) === history;
  const forth = [];
  for (let at = 1; at <= events.length; at += 1) {
    history = redo(history);
    forth.push(text(history) === seen[at]);
  }
  history = push(history, { type: "clear" });
  const cleared = stateOf(history.record).hand.length;
  history = undo(history);
  const again = text(history) === seen.at(-1);
  const none = redo(push(undo(undo(history)), { type: "clear" })).undone.length;
  return { cards, back, forth, empty, cleared, again, none };
}"""


@pytest.mark.parametrize("profile_id", ["zoliky-online", "wikipedia", "family"])
def test_undo_and_redo(page: Page, profile_id: str) -> None:
    """Every event taken back and done again gives the same states, "clear" too; no card is lost or made."""
    profile = PROFILES[profile_id]
    (teller, *_), deal, _ = told_deal(profile, ["greedy", "patient"], "laws", 0)
    assert not any(deal.refusals)
    head = {"rules": profile_id, "players": [ME, "seat2"], "starter": ME}
    result = page.evaluate(LAWS, [head, teller.events])
    in_play = profile.decks * 52 + profile.jokers
    assert set(result["cards"][1:]) == {in_play}  # a bottom card is told by the second event
    assert all(result["back"] + result["forth"])
    assert [result[name] for name in ("empty", "cleared", "again", "none")] == [True, 0, True, 0]


REFUSED = """async (document) => {
  const { fromJSON } = await import("/static/js/record/record.js");
  try {
    fromJSON(document);
  } catch ({ name, code, path }) {
    return [name, code, path];
  }
}"""
HAND = {"type": "hand", "cards": ["7D", "8D", "9D", "KS", "KH", "2C", "5H"]}
DRAW = {"type": "draw", "by": "me", "from": "stock", "card": "KD"}


def document(*events: Json, **head: Any) -> Json:
    told = {"format": "zolik-deal", "version": 1, "rules": "zoliky-online", "players": ["me", "Eva"], "starter": "me"}
    return {**told, **head, "events": list(events)}


@pytest.mark.parametrize(
    ("told", "code", "path"),
    [
        ("{", "not_json", ""),
        ([], "wrong_type", ""),
        ({"format": "zolik-evening"}, "other_format", "/format"),
        (document(version=2), "newer_version", "/version"),
        (document(version="1"), "wrong_type", "/version"),
        (document(rules="poker"), "unknown_rules", "/rules"),
        (document(colour="red"), "unknown_field", "/colour"),
        (document(players=["Eva"]), "without_me", "/players"),
        (document(players=["me", "Eva", "Eva"]), "same_name", "/players/2"),
        (document(players=["me", 5]), "wrong_type", "/players/1"),
        (document(starter="Jan"), "unknown_player", "/starter"),
        (document(overrides={"decks": {}}), "wrong_type", "/overrides/decks"),
        (document({"type": "fold"}), "unknown_event", "/events/0/type"),
        (document(HAND, 3), "wrong_type", "/events/1"),  # type: ignore[arg-type]
        (document({"type": "hand"}), "missing_field", "/events/0/cards"),
        (document({"type": "hand", "cards": ["7D", "1D"]}), "bad_card", "/events/0/cards/1"),
        (document({"type": "hand", "cards": ["7D"] * 3}), "too_many_copies", "/events/0"),
        (document(HAND, {**DRAW, "from": "sleeve"}), "bad_choice", "/events/1/from"),
        (document(HAND, {**DRAW, "by": "Eva"}), "not_on_turn", "/events/1"),
        (document(HAND, {**DRAW, "from": "discard"}), "pile_empty", "/events/1"),
        (document(HAND, DRAW, DRAW), "drawn_already", "/events/2"),
        (document(HAND, {"type": "throw", "by": "me", "card": "2C"}), "draw_first", "/events/1"),
        (document(HAND, DRAW, {"type": "throw", "by": "me", "card": "2D"}), "not_in_hand", "/events/2"),
        (document(HAND, DRAW, {"type": "meld", "by": "me", "cards": ["7D", "8D", "KD"]}), "no_meld", "/events/2"),
        (
            document(HAND, DRAW, {"type": "lay_off", "by": "me", "meld": "m1", "cards": ["KD"]}),
            "unknown_meld",
            "/events/2",
        ),
        (document({"type": "correct", "set": {"counts": {"Jan": 3}}}), "unknown_player", "/events/0/set/counts"),
        (document({"type": "correct", "set": {"round": 0}}), "out_of_range", "/events/0/set/round"),
        (document({"type": "adopt", "position": "z1~"}), "bad_position", "/events/0/position"),
    ],
)
def test_what_is_no_record_is_refused(page: Page, told: Any, code: str, path: str) -> None:
    for one in [told] if isinstance(told, str) else [told, json.dumps(told)]:
        assert page.evaluate(REFUSED, one) == ["RecordError", code, path]


def run(page: Page, script: str, argument: Any = None) -> Any:
    names = "newDeal, dealOf, apply, stateOf, requestOf, turnOf, eventsOf, historyOf, push, undo, toJSON, fromJSON"
    body = f"async (given) => {{ const {{ {names} }} = await import('/static/js/record/record.js'); {script} }}"
    return page.evaluate(body, argument)


def test_a_refused_event_changes_nothing(page: Page) -> None:
    assert run(
        page,
        """
        const record = apply(newDeal({ players: ["me", "Eva"], starter: "me" }), { type: "hand", cards: ["7D"] });
        const before = JSON.stringify([record, stateOf(record)]);
        let code;
        try { apply(record, { type: "throw", by: "me", card: "KD" }); } catch (error) { code = error.code; }
        return [code, JSON.stringify([record, stateOf(record)]) === before, Object.isFrozen(record.events[0].cards)];
        """,
    ) == ["draw_first", True, True]


def test_a_position_of_a_link(page: Page, client: FlaskClient) -> None:
    """A deal that begins with a position asks what the position asks."""
    body = {
        "rules": {"base": "tournament", "opening_minimum": 40},
        "hand": ["7D", "8D", "9D", "KS", "JK"],
        "table": [{"id": "a b", "owner": "Eva", "cards": ["5C", "JK", "7C"], "kind": "run", "opening_run": False}],
        "round": 7,
        "opened": True,
        "drawn": {"from": "stock", "card": "JK"},
        "discard_pile": ["2H", "3H"],
        "opponents": [
            {"name": "Eva", "cards": 5, "opened": True, "picked": ["9H"], "thrown": ["2H"]},
            {"name": "Jan Novák", "cards": 12, "opened": False},
        ],
        "top_discard_by": "Eva",
        "closing_barred": True,
        "stock_left": 40,
        "seen": ["AS"],
    }
    line = client.post("/v1/check", json=body | {"melds": []}).get_json()["position"]
    told = run(page, "return [requestOf(dealOf(given)), dealOf(given).players]", line)
    assert told[1] == [ME, "Eva", "Jan Novák"]
    assert client.post("/v1/check", json=told[0] | {"melds": []}).get_json()["position"] == line
    bare = client.post("/v1/check", json={"hand": "7D 8D 9D", "melds": []}).get_json()["position"]
    assert run(page, "return requestOf(dealOf(given))", bare) == {
        "rules": "zoliky-online",
        "hand": ["7D", "8D", "9D"],
        "opened": False,
        "phase": "free",
    }


def test_a_plan_is_followed(page: Page, client: FlaskClient) -> None:
    """The events of a plan lead to what the plan says is left."""
    body = {
        "hand": "7-9♦ KS KH KD 2C 5H",
        "phase": "after_draw",
        "table": [{"id": "e", "owner": "Eva", "cards": ["4H"]}],
    }
    body["table"][0]["cards"] = ["5D", "JK", "7D"]  # type: ignore[index]
    body["opponents"] = [{"name": "Eva", "opened": True}]
    answer = client.post("/v1/turn", json=body | {"objective": "penalty", "notation": "unicode"}).get_json()
    plan = answer["recommendation"]
    after = run(
        page,
        """
        const record = dealOf(given.position);
        const events = eventsOf(record, given.plan);
        const done = events.reduce(apply, record);
        const turn = turnOf(events.slice(0, -1).reduce(apply, record));
        return { events, state: stateOf(done), asked: requestOf(done), turn };
        """,
        {"position": answer["position"], "plan": plan},
    )
    left = [card[1:] + "SHDC"["♠♥♦♣".index(card[0])] for card in plan["left"]]
    assert Counter(after["state"]["hand"]) + Counter([after["state"]["pile"][-1]]) == Counter(left)
    assert len(after["state"]["melds"]) == len(plan["table_after"])
    assert (after["state"]["turn"], after["asked"]["phase"]) == ("Eva", "free")
    verdict = client.post("/v1/check", json=after["turn"]["body"] | {"actions": after["turn"]["actions"]}).get_json()
    assert verdict["legal"], verdict


def test_why_a_lay_off_is_refused(page: Page, client: FlaskClient) -> None:
    """The turn so far with a step that is only thought of goes to the service as actions."""
    told = run(
        page,
        """
        let record = newDeal({ players: ["me", "Eva"] });
        for (const event of [
          { type: "hand", cards: ["7D", "8D", "9D", "2C", "8H"] },
          { type: "correct", set: { phase: "after_draw", meld: { id: "e", owner: "Eva", cards: ["5H", "6H", "7H"] } } },
          { type: "meld", by: "me", cards: ["7D", "9D", "8D"] },
        ]) record = apply(record, event);
        return turnOf(record, [{ type: "lay_off", by: "me", meld: "m1", cards: ["2C"] }]);
        """,
    )
    assert told["actions"] == [
        {"type": "meld", "cards": ["7D", "9D", "8D"]},
        {"type": "layoff", "meld": "new:0", "cards": ["2C"], "end": None},
    ]
    verdict = client.post("/v1/check", json=told["body"] | {"actions": told["actions"]}).get_json()
    assert not verdict["legal"]
    assert verdict["problems"]


def test_fifteen_cards_are_a_hand_after_the_draw(page: Page) -> None:
    """Cards told one by one: with the fourteenth the draw is to come, with the fifteenth it is done."""
    phases = run(
        page,
        """
        const cards = "7D 8D 9D KS KH KC 2C 5H 3S 4S 9C JD QH AS AH".split(" ");
        let record = newDeal({ players: ["me", "Eva"], starter: "me" });
        const told = [];
        for (let number = 13; number <= 15; number += 1) {
          record = apply(record, { type: "hand", cards: cards.slice(0, number) });
          told.push([stateOf(record).phase, stateOf(record).stock_left]);
        }
        return [...told, requestOf(record).drawn];
        """,
    )
    assert phases == [["before_draw", 80], ["before_draw", 80], ["after_draw", 79], {"from": "stock"}]


def test_the_guide_shows_a_record_and_every_event(page: Page) -> None:
    text = (Path(api.__file__).parent / "docs" / "record.md").read_text(encoding="utf-8")
    shown = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert shown
    assert json.loads(run(page, "return toJSON(fromJSON(given))", shown[1])) == json.loads(shown[1])
    events = page.evaluate("import('/static/js/record/shape.js').then((one) => Object.keys(one.EVENTS))")
    assert {*events} <= {*re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)}
