"""Who may call: keys, rate limits, pages of other origins; and what is noted of every request."""

from __future__ import annotations

import re
import time
from typing import Final

from flask import Flask, Request, Response, g, request
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from api.http.keys import HEADER, check_key, told_key
from api.service import metrics
from api.service.logs import ID_HEADER, begin_log, note_answer
from api.service.service import Service

_CALLS: Final = "/v1/"
_DAY: Final = 86_400


def _asks(asked: Request) -> bool:
    """Does the request ask a call: by itself, or through the form?"""
    if asked.method == "OPTIONS":
        return False
    return asked.path.startswith(_CALLS) or (asked.path == "/" and ("ask" in asked.args or asked.method == "POST"))


def set_up_access(app: Flask, service: Service) -> None:
    """Gives the app its limits, keys and notes."""
    settings = service.settings
    keys = settings.keys
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()
        g.request_id = begin_log(request.headers.get(ID_HEADER, ""))
        g.caller = (keys and told_key(request)) or request.remote_addr or "unknown"
        if _asks(request):
            check_key(request, keys)
            service.rates.count(g.caller)

    @app.after_request
    def end(response: Response) -> Response:
        call = (request.endpoint or "none").rpartition(".")[2]
        spent = time.perf_counter() - g.get("begun", time.perf_counter())
        metrics.REQUESTS.labels(call, response.status_code).inc()
        metrics.REQUEST_SECONDS.labels(call).observe(spent)
        if request.path.startswith(_CALLS) or response.status_code >= 500:
            note_answer(call, response.status_code, spent * 1000)
        if "request_id" in g:
            response.headers[ID_HEADER] = g.request_id
        return response

    origins = settings.origins
    if origins:
        exactly = [re.compile(re.escape(origin) + r"\Z") for origin in origins]
        CORS(
            app,
            resources={f"{_CALLS}*": {"origins": "*" if origins == ["*"] else exactly}},
            send_wildcard=origins == ["*"],
            methods=["GET", "POST"],
            allow_headers=["Content-Type", "Accept-Language", "Authorization", HEADER, ID_HEADER],
            expose_headers=["Retry-After", ID_HEADER, "Content-Language"],
            max_age=_DAY,
        )
