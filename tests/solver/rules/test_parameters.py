"""Every parameter of a profile changes some answer: one table, a parameter a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest

from advisor.answers import ClosingAnswer, Options
from advisor.arena.deal import Deal, Seat, deal_cards, driven
from advisor.arena.players import Greedy
from advisor.checking_turn import check_actions
from advisor.closing import closing
from advisor.opening import opening
from advisor.penalty import penalty
from advisor.scoring import Player, ScoreRequest, score
from advisor.turn import turn
from solver.errors import InvalidInput
from solver.game.actions import Discard, Draw, LayOff
from solver.game.position import Opponent
from solver.model.candidates import catalogue
from solver.referee.judge import judge
from solver.rules.presets import PROFILES
from solver.rules.profile import PARAMETERS, MeldRules, RuleProfile
from tests import builders
from tests.builders import cards, pos

OPTIONS: Final = Options(time_ms=60_000)
Ask = Callable[[RuleProfile], Any]


@dataclass(frozen=True)
class Change:
    """With `value` for the parameter a question is answered by `after`, in the preset by `before`."""

    parameter: str
    base: str
    value: Any
    ask: Ask
    before: Any
    after: Any


def points(hand: str, table: str = "", **more: Any) -> Ask:
    """The points of the best opening."""
    return lambda rules: opening(pos(hand, table, rules, **more), OPTIONS).points


def opens(hand: str, table: str = "", **more: Any) -> Ask:
    return lambda rules: opening(pos(hand, table, rules, **more), OPTIONS).opens


def least(hand: str, table: str = "", **more: Any) -> Ask:
    """The least penalty; None where a taken card goes back."""
    return lambda rules: penalty(pos(hand, table, rules, **more), OPTIONS).plan.penalty


def held(hand: str) -> Ask:
    return lambda rules: penalty(pos(hand, rules=rules), OPTIONS).held_if_beaten


def table_after(hand: str, table: str, **more: Any) -> Ask:
    def ask(rules: RuleProfile) -> list[str]:
        return [str(one.meld) for one in penalty(pos(hand, table, rules, **more), OPTIONS).plan.table_after]

    return ask


def first_step(hand: str, table: str = "", **more: Any) -> Ask:
    """What the best turn begins with."""
    return lambda rules: type(turn(pos(hand, table, rules, **more), OPTIONS).recommendation.actions[0])


def of_closing(read: Callable[[ClosingAnswer], Any], hand: str, table: str = "", **more: Any) -> Ask:
    return lambda rules: read(closing(pos(hand, table, rules, **more), OPTIONS))


def closes(hand: str, table: str = "", **more: Any) -> Ask:
    return of_closing(lambda answer: answer.closes, hand, table, **more)


def next_deal(hand: str) -> Ask:
    return of_closing(lambda answer: answer.next_deal, hand, opened=True)


def broken(played: str, hand: str, table: str = "", **more: Any) -> Ask:
    """The codes of the clauses that a turn breaks."""
    return lambda rules: [
        problem.reason.code for problem in judge(pos(hand, table, rules, **more), builders.turn(played)).problems
    ]


def follows(played: str, hand: str, table: str = "", **more: Any) -> Ask:
    """How many things follow after what is wrong in a turn."""
    return lambda rules: len(check_actions(pos(hand, table, rules, **more), builders.turn(played)).follows)


def faults(hand: str, table: str = "", **more: Any) -> Ask:
    """The codes of what is wrong with a position."""

    def ask(rules: RuleProfile) -> list[str]:
        try:
            opening(pos(hand, table, rules, **more), OPTIONS)
        except InvalidInput as error:
            return [fault.reason.code for fault in error.faults]
        return []

    return ask


def refused(overrides: Mapping[str, Any]) -> Ask:
    """The codes of what is wrong with further overrides."""

    def ask(rules: RuleProfile) -> list[str]:
        try:
            rules.with_overrides(overrides)
        except InvalidInput as error:
            return [fault.reason.code for fault in error.faults]
        return []

    return ask


def scores(**more: Any) -> Ask:
    """What the closer and an opponent with ace, joker and five score."""

    def ask(rules: RuleProfile) -> list[int]:
        players = (Player("Eva", (), opened=True), Player("me", cards("AS JK 5D"), opened=True))
        return [player.penalty for player in score(ScoreRequest(rules, "Eva", players, **more)).players]

    return ask


def game_ends(total: int, deal: int) -> Ask:
    """Does the game end, with such a total before a deal that costs 5?"""

    def ask(rules: RuleProfile) -> bool | None:
        players = (Player("Eva", (), opened=True, total=0), Player("me", cards("5D"), opened=True, total=total))
        return score(ScoreRequest(rules, "Eva", players, deal=deal)).game_ends

    return ask


def refilled(rules: RuleProfile) -> list[str]:
    """The stock, top card last, after the last card of the old one was drawn from over this pile, 2S on top."""
    pile = cards("4S 5S 6S 7S 8S 9S 10S JS QS KS 3S 2S")
    deal = Deal(rules, [Seat(list(cards("2H")), turns=2), Seat([])], [], starter=1, pile=list(pile))
    drawn = driven(deal.draw(0), {0: Greedy()})
    assert drawn is not None
    assert deal.pile == [pile[-1]]
    assert {str(drawn.card), *map(str, deal.stock)} == set(map(str, pile[:-1]))
    return [*map(str, deal.stock), str(drawn.card)]


def cut_jokers(rules: RuleProfile) -> list[str]:
    """The first three cards of the cutter, of three players, where QS and two jokers are seen at the cut."""
    return [str(card) for card in deal_cards(rules, 3, "271").seats[1].hand[:3]]


ONLINE, CLUB, FAMILY, TOURNAMENT = "zoliky-online", "joker-club", "family", "tournament"
FOUR = [Opponent(name) for name in ("Eva", "Jan", "Ota", "Petr")]
TWO_JOKERS = "8C 9C 10C KD JK JK 2H"
SPARE = {"opened": True, "top_discard_by": "bert"}

CHANGES: Final = [
    # Cards, players, deal
    Change("decks", ONLINE, 1, faults("9C 9C 5D"), [], ["too_many_copies"]),
    Change("jokers", ONLINE, 1, faults("JK JK 5D"), [], ["too_many_copies"]),
    Change("decks", ONLINE, 8, faults("9C " * 8 + "5D"), ["too_many_copies"], []),
    Change("jokers", ONLINE, 16, faults("JK " * 16 + "5D"), ["too_many_copies"], []),
    Change("players_min", ONLINE, 3, faults("5D", opponents=FOUR[:1]), [], ["too_few_players"]),
    Change("players_max", ONLINE, 4, faults("5D", opponents=FOUR), [], ["too_many_players"]),
    # 14 - 1 and 10 - 1 cards beside the carried joker
    Change("cards_dealt", ONLINE, 10, next_deal("4D JK"), 13, 9),
    Change("carried_count_in_deal", ONLINE, False, next_deal("4D JK"), 13, 14),
    Change("starter_extra", CLUB, False, first_step("KC 5H", round=1, starter=True, discard_pile="2S"), Discard, Draw),
    Change("cutting", CLUB, "none", cut_jokers, ["JK", "JK", "JC"], ["6H", "KD", "JC"]),
    Change("cutting", CLUB, "one_joker", cut_jokers, ["JK", "JK", "JC"], ["JK", "KD", "JC"]),
    # Melds: 6+7+8+9+10 = 40 or 7+8+9+10 = 34, and three kings 30
    Change("run_length_max", ONLINE, 4, points("6C 7C 8C 9C 10C KS KH KD 2H"), 70, 64),
    # three kings 30 with a run of three 27, or of four 34
    Change("run_length_min", ONLINE, 4, points("8C 9C 10C KS KH KD 2H"), 57, 30),
    Change("run_length_min", ONLINE, 5, refused({"run_length_max": 4}), [], ["contradicting_parameters"]),
    # 8+9+10 = 27 with a king and two jokers 30, or 10; with two kings and a joker 30, or 20
    Change("joker_points_in_opening", ONLINE, "zero", points("8C 9C 10C KD JK JK 2H"), 57, 37),
    Change("joker_points_in_opening", ONLINE, "zero", opens("8C 9C 10C KD KS JK 2H"), True, False),
    Change("joker_points_in_opening", FAMILY, "zero", points("8C 9C 10C 7H 8H 9H JK 2H", "m1 Eva: 10H JH QH"), 61, 51),
    # 8+9+10 = 27 and four or three kings
    Change("set_size_max", ONLINE, 3, points("8C 9C 10C KS KH KD KC 2H"), 67, 57),
    # 27 and a king with two jokers 30, or not
    Change("min_naturals", ONLINE, 2, points(TWO_JOKERS), 57, 27),
    Change("max_jokers_per_meld", ONLINE, 1, points(TWO_JOKERS), 57, 27),
    Change("jokers_fewer_than_naturals", ONLINE, True, points(TWO_JOKERS), 57, 27),
    # 27 and 8-joker-joker 27, or joker-8-joker 24
    Change("adjacent_jokers", ONLINE, False, points("8C 9C 10C 5D 8D JK JK 2H"), 54, 51),
    # three nines 27 and A-2-3: 6, 15, or none
    Change("ace_low", ONLINE, 10, points("AS 2S 3S 9H 9D 9C 4D"), 33, 42),
    Change("ace_low", ONLINE, None, points("AS 2S 3S 9H 9D 9C 4D"), 33, 27),
    # Q-K-A 30, 31, or none, and three fours 12
    Change("ace_high", ONLINE, 11, points("QS KS AS 4D 4H 4C 9C"), 42, 43),
    Change("ace_high", ONLINE, None, points("QS KS AS 4D 4H 4C 9C"), 42, 12),
    # K-A-2 counts 22 beside the three nines; on the table A-2-3 takes the king, and the last card is thrown
    Change("ace_wraps", ONLINE, True, points("JC QC KC AC 2C 3C 9H 9D 9C 4D"), 67, 72),
    Change("ace_wraps", CLUB, True, closes("KS QS 7H", "anna: AS 2S 3S", opened=True), False, True),
    Change("ace_set", ONLINE, 11, points("8C 9C 10C AS AH AD 2H"), 57, 60),
    # 10+10+10+10, or 10+11+12+13
    Change("court_points", ONLINE, [11, 12, 13], points("10C JC QC KC 2H"), 40, 46),
    Change(
        "set_colours_alternate",
        CLUB,
        True,
        table_after("KS KH KD KC 2H", "", opened=True),
        ["KS KH KD KC"],
        ["KS KH KC KD"],
    ),
    # The opening: 30 + 12 = 42; kings and nines 57 without a run
    Change("opening_minimum", ONLINE, 42, opens("KS KH KC 3H 4H 5H 9D"), False, True),
    Change("opening_pure_run", ONLINE, False, opens("KS KH KD 9S 9H 9D 2C"), False, True),
    Change("first_laying_round", ONLINE, 3, opens("8C 9C 10C KS KH KD 2H", round=3), False, True),
    # 15 + 24, and 10 + 2 laid off: 51
    Change(
        "layoffs_count",
        ONLINE,
        True,
        opens("4S 5S 6S 8H 8D 8C QH 2H KC", "anna: 9H 10H JH | bert: 2S 2D 2C"),
        False,
        True,
    ),
    # the joker thrown leaves 2 + 3, laid on the run that opened 2
    Change("opening_run_joker", TOURNAMENT, "later", least("JK 2H 3D", "me: 8C 9C 10C!"), 5, 2),
    # 27 + 24 = 51, then a joker on the run that opened: at once, or not
    Change(
        "opening_run_joker",
        FAMILY,
        "yes",
        broken("meld 8C 9C 10C; meld 6S 6H 6D 6C; off new:0 JK; throw 2H", "8C 9C 10C 6S 6H 6D 6C JK 2H"),
        ["joker_on_opening_run"],
        [],
    ),
    Change(
        "pure_run_first",
        CLUB,
        "no",
        broken("meld KS KD JK; meld 4S 5S 6S; throw 9C", "4S 5S 6S KS KD JK 9C"),
        ["pure_run_not_first"],
        [],
    ),
    Change(
        "pure_run_first",
        CLUB,
        "yes",
        broken("meld KS KD KH; meld 4S 5S 6S; throw 9C", "4S 5S 6S KS KD KH 9C"),
        [],
        ["pure_run_not_first"],
    ),
    # 6S laid off, or thrown with 2H left
    Change("layoffs_in_opening_turn", ONLINE, False, least("8C 9C 10C KS KH KD 6S 2H", "anna: 3S 4S 5S"), 0, 2),
    # The table: the sevens take 7C, or 7 + 7 stay
    Change("rearrange", CLUB, True, least("7D 7S 9H", "anna: 4C 5C 6C 7C", opened=True), 14, 0),
    Change(
        "order_rule",
        TOURNAMENT,
        False,
        broken("off t0 8C; meld KS KH KD; throw 9D", "KS KH KD 8C 9D 2S", "anna: 5C 6C 7C", opened=True),
        ["others_already_served"],
        [],
    ),
    Change("wrong_laying", TOURNAMENT, "told", follows("meld KS KH 2S; throw 9D", "KS KH 2S 9D"), 1, 0),
    Change("wrong_laying", ONLINE, "cards_back_and_sit_out", follows("meld KS KH 2S; throw 9D", "KS KH 2S 9D"), 0, 1),
    Change("fours_to_discard", FAMILY, True, table_after("KC 9D", "anna: KS KH KD", opened=True), ["KS KH KD KC"], []),
    Change(
        "stock_refill",
        ONLINE,
        "shuffle",
        lambda rules: refilled(rules) == ["3S", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S"],
        True,
        False,
    ),
    # a run and three kings, all six laid
    Change("ends_with_discard", ONLINE, "optional", closes("8C 9C 10C KD KS KH"), False, True),
    Change(
        "ends_with_discard",
        ONLINE,
        "optional",
        broken("meld 8C 9C 10C; meld KD KS KH", "8C 9C 10C KD KS KH"),
        ["no_card_to_discard"],
        [],
    ),
    Change("ends_with_discard", ONLINE, False, first_step("8H", "me: 5H 6H 7H", drawn="stock"), Discard, LayOff),
    # The draw
    Change("discard_from_round", ONLINE, 3, faults("KC 5H", round=3, drawn="discard KC"), ["discard_too_early"], []),
    Change("discard_round_1", ONLINE, True, faults("KC 5H", round=1, drawn="discard KC"), ["discard_too_early"], []),
    Change(
        "discard_not_by_starter_in_first",
        CLUB,
        False,
        faults("KC 5H", round=4, starter=True, drawn="discard KC"),
        ["discard_not_by_starter"],
        [],
    ),
    Change("discard_unopened", ONLINE, False, faults("KC 5H", drawn="discard KC"), [], ["discard_unopened"]),
    Change("discard_round_1", FAMILY, False, refused({"discard_unopened": False}), ["contradicting_parameters"], []),
    # the taken king thrown leaves 9 + 5, the nine 10 + 5
    Change("round_1_return", FAMILY, False, least("KC 9D 5H", round=1, drawn="discard KC"), 14, 15),
    # 6C wins the joker for two kings, 2H stays; not where the king has to come first
    Change(
        "discard_duty", ONLINE, "turn", least("6C KC KD 9S 2H", "anna: 5C JK 7C", drawn="discard KC", **SPARE), None, 2
    ),
    Change("discard_duty", ONLINE, "none", least("KC 9D 5H", drawn="discard KC"), None, 14),
    Change(
        "discard_fitting_forbidden",
        TOURNAMENT,
        False,
        faults("8H 8S 8D 2C", "anna: 5H 6H 7H", opened=True, drawn="discard 8H"),
        ["discard_fitted"],
        [],
    ),
    Change("bottom", ONLINE, "meld", faults("KC 5H", drawn="bottom KC"), ["no_bottom_card"], []),
    Change("bottom", CLUB, "meld_or_discard", closes("8C 9C 10C KS KH KD 2H", drawn="bottom 2H"), False, True),
    # Exchanges: two kings with the won joker, 2S closes
    Change("exchange", ONLINE, "none", closes("6C KD KS 2S", "anna: 5C JK 7C", opened=True), True, False),
    # from sets QD QC for the joker, which is carried; else QD lies and 3S stays
    Change("exchange", ONLINE, "runs", least("QD QC 3S", "anna: QS QH JK", opened=True), 0, 3),
    # QD wins the joker for the kings, and 3S closes; or it is laid off
    Change("exchange_set", ONLINE, "any_missing", closes("QD KD KH 3S", "anna: QS QH JK", opened=True), False, True),
    Change(
        "exchange_set",
        CLUB,
        "any_missing",
        broken("swap t0 QD; throw KD", "QD KD 3S", "anna: QS QH JK", opened=True),
        ["set_not_completed"],
        [],
    ),
    # 51, then 6C wins the joker and 2H closes, or 6C is thrown
    Change("exchange_when", ONLINE, "earlier", least("10D JD QD 7S 7H 7D 6C 2H", "anna: 5C JK 7C"), 0, 2),
    # not opened: both queens for the joker, which is thrown, or a queen is thrown
    Change("exchange_when", CLUB, "always", least("QD QC 3S 4H", "anna: QS QH JK"), 17, 7),
    Change(
        "exchange_when",
        CLUB,
        "always",
        broken("swap t0 6C; throw 3S", "6C 3S 4H", "anna: 5C JK 7C"),
        ["not_opened"],
        [],
    ),
    # the joker would have to be laid, and nothing is opened
    Change(
        "exchange_when",
        ONLINE,
        "always",
        broken("swap t0 6C; throw 3S", "6C 3S 4H", "anna: 5C JK 7C"),
        ["not_opened"],
        ["won_joker_kept"],
    ),
    Change(
        "exchange_automatic",
        ONLINE,
        False,
        broken("off t0 6C 8C; off t0 JK; throw KH", "6C 8C KH", "anna: 5C JK 7C", opened=True),
        [],
        ["jokers_own_card"],
    ),
    # the joker won from four nines has no place: carried, or 2 stay
    Change("won_joker", ONLINE, "lay", least("9C 2H", "anna: 9S 9H 9D JK", opened=True), 0, 2),
    Change(
        "won_joker",
        ONLINE,
        "free",
        broken("swap t0 6C; throw KD", "6C KD 2S", "anna: 5C JK 7C", opened=True),
        ["won_joker_kept"],
        [],
    ),
    # Closing
    Change("carry_max", ONLINE, 0, closes("4D JK", opened=True), True, False),
    Change("close_with_joker", ONLINE, False, closes("JK", opened=True), True, False),
    # a thrown joker that bars all closing cannot close itself
    Change(
        "joker_discard_bars_closing",
        TOURNAMENT,
        False,
        refused({"close_with_joker": True}),
        ["contradicting_parameters"],
        [],
    ),
    # a joker thrown leaves 2, the two thrown leaves 50
    Change("joker_discard", ONLINE, "to_close", least("JK 2D", round=2), 2, 50),
    Change("close_with_joker", ONLINE, False, refused({"joker_discard": "to_close"}), [], ["contradicting_parameters"]),
    # 20 + 2 with the five thrown, 2 + 5 with the joker thrown
    Change("joker_discard_from_round", TOURNAMENT, 1, least("JK 2D 5H", round=3), 22, 7),
    # 8C thrown leaves 10+9+5+3+2, KH 9+8+5+3+2
    Change(
        "unopened_fit_ban", TOURNAMENT, False, least("KH 9H 8C 5D 3S 2C", "anna: 5H 6H 7H | anna: 10H JH QH"), 29, 27
    ),
    Change(
        "from_hand_layoffs",
        CLUB,
        True,
        of_closing(lambda answer: answer.from_hand, "8C 9C 10C KS KH KD 6S 2H", "anna: 3S 4S 5S"),
        False,
        True,
    ),
    Change(
        "from_hand_bonus",
        ONLINE,
        "always",
        of_closing(lambda answer: answer.special, "8C 9C 10C KS KH KD 2H", "anna: 3S 4S 5S"),
        False,
        True,
    ),
    # Penalties: an ace thrown, an ace and 2 left; a king thrown, queen and 2 left; a joker thrown, a joker and 2 left
    Change("penalty_ace", ONLINE, 20, least("AS AH 2D"), 12, 22),
    Change("penalty_court", ONLINE, [11, 12, 13], least("KC QD 2H"), 12, 14),
    Change("penalty_joker", ONLINE, 25, least("JK JK 2D"), 52, 27),
    Change("unopened_score", ONLINE, "flat", held("KC QD 2H"), 12, 100),
    Change("unopened_score", ONLINE, "double_sum", held("KC QD 2H"), 12, 24),
    Change("unopened_flat", CLUB, 70, held("KC QD 2H"), 100, 70),
    # 10 + 50 + 5, special 200, doubled 130
    Change("from_hand_score", ONLINE, "double_or_200", scores(from_hand=True, special=True), [0, 200], [0, 130]),
    Change("from_hand_score", ONLINE, "factor", scores(from_hand=True, special=True), [0, 200], [0, 130]),
    Change("from_hand_score", ONLINE, "same", scores(from_hand=True, special=True), [0, 200], [0, 65]),
    Change("from_hand_flat", ONLINE, 150, scores(from_hand=True, special=True), [0, 200], [0, 150]),
    # 20 + 50 + 5, doubled after a close from hand, or three times
    Change("from_hand_factor", CLUB, 3, scores(from_hand=True), [-20, 150], [-20, 225]),
    Change("closer_bonus", CLUB, 25, scores(), [-10, 75], [-25, 75]),
    Change("closer_bonus_from_hand", CLUB, 40, scores(from_hand=True), [-20, 150], [-40, 150]),
    # 995 + 5 = 1000
    Change("game_end_points", CLUB, None, game_ends(995, deal=3), True, False),
    Change("game_end_points", CLUB, -1001, game_ends(995, deal=3), True, False),
    Change("rounds_per_game", TOURNAMENT, 9, game_ends(0, deal=8), True, False),
]


@pytest.mark.parametrize(
    "change", [pytest.param(change, id=f"{change.parameter}={change.value}") for change in CHANGES]
)
def test_the_parameter_changes_an_answer(change: Change) -> None:
    preset = PROFILES[change.base]
    assert change.ask(preset) == change.before
    assert change.ask(preset.with_overrides({change.parameter: change.value})) == change.after
    assert change.before != change.after


def test_every_parameter_is_in_the_table() -> None:
    assert {change.parameter for change in CHANGES} == set(PARAMETERS)


def test_rule_sets_that_say_the_same_of_melds_share_what_is_made_of_it() -> None:
    for profile in PROFILES.values():
        others = profile.with_overrides({"opening_minimum": 1, "cards_dealt": 7})
        assert others != profile
        assert others.meld_rules == profile.meld_rules
        assert catalogue(others) is catalogue(profile)
        longer = profile.with_overrides({"run_length_max": 5})
        assert longer.meld_rules != profile.meld_rules
    assert set(MeldRules._fields) <= set(PARAMETERS)
