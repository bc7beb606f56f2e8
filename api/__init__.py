"""The service and the `zolik` command."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from api.service.settings import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """The service. Settings come from the environment unless they are given.

    Raises InvalidSetting.
    """
    from api.app import make_app
    from api.service.settings import Settings

    return make_app(settings or Settings.from_environment(os.environ))
