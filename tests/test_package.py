"""The package as it is installed: a wheel in an environment of its own, with `zolik` as its one import package."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from hatch_build import SUFFIX, ImportNotMoved, _compiler, moved
from tests.live import ROOT, environment

PACKAGES = ("advisor", "api", "solver")
DOOR = ROOT / "api" / "python" / "zolik"
USER = """\
import zolik


def best(hand: str) -> list[str]:
    position = zolik.Position(hand, rules=zolik.rules("joker-club", opening_minimum=51), table=["Eva: 5C JK 7C"])
    turn: zolik.Turn = position.turn()
    points: int = position.best_opening().points
    throws: tuple[zolik.Throw, ...] = position.outlook().throws
    return [zolik.text(one, "cs") for one in turn.best.melds] + [str(points), str(throws[0].card)]


wrong: str = zolik.Position("7D").best_opening().points
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it; what it depends on comes from this one, which is behind its own."""
    folder = tmp_path_factory.mktemp("home")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=120)
    python = str(folder / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "-q", str(wheel)]
    subprocess.run(install, check=True, timeout=120, capture_output=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")  # whose own .pth files do not count
    return folder


def run(home: Path, elsewhere: Path, *words: str) -> str:
    variables = environment()
    del variables["PYTHONPATH"]
    command = [str(home / "bin" / words[0]), *words[1:]]
    done = subprocess.run(
        command, cwd=elsewhere, env=variables, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_packages_in_one_and_nothing_else(wheel: Path) -> None:
    here = {
        f"zolik/{path.relative_to(ROOT)}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file()
        and not path.name.endswith(SUFFIX)
        and "__pycache__" not in path.parts
        and DOOR.parent not in path.parents
    }
    here |= {f"zolik/api/clients/{path.name}" for path in (ROOT / "examples" / "clients").iterdir() if path.is_file()}
    here |= {f"zolik/{path.name}" for path in DOOR.iterdir() if path.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        there = {name for name in archive.namelist() if ".dist-info/" not in name}
    twins = {name for name in there if name.endswith(SUFFIX)}
    assert there - twins == here
    assert "zolik/py.typed" in there
    # a wheel with a compiled twin is one of this Python, one without is everybody's
    assert [name for name in twins if name.startswith("zolik/solver/model/branching_")] or _compiler() is None
    assert wheel.name.endswith("-py3-none-any.whl") == (not twins)


def test_one_name_is_installed(home: Path, tmp_path: Path) -> None:
    place = Path(run(home, tmp_path, "python", "-c", "import zolik; print(zolik.__file__)").strip())
    assert place.is_relative_to(home)
    site = place.parents[1]
    assert [one.name for one in site.iterdir() if not one.name.startswith("zolik-")] in (
        ["zolik", "needed.pth"],
        ["needed.pth", "zolik"],
    )


def test_no_module_names_a_package_by_a_text() -> None:
    """A text is not moved into the package: `importlib` and the like are given modules."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for name in PACKAGES:
                for call in ("files", "import_module", "Flask", "find_spec"):
                    assert f'{call}("{name}' not in path.read_text(), path


def test_imports_move_with_the_package() -> None:
    source = (
        "from __future__ import annotations\nimport os\nfrom solver import x  # from solver\nfrom apiary import b\n"
    )
    expected = source.replace("from solver import", "from zolik.solver import")
    assert moved(source, "x.py") == expected
    inner = "def f():\n    from advisor.words import say\n    return 'from api import x'\n"
    assert moved(inner, "x.py") == inner.replace("from advisor", "from zolik.advisor")
    with pytest.raises(ImportNotMoved, match=r"x\.py:1"):
        moved("import api.app\n", "x.py")


def test_the_installed_command_answers_elsewhere(home: Path, tmp_path: Path) -> None:
    for command in (["zolik"], ["python", "-m", "zolik"]):
        told = run(home, tmp_path, *command, "opening", "8♣ 9♣ 10♣ J♣ Q♣ JK 2♥")
        assert told.startswith("You can open with 57 points (51 needed).\n")
    assert run(home, tmp_path, "zolik", "--version").startswith("zolik 0.")
    assert "joker-club" in run(home, tmp_path, "zolik", "rules")


def test_the_installed_service_answers_elsewhere(home: Path, tmp_path: Path) -> None:
    code = """if True:
        import zolik.api
        client = zolik.api.create_app().test_client()
        paths = ("/healthz", "/openapi.json", "/v1/rules", "/docs", "/docs/rules", "/", "/clients/zolik_client.py",
            "/clients/zolik_types.py", "/clients/zolik-client.d.ts")
        print(zolik.api.__file__, *(client.get(path).status_code for path in paths))
        from zolik.api.http import gunicorn_conf
        print(gunicorn_conf.worker_class)
    """
    place, *statuses, worker = run(home, tmp_path, "python", "-c", code).split()
    assert Path(place).is_relative_to(home)
    assert statuses == ["200"] * 9
    assert worker == "zolik.api.http.worker.Worker"


def test_types_of_the_installed_package_are_strict(home: Path, tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER)
    python = str(home / "bin" / "python")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--python-executable", python, "user.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout.splitlines() == [
        'user.py:12: error: Incompatible types in assignment (expression has type "int", variable has type "str")  '
        "[assignment]",
        "Found 1 error in 1 file (checked 1 source file)",
    ]
