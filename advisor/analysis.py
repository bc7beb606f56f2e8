"""The analyses of a position: best opening, closing, least penalty, whole turn."""

from __future__ import annotations

from advisor.closing import closing
from advisor.opening import opening
from advisor.penalty import penalty
from advisor.turn import turn

__all__ = ["closing", "opening", "penalty", "turn"]
