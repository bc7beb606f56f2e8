"""Compiled twins: built from the same source where there is a compiler, never taken for another source, told apart."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import hatch_build
from solver import compiled
from solver.compiled import PLAIN, fast, twin_name, way
from solver.model import branching, search
from tests.live import COMMAND, ROOT, environment
from tests.solver.model.test_search import compared

NONE_THERE = "no C compiler with Python's headers here, so that nothing can be compiled"
can_compile = pytest.mark.skipif(hatch_build._compiler() is None, reason=NONE_THERE)

LOOPS = """
class Sum:
    def of(self, most):
        total = 0
        for one in range(most):
            total += one
        return total
"""
TYPES = "cdef class Sum:\n    pass\n"


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """Packages with one module that has types, beside what says how its twin is called."""
    folder = tmp_path / "packages"
    for name in hatch_build.PACKAGES:
        (folder / name).mkdir(parents=True)
    shutil.copy(ROOT / "solver" / "compiled.py", folder / "solver")
    (folder / "solver" / "loops.py").write_text(LOOPS)
    (folder / "solver" / "loops.pxd").write_text(TYPES)
    return folder


def twins(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*" + hatch_build.SUFFIX))


def loaded(twin: Path) -> ModuleType:
    spec = spec_from_file_location(twin.name.partition(".")[0], twin)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@can_compile
def test_a_twin_is_built_beside_its_module_in_place_of_older_ones(packages: Path) -> None:
    (twin,) = hatch_build.compile_twins(packages, packages)
    assert twin.name == twin_name(packages / "solver" / "loops.py") + hatch_build.SUFFIX
    assert loaded(twin).Sum().of(5) == 10
    assert [twin] == list(hatch_build.compile_twins(packages, packages))
    (packages / "solver" / "loops.py").write_text(LOOPS.replace("total = 0", "total = 1"))
    (newer,) = hatch_build.compile_twins(packages, packages)
    assert twins(packages) == [newer.name] != [twin.name]


def test_without_a_compiler_nothing_is_built_and_nothing_fails(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "_compiler", lambda: None)
    assert not list(hatch_build.compile_twins(packages, packages))
    for broken in (["false"], [str(packages / "no such compiler")]):
        monkeypatch.setattr(hatch_build, "_compiler", lambda broken=broken: broken)
        assert not list(hatch_build.compile_twins(packages, packages))
    assert not twins(packages)


def test_what_cannot_be_compiled_is_left_plain(packages: Path) -> None:
    (packages / "solver" / "loops.pxd").write_text("this is no declaration\n")
    assert not list(hatch_build.compile_twins(packages, packages))
    assert not twins(packages)


def test_the_environment_can_forbid_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_ways", {})
    monkeypatch.setenv(PLAIN, "1")
    assert fast(branching) is branching
    assert way() == "plain"


def test_the_command_says_how_the_search_runs() -> None:
    told = {}
    for plain in ("0", "1"):
        done = subprocess.run(
            [*COMMAND, "--version"], env=environment(ZOLIK_PLAIN=plain), capture_output=True, text=True, check=True
        )
        told[plain] = done.stdout.split()[-1]
    assert told == {"0": f"({search.WAY})", "1": "(plain)"}


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The twin of branching: that of this checkout if it is of this source, else one built now."""
    if hatch_build._compiler() is None:
        pytest.skip(NONE_THERE)
    try:
        yield import_module(f"solver.model.{twin_name(Path(branching.__file__))}")
    except ImportError:
        folder = tmp_path_factory.mktemp("built")
        for name in hatch_build.PACKAGES:
            shutil.copytree(ROOT / name, folder / name)
        (path,) = (twin for twin in hatch_build.compile_twins(ROOT, folder) if twin.name.startswith("branching"))
        yield loaded(path)


@pytest.mark.parametrize("runs", ["plain", "compiled"])
def test_both_ways_answer_as_cp_sat_does(
    runs: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = branching if runs == "plain" else request.getfixturevalue("twin")
    assert (module.__file__ or "").endswith(".py") == (runs == "plain")
    monkeypatch.setattr(search, "Branching", module.Branching)
    solves, searched = compared(7, 12)
    assert searched * 3 > solves


def test_this_python_finds_the_twin_that_setting_up_has_built() -> None:
    """Where the checkout holds the twin of this source it is taken."""
    there = [twin for twin in twins(ROOT / "solver") if twin.startswith(twin_name(Path(branching.__file__)))]
    assert ("compiled" if there else "plain") == search.WAY
