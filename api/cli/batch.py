"""`zolik batch`: answers a file of questions, a line each, and goes on where it was killed.

Answers are written in the order of the questions to OUT.part, which becomes OUT when all are there. How many lines it
holds is how many questions are answered; a line that was cut short is written anew. OUT.part.of names the questions.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from tqdm import tqdm

from api.cli.exit_codes import BAD_INPUT, FAILED, YES
from api.cli.streams import complain
from api.service.bulk import Cluster, Lines, Processes, Work, WorkersDie, answer_lines
from api.service.settings import InvalidSetting, Settings

BLOCK: Final = 1 << 20


class CannotGoOn(Exception):
    """Why the work cannot begin or go on."""


def batch(args: argparse.Namespace) -> int:
    """Answers the questions of the arguments' file, and gives back the exit code."""
    questions, out = Path(args.questions), Path(args.output)
    try:
        settings = Settings.from_environment(os.environ)
        answered, problems = _run(questions, out, args, settings)
    except InvalidSetting as error:
        complain(str(error))
        return BAD_INPUT
    except CannotGoOn as error:
        complain(str(error))
        return FAILED
    except WorkersDie:
        complain("processes died again and again over the same questions; what is answered is kept")
        return FAILED
    complain(f"{answered} answered, {problems} of them problems: {out}", prefix="")
    return YES


def _run(questions: Path, out: Path, args: argparse.Namespace, settings: Settings) -> tuple[int, int]:
    """Answers what is not answered yet; how many lines there are, and how many of them are problems."""
    if out.exists():
        raise CannotGoOn(f"{out} is there already")
    total, name = _look_at(questions)
    part = out.with_name(out.name + ".part")
    done = _begin(part, name)
    answer = partial(answer_lines, time_ms=settings.time_ms, line_limit=settings.body_limit)
    problems = 0
    with (
        questions.open("rb") as source,
        part.open("ab") as sink,
        tqdm(total=total, initial=done, unit="hand", disable=None, dynamic_ncols=True) as bar,
    ):
        work = _work(args)
        for lines in work.run(_chunks(islice(_items(source), done, None), args.chunk or work.chunk), answer):
            sink.write(b"".join(line + b"\n" for line in lines))
            sink.flush()
            bar.update(len(lines))
        os.fsync(sink.fileno())
    with part.open("rb") as sink:
        problems = sum(line.startswith(b'{"type":"urn:zolik:problem:') for line in sink)
    part.rename(out)
    _name_file(part).unlink()
    return total, problems


def _work(args: argparse.Namespace) -> Work:
    if args.dask is None:
        return Processes(args.jobs or len(os.sched_getaffinity(0)))
    try:
        return Cluster(args.dask)
    except ImportError:
        raise CannotGoOn("--dask needs the extra: pip install 'zolik[dask]'") from None
    except (OSError, ValueError) as error:
        raise CannotGoOn(f"no cluster at {args.dask}: {error}") from None


def _look_at(questions: Path) -> tuple[int, str]:
    """How many questions a file holds, and a digest that names them."""
    digest = hashlib.sha256()
    with questions.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
        file.seek(0)
        return sum(1 for _ in _items(file)), digest.hexdigest()


def _begin(part: Path, name: str) -> int:
    """How many answers a former run has left, after its last whole line. Raises CannotGoOn for other questions'."""
    names = _name_file(part)
    if not part.exists() or not part.stat().st_size:
        names.write_text(name)
        return 0
    if not names.exists() or names.read_text() != name:
        raise CannotGoOn(f"{part} is of other questions; remove it to begin anew")
    with part.open("r+b") as file:
        whole = count = 0
        for line in file:
            if line.endswith(b"\n"):
                whole += len(line)
                count += 1
        file.truncate(whole)
    return count


def _name_file(part: Path) -> Path:
    return part.with_name(part.name + ".of")


def _items(file: BinaryIO) -> Iterator[bytes]:
    """The lines that hold something."""
    return (line for line in file if line.strip())


def _chunks(items: Iterable[bytes], size: int) -> Iterator[Lines]:
    left = iter(items)
    while chunk := list(islice(left, size)):
        yield chunk
