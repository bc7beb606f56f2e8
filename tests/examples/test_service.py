"""The service that the tests of the examples and of the page run against."""

from __future__ import annotations

import gc
import socket
import struct
import urllib.request
from urllib.parse import urlsplit

RESET = struct.pack("ii", 1, 0)


def test_a_connection_that_is_broken_off_leaves_nothing_open(service: str) -> None:
    """Warnings are errors: a file left open fails the test."""
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", urlsplit(service).port or 0)) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            connection.sendall(b"GET /static/js/plan.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
    with urllib.request.urlopen(f"{service}/static/js/plan.js") as whole:
        assert whole.status == 200
        assert len(whole.read()) == int(whole.headers["Content-Length"]) > 0
    gc.collect()
