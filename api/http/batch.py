"""POST /v1/batch: many calls at once, as JSON or as lines of JSON that are answered as they come."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterable, Iterator
from io import BufferedReader, RawIOBase
from typing import Any, Final, cast

from flask import Blueprint, Request, Response, g, request

from api.http.body import JSON_TYPE, LINES_TYPE, check_type, read_bytes
from api.http.current import current_service
from api.http.language import asked_language
from api.problems import Problem
from api.requests.strict_json import as_object, read_json
from api.service.batch import Batch, Lines
from api.service.batch_items import read_requests

PIECE: Final = 1024
"""A body is read in pieces of so many bytes, as gunicorn does."""

blueprint = Blueprint("batch", __name__)


@blueprint.post("/v1/batch")
def batch() -> Response:
    """Answers every item in order; lines are asked for by the body's type, or by Accept."""
    service = current_service()
    settings = service.settings
    check_type(request, LINES_TYPE)
    until = time.monotonic() + settings.batch_seconds
    with contextlib.ExitStack() as held:
        held.enter_context(service.batches.place())
        items: Iterable[Any]
        if request.mimetype == LINES_TYPE:
            if (request.content_length or 0) > settings.batch_body_limit:
                raise Problem(413, "body_too_large", f"The body is larger than {settings.batch_body_limit} bytes.")
            request.max_content_length = settings.batch_body_limit + 1
            source = BufferedReader(cast(RawIOBase, request.stream), PIECE)
            items = lines = Lines(source, settings.body_limit, settings.batch_body_limit, until, settings.slow_seconds)
            held.callback(_stop_reading, lines, request.environ.get("gunicorn.socket"))
        else:
            items = read_requests(as_object(read_json(read_bytes(request, settings.batch_body_limit))))
        answers = Batch(service, g.caller, asked_language(request), until).answers(items)
        if not _wants_lines(request):
            return Response(b'{"results":[%b]}' % b",".join(answers), content_type=JSON_TYPE)
        kept = held.pop_all()
        lines_told = _as_lines(answers, kept)
        response = Response(lines_told, content_type=LINES_TYPE, headers={"X-Accel-Buffering": "no"})
        response.call_on_close(kept.close)
        return response


def _wants_lines(asked: Request) -> bool:
    """Lines are answered by lines, unless the caller accepts one of the two types only."""
    default = asked.mimetype if asked.mimetype == LINES_TYPE else JSON_TYPE
    types = [default, JSON_TYPE if default == LINES_TYPE else LINES_TYPE]
    return asked.accept_mimetypes.best_match(types, default) == LINES_TYPE


def _as_lines(answers: Iterator[bytes], kept: contextlib.ExitStack) -> Iterator[bytes]:
    """The answers; what the batch keeps is free before the caller is told the end."""
    with kept:
        for answer in answers:
            yield answer + b"\n"


def _stop_reading(lines: Lines, connection: socket.socket | None) -> None:
    """Ends the wait for a caller who still sends when all has been answered."""
    if lines.reading and connection is not None:
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RD)
