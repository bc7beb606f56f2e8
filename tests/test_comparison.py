"""The advisor's answers are the exhaustive truth, on a small sample; `python -m tests.comparison` compares masses."""

from __future__ import annotations

import pytest

from advisor import plan
from solver.game.position_line import read_position_line
from solver.rules.presets import PROFILES
from tests.comparison import compare, compare_all_deep, compare_turn


@pytest.mark.parametrize("overrides", [0, 3])
@pytest.mark.parametrize("base", [name for name, profile in PROFILES.items() if not profile.rearrange])
def test_whole_turns(base: str, overrides: int) -> None:
    figures = compare(base, 12, 21, hands=False, overrides=overrides)
    assert figures.compared > 8
    assert not figures.disagreements, "\n".join(map(str, figures.disagreements))


@pytest.mark.parametrize("base", [name for name, profile in PROFILES.items() if profile.rearrange])
def test_whole_turns_with_rearranging(base: str) -> None:
    figures = compare(base, 6, 21, hands=False, overrides=0)
    assert figures.compared > 3
    assert not figures.disagreements, "\n".join(map(str, figures.disagreements))


def test_any_sequence_of_steps() -> None:
    """`python -m tests.comparison --deep` compares masses of them."""
    figures = compare_all_deep("wikipedia", 24, 31)
    assert figures.compared == 24
    assert not figures.disagreements, "\n".join(map(str, figures.disagreements))
    assert len(figures.unproved) <= 1
    assert not figures.refused


@pytest.mark.parametrize("overrides", [0, 3])
@pytest.mark.parametrize("base", list(PROFILES))
def test_hands(base: str, overrides: int) -> None:
    figures = compare(base, 15, 22, hands=True, overrides=overrides)
    assert figures.compared == 15
    assert not figures.disagreements, "\n".join(map(str, figures.disagreements))


@pytest.mark.parametrize(
    "line",
    [
        # a joker that must be laid is built in and bought back
        "z1~wikipedia~9SJSJCJKJK~r6~ddJK~mm1.Jan.ASAHADJK~mm2.me.8D9DJKJD~qEva.8.0~qJan.3.1",
        # what cannot be bought in between rules out no turn without that
        "z1~wikipedia.opening_minimum-30~QSQSQH6DQD~r6~o1~dsQD~mm1.Eva.QCJKJKJK.s~qEva.9.1~qJan.5.0",
        # a joker is moved to where a card buys it, and that card leaves for another meld
        "z1~wikipedia~8S8H8D8C~o1~dd8S~mm1.Jan.5S6S7S.n~mm2.Eva.QSQDQCJK~qEva.12.1~qJan.11.1~tEva",
        # a taken joker that opens beside a pure run, and is bought back once the opening is met
        "z1~joker-club~8C9CTCTSJSQSKSJK~ddJK~mm1.Jan.2H2D2C",
        "z1~zoliky-online.opening_minimum-15.opening_pure_run-f~TSJSJSQSJHJK~ddJK~mm1.Jan.AHADACJK~mm2.Jan.JKTSJKQS",
        # a taken joker could be bought back on a meld with jokers, whose number is limited: not claimed as proved
        "z1~family.decks-1.adjacent_jokers-f.opening_minimum-30.pure_run_first-before_jokers~TSTDJK~r4~o1~ddJK"
        "~mm1.Jan.6DJK8D9D~mm2.Eva.7S7HJKJK",
        # each of two missing suits wins a joker of the set, or is laid off
        "z1~joker-club.exchange_set-any_missing~QDQCKDKH3S2S~o1~dsKD~mm1.Jan.QSQHJK",
        "z1~tournament.exchange_set-any_missing~QDKDKH3S~o1~ddQD~mm1.Jan.QSQHJKJK",
        # the taken card buys a joker that lay there before, beside one that was laid in this turn
        "z1~family.opening_minimum-25.exchange_when-opened~7H9DTDJD7CJK~dd7H~mm1.Eva.6HJK8H9H~qEva.14.1~qJan.1.0",
    ],
)
def test_turns_that_were_once_wrong(line: str) -> None:
    found = compare_turn(read_position_line(line))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    "line",
    [
        # a won joker at one end of an own run does not pay for cards at the other end
        "z1~tournament~QS7H8HQH6D7D5CQC~r4~ds5C~mm1.me.8S8HJK~mm2.Jan.5H6HJKJK9H~mm3.me.2D3DJK5D.n~qEva.10.0~qJan.13.1",
        "z1~tournament~6S6D9DTDJDJK~r6~dd9D~mm1.me.9CTCJCQCJK~mm2.Jan.6H6CJKJK~qEva.10.0~qJan.6.1",
        "z1~tournament~4S5S5S6S2D7DTD~r4~s~dd5S~mm1.me.JK5D6D~mm2.Eva.JKJKQDKDJK.n",
        # after an exchange in between nothing is left to rebuild
        "z1~wikipedia~6S3H~r4~s~mm1.me.5S6S7S.y~mm2.me.6CJKJK.s~qEva.2.0~qJan.4.0",
        "z1~wikipedia~QDQCJK~r4~o1~dsQC~mm1.Jan.QSQHQC~mm2.Jan.4S4D4CJK",
        # the taken card buys no joker that the player has just built in
        "z1~wikipedia~6S4H5H6HJKJK~dd4H~mm1.me.6H7H8H.y~qEva.1.0~qJan.14.0~tEva",
        "z1~wikipedia~KSKH3DKCJKJK~ddKC~mm1.Eva.KSKHKD~mm2.me.4D5D6D~qEva.11.1~qJan.12.0~tEva",
        # where an opening needs no pure run, none of its runs is protected from a joker
        "z1~zoliky-online.opening_pure_run-f~TSJSAHQHKH7DJDJC~dsJD~mm1.Eva.3D4DJK.n~mm2.Eva.THTDTCJK~mm3.Eva.8D9DJKJDJK",
        "z1~wikipedia.opening_pure_run-f~ASJS8D9DTDJCJK~mm1.Eva.3D4DJK.n~mm2.Eva.THTDTCJK",
        # jokers on the way to a taken one that is bought back are in hand with it
        "z1~wikipedia~4D5C6C6CJK~r6~o1~ddJK~mm1.Jan.JK2S3SJK.n~mm2.Jan.JK9CTCJC~qEva.14.0~qJan.10.1~x",
    ],
)
def test_turns_of_which_the_referee_once_refused_a_plan(line: str) -> None:
    before = plan.disagreements
    found = compare_turn(read_position_line(line))
    assert not found, "\n".join(map(str, found))
    assert plan.disagreements == before


@pytest.mark.parametrize(
    "line",
    [
        # runs of at least four: 5-6-7-8 laid off one by one from the table's, or made of it
        "z1~wikipedia.run_length_min-4~5S6S9SKH~o1~mm1.Eva.TSJSQSKSAS~mm2.me.7S8S9STS",
        "z1~wikipedia.run_length_min-4~5SJKKH~o1~mm1.Eva.6S7S8S9S~mm2.me.QHQDQC",
        "z1~wikipedia.run_length_min-4~7S7H7D3C~o1~mm1.Eva.4S5S6S7S8S",
    ],
)
def test_turns_with_longer_runs(line: str) -> None:
    found = compare_turn(read_position_line(line))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    "line",
    [
        # own and others' melds, a joker taken or won, and cards that must come next
        "z1~zoliky-online.order_rule-t~AH7H7D7DJKJKJK~ddJK~mm1.Jan.8H9HTHJHQH~mm2.me.KSKHKCJK~tJan",
        "z1~family.decks-8.opening_minimum-40.order_rule-t.won_joker-lay_or_close~4S9S8C9CJK~r6~ddJK~mm1.Eva.JK5S6S.n"
        "~mm2.me.JSJHJK~qEva.11.1~qJan.6.0~tEva",
        "z1~zoliky-online.opening_minimum-40.order_rule-t~9SQSQH3DQDQC~r4~o1~ddQD~mm1.Jan.JDQDJK~mm2.Jan.JK4DJK"
        "~mm3.Jan.JKTSJSQSKS~tEva",
        "z1~zoliky-online.order_rule-t.penalty_joker-0~6H7H8H9HJK~r4~o1~dd6H~mm1.Eva.6S6CJK~qEva.7.1~qJan.12.0",
        "z1~zoliky-online.layoffs_in_opening_turn-f.order_rule-t~8S4C4C8CJK~r4~o1~mm1.Jan.ACJK3CJK~mm2.Jan.2S2CJK"
        "~qEva.3.0~qJan.6.1~x",
    ],
)
def test_what_the_order_rule_leaves_to_the_referee_costs_no_answer(line: str) -> None:
    assert not compare_turn(read_position_line(line))
