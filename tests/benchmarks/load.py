"""Load on the service from the same machine, with wrk: `python -m tests.benchmarks.load --seconds 120`.

Measures, in one run: openings alone, and before and after them what the solver alone reaches in as many processes;
/healthz on an idle service; then mixed calls from many connections with /healthz and the memory of the workers watched,
and (with --redis) a Redis that is stopped and started in the middle. Exit code 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from advisor.answers import Options
from advisor.opening import opening
from solver.game.cards import CARDS, JOKER, Card
from solver.game.position import make_position
from solver.rules.presets import DEFAULT_PROFILE, PROFILES
from tests.live import live_service
from tests.redis_server import RedisServer, redis_server

Json = dict[str, Any]
SCRIPT = Path(__file__).with_name("load.lua")
HANDS = 8000
HAND = 15
MIXED = ("opening", "opening", "closing", "penalty", "penalty", "turn", "outlook", "check")
CONNECTIONS_A_WORKER = 4
"""Connections of the openings alone for each worker: so many that every worker gets some of them."""
WARM_SECONDS = 60.0
"""The caches fill in this time; after it memory is not to grow."""


def hands(seed: int, count: int) -> Iterator[list[Card]]:
    """Random hands as they are dealt."""
    deck = [card for card in CARDS for _ in range(4 if card is JOKER else 2)]
    rng = random.Random(seed)
    for _ in range(count):
        yield rng.sample(deck, HAND)


def opening_requests() -> list[tuple[str, Json]]:
    return [("/v1/opening", {"hand": list(map(str, hand))}) for hand in hands(1, HANDS)]


def mixed_requests() -> list[tuple[str, Json]]:
    """All calls, some about a table, some again and again (so that the cache has work), some wrong."""
    rng = random.Random(2)
    found: list[tuple[str, Json]] = []
    for number, hand in enumerate(hands(3, HANDS)):
        call = rng.choice(MIXED)
        cards = [str(card) for card in hand]
        body: Json = {"hand": cards, "drawn": {"from": "stock"}}
        if call == "check":
            body = {"hand": cards, "melds": [{"cards": cards[:3]}]}
        elif rng.random() < 0.5 and not {"5C", "6C", "7C"} & set(cards):
            body |= {"opened": True, "table": [{"owner": "Eva", "cards": "5C 6C 7C"}]}
        if number % 50 == 0:
            body = {"hand": ["7Q"]}
        found.append((f"/v1/{call}", body))
        if number % 4 == 0:
            found.append(found[rng.randrange(len(found))])
    return found


def _solve_alone(task: tuple[int, float]) -> int:
    """Openings that one process solves in so many seconds."""
    seed, seconds = task
    done = 0
    profile = PROFILES[DEFAULT_PROFILE]
    endless = (hand for more in range(1000) for hand in hands(1000 * seed + more, HANDS))
    opening(make_position(profile, next(endless)), Options())
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        opening(make_position(profile, next(endless)), Options())
        done += 1
    return done


def solver_alone(processes: int, seconds: float) -> float:
    """Openings a second that the solver answers in so many processes."""
    with get_context("spawn").Pool(processes) as pool:
        return sum(pool.map(_solve_alone, [(seed, seconds) for seed in range(1, processes + 1)])) / seconds


@dataclass
class Watch:
    """/healthz and the memory of the workers, looked at again and again."""

    address: str
    pid: int
    health_ms: list[float] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)
    failures: int = 0

    def health(self) -> None:
        """Asks /healthz once, on a connection of its own."""
        begun = time.perf_counter()
        try:
            connection = http.client.HTTPConnection(self.address, timeout=30)
            connection.request("GET", "/healthz")
            self.failures += connection.getresponse().read() != b'{"status":"ok"}'
            connection.close()
        except OSError:
            self.failures += 1
        self.health_ms.append((time.perf_counter() - begun) * 1000)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Looks twenty times a second, and at the memory every two seconds."""
        stop = threading.Event()

        def look() -> None:
            begun = time.perf_counter()
            while not stop.wait(0.05):
                self.health()
                now = time.perf_counter() - begun
                if not self.memory or now - self.memory[-1][0] >= 2:
                    self.memory.append((now, self.resident()))

        thread = threading.Thread(target=look)
        thread.start()
        yield
        stop.set()
        thread.join()

    def resident(self) -> int:
        """KiB of memory of the service and its workers."""
        command = ["ps", "-o", "rss=", "--ppid", str(self.pid), "-p", str(self.pid)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        return sum(map(int, found.stdout.split()))


def wrk(address: str, requests: list[tuple[str, Json]], connections: int, seconds: int) -> Json:
    """What wrk measures of these requests."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for path, body in requests:
            file.write(f"{path}\t{json.dumps(body)}\n")
        file.flush()
        options = ["-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s", "-s", str(SCRIPT)]
        done = subprocess.run(
            ["wrk", *options, f"http://{address}", "--", file.name], capture_output=True, text=True, check=True
        )
    result: Json = json.loads(done.stdout.partition("RESULT ")[2])
    return result


def disturb(redis: RedisServer | None, seconds: float) -> None:
    """Stops Redis for a third of the time, in the middle."""
    if redis is not None:
        time.sleep(seconds / 3)
        redis.stop()
        time.sleep(seconds / 3)
        redis.start()


def growth(memory: list[tuple[float, int]]) -> float:
    """How much memory has grown after the first minute (or the first half of a shorter run), as a share."""
    half = min(WARM_SECONDS, memory[-1][0] / 2)
    later = [kib for seconds, kib in memory if seconds >= half]
    third = max(1, len(later) // 3)
    return statistics.mean(later[-third:]) / statistics.mean(later[:third]) - 1


def measure(told: argparse.Namespace, redis: RedisServer | None) -> list[tuple[str, str, bool]]:
    """Each figure: what it is, how much, and whether it is as it should be."""
    part = max(2, told.seconds // 4)
    before = solver_alone(told.workers, part / 2)
    variables = {"ZOLIK_LOG_LEVEL": "ERROR", "ZOLIK_TIME_MS": "1000"}
    if redis is not None:
        variables |= {"ZOLIK_REDIS_URL": redis.url, "ZOLIK_RATE_LIMIT": "1000000/second"}
    with live_service("--workers", str(told.workers), variables=variables) as service:
        watch = Watch(service.address, service.process.pid)
        wrk(service.address, opening_requests()[-50:], CONNECTIONS_A_WORKER * told.workers, 2)
        for _ in range(200):
            watch.health()
        idle = statistics.median(watch.health_ms)
        single = wrk(service.address, opening_requests(), CONNECTIONS_A_WORKER * told.workers, part)
        alone = (before + solver_alone(told.workers, part / 2)) / 2
        watch.health_ms.clear()
        stop = threading.Thread(target=disturb, args=(redis, told.seconds))
        with watch.watching():
            stop.start()
            mixed = wrk(service.address, mixed_requests(), told.connections, told.seconds)
            stop.join()
    openings = single["statuses"].get("200", 0) / single["seconds"]
    p99 = statistics.quantiles(watch.health_ms, n=100)[98]
    unwanted = {
        status: count for status, count in mixed["statuses"].items() if status not in ("200", "422", "429", "503")
    }
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(mixed["statuses"].items()))
    grown = growth(watch.memory)
    return [
        ("openings, solver alone", f"{alone:.0f} a second", True),
        (
            "openings, service",
            f"{openings:.0f} a second, {openings / alone:.2f} of the solver alone",
            openings >= 0.6 * alone,
        ),
        ("one opening, service", f"median {single['p50_ms']:.1f} ms, p99 {single['p99_ms']:.1f} ms", True),
        ("/healthz, idle", f"median {idle:.1f} ms", True),
        ("/healthz, loaded", f"median {statistics.median(watch.health_ms):.1f} ms, p99 {p99:.1f} ms", p99 < 20 * idle),
        ("mixed calls", f"{sum(mixed['statuses'].values()) / mixed['seconds']:.0f} a second; {statuses}", not unwanted),
        ("one mixed call", f"median {mixed['p50_ms']:.0f} ms, p99 {mixed['p99_ms']:.0f} ms", True),
        ("broken connections", str(mixed["broken"] + watch.failures), mixed["broken"] + watch.failures == 0),
        ("memory", f"{watch.memory[-1][1] // 1024} MiB, {100 * grown:+.1f} % after it was warm", grown < 0.05),
    ]


def main() -> int:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=120, help="of mixed load")
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--redis", action="store_true", help="with a Redis that is stopped and started")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if told.redis:
            with redis_server(Path(folder)) as redis:
                figures = measure(told, redis)
        else:
            figures = measure(told, None)
    print(f"{told.workers} workers, {told.connections} connections, {told.seconds} s\n")
    print("| figure | value | |\n| --- | --- | --- |")
    for name, value, good in figures:
        print(f"| {name} | {value} | {'' if good else 'missed'} |")
    return 0 if all(good for *_, good in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
