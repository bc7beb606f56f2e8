"""The service from outside: one opening over HTTP, the cache, memory under many requests, and how soon it is there."""

from __future__ import annotations

import http.client
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from advisor.opening import opening
from solver.game.cards import CARDS, JOKER
from solver.game.position import Position
from tests.benchmarks.engine import OPTIONS, hands_that_open
from tests.benchmarks.measure import ratio, wall_ms
from tests.benchmarks.report import Report
from tests.benchmarks.work import Scale, dealt_hands
from tests.live import COMMAND, environment, live_service

Json = dict[str, Any]
QUIET = {"ZOLIK_LOG_LEVEL": "ERROR"}
SMALL_CACHE = {"ZOLIK_CACHE_BYTES": "1000000"}
"""So that the memory of remembered answers has its full size early."""
WARM = 2_000
CALLS = ("opening",) * 8 + ("closing",) * 3 + ("penalty",) * 3 + ("check",) * 3 + ("score",) * 2 + ("turn", "outlook")
HELP_HAND = "8C 9C 10C JC QC JK 2H"


class Client:
    """One kept connection."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(address, timeout=60)

    def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Posts JSON; the status and the answer. A connection that the service has closed meanwhile is opened anew."""
        try:
            return self._post(path, body)
        except ConnectionError:
            self._connection.close()
            return self._post(path, body)

    def _post(self, path: str, body: bytes) -> tuple[int, bytes]:
        self._connection.request("POST", path, body, {"Content-Type": "application/json"})
        response = self._connection.getresponse()
        return response.status, response.read()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def body_of(position: Position) -> bytes:
    """The request about a hand."""
    return json.dumps({"hand": list(map(str, position.hand))}).encode()


def measure_service(report: Report, scale: Scale) -> None:
    """HTTP beside the analysis alone, the cache, and starting."""
    some = max(1, scale.http // 5)
    opens = [one for jokers in range(5) for one in hands_that_open(jokers, some)]
    dealt = [hand for jokers, times in ((0, 3), (1, 1), (2, 1)) for hand in dealt_hands(jokers, times * some)]
    with live_service("--workers", "1", variables=QUIET) as service, Client(service.address) as client:
        for warm in dealt_hands(3, some) + dealt_hands(4, some):
            client.post("/v1/opening", body_of(warm))
            opening(warm, OPTIONS)
        for name, hands in (("hands that open", opens), ("hands as dealt", dealt)):
            _http(report, client, name, hands)
    _starts(report, scale)


def _http(report: Report, client: Client, name: str, hands: list[Position]) -> None:
    alone: list[float] = []
    over: list[float] = []
    again: list[float] = []
    told: list[object] = []
    wanted: list[object] = []
    for position in hands:
        body = body_of(position)
        taken, (status, answer) = wall_ms(lambda body=body: client.post("/v1/opening", body))  # type: ignore[misc]
        over.append(taken)
        taken, found = wall_ms(lambda position=position: opening(position, OPTIONS))  # type: ignore[misc]
        alone.append(taken)
        taken, (_, repeated) = wall_ms(lambda body=body: client.post("/v1/opening", body))  # type: ignore[misc]
        again.append(taken)
        points = json.loads(answer)
        told.append((status, points["opens"], points["points"], answer))
        wanted.append((200, found.opens, found.points, repeated))
    report.compare(f"HTTP, {name}", told, wanted)
    report.row(f"POST /v1/opening, {name}", over)
    report.row(f"its analysis alone, in this process, {name}", alone)
    report.row(f"the same request again, {name}", again)
    report.goal("POST /v1/opening on a kept connection / its analysis alone", ratio(over, alone), "<=", 2.5, name)
    report.goal("second identical request / first", ratio(again, over), "<=", 0.5, name)


def _starts(report: Report, scale: Scale) -> None:
    """How long the command and a worker take to start."""
    for words in (["--help"], ["opening", HELP_HAND], ["opening", "--json", HELP_HAND]):
        times = [wall_ms(lambda words=words: _command(words))[0] for _ in range(scale.starts)]  # type: ignore[misc]
        report.row(f"zolik {' '.join(words)}", times)
    bare = [wall_ms(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))[0] for _ in range(scale.starts)]
    report.row("an empty Python", bare)
    report.row("service, from its start to its first answer", [_first_answer() for _ in range(scale.starts)])


def _command(words: list[str]) -> None:
    subprocess.run([*COMMAND, *words], env=environment(), stdout=subprocess.DEVNULL, check=True)


def _first_answer() -> float:
    begun = time.perf_counter()
    with live_service("--workers", "1", variables=QUIET) as service, Client(service.address) as client:
        status, _ = client.post("/v1/opening", json.dumps({"hand": HELP_HAND}).encode())
        assert status == 200
        return (time.perf_counter() - begun) * 1000


def mixed_requests(number: int) -> Iterator[tuple[str, bytes]]:
    """All calls, about hands with and without a table; one in fifty is wrong, one in ten was asked before."""
    rng = random.Random("mixed")
    deck = [card for card in CARDS for _ in range(4 if card is JOKER else 2)]
    asked: list[tuple[str, bytes]] = []
    for count in range(number):
        if asked and count % 10 == 0:
            yield rng.choice(asked)
            continue
        call = rng.choice(CALLS)
        cards = list(map(str, rng.sample(deck, 15)))
        body: Json = {"hand": cards, "drawn": {"from": "stock"}}
        if call == "check":
            body = {"hand": cards, "melds": [{"cards": cards[:3]}]}
        elif call == "score":
            body = {"closer": "Jan", "players": [{"name": "Jan", "hand": []}, {"name": "Eva", "hand": cards}]}
        elif rng.random() < 0.4 and not {"5C", "6C", "7C"} & set(cards):
            body |= {"opened": True, "table": [{"owner": "Eva", "cards": "5C 6C 7C"}]}
        if count % 50 == 1:
            body = {"hand": ["7Q"]}
        asked = [*asked[-99:], (f"/v1/{call}", json.dumps(body).encode())]
        yield asked[-1]


def measure_memory(report: Report, scale: Scale) -> None:
    """The memory of a worker over many mixed requests."""
    warm = min(WARM, scale.requests // 2)
    step = max(1, (scale.requests - warm) // 24)
    sizes: list[int] = []
    statuses: dict[int, int] = {}
    variables = QUIET | SMALL_CACHE
    with live_service("--workers", "1", variables=variables) as service, Client(service.address) as client:
        for count, (path, body) in enumerate(mixed_requests(scale.requests + 1)):
            status, _ = client.post(path, body)
            statuses[status] = statuses.get(status, 0) + 1
            if count >= warm and (count - warm) % step == 0:
                sizes.append(resident_kib(service.process.pid))
    report.different += [f"status {one}: {times}" for one, times in statuses.items() if one not in (200, 422)]
    third = max(1, len(sizes) // 3)
    grown = statistics.mean(sizes[-third:]) / statistics.mean(sizes[:third])
    note = f"last third / first third after the first {warm}; 1.05 is taken as flat"
    report.goal(f"memory of a worker over {scale.requests} mixed requests", grown, "<=", 1.05, note)
    told = f"{sizes[0] // 1024} MiB after {warm}, {sizes[-1] // 1024} MiB at the end, at most {max(sizes) // 1024} MiB"
    report.facts.append(("memory of a worker", told))


def resident_kib(pid: int) -> int:
    """Memory of a process's children, in KiB."""
    told = subprocess.run(["ps", "-o", "rss=", "--ppid", str(pid)], capture_output=True, text=True, check=True)
    return sum(map(int, told.stdout.split()))
