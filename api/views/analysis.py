"""POST /v1/opening, /v1/closing, /v1/penalty, /v1/turn, /v1/check and /v1/score."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.body import read_body
from api.calls import CALLS, Call
from api.language import language_of, remember_language
from api.settings import current_settings
from api.wire import json_response

blueprint = Blueprint("analysis", __name__)


def _answer(call: Call) -> Response:
    settings = current_settings()
    body = read_body(request, settings.body_limit)
    language = language_of(body, request)
    remember_language(language)
    return json_response(call.reply(body, language, settings.time_ms))


for _call in CALLS.values():
    blueprint.add_url_rule(
        f"/v1/{_call.name}",
        _call.name,
        _answer,
        methods=["POST"],
        defaults={"call": _call},
        provide_automatic_options=True,
    )
