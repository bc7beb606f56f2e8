"""The known positions of the rules: what the referee says of their turns in each profile."""

from __future__ import annotations

import pytest

from solver.referee.judge import discard_forbidden, judge
from solver.referee.verdict import Verdict
from tests.builders import cards, pos, turn


def codes(verdict: Verdict) -> list[tuple[str, int | None]]:
    """The code and step of each problem."""
    return [(problem.reason.code, problem.step) for problem in verdict.problems]


def test_1_two_melds_that_must_not_be_joined() -> None:
    start = pos("8C 9C 10C JC QC JK 2H")
    # 8 + 9 + 10 pure; jack, queen and the joker as king
    apart = judge(start, turn("meld 8C 9C 10C; meld JC QC JK; throw 2H closes hand"))
    assert (apart.legal, apart.end.points, apart.end.special) == (True, 27 + 30, True)
    assert codes(judge(start, turn("meld 8C 9C 10C JC QC JK; throw 2H"))) == [("no_pure_run", 1)]
    joined = judge(start, turn("meld 8C 9C 10C; off new:0 JC QC JK"))
    assert codes(joined) == [("not_opened", 1)]
    extended = judge(start, turn("meld 8C 9C 10C; meld JC QC JK; off new:0 JK"))
    assert codes(extended) == [("not_in_hand", 2)]


def test_2_the_taken_king_goes_first() -> None:
    start = pos("6H 7H 8H KS KH KC 2D", drawn="discard KC")
    kings_first = judge(start, turn("meld KS KH KC; meld 6H 7H 8H; throw 2D closes hand"))
    assert (kings_first.legal, kings_first.end.points) == (True, 30 + 21)
    assert codes(judge(start, turn("meld 6H 7H 8H; meld KS KH KC; throw 2D"))) == [("taken_card_not_next", 0)]


def test_3_the_pure_run_goes_first() -> None:
    start = pos("4S 5S 6S KS KD JK 9C", rules="joker-club")
    run_first = judge(start, turn("meld 4S 5S 6S; meld KS KD JK; throw 9C closes hand"))
    assert (run_first.legal, run_first.end.points) == (True, 15 + 30)
    assert codes(judge(start, turn("meld KS KD JK; meld 4S 5S 6S; throw 9C"))) == [("pure_run_not_first", 0)]


def test_4_two_jokers_and_a_card() -> None:
    club = pos("JK JK 7D KC", "me: 3H 4H 5H", "joker-club")
    assert codes(judge(club, turn("meld 7D JK JK; throw KC"))) == [("too_few_naturals", 0)]
    both = judge(club, turn("off t0 JK JK; throw KC stays"))
    assert (both.legal, both.end.penalty, both.end.table[0].meld.cards) == (True, 7, cards("3H 4H 5H JK JK"))
    online = pos("JK JK 7D KC", "me: 3H 4H 5H")
    assert judge(online, turn("meld 7D JK JK; throw KC closes table")).legal


def test_5_a_low_ace_counts_by_profile() -> None:
    played = turn("meld AS 2S 3S; meld 9H 9D 9C; throw 4D")
    club = judge(pos("AS 2S 3S 9H 9D 9C 4D", rules="joker-club"), played)
    assert (club.legal, club.end.points) == (True, 15 + 27)
    online = judge(pos("AS 2S 3S 9H 9D 9C 4D", rules={"opening_minimum": 42}), played)
    assert codes(online) == [("not_enough_points", 2)]
    assert dict(online.problems[0].reason.params) == {"points": 6 + 27, "required": 42, "missing": 9}


def test_6_lay_offs_count_in_a_family_opening() -> None:
    hand, table = "4S 5S 6S 8H 8D 8C QH 2H KC", "anna: 9H 10H JH | bert: 2S 2D 2C"
    played = turn("meld 4S 5S 6S; meld 8H 8D 8C; off t0 QH; off t1 2H; throw KC closes hand")
    family = judge(pos(hand, table, "family"), played)
    assert (family.legal, family.end.points, family.end.special) == (True, 15 + 24 + 10 + 2, False)
    assert codes(judge(pos(hand, table), played)) == [("not_opened", 2)]
    short = judge(pos(hand, table), turn("meld 4S 5S 6S; meld 8H 8D 8C; throw KC"))
    assert dict(short.problems[0].reason.params) == {"points": 39, "required": 51, "missing": 12}


def test_7_an_exchange_after_the_opening() -> None:
    hand, table = "10D JD QD 7S 7H 7D 6C 2H", "anna: 5C JK 7C"
    opening = "meld 10D JD QD; meld 7S 7H 7D"
    online = judge(pos(hand, table), turn(f"{opening}; swap t0 6C; throw 2H closes hand"))
    assert (online.legal, online.end.points) == (True, 30 + 21)
    assert (online.end.carried, online.end.penalty, online.end.special) == (1, 0, False)
    for laid in ("swap t0 6C", "off t0 6C"):
        assert codes(judge(pos(hand, table, "family"), turn(f"{opening}; {laid}"))) == [("exchange_too_early", 2)]
    family = judge(pos(hand, table, "family"), turn(f"{opening}; throw 6C stays"))
    assert (family.legal, family.end.penalty) == (True, 2)


@pytest.mark.parametrize("rules", ["zoliky-online", "joker-club", "wikipedia"])
def test_8_the_won_joker_is_carried(rules: str) -> None:
    end = judge(pos("6C 2H", "anna: 5C JK 7C", rules, opened=True), turn("swap t0 6C; throw 2H closes table")).end
    assert (end.closes, end.carried, end.hand) == (True, 1, cards("JK"))


@pytest.mark.parametrize(("rules", "code"), [("family", "wrong_claim"), ("tournament", "won_joker_kept")])
def test_8_the_won_joker_must_go_back(rules: str, code: str) -> None:
    start = pos("6C 2H", "anna: 5C JK 7C", rules, opened=True)
    assert codes(judge(start, turn("swap t0 6C; throw 2H closes"))) == [(code, 1)]
    for end_of_run, result in (("low", "JK 5C 6C 7C"), ("high", "5C 6C 7C JK")):
        end = judge(start, turn(f"swap t0 6C; off t0 JK {end_of_run}; throw 2H closes table")).end
        assert (end.closes, end.carried, end.owed) == (True, 0, 0)
        assert end.table[0].meld.cards == cards(result)


def test_9_a_fitting_card_may_not_be_taken() -> None:
    start = pos("8S 8D KC", "anna: 5H 6H 7H", "tournament", discard_pile="8H", top_discard_by="anna")
    reason = discard_forbidden(start)
    assert reason is not None
    assert reason.rule == "discard_fitting_forbidden"
    assert codes(judge(start, turn("draw discard; meld 8S 8D 8H; throw KC"))) == [("discard_fitted", 0)]


def test_9_fitting_cards_may_not_be_thrown() -> None:
    start = pos("KH 9H 8C 5D 3S 2C", "anna: 5H 6H 7H | anna: 10H JH QH", "tournament")
    for card in ("KH", "9H"):
        assert codes(judge(start, turn(f"throw {card}"))) == [("fitting_card_thrown", 0)]
    # KH 10, 9H 9, 5 + 3 + 2
    assert judge(start, turn("throw 8C")).end.penalty == 29


@pytest.mark.parametrize(
    ("rules", "penalty"),
    # ace, joker 50 (tournament 20) and 5: ace 20 in joker-club, 11 in tournament, else 10
    [("joker-club", 75), ("tournament", 36), ("zoliky-online", 65)],
)
def test_10_what_a_hand_costs(rules: str, penalty: int) -> None:
    assert judge(pos("AS JK 5D 2H", rules=rules, opened=True), turn("throw 2H")).end.penalty == penalty
