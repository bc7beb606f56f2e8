"""Measuring: processor time of one piece of work, and what many such times are together.

Work inside this process is measured in processor time, which other programs on the machine disturb least; what other
processes answer is measured by the clock on the wall. All times are in milliseconds.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


def cpu_ms(work: Callable[[], T]) -> tuple[float, T]:
    """Processor time of a piece of work in this process, and what it gives."""
    begun = time.process_time()
    result = work()
    return (time.process_time() - begun) * 1000, result


def wall_ms(work: Callable[[], T]) -> tuple[float, T]:
    """The time on the wall that a piece of work takes, and what it gives."""
    begun = time.perf_counter()
    result = work()
    return (time.perf_counter() - begun) * 1000, result


@dataclass(frozen=True, slots=True)
class Spread:
    """The median, the 95th percentile and the maximum of times, and how many they are."""

    n: int
    p50: float
    p95: float
    max: float


def spread(times: Sequence[float]) -> Spread:
    """The spread of times. Raises ValueError if there are none."""
    if not times:
        raise ValueError("nothing was measured")
    ordered = sorted(times)
    return Spread(
        len(ordered), statistics.median(ordered), ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)], ordered[-1]
    )


def ratio(over: Sequence[float], under: Sequence[float]) -> float:
    """The median of the ratios of paired times."""
    return statistics.median(one / max(other, 1e-6) for one, other in zip(over, under, strict=True))


def each(items: Sequence[T], *works: Callable[[T], Any]) -> list[tuple[list[float], list[Any]]]:
    """Does several works on each item, one after another and in turning order: for each work its processor times and
    its results. Of several each is first done on the item before, so that it finds the processor's memory as when it is
    asked again and again, and not as another work has left it."""
    found: list[tuple[list[float], list[Any]]] = [([], []) for _ in works]
    for number, item in enumerate(items):
        for at in range(len(works)):
            which = (at + number) % len(works)
            if len(works) > 1:
                works[which](items[number - 1])
            taken, result = cpu_ms(partial(works[which], item))
            found[which][0].append(taken)
            found[which][1].append(result)
    return found
