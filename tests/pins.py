"""The versions in constraints.txt: all that the package and its tests need. `python -m tests.pins` writes them anew."""

from __future__ import annotations

import tomllib
from importlib.metadata import requires, version
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


def installed_pins() -> str:
    """The text of constraints.txt for what is installed."""
    return HEAD + "".join(f"{name}=={version(name)}\n" for name in sorted(needed()))


if __name__ == "__main__":
    FILE.write_text(installed_pins())
