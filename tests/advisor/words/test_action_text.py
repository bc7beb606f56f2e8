"""Single actions in words, with and without the position in which they are done."""

import pytest

from advisor.words.explain import action_text
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.notation import read_card, read_cards
from tests.advisor.words.test_explain import POSITION


@pytest.mark.parametrize(
    ("action", "en", "cs"),
    [
        (Draw("stock"), "Draw from the stock.", "Lízni z talonu."),
        (Draw("discard", read_card("6C")), "Take 6C from the discard pile.", "Vezmi z odhozu 6C."),
        (Draw("bottom", read_card("6C")), "Take 6C from under the stock.", "Vezmi 6C zpod talonu."),
        (
            LayMeld(read_cards("10D JD QD")),
            "Lay the pure run 10D JD QD (30 points).",
            "Vylož čistou postupku 10D JD QD (30 bodů).",
        ),
        (
            LayMeld(read_cards("7S 7H JK")),
            "Lay the set 7S 7H JK (JK = 7D/7C; 21 points).",
            "Vylož skupinu 7S 7H JK (JK = 7D/7C; 21 bodů).",
        ),
        (LayMeld(read_cards("7S 8H")), "Lay 7S 8H.", "Vylož 7S 8H."),
        (
            LayOff("mine", read_cards("2H")),
            "Lay 2H off on meld mine (2S 2D 2C).",
            "Přilož 2H ke kombinaci mine (2S 2D 2C).",
        ),
        (LayOff("gone", read_cards("2H")), "Lay 2H off on meld gone.", "Přilož 2H ke kombinaci gone."),
        (
            Exchange("e1", read_cards("6C"), 1),
            "Give 6C to meld e1 (5C JK 7C, Eva) and take 1 joker.",
            "Dej 6C do kombinace e1 (5C JK 7C, Eva) a vezmi si 1 žolíka.",
        ),
        (
            Rearrange(("mine",), (LayMeld(read_cards("2S 2H 2D 2C")),), read_cards("2H")),
            "Take apart mine (2S 2D 2C) and with 2H from the hand build 2S 2H 2D 2C.",
            "Rozeber mine (2S 2D 2C) a s kartami 2H z ruky slož 2S 2H 2D 2C.",
        ),
        (Discard(read_card("2H")), "Throw 2H.", "Odhoď 2H."),
        (Return(read_card("2H")), "Put 2H back and draw from the stock.", "Vrať 2H a lízni z talonu."),
    ],
)
def test_actions_in_words(action: Action, en: str, cs: str) -> None:
    assert action_text(action, "en", "ascii", POSITION) == en
    assert action_text(action, "cs", "ascii", POSITION) == cs


def test_an_action_without_a_position_is_said_without_points() -> None:
    assert action_text(LayMeld(read_cards("7S 7H JK"), "set")) == "Lay the set 7S 7H JK."
    assert action_text(LayOff("e1", read_cards("4C"))) == "Lay 4C off on meld e1."
