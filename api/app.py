"""Builds the Flask application: calls, errors, headers."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

from api.http import analysis, batch, docs, rules
from api.http import health as service
from api.http.access import set_up_access
from api.http.compressed import compressed
from api.http.current import SERVICE, SETTINGS
from api.http.language import asked_language
from api.http.responses import register_errors
from api.service.calls import load_all
from api.service.service import Service
from api.service.settings import Settings
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
    """The application with some settings. Raises InvalidSetting."""
    load_all()
    app = Flask(__package__ or __name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit
    app.extensions[SETTINGS] = settings
    app.url_map.merge_slashes = False
    answering = Service(settings)
    app.extensions[SERVICE] = answering
    for blueprint in (analysis.blueprint, batch.blueprint, rules.blueprint, service.blueprint, docs.blueprint):
        app.register_blueprint(blueprint)
    set_up(app)
    set_up_access(app, answering)
    register_errors(app)
    app.after_request(_finish)
    return app


def _finish(response: Response) -> Response:
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Language", asked_language(request))
    response.vary.add("Accept-Language")
    return compressed(response)
