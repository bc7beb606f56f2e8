"""Callers who send slowly, or not at all: they lose their place, and nobody else notices."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from api.http.arrival import Arrival, Limits
from api.http.worker import MOST_HELD
from tests.benchmarks.slow import HAND, HEAD, SlowCallers, ordinary
from tests.live import Service, live_service

LIMITS = Limits(body=1000, batch=5000, seconds=10, rate=100)
BODY = json.dumps(HAND).encode()
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
LINES = b"POST /v1/batch HTTP/1.1\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
SECONDS = 2


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    variables = {"ZOLIK_LOG_LEVEL": "ERROR", "ZOLIK_SLOW_SECONDS": str(SECONDS), "ZOLIK_CONNECTIONS": "2000"}
    with live_service("--workers", "1", variables=variables) as running:
        yield running


def connect(service: Service) -> socket.socket:
    host, _, port = service.address.rpartition(":")
    return socket.create_connection((host, int(port)), timeout=30)


def answer(connection: socket.socket) -> tuple[int, str, dict[str, object]]:
    told = http.client.HTTPResponse(connection)
    told.begin()
    body = json.loads(told.read())
    told.close()
    return told.status, told.headers["Content-Type"], body


def test_ordinary_callers_notice_nothing_of_600_slow_ones(service: Service) -> None:
    with SlowCallers(service.address, 600, pause=0.3) as slow:
        times = ordinary(service.address, 3 * SECONDS)
    for waited in times.values():
        assert len(waited) > 10
        assert sorted(waited)[len(waited) // 2] < 500
        assert max(waited) < 5000
    ended = slow.ended
    assert min(ended[f"{kind} 408"] for kind in ("headers", "body", "chunks")) >= 100
    assert set(+ended) == {"headers 408", "body 408", "chunks 408", "silent closed"} - (
        set() if ended["silent closed"] else {"silent closed"}
    )


@pytest.mark.parametrize(
    "begun",
    [HEAD[:30], HEAD, HEAD + b"Content-Length: 500\r\n\r\n{", CHUNKED, CHUNKED + b"5\r\n{", LINES, LINES + b"3\r\n{} "],
)
def test_who_stops_sending_is_told_so(service: Service, begun: bytes) -> None:
    with connect(service) as connection:
        since = time.monotonic()
        connection.sendall(begun)
        status, kind, problem = answer(connection)
        assert (status, kind) == (408, "application/problem+json")
        assert problem["code"] == "request_too_slow"
        assert SECONDS - 0.5 < time.monotonic() - since < SECONDS + 10
        assert connection.recv(1) == b""


def test_a_stream_that_lets_the_service_wait_is_ended(service: Service) -> None:
    with connect(service) as connection:
        connection.sendall(LINES + b"3\r\n{}\n\r\n")
        told = connection.makefile("rb").read()
    assert b'"code":"batch_too_slow"' in told
    assert told.startswith(b"HTTP/1.1 200 OK")


def test_a_long_body_that_comes_fast_enough_is_taken(service: Service) -> None:
    with connect(service) as connection:
        connection.sendall(HEAD + b"Content-Length: 9000\r\n\r\n" + BODY.ljust(3000))
        for _ in range(4):
            time.sleep(1)
            connection.sendall(b" " * 1500)
        assert answer(connection)[0] == 200


def test_two_requests_sent_at_once_are_both_answered(service: Service) -> None:
    one = HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
    with connect(service) as connection:
        connection.sendall(one + one[:40])
        assert answer(connection)[0] == 200
        connection.sendall(one[40:])
        assert answer(connection)[0] == 200


def test_whoever_asks_whether_to_go_on_is_told_to(service: Service) -> None:
    with connect(service) as connection:
        connection.sendall(HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(BODY))
        assert connection.recv(99) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY)
        assert connection.recv(15) == b"HTTP/1.1 200 OK"


def test_the_oldest_waiting_callers_make_room_for_new_ones() -> None:
    variables = {"ZOLIK_LOG_LEVEL": "ERROR", "ZOLIK_CONNECTIONS": "64"}
    with live_service("--workers", "1", variables=variables) as service:
        waiting = [connect(service) for _ in range(200)]
        for one in waiting:
            one.sendall(HEAD[:9])
        connection = http.client.HTTPConnection(service.address, timeout=30)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
        connection.close()
        for one in waiting:
            one.close()


# What is seen of a request while it arrives


def arrived(*pieces: bytes, apart: float = 0.0) -> Arrival:
    one = Arrival(LIMITS, 0.0)
    for number, piece in enumerate(pieces):
        one.take(piece, number * apart)
    return one


@pytest.mark.parametrize(
    ("request_", "ready", "whole"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", True, True),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", False, False),
        (b"GET / HTTP/1.0\n\n", True, False),
        (HEAD + b"Content-Length: 3\r\n\r\n{}", False, False),
        (HEAD + b"content-length:  3 \r\n\r\n{} ", True, True),
        (HEAD + b"Content-Length: 1001\r\n\r\n", True, False),
        (HEAD + b"Content-Length: many\r\n\r\n", True, False),
        (HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n", True, False),
        (HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", True, False),
        (HEAD + b"Transfer-Encoding: rot13\r\n\r\n", True, False),
        (CHUNKED + b"2\r\n{}\r\n", False, False),
        (CHUNKED + b"2;a=b\r\n{}\r\n0\r\n\r\n", True, True),
        (CHUNKED + b"5\r\n\r\n0\r\n\r\n", False, False),
        (CHUNKED + b"2\r\n{}\r\n0\r\nA: b\r\n\r\n", True, True),
        (CHUNKED + b"zz\r\n", True, False),
        (CHUNKED + b"3e9\r\n", True, False),
        (LINES + b"1388\r\n{}", False, False),
        (LINES + b"3\r\n{}\n", True, False),
        (LINES + b"2\r\n{}\r\n0\r\n\r\n", True, True),
        (b"A" * 70_000, True, False),
    ],
)
def test_a_request_is_handed_over_when_it_is_there(request_: bytes, ready: bool, whole: bool) -> None:
    byte_by_byte = (
        arrived(*(request_[index : index + 1] for index in range(len(request_)))) if len(request_) < 999 else None
    )
    for one in (arrived(request_), *([byte_by_byte] if byte_by_byte else ())):
        assert (one.ready, one.whole) == (ready, whole)
        assert bytes(one.data) == request_


def test_pieces_of_any_length_are_one_request() -> None:
    rng = random.Random(8)
    request = (
        CHUNKED + b"".join(b"%x\r\n%b\r\n" % (n, b"\r\n0\r\n\r\n"[:n].ljust(n)) for n in (1, 9, 30)) + b"0\r\n\r\n"
    )
    for _ in range(200):
        places = sorted(rng.sample(range(1, len(request)), 5))
        pieces = [request[a:b] for a, b in itertools.pairwise([0, *places, len(request)])]
        one = Arrival(LIMITS, 0.0)
        for piece in pieces[:-1]:
            one.take(piece, 0.0)
            assert not one.ready
        one.take(pieces[-1], 0.0)
        assert one.whole


def test_how_long_a_caller_has() -> None:
    head = HEAD + b"Content-Length: 900\r\n\r\n"
    assert arrived(HEAD, b"A: b", apart=3).until == 10  # the headers: 10 s from the first byte, whatever comes
    assert arrived(head).until == 10
    assert arrived(head, b" " * 200, apart=1).until == 12  # and for the body a second more for each 100 bytes
    assert arrived(HEAD, b"Content-Length: 900\r\n\r\n", apart=4).until == 14


def test_beyond_the_memory_for_what_has_not_come_whole_the_largest_is_refused(service: Service) -> None:
    """Nine batches of which the ends do not come, the first larger than the others: together more than is held."""
    size = MOST_HELD // 9 + 1000
    head = b"POST /v1/batch HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (size + 9000)
    with ExitStack() as stack:
        callers = [stack.enter_context(connect(service)) for _ in range(9)]
        for caller in callers:
            caller.sendall(head + b" " * (size + 5000 * (caller is callers[0])))
        status, kind, problem = answer(callers[0])
        assert (status, kind) == (503, "application/problem+json")
        assert problem["code"] == "overloaded"
        ready, _, _ = select.select(callers[1:], [], [], 0)
        assert not ready
        callers[1].sendall(b" " * (9000 - 2) + b"[]")
        assert answer(callers[1])[0] == 422
    with connect(service) as connection:
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY)
        assert answer(connection)[0] == 200
