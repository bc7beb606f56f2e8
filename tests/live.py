"""Commands run for real: a live service on a free port, and a shell in which `zolik` is this checkout's command."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "api.cli.main")


KEPT = ("PATH", "HOME", "TMPDIR", "CHROMIUM", "SCHEMATHESIS_EXAMPLES")
"""What the tests take from the machine's environment: where programs and files are, and what a tester may choose."""


def kept(machine: Mapping[str, str]) -> dict[str, str]:
    """The few variables of a machine's environment that tests may see; whatever else it sets would make results those
    of this machine (languages, proxies, time zones, buffering, colours, settings of the service)."""
    return {name: value for name, value in machine.items() if name in KEPT or name.startswith("PYTEST_")}


def environment(**changes: str) -> dict[str, str]:
    """An environment for a program: what it needs of the machine's, this checkout's packages, English, and time enough
    for a slow machine."""
    told = {name: value for name, value in kept(os.environ).items() if not name.startswith("PYTEST_")}
    return {"PATH": os.defpath, **told, "PYTHONPATH": str(ROOT), "LC_ALL": "C", "ZOLIK_TIME_MS": "10000", **changes}


@dataclass
class Service:
    """A running service."""

    process: subprocess.Popen[str]
    address: str

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ends it and gives back its exit code."""
        self.process.send_signal(by)
        return self.process.wait(30)


@contextmanager
def live_service(*options: str, variables: Mapping[str, str] | None = None) -> Iterator[Service]:
    """`zolik serve` on a free port."""
    command = [*COMMAND, "serve", "--port", "0", *options]
    process = subprocess.Popen(command, env=environment(**(variables or {})), stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield Service(process, _address(process.stderr))
    finally:
        process.terminate()
        process.communicate(timeout=30)


def _address(log: IO[str]) -> str:
    told = []
    for line in log:
        told.append(line)
        found = re.search(r"Listening at: http://(\S+)", line)
        if found:
            return found[1]
    raise AssertionError("".join(told))
