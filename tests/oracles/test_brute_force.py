"""The brute force against positions of the rules' section 10, each with its arithmetic."""

from __future__ import annotations

from solver.game.notation import read_cards
from solver.game.position import Drawn, make_position
from solver.rules.presets import PROFILES
from tests.oracles.brute_force import melds_of, structural_turns, truth, turns


def test_melds_are_laid_side_by_side() -> None:
    """8-9-10 = 27 and J-Q-joker = 30 make 57; 2H closes."""
    position = make_position(PROFILES["zoliky-online"], read_cards("8C 9C 10C JC QC JK 2H"))
    found = truth(position)
    assert found.opening is not None
    # closes, penalty 0, no joker kept, one laid, no card left, two melds
    assert found.opening == (-57, 0, 0, 0, 1, 0, 2)
    assert found.pure_points == 57
    assert found.closes_from_hand
    assert found.most_carried_from_hand == 0


def test_the_taken_king_is_in_the_opening() -> None:
    """6-7-8 = 21 and three kings = 30 make 51."""
    hand = read_cards("6H 7H 8H KS KH KC 2D")
    position = make_position(PROFILES["zoliky-online"], hand, drawn=Drawn("discard", read_cards("KC")[0]))
    assert truth(position).opening == (-51, 0, 0, 0, 0, 0, 2)


def test_a_run_counts_to_the_opening_with_a_joker_in_the_set() -> None:
    """4-5-6 = 15 and K K joker = 30 make 45 of 42."""
    found = truth(make_position(PROFILES["joker-club"], read_cards("4S 5S 6S KS KD JK 9C")))
    assert found.opening == (-45, 0, 0, 0, 1, 0, 2)


def test_two_jokers_and_a_card_are_a_meld_only_where_one_natural_card_is_enough() -> None:
    hand = read_cards("JK JK 7D KC")
    # joker-club: no meld; a joker is thrown, 7 + 10 + 50 are left on an empty table
    club = truth(make_position(PROFILES["joker-club"], hand, opened=True))
    assert club.legal == (1, 67, -1, 0, 3, 0)
    # zoliky-online: 7D and the jokers are laid, KC closes
    online = truth(make_position(PROFILES["zoliky-online"], hand, opened=True))
    assert online.legal == (0, 0, 0, 2, 0, 1)


def test_a_low_ace_counts_ten_or_one() -> None:
    """joker-club: A-2-3 = 15 and 9 9 9 = 27 make 42. zoliky-online: 6 + 27 = 33."""
    hand = read_cards("AS 2S 3S 9H 9D 9C 4D")
    assert truth(make_position(PROFILES["joker-club"], hand)).opening == (-42, 0, 0, 0, 0, 0, 2)
    lower = PROFILES["zoliky-online"].with_overrides({"opening_minimum": 42})
    found = truth(make_position(lower, hand))
    assert found.opening is None
    assert found.pure_points == 33
    # nothing is laid; 10 + 2 + 3 + 3 × 9 + 4 = 46, an ace of 10 is thrown: 36
    assert found.legal == (1, 36, 0, 0, 6, 0)
    assert found.structural == (0, 0, 0, 0, 0, 2)


def test_the_main_hand_opens_in_every_profile() -> None:
    """7♦-8-9-10 = 34 and three kings = 30 make 64; with the joker as the fourth king 74, or as J♦ 74.

    The aces and queens: Q♣ joker A♣ = Q-K-A = 30 (31 in tournament) make 94 (95)."""
    hand = read_cards("7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ Q♣ A♣ JK 2♣ 5♥ 5♠ 9♣ 3♥")
    points = {name: truth(make_position(profile, hand)).pure_points for name, profile in PROFILES.items()}
    assert points == {"zoliky-online": 94, "joker-club": 94, "wikipedia": 94, "family": 94, "tournament": 95}


def test_the_last_card_is_never_laid() -> None:
    position = make_position(PROFILES["zoliky-online"], read_cards("5H 6H 7H"), opened=True)
    # 7H is thrown, 5 + 6 stay
    assert truth(position).legal == (1, 11, 0, 0, 2, 0)
    free = PROFILES["zoliky-online"].with_overrides({"ends_with_discard": False})
    assert truth(make_position(free, read_cards("5H 6H 7H"), opened=True)).closes


def test_jokers_carried_at_a_close() -> None:
    hand = read_cards("JK JK 4H")
    assert truth(make_position(PROFILES["zoliky-online"], hand, opened=True)).legal == (0, 0, -2, 0, 2, 0)
    # tournament carries one: 4H joker joker is a meld only if a card is left; two jokers cannot both be carried
    found = truth(make_position(PROFILES["tournament"], hand, opened=True))
    assert not found.closes
    # throwing a joker leaves 4 + 20, throwing 4H leaves two jokers of 20
    assert found.legal == (1, 24, -1, 0, 2, 0)


def test_every_place_of_the_jokers_is_found() -> None:
    """5H JK JK: 5-6-7, 4-5-6, 3-4-5 and the set."""
    melds = melds_of(tuple(sorted(read_cards("5H JK JK"))), PROFILES["zoliky-online"])
    assert [meld.low for meld in melds if meld.kind == "run"] == [3, 4, 5]
    assert [meld.points for meld in melds if meld.kind == "set"] == [15]
    assert melds_of(tuple(sorted(read_cards("5H JK JK"))), PROFILES["joker-club"]) == ()


def test_a_run_from_ace_to_ace() -> None:
    hand = read_cards("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH")
    longest = max(melds_of(tuple(sorted(hand)), PROFILES["zoliky-online"]), key=lambda meld: len(meld.cards))
    # 1 + (2 + … + 10 = 54) + 3 × 10 + 10 = 95
    assert (len(longest.cards), longest.points) == (14, 95)


def test_structural_ignores_the_opening() -> None:
    position = make_position(PROFILES["zoliky-online"], read_cards("2H 3H 4H 9C"))
    assert min(turn.order for turn in structural_turns(position)) == (0, 0, 0, 0, 0, 1)
    assert {turn.laying.melds for turn in turns(position)} == {0}
