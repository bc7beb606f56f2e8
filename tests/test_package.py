"""The package as it is installed: a wheel that holds all that the packages need, used from another folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.live import ROOT, environment

PACKAGES = ("advisor", "api", "solver")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content in a folder of its own; what it depends on comes from this environment."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, elsewhere: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=elsewhere,
        env=environment(PYTHONPATH=str(installed)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(wheel: Path) -> None:
    here = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    here |= {f"api/clients/{path.name}" for path in (ROOT / "examples" / "clients").iterdir() if path.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        there = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert there == here
    assert {f"{package}/py.typed" for package in PACKAGES} <= there


def test_the_wheel_brings_the_command(installed: Path) -> None:
    (entry_points,) = installed.glob("*.dist-info/entry_points.txt")
    assert "zolik = api.cli.main:main" in entry_points.read_text()


def test_the_installed_command_answers_elsewhere(installed: Path, tmp_path: Path) -> None:
    told = run(installed, tmp_path, "-m", "api.cli.main", "opening", "8♣ 9♣ 10♣ J♣ Q♣ JK 2♥")
    assert told.startswith("You can open with 57 points (51 needed).\n")


def test_the_installed_service_answers_elsewhere(installed: Path, tmp_path: Path) -> None:
    code = """if True:
        import api
        client = api.create_app().test_client()
        paths = ("/healthz", "/openapi.json", "/v1/rules")
        print(api.__file__, *(client.get(path).status_code for path in paths))
    """
    place, *statuses = run(installed, tmp_path, "-c", code).split()
    assert Path(place).is_relative_to(installed)
    assert statuses == ["200"] * 3
