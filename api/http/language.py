"""In which language a caller is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from advisor.words.say import LANGUAGES

if TYPE_CHECKING:  # the command does without the web
    from flask import Request


def language_of(body: Any, request: Request) -> str:
    """The language that a body asks for, else the one that the caller's headers prefer."""
    asked = body.get("language") if isinstance(body, dict) else None
    if isinstance(asked, str) and asked in LANGUAGES:
        return asked
    wanted = (_plain(tag) for tag, quality in request.accept_languages if quality > 0)
    return next((tag for tag in wanted if tag in LANGUAGES), "en")


def _plain(tag: str) -> str:
    """A language without its country: `sk` of `sk-SK`."""
    return tag.replace("_", "-").partition("-")[0].lower()


def remember_language(language: str) -> None:
    """Keeps the language for the errors of this request."""
    from flask import g

    g.language = language


def asked_language(request: Request) -> str:
    """The language of this request, as far as it is known yet."""
    from flask import g

    return str(g.get("language") or language_of(None, request))
