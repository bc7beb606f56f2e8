"""Tables rich in jokers, which once took longer to be proved than a player waits."""

from __future__ import annotations

import pytest

from advisor.answers import Options
from advisor.penalty import penalty
from solver.game.position_line import read_position_line
from solver.referee.judge import judge

CLOSING = (
    "z1~wikipedia~AH2H3H4H~mm1.Eva.9DTDJKJK.n~mm2.Jan.JSJHJDJC~mm3.me.2S2H2C~mm4.Eva.KHKDJK~mm5.me.THJHJK"
    "~mm6.Jan.2D3D4D~mm7.Jan.8D9DTD~mm8.me.6S6H6D6C~mm9.Jan.3D4D5D.y~mm10.me.QSQHQDQC~mm11.Jan.KSKHKDKC~mm12.Eva.ASAHAD",
    "z1~wikipedia~AS8HAD2C5CJC~mm1.Jan.2D3D4D5D~mm2.Jan.JHQHKHAH~mm3.me.7C8C9CTC~mm4.me.AHJKJKJK.s~mm5.me.QSQHQDQC"
    "~mm6.me.TCJCQC~mm7.Eva.4S5S6S7S~mm8.Eva.3C4CJK~mm9.Eva.9HTHJH",
    "z1~wikipedia~2S2CQCQC~mm1.Jan.THJKJK.n~mm2.Jan.JK7H8H9H.y~mm3.Eva.7D8D9DJK.n~mm4.me.6S6H6D~mm5.Jan.4H5H6H.n"
    "~mm6.Eva.ASAHADAC~mm7.Jan.2H3H4H5H~mm8.Eva.8C9CTC~mm9.Eva.AD2D3D.n~mm10.Eva.AH2H3H.y",
    "z1~joker-club.rearrange-t~5H6H5D6D9D5C6C9C~mm1.Jan.KHKDJK~mm2.Jan.KSKHKC~mm3.Eva.KSKDJK~mm4.Eva.TDJDQD"
    "~mm5.me.ASAHADJK~mm6.Eva.AD2D3D4D.n~mm7.Eva.2D3D4D.y~mm8.Jan.9S9HJK~mm9.me.JSJHJC~mm10.me.AS2S3S4S.n",
)


@pytest.mark.parametrize("line", CLOSING)
def test_a_close_is_found_and_proved(line: str) -> None:
    position = read_position_line(line)
    answer = penalty(position, Options(time_ms=120_000))
    assert answer.optimal
    assert answer.plan.closes
    assert answer.plan.penalty == 0
    verdict = judge(position, answer.plan.actions)
    assert verdict.legal
    assert verdict.end.closes
