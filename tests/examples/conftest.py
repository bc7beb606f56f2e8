"""A service for the examples, as pages of other origins may call it."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from api import create_app
from api.service.settings import Settings
from tests.live import environment


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002  the base class names it so
        pass


def _read_whole(app: Any) -> Any:
    """Reads and closes each answer before it is sent: where a browser breaks the connection off,
    as it does on leaving a page, the server would leave the answer's file open."""

    def answer(environ: Any, start_response: Any) -> list[bytes]:
        body = app(environ, start_response)
        try:
            return [b"".join(body)]
        finally:
            if hasattr(body, "close"):
                body.close()

    return answer


@contextmanager
def served(app: Any) -> Iterator[str]:
    """An application on a free port; its address."""
    server = make_server("127.0.0.1", 0, _read_whole(app), threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="session")
def service_app() -> Flask:
    return create_app(Settings(time_ms=5000, cors_origins="*"))


@pytest.fixture(scope="session")
def service(service_app: Flask) -> Iterator[str]:
    with served(service_app) as address:
        yield address


def run(command: list[str], folder: Path, seconds: int = 240) -> subprocess.CompletedProcess[str]:
    """A command of the machine, run in a folder."""
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, check=False, timeout=seconds
    )


def npm(folder: Path, *packages: str) -> Path:
    """The commands of packages of npm, installed into a folder; the test is skipped where they cannot be had."""
    if not shutil.which("npm"):
        pytest.skip("no npm")
    folder.joinpath("package.json").write_text('{"private": true, "type": "module"}')
    try:
        had = run(["npm", "install", "--no-audit", "--no-fund", "--silent", *packages], folder, 90).returncode == 0
    except subprocess.TimeoutExpired:
        had = False
    if not had:
        pytest.skip("npm's packages cannot be had")
    return folder / "node_modules" / ".bin"
