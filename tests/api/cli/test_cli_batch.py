"""`zolik batch`: every question answered once and in order, whoever is killed on the way."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.cli.main import main
from api.service.bulk import MOST_BREAKS, Processes, WorkersDie, answer_lines
from solver.game.cards import CARDS
from tests.live import COMMAND, environment

COUNT = 1000
"""So many that work is left for a while after the kills."""


def write_questions(path: Path, count: int) -> list[bytes]:
    """Questions of all kinds in a file, some of them wrong; the lines."""
    rng = random.Random(count)
    lines = []
    for number in range(count):
        hand = " ".join(map(str, rng.sample(CARDS, 11)))
        if number % 7 == 3:
            lines.append(b'{"call":"opening","hand":"7Q"}')
        elif number % 7 == 5:
            lines.append(json.dumps({"call": "penalty", "hand": hand, "language": "cs", "opened": True}).encode())
        else:
            lines.append(json.dumps({"call": "opening", "hand": hand}).encode())
    path.write_bytes(b"\n".join(lines) + b"\n")
    return lines


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [*COMMAND, "batch", str(folder / "in.ndjson"), "-o", str(folder / "out.ndjson"), *options]
    return subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True, start_new_session=True)


def finish(process: subprocess.Popen[str], code: int = 0) -> str:
    _, told = process.communicate(timeout=300)
    assert process.returncode == code, told
    return told


def wait_for_answers(folder: Path, count: int) -> None:
    part = folder / "out.ndjson.part"
    until = time.monotonic() + 120
    while not part.exists() or part.read_bytes().count(b"\n") < count:
        assert time.monotonic() < until
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    """The processes that answer, of the command with this id."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "spawn_main" in line]


def a_child(pid: int) -> int:
    """One of them, as soon as there is one: for a moment after a process died there may be none."""
    until = time.monotonic() + 60
    while not (found := children(pid)):
        assert time.monotonic() < until
        time.sleep(0.02)
    return found[0]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    lines = write_questions(tmp_path_factory.mktemp("expected") / "in.ndjson", COUNT)
    return answer_lines(lines, 10_000, 10_000)


def answers(folder: Path) -> list[bytes]:
    assert not (folder / "out.ndjson.part").exists()
    assert not (folder / "out.ndjson.part.of").exists()
    return (folder / "out.ndjson").read_bytes().splitlines()


def test_every_line_is_answered_in_order(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = [
        b'{"call":"check","hand":"7D","melds":[]}',
        b"   ",
        b'{"call":"opening","hand":"7Q"}',
        b"no json",
        b'{"call":"score"}',
        b"[" * 300_000,
    ]
    (tmp_path / "in.ndjson").write_bytes(b"\r\n".join(lines))
    assert main(["batch", str(tmp_path / "in.ndjson"), "-o", str(tmp_path / "out.ndjson"), "--jobs", "1"]) == 0
    told = [json.loads(answer) for answer in answers(tmp_path)]
    assert [one.get("status", 200) for one in told] == [200, 422, 400, 422, 413]
    assert capfd.readouterr().err == f"5 answered, 4 of them problems: {tmp_path / 'out.ndjson'}\n"


def test_a_killed_worker_costs_nothing(tmp_path: Path, expected: list[bytes]) -> None:
    write_questions(tmp_path / "in.ndjson", COUNT)
    process = start(tmp_path, "--jobs", "2")
    for count in (25, 60):
        wait_for_answers(tmp_path, count)
        os.kill(a_child(process.pid), signal.SIGKILL)
    assert f"{COUNT} answered, {len(range(3, COUNT, 7))} of them problems" in finish(process)
    assert answers(tmp_path) == expected


def test_it_goes_on_where_it_was_killed(tmp_path: Path, expected: list[bytes]) -> None:
    write_questions(tmp_path / "in.ndjson", COUNT)
    for by, count in ((signal.SIGKILL, 25), (signal.SIGTERM, 75)):
        process = start(tmp_path, "--jobs", "2")
        wait_for_answers(tmp_path, count)
        orphans = children(process.pid)
        process.send_signal(by)
        finish(process, -by)
        until = time.monotonic() + 30
        while any(
            Path(f"/proc/{orphan}/cmdline").exists() and Path(f"/proc/{orphan}/cmdline").read_bytes()
            for orphan in orphans
        ):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert not (tmp_path / "out.ndjson").exists()
    part = tmp_path / "out.ndjson.part"
    part.write_bytes(part.read_bytes()[:-7])  # as if cut short in the middle of a line
    before = part.read_bytes().count(b"\n")
    finish(start(tmp_path))
    assert answers(tmp_path) == expected
    assert before >= 74


def test_an_interrupt_keeps_what_is_answered(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.ndjson", COUNT)
    process = start(tmp_path, "--jobs", "2")
    wait_for_answers(tmp_path, 25)
    os.killpg(process.pid, signal.SIGINT)
    assert "Traceback" not in finish(process, 130)
    assert (tmp_path / "out.ndjson.part").exists()


def test_the_answers_of_other_questions_are_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_questions(tmp_path / "in.ndjson", 3)
    command = ["batch", str(tmp_path / "in.ndjson"), "-o", str(tmp_path / "out.ndjson"), "--jobs", "1"]
    (tmp_path / "out.ndjson.part").write_bytes(b"{}\n")
    (tmp_path / "out.ndjson.part.of").write_text("other")
    assert main(command) == 3
    assert "is of other questions" in capsys.readouterr().err
    (tmp_path / "out.ndjson.part").unlink()
    (tmp_path / "out.ndjson").write_bytes(b"")
    assert main(command) == 3
    assert "is there already" in capsys.readouterr().err
    assert main([*command[:1], str(tmp_path / "no"), *command[2:3], str(tmp_path / "new")]) == 3


def _dies(lines: object) -> list[bytes]:
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def test_questions_that_kill_every_process_end_the_work() -> None:
    assert MOST_BREAKS == 3
    with pytest.raises(WorkersDie):
        list(Processes(1).run([[b"{}"]], _dies))


def test_no_questions_are_answered_at_once(tmp_path: Path) -> None:
    (tmp_path / "in.ndjson").write_bytes(b"\n\n")
    assert main(["batch", str(tmp_path / "in.ndjson"), "-o", str(tmp_path / "out.ndjson")]) == 0
    assert answers(tmp_path) == []


@contextmanager
def dask(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A `dask` command that runs beside, and its log."""
    log = folder / f"{words[0]}.log"
    with log.open("wb") as told:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        process = subprocess.Popen(command, env=environment(), stdout=told, stderr=told, cwd=folder)
        try:
            yield process, log
        finally:
            process.terminate()
            process.wait(60)


def told_in(log: Path, pattern: str, times: int = 1) -> str:
    """What a log has told so often; waits for it."""
    until = time.monotonic() + 60
    while len(found := re.findall(pattern, log.read_text())) < times:
        assert time.monotonic() < until, log.read_text()
        time.sleep(0.05)
    return str(found[0])


def test_a_cluster_answers_the_same_though_a_worker_is_killed(tmp_path: Path, expected: list[bytes]) -> None:
    write_questions(tmp_path / "in.ndjson", COUNT)
    with dask(tmp_path, "scheduler", "--host", "127.0.0.1", "--port", "0") as (_, log):
        address = told_in(log, r"tcp://127\.0\.0\.1:\d+")
        with dask(tmp_path, "worker", address, "--nworkers", "2", "--nthreads", "1") as (workers, log):
            told_in(log, "Registered to", 2)
            process = start(tmp_path, "--dask", address, "--chunk", "10")
            wait_for_answers(tmp_path, 20)
            os.kill(children(workers.pid)[0], signal.SIGKILL)
            assert f"{COUNT} answered, {len(range(3, COUNT, 7))} of them problems" in finish(process)
            told_in(log, "Registered to", 3)
    assert answers(tmp_path) == expected


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.ndjson", 3)
    process = start(tmp_path, "--dask", "tcp://127.0.0.1:9")
    assert "no cluster at tcp://127.0.0.1:9" in finish(process, 3)
