"""Single actions in words, as the steps of a plan."""

import pytest

from advisor.answers import Plan, TurnAnswer
from advisor.words.explain import explain
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import JOKER
from solver.game.melds import read_meld
from solver.game.notation import read_card, read_cards
from solver.game.position import TableMeld
from solver.referee.verdict import ReplayStep
from tests.advisor.words.test_explain import ONLINE, POSITION


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
        (
            LayOff("mine", read_cards("2H")),
            "Lay 2H off on your 2S 2D 2C.",
            "Přilož 2H k tvé skupině 2S 2D 2C.",
        ),
        (
            Exchange("e1", read_cards("6C"), 1),
            "Give 6C to Eva’s 5C JK 7C and take 1 joker.",
            "Dej 6C do postupky 5C JK 7C (Eva) a vezmi si 1 žolíka.",
        ),
        (
            Rearrange(("mine",), (LayMeld(read_cards("2S 2H 2D 2C")),), read_cards("2H")),
            "Take apart your 2S 2D 2C and with 2H from the hand build 2S 2H 2D 2C.",
            "Rozeber tvou skupinu 2S 2D 2C a s kartou 2H z ruky slož 2S 2H 2D 2C.",
        ),
        (Discard(read_card("2H")), "Throw 2H.", "Odhoď 2H."),
        (Discard(JOKER), "Throw the joker.", "Odhoď žolíka."),
        (
            LayOff("e1", (JOKER,), "high"),
            "Lay the joker off on Eva’s 5C JK 7C at the high end.",
            "Přilož žolíka na konec postupky 5C JK 7C (Eva).",
        ),
        (Return(read_card("2H")), "Put 2H back and draw from the stock.", "Vrať 2H a lízni z talonu."),
    ],
)
def test_actions_in_words(action: Action, en: str, cs: str) -> None:
    melds = {LayMeld: [action], Rearrange: getattr(action, "melds", ())}.get(type(action), ())
    new = tuple(TableMeld(f"new:{at}", "me", read_meld(meld.cards, ONLINE)) for at, meld in enumerate(melds))
    plan = Plan((ReplayStep(action, new, (), (*POSITION.table, *new)),), (), (), None, None, None)
    answer = TurnAnswer(POSITION, "penalty", plan, (plan,), (), True, None)
    assert [one.text for one in explain(answer)] == [en]
    assert [one.text for one in explain(answer, "cs")] == [cs]
