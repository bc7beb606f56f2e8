"""Serves assistants by the Model Context Protocol."""

from __future__ import annotations

import os
from importlib.metadata import version

from api.cli.exit_codes import BAD_INPUT, FAILED, YES
from api.cli.streams import complain
from api.service.settings import InvalidSetting, Settings

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8001


def serve_assistants(http: bool, host: str | None, port: int | None) -> int:
    """Serves over standard input and output, or over HTTP, until it is ended, and gives back the exit code."""
    if not http and (host is not None or port is not None):
        complain("--host and --port belong to --http")
        return BAD_INPUT
    try:
        from api.assistant import server
    except ImportError:
        complain("mcp needs the extra: pip install 'zolik[mcp]'")
        return FAILED
    try:
        settings = Settings.from_environment(os.environ)
    except InvalidSetting as error:
        complain(str(error))
        return BAD_INPUT
    made = server.make_server(settings.time_ms, version("zolik"))
    if http:
        server.serve_http(made, host or DEFAULT_HOST, DEFAULT_PORT if port is None else port)
    else:
        server.serve_stdio(made)
    return YES
