"""The versions in constraints.txt: all that the package and its tests need. `python -m tests.pins` writes them anew."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FILE = ROOT / "constraints.txt"
HEAD = """\
# The versions that were tested together: of all that the package and its tests need, and what that needs in turn.
# Written anew, as they are installed, by: python -m tests.pins
"""


def needed() -> set[str]:
    """The names of all distributions that the package and its tests need, in turn too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    left = [Requirement(one) for one in [*project["dependencies"], *project["optional-dependencies"]["test"]]]
    found: set[str] = set()
    seen: set[tuple[str, frozenset[str]]] = set()
    while left:
        one = left.pop()
        name, extras = canonicalize_name(one.name), frozenset(one.extras)
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        found.add(name)
        inner = [Requirement(text) for text in requires(name) or ()]
        left += [one for one in inner if not one.marker or any(map(one.marker.evaluate, _environments(extras)))]
    return found


def _environments(extras: frozenset[str]) -> list[dict[str, str]]:
    return [{"extra": one} for one in ("", *extras)]


def read_pins() -> dict[str, str]:
    """The pinned versions by name."""
    lines = FILE.read_text().splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def installed_pins() -> dict[str, str]:
    """What is needed, as it is installed."""
    return {name: version(name) for name in needed()}


def _elsewhere(name: str) -> bool:
    """Is this needed by other Python versions only, and so not installed here?"""
    try:
        return not version(name)
    except PackageNotFoundError:
        return True


if __name__ == "__main__":
    pins = {name: one for name, one in read_pins().items() if _elsewhere(name)} | installed_pins()
    FILE.write_text(HEAD + "".join(f"{name}=={one}\n" for name, one in sorted(pins.items())))
