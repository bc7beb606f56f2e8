"""How gunicorn serves the app: one process a core, threads so that health checks pass beside long solves."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import os
import resource
import shutil
import sys
import tempfile
from typing import Any, Final

from api.service.settings import DEFAULT_BIND, InvalidSetting, Settings

__all__ = ["DEFAULT_BIND"]

FREE_FILES: Final = 256
"""Open files of a process beside its connections."""
FREE_THREADS: Final = 32
"""Threads beyond those that may be at work or wait: for what is answered at once."""
SWITCH_SECONDS: Final = 0.0002
"""How long a thread may keep the others from running, so that a health check is quick beside analyses."""
COLLECT: Final = (700, 20, 100)
"""When circular garbage is looked for: often among new objects, which is quick, and seldom among all, since that stops
every thread for tens of milliseconds."""
ARENAS: Final = 2
"""From how many heaps the C library serves a process's threads; one a thread, as by itself, is never given back."""
_ARENA_MAX: Final = -8  # M_ARENA_MAX of malloc.h
_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"

try:
    _settings = Settings.from_environment(os.environ)
except InvalidSetting as error:
    print(f"zolik: {error}", file=sys.stderr)
    raise SystemExit(2) from None


def _make_folder() -> str:
    """Makes the folder of the figures, which ends with this process; workers are its children."""
    folder, maker = tempfile.mkdtemp(prefix="zolik-metrics-"), os.getpid()

    @atexit.register
    def remove() -> None:
        if os.getpid() == maker:
            shutil.rmtree(folder, ignore_errors=True)

    return folder


def _connections(wanted: int) -> int:
    """How many connections a process may have, of those wanted; raises its limit of open files as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted + FREE_FILES
    if soft != resource.RLIM_INFINITY and soft < most:
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else max(32, min(wanted, soft - FREE_FILES))


with contextlib.suppress(AttributeError, OSError, TypeError):  # a C library without it
    ctypes.CDLL(None).mallopt(_ARENA_MAX, ARENAS)

raw_env = [f"{_FOLDER}={os.environ.get(_FOLDER) or _make_folder()}"]
"""Set by gunicorn before it loads the application, and with it prometheus-client, which looks once."""

bind = _settings.bind
workers = _settings.workers or len(os.sched_getaffinity(0))
worker_class = f"{__package__}.worker.Worker"
threads = _settings.solves + _settings.waiting + _settings.batches + FREE_THREADS
worker_connections = _connections(_settings.connections)
preload_app = True
keepalive = 5
graceful_timeout = max(20, _settings.batch_seconds + 15)
timeout = 60
max_requests = 0
limit_request_line = 8190
control_socket_disable = True
accesslog = None
errorlog = "-"


def post_fork(server: Any, worker: Any) -> None:  # noqa: ARG001  gunicorn's own names
    """Sets up what belongs to one process."""
    from api.service.logs import set_up_logs

    set_up_logs(_settings.log_level)
    sys.setswitchinterval(SWITCH_SECONDS)


def post_worker_init(worker: Any) -> None:
    """Answers a question of each kind, so that the first callers do not wait for what is loaded then; what is in
    memory afterwards stays there, and the collector need not look at it."""
    from api.requests.examples import EXAMPLES
    from api.service.calls import CALLS

    with worker.wsgi.test_client() as client:
        client.get("/readyz")
    for name, call in CALLS.items():
        with contextlib.suppress(Exception):  # whoever asks is told
            call.reply(EXAMPLES[name], "en", _settings.time_ms)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def child_exit(server: Any, worker: Any) -> None:  # noqa: ARG001
    """Forgets what an ended process was doing; what it has counted stays."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
