"""The service in operation: several workers, long analyses, streams, its end, and the death of a worker."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from gunicorn.http import errors

from api.http.worker import Worker
from tests.live import Service, live_service

Json = dict[str, Any]
HAND = "8C 9C 10C JC QC JK 2H"
CHEAP = {"call": "check", "hand": "7D", "melds": []}
PIECE = b"\n" * 1024
"""The server takes a body from the network in pieces of this length."""
TURN: Json = {
    "hand": "AS 2S 3S 4S 5S 6S 7S 8S 9S JS QS AH 2H 3H JK JK",
    "opened": True,
    "rules": "wikipedia",
    "objective": "penalty",
    "table": [{"owner": "Eva", "cards": one} for one in ("2D 3D 4D", "5D 6D 7D", "2C 3C 4C", "KD KC KH", "QD QC QS")],
}


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with live_service("--workers", "2", variables={"ZOLIK_LOG_LEVEL": "WARNING"}) as running:
        yield running


def ask(service: Service, path: str, body: Json | None = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(service.address, timeout=60)
    headers = {"Content-Type": "application/json"}
    connection.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    data = response.read()
    connection.close()
    told = response.headers.get_content_type()
    return response.status, json.loads(data) if "json" in told else data.decode()


def workers(service: Service) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(service.process.pid)], capture_output=True, text=True)
    return [int(one) for one in found.stdout.split()]


def test_figures_are_summed_over_the_workers(service: Service) -> None:
    def opened() -> float:
        text = ask(service, "/metrics")[1]
        found = re.search(r'^zolik_requests_total\{call="opening",status="200"\} (\S+)$', text, re.MULTILINE)
        return float(found[1]) if found else 0

    before = opened()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask(service, "/v1/opening", {"hand": HAND}), range(24)))
    assert {(status, answer["points"]) for status, answer in answers} == {(200, 57)}
    assert [opened() for _ in range(6)] == [before + 24] * 6  # whichever worker tells


def different(count: int) -> Iterator[Json]:
    """Questions of which none can be answered from the cache."""
    unplaced = ("8D", "9D", "10D", "JD", "5C", "6C", "7C", "8C", "9C", "10C", "JC")
    for seen in itertools.islice(itertools.combinations(unplaced, 4), count):
        yield {**TURN, "seen": list(seen)}


def test_health_is_told_beside_analyses_without_end(service: Service) -> None:
    ended = threading.Event()

    def keep_asking(questions: Sequence[Json]) -> set[int]:
        seen: set[int] = set()
        for question in questions:
            if ended.is_set():
                return seen
            seen.add(ask(service, "/v1/turn", question)[0])
        raise AssertionError("all questions were answered before health was told")

    questions = list(different(320))
    times = []
    with ThreadPoolExecutor(4) as pool:
        busy = [pool.submit(keep_asking, questions[first::4]) for first in range(4)]
        try:
            for _ in range(20):
                begun = time.perf_counter()
                assert ask(service, "/healthz") == (200, {"status": "ok"})
                times.append(time.perf_counter() - begun)
                time.sleep(0.05)
        finally:
            ended.set()
        assert {status for one in busy for status in one.result()} <= {200, 503}
    assert sorted(times)[len(times) // 2] < 1


def test_a_killed_worker_is_replaced() -> None:
    with live_service("--workers", "2", variables={"ZOLIK_LOG_LEVEL": "WARNING"}) as service:
        until = time.monotonic() + 30
        while len(first := workers(service)) < 2:
            assert time.monotonic() < until
            time.sleep(0.1)
        os.kill(first[0], signal.SIGKILL)
        until = time.monotonic() + 30
        while len(set(workers(service)) - {first[0]}) < 2:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert first[1] in workers(service)
        for _ in range(8):
            assert ask(service, "/v1/opening", {"hand": HAND})[0] == 200
        assert ask(service, "/metrics")[0] == 200


class Stream:
    """A batch that is sent and read line by line."""

    def __init__(self, service: Service) -> None:
        host, _, port = service.address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=60)
        head = (
            f"POST /v1/batch HTTP/1.1\r\nHost: {service.address}\r\nContent-Type: application/x-ndjson\r\n"
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        )
        self.socket.sendall(head.encode())
        self.read = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        self.socket.sendall(b"%x\r\n%b\r\n" % (len(data), data))

    def end(self) -> None:
        self.socket.sendall(b"0\r\n\r\n")

    def close(self) -> None:
        self.read.close()
        self.socket.close()

    def lines(self) -> Iterator[Json]:
        """The answers as they come."""
        while self.read.readline().strip():  # status and headers
            pass
        while size := int(self.read.readline(), 16):
            yield json.loads(self.read.read(size))
            self.read.readline()


def test_an_answer_under_way_is_given_before_the_end() -> None:
    with live_service("--workers", "1", variables={"ZOLIK_LOG_LEVEL": "WARNING"}) as service:
        stream = Stream(service)
        stream.send(json.dumps(CHEAP).encode() + PIECE)
        answers = stream.lines()
        assert next(answers)["legal"]
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        assert service.process.poll() is None
        stream.send(json.dumps({"call": "opening", "hand": HAND}).encode())
        stream.end()
        assert [answer["points"] for answer in answers] == [57]
        stream.close()
        assert service.process.wait(30) == 0


def test_lines_are_answered_as_they_come(service: Service) -> None:
    stream = Stream(service)
    stream.send(json.dumps(CHEAP).encode() + PIECE)
    answers = stream.lines()
    assert next(answers)["legal"]  # while the body has not ended
    stream.send(json.dumps({"call": "opening", "hand": HAND}).encode() + b"\n{" + PIECE)
    assert next(answers)["points"] == 57
    assert next(answers)["status"] == 400
    stream.send(json.dumps(CHEAP).encode())
    stream.end()
    assert [answer["legal"] for answer in answers] == [True]
    stream.close()


def test_who_sends_all_before_he_reads_is_not_kept_from_sending(service: Service) -> None:
    stream = Stream(service)
    hand = [{"card": card, "id": card * 100} for card in ("7D", "8D", "9D", "KS")]
    line = json.dumps({**CHEAP, "hand": hand}).encode() + b" " * 7000 + b"\n"
    for _ in range(1000):
        stream.send(line)
    stream.end()
    answers = list(stream.lines())
    stream.close()
    assert len(answers) == 1000
    assert all(answer["legal"] for answer in answers)


def test_who_never_ends_his_batch_holds_no_place_for_ever() -> None:
    variables = {"ZOLIK_LOG_LEVEL": "WARNING", "ZOLIK_BATCH_SECONDS": "1"}
    with live_service("--workers", "1", variables=variables) as service:
        for _ in range(4):
            streams = [Stream(service) for _ in range(2)]
            for stream in streams:
                stream.send(json.dumps(CHEAP).encode() + PIECE)
            told = [list(stream.lines()) for stream in streams]
            for stream in streams:
                stream.close()
            assert [[item.get("code", "answer") for item in one] for one in told] == [["answer", "batch_too_slow"]] * 2
        assert ask(service, "/v1/batch", {"requests": [CHEAP]})[0] == 200


def test_requests_beyond_the_ceiling_are_refused_at_once() -> None:
    variables = {"ZOLIK_LOG_LEVEL": "WARNING", "ZOLIK_SOLVES": "1", "ZOLIK_WAITING": "0"}
    with live_service("--workers", "1", variables=variables) as service:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda one: ask(service, "/v1/turn", one), different(40)))
        refused = [problem["code"] for status, problem in answers if status != 200]
        assert 0 < len(refused) < 40
        assert set(refused) == {"overloaded"}
        assert ask(service, "/v1/opening", {"hand": HAND})[0] == 200


@pytest.mark.parametrize(
    ("path", "kind", "length", "status"),
    [
        ("/v1/opening", "application/json", 5_000_000, 413),
        ("/v1/batch", "application/x-ndjson", 12_000_000, 413),
        ("/v1/opening", "text/plain", 3_000_000, 415),
        ("/v1/nothing", "application/json", 3_000_000, 404),
    ],
)
def test_a_caller_who_sends_too_much_can_read_the_refusal(
    service: Service, path: str, kind: str, length: int, status: int
) -> None:
    # sends all before he reads, and closes the connection afterwards, as urllib does
    headers = {"Content-Type": kind, "Connection": "close"}
    request = urllib.request.Request(f"http://{service.address}{path}", b" " * length, headers)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=30)
    with refused.value as answer:
        assert (answer.code, json.load(answer)["status"]) == (status, status)


def test_a_caller_who_stops_sending_is_refused_all_the_same(service: Service) -> None:
    host, port = service.address.split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(
            b"POST /v1/opening HTTP/1.1\r\nHost: x\r\n"
            b"Content-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{"
        )
        assert connection.recv(99).startswith(b"HTTP/1.1 413 ")


CODES = {
    400: "bad_request",
    414: "uri_too_long",
    417: "expectation_failed",
    431: "headers_too_large",
    501: "not_implemented",
}


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        ("POST /v1/opening HTTP/1.1", ["Content-Length: many"], 400),
        ("POST /v1/opening HTTP/1.1", ["Content-Length: 5", "Content-Length: 6"], 400),
        ("POST /v1/opening HTTP/1.1", ["Content-Length: 5", "Transfer-Encoding: chunked"], 400),
        ("POST /v1/opening HTTP/1.1", ["Transfer-Encoding: rot13"], 501),
        ("POST /v1/opening HTTP/1.1", ["Expect: a miracle"], 417),
        ("GET /healthz HTTP/1.1", ["no header"], 400),
        ("GET /healthz HTTP/1.1", [f"A{number}: 1" for number in range(200)], 431),
        ("GET /healthz HTTP/7.1", [], 400),
        (f"GET /{'7' * 9000} HTTP/1.1", [], 414),
        ("7D 8D 9D", [], 400),
    ],
)
def test_what_is_no_sound_http_is_a_problem_too(service: Service, line: str, headers: list[str], status: int) -> None:
    host, port = service.address.split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall("\r\n".join([line, "Host: localhost", *headers, "", ""]).encode())
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        problem = json.loads(answer.read())
        answer.close()
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert problem["status"] == status
    assert problem["code"] == CODES[status]
    assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["X-Request-ID"])
    assert problem["detail"]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.InvalidHeader("A b"), 400),
        (errors.ForbiddenProxyRequest("192.0.2.1"), 403),
        (errors.ConfigurationProblem("/x"), 503),
        (RuntimeError("no one foresaw it"), 503),
    ],
)
def test_only_a_callers_fault_is_told_as_one(error: Exception, status: int) -> None:
    here, there = socket.socketpair()
    with here, there:
        Worker.handle_error(Worker.__new__(Worker), None, here, None, error)
        answer = http.client.HTTPResponse(there)
        answer.begin()
        assert json.loads(answer.read())["status"] == answer.status == status
        answer.close()
