"""Builds the wheel: one import package, `zolik`, of the folders solver, advisor and api.

In the checkout these are packages of their own, and their modules name each other so (`from solver.game.cards import
Card`). Installed beside other programs such names would collide, so the wheel holds them inside `zolik`, and the import
statements say `from zolik.solver.game.cards import Card`; nothing else of a module is changed, and no line moves.
"""

from __future__ import annotations

import ast
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("solver", "advisor", "api")
DOOR = Path("api", "python", "zolik")
"""The package's own modules: its public names."""
MORE = {Path("examples", "clients"): Path("api", "clients")}
"""Folders of the checkout that the package holds elsewhere."""


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
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / DOOR, folder, ignore=ignored)
    for package in PACKAGES:
        shutil.copytree(root / package, folder / package, ignore=ignored)
    shutil.rmtree(folder / DOOR.parent)
    for source, target in MORE.items():
        shutil.copytree(root / source, folder / target, ignore=ignored)
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(moved(text, str(path.relative_to(folder))), encoding="utf-8")


class CustomBuildHook(BuildHookInterface[Any]):
    """Gives hatchling the package; an editable install takes the checkout's folders as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Makes the package in a folder that ends with the build."""
        if version == "editable":
            return
        self.made = tempfile.TemporaryDirectory()
        folder = Path(self.made.name, "zolik")
        make_package(Path(self.root), folder)
        build_data["force_include"][str(folder)] = "zolik"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Removes the folder."""
        if version != "editable":
            self.made.cleanup()
