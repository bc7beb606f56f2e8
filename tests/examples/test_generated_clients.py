"""Clients that common generators make of the OpenAPI document: made, type-checked, and asked about everything."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api.requests.examples import EXAMPLES
from api.requests.fields import component_name
from api.service.calls import CALLS
from tests.examples.conftest import npm, run

TAGS = {"check": "judging", "score": "judging"}
"""The tags of calls that are no analysis."""
VERSIONS = ("openapi-typescript@7.13.0", "typescript@5.9.3")
"""What npm installs; TypeScript 7 is not yet what the generator works with."""
USER = """\
import type { paths, components } from "./schema.js";

type Asked = paths["/v1/turn"]["post"]["requestBody"]["content"]["application/json"];
type Answered = paths["/v1/turn"]["post"]["responses"][200]["content"]["application/json"];

const rules = { base: "family", opening_minimum: 42 } as const;
const asked: Asked = { hand: ["7D", "8D", "9D", { card: "KS", id: 4 }], rules };

export function told(answer: Answered): string[] {
  return answer.recommendation.actions.map((action: components["schemas"]["Action"]) => {
    switch (action.type) {
      case "meld": return action.kind;
      case "layoff": return action.meld;
      case "discard": return String(action.closes);
      default: return action.type;
    }
  });
}

// @ts-expect-error: there is no such field
export const wrong: Asked = { hand: "7D", hidden: ["8D"] };
export const body: string = JSON.stringify(asked);
"""
HEY_VERSIONS = ("@hey-api/openapi-ts@0.99.0", "typescript@5.9.3", "@types/node@22")
HEY_OPTIONS = {
    "compilerOptions": {"strict": True, "module": "nodenext", "target": "es2022", "rootDir": ".", "outDir": "js"},
    "include": ["*.ts", "client"],
}
HEY_USER = """\
import * as zolik from "./client/index.js";
import { client } from "./client/client.gen.js";

client.setConfig({ baseUrl: process.argv[2] as `http://${string}`, throwOnError: true });
const examples = JSON.parse(process.argv[3] ?? "") as { [name: string]: never };
const answers: { [name: string]: unknown } = {};
for (const name of ["opening", "closing", "penalty", "turn", "outlook", "check", "score"] as const) {
  answers[name] = (await zolik[name]({ body: examples[name] as never })).data;
}
const turn = await zolik.turn({ body: { hand: "7D 8D 9D KS KH KD 2C" }, throwOnError: true });
const kinds = turn.data.recommendation.actions.map((action) => (action.type === "meld" ? action.kind : action.type));
const problem = await zolik.opening({ body: { hand: ["7Q"] }, throwOnError: false });
const code = problem.error && "errors" in problem.error ? problem.error.errors?.[0]?.code : "";
const rules = (await zolik.ruleSet({ path: { id: "family" }, throwOnError: true })).data.id;
console.log(JSON.stringify({ answers, kinds, code, rules }));
"""


@pytest.fixture(scope="module")
def document(service_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("document") / "openapi.json"
    path.write_text(service_app.test_client().get("/openapi.json").text)
    return path


@pytest.fixture(scope="module")
def generated(document: Path) -> Iterator[Path]:
    """The folder of a Python package `zoliky` that openapi-python-client has made."""
    folder = document.parent
    (folder / "config.yml").write_text("post_hooks: []\n")
    made = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(document), "--meta", "none"]
    done = run([*made, "--config", "config.yml", "--output-path", "zoliky", "--overwrite"], folder)
    assert done.returncode == 0, done.stdout + done.stderr
    warned = re.findall(r"^WARNING .*\n+(.*)", done.stdout, re.MULTILINE)
    assert warned in ([], ["Unsupported content type application/x-ndjson"])
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def test_the_python_client_is_typed(generated: Path) -> None:
    done = run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", "zoliky"], generated)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", [*CALLS])
def test_the_python_client_asks_every_call(generated: Path, service: str, service_app: Flask, name: str) -> None:
    client = importlib.import_module("zoliky").Client(base_url=service)
    module = importlib.import_module(f"zoliky.api.{TAGS.get(name, 'analysis')}.{name}")
    asked = getattr(importlib.import_module("zoliky.models"), component_name(CALLS[name].schema))
    expected = service_app.test_client().post(f"/v1/{name}", json=EXAMPLES[name]).get_json()
    answer: Any = module.sync(client=client, body=asked.from_dict(EXAMPLES[name]))
    assert type(answer).__name__ == f"{name.capitalize()}Answer"
    assert json.loads(json.dumps(answer.to_dict())) == expected

    with ThreadPoolExecutor(1) as apart:
        found = apart.submit(
            lambda: asyncio.run(module.asyncio(client=client, body=asked.from_dict(EXAMPLES[name])))
        ).result()
    assert found == answer


def test_the_python_client_gives_problems_and_rule_sets(generated: Path, service: str) -> None:
    client = importlib.import_module("zoliky").Client(base_url=service)
    models = importlib.import_module("zoliky.models")
    opening = importlib.import_module("zoliky.api.analysis.opening")
    problem = opening.sync(client=client, body=models.Position.from_dict({"hand": ["7Q"]}), accept_language="cs")
    assert isinstance(problem, models.Problem)
    assert problem.errors[0].pointer == "/hand/0"
    rules = importlib.import_module("zoliky.api.rules.rules").sync(client=client)
    assert rules.default == "zoliky-online"
    rule_set = importlib.import_module("zoliky.api.rules.rule_set").sync("family", client=client)
    assert rule_set.id == "family"


def test_the_typescript_client_is_strict(document: Path, tmp_path: Path) -> None:
    """Where npm is, and its packages can be had."""
    bins = npm(tmp_path, *VERSIONS)
    done = run([str(bins / "openapi-typescript"), str(document), "-o", "schema.ts"], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warn" not in (done.stdout + done.stderr).lower()
    (tmp_path / "user.ts").write_text(USER)
    options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "user.ts"]
    done = run([str(bins / "tsc"), *options], tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_fetch_client_asks_every_call(document: Path, tmp_path: Path, service: str, service_app: Flask) -> None:
    """What @hey-api/openapi-ts makes is strict, and asks every call over fetch."""
    bins = npm(tmp_path, *HEY_VERSIONS)
    (tmp_path / "tsconfig.json").write_text(json.dumps(HEY_OPTIONS))
    made = run([str(bins / "openapi-ts"), "-i", str(document), "-o", "client"], tmp_path)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "warn" not in (made.stdout + made.stderr).lower()
    (tmp_path / "user.ts").write_text(HEY_USER)
    checked = run([str(bins / "tsc"), "-p", "."], tmp_path)
    assert checked.returncode == 0, checked.stdout
    done = run(["node", "js/user.js", service, json.dumps(EXAMPLES)], tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert set(told["answers"]) == set(CALLS)
    for name in CALLS:
        assert told["answers"][name] == service_app.test_client().post(f"/v1/{name}", json=EXAMPLES[name]).get_json()
    assert (told["kinds"], told["code"], told["rules"]) == (["run", "set", "discard"], "bad_card", "family")
