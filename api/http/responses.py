"""JSON and problems as responses; every error of the application leaves as a problem."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from api.http.language import asked_language
from api.problems import PROBLEM_TYPE, Problem, problem_of
from api.wire import json_bytes

_HTTP: Final = {
    404: "There is nothing at this address.",
    405: "This address does not know this method; the header Allow says which it knows.",
}


def json_response(value: Any, status: int = 200) -> Response:
    """A JSON value as a response."""
    return Response(json_bytes(value), status, content_type="application/json")


def problem_response(problem: Problem, language: str) -> Response:
    """The problem as a response; only faults of fields have words in other languages than English."""
    told = {"Content-Type": PROBLEM_TYPE, "Content-Language": language if problem.faults else "en"}
    return Response(json_bytes(problem.as_json(language)), problem.status, {**problem.headers, **told})


def register_errors(app: Flask) -> None:
    """Every error of the app leaves as a problem."""

    @app.errorhandler(HTTPException)
    def of_http(error: HTTPException) -> Response:
        status = error.code or 400
        code = HTTPStatus(status).name.lower()
        headers = {name: value for name, value in error.get_headers() if name == "Allow"}
        problem = Problem(status, code, _HTTP.get(status) or error.description or "", headers=headers)
        return problem_response(problem, asked_language(request))

    @app.errorhandler(Exception)
    def of_anything(error: Exception) -> Response:
        return problem_response(problem_of(error), asked_language(request))
