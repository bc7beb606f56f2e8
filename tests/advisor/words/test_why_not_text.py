"""Words for what a hand lacks, for draws whose duty cannot be met, for figures of nothing, and for a checked turn."""

import pytest

from advisor.answers import Options
from advisor.opening import opening
from advisor.penalty import penalty
from advisor.turn import turn
from advisor.words.explain import explain
from solver.referee.judge import judge
from tests.builders import pos
from tests.builders import turn as actions

OPTIONS = Options(time_ms=60_000)


def told(answer: object, language: str = "en") -> list[str]:
    return [one.text for one in explain(answer, language)]


def test_lay_offs_that_count_are_named_beside_the_melds() -> None:
    """15 + 24 + 2 = 41 of 51."""
    position = pos("4S 5S 6S 8H 8D 8C 2H KC", "anna: 9H 10H JH | bert: 2S 2D 2C", "family")
    answer = opening(position, OPTIONS)
    assert told(answer)[:6] == [
        "You cannot open.",
        "10 points are missing: 41 of 51.",
        "The best there is has 41 points; keep it in hand.",
        "You have the pure run 4S 5S 6S (15 points).",
        "You have the set 8H 8D 8C (24 points).",
        "You have 2H for bert’s 2S 2D 2C.",
    ]
    assert "Máš 2H ke skupině 2S 2D 2C (bert)." in told(answer, "cs")


def test_lay_offs_are_named_without_a_pure_run() -> None:
    """The queen on the others' queens is 10, the run 4-5-6 with a joker 15, the nine stays: 25."""
    position = pos("4S JK 6S QH 9C", "bert: QS QD QC", {"base": "family", "opening_minimum": 42})
    answer = opening(position, OPTIONS)
    assert (answer.points, answer.missing) == (25, 17)
    assert answer.reason is not None
    assert answer.reason.code == "no_pure_run"
    assert "You have QH for bert’s QS QD QC." in told(answer)


@pytest.mark.parametrize(
    ("rules", "table", "drawn", "expected"),
    [
        (
            "zoliky-online",
            "me: 9C 10C JC",
            "discard",
            "8H cannot be used as it must be: in the very next meld or lay-off.",
        ),
        ("wikipedia", "me: 9C 10C JC", "discard", "8H cannot be used as it must be: laid in the same turn."),
        (
            "joker-club",
            "",
            "discard",
            "8H cannot be used as it must be: laid in the same turn, in a turn that opens with 42 or more.",
        ),
        (
            "tournament",
            "me: 9C 10C JC",
            "discard",
            "8H cannot be used as it must be: in a new meld, or laid off on a meld together with another card from the "
            "hand.",
        ),
        ("family", "", "bottom", "8H cannot be used as it must be: for a close from hand."),
    ],
)
def test_the_duty_that_cannot_be_met_is_told(rules: str, table: str, drawn: str, expected: str) -> None:
    answer = penalty(pos("8H 5S 2C 3D", table, rules, drawn=f"{drawn} 8H"), OPTIONS)
    assert told(answer)[0] == expected
    assert told(answer).count("Put 8H back and draw from the stock.") == 1
    assert not any("If an opponent closes next" in one for one in told(answer))


def test_no_points_are_told_without_a_sign() -> None:
    answer = turn(pos("KH KS KD 2H 2S 2D 7C", phase="before_draw"), OPTIONS, "points")
    assert "To be expected (points laid for the opening): 0." in told(answer)


@pytest.mark.parametrize(
    ("rules", "table", "laid", "expected"),
    [
        (
            "zoliky-online",
            "",
            "meld 10D JD QD; meld 7S 7H 7D; throw 2H",
            ["That closes from hand and earns the bonus.", "1 joker stays in hand for the next deal."],
        ),
        (
            "joker-club",
            "eva: 5C 6C 7C",
            "meld 10D JD QD; meld 7S 7H 7D; off t0 JK high; throw 2H",
            ["That closes the deal."],
        ),
        ("family", "", "meld 10D JD QD; meld 7S 7H 7D; throw 2H", []),
    ],
)
def test_a_checked_turn_tells_how_it_closes(rules: str, table: str, laid: str, expected: list[str]) -> None:
    """30 + 21 = 51; in `family` the joker left in hand keeps the turn from closing."""
    verdict = judge(pos("10D JD QD 7S 7H 7D JK 2H", table, rules), actions(laid))
    assert told(verdict) == ["The actions are legal.", "The opening has 51 points.", *expected]


def test_another_laying_names_the_lay_offs_that_count() -> None:
    """22 + 24 + 10 and 2H: 58; without 2H: 56."""
    position = pos("4S 5S 6S 7S 8H 8D 8C QH 2H KC 3H", "anna: 9H 10H JH | bert: 2S 2D 2C", "family")
    answer = opening(position, Options(alternatives=1, time_ms=60_000))
    assert answer.points == 58
    assert "Another laying has 56 points: 4S 5S 6S 7S, 8H 8D 8C, anna’s 9H 10H JH + QH." in told(answer)
