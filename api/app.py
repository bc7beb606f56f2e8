"""Builds the Flask application: calls, errors, headers."""

from __future__ import annotations

import logging
from typing import Final

from flask import Flask, Response, request

from api.errors import register_errors
from api.language import asked_language
from api.settings import EXTENSION, Settings
from api.views import analysis, rules, service
from api.web import set_up

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def make_app(settings: Settings) -> Flask:
    """The application with some settings."""
    app = Flask("api", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit
    app.extensions[EXTENSION] = settings
    app.url_map.merge_slashes = False
    logging.getLogger("zolik").setLevel(settings.log_level)
    for blueprint in (analysis.blueprint, rules.blueprint, service.blueprint):
        app.register_blueprint(blueprint)
    set_up(app)
    register_errors(app)
    app.after_request(_finish)
    return app


def _finish(response: Response) -> Response:
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Language", asked_language(request))
    response.vary.add("Accept-Language")
    return response
