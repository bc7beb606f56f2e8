"""The page as an app of its own: its manifest, and the service worker that opens it without the service."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from flask import Response, request, url_for

from advisor.words.say import LANGUAGES
from api import words as words_folder
from api.web.assets import Pages
from api.web.words import page_words
from api.wire import json_bytes

VERSION_HEADER: Final = "X-Page-Version"
"""Which version of the page an answer is of; the service worker never mixes files of two."""

_HERE: Final = Path(__file__).parent
_STATIC: Final = _HERE / "static"
_NOT_OFFLINE: Final = (".md",)
_ICONS: Final = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"))
_MASKABLE: Final = ("icon-maskable-512.png", "512x512", "maskable")
WORDS: Final = ("/words/rules.json", "/words/evening.json")
"""Words that the page asks for when it needs them."""

_COLOURS: Final = {"theme_color": "#14603c", "background_color": "#f3f4ee"}


@cache
def files() -> tuple[str, ...]:
    """The files that the page may ask for, by their paths in the static folder."""
    found = (one for one in _STATIC.rglob("*") if one.is_file() and one.suffix not in _NOT_OFFLINE)
    return tuple(sorted(one.relative_to(_STATIC).as_posix() for one in found))


@cache
def version() -> str:
    """The page's version: a hash of everything that it is made of, the same on every machine."""
    sources = [
        *(_STATIC / file for file in files()),
        *sorted((_HERE / "templates").glob("*.html")),
        *sorted(_HERE.glob("*.py")),
        *sorted(Path(words_folder.__file__).parent.glob("*.toml")),
    ]
    told = sha256()
    for source in sources:
        content = source.read_bytes()
        told.update(f"{source.name} {len(content)}\n".encode() + content)
    return told.hexdigest()[:16]


def set_up_installing(pages: Pages) -> None:
    """Gives the pages their manifest and their service worker."""
    pages.add_url_rule("/manifest.webmanifest", view_func=manifest)
    pages.add_url_rule("/service-worker.js", view_func=service_worker)


def manifest() -> Response:
    """What the page is called when it is installed, in the language of the address."""
    asked = request.args.get("lang", "")
    language = asked if asked in LANGUAGES else "en"
    words = page_words(language)

    def icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
        address = url_for("web.static", filename=name)
        return {"src": address, "sizes": sizes, "type": "image/png", "purpose": purpose}

    drawn = {"src": url_for("web.static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    told: dict[str, Any] = {
        "id": "/",
        "name": words["title"],
        "short_name": words["short_title"],
        "description": words["description"],
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        **_COLOURS,
        "categories": ["games"],
        "icons": [*(icon(*one) for one in (*_ICONS, _MASKABLE)), drawn],
    }
    return Response(json_bytes(told), content_type="application/manifest+json", headers={"Content-Language": language})


def service_worker() -> Response:
    """The service worker with the version and files of this page; asked for anew each time."""
    listed = [
        "/",
        *(url_for("web.static", filename=file) for file in files()),
        *WORDS,
    ]
    head = f"const VERSION = {json.dumps(version())};\nconst FILES = {json.dumps(listed)};\n"
    text = head + (_HERE / "service-worker.js").read_text(encoding="utf-8")
    return Response(text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})
