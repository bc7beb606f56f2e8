"""Measures how fast everything is: `python -m tests.benchmarks [--peers] [--json] [--quick] [--only PART …]`.

Prints each goal with its figure, then the times of every kind of work, on seeded work; answers are compared as well as
times. Exit code 1 where answers differ. `--write` puts what is printed into README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.engine import measure_engine
from tests.benchmarks.many import measure_many
from tests.benchmarks.peers import measure_peers
from tests.benchmarks.report import Report
from tests.benchmarks.service import measure_memory, measure_service
from tests.benchmarks.work import FULL, QUICK, Scale

PARTS: dict[str, Callable[[Report, Scale], None]] = {
    "engine": measure_engine,
    "many": measure_many,
    "service": measure_service,
    "memory": measure_memory,
    "peers": measure_peers,
}
MARK = "<!-- python -m tests.benchmarks --peers --write -->\n"
README = Path(__file__).with_name("README.md")


def run(scale: Scale, parts: list[str]) -> Report:
    """Measures some parts, in order."""
    report = Report()
    for part in parts:
        PARTS[part](report, scale)
    return report


@contextmanager
def _others_complain() -> Iterator[None]:
    """What other programs print goes to standard error within."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", action="store_true", help="beside other programs too (extra `peers`)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--quick", action="store_true", help="a few of each, to see that all runs")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--requests", type=int, help="of the memory test (default: 50,000)")
    parser.add_argument("--write", action="store_true", help="also into README.md")
    told = parser.parse_args(arguments)
    parts = told.only or [part for part in PARTS if part != "peers" or told.peers]
    scale = QUICK if told.quick else FULL
    with _others_complain():
        report = run(replace(scale, requests=told.requests or scale.requests), parts)
    text = report.as_text()
    sys.stdout.write(json.dumps(report.as_json(), indent=1) + "\n" if told.json else text)
    if told.write:
        before = README.read_text().partition(MARK)[0]
        README.write_text(f"{before}{MARK}\n{text}")
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
