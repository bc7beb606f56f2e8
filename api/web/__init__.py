"""The web form at `/`: drawn by the server, brought to life by scripts that use the public API."""

from api.web.views import blueprint, set_up

__all__ = ["blueprint", "set_up"]
