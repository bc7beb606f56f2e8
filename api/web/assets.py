"""How the pages' files are sent: card faces are kept by the browser for a week."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

_WEEK: Final = 7 * 24 * 3600

SCRIPTS: Final = (
    *("main", "api", "ask", "board", "cards", "dom", "errors", "form", "house", "line", "look", "recent", "settings"),
    *("trays", "words"),
)
"""The scripts that the empty form needs, told at its head, so that a browser asks for all of them at once."""

LIVE_SCRIPTS: Final = (
    *("live/main", "api", "cards", "dom", "line", "table", "words"),
    *(f"live/{one}" for one in ("advice", "deal", "drag", "fingers", "kept", "keypad", "keys", "moves", "patch")),
    *("live/refusal", "live/view"),
    *(f"record/{one}" for one in ("error", "play", "record", "shape")),
)
"""The same for the live table."""


class Pages(Blueprint):
    """A blueprint whose card faces are kept by browsers; its other files are asked for again, and rarely sent again."""

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        return _WEEK if filename and filename.startswith("cards/") else None
