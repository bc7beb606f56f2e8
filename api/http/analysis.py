"""POST /v1/<call>: the calls that ask one question."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.http.body import JSON_TYPE, read_body
from api.http.current import current_service
from api.http.language import language_of, remember_language
from api.service.calls import CALLS, Call

blueprint = Blueprint("analysis", __name__)


def _answer(call: Call) -> Response:
    service = current_service()
    service.check(call)
    body = read_body(request, service.settings.body_limit)
    language = language_of(body, request)
    remember_language(language)
    return Response(service.answer(call, body, language), content_type=JSON_TYPE)


for _call in CALLS.values():
    blueprint.add_url_rule(
        f"/v1/{_call.name}",
        _call.name,
        _answer,
        methods=["POST"],
        defaults={"call": _call},
    )
