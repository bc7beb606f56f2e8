"""GET and POST `/`: the live table; for who has no scripts, and at `?view=form`, the form with its answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from flask import Flask, Response, current_app, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from advisor.objectives import OBJECTIVES
from advisor.words.say import LANGUAGES
from api.answers.rules import profiles_json
from api.http.current import current_service, current_settings
from api.http.keys import COOKIE, told_key
from api.http.language import asked_language, language_of, remember_language
from api.http.responses import json_response
from api.problems import Problem, problem_of
from api.requests.position import DEFAULT_OBJECTIVE
from api.service.calls import CALLS
from api.web.assets import LIVE_SCRIPTS, SCRIPTS, Pages
from api.web.form import Form, OpponentRow, Row, body_of, form_of, form_of_line, scripts_fields
from api.web.installed import VERSION_HEADER, set_up_installing, version
from api.web.show import ACTION_CODES, CardFaces, left_after, plain
from api.web.words import live_words, objective_names, page_words, profile_names, rules_words, scripts_words
from api.words import counted, words_in

ASKS: Final = ("opening", "closing", "penalty", "turn", "outlook")
"""What the form asks, as far as the service answers it."""

ALTERNATIVES: Final = {"opening": 4, "penalty": 4, "turn": 4}
_FACTS: Final = (
    "decks",
    "jokers",
    "bottom",
    "first_laying_round",
    "opening_run_joker",
    "discard_fitting_forbidden",
    "joker_discard_bars_closing",
    "opening_minimum",
    "opening_pure_run",
    "pure_run_first",
    "set_size_max",
    "players_max",
    "cards_dealt",
    "starter_extra",
    "carried_count_in_deal",
    "carry_max",
    "fours_to_discard",
    "ends_with_discard",
    "from_hand_bonus",
    "game_end_points",
    "rounds_per_game",
)
"""Parameters on which it depends what the page shows, and how a deal goes on."""
_YEAR: Final = timedelta(days=365)
_BLANK_ROWS: Final = 3

blueprint = Pages("web", __name__, template_folder="templates", static_folder="static", static_url_path="/static")
set_up_installing(blueprint)


def set_up(app: Flask) -> None:
    """Gives the app the form, in every language."""
    app.register_blueprint(blueprint)


@blueprint.get("/")
def page() -> Response:
    """The live table, or the form with the question that the address holds."""
    _choose_language()
    form, body = _question(request.args)
    asked = _asked(request.args)
    if not asked or not (form.hand or form.position):
        return _draw(form, None, None, None)
    wanted: dict[str, Any] = {"alternatives": ALTERNATIVES[asked]} if asked in ALTERNATIVES else {}
    if asked == "turn" and form.objective in OBJECTIVES:
        wanted["objective"] = form.objective
    answer, problem = _answer(asked, {**body, **wanted, "notation": "unicode"})
    return _draw(form, asked, answer, problem)


@blueprint.post("/")
def ask() -> Response:
    """A form sent without scripts: a sound question leads to the address that holds it, another back to the form."""
    _choose_language()
    form = form_of(request.form)
    body = body_of(form)
    asked = _asked(request.form) or "opening"
    line, problem = _answer("check", body | {"melds": []})
    if line is None:
        return _draw(form, asked, None, problem, 422)
    ranked = form.objective if asked == "turn" and form.objective != DEFAULT_OBJECTIVE else None
    address = url_for("web.page", position=line["position"], ask=asked, objective=ranked)
    response = current_app.make_response(redirect(address, 303))
    if request.form.get("key"):
        key = quote(request.form["key"].strip())
        response.set_cookie(COOKIE, key, max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    return response


@blueprint.errorhandler(Problem)
def refused(problem: Problem) -> Response:
    """A question that the service does not take: without a key, or beyond the limits. The form keeps it."""
    _choose_language()
    values = request.values
    response = _draw(_question(values)[0], _asked(values), None, _told(problem), problem.status)
    response.headers.extend(problem.headers)
    return response


@blueprint.get("/words/rules.json")
def words_of_rules() -> Response:
    """What parameters and clauses mean, in the language of the page; read when rules are looked at."""
    return _words(rules_words)


@blueprint.get("/words/evening.json")
def words_of_evening() -> Response:
    """What the evening says, read when it is looked at."""
    return _words(lambda language: words_in(language)["evening"])


def _words(told: Callable[[str], Any]) -> Response:
    """Words that a script reads when it needs them, in the language of the page."""
    _choose_language()
    response = json_response(told(asked_language(request)))
    response.vary.add("Cookie")
    return response


def _question(values: MultiDict[str, str]) -> tuple[Form, dict[str, Any]]:
    """The form that an address or a sent form fills, and the request that it makes."""
    line = values.get("position", "").strip()
    if not line or values.get("hand"):
        form = form_of(values)
        return form, body_of(form)
    form = form_of_line(line)
    form.objective = values.get("objective", "")
    return form, {"position": line}


def _asked(values: MultiDict[str, str]) -> str | None:
    asked = values.get("ask")
    return asked if asked in ASKS and asked in CALLS else None


def _answer(call: str, body: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """What the API answers: an answer, or a problem."""
    language = asked_language(request)
    try:
        answer: dict[str, Any] = json.loads(current_service().answer(CALLS[call], body, language))
        return answer, None
    except Exception as error:
        return None, _told(problem_of(error))


def _told(problem: Problem) -> dict[str, Any]:
    """A problem in the language of the page."""
    language = asked_language(request)
    told = problem.as_json(language)
    told["detail"] = words_in(language)["refusals"].get(problem.code, told["detail"])
    if problem.code == "key_needed":
        told["errors"] = [{"pointer": "/key", "detail": told["detail"]}]
    return told


def _draw(
    form: Form, asked: str | None, answer: dict[str, Any] | None, problem: dict[str, Any] | None, status: int = 200
) -> Response:
    language = asked_language(request)
    words = page_words(language)
    errors = (problem or {}).get("errors") or ([{"pointer": "", "detail": problem["detail"]}] if problem else [])
    profiles = profiles_json()["profiles"]
    facts = {profile["id"]: {name: profile["parameters"][name]["value"] for name in _FACTS} for profile in profiles}
    four = request.cookies.get("zolik_faces") == "four"
    theme = request.cookies.get("zolik_theme", "")
    live = request.args.get("view") != "form" and status < 400
    names = [f"{words['opponent']} {number}" for number in range(1, _BLANK_ROWS + 1)]
    html = render_template(
        "table.html" if live else "page.html",
        form=form,
        view="" if live else "form",
        scripts=LIVE_SCRIPTS if live else SCRIPTS,
        blank_melds=[Row("me", "")] * _BLANK_ROWS,
        blank_opponents=[OpponentRow(name=name) for name in names[len(form.opponents) :]],
        owners=list(
            dict.fromkeys(
                [*(meld.owner for meld in form.melds), *(opponent.name for opponent in form.opponents), *names]
            )
        ),
        asks=[ask for ask in ASKS if ask in CALLS],
        asked=asked,
        answer=answer,
        errors=errors,
        meaning=partial(_meaning, language),
        left_after=left_after,
        plain=plain,
        action_codes=ACTION_CODES,
        errors_at=lambda pointer: [
            error["detail"] for error in errors if f"{error['pointer']}/".startswith(f"{pointer}/")
        ],
        profiles=profile_names(language),
        objectives=objective_names(language),
        key=told_key(request) if current_settings().api_keys else None,
        languages=LANGUAGES,
        language=language,
        faces=CardFaces(four, language),
        four=four,
        theme=theme if theme in ("light", "dark") else "",
        words=(live_words if live else scripts_words)(language) | {"facts": facts, "fields": scripts_fields()},
        _=words.__getitem__,
        counted=partial(counted, language=language),
        language_names={language: words_in(language)["name"] for language in LANGUAGES},
    )
    response = Response(html, status, content_type="text/html; charset=utf-8")
    response.headers["Content-Language"] = language
    response.headers[VERSION_HEADER] = version()
    response.vary.add("Cookie")
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie("zolik_lang", language, max_age=_YEAR, samesite="Lax", httponly=False)
    return response


def _meaning(language: str, rule: str) -> str:
    """What a rule behind a reason says, in the language of the page."""
    words = rules_words(language)
    return words["meanings"].get(rule) or words["clauses"].get(rule) or rule


def _choose_language() -> None:
    """By the address, else as chosen before, else as the browser prefers."""
    for chosen in (request.args.get("lang"), request.cookies.get("zolik_lang")):
        if chosen in LANGUAGES:
            return remember_language(chosen)
    return remember_language(language_of(None, request))
