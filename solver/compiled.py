"""Compiled twins: a module of plain loops runs compiled where its twin was built, from the same source, else as it is.

A module with types for a compiler beside it (`branching.pxd` for `branching.py`) has a twin where there was a compiler
when the program was installed: `branching_1f2e3d4c.cpython-311-x86_64-linux-gnu.so`, say, in the same folder. The
number is that of its source, so that the twin of another version is never taken. Both do the same.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, TypeAlias
from zlib import crc32

PLAIN: Final = "ZOLIK_PLAIN"
"""The environment variable under which nothing runs compiled, if it is set to anything but 0."""

TYPES: Final = ".pxd"

Way: TypeAlias = Literal["compiled", "plain"]

_ways: dict[str, Way] = {}


def twin_name(source: Path) -> str:
    """The name of the twin of a module's source, with the number of source and types. Raises OSError."""
    number = crc32(source.with_suffix(TYPES).read_bytes(), crc32(source.read_bytes()))
    return f"{source.stem}_{number:08x}"


def fast(module: ModuleType) -> ModuleType:
    """The compiled twin of a module; the module itself where there is none, or none is wanted."""
    try:
        if os.environ.get(PLAIN, "0") != "0":
            raise ImportError(PLAIN)
        twin = import_module(f"{module.__package__}.{twin_name(Path(str(module.__file__)))}")
    except (ImportError, OSError):
        _ways[module.__name__] = "plain"
        return module
    _ways[module.__name__] = "compiled"
    return twin


def way() -> Way:
    """How all runs that may be compiled: compiled if all of it is, else plain."""
    return "compiled" if _ways and set(_ways.values()) == {"compiled"} else "plain"
