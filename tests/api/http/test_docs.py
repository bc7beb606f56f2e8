"""The documentation: readable without scripts, complete, and true."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from advisor.words.say import LANGUAGES
from api.http.docs import GUIDES
from api.service.calls import CALLS
from api.service.settings import PREFIX, Settings
from api.words import words_in
from solver.compiled import PLAIN
from tests.api.conftest import Ask

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "api" / "docs"
TEXTS = {path: path.read_text() for path in (*PAGES.glob("*.md"), *(ROOT / "examples" / "deploy").glob("*"))}


def page(client: FlaskClient, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    assert response.content_type == "text/html; charset=utf-8"
    return response.get_data(as_text=True)


def test_every_link_of_every_page_leads_somewhere(client: FlaskClient) -> None:
    seen, left = set[str](), ["/docs", "/docs/reference"]
    while left:
        path = left.pop()
        if path in seen:
            continue
        seen.add(path)
        with client.get(path) as response:
            assert response.status_code == 200, path
            text = response.get_data(as_text=True) if response.content_type.startswith("text/html") else ""
        if path.startswith("/docs"):
            left += [one.partition("#")[0] for one in re.findall(r'(?:href|src)="([^"]+)"', text)]
            assert "://" not in "".join(re.findall(r'(?:href|src)="([^"]+)"', text))
    assert {f"/docs/{name}" for name in GUIDES if name != "guide"} <= seen
    assert {"/docs/assets/swagger-ui-bundle.js", "/clients/zolik_client.py", "/clients/zolik-client.js"} <= seen


def test_a_page_is_no_folder_and_no_way_out(client: FlaskClient) -> None:
    assert client.get("/docs/").status_code == 308
    for path in ("/docs/no", "/docs/assets/no", "/docs/assets/docs.html", "/clients/no", "/docs/assets/../guide.md"):
        assert client.get(path).status_code == 404, path


def test_files_may_be_kept_and_clients_loaded_by_other_pages(client: FlaskClient) -> None:
    for path in ("/docs/assets/docs.css", "/clients/zolik-panel.js"):
        response = client.get(path)
        assert "max-age=3600" in response.headers["Cache-Control"]
        assert client.get(path, headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_the_table_of_settings_is_that_of_the_program() -> None:
    rows = [
        f"| `{PREFIX}{field.name.upper()}` | {f'`{field.default}`' if field.default != '' else '(empty)'} "
        f"| {field.metadata['meaning']} |"
        for field in fields(Settings)
    ]
    assert re.findall(r"^\| `ZOLIK_.*$", (PAGES / "operation.md").read_text(), re.MULTILINE) == rows


def test_the_guides_tell_the_figure_that_was_measured() -> None:
    measured = re.search(r"\| `strength,greedy` \| `zoliky-online` .*", (PAGES / "figures.md").read_text())
    assert measured is not None
    cells = [cell.strip() for cell in measured[0].split("|")]
    won, less = cells[5].split(" %")[0], cells[10].split(" ")[0].removeprefix("−")
    for language, point in (("", "."), (".cs", ","), (".sk", ",")):
        told = (PAGES / f"strength{language}.md").read_text()
        assert f"{won.replace('.', point)} %" in told
        assert less.replace(".", point) in told


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path: Path) -> None:
    known = {PLAIN, *(PREFIX + field.name.upper() for field in fields(Settings))}
    assert set(re.findall(r"ZOLIK_[A-Z_]+[A-Z]", TEXTS[path])) <= known


def test_every_figure_that_is_named_exists_and_the_other_way_round(client: FlaskClient) -> None:
    told = set(re.findall(r"`(zolik_[a-z_]+)(?:\{[a-z, ]+\})?`", (PAGES / "operation.md").read_text()))
    types = re.findall(r"^# TYPE (zolik_\w+) (\w+)$", client.get("/metrics").text, re.MULTILINE)
    assert told == {name for name, _ in types if not name.endswith("_created")}


def test_the_first_command_of_the_guide_works(client: FlaskClient) -> None:
    command = re.search(r"```sh\n(curl .*?)```", (PAGES / "guide.md").read_text(), re.DOTALL)
    assert command
    words = shlex.split(command[1].replace("\\\n", " "))
    body = json.loads(words[words.index("-d") + 1])
    response = client.post("/v1/turn", json=body)
    assert response.status_code == 200
    assert response.get_json()["recommendation"]["actions"]


def test_what_the_guides_show_as_json_is_json() -> None:
    for path, text in TEXTS.items():
        for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
            assert json.loads(block), path


def test_the_problem_of_the_guide_is_the_services(ask: Ask) -> None:
    shown = re.search(r"```json\n(.*?)```", (PAGES / "guide.md").read_text(), re.DOTALL)
    assert shown
    assert json.loads(shown[1]) == ask("opening", {"hand": ["7D", "8D", "9D", "7Q"]}, 422)


def test_every_call_is_in_the_guide() -> None:
    text = (PAGES / "guide.md").read_text()
    assert all(f"`POST /v1/{name}`" in text for name in (*CALLS, "batch"))


def test_every_kind_of_action_is_explained(client: FlaskClient) -> None:
    actions = client.get("/openapi.json").get_json()["components"]["schemas"]["Action"]["discriminator"]["mapping"]
    text = (PAGES / "embedding.md").read_text()
    assert all(f'{{"type": "{action}"' in text for action in actions)


def test_guides_are_readable_without_scripts(client: FlaskClient) -> None:
    for name in GUIDES:
        text = page(client, "/docs" if name == "guide" else f"/docs/{name}")
        assert re.findall("<script[^>]*", text) == [one for one in re.findall("<script[^>]*", text) if "copy.js" in one]
        assert "<h1>" in text
        assert "<table>" in text
    assert page(client, "/docs") == page(client, "/docs/guide")


@pytest.mark.parametrize("language", [*LANGUAGES, "de"])
def test_the_rules_are_told_in_the_readers_language(client: FlaskClient, language: str) -> None:
    response = client.get("/docs/rules", headers={"Accept-Language": language})
    told = language if language in LANGUAGES else "en"
    title = {"en": "The rules of Žolíky", "cs": "Pravidla žolíků", "sk": "Pravidlá žolíkov"}[told]
    assert f'<html lang="{told}"' in response.text
    assert f"<h1>{title}</h1>" in response.text
    row = re.search(r"<code>carry_max</code>.*?</tr>", response.text)
    assert row is not None
    assert re.findall(r"<td>([^<]*)</td>", row[0]) == ["4", "4", "4", "0", "1"]


@pytest.mark.parametrize("language", ["cs", "sk"])
def test_guides_are_read_in_czech_and_slovak(client: FlaskClient, language: str) -> None:
    titles = words_in(language)["docs"]
    for name in GUIDES:
        text = client.get(f"/docs/{name}", headers={"Accept-Language": language}).text
        assert f'<html lang="{language}"' in text
        assert all(f">{titles[guide]}</a>" in text for guide in GUIDES)
        translated = name == "rules" or (PAGES / f"{name}.{language}.md").exists()
        assert (titles["english_only"] in text) is not translated
        assert ('<main lang="en">' in text) is not translated


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.[cs][sk].md")), ids=lambda path: path.name)
def test_a_translated_guide_has_the_code_and_tables_of_the_english_one(path: Path) -> None:
    """Code as it is, tables with as many rows and the same names in front, the same links and figures."""
    english = TEXTS[path.with_name(path.name.split(".")[0] + ".md")]
    text = TEXTS[path]
    for pattern in (r"```\w+\n.*?```", r"\]\((.*?)\)"):
        found, expected = (re.findall(pattern, one, re.DOTALL | re.MULTILINE) for one in (text, english))
        assert found == expected
    assert _names(text) == _names(english)
    assert _figures(text.replace(",", ".")) == _figures(re.sub(r"(?<=\d),(?=\d{3})", "", english))
    for pattern in (r"^#+ ", r"^\|", r"^\* "):
        assert len(re.findall(pattern, text, re.MULTILINE)) == len(re.findall(pattern, english, re.MULTILINE))


def _names(text: str) -> list[list[str]]:
    """The code in the first cell of each row."""
    return [re.findall("`.*?`", cell) for cell in re.findall(r"^\| (.*?) \|", text, re.MULTILINE)]


def _figures(text: str) -> list[str]:
    """The numbers with decimals outside of code, in order of their text."""
    return sorted(re.findall(r"\d+\.\d+(?:\.\d+)*", re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)))
