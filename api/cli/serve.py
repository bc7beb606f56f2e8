"""Runs the service in the foreground: gunicorn with the settings of `api.http.gunicorn_conf`."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any

from gunicorn.app.base import BaseApplication

from api import create_app
from api.cli.exit_codes import BAD_INPUT, FAILED, YES
from api.cli.streams import complain
from api.http import gunicorn_conf
from api.service.settings import InvalidSetting

DEFAULT_HOST, DEFAULT_PORT = gunicorn_conf.DEFAULT_BIND.split(":")


class Server(BaseApplication):
    """The service under gunicorn; `options` override the settings of the module."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        super().__init__(prog="zolik serve")

    def load_config(self) -> None:
        """Takes every name of the settings module that gunicorn knows."""
        for name, value in {**vars(gunicorn_conf), **self.options}.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """The application that is served."""
        return create_app()


def serve(host: str | None, port: int | None, workers: int | None) -> int:
    """Serves until SIGTERM or SIGINT ends it, and gives back the exit code."""
    options: dict[str, Any] = {} if workers is None else {"workers": workers}
    if host is not None or port is not None:
        name, number = host or DEFAULT_HOST, DEFAULT_PORT if port is None else port
        options["bind"] = f"[{name}]:{number}" if ":" in name else f"{name}:{number}"
        refused = _refused(name, int(number))
        if refused:
            complain(f"cannot listen at {options['bind']}: {refused}")
            return FAILED
    try:
        Server(options).run()
    except InvalidSetting as error:
        complain(str(error))
        return BAD_INPUT
    return YES


def _refused(host: str, port: int) -> str | None:
    """Why nothing can listen there; None if it can."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind(address)
    except (OSError, UnicodeError) as error:
        return (error.strerror if isinstance(error, OSError) else None) or str(error)
    return None
