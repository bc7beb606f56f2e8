"""The service and the settings of the application that answers this request."""

from __future__ import annotations

from typing import Final, cast

from flask import current_app

from api.service.service import Service
from api.service.settings import Settings

SERVICE: Final = "zolik-service"
SETTINGS: Final = "zolik"
"""The names under which an application keeps them."""


def current_service() -> Service:
    """The service of the app that answers this request."""
    return cast(Service, current_app.extensions[SERVICE])


def current_settings() -> Settings:
    """The settings of the app that answers this request."""
    return cast(Settings, current_app.extensions[SETTINGS])
