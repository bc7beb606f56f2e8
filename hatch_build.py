"""Builds the wheel: one import package, `zolik`, of the folders solver, advisor and api.

In the checkout these are packages of their own, and their modules name each other so (`from solver.game.cards import
Card`). Installed beside other programs such names would collide, so the wheel holds them inside `zolik`, and the import
statements say `from zolik.solver.game.cards import Card`; nothing else of a module is changed, and no line moves.

Where a C compiler is at hand, the compiled twin of each module with types for it (`solver/compiled.py`) is built too,
for an editable install in the checkout. Where none is, or it fails, nothing is missing but speed.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("solver", "advisor", "api")
DOOR = Path("api", "python", "zolik")
"""The package's own modules: its public names."""
MORE = {Path("examples", "clients"): Path("api", "clients")}
"""Folders of the checkout that the package holds elsewhere."""
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "annotation_typing": False,
}
SECONDS = 120
"""The longest time that the compiler gets for one module."""


class ImportNotMoved(ValueError):
    """An import that would not mean the same inside `zolik`."""


def moved(source: str, path: str) -> str:
    """A module's source with its imports of the packages moved into `zolik`. Raises ImportNotMoved."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(one.name.split(".")[0] in PACKAGES for one in node.names):
            raise ImportNotMoved(f"{path}:{node.lineno}: write `from PACKAGE import MODULE`")
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] in PACKAGES:
            at = node.lineno - 1
            lines[at] = lines[at].replace("from ", "from zolik.", 1)
    return "".join(lines)


def make_package(root: Path, folder: Path) -> None:
    """Writes the package as the wheel holds it into a folder."""
    ignored = shutil.ignore_patterns("__pycache__", "*" + SUFFIX)
    shutil.copytree(root / DOOR, folder, ignore=ignored)
    for package in PACKAGES:
        shutil.copytree(root / package, folder / package, ignore=ignored)
    shutil.rmtree(folder / DOOR.parent)
    for source, target in MORE.items():
        shutil.copytree(root / source, folder / target, ignore=ignored)
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(moved(text, str(path.relative_to(folder))), encoding="utf-8")


def _compiler() -> list[str] | None:
    """The command that makes an extension module of C but for its files; None without compiler or Python's headers."""
    headers = sysconfig.get_path("include")
    words = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or ""))
    found = next((one for one in (words, ["cc"], ["gcc"]) if one and shutil.which(one[0])), None)
    if os.name != "posix" or found is None or not Path(headers, "Python.h").is_file():
        return None
    linking = (
        ["-bundle", "-undefined", "dynamic_lookup"] if sysconfig.get_platform().startswith("macosx") else ["-shared"]
    )
    return [*found, "-O2", "-fwrapv", "-fPIC", "-w", *linking, f"-I{headers}"]


def _compiled(root: Path) -> ModuleType:
    """The module of a checkout that says what a twin is called."""
    spec = importlib.util.spec_from_file_location("_compiled_twins", root / "solver" / "compiled.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_twins(root: Path, folder: Path) -> Iterator[Path]:
    """The twins of all modules with types in a folder of packages, built beside their modules in place of older ones;
    none where that cannot be."""
    command = _compiler()
    if command is None:
        return
    try:
        from Cython.Compiler.Main import CompilationOptions, compile_single
    except ImportError:
        return
    names = _compiled(root)
    for types in [path for package in PACKAGES for path in sorted((folder / package).rglob("*" + names.TYPES))]:
        source = types.with_suffix(".py")
        name = names.twin_name(source)
        twin = source.with_name(name + SUFFIX)
        if twin.exists():
            yield twin
            continue
        older = [path for path in source.parent.glob(f"{source.stem}_*{SUFFIX}") if path != twin]
        with tempfile.TemporaryDirectory() as made:
            copy = Path(made, name + ".py")
            shutil.copyfile(source, copy)
            shutil.copyfile(types, copy.with_suffix(names.TYPES))
            written = copy.with_suffix(".c")
            options = CompilationOptions(output_file=str(written), compiler_directives=DIRECTIVES)
            try:
                if compile_single(str(copy), options, name).num_errors:
                    continue
                subprocess.run([*command, str(written), "-o", f"{copy}.so"], check=True, timeout=SECONDS)
                shutil.copyfile(f"{copy}.so", twin)
                for path in older:
                    path.unlink()
            except (OSError, subprocess.SubprocessError):
                continue
        yield twin


class CustomBuildHook(BuildHookInterface[Any]):
    """Gives hatchling the package; an editable install takes the checkout's folders as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Makes the package in a folder that ends with the build."""
        root = Path(self.root)
        if version == "editable":
            list(compile_twins(root, root))
            return
        self.made = tempfile.TemporaryDirectory()
        folder = Path(self.made.name, "zolik")
        make_package(root, folder)
        if list(compile_twins(root, folder)):
            build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"][str(folder)] = "zolik"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Removes the folder."""
        if version != "editable":
            self.made.cleanup()
