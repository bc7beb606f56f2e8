"""The worker of gunicorn; what it cannot read as HTTP leaves as a problem too, and nothing of it is logged."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import selectors
import socket
import time
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from gunicorn.http import errors
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import TConn, ThreadWorker

from api.http.arrival import CONTINUE, Arrival, Limits, Reader, TooSlow
from api.http.responses import problem_response
from api.problems import Problem, problem_of, too_slow
from api.service.logs import ID_HEADER, begin_log
from api.service.settings import Settings

PIECE: Final = 64 * 1024
MOST_HELD: Final = 64 * 1024 * 1024
"""Bytes of requests that have not come whole, in a process; beyond, the largest is refused."""
IO_SECONDS: Final = 10.0
"""How long a thread waits for a caller to take his answer."""
STREAM_GRACE: Final = 5.0
"""How long after a batch's time its lines may still be read: the batch ends first, and says so."""
LEAVE_SECONDS: Final = 2.0
LEAVE_BYTES: Final = 32 * 1024 * 1024
"""How long, and how much, is taken from a caller who still sends after his answer."""
LOOK_SECONDS: Final = 0.25
SPARE: Final = 16
"""So many connections fewer than there may be are kept, so that a new one always finds a place."""

_STATUSES: Final[tuple[tuple[str, HTTPStatus, str, str], ...]] = (
    ("LimitRequestLine", HTTPStatus.REQUEST_URI_TOO_LONG, "uri_too_long", "The address is too long."),
    (
        "LimitRequestHeaders",
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "headers_too_large",
        "The headers are too many or too long.",
    ),
    (
        "ExpectationFailed",
        HTTPStatus.EXPECTATION_FAILED,
        "expectation_failed",
        "No other expectation than 100-continue can be met.",
    ),
    (
        "UnsupportedTransferCoding",
        HTTPStatus.NOT_IMPLEMENTED,
        "not_implemented",
        "A body may be sent in chunks, in no other coding.",
    ),
    ("ForbiddenProxyRequest", HTTPStatus.FORBIDDEN, "forbidden", "This address is not a proxy of the service."),
    ("ParseException", HTTPStatus.BAD_REQUEST, "bad_request", "The request is not valid HTTP."),
)
_OURS: Final = ("InvalidResponseHeader", "InvalidResponseHeaderName", "ConfigurationProblem")
"""gunicorn's names for what is not the caller's fault."""


class Worker(ThreadWorker):
    """Threads that answer, and one that reads; source of the shape of errors: RFC 9457.

    Requests are read in the main thread, from all connections at one time, and handed to a thread when they are all
    there (a batch of lines: when its first line is). So whoever sends slowly holds a connection and nothing else; when
    his time is over he is answered 408.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        told = Settings.from_environment(os.environ)
        self.limits = Limits(told.body_limit, told.batch_body_limit, told.slow_seconds, told.least_rate)
        self.stream_seconds = told.batch_seconds + STREAM_GRACE
        self.arriving: dict[Any, Arrival] = {}
        self.leaving: dict[Any, list[float]] = {}
        """Connections whose answer is sent: until when what still comes is taken, and how much of it."""
        self.held = 0
        self._looked = 0.0

    def accept(self, listener: Any) -> None:
        """Takes a new connection; where there are too many, the one that has waited longest goes."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EMFILE, errno.ENFILE):
                raise
            return
        self.nr_conns += 1
        if self.nr_conns > self.worker_connections - SPARE:
            self._make_room()
        self._await(TConn(self.cfg, client, address, listener.getsockname()), b"")

    def _await(self, conn: Any, begun: bytes) -> None:
        """Waits for the next request of a connection, of which something may be there."""
        conn.sock.setblocking(False)
        now = time.monotonic()
        arrival = self.arriving[conn] = Arrival(self.limits, now)
        if not begun:
            arrival.until = now + self.cfg.keepalive
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._read, conn))
        if begun:
            self._take(conn, arrival, begun)
        else:
            self._read(conn, None)

    def _read(self, conn: Any, _: Any) -> None:
        arrival = self.arriving.get(conn)
        if arrival is None:
            return
        try:
            piece = conn.sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if piece:
            self._take(conn, arrival, piece)
        else:
            self._forget(conn)
            self._close(conn)

    def _take(self, conn: Any, arrival: Arrival, piece: bytes) -> None:
        self.held += len(piece)
        arrival.take(piece, time.monotonic())
        if arrival.ready:
            self._hand_over(conn, arrival)
        elif arrival.expects:
            arrival.expects = False
            with contextlib.suppress(OSError):
                conn.sock.send(CONTINUE)
        if self.held > MOST_HELD:
            self._refuse(max(self.arriving, key=lambda one: len(self.arriving[one].data)), too_much())

    def _hand_over(self, conn: Any, arrival: Arrival) -> None:
        self._forget(conn)
        conn.init()
        if not isinstance(conn.parser.unreader, Reader):
            conn.parser.unreader = Reader(conn.sock)
        reader = conn.parser.unreader
        reader.seconds = self.stream_seconds if arrival.stream else IO_SECONDS
        reader.until = time.monotonic() + reader.seconds
        reader.unread(bytes(arrival.data))
        conn.whole, conn.data_ready = arrival.whole, True
        self.enqueue_req(conn)

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Answers a request; nobody is waited for without end who does not read."""
        conn.sock.settimeout(conn.parser.unreader.seconds)
        if not conn.whole:
            req.force_close()
        try:
            return bool(super().handle_request(req, conn))
        except TimeoutError:
            return False

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Goes on with a connection after an answer: waits for the next request, or lets the caller read the answer."""
        try:
            again = not fs.cancelled() and fs.result()
            if again:
                self._await(conn, conn.parser.unreader.take_buffered())
            else:
                self._leave(conn)
        except Exception:
            self._close(conn)

    def _leave(self, conn: Any) -> None:
        """Says that nothing more is sent, and takes what still comes for a while, so that the answer can be read by one
        who first sends all; source: RFC 9112, 9.6."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.leaving[conn] = [time.monotonic() + LEAVE_SECONDS, 0]
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._discard, conn))
        except (OSError, ValueError, KeyError):
            self._close(conn)

    def _discard(self, conn: Any, _: Any) -> None:
        try:
            piece = conn.sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        told = self.leaving.get(conn)
        if told is not None:
            told[1] += len(piece)
            if not piece or told[1] > LEAVE_BYTES:
                self._close(conn)

    def _refuse(self, conn: Any, error: BaseException) -> None:
        """Answers a request that has not come whole, and ends its connection."""
        self._forget(conn)
        self.handle_error(None, conn.sock, conn.client, error)
        self._leave(conn)

    def _forget(self, conn: Any) -> None:
        self.held -= len(self.arriving[conn].data) + self.arriving[conn].removed
        del self.arriving[conn]
        self.poller.unregister(conn.sock)

    def _close(self, conn: Any) -> None:
        if self.leaving.pop(conn, None) is not None:
            self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def _make_room(self) -> None:
        if self.leaving:
            self._close(next(iter(self.leaving)))
        elif self.arriving:
            last = min(self.arriving, key=lambda one: (bool(self.arriving[one].data), self.arriving[one].until))
            self._end(last)

    def _end(self, conn: Any) -> None:
        """Ends a connection whose time is over: with a 408 if it has begun a request."""
        if self.arriving[conn].data:
            self._refuse(conn, TooSlow())
        else:
            self._forget(conn)
            self._close(conn)

    def murder_keepalived(self, force: bool = False) -> None:
        """Ends what has taken too long; all if forced."""
        now = time.monotonic()
        if now < self._looked + LOOK_SECONDS and not force:
            return
        self._looked = now
        for conn in [one for one, arrival in self.arriving.items() if force or arrival.until < now]:
            self._end(conn)
        for conn in [one for one, (until, _) in self.leaving.items() if force or until < now]:
            self._close(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """At the end of the service nobody's next request is waited for longer than that."""
        for arrival in self.arriving.values():
            if not arrival.data:
                arrival.until = min(arrival.until, deadline)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:  # noqa: ARG002  gunicorn's
        """Answers a request that never reached the app."""
        request_id = begin_log()
        problem = _problem(exc)
        response = problem_response(problem, "en")
        response.headers.update({"Connection": "close", "X-Content-Type-Options": "nosniff", ID_HEADER: request_id})
        head = [f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"]
        head += [f"{name}: {value}" for name, value in response.headers]
        with contextlib.suppress(Exception):  # the caller is gone
            write_nonblock(client, "\r\n".join([*head, "", ""]).encode("ascii") + response.get_data())


def too_much() -> Problem:
    """The refusal where more is arriving than there is room for."""
    detail = "Too much is being sent at one time. Ask again later."
    return Problem(503, "overloaded", detail, headers={"Retry-After": "1"})


def _problem(error: BaseException) -> Problem:
    """A caller's fault by its kind; anything else is logged and withheld, as in the app."""
    if isinstance(error, TooSlow):
        logging.getLogger("zolik").info("a request that came too slowly")
        return too_slow()
    kinds = {one.__name__ for one in type(error).__mro__ if one.__module__ == errors.__name__}
    for kind, status, code, detail in () if kinds.intersection(_OURS) else _STATUSES:
        if kind in kinds:
            logging.getLogger("zolik").warning("a request that is not valid HTTP: %s", type(error).__name__)
            return Problem(status, code, detail)
    return problem_of(error if isinstance(error, Exception) else RuntimeError(type(error).__name__))
