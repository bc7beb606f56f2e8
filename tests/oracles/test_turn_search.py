"""The exhaustive turn search: positions of the rules' section 10, and the referee as a second judge."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from solver.game.actions import Action, Exchange, LayMeld, LayOff
from solver.game.cards import JOKER
from solver.game.melds import read_meld
from solver.game.notation import read_card, read_cards
from solver.game.position import Drawn, Position, TableMeld, make_position
from solver.game.position_line import position_line
from solver.referee.judge import judge
from solver.referee.verdict import EndState
from solver.rules.presets import PROFILES
from tests.oracles import brute_force
from tests.oracles.turn_search import End, random_turn, search
from tests.random_positions import positions, random_hand_position

BASES = list(PROFILES)


def table(profile: str, *melds: str, owner: str = "Eva") -> list[TableMeld]:
    return [
        TableMeld(f"m{number}", owner, read_meld(read_cards(cards), PROFILES[profile]))
        for number, cards in enumerate(melds, 1)
    ]


def at(profile: str, hand: str, *melds: str, opened: bool = False, drawn: Drawn | None = None) -> Position:
    return make_position(PROFILES[profile], read_cards(hand), table=table(profile, *melds), opened=opened, drawn=drawn)


def test_two_melds_that_must_not_be_joined() -> None:
    """8-9-10 = 27 and J-Q-joker = 30; 2H closes, special with no meld of an opponent."""
    found = search(at("zoliky-online", "8C 9C 10C JC QC JK 2H"))
    assert found.opening == (-57, 0, 0, 0, 1, 0, 2)
    assert found.special


def test_the_taken_king_is_laid_first() -> None:
    found = search(at("zoliky-online", "6H 7H 8H KS KH KC 2D", drawn=Drawn("discard", read_card("KC"))))
    assert found.opening == (-51, 0, 0, 0, 0, 0, 2)
    assert found.witnesses["opening"][0] == LayMeld(read_cards("KS KH KC"), "set")


@pytest.mark.parametrize(
    ("profile", "best"), [("joker-club", (1, 7, 0, 2, 1, 0)), ("zoliky-online", (0, 0, 0, 2, 0, 1))]
)
def test_two_jokers_and_one_card(profile: str, best: tuple[int, ...]) -> None:
    """joker-club: both jokers go to the run, KC is thrown, 7 are left. zoliky-online: 7D joker joker, KC closes."""
    position = make_position(
        PROFILES[profile], read_cards("JK JK 7D KC"), table=table(profile, "3H 4H 5H", owner="me"), opened=True
    )
    assert search(position).best == best


def test_lay_offs_count_for_the_opening_in_family() -> None:
    """15 + 24 + 10 + 2 = 51 and a close from hand; zoliky-online 39."""
    hand = "4S 5S 6S 8H 8D 8C QH 2H KC"
    family = search(at("family", hand, "9H 10H JH", "2S 2D 2C"))
    assert family.opening is not None
    assert family.opening[:2] == (-51, 0)
    assert family.from_hand
    assert search(at("zoliky-online", hand, "9H 10H JH", "2S 2D 2C")).opening is None


def test_an_exchange_in_the_opening_turn() -> None:
    """30 + 21 = 51. zoliky-online exchanges 6C and closes with the joker carried, not special; family throws 6C."""
    hand = "10D JD QD 7S 7H 7D 6C 2H"
    online = search(at("zoliky-online", hand, "5C JK 7C"))
    assert online.best == (0, 0, -1, 0, 1, 2)
    assert (online.from_hand, online.special, online.most_carried) == (True, False, 1)
    assert search(at("family", hand, "5C JK 7C")).best == (1, 2, 0, 0, 1, 2)


@pytest.mark.parametrize(
    ("profile", "best"),
    [
        ("zoliky-online", (0, 0, -1, 0, 1, 0)),
        ("joker-club", (0, 0, -1, 0, 1, 0)),
        ("wikipedia", (0, 0, -1, 0, 1, 0)),
        ("family", (0, 0, 0, 1, 0, 0)),
        ("tournament", (0, 0, 0, 1, 0, 0)),
    ],
)
def test_a_won_joker_is_carried_or_laid(profile: str, best: tuple[int, ...]) -> None:
    """6C wins the joker. family carries none and tournament keeps none: it goes back as 4C or 8C; 2H closes."""
    found = search(at(profile, "6C 2H", "5C JK 7C", opened=True))
    assert found.best == best
    assert Exchange("m1", read_cards("6C"), 1) in found.witnesses["best"]
    if best[3]:
        assert found.witnesses["best"][1] in (LayOff("m1", (JOKER,), "low"), LayOff("m1", (JOKER,), "high"))


def test_fitting_cards_may_not_be_thrown_in_tournament() -> None:
    """KH and 9H fit on 10-J-Q; throwing 8C leaves 10 + 9 + 5 + 3 + 2 = 29."""
    found = search(at("tournament", "KH 9H 8C 5D 3S 2C", "5H 6H 7H", "10H JH QH"))
    assert found.best == (1, 29, 0, 0, 5, 0)


def test_a_fitting_discard_of_an_opened_player_is_not_taken_in_tournament() -> None:
    position = at("tournament", "8H 8S 8D 4C", "5H 6H 7H", opened=True, drawn=Drawn("discard", read_card("8H")))
    assert search(position).best is None


def outcome(end: EndState, jokers_laid: int, melds: int) -> tuple[int, ...]:
    """The referee's end state as the order of the search."""
    return (not end.closes, end.penalty, -end.hand.count(JOKER), jokers_laid, len(end.hand), melds)


def agrees(position: Position, actions: Sequence[Action], end: End | None = None) -> EndState:
    """The referee's end state of actions that the search thinks legal."""
    verdict = judge(position, actions)
    assert verdict.legal, (position_line(position), actions, verdict.problems)
    if end is not None:
        assert outcome(verdict.end, end.jokers_laid, end.melds) == end.order, position_line(position)
        assert (verdict.end.points if verdict.end.opens else None) == end.points, position_line(position)
        assert verdict.end.special == end.special, position_line(position)
    return verdict.end


@pytest.mark.parametrize("base", BASES)
def test_the_referee_agrees(base: str) -> None:
    """What the search finds best, and random turns of it, are legal and worth the same before the referee."""
    for index, position in enumerate(positions(11, 40, base)):
        found = search(position)
        for name, actions in found.witnesses.items():
            end = agrees(position, actions)
            if name == "best" and found.best:
                assert outcome(end, found.best[3], found.best[5]) == found.best, position_line(position)
            if name == "opening" and found.opening:
                assert end.points == -found.opening[0], position_line(position)
        for number in range(3):
            turn = random_turn(position, Random(f"{index}/{number}"))
            if turn:
                agrees(position, *turn)


@pytest.mark.parametrize("base", BASES)
def test_without_a_table_the_search_agrees_with_trying_all_partitions(base: str) -> None:
    for index in range(40):
        position = random_hand_position(Random(f"12/{index}"), base, most_cards=7)
        if not brute_force.partition_is_enough(position):
            continue
        hand, turn = brute_force.truth(position), search(position)
        assert turn.best == hand.legal, position_line(position)
        assert turn.opening == hand.opening, position_line(position)
        assert (turn.closes, turn.left_over) == (hand.closes, hand.left_over), position_line(position)
