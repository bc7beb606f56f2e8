"""A client of the žolíky service for Python games: one file, the standard library only.

    from zolik_client import Zolik

    zolik = Zolik("http://127.0.0.1:8000")
    answer = zolik.turn(hand=["7D", "8D", "9D", "KS", "KH", "KD", "2C"], language="cs")
    print(answer["explanation"]["text"])

Fields are those of the service's documentation (its page /docs). A problem is raised as `ZolikProblem`.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = ["Zolik", "ZolikProblem"]

Json = dict[str, Any]
CALLS = ("opening", "closing", "penalty", "turn", "outlook", "check", "score")
TYPES = {False: "application/json", True: "application/x-ndjson"}


class ZolikProblem(Exception):
    """What the service answers in place of an answer: `status`, `code`, `detail`, and `errors` with their pointers."""

    def __init__(self, problem: Json, retry_after: float | None = None) -> None:
        self.status: int = problem.get("status", 0)
        self.code: str = problem.get("code", "unknown")
        self.detail: str = problem.get("detail", "")
        self.errors: list[Json] = problem.get("errors", [])
        self.retry_after = retry_after
        places = "; ".join(f"{one['pointer']}: {one['detail']}" for one in self.errors)
        super().__init__(f"{self.status} {self.code}: {places or self.detail}")


class Zolik:
    """A service at an address. `retries` is how often a busy service (429, 503) is asked again, after it has told
    how long to wait."""

    def __init__(self, address: str, *, key: str = "", timeout: float = 30.0, retries: int = 3) -> None:
        self.address = address.rstrip("/")
        self.timeout = timeout
        self.retries = retries
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def opening(self, **position: Any) -> Json:
        """The best first opening."""
        return self.ask("opening", position)

    def closing(self, **position: Any) -> Json:
        """Can the hand be closed this turn, and from hand?"""
        return self.ask("closing", position)

    def penalty(self, **position: Any) -> Json:
        """The least penalty after this turn."""
        return self.ask("penalty", position)

    def turn(self, **position: Any) -> Json:
        """The whole turn: what to draw, lay and throw, and why."""
        return self.ask("turn", position)

    def outlook(self, **position: Any) -> Json:
        """How far the hand is from opening and closing, and which cards help."""
        return self.ask("outlook", position)

    def check(self, **position: Any) -> Json:
        """Are these melds or actions legal?"""
        return self.ask("check", position)

    def score(self, **deal: Any) -> Json:
        """What a deal that has ended costs each player."""
        return self.ask("score", deal)

    def rules(self, rule_set: str | None = None) -> Json:
        """One rule set with every parameter, or all of them."""
        return self._json(f"/v1/rules/{rule_set}" if rule_set else "/v1/rules", None)

    def ask(self, call: str, body: Json) -> Json:
        """The answer of a call. Raises ZolikProblem, and OSError if the service cannot be reached."""
        return self._json(f"/v1/{call}", body)

    def batch(self, requests: Iterable[Json]) -> list[Json]:
        """Up to 1000 calls at once, each `{"call": "opening", …}`; each result is an answer, or a problem with its
        `status`."""
        results: list[Json] = self._json("/v1/batch", {"requests": list(requests)})["results"]
        return results

    def stream(self, requests: Iterable[Json]) -> Iterator[Json]:
        """The same, each result as soon as it is known."""
        lines = "".join(json.dumps(one) + "\n" for one in requests)
        with self._open("/v1/batch", lines.encode(), lines=True) as response:
            for line in response:
                yield json.loads(line)

    def _json(self, path: str, body: Json | None) -> Json:
        with self._open(path, None if body is None else json.dumps(body).encode()) as response:
            answer: Json = json.load(response)
            return answer

    def _open(self, path: str, data: bytes | None, *, lines: bool = False) -> Any:
        headers = {**self._headers, "Content-Type": TYPES[lines]}
        request = urllib.request.Request(self.address + path, data, headers)
        for left in range(self.retries, -1, -1):
            try:
                return urllib.request.urlopen(request, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                with error:
                    problem = _problem(error)
            if problem.status not in (429, 503) or not left or problem.retry_after is None:
                raise problem
            time.sleep(problem.retry_after)
        raise AssertionError


def _problem(error: urllib.error.HTTPError) -> ZolikProblem:
    try:
        told = json.load(error)
    except ValueError:
        told = None
    wait = error.headers.get("Retry-After", "")
    plain = {"status": error.code, "detail": error.reason}
    return ZolikProblem(told if isinstance(told, dict) else plain, float(wait) if wait.isdigit() else None)
