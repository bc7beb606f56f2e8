"""Whole answers in words, step by step."""

from typing import Any

import pytest

from advisor import advice
from advisor.answers import (
    ClosingAnswer,
    Help,
    MeldSum,
    OpeningAnswer,
    PenaltyAnswer,
    Plan,
    StructuralPenalty,
    TurnAnswer,
)
from advisor.scoring import Player, ScoreRequest, score
from advisor.words.explain import Sentence, explain
from solver import facts
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Return
from solver.game.cards import Card
from solver.game.melds import Meld, read_meld
from solver.game.notation import read_card, read_cards
from solver.game.position import Drawn, Position, TableMeld, make_position
from solver.referee.judge import judge
from solver.referee.verdict import BrokenRule, EndState, ReplayStep, Verdict
from solver.rules.presets import PROFILES, read_profile

ONLINE = PROFILES["zoliky-online"]
MISSING_9 = facts.not_enough_points(points=33, required=42, missing=9)


def meld(text: str, profile: str = "zoliky-online") -> Meld:
    return read_meld(read_cards(text), PROFILES[profile])


TABLE = (TableMeld("e1", "Eva", meld("5C JK 7C")), TableMeld("mine", "me", meld("2S 2D 2C")))
POSITION = make_position(ONLINE, read_cards("10D JD QD KD 7S 7H JK 6C 2H"), table=TABLE)


UNOPENED = make_position(ONLINE, POSITION.hand, table=TABLE[:1])


def plan(
    actions: tuple[Action, ...],
    melds: tuple[Meld, ...],
    left: str,
    discard: str | None,
    position: Position = UNOPENED,
    **more: Any,
) -> Plan:
    """A plan of actions, replayed where they are legal; else only new melds are followed."""
    thrown = None if discard is None else read_card(discard)
    values = {"penalty": 0, "points": None} | more
    done = judge(position, actions, finish=False).steps
    done = done if len(done) == len(actions) else as_told(actions, position)
    return Plan(done, melds, read_cards(left), thrown, **values)


def as_told(actions: tuple[Action, ...], position: Position) -> tuple[ReplayStep, ...]:
    """Steps that nobody has judged."""
    done: list[ReplayStep] = []
    laid: tuple[TableMeld, ...] = ()
    for action in actions:
        new: tuple[TableMeld, ...] = ()
        if isinstance(action, LayMeld):
            new = (TableMeld(f"new:{len(laid)}", "me", read_meld(action.cards, position.profile)),)
        laid += new
        done.append(ReplayStep(action, new, (), (*position.table, *laid)))
    return tuple(done)


CLOSING_PLAN = plan(
    (
        LayMeld(read_cards("10D JD QD")),
        LayMeld(read_cards("7S 7H JK")),
        LayOff("new:0", read_cards("KD"), "high"),
        Exchange("e1", read_cards("6C"), 1),
        Discard(read_card("2H"), True, False),
    ),
    (meld("10D JD QD KD"), meld("7S 7H JK")),
    "2H JK",
    "2H",
    points=51,
    closes=True,
    carried=1,
)


def steps(answer: object, language: str = "en") -> list[tuple[str, str]]:
    found = explain(answer, language)
    assert all(isinstance(one, Sentence) for one in found)
    return [(one.code, one.text) for one in found]


def opening(**more: Any) -> OpeningAnswer:
    values: dict[str, Any] = {
        "position": POSITION,
        "opens": True,
        "points": 51,
        "required": 51,
        "missing": 0,
        "pure_run": True,
        "plan": CLOSING_PLAN,
        "without_pure_run": MeldSum(51, ()),
        "helps": (),
        "reasons": (),
        "optimal": True,
        "bound": None,
        "alternatives": (),
    }
    return OpeningAnswer(**(values | more))


def test_an_opening_step_by_step() -> None:
    assert steps(opening()) == [
        ("opens", "You can open with 51 points (51 needed)."),
        ("lays_meld", "Lay the pure run 10D JD QD (30 points)."),
        ("lays_meld", "Lay the set 7S 7H JK (JK = 7D/7C; 21 points)."),
        ("lays_off", "Lay KD off on the new 10D JD QD."),
        ("exchanges_joker", "Give 6C to Eva’s 5C JK 7C and take 1 joker."),
        ("throws", "Throw 2H."),
        ("closes", "That closes the deal."),
        ("carries_jokers", "1 joker stays in hand for the next deal."),
    ]


def test_a_meld_is_named_as_it_lies_then() -> None:
    position = make_position(PROFILES["family"], read_cards("6C 2H"), table=TABLE[:1], opened=True)
    actions = (Exchange("e1", read_cards("6C"), 1), LayOff("e1", read_cards("JK"), "high"), Discard(read_card("2H")))
    recommended = plan(actions, (), "2H", "2H", position, closes=True)
    assert steps(turn(recommended, position))[:2] == [
        ("exchanges_joker", "Give 6C to Eva’s 5C JK 7C and take 1 joker."),
        ("lays_off", "Lay the joker off on Eva’s 5C 6C 7C at the high end."),
    ]
    assert steps(turn(recommended, position), "cs")[1][1] == "Přilož žolíka na konec postupky 5C 6C 7C (Eva)."


def test_the_same_in_slovak() -> None:
    assert [text for _, text in steps(opening(), "sk")] == [
        "Môžeš vyložiť 51 bodov (treba 51).",
        "Vylož čistú postupku 10D JD QD (30 bodov).",
        "Vylož skupinu 7S 7H JK (JK = 7D/7C; 21 bodov).",
        "Prilož KD k novej postupke 10D JD QD.",
        "Daj 6C do postupky 5C JK 7C (Eva) a vezmi si 1 žolíka.",
        "Odhoď 2H.",
        "Tým zatvoríš.",
        "V ruke do ďalšieho rozdania zostane 1 žolík.",
    ]


def test_why_a_hand_does_not_open() -> None:
    answer = opening(
        opens=False,
        points=30,
        missing=21,
        plan=plan((Discard(read_card("2H"), False),), (meld("10D JD QD"),), "7S 7H 2H", "2H", penalty=60),
        without_pure_run=MeldSum(51, (meld("10D JK QD"), meld("7S 7H JK"))),
        helps=(Help(read_card("7D"), 2, 51), Help(read_card("7C"), 1, 51)),
        reasons=(facts.not_enough_points(points=30, required=51, missing=21),),
        optimal=False,
        bound=60,
    )
    assert steps(answer, "cs") == [
        ("opens_not", "Vyložit nemůžeš."),
        ("not_enough_points", "Chybí 21 bodů: 30 z 51."),
        ("best_laying", "Nejlepší, co máš, dá 30 bodů; nech si to v ruce."),
        ("has_meld", "Máš čistou postupku 10D JD QD (30 bodů)."),
        ("without_pure_run", "Bez čisté postupky by to bylo 51 bodů: 10D JK QD, 7S 7H JK."),
        ("helps", "Pomohlo by líznout: 7D (zbývají 2 kusy, pak 51 bodů), 7C (zbývá 1 kus, pak 51 bodů)."),
        ("throws", "Odhoď 2H."),
        ("not_proved", "Není dokázáno, že nic lepšího není."),
    ]


def test_which_of_two_pure_runs_opened() -> None:
    runs = (meld("10D JD QD"), meld("5S 6S 7S"))
    actions = (LayMeld(runs[0].cards), LayMeld(runs[1].cards), Discard(read_card("2H")))
    answer = opening(plan=plan(actions, runs, "2H 9C", "2H", penalty=9, opening_run="new:1"))
    assert steps(answer)[-2:] == [
        ("opening_run", "The pure run of the opening is 5S 6S 7S; it stays without a joker."),
        ("penalty_left", "In hand: 9C (9 points)."),
    ]


def closing(**more: Any) -> ClosingAnswer:
    values: dict[str, Any] = {
        "position": POSITION,
        "closes": True,
        "from_hand": True,
        "special": True,
        "plan": CLOSING_PLAN,
        "left_over": 0,
        "next_deal": None,
        "helps": (),
        "reasons": (),
        "optimal": True,
        "bound": None,
    }
    return ClosingAnswer(**(values | more))


@pytest.mark.parametrize(
    ("from_hand", "special", "code", "text"),
    [
        (False, False, "closes", "Tím zavřeš."),
        (True, False, "closes_from_hand", "Tím zavřeš z ruky."),
        (True, True, "closes_special", "Tím zavřeš z ruky s prémií."),
    ],
)
def test_how_a_turn_closes(from_hand: bool, special: bool, code: str, text: str) -> None:
    thrown = plan((Discard(read_card("2H")),), (), "2H", "2H", closes=True, from_hand=from_hand, special=special)
    assert (code, text) in steps(closing(plan=thrown), "cs")


def test_a_close_tells_the_next_deal() -> None:
    assert "next_deal" not in [
        code for code, _ in steps(closing(plan=plan((), (), "", None, closes=True), next_deal=14))
    ]
    assert steps(closing(next_deal=13), "cs")[0] == ("closes_can", "Můžeš zavřít.")
    assert steps(closing(next_deal=13), "cs")[-1] == ("next_deal", "Při dalším rozdávání dostaneš 13 karet.")


def test_why_a_hand_does_not_close() -> None:
    answer = closing(
        closes=False,
        left_over=2,
        plan=plan((), (), "2H", None, penalty=None),
        reasons=(advice.cards_left_over(cards=2),),
        helps=(Help(read_card("7D"), 2, 0), Help(read_card("7C"), 2, 0), Help(read_card("8C"), 1, 0)),
    )
    assert steps(answer) == [
        ("closes_not", "You cannot close."),
        ("cards_left_over", "2 cards too many would be left."),
        ("helps", "It would help to draw: 7D 7C (2 copies of each left), 8C (1 copy left)."),
    ]


def test_a_penalty_step_by_step() -> None:
    answer = PenaltyAnswer(
        position=POSITION,
        plan=plan((Discard(read_card("KD"), False),), (), "KD 6C 2H", "KD", penalty=8),
        structural=StructuralPenalty(3, (), (), None),
        held_if_beaten=100,
        reasons=(facts.no_pure_run(),),
        optimal=True,
        bound=None,
        alternatives=(),
    )
    assert steps(answer, "cs") == [
        ("no_pure_run", "Chybí čistá postupka, tedy postupka bez žolíka."),
        ("lays_nothing", "Nic nevykládej."),
        ("throws", "Odhoď KD."),
        ("penalty_left", "V ruce zůstanou 6C 2H (8 bodů)."),
        ("structural_penalty", "Kdyby bylo vyloženo a stůl byl prázdný: 3 body."),
        ("held_if_beaten", "Zavře-li příště soupeř: 100 bodů."),
    ]


def turn(recommendation: Plan, position: Position = POSITION) -> TurnAnswer:
    return TurnAnswer(position, "penalty", recommendation, (recommendation,), (), True, None)


def test_a_turn_says_why_but_nothing_twice() -> None:
    why = (advice.throws(card="2H"), advice.opening_points(points=51, required=51))
    recommended = plan((Draw("stock"), Discard(read_card("2H"))), (), "2H", "2H", closes=True, why=why)
    assert [code for code, _ in steps(turn(recommended))] == [
        "lays_nothing",
        "draw_stock",
        "throws",
        "closes",
        "opening_points",
    ]


def test_a_draw_says_what_it_is_worth() -> None:
    why = (advice.draw_stock(expected=12.5),)
    draw = plan((Draw("stock"),), (), "2H", None, penalty=None, why=why, score=12.5)
    discard = plan((Draw("discard", read_card("KC")), Discard(read_card("2H"))), (), "KC 2H", "2H", score=20.0)
    answer = TurnAnswer(POSITION, "penalty", draw, (draw, discard), (), True, None)
    assert steps(answer, "cs") == [
        ("draw_stock", "Lízni z talonu."),
        ("worth", "Odhad (trestné body v ruce): 12,5."),
        ("worth_of_other", "Místo toho z odhozu: 20."),
    ]
    assert [text for _, text in steps(answer)] == [
        "Draw from the stock.",
        "To be expected (penalty points in hand): 12.5.",
        "Instead from the discard pile: 20.",
    ]


def test_a_turn_that_opens_tells_its_points() -> None:
    assert ("opening_points", "The opening has 51 points (51 needed).") in steps(turn(CLOSING_PLAN, UNOPENED))


def test_a_taken_card_that_goes_back() -> None:
    given_back = plan((Return(read_card("6C")),), (), "2H", None, penalty=None)
    position = make_position(ONLINE, read_cards("6C 2H"), drawn=Drawn("discard", read_card("6C")))
    assert steps(turn(given_back, position)) == [("returns_card", "Put 6C back and draw from the stock.")]


def end_state(points: int) -> EndState:
    none: tuple[Card, ...] = ()
    return EndState(none, none, (), none, None, points, False, False, None, 0, 0, False, False, False, False, 0, 0)


def test_a_verdict() -> None:
    assert steps(Verdict((), end_state(51))) == [
        ("legal", "The actions are legal."),
        ("opening_points", "The opening has 51 points."),
    ]
    wrong = BrokenRule(facts.run_not_consecutive(cards=["7D", "8D", "10D"]), step=1, meld=1)
    whole = BrokenRule(MISSING_9)
    assert steps(Verdict((wrong, whole), end_state(0)), "cs") == [
        ("illegal", "Tah podle pravidel není."),
        ("run_not_consecutive", "2. krok: 7D 8D 10D není postupka: karty nejdou po sobě."),
        ("not_enough_points", "Chybí 9 bodů: 33 z 42."),
    ]


def test_scores_in_words() -> None:
    eva, ota = Player("Eva", read_cards("AS JK 5D"), True, 10), Player("Ota", read_cards("JK"), False, 20)
    jan = Player("Jan", (), True, 0)
    answer = score(ScoreRequest(read_profile("joker-club"), "Jan", (jan, eva, ota), from_hand=True))
    assert [text for _, text in steps(answer, "cs")] == [
        "Jan: −20 bodů, stav účtu 20.",
        "Za zavření: 20 bodů k dobru.",
        "Eva: 150 bodů, stav účtu −160.",
        "Zbylé karty: AS 20 + JK 50 + 5D 5.",
        "Zavřeno z ruky, počítá se dvakrát: navíc 75 bodů.",
        "Ota: 200 bodů, stav účtu −220.",
        "Soupeř zavřel z ruky: 200 bodů.",
        "Hra skončí, až nejvyššímu součtu přibude 780 bodů.",
    ]
    last = score(ScoreRequest(read_profile("tournament"), "Jan", (jan, eva), deal=8))
    assert steps(last)[-1] == ("game_over", "The game is over; lowest: Jan.")


def test_words_are_the_same_every_time() -> None:
    assert explain(opening(), "cs", "emoji") == explain(opening(), "cs", "emoji")


def test_nothing_else_is_explained() -> None:
    with pytest.raises(TypeError):
        explain("a text")


def test_a_player_who_has_opened_is_told_if_nothing_was_proved() -> None:
    answer = opening(
        opens=False,
        points=0,
        plan=plan((Discard(read_card("2H"), False),), (), "7S 7H 2H", "2H", penalty=14),
        reasons=(advice.already_opened(),),
        optimal=False,
    )
    told = [code for code, _ in steps(answer)]
    assert told[:2] == ["opens_not", "already_opened"]
    assert told[-1] == steps(opening(optimal=False))[-1][0] != steps(opening())[-1][0]
