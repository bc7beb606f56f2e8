"""How gunicorn serves the app: one process a core, threads so that health checks pass beside long solves."""

from __future__ import annotations

import os
from typing import Any, Final

DEFAULT_BIND: Final = "127.0.0.1:8000"

bind = os.environ.get("ZOLIK_BIND", DEFAULT_BIND)
workers = int(os.environ.get("ZOLIK_WORKERS", 0)) or len(os.sched_getaffinity(0))
worker_class = "gthread"
threads = 4
preload_app = True
keepalive = 5
graceful_timeout = 20
timeout = 60
max_requests = 0
limit_request_line = 8190
control_socket_disable = True
accesslog = None
errorlog = "-"


def post_worker_init(worker: Any) -> None:
    """Answers one small question, so that the first caller does not wait for the solver to be loaded."""
    with worker.wsgi.test_client() as client:
        client.get("/readyz")
