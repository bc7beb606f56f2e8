"""What is counted and timed, for Prometheus; summed over all workers where `PROMETHEUS_MULTIPROC_DIR` is set."""

from __future__ import annotations

import os
import threading
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from advisor import plan
from solver.model.search import WAY
from solver.stage_times import Effort

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""Upper ends of the classes into which times are sorted."""

_SHARED: Final = bool(os.environ.get(FOLDER))  # prometheus-client looks once, when it is imported, and so does this
_REGISTRY: Final = CollectorRegistry()

REQUESTS: Final = Counter("zolik_requests", "Requests answered", ["call", "status"], registry=_REGISTRY)
ITEMS: Final = Counter("zolik_batch_items", "Items of batches answered", ["call", "status"], registry=_REGISTRY)
REQUEST_SECONDS: Final = Histogram(
    "zolik_request_seconds", "Time from request to answer", ["call"], buckets=SECONDS, registry=_REGISTRY
)
ANALYSIS_SECONDS: Final = Histogram(
    "zolik_analysis_seconds", "Time of an analysis, without waiting", ["call"], buckets=SECONDS, registry=_REGISTRY
)
STAGE_SECONDS: Final = Counter(
    "zolik_stage_seconds",
    "Time of analyses by stage: enumerate (what may be laid), build (the model), solve, other (all else)",
    ["call", "stage"],
    registry=_REGISTRY,
)
SOLVES: Final = Counter("zolik_solves", "Models solved", ["call"], registry=_REGISTRY)
SEARCHES: Final = Counter("zolik_searches", "Models solved by the search, without CP-SAT", ["call"], registry=_REGISTRY)
COMPILED: Final = Gauge(
    "zolik_compiled",
    "Does the search run compiled (1) or as plain Python (0)?",
    registry=_REGISTRY,
    multiprocess_mode="min",
)
RUNNING: Final = Gauge("zolik_analyses_running", "Analyses at work", registry=_REGISTRY, multiprocess_mode="livesum")
CACHE: Final = Counter("zolik_cache", "Answers looked up: memory, redis or none", ["call", "found"], registry=_REGISTRY)
UNPROVED: Final = Counter("zolik_unproved_answers", "Answers whose proof ran out of time", ["call"], registry=_REGISTRY)
LATE: Final = Counter(
    "zolik_late_answers", "Analyses that took longer than their budget and its margin", ["call"], registry=_REGISTRY
)
OVERLOADED: Final = Counter(
    "zolik_overloaded", "Requests and items refused because all places were taken", ["place"], registry=_REGISTRY
)
DISAGREEMENTS: Final = Counter(
    "zolik_referee_disagreements", "Plans of the optimiser that the referee refused", registry=_REGISTRY
)

COMPILED.set(WAY == "compiled")

_lock = threading.Lock()
_disagreements_told = 0


def note_analysis(call: str, seconds: float, effort: Effort) -> None:
    """Notes what an analysis cost."""
    ANALYSIS_SECONDS.labels(call).observe(seconds)
    SOLVES.labels(call).inc(effort.solves)
    SEARCHES.labels(call).inc(effort.searched)
    stages = {
        "enumerate": effort.enumerate_ms / 1000,
        "build": effort.build_ms / 1000,
        "solve": effort.solve_ms / 1000,
    }
    stages["other"] = max(0.0, seconds - sum(stages.values()))
    for stage, spent in stages.items():
        STAGE_SECONDS.labels(call, stage).inc(spent)
    _note_disagreements()


def _note_disagreements() -> None:
    global _disagreements_told
    with _lock:
        new = max(0, plan.disagreements - _disagreements_told)
        _disagreements_told += new
    DISAGREEMENTS.inc(new)


def told() -> bytes:
    """All figures in the text format of Prometheus."""
    if not _SHARED:
        return generate_latest(_REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
