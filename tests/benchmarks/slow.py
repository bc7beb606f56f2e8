"""Slow callers beside ordinary ones: `python -m tests.benchmarks.slow --callers 1000 --seconds 30`.

A third of the slow callers sends its headers a byte at a time, a third its body (half of them in chunks), a third says
nothing after a first request. Whoever loses his place comes again. Told are how long ordinary callers wait for
/healthz and for an opening, without and with them, and how the slow ones end.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import resource
import socket
import statistics
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle

from tests.live import live_service

HEAD = b"POST /v1/opening HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
KINDS = {
    "headers": (b"POST /v1/opening HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"a"),
    "body": (HEAD + b"Content-Length: 200000\r\n\r\n", b" "),
    "silent": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b""),
    "chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
}
HAND = {"hand": "8C 9C 10C JC QC JK 2H"}


@dataclass
class SlowCallers:
    """So many connections at an address, each of which sends a byte every `pause` seconds; `ended` counts how the
    service ended them: by a status, or closed without one."""

    address: str
    count: int
    pause: float = 0.5
    ended: Counter[str] = field(default_factory=Counter)
    _stop: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> SlowCallers:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(60)

    def _open(self, kind: str) -> socket.socket:
        host, _, port = self.address.rpartition(":")
        one = socket.create_connection((host, int(port)), timeout=30)
        one.sendall(KINDS[kind][0])
        one.setblocking(False)
        return one

    def _run(self) -> None:
        kinds = [kind for kind, _ in zip(cycle(KINDS), range(self.count), strict=False)]
        callers = [(kind, self._open(kind)) for kind in kinds]
        while not self._stop.wait(self.pause):
            callers = [(kind, self._go_on(kind, one)) for kind, one in callers]
        for _, one in callers:
            one.close()

    def _go_on(self, kind: str, one: socket.socket) -> socket.socket:
        try:
            told: bytes | None = one.recv(4096)
        except BlockingIOError:
            told = None
        except OSError:
            told = b""
        refused = (
            told is not None and told.startswith(b"HTTP/") and b" 200 OK" not in told
        )  # else the rest of an answer
        if told and refused:
            self.ended[f"{kind} {told[9:12].decode()}"] += 1
        if told == b"" or refused:
            self.ended[f"{kind} closed"] += told == b""
            one.close()
            return self._open(kind)
        with contextlib.suppress(OSError):
            one.send(KINDS[kind][1])
        return one


def ordinary(address: str, seconds: float, pause: float = 0.05) -> dict[str, list[float]]:
    """How many milliseconds /healthz and an opening take, asked again and again on new connections."""
    found: dict[str, list[float]] = {"healthz": [], "opening": []}
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for name in found:
            begun = time.perf_counter()
            connection = http.client.HTTPConnection(address, timeout=60)
            if name == "healthz":
                connection.request("GET", "/healthz")
            else:
                connection.request("POST", "/v1/opening", json.dumps(HAND), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 200, body
            connection.close()
            found[name].append((time.perf_counter() - begun) * 1000)
        time.sleep(pause)
    return found


def _told(times: list[float]) -> str:
    ordered = sorted(times)
    return (
        f"median {statistics.median(ordered):6.1f} ms, p99 {ordered[int(len(ordered) * 0.99)]:7.1f} ms, "
        f"longest {ordered[-1]:7.1f} ms ({len(ordered)} asked)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--callers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, default=2)
    told = parser.parse_args()
    with live_service("--workers", str(told.workers), variables={"ZOLIK_LOG_LEVEL": "WARNING"}) as service:
        for name, times in ordinary(service.address, 5).items():
            print(f"without slow callers, {name}: {_told(times)}", flush=True)
        with SlowCallers(service.address, told.callers) as slow:
            for name, times in ordinary(service.address, told.seconds).items():
                print(f"beside {told.callers}, {name}: {_told(times)}", flush=True)
        print("how they ended:", ", ".join(f"{kind}: {count}" for kind, count in sorted(slow.ended.items())))


if __name__ == "__main__":
    main()
