"""The service: answers the calls under its ceiling, with what it remembers, and counts what it does."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any, Final

from api.answers.slots import filled, without_ids
from api.requests.asked import PositionRequest
from api.service import metrics
from api.service.cache import AnswerCache
from api.service.calls import Call
from api.service.gate import Gate
from api.service.logs import note_position
from api.service.rates import Rates
from api.service.settings import InvalidSetting, Settings
from api.wire import json_bytes
from solver.budget import TimedOut, of
from solver.stage_times import measured

MARGIN_MS: Final = 400
"""An analysis that takes longer than its budget by more than this is given up."""
REMEMBERED_WITHIN: Final = 0.5
"""Answers that took more than this part of their budget are not remembered: some of them may have been cut short."""

Json = dict[str, Any]


class Service:
    """What one application answers with. Raises InvalidSetting."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._quick = threading.Lock()  # so that a crowd of requests does not keep other threads from running
        refused = metrics.OVERLOADED.labels("analysis").inc
        self.gate = Gate(settings.solves, settings.waiting, refused, beside=settings.solves)
        self.batches = Gate(settings.batches, 0, metrics.OVERLOADED.labels("batch").inc)
        try:
            self.cache = AnswerCache(settings.cache_bytes, settings.redis_url, settings.cache_seconds)
            self.rates = Rates(settings.rate_limit, settings.redis_url)
        except ValueError as error:
            raise InvalidSetting(f"ZOLIK_REDIS_URL or ZOLIK_RATE_LIMIT: {error}") from None

    def check(self, call: Call) -> None:
        """Raises Problem 503 if the call would be refused, before anything is read."""
        if call.analyse:
            self.gate.check()

    def answer(self, call: Call, body: Json, language: str, wait: float | None = None) -> bytes:
        """The answer as JSON. The wait for a place is part of the question's budget, unless a batch can `wait` longer
        (in seconds). Raises Problem or a ZolikError."""
        with self._quick:
            question = call.read(body, language, self.settings.time_ms)
            if isinstance(question, PositionRequest):
                note_position(question.line)
            if not call.analyse:
                return json_bytes(call.answer(question))
            bare, cards = without_ids(question)
            name = _name(call, question, bool(cards))
        stored, found = self.cache.get(name)
        metrics.CACHE.labels(call.name, found).inc()
        if stored is None:
            begun = time.perf_counter()
            longest = min(self.settings.wait_ms, question.options.time_ms / 2) / 1000
            with self.gate.place(longest if wait is None else wait, counted=wait is None):
                if wait is None:
                    bare = _with_less_time(bare, time.perf_counter() - begun)
                stored = self._analyse(call, bare, name)
        return filled(stored, cards) if cards else stored

    def _analyse(self, call: Call, question: PositionRequest, name: str) -> bytes:
        begun = time.perf_counter()
        budget = question.options.time_ms / 1000
        try:
            with measured() as effort, of(question.options.time_ms, MARGIN_MS), metrics.RUNNING.track_inprogress():
                answer = call.answer(question)
        except TimedOut:
            metrics.LATE.labels(call.name).inc()
            raise
        seconds = time.perf_counter() - begun
        metrics.note_analysis(call.name, seconds, effort)
        stored = json_bytes(answer)
        if not answer["optimal"]:
            metrics.UNPROVED.labels(call.name).inc()
        elif seconds <= budget * REMEMBERED_WITHIN:
            self.cache.put(name, stored)
        if seconds > budget + MARGIN_MS / 1000:
            metrics.LATE.labels(call.name).inc()
        return stored


def _with_less_time(question: PositionRequest, waited: float) -> PositionRequest:
    options = question.options
    return replace(question, options=replace(options, time_ms=options.time_ms - int(waited * 1000)))


def _name(call: Call, question: PositionRequest, with_ids: bool) -> str:
    """All that an answer depends on, in one text."""
    options = question.options
    parts = (
        call.name,
        question.fields.get("objective", ""),
        options.alternatives,
        options.time_ms,
        question.language,
        question.notation,
        with_ids,
        question.line,
    )
    return " ".join(map(str, parts))
