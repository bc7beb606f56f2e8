"""The campaign of both engines runs, and tells what differs."""

from __future__ import annotations

import pytest

from tests import engines


def test_the_campaign_finds_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert engines.main(["--decisions", "20", "--seed", "3", "--seconds", "0.1"]) == 0
    assert " 0 differ; " in capsys.readouterr().out


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(range(10**9))
    monkeypatch.setattr(engines, "plans", lambda position, question: next(answers))
    assert engines.main(["--decisions", "1", "--seed", "3"]) == 1
    told = capsys.readouterr().out
    assert "z1~" in told
    assert "CP-SAT 1\n" in told
