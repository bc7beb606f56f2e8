"""`zolik serve`: the service in the foreground, its end, and what it cannot do."""

from __future__ import annotations

import json
import signal
import socket
import urllib.request

import pytest

from api.cli.main import main
from api.cli.serve import Server
from api.http.worker import Worker
from tests.live import live_service


def get(address: str, path: str, body: object = None) -> object:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{address}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_a_signal_ends_it_cleanly(end: signal.Signals) -> None:
    with live_service("--workers", "1") as service:
        assert service.address.startswith("127.0.0.1:")
        assert get(service.address, "/healthz") == {"status": "ok"}
        answer = get(service.address, "/v1/opening", {"hand": "8C 9C 10C JC QC JK 2H"})
        assert isinstance(answer, dict)
        assert answer["points"] == 57
        assert service.stop(end) == 0
        assert service.process.stderr is not None
        log = service.process.stderr.read()
        assert "Traceback" not in log
        assert "Shutting down" in log


def test_a_taken_port_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 3
    assert f"cannot listen at 127.0.0.1:{port}: " in capsys.readouterr().err


def test_an_address_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", "a..b"]) == 3
    assert "cannot listen at a..b:8000: " in capsys.readouterr().err


def test_the_options_override_the_settings() -> None:
    server = Server({"bind": "[::1]:8001", "workers": 3})
    assert server.cfg.bind == ["[::1]:8001"]
    assert server.cfg.workers == 3
    assert server.cfg.preload_app
    assert server.cfg.worker_class is Worker
