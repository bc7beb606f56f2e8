"""What the `zolik` command writes: always UTF-8, quietly ended when nobody reads on, complaints apart from answers."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TextIO


def use_utf8() -> None:
    """Makes the standard streams speak UTF-8 whatever the locale; what cannot be written is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def utf8_words() -> list[str]:
    """The words of the command line, read as UTF-8 whatever the locale."""
    return [os.fsencode(one).decode("utf-8", "surrogateescape") for one in sys.argv[1:]]


def tell(text: str) -> None:
    """Writes an answer and a newline to standard output. Raises OSError if it cannot be written; standard output is
    then given up, so that nothing is tried or said again at the end of the process."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    try:
        print(text, flush=True)
    except BrokenPipeError:  # who reads has read enough
        _give_up(sys.stdout)
    except OSError:
        _give_up(sys.stdout)
        raise


def complain(text: str, prefix: str = "zolik: ") -> None:
    """Writes what is wrong to standard error, on one line, without control characters."""
    if sys.stderr is None:
        return
    line = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in prefix + text)
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:  # nobody can be told
        _give_up(sys.stderr)


def _give_up(stream: TextIO) -> None:
    """Lets what a stream still holds, and all that is written to it later, go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
