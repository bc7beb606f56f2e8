"""Clients of the žolíky service for Python games, typed: one file, which needs the standard library only.

    from zolik_client import Zolik

    zolik = Zolik("http://127.0.0.1:8000")
    answer = zolik.turn(hand=["7D", "8D", "9D", "KS", "KH", "KD", "2C"], language="cs")
    print(answer["explanation"]["text"])

`AsyncZolik` is the same to be awaited; it needs httpx. Fields are those of the service's documentation (its page
/docs); type checkers know them if `zolik_types.py` lies beside this file. A problem is raised as `ZolikProblem`. Where
zolik is installed, this is `zolik.client`, and the types are `zolik.client_types`.
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Unpack, overload

if TYPE_CHECKING:
    import zolik.client_types as to

__all__ = ["AsyncZolik", "Zolik", "ZolikProblem"]

CALLS = ("opening", "closing", "penalty", "turn", "outlook", "check", "score")
TYPES = {False: "application/json", True: "application/x-ndjson"}
BUSY = (429, 503)


class ZolikProblem(Exception):
    """What the service answers in place of an answer: `status`, `code`, `detail`, and `errors` with their pointers;
    `retry_after` is after how many seconds to ask again, if it has told."""

    def __init__(self, problem: dict[str, Any], retry_after: float | None = None) -> None:
        self.status: int = problem.get("status", 0)
        self.code: str = problem.get("code", "unknown")
        self.detail: str = problem.get("detail", "")
        self.errors: list[to.BadField] = problem.get("errors", [])
        self.retry_after = retry_after
        places = "; ".join(f"{error['pointer']}: {error['detail']}" for error in self.errors)
        super().__init__(f"{self.status} {self.code}: {places or self.detail}")


class _Service:
    """A service at an address, as both clients know it."""

    def __init__(self, address: str, key: str, retries: int) -> None:
        self.address = address.rstrip("/")
        self.retries = retries
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def _told(self, *, lines: bool = False) -> dict[str, str]:
        return {**self._headers, "Content-Type": TYPES[lines]}

    def _wait(self, problem: ZolikProblem, tried: int) -> float:
        """After how many seconds to ask again. Raises the problem if that is of no use."""
        if problem.status not in BUSY or tried >= self.retries or problem.retry_after is None:
            raise problem
        return problem.retry_after


class Zolik(_Service):
    """A service at an address. `retries` is how often a busy service (429, 503) is asked again, after it has told
    how long to wait. Calls raise ZolikProblem, and OSError if the service cannot be reached."""

    def __init__(self, address: str, *, key: str = "", timeout: float = 30.0, retries: int = 3) -> None:
        super().__init__(address, key, retries)
        self.timeout = timeout

    def opening(self, **position: Unpack[to.Position]) -> to.OpeningAnswer:
        """The best first opening."""
        answer: to.OpeningAnswer = self.ask("opening", position)
        return answer

    def closing(self, **position: Unpack[to.Position]) -> to.ClosingAnswer:
        """Can the hand be closed this turn, and from hand?"""
        answer: to.ClosingAnswer = self.ask("closing", position)
        return answer

    def penalty(self, **position: Unpack[to.Position]) -> to.PenaltyAnswer:
        """The least penalty after this turn."""
        answer: to.PenaltyAnswer = self.ask("penalty", position)
        return answer

    def turn(self, **position: Unpack[to.Turn]) -> to.TurnAnswer:
        """The whole turn: what to draw, lay and throw, and why."""
        answer: to.TurnAnswer = self.ask("turn", position)
        return answer

    def outlook(self, **position: Unpack[to.Position]) -> to.OutlookAnswer:
        """How far the hand is from opening and closing, and which cards help."""
        answer: to.OutlookAnswer = self.ask("outlook", position)
        return answer

    def check(self, **position: Unpack[to.Check]) -> to.CheckAnswer:
        """Are these melds or actions legal?"""
        answer: to.CheckAnswer = self.ask("check", position)
        return answer

    def score(self, **deal: Unpack[to.Score]) -> to.ScoreAnswer:
        """What a deal that has ended costs each player."""
        answer: to.ScoreAnswer = self.ask("score", deal)
        return answer

    @overload
    def rules(self, rule_set: to.ProfileId) -> to.Profile: ...

    @overload
    def rules(self) -> to.ProfileList: ...

    def rules(self, rule_set: str | None = None) -> Any:
        """One rule set with every parameter, or all of them."""
        return self._json(f"/v1/rules/{rule_set}" if rule_set else "/v1/rules", None)

    def ask(self, call: str, body: Any) -> Any:
        """The answer of a call by its name, both as JSON."""
        return self._json(f"/v1/{call}", body)

    def batch(self, requests: Iterable[to.BatchItem]) -> list[to.BatchResult]:
        """Up to 1000 calls at once, each `{"call": "opening", …}`; each result is an answer, or a problem with its
        `status`."""
        results: list[to.BatchResult] = self._json("/v1/batch", {"requests": list(requests)})["results"]
        return results

    def stream(self, requests: Iterable[to.BatchItem]) -> Iterator[to.BatchResult]:
        """The same, each result as soon as it is known."""
        with self._open("/v1/batch", _lines(requests), lines=True) as response:
            for line in response:
                yield json.loads(line)

    def _json(self, path: str, body: Any) -> Any:
        with self._open(path, None if body is None else json.dumps(body).encode()) as response:
            return json.load(response)

    def _open(self, path: str, data: bytes | None, *, lines: bool = False) -> Any:
        request = urllib.request.Request(self.address + path, data, self._told(lines=lines))
        tried = 0
        while True:
            try:
                return urllib.request.urlopen(request, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                with error:
                    problem = _problem(error.code, error.reason, error.headers.get("Retry-After"), error.read())
            time.sleep(self._wait(problem, tried))
            tried += 1


class AsyncZolik(_Service):
    """The same for programs with asyncio: `async with AsyncZolik("http://…") as zolik: await zolik.turn(hand=…)`. One
    stands for many connections and may be asked from many tasks at once. Calls raise ZolikProblem, and
    `httpx.HTTPError` if the service cannot be reached."""

    def __init__(self, address: str, *, key: str = "", timeout: float = 30.0, retries: int = 3) -> None:
        import httpx  # type: ignore[import-not-found,unused-ignore]  # needed by this class only

        super().__init__(address, key, retries)
        self._client = httpx.AsyncClient(base_url=self.address, timeout=timeout)

    async def __aenter__(self) -> AsyncZolik:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.aclose()

    async def opening(self, **position: Unpack[to.Position]) -> to.OpeningAnswer:
        """The best first opening."""
        answer: to.OpeningAnswer = await self.ask("opening", position)
        return answer

    async def closing(self, **position: Unpack[to.Position]) -> to.ClosingAnswer:
        """Can the hand be closed this turn, and from hand?"""
        answer: to.ClosingAnswer = await self.ask("closing", position)
        return answer

    async def penalty(self, **position: Unpack[to.Position]) -> to.PenaltyAnswer:
        """The least penalty after this turn."""
        answer: to.PenaltyAnswer = await self.ask("penalty", position)
        return answer

    async def turn(self, **position: Unpack[to.Turn]) -> to.TurnAnswer:
        """The whole turn: what to draw, lay and throw, and why."""
        answer: to.TurnAnswer = await self.ask("turn", position)
        return answer

    async def outlook(self, **position: Unpack[to.Position]) -> to.OutlookAnswer:
        """How far the hand is from opening and closing, and which cards help."""
        answer: to.OutlookAnswer = await self.ask("outlook", position)
        return answer

    async def check(self, **position: Unpack[to.Check]) -> to.CheckAnswer:
        """Are these melds or actions legal?"""
        answer: to.CheckAnswer = await self.ask("check", position)
        return answer

    async def score(self, **deal: Unpack[to.Score]) -> to.ScoreAnswer:
        """What a deal that has ended costs each player."""
        answer: to.ScoreAnswer = await self.ask("score", deal)
        return answer

    @overload
    async def rules(self, rule_set: to.ProfileId) -> to.Profile: ...

    @overload
    async def rules(self) -> to.ProfileList: ...

    async def rules(self, rule_set: str | None = None) -> Any:
        """One rule set with every parameter, or all of them."""
        return await self._json("GET", f"/v1/rules/{rule_set}" if rule_set else "/v1/rules", None)

    async def ask(self, call: str, body: Any) -> Any:
        """The answer of a call by its name, both as JSON."""
        return await self._json("POST", f"/v1/{call}", body)

    async def batch(self, requests: Iterable[to.BatchItem]) -> list[to.BatchResult]:
        """Up to 1000 calls at once, each `{"call": "opening", …}`; each result is an answer, or a problem with its
        `status`."""
        results: list[to.BatchResult] = (await self._json("POST", "/v1/batch", {"requests": list(requests)}))["results"]
        return results

    async def stream(self, requests: Iterable[to.BatchItem]) -> AsyncIterator[to.BatchResult]:
        """The same, each result as soon as it is known."""
        response = await self._answered("POST", "/v1/batch", _lines(requests), lines=True)
        try:
            async for line in response.aiter_lines():
                yield json.loads(line)
        finally:
            await response.aclose()

    async def _json(self, method: str, path: str, body: Any) -> Any:
        response = await self._answered(method, path, None if body is None else json.dumps(body).encode())
        try:
            return json.loads(await response.aread())
        finally:
            await response.aclose()

    async def _answered(self, method: str, path: str, data: bytes | None, *, lines: bool = False) -> Any:
        """A response that is a success, its body still to be read."""
        tried = 0
        while True:
            request = self._client.build_request(method, path, content=data, headers=self._told(lines=lines))
            response = await self._client.send(request, stream=True)
            if response.is_success:
                return response
            told = await response.aread()  # which gives the connection back
            problem = _problem(response.status_code, response.reason_phrase, response.headers.get("Retry-After"), told)
            await asyncio.sleep(self._wait(problem, tried))
            tried += 1


def _lines(requests: Iterable[to.BatchItem]) -> bytes:
    return "".join(json.dumps(request) + "\n" for request in requests).encode()


def _problem(status: int, reason: str, wait: str | None, body: bytes) -> ZolikProblem:
    try:
        told = json.loads(body)
    except ValueError:
        told = None
    plain = {"status": status, "detail": reason}
    return ZolikProblem(told if isinstance(told, dict) else plain, float(wait) if wait and wait.isdigit() else None)
