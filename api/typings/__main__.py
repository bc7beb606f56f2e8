"""Writes the types into the checkout; a test compares them with the document."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from api.http.openapi import document
from api.typings.python import python_types
from api.typings.typescript import typescript_types

ROOT: Final = Path(__file__).parents[2]


def made() -> dict[Path, str]:
    """Each file of types, and what it has to hold."""
    described = document()
    return {
        ROOT / "api" / "python" / "zolik" / "client_types.py": python_types(described),
        ROOT / "examples" / "clients" / "zolik-client.d.ts": typescript_types(described),
    }


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
