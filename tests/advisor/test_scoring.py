"""What a deal costs: the five rule sets, flags that contradict each other, totals and the end of a game.

The figures are hand-computed; the arithmetic stands beside them.
"""

from typing import Any

import pytest

from advisor.scoring import Player, ScoreAnswer, ScoreRequest, held_if_beaten, penalty_of, score
from solver.errors import InvalidInput
from solver.game.cards import Card
from solver.game.notation import read_cards
from solver.rules.presets import PROFILES, read_profile

LEFT = read_cards("AS JK 5D")
"""The cards of the rules' tenth position."""


def deal(
    rules: object, *others: Player, closer: tuple[Card, ...] = (), closer_total: int | None = None, **options: Any
) -> ScoreAnswer:
    players = (Player("Jan", closer, opened=True, total=closer_total), *others)
    return score(ScoreRequest(read_profile(rules), "Jan", players, **options))


def eva(cards: tuple[Card, ...] = LEFT, opened: bool = True, total: int | None = None) -> Player:
    return Player("Eva", cards, opened, total)


def penalties(answer: ScoreAnswer) -> list[int]:
    return [player.penalty for player in answer.players]


@pytest.mark.parametrize(
    ("rules", "opened", "options", "expected"),
    [
        ("joker-club", True, {}, [-10, 75]),  # 20 + 50 + 5
        ("joker-club", True, {"from_hand": True}, [-20, 150]),  # 2 × 75
        ("joker-club", True, {"from_hand": True, "special": True}, [-20, 150]),
        ("joker-club", False, {}, [-10, 100]),
        ("joker-club", False, {"from_hand": True}, [-20, 200]),
        ("zoliky-online", True, {}, [0, 65]),  # 10 + 50 + 5
        ("zoliky-online", False, {}, [0, 65]),
        ("zoliky-online", True, {"from_hand": True}, [0, 65]),
        ("zoliky-online", True, {"from_hand": True, "special": True}, [0, 200]),
        ("zoliky-online", False, {"from_hand": True, "special": True}, [0, 200]),
        ("wikipedia", True, {"from_hand": True}, [0, 65]),
        ("wikipedia", False, {}, [0, 65]),
        ("family", True, {}, [0, 65]),
        ("family", False, {"from_hand": True}, [0, 100]),
        ("tournament", True, {}, [0, 36]),  # 11 + 20 + 5
        ("tournament", False, {}, [0, 120]),  # 100 + 20
    ],
)
def test_penalties_of_the_five_rule_sets(
    rules: str, opened: bool, options: dict[str, Any], expected: list[int]
) -> None:
    assert penalties(deal(rules, eva(opened=opened), **options)) == expected


@pytest.mark.parametrize(("jokers", "expected"), [(0, 100), (1, 120), (2, 140), (3, 160), (4, 180)])
def test_twelve_cards_of_who_never_opened_in_the_tournament(jokers: int, expected: int) -> None:
    hand = (*read_cards("2S 4S 6S 8S 10S QS 2H 4H 6H 8H 10H QH")[jokers:], *read_cards("JK " * jokers))
    assert len(hand) == 12
    assert held_if_beaten(hand, False, PROFILES["tournament"]) == expected


def test_sample_sums_of_the_joker_club() -> None:
    rules = PROFILES["joker-club"]
    assert penalty_of(read_cards("AH 9C"), rules) == 29  # 20 + 9
    assert penalty_of(read_cards("5H 2H JK"), rules) == 57  # 5 + 2 + 50
    assert penalty_of(read_cards("9H 5H 3H KH"), rules) == 27  # 9 + 5 + 3 + 10
    assert penalties(deal("joker-club", eva(read_cards("9H 5H 3H KH")), from_hand=True)) == [-20, 54]


@pytest.mark.parametrize(
    ("rules", "opened", "expected"),
    [
        ("zoliky-online", True, 65),
        ("zoliky-online", False, 65),
        ({"base": "zoliky-online", "unopened_score": "double_sum"}, True, 65),
        ({"base": "zoliky-online", "unopened_score": "double_sum"}, False, 130),
        ("joker-club", True, 75),
        ("joker-club", False, 100),
        ("family", False, 100),
        ({"base": "family", "unopened_score": "sum"}, False, 65),
        ({"base": "family", "unopened_flat": 150}, False, 150),
        ("tournament", True, 36),
        ("tournament", False, 120),
    ],
)
def test_held_if_beaten(rules: object, opened: bool, expected: int) -> None:
    assert held_if_beaten(LEFT, opened, read_profile(rules)) == expected


def test_house_values_of_courts() -> None:
    rules = read_profile({"penalty_court": [11, 12, 13], "penalty_joker": 25})
    assert penalty_of(read_cards("JS QS KS 10S JK"), rules) == 71  # 11 + 12 + 13 + 10 + 25


def test_a_special_close_may_be_scored_plainly_by_override() -> None:
    rules = {"base": "zoliky-online", "from_hand_score": "same"}
    assert penalties(deal(rules, eva(), from_hand=True, special=True)) == [0, 65]


@pytest.mark.parametrize(
    ("overrides", "opened", "expected"),
    [
        ({"from_hand_score": "flat200", "from_hand_flat": 150}, True, 150),
        ({"from_hand_score": "double_or_200", "from_hand_factor": 3, "from_hand_flat": 250}, True, 195),
        ({"from_hand_score": "double_or_200", "from_hand_factor": 3, "from_hand_flat": 250}, False, 250),
        ({"from_hand_score": "factor", "from_hand_factor": 4}, False, 260),
        ({"from_hand_score": "factor", "from_hand_factor": 1}, False, 65),
        ({"from_hand_score": "factor", "unopened_score": "double_sum"}, False, 260),
        ({"from_hand_score": "factor", "unopened_score": "flat"}, False, 200),
    ],
)
def test_factor_and_flat_sum_of_a_special_close(overrides: dict[str, object], opened: bool, expected: int) -> None:
    answer = deal({"base": "zoliky-online", **overrides}, Player("Eva", LEFT, opened), from_hand=True, special=True)
    assert penalties(answer) == [0, expected]
    assert sum(item.points for item in answer.players[1].items) == expected


def test_parts_add_up_to_the_penalty_and_name_their_rule() -> None:
    answer = deal("joker-club", eva(), Player("Ota", read_cards("KC"), False), from_hand=True)
    assert answer.special
    jan, eva_, ota = answer.players
    assert [(item.reason.code, item.reason.rule, item.points) for item in jan.items] == [
        ("score_closer_bonus", "closer_bonus_from_hand", -20)
    ]
    assert [(item.reason.code, item.reason.rule, item.points) for item in eva_.items] == [
        ("score_card", "penalty_ace", 20),
        ("score_card", "penalty_joker", 50),
        ("score_card", "score", 5),
        ("score_doubled", "from_hand_score", 75),
    ]
    assert [(item.reason.code, item.points) for item in ota.items] == [("score_from_hand_flat", 200)]
    for player in answer.players:
        assert player.penalty == sum(item.points for item in player.items)


def test_carried_jokers_cost_the_closer_nothing() -> None:
    answer = deal("zoliky-online", eva(), closer=read_cards("JK JK"))
    assert answer.carried == 2
    assert penalties(answer) == [0, 65]


def test_an_account_of_the_joker_club_ends_the_game_at_1000_points_lost() -> None:
    answer = deal("joker-club", eva(total=920), Player("Ota", read_cards("9S"), True, 300), closer_total=-30)
    assert [player.total for player in answer.players] == [-40, 995, 309]  # -30 - 10; 920 + 75; 300 + 9
    assert answer.game_ends is False
    assert answer.winners == ()
    answer = deal("joker-club", eva(total=925), Player("Ota", read_cards("9S"), True, 300), closer_total=-30)
    assert answer.players[1].total == 1000
    assert answer.game_ends is True
    assert answer.winners == ("Jan",)


def test_whether_the_game_ends_is_left_open_where_totals_are_not_told() -> None:
    assert deal("joker-club", eva()).game_ends is None
    assert deal("joker-club", eva(total=990)).game_ends is True
    assert deal("joker-club", eva(total=990)).winners == ()
    assert deal("zoliky-online", eva()).game_ends is False


@pytest.mark.parametrize(("number", "ends"), [(None, None), (7, False), (8, True)])
def test_a_tournament_game_ends_after_eight_deals(number: int | None, ends: bool | None) -> None:
    answer = deal("tournament", eva(total=10), closer_total=46, deal=number)
    assert [player.total for player in answer.players] == [46, 46]  # 10 + 36
    assert answer.game_ends is ends
    assert answer.winners == (("Jan", "Eva") if ends else ())


JAN = Player("Jan", (), True)


def refused(rules: object, *players: Player, closer: str = "Jan", **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as caught:
        score(ScoreRequest(read_profile(rules), closer, players, **options))
    return [("/".join(map(str, fault.pointer)), fault.reason.code) for fault in caught.value.faults]


def test_special_without_from_hand_is_refused() -> None:
    assert refused("zoliky-online", JAN, eva(), special=True) == [("special", "special_not_from_hand")]


@pytest.mark.parametrize("rules", ["wikipedia", "family", "tournament"])
def test_special_is_refused_where_there_is_no_bonus(rules: str) -> None:
    assert refused(rules, JAN, eva(), special=True, from_hand=True) == [("special", "special_never")]


def test_an_unknown_closer_is_refused() -> None:
    assert refused("family", JAN, eva(), closer="Ota") == [("closer", "closer_unknown")]


@pytest.mark.parametrize(
    ("rules", "left", "code"),
    [
        ("zoliky-online", "2S", "closer_holds_cards"),
        ("zoliky-online", "JK 2S", "closer_holds_cards"),
        ("family", "JK", "too_many_jokers_left"),
        ("tournament", "JK JK", "too_many_jokers_left"),
    ],
)
def test_a_closer_keeps_only_jokers_that_he_may_carry(rules: str, left: str, code: str) -> None:
    assert refused(rules, Player("Jan", read_cards(left), True), eva()) == [("players/0/hand", code)]


def test_a_closer_has_opened_or_opens_in_that_turn() -> None:
    unopened = Player("Jan", (), False)
    assert refused("family", unopened, eva()) == [("players/0/opened", "closer_not_opened")]
    answer = score(ScoreRequest(read_profile("family"), "Jan", (unopened, eva()), from_hand=True))
    assert penalties(answer) == [0, 65]


def test_names_numbers_and_copies_are_checked() -> None:
    assert refused("family", JAN) == [("players", "too_few_players")]
    five = [Player(name, read_cards("2S" if name < "C" else "3S"), True) for name in "ABDE"]
    assert refused("family", JAN, *five) == [("players", "too_many_players")]
    assert refused("family", JAN, eva(), eva(())) == [("players/2/name", "duplicate_name")]
    assert refused("family", JAN, Player("", LEFT, True)) == [("players/1/name", "bad_name")]
    assert refused("family", JAN, Player("a\nb", LEFT, True)) == [("players/1/name", "bad_name")]
    assert refused("family", JAN, eva(read_cards("2S 3S 2S 2S"))) == [("players/1/hand/3", "too_many_copies")]
    assert refused("family", Player("Jan", (), True), eva(read_cards("JK " * 5))) == [
        ("players/1/hand/4", "too_many_copies")
    ]
    assert refused("family", JAN, eva(total=2_000_000)) == [("players/1/total", "out_of_range")]
    assert refused("family", JAN, eva(), deal=0) == [("deal", "out_of_range")]
    long = read_cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2D 3D 4D 5D 6D")
    assert refused("family", JAN, eva(long)) == [("players/1/hand", "hand_size")]


def test_everything_wrong_is_told_at_once() -> None:
    assert refused("wikipedia", Player("Jan", read_cards("2S"), False), eva(), special=True) == [
        ("special", "special_not_from_hand"),
        ("special", "special_never"),
        ("players/0/hand", "closer_holds_cards"),
        ("players/0/opened", "closer_not_opened"),
    ]
