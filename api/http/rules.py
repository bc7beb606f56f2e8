"""GET /v1/rules and /v1/rules/{id}: the profiles with every parameter, what it means and where it comes from."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.answers.rules import profile_json, profiles_json
from api.http.language import asked_language
from api.http.responses import json_response

blueprint = Blueprint("rules", __name__)


@blueprint.get("/v1/rules")
def all_rules() -> Response:
    """Every profile."""
    return json_response(profiles_json(asked_language(request)))


@blueprint.get("/v1/rules/<profile_id>")
def one_rule_set(profile_id: str) -> Response:
    """One profile."""
    return json_response(profile_json(profile_id, asked_language(request)))
