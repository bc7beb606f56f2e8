"""The house: directions of imports, lengths, docstrings, and what the command imports at its start."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import pins
from tests.live import environment, kept

ROOT = Path(__file__).parents[1]
PACKAGES = ("solver", "advisor", "api")
MODULES = sorted(path for one in (*PACKAGES, "tests") for path in (ROOT / one).rglob("*.py"))
LONGEST = 500
GENERATED = {"client_types.py"}
"""Modules that a command writes, of any length."""
WEB = {"flask", "werkzeug", "jinja2", "marshmallow", "gunicorn", "http", "urllib", "socket"}
UNUSED = ("flask", "werkzeug", "jinja2", "gunicorn", "numpy", "pandas", "redis", "babel", "ortools.sat.python.cp_model")
HEAVY = ("ortools", "numpy", "pandas", "flask", "marshmallow", "gunicorn")


def imported(path: Path) -> set[str]:
    """The top-level names of all imports of a module, also those within functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


LINT = (sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache")
BREAKS = {
    "imports go api, advisor, solver only": ("solver/game/cards.py", "import advisor.plan"),
    "solver: rules, game": ("solver/referee/judge.py", "import solver.model.decide"),
    "reach asks the kernel": ("solver/reach/bounds.py", "import solver.referee.table"),
    "strength never sees the arena": ("advisor/strength/race.py", "import advisor.arena.deal"),
    "words are made of answers": ("advisor/words/say.py", "import advisor.opening"),
    "api: the web page": ("api/service/gate.py", "import api.http.body"),
    "solver and advisor know no web": ("advisor/scoring.py", "import flask"),
    "Flask only in": ("api/service/gate.py", "import flask"),
    "marshmallow only in": ("api/http/body.py", "import marshmallow"),
}
"""How each contract of pyproject.toml is broken, by the beginning of its name: an import at the end of a module."""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(LINT, cwd=folder, capture_output=True, text=True, check=False, env=environment(COLUMNS="400"))


def test_import_contracts_are_kept() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f" {len(BREAKS)} kept, 0 broken" in done.stdout


@pytest.mark.parametrize("name", BREAKS)
def test_a_contract_fails_when_it_is_broken(name: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", "static", "docs", "clients")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    module, statement = BREAKS[name]
    with (tmp_path / module).open("a") as file:
        file.write(f"\n{statement}\n")
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert any(line.startswith(name) and line.endswith("BROKEN") for line in done.stdout.splitlines()), done.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_one_way(package: str) -> None:
    """The same as the contracts, read from the syntax alone: api, advisor, solver; nothing imports tests."""
    forbidden = {*PACKAGES[PACKAGES.index(package) + 1 :], "tests", *(WEB if package != "api" else ())}
    for path in (ROOT / package).rglob("*.py"):
        assert not imported(path) & forbidden, path


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_short_and_say_what_they_are(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST or path.name in GENERATED
    docstring = ast.get_docstring(ast.parse(text))
    if text.strip():
        assert docstring
        first = docstring.splitlines()[0]
        assert first.endswith((".", "?")) or len(docstring.splitlines()) > 1, first


@pytest.mark.parametrize("statement", ["import api.cli.main", "import api.cli.main; api.cli.main.main(['--help'])"])
def test_the_command_starts_light(statement: str) -> None:
    code = f"import sys; {statement}; print([one for one in {HEAVY!r} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (["opening", "8C 9C 10C JC QC JK 2H"], ()),
        (["rules"], ("ortools", "marshmallow")),
        (["check", "8C 9C 10C 2H", "--meld", "8C 9C 10C"], ("ortools",)),
    ],
)
def test_the_command_imports_only_what_it_needs(words: list[str], more: tuple[str, ...]) -> None:
    """A question is answered without the web, and CP-SAT without its modelling layer, which brings pandas."""
    unwanted = {*UNUSED, *more}
    code = (
        f"import sys; from api.cli.main import main; main({words!r}); "
        f"print('loaded', sorted({unwanted!r} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded []"


def test_every_needed_version_is_pinned_as_tested() -> None:
    installed = pins.installed_pins()
    pinned = pins.read_pins()
    assert {name: pinned.get(name) for name in installed} == installed, "see the head of constraints.txt"
    assert [*pinned] == sorted(pinned)


def test_no_file_of_the_setup_names_a_host() -> None:
    for name in ("constraints.txt", "pyproject.toml", ".ci/run", "examples/setup.sh", "tests/run.sh"):
        text = (ROOT / name).read_text()
        assert not re.search(r"://|--(extra-)?index-url|--find-links|@ ?git", text), name


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "sh tests/run.sh" in (ROOT / ".ci" / "run").read_text().splitlines()
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    assert "sh tests/run.sh" in (ROOT / "README.md").read_text()


def test_no_setting_of_the_machine_reaches_the_tests() -> None:
    """Here a variable once hid a fault that every other machine had."""
    unwanted = {"LANG", "LC_ALL", "TZ", "TERM", "COLUMNS", "NO_COLOR", "FORCE_COLOR", "http_proxy", "https_proxy"}
    assert not [name for name in os.environ if name in unwanted or name.startswith("PYTHON")]
    machine = {"PATH": "/bin", "PYTHONUNBUFFERED": "1", "http_proxy": "x", "TZ": "CET", "ZOLIK_TIME_MS": "9"}
    assert kept(machine) == {"PATH": "/bin"}
    assert 'env -i PATH="$PWD/.venv/bin:$PATH"' in (ROOT / "tests" / "run.sh").read_text()


def test_the_map_names_what_there_is() -> None:
    """Every module and folder that ARCHITECTURE.md names is there, and every room is on the map."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    files = {path.name for package in (*PACKAGES, "tests") for path in (ROOT / package).rglob("*") if path.is_file()}
    named = {one for one in re.findall(r"`?([\w/*]+\.(?:py|md|toml))`?", text) if "*" not in one and "XX" not in one}
    for one in named - {"pyproject.toml", "hatch_build.py"}:
        assert Path(one).name in files, one
    for room in [
        path for package in PACKAGES for path in (ROOT / package).iterdir() if (path / "__init__.py").exists()
    ]:
        assert f"{room.name}/" in text, room
