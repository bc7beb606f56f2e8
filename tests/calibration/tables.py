"""Reliability: figures in bins of what was shown, with what came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.calibration.figures import Pair

LEAST: Final = 200
"""The fewest figures in a bin."""

MOST_BINS: Final = 8


@dataclass(frozen=True, slots=True)
class Bin:
    """So many figures that were shown alike: the mean shown, and the mean that came."""

    count: int
    shown: float
    came: float


@dataclass(frozen=True, slots=True)
class Table:
    """The bins of one figure. `error` is the mean squared error (of a chance: the Brier score), `constant` that of the
    best constant, which is the mean of what came."""

    figure: str
    count: int
    bins: tuple[Bin, ...]
    error: float
    constant: float

    @property
    def better(self) -> float:
        """By what share the error is below that of the best constant."""
        return 1 - self.error / self.constant if self.constant else 0.0

    @property
    def worst(self) -> float:
        """The largest difference in a bin."""
        return max(abs(one.shown - one.came) for one in self.bins)


def tables(found: Iterable[Pair]) -> list[Table]:
    """A table of each figure of which there are enough."""
    by_figure: dict[str, list[Pair]] = {}
    for one in found:
        by_figure.setdefault(one.figure, []).append(one)
    return [_table(name, by_figure[name]) for name in sorted(by_figure) if len(by_figure[name]) >= LEAST]


def _table(figure: str, found: list[Pair]) -> Table:
    found.sort(key=lambda one: (one.shown, one.came))
    count = len(found)
    mean = sum(one.came for one in found) / count
    return Table(
        figure,
        count,
        tuple(_bins(found)),
        sum((one.shown - one.came) ** 2 for one in found) / count,
        sum((one.came - mean) ** 2 for one in found) / count,
    )


def _bins(found: Sequence[Pair]) -> Iterator[Bin]:
    """Bins of about the same size; what was shown alike lies in one."""
    size = max(LEAST, -(-len(found) // MOST_BINS))
    start = 0
    while start < len(found):
        end = min(len(found), start + size)
        while end < len(found) and found[end].shown == found[end - 1].shown:
            end += 1
        if len(found) - end < LEAST:
            end = len(found)
        part = found[start:end]
        yield Bin(len(part), sum(one.shown for one in part) / len(part), sum(one.came for one in part) / len(part))
        start = end


def as_text(found: Iterable[Table]) -> str:
    """The tables as Markdown."""
    lines = [
        "| figure | figures shown | shown → came, bin by bin | squared error | of the best constant | better by |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in found:
        digits = 1 if one.figure.startswith(("turns", "expected")) else 2
        cells = " · ".join(f"{each.shown:.{digits}f} → {each.came:.{digits}f}" for each in one.bins)
        error, constant = (f"{value:.{digits + 1}f}" for value in (one.error, one.constant))
        line = f"| {one.figure} | {one.count:,} | {cells} | {error} | {constant} | {100 * one.better:.0f} % |"
        lines.append(line.replace("-", "−"))
    return "\n".join(lines)
