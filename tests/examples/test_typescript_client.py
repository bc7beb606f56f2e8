"""The JavaScript client with its TypeScript declarations: a game's code is checked strictly, and asks a service."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from api.requests.examples import EXAMPLES
from api.service.calls import CALLS
from tests.examples.conftest import npm, run

PACKAGES = ("typescript@5.9.3", "@types/node@22")
OPTIONS = ("--strict", "--module", "nodenext", "--target", "es2022", "--noUncheckedIndexedAccess")
USER = """\
import { Zolik, ZolikProblem } from "./zolik-client.js";
import type { Calls, Card, CardInput, TurnAnswer } from "./zolik-client.js";

const zolik = new Zolik("ADDRESS", { retries: 1 });
const examples = EXAMPLES satisfies { [Name in keyof Calls]: Calls[Name]["asked"] };
const answers = {
  opening: await zolik.opening(examples.opening),
  closing: await zolik.closing(examples.closing),
  penalty: await zolik.penalty(examples.penalty),
  turn: await zolik.turn(examples.turn),
  outlook: await zolik.outlook(examples.outlook),
  check: await zolik.check(examples.check),
  score: await zolik.score(examples.score),
} satisfies { [Name in keyof Calls]: Calls[Name]["answered"] };

const hand: readonly CardInput[] = ["7D", "8D", "9D", { card: "KS", id: 4 }, "KH", "KD", "2C"];
const answer: TurnAnswer = await zolik.turn({ hand, rules: { base: "family", opening_minimum: 42 } });
const plan = answer.recommendation;
const told = plan.actions.map((action) => {
  switch (action.type) {
    case "meld": return action.kind;
    case "layoff": return action.meld;
    case "discard": return String(action.closes);
    default: return action.type;
  }
});
const left: Card[] = plan.left;
const again = await zolik.check({ hand, actions: plan.actions });
const rest = await zolik.check({ hand: left, melds: [] });
const [first] = await zolik.batch([{ call: "opening", hand: "7D" }]);
const asked = [{ call: "check", hand: "7D", melds: [] }] as const;
for await (const one of zolik.stream(asked)) told.push("legal" in one ? "yes" : "no");
let code = "";
try {
  await zolik.closing({ hand: "7Q" });
} catch (problem) {
  if (problem instanceof ZolikProblem) code = problem.errors[0]?.code ?? problem.code;
}
const named = (await zolik.ask("opening", { hand: "7D" })).points;
const rules = [(await zolik.rules("family")).id, (await zolik.rules()).default];
const single = first !== undefined && "points" in first;
console.log(JSON.stringify({ answers, told, legal: again.legal && rest.legal, code, named, rules, single }));
"""
WRONG = """\
import { Zolik } from "./zolik-client.js";

const zolik = new Zolik("");
await zolik.turn({ hnad: "7D" });
await zolik.opening({ hand: "7D", language: "de" });
export const points: string = (await zolik.opening({ hand: "7D" })).points;
await zolik.ask("closing", { closer: "me", players: [] });
"""


@pytest.fixture(scope="module")
def folder(service_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game's folder, with TypeScript, into which the client and its declarations were downloaded."""
    folder = tmp_path_factory.mktemp("game")
    npm(folder, *PACKAGES)
    for name in ("zolik-client.js", "zolik-client.d.ts"):
        (folder / name).write_text(service_app.test_client().get(f"/clients/{name}").text)
    return folder


def test_a_games_code_is_typed_and_runs(folder: Path, service: str, service_app: Flask) -> None:
    code = USER.replace("ADDRESS", service).replace("EXAMPLES", json.dumps(EXAMPLES))
    (folder / "user.ts").write_text(code)
    made = run([str(folder / "node_modules" / ".bin" / "tsc"), *OPTIONS, "user.ts"], folder)
    assert made.returncode == 0, made.stdout
    done = run(["node", "user.js"], folder)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    for name in CALLS:
        assert told["answers"][name] == service_app.test_client().post(f"/v1/{name}", json=EXAMPLES[name]).get_json()
    assert told["legal"]
    assert told["told"][-1] == "yes"
    assert (told["code"], told["named"], told["rules"]) == ("bad_card", 0, ["family", "zoliky-online"])
    assert told["single"]


def test_what_is_wrong_in_a_games_code_is_told(folder: Path) -> None:
    (folder / "wrong.ts").write_text(WRONG)
    told = run([str(folder / "node_modules" / ".bin" / "tsc"), *OPTIONS, "--noEmit", "wrong.ts"], folder).stdout
    assert re.findall(r"^wrong.ts\((\d+)", told, re.MULTILINE) == ["4", "5", "6", "7"], told


def test_the_declarations_name_what_the_client_has(service_app: Flask) -> None:
    script, declared = (service_app.test_client().get(f"/clients/zolik-client.{kind}").text for kind in ("js", "d.ts"))
    methods = r"^  (?:async )?\*?(\w+)[(<]"
    kind = declared[declared.index("export class Zolik {") : declared.index("export interface Calls")]
    members = {"constructor", "rules", "ask", "batch", "stream", *CALLS}
    assert set(re.findall(methods, script[script.index("export class Zolik {") :], re.MULTILINE)) == members
    assert set(re.findall(methods, kind, re.MULTILINE)) == members
