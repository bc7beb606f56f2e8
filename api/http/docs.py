"""GET /docs: the guides, the rules, the reference of the API, and the clients; nothing comes from elsewhere."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from api.answers.rules import differences, rules_file
from api.http.language import asked_language
from api.problems import Problem
from api.words import words_in
from solver.rules.presets import PROFILES

HOUR: Final = 3600
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/schema+json",
    ".py": "text/x-python",
    ".ts": "text/plain",
}
_HERE: Final = Path(__file__).parents[1]
_PAGES: Final = _HERE / "docs"
_SWAGGER: Final = files("flask_swagger_ui") / "dist"
_ASSETS: Final[dict[str, Traversable]] = {
    **{name: _SWAGGER / name for name in ("swagger-ui.css", "swagger-ui-bundle.js")},
    **{name: _PAGES / name for name in ("docs.css", "reference.js", "copy.js")},
}
_CLIENTS_FOLDER: Final = next(
    (one for one in (_HERE / "clients", _HERE.parent / "examples" / "clients") if one.is_dir()), _HERE
)
_PYTHON: Final = next(one for one in (_HERE / "python" / "zolik", _HERE.parent) if (one / "client.py").is_file())
_CLIENTS: Final = {
    "zolik_client.py": _PYTHON / "client.py",
    "zolik_types.py": _PYTHON / "client_types.py",
    **{name: _CLIENTS_FOLDER / name for name in ("zolik-client.js", "zolik-client.d.ts", "zolik-panel.js")},
}
"""Clients as files, in the checkout and in the installed package, where Python's two are modules of it."""
GUIDES: Final = (
    "guide",
    "embedding",
    "python",
    "assistants",
    "arena",
    "record",
    "rules",
    "strength",
    "figures",
    "operation",
    "deployment",
)
"""The guides in the order in which they are listed; each is a Markdown file, and one more for each language that it has
been translated to."""

blueprint = Blueprint("docs", __name__, template_folder="../docs")


@cache
def _guide(name: str, language: str) -> tuple[str, str]:
    """A guide as HTML, its headings with anchors, and its language: English where it is not translated."""
    path = _PAGES / f"{name}.{language}.md"
    if language == "en" or not path.is_file():
        path, language = _PAGES / f"{name}.md", "en"
    return _html(path.read_text(encoding="utf-8")), language


def _html(markdown: str) -> str:
    html: str = MarkdownIt("commonmark").enable("table").render(markdown)
    return re.sub(r"<h2>([^<]*)</h2>", lambda found: f'<h2 id="{_anchor(found[1])}">{found[1]}</h2>', html)


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


@blueprint.get("/docs")
def docs() -> str:
    """The first guide, which leads to all else."""
    return _page("guide")


@blueprint.get("/docs/")
def docs_folder() -> AnyResponse:
    """The same under the address of a folder."""
    return redirect(url_for("docs.docs"), 308)


@blueprint.get("/docs/record.schema.json")
def record_schema() -> Response:
    """The JSON Schema of the deal record."""
    return _file(_PAGES / "record.schema.json")


@blueprint.get("/docs/<name>")
def guide(name: str) -> str:
    """One guide."""
    if name not in GUIDES:
        raise Problem(404, "not_found", "There is nothing at this address.")
    return _page(name)


@blueprint.get("/docs/rules")
def rules() -> str:
    """The rules in the caller's language, and where the rule sets differ."""
    language = asked_language(request)
    text = Markup(_html(rules_file(language).read_text(encoding="utf-8")))
    meanings = words_in(language)["meanings"]
    rows = [(name, meanings[name], values) for name, values in differences().items()]
    return _rendered("rules", guide=text, text_language=language, differences=rows, profiles=list(PROFILES))


@blueprint.get("/docs/reference")
def reference() -> str:
    """Every call with its fields, to be tried out."""
    return _rendered("reference", guide=None)


@blueprint.get("/docs/assets/<name>")
def asset(name: str) -> Response:
    """A script or style sheet of these pages."""
    if name not in _ASSETS:
        raise Problem(404, "not_found", "There is nothing at this address.")
    return _file(_ASSETS[name])


@blueprint.get("/clients/<name>")
def client(name: str) -> Response:
    """A client as a file; pages of other origins may load it."""
    if name not in _CLIENTS:
        raise Problem(404, "not_found", "There is nothing at this address.")
    text = _CLIENTS[name].read_bytes().replace(b"zolik.client_types", b"zolik_types")
    response = _kept(text, name)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _file(path: Traversable) -> Response:
    return _kept(path.read_bytes(), path.name)


def _kept(content: bytes, name: str) -> Response:
    """A file that may be kept for an hour."""
    response = Response(content, content_type=f"{_TYPES[Path(name).suffix]}; charset=utf-8")
    response.cache_control.max_age = HOUR
    response.add_etag()
    response.make_conditional(request)
    return response


def _page(name: str) -> str:
    html, language = _guide(name, asked_language(request))
    return _rendered(name, guide=Markup(html), text_language=language)


def _rendered(shown: str, **parts: object) -> str:
    """A page of the documentation, its frame in the caller's language."""
    language = asked_language(request)
    words = words_in(language)["docs"]
    return render_template(
        "docs.html", guides=GUIDES, shown=shown, title=words[shown], words=words, language=language, **parts
    )
