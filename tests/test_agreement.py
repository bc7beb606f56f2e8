"""All calls say the same of one position, on a small sample (of presets that do not
rearrange: there the outlook takes its time); `python -m tests.agreement` asks masses of them."""

from __future__ import annotations

from typing import Final

import pytest

from solver.rules.presets import PROFILES
from tests.agreement import campaign

NOT_YET: Final = (
    "outlook proved",
    "outlook: 0 draws to close",
)
"""Kinds in which the calls still differ; the command counts them."""


@pytest.mark.parametrize("base", [name for name, profile in PROFILES.items() if not profile.rearrange])
def test_all_calls_say_the_same(base: str) -> None:
    figures = campaign(base, 3, 41)
    assert figures.positions == 3
    wrong = [contradiction for contradiction in figures.contradictions if not contradiction.kind.startswith(NOT_YET)]
    assert not wrong, "\n".join(map(str, wrong))
