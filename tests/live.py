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
COMMAND = (sys.executable, "-m", "api.cli")


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, with this checkout's packages, English, and time enough for a slow machine."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C", "ZOLIK_TIME_MS": "10000", **changes}


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
