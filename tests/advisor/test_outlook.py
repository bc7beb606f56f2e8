"""The outlook against values computed by hand, against its definition, and against the analyses of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from advisor.answers import Options
from advisor.closing import closing
from advisor.helps import cards_left
from advisor.opening import opening
from advisor.outlook import outlook
from advisor.outlook_answer import Distance, OutlookAnswer
from advisor.words.explain import explain
from advisor.words.say import LANGUAGES
from solver.game.cards import CARDS, JOKER, Card, card
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.position import Drawn, Opponent, Position, TableMeld, make_position
from solver.rules.presets import PROFILES, read_profile
from solver.rules.profile import RuleProfile
from tests.random_positions import random_position

PATIENT = Options(time_ms=10_000)
ONLINE = PROFILES["zoliky-online"]
HAND = "6H 7H 8H KS KH JS 9C 2D 3D 5S 5C 10D 2C AS"


def lying(profile: RuleProfile, *melds: str) -> list[TableMeld]:
    """Melds of an opponent, as they lie on the table."""
    read = [read_meld(read_cards(meld), profile) for meld in melds]
    return [TableMeld(f"m{number}", "Eva", meld) for number, meld in enumerate(read, 1)]


def cards_of(distance: Distance) -> dict[str, int]:
    return {str(accept.card): accept.left for accept in distance.accepts}


def test_distance_to_opening_by_hand() -> None:
    """6-7-8 is pure and 21; 51 − 21 = 30: a third king, a queen between J and K, or a joker as either."""
    answer = outlook(make_position(ONLINE, read_cards(HAND)), PATIENT)
    assert answer.to_open.distance == 1
    assert cards_of(answer.to_open) == {"QS": 2, "KD": 2, "KC": 2, "JK": 4}
    assert answer.to_open.left_total == 10
    assert answer.to_open.unseen == 108 - 14
    assert answer.to_open.next_draw_probability == pytest.approx(10 / 94)
    # two draws miss with (84 / 94) × (83 / 93)
    assert answer.to_open.chance(2) == pytest.approx(1 - 84 * 83 / (94 * 93))
    assert answer.to_open.chance(0) == 0
    assert answer.to_open.chance(85) == 1
    assert answer.optimal


def test_a_visible_copy_is_no_longer_counted() -> None:
    position = make_position(ONLINE, read_cards(HAND), seen=read_cards("KD"), discard_pile=read_cards("KC QS JK"))
    assert cards_of(outlook(position, PATIENT).to_open) == {"QS": 1, "KD": 1, "KC": 1, "JK": 3}


def test_ready_but_none_left() -> None:
    """Every card that would open is visible: it is said which, and the distance is to other openings."""
    gone = read_cards("QS QS KD KD KC KC JK JK JK JK")
    answer = outlook(make_position(ONLINE, read_cards(HAND), seen=gone), PATIENT)
    assert answer.to_open.distance == 2
    assert [str(one) for one in answer.to_open.none_left] == ["QS", "KD", "KC", "JK"]
    assert not set(cards_of(answer.to_open)) & {"QS", "KD", "KC", "JK"}


def test_the_best_throw_keeps_what_opens() -> None:
    answer = outlook(make_position(ONLINE, read_cards(HAND)), PATIENT)
    rows = {str(row.card): row for row in answer.discards}
    assert [row.rank for row in answer.discards] == list(range(1, 15))
    assert rows.keys() == set(HAND.split())
    # without KH no third king opens: QS and, as it, a joker are left
    assert cards_of(rows["KH"].to_open) == {"QS": 2, "JK": 4}
    assert rows["KH"].penalty_saved == 10
    # the run is needed: each of its cards costs a draw, and both copies of 7H … can still come
    assert [rows[one].to_open.distance for one in ("6H", "7H", "8H")] == [2, 2, 2]
    assert answer.discards[0].to_open == answer.to_open
    assert answer.discards[0].reason.code == "throw_best"
    assert all(row.to_open.distance is not None for row in answer.discards)


def test_distance_zero_accepts_nothing() -> None:
    """8-9-10 pure (27) and J-Q-joker (30) open; throwing 2H closes (section 10, 1)."""
    answer = outlook(make_position(ONLINE, read_cards("8C 9C 10C JC QC JK 2H")), PATIENT)
    assert (answer.to_open.distance, answer.to_open.accepts) == (0, ())
    assert (answer.to_close.distance, answer.to_close.accepts) == (0, ())
    assert answer.to_open.next_draw_probability == 0


@pytest.mark.parametrize(("rules", "distance"), [("zoliky-online", 0), ("wikipedia", 0), ("tournament", 0)])
def test_exchange_closes(rules: str, distance: int) -> None:
    """Section 10, 8: 6C is exchanged; the joker is carried, or laid again; 2H closes."""
    profile = read_profile(rules)
    position = make_position(profile, read_cards("6C 2H"), opened=True, table=lying(profile, "5C JK 7C"))
    assert outlook(position, PATIENT).to_close.distance == distance


def test_a_card_that_fits_is_told() -> None:
    profile = PROFILES["zoliky-online"]
    position = make_position(
        profile, read_cards("6C 8C 2H KD"), opened=True, table=lying(profile, "5C JK 7C", "KS KH KC")
    )
    rows = {str(row.card): row for row in outlook(position, PATIENT).discards}
    assert (rows["6C"].fits, rows["6C"].frees_joker) == (("m1",), ("m1",))
    assert (rows["8C"].fits, rows["8C"].frees_joker) == (("m1",), ())
    assert (rows["KD"].fits, rows["2H"].fits) == (("m2",), ())


def test_layoffs_count_for_the_opening_in_family() -> None:
    """Section 10, 6: 15 + 24 by melds, QH and 2H on the table make 51; a step further without QH: 10 are missing."""
    profile = PROFILES["family"]
    table = lying(profile, "9H 10H JH", "2S 2D 2C")
    whole = make_position(profile, read_cards("4S 5S 6S 8H 8D 8C QH 2H KC"), table=table)
    assert outlook(whole, PATIENT).to_open.distance == 0
    less = make_position(profile, read_cards("4S 5S 6S 8H 8D 8C 3D 2H KC"), table=table)
    answer = outlook(less, PATIENT)
    assert answer.to_open.distance == 1
    assert "QH" in cards_of(answer.to_open)


def test_forbidden_throws_are_apart() -> None:
    """Section 10, 9: KH and 9H fit on 10-J-Q and may not be thrown by one who has not opened."""
    profile = PROFILES["tournament"]
    position = make_position(
        profile,
        read_cards("KH 9H 8C 5D 3S 2C"),
        table=lying(profile, "5S 6S 7S", "10H JH QH"),
        opponents=[Opponent("Eva", 5, opened=True)],
    )
    answer = outlook(position, PATIENT)
    assert [str(one) for one, _ in answer.forbidden] == ["9H", "KH"]
    assert {str(row.card) for row in answer.discards} == {"8C", "5D", "3S", "2C"}
    assert {reason.code for _, reason in answer.forbidden} == {"fitting_card_thrown"}


def test_too_early_is_a_hindrance() -> None:
    answer = outlook(make_position(ONLINE, read_cards("8C 9C 10C JC QC JK 2H"), round=2), PATIENT)
    assert answer.to_open.distance == 0
    assert answer.hindrance is not None
    assert answer.hindrance.code == "too_early"


def test_a_goal_out_of_reach_is_none() -> None:
    """200 points need more than the five cards that can be laid."""
    profile = read_profile({"opening_minimum": 200})
    answer = outlook(make_position(profile, read_cards("8C 9C 10C JC QC 2H")), PATIENT)
    assert answer.to_open.distance is None
    assert answer.to_close.distance is None


def test_words_of_an_outlook() -> None:
    """10 of 94: 10.6 %; in three draws 1 − 84 × 83 × 82 / (94 × 93 × 92) = 28.9 %."""
    position = make_position(ONLINE, read_cards(HAND))
    answer = outlook(position, PATIENT)
    told = [step.text for step in explain(answer)]
    assert told[0] == "To open, 1 card must still come."
    assert told[1].endswith("10 copies in all, chance 10.6 % with the next draw, 28.9 % in three.")
    first_throw = next(at for at, text in enumerate(told) if text.startswith("1. "))
    assert told[first_throw - 1].startswith("The draw of this turn is still to come")
    for language in LANGUAGES:
        steps = explain(answer, language)
        assert sum(step.code == "throw_row" for step in steps) == 14


def test_a_large_hand_is_answered_in_time() -> None:
    """Thirty cards: far more than a game reaches; an answer comes, and says what is not proved."""
    deck = [card for card in CARDS[:-1] for _ in range(2)]
    Random(3).shuffle(deck)
    answer = outlook(make_position(ONLINE, deck[:30]), Options(time_ms=300))
    assert answer.to_open.distance == 0
    assert not answer.to_close.optimal


def test_the_same_question_gets_the_same_answer() -> None:
    position = make_position(ONLINE, read_cards("AS 2S 4S 6H 6D 9C 9H QD KD JK 3C"))
    assert outlook(position, PATIENT) == outlook(position, PATIENT)


def calm(rng: Random, base: str) -> Position:
    """A random small position in which nothing but the cards decides: no draw yet, late enough, no rearranging."""
    position = random_position(rng, base, most_cards=5, most_melds=3, most_overrides=1, rearranging=0)
    profile = position.profile.with_overrides({"rearrange": False, "ends_with_discard": True})
    late = max(position.round, profile.first_laying_round, profile.joker_discard_from_round)
    return replace(
        position, profile=profile, drawn=None, closing_barred=False, round=late, discard_pile=(), starter=False
    )


@pytest.mark.parametrize("base", list(PROFILES))
def test_distance_zero_is_what_the_analyses_find(base: str) -> None:
    rng = Random(base)
    for _ in range(8):
        position = calm(rng, base)
        answer = outlook(position, PATIENT)
        assert (answer.to_close.distance == 0) == closing(position, PATIENT).closes, position
        if not position.opened:
            assert (answer.to_open.distance == 0) == opening(position, PATIENT).opens, position


def closing_cards(position: Position, kinds: Sequence[Card]) -> set[str]:
    """The cards whose drawing, after some throw, closes: asked of the optimiser, one position each."""
    found = set()
    for kind in kinds:
        for thrown in sorted(set(position.hand)):
            hand = list(position.hand)
            hand.remove(thrown)
            if closing(replace(position, hand=(*hand, kind)), PATIENT).closes:
                found.add(str(kind))
                break
    return found


@pytest.mark.parametrize("base", ["zoliky-online", "joker-club", "tournament"])
def test_one_draw_from_closing_at_the_table(base: str) -> None:
    """7-8-9 and 5-joker-7 lie there; of the hand only the four of hearts has no place."""
    profile = read_profile(base)
    table = [*lying(profile, "7D 8D 9D", "5C JK 7C"), TableMeld("m3", "me", read_meld(read_cards("QS KS AS"), profile))]
    position = make_position(profile, read_cards("10D 4H JS KC"), table=table)
    answer = outlook(position, PATIENT)
    left = cards_left(position)
    near = [JOKER, *(card(rank, suit) for suit in (CARDS[13].suit, CARDS[26].suit) for rank in (3, 5, 6, 11))]
    expected = closing_cards(position, [one for one in near if left[one.kind]])
    assert answer.to_close.distance == 1
    assert {one for one in cards_of(answer.to_close) if one in set(map(str, near))} == expected


def best(answer: OutlookAnswer) -> list[str]:
    return [str(row.card) for row in answer.discards]


def test_an_opened_player_is_ranked_by_closing() -> None:
    """Thrown 6C frees the joker and keeps no close; thrown 2H leaves a card that is exchanged at once."""
    position = make_position(ONLINE, read_cards("6C 2H"), opened=True, table=lying(ONLINE, "5C JK 7C"))
    answer = outlook(position, PATIENT)
    assert best(answer) == ["2H", "6C"]
    assert answer.discards[1].reason.code == "throw_closes_by_fewer"


# Before the draw


def test_before_the_draw_the_hand_grows_by_a_card() -> None:
    """Thirteen cards in melds and 4D: in its turn it closes; before the draw a card must come that goes with them."""
    hand = "8C 9C 10C JC QC KC 2H 2D 2S 7D 7S 7H 7C 4D"
    standing = outlook(make_position(ONLINE, read_cards(hand), drawn=Drawn("stock")), PATIENT)
    assert (standing.to_close.distance, standing.before_draw) == (0, False)
    before = outlook(make_position(ONLINE, read_cards(hand)), PATIENT)
    assert before.before_draw
    assert (before.to_open.distance, before.to_close.distance) == (1, 1)
    assert before.to_open.next_draw_probability == 1
    # an end of the run, a fourth two, a joker; and by two cards of a set of seven or of the run nothing is gained
    assert {"7C", "AC", "2C", "JK"} <= set(cards_of(before.to_close))
    assert not {"5D", "6D", "9H", "KD"} & set(cards_of(before.to_close))


def test_a_complete_hand_before_the_draw_closes_with_any_card() -> None:
    """Opened, 5-6-7: any draw brings the card to throw. In its turn it would take two jokers, which are carried."""
    position = make_position(ONLINE, read_cards("5D 6D 7D"), opened=True)
    answer = outlook(position, PATIENT)
    assert answer.before_draw
    assert answer.to_close.distance == 1
    assert answer.to_close.next_draw_probability == 1
    assert "Any card will do." in [step.text for step in explain(answer)]
    standing = outlook(replace(position, drawn=Drawn("stock")), PATIENT)
    assert (standing.to_close.distance, standing.before_draw) == (2, False)


# Danger


def test_danger_by_what_the_next_player_picked_up_and_threw() -> None:
    """Eva took 7D and threw KS and 2C: 8D goes with 7D; KS is as hers, QS goes with it; 5H tells nothing."""
    eva = Opponent("Eva", 9, picked=tuple(read_cards("7D")), thrown=tuple(read_cards("KS 2C")))
    position = make_position(ONLINE, read_cards("8D 7C KS QS 5H JK"), opponents=[eva, Opponent("Jan", 9)])
    answer = outlook(position, PATIENT)
    rows = {str(row.card): row for row in answer.discards}
    wanted = {card: [str(one) for one in row.wanted] for card, row in rows.items()}
    assert wanted == {"8D": ["7D"], "7C": ["7D"], "KS": [], "QS": [], "5H": [], "JK": ["7D"]}
    unwanted = {card: [str(one) for one in row.unwanted] for card, row in rows.items() if row.unwanted}
    assert unwanted == {"KS": ["KS"], "QS": ["KS"]}
    # the card in Eva's hand cannot come, those that she threw may have been turned over
    assert dict(zip(CARDS, cards_left(position), strict=True))[read_cards("7D")[0]] == 1


def test_a_wanted_card_is_ranked_below_one_that_is_not() -> None:
    """Opened with 2S 9H: neither fits nor goes with anything; Eva took 10H."""
    eva = Opponent("Eva", 5, opened=True, picked=tuple(read_cards("10H")))
    position = make_position(ONLINE, read_cards("9C 9H"), opened=True, opponents=[eva])
    answer = outlook(position, PATIENT)
    assert best(answer) == ["9C", "9H"]
    assert answer.discards[1].reason.code == "throw_wanted"
    seen = replace(position, opponents=(Opponent("Eva", 5, opened=True, thrown=tuple(read_cards("8H"))),))
    assert best(outlook(seen, PATIENT)) == ["9H", "9C"]
    for language in LANGUAGES:
        assert explain(answer, language)
