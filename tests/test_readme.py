"""The snippets of the README and of the examples print what is shown, and every example is run and answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.rules.presets import PROFILES
from solver.rules.profile import PARAMETERS
from tests.console import Console, Snippet, snippets
from tests.live import ROOT, live_service

GOLDEN = "tests/golden/examples.md"
PAGES = ("README.md", "examples/README.md", GOLDEN)
README = (ROOT / "README.md").read_text()
CALLS = ("opening", "closing", "penalty", "turn", "check", "score")
EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".json", ".txt"))


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    with live_service("--workers", "1") as service:
        yield Console(tmp_path_factory.mktemp("bin"), service.address)


def shown(page: str) -> list[Snippet]:
    return list(snippets((ROOT / page).read_text()))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_snippets(page: str) -> None:
    assert len(shown(page)) >= (2 if page == "examples/README.md" else 6)
    assert len(shown(page)) == len(re.findall(r"^\$ ", (ROOT / page).read_text(), re.MULTILINE))


@pytest.mark.parametrize(
    ("page", "snippet"),
    [pytest.param(page, one, id=f"{page}:{one.line}") for page in PAGES for one in shown(page)],
)
def test_a_snippet_prints_what_is_shown(
    console: Console, monkeypatch: pytest.MonkeyPatch, page: str, snippet: Snippet
) -> None:
    monkeypatch.chdir(ROOT)
    for name, value in (("LC_ALL", "C"), ("ZOLIK_TIME_MS", "10000")):
        monkeypatch.setenv(name, value)
    output = console.run(snippet)
    assert snippet.agrees(output), f"{page}:{snippet.line} prints\n{output}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_example_is_run_on_its_page(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    assert any(name in one.command for one in shown(GOLDEN))


def test_there_is_an_example_of_every_call_in_every_profile() -> None:
    commands = [one.command for one in shown(GOLDEN)]
    for profile in PROFILES:
        for call in CALLS:
            assert any(command.startswith(f"zolik {call} examples/{profile}/") for command in commands), (profile, call)


def test_the_readme_begins_with_a_hand_and_its_answer() -> None:
    assert shown("README.md")[0].command.startswith("zolik opening")
    assert README.index("```console") < README.index("sh examples/setup.sh") < README.index("sh tests/run.sh")


def test_the_readme_names_what_there_is() -> None:
    for name in (*PROFILES, *(f"/v1/{call}" for call in CALLS), "/v1/rules", "/openapi.json", "/healthz", "/readyz"):
        assert f"`{name}`" in README, name
    for name in re.findall(r"--set ([a-z_]+)=", README):
        assert name in PARAMETERS


def test_the_links_of_the_readme_lead_somewhere() -> None:
    for page in PAGES:
        folder = (ROOT / page).parent
        for target in re.findall(r"\]\(([^)#]+)", (ROOT / page).read_text()):
            assert (folder / target).exists(), (page, target)
