"""All calls say the same of one position, on a small sample (of presets that do not
rearrange: there the outlook takes its time); `python -m tests.agreement` asks masses of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from solver.game.position_line import read_position_line
from solver.rules.presets import PROFILES
from tests.agreement import ASKED, Json, Service, campaign, compared, main
from tests.random_positions import real_position

OUTLOOK: Final = ASKED.index("outlook")


@pytest.mark.parametrize("base", [name for name, profile in PROFILES.items() if not profile.rearrange])
def test_all_calls_say_the_same(base: str) -> None:
    figures = campaign(base, 3, 41)
    assert figures.positions == 3
    assert not figures.contradictions, "\n".join(map(str, figures.contradictions))


class Altered(Service):
    """A service that alters what it answers to one call, before it is asked the same again or only then."""

    def __init__(self, call: str, *, again: bool, **altered: object) -> None:
        super().__init__()
        self.call = call
        self.again = again
        self.altered = altered
        self.times = 0

    def ask(self, call: str, body: Json) -> tuple[int, Json]:
        """The answer, altered if it is the one meant."""
        status, answer = super().ask(call, body)
        if call == self.call:
            self.times += 1
            if self.again == (self.times > 1):
                answer |= self.altered
        return status, answer


def kinds(service: Service) -> Counter[str]:
    """What is found against the answers of a service, of a position of which the outlook is asked again."""
    number = 2 * OUTLOOK + 1
    position = real_position(Random("agreement 41/0"), "family")
    return Counter(one.kind for one in compared(service, position, number).contradictions)


@pytest.mark.parametrize("again", [False, True])
def test_an_answer_that_is_not_proved_contradicts_nothing(again: bool) -> None:
    assert not kinds(Altered("outlook", again=again, optimal=False, discards_in_all=1))


@pytest.mark.parametrize("again", [False, True])
def test_an_answer_that_is_proved_is_compared_with_the_same_asked_again(again: bool) -> None:
    assert set(kinds(Altered("outlook", again=again, something=1))) == {"outlook asked again with its phase told"}


@pytest.mark.parametrize("again", [False, True])
def test_the_phase_of_an_answer_that_is_not_proved_is_compared(again: bool) -> None:
    found = set(kinds(Altered("outlook", again=again, optimal=False, phase="of another")))
    assert "outlook: phase with its phase told" in found
    assert ("outlook: phase" in found) != again


def test_plans_of_an_answer_that_is_not_proved_are_judged() -> None:
    found = kinds(Altered("penalty", again=False, optimal=False, left=[]))
    assert {"penalty: cards left", "penalty: hand by its actions"} <= set(found)


def test_answers_that_are_not_proved_are_counted_call_by_call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.agreement.Service", lambda: Altered("closing", again=False, optimal=False))
    asked = ["--profile", "joker-club", "--positions", "1", "--seed", "41"]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "joker-club: closing: 1 unproved\n" in said
    assert " 0 contradictions, 1 unproved, " in said
    assert "unproved at" not in said
    assert main([*asked, "--first", "1", "--unproved"]) == 0
    assert "joker-club: closing unproved at 1, z1" in capsys.readouterr().out


def test_shares_of_a_campaign_are_the_campaign() -> None:
    whole = campaign("joker-club", 2, 41)
    shares = [campaign("joker-club", 1, 41, first=first) for first in (0, 1)]
    assert whole.asked == sum(share.asked for share in shares)
    assert whole.phases == sum((share.phases for share in shares), Counter())


def test_a_share_begins_at_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--first", "-1"])
    assert "-1 is no whole number from 0 on" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            "z1~tournament~7S8S9SKSKS5H6HJH3C4C9CJCJK~r6~ds3C~pJD4S~mm1.Eva.5C6C7C8C~mm2.Eva.AHJK3H4H"
            "~mm3.Eva.JKTSJKQS~mm4.Eva.6S6D6C~qEva.8.1~qJan.12.0~qPetr.12.0~tPetr",
            id="who opens in the turn may throw a card that fits",
        ),
        pytest.param(
            "z1~tournament~2S4S5S6S6S8H5D6D5C8C9CQC~r4~p5HQDKS3C6H6C8C9SAS8S~mm1.Jan.2H3HJK5HJK.n~mm2.Jan.2HJK4H"
            "~mm3.Jan.TSTHTCTD~mm4.Jan.JKTCJC.n~qEva.12.0~qJan.6.1~qPetr.12.0~tPetr",
            id="for the same budget as much is tried in every call",
        ),
        pytest.param(
            "z1~tournament~ASTSAHAHTD4C5C6C9CTCTCJC~r8~p8HQH4S2SQS9C3DQS8C3C9H5D~mm1.Jan.JDQDJK~mm2.Jan.TDJDQD"
            "~mm3.Jan.ADACJKJK~mm4.Jan.6D7D8D9D~qEva.12.0~qJan.4.1~tJan",
            id="of what is laid for won jokers that with fewer jokers comes first",
        ),
        *(
            pytest.param(line, id="two jokers of the hand are laid before two are won at once")
            for line in (
                "z1~tournament~7SAHAD7D9DAC5C7C8C9C9CJKJK~r4~dd5C~p6S~mm1.Eva.7H7CJKJK~qEva.3.1~tEva",
                "z1~tournament~2S7S8S8S9S8DQD3C3C8CJKJK~r8~s~pJCTS9SKDKDJC3SAC2S8C~mm1.Eva.JKJK4C~qEva.5.1~tEva",
            )
        ),
        pytest.param(
            "z1~tournament~5S7S7H6DTD3C7C7C8C9CQCJK~r6~p5C5HTS4S4D2HAD4C4C~mm1.Petr.JK8S9S"
            "~qEva.12.0~qJan.12.0~qPetr.6.1~tPetr~x",
            id="who may not close may open",
        ),
        pytest.param(
            "z1~wikipedia~ASAS4SADAC2C4C4C9CTCJCJKJKJK~r8~pKHKH3C2C9H9H7D6H3S9CAH4D~b5H~mm1.Eva.4S4H4DJK~qEva.6.1"
            "~qJan.14.0~qPetr.14.0~tPetr",
            id="a close that is certain before the draw is known before anything that takes time",
        ),
    ],
)
def test_where_calls_differed(line: str) -> None:
    """Positions of campaigns of which two calls said different things."""
    assert not compared(Service(), read_position_line(line), 0).contradictions
