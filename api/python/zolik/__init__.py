"""Žolíky in Python: positions, the best turn, what helps, and why not.

    >>> import zolik
    >>> position = zolik.Position("7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ 2♣", rules="joker-club")
    >>> position.best_opening().points
    64

What stands in `__all__` is stable; everything below `zolik.solver`, `zolik.advisor` and `zolik.api` is not.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zolik.public import *  # noqa: F403  what type checkers are to see
    from zolik.public import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """What is asked for of the names that the package gives: all are there from the first on, so that the command
        starts without them."""
        if name.startswith("__") and name != "__all__":
            raise AttributeError(name)
        public = import_module(f"{__name__}.public")

        globals().update({one: getattr(public, one) for one in ("__all__", *public.__all__)})
        try:
            return globals()[name]
        except KeyError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})
