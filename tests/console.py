"""Runs the console snippets of Markdown files: `$ ` begins a command, what it prints follows, … stands for anything.

`python -m tests.console README.md tests/golden/examples.md` writes outputs anew where they differ; read the difference!
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from api.cli.main import main
from tests.live import ROOT, environment, live_service

SHOWN_ADDRESS = "127.0.0.1:8000"
_FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OF_A_SHELL = re.compile(r"[|<>;&$`]|^(?!zolik )")


@dataclass(frozen=True)
class Snippet:
    """A command, the output shown under it, and the line of the file where it stands."""

    command: str
    shown: str
    line: int

    def agrees(self, output: str) -> bool:
        """Is the output the one shown?"""
        pattern = ".*".join(map(re.escape, self.shown.split("…")))
        return re.fullmatch(pattern, output, re.DOTALL) is not None


def snippets(text: str) -> Iterator[Snippet]:
    """The commands of all console blocks of a Markdown text."""
    for block in _FENCE.finditer(text):
        line = text.count("\n", 0, block.start()) + 2
        for part in re.split(r"^(?=\$ )", block[1], flags=re.MULTILINE):
            if part:
                command, _, shown = part.removeprefix("$ ").partition("\n")
                yield Snippet(command, shown, line)
                line += part.count("\n")


class Console:
    """Runs commands as a terminal would, one after another; `zolik` alone runs in this process, to be quick."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        self.code = 0
        shim = folder / "zolik"
        shim.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m api.cli.main "$@"\n')
        shim.chmod(0o755)
        self.environment: Mapping[str, str] = environment(PATH=f"{folder}:{environment()['PATH']}")

    def run(self, snippet: Snippet) -> str:
        """What the command prints, errors too; its exit code is kept for `echo $?`."""
        if not _OF_A_SHELL.search(snippet.command):
            told = StringIO()
            with redirect_stdout(told), redirect_stderr(told):
                self.code = main(shlex.split(snippet.command)[1:])
            return _ended(told.getvalue())
        command = f"(exit {self.code}); {snippet.command.replace(SHOWN_ADDRESS, self.address)}"
        done = subprocess.run(
            ["bash", "-c", command],
            env=self.environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        self.code = done.returncode
        return _ended(done.stdout + done.stderr)


def _ended(output: str) -> str:
    """The output with a last newline: JSON of the service has none."""
    return output if output.endswith("\n") or not output else output + "\n"


def rewrite(path: Path, console: Console) -> None:
    """Puts the outputs that differ into the file, as they are now."""
    text = path.read_text()
    for snippet in snippets(text):
        output = console.run(snippet)
        if not snippet.agrees(output):
            print(f"{path}:{snippet.line}: {snippet.command}", file=sys.stderr)
            text = text.replace(f"$ {snippet.command}\n{snippet.shown}", f"$ {snippet.command}\n{output}", 1)
    path.write_text(text)


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    os.environ.update(LC_ALL="C", ZOLIK_TIME_MS="10000")
    os.chdir(ROOT)
    with live_service("--workers", "1") as service, TemporaryDirectory() as folder:
        for name in sys.argv[1:]:
            rewrite(Path(name), Console(Path(folder), service.address))
