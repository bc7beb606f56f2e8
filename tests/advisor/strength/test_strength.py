"""Advice by strength: turns whose choice can be seen by hand; it is legal, stable and in the contract's form."""

from dataclasses import replace

import pytest

from advisor.answers import Options, Plan, TurnAnswer
from advisor.arena.deal import deal_cards, play_deal
from advisor.arena.match import Contest, run
from advisor.arena.players import Greedy
from advisor.arena.strength_player import Strength
from advisor.objectives import OBJECTIVES
from advisor.plan_kinds import laid_in
from advisor.prechecks import has_pure_run, may_lay_something, table_places, unseen
from advisor.strength.expectation import Expectation
from advisor.strength.potential import Weights, keeping, templates
from advisor.strength.race import Race, turns_needed
from advisor.turn import turn
from advisor.words.explain import explain
from solver.game.actions import Discard, Draw, LayOff
from solver.game.cards import CARDS, JOKER, Card
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.position import Drawn, Opponent, Position, TableMeld, make_position
from solver.referee.judge import judge
from solver.rules.presets import PROFILES

ONLINE = PROFILES["zoliky-online"]


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text)


def meld(name: str, owner: str, text: str) -> TableMeld:
    return TableMeld(name, owner, read_meld(cards(text), ONLINE))


def ask(position: Position, alternatives: int = 0) -> TurnAnswer:
    return turn(position, Options(alternatives=alternatives, time_ms=5000), "strength")


def after_draw(hand: str, drawn: str, **told: object) -> Position:
    return make_position(
        ONLINE,
        cards(f"{hand} {drawn}"),
        drawn=Drawn("stock", cards(drawn)[0]),
        **told,  # type: ignore[arg-type]
    )


def best(position: Position) -> Plan:
    return ask(position).recommendation


# What is thrown


def test_an_isolated_card_goes_before_the_cards_of_a_pair_or_a_near_run() -> None:
    """Round 2: 7S 8S and KH KD may become melds, 2C stands alone. Penalty alone would throw a king."""
    plan = best(after_draw("7S 8S KH KD 5D 6D JC JS 9H 10H QS QC 3C 4C", "AH", round=2))
    assert plan.discard is cards("AH")[0]


def test_a_joker_is_not_thrown() -> None:
    plan = best(after_draw("JK 2S 9H", "KD", opened=True, opponents=(Opponent("Eva", 5, True),)))
    assert plan.discard is not JOKER


def test_a_card_that_the_next_player_could_lay_off_is_kept_from_him() -> None:
    """Eva has opened and holds one card: 8D would go to her 5-6-7 of diamonds, and she would close."""
    table = (meld("m1", "Eva", "5D 6D 7D"), meld("m2", "me", "2S 3S 4S"))
    position = after_draw("JC 8D 8H", "QH", table=table, opponents=(Opponent("Eva", 1, True),), round=9)
    plan = best(position)
    assert plan.discard is not cards("8D")[0]
    assert Discard(cards("8D")[0]) not in plan.actions


def test_a_joker_is_kept_where_it_makes_the_close_nearer() -> None:
    """3-3-3 goes; the joker as a fourth three would save 50 points now, but with 2D and 7D it is worth a draw."""
    position = after_draw("3H 2D 3D 7D 3C JK", "JD", opened=True, round=6)
    assert JOKER in best(position).left
    assert JOKER not in turn(position, Options(), "penalty").recommendation.left


# When to open


def opening(**told: object) -> Position:
    return after_draw("8C 9C 10C JC QC KC 2H 2D 9S KD KH 4C 3S 7H", "5D", **told)


def test_it_waits_for_a_special_close_while_no_opponent_has_a_meld() -> None:
    """zoliky-online: a close from hand costs each opponent 200 as long as none has a meld on the table."""
    plan = best(opening(opponents=(Opponent("Eva", 14, False),)))
    assert plan.melds == ()
    assert [one.code for one in plan.why] == ["expected_wait"]


def test_it_opens_where_a_close_from_hand_earns_nothing() -> None:
    for position in (
        opening(opponents=(Opponent("Eva", 4, True),), table=(meld("m1", "Eva", "4S 5S 6S"),)),
        replace(opening(opponents=(Opponent("Eva", 14, False),), table=()), profile=PROFILES["family"]),
    ):
        assert best(position).melds != ()


def test_a_close_is_always_taken() -> None:
    """8-9-10-J-Q-K of clubs (57) and 2-2-2 (6), three kings: all of it goes, 7H closes from hand, special."""
    plan = best(after_draw("8C 9C 10C JC QC KC 2H 2D 2S KD KH KS 4C 4S", "7H", round=6))
    assert not plan.closes  # of 4C 4S 7H two would stay
    plan = best(after_draw("8C 9C 10C JC QC KC 2H 2D 2S KD KH KS 4C 4S", "4H", round=6))
    assert plan.closes  # with an end of the run
    plan = best(after_draw("8C 9C 10C JC QC KC 2H 2D 2S KD KH KS", "7H", round=6))
    assert (plan.closes, plan.from_hand, plan.special, plan.discard) == (True, True, True, cards("7H")[0])
    assert plan.score == -200


# The draw


def test_a_discard_that_goes_at_once_is_taken() -> None:
    """Opened, KD and 9S in hand; 8D on the pile goes to 5-6-7 of diamonds, so that one card fewer is left."""
    table = (meld("m1", "Eva", "5D 6D 7D"), meld("m2", "me", "2S 3S 4S"))
    position = make_position(
        ONLINE,
        cards("KD 9S"),
        table=table,
        discard_pile=cards("8D"),
        opponents=(Opponent("Eva", 6, True),),
        round=9,
    )
    answer = ask(position)
    first = answer.recommendation
    assert first.actions[:2] == (Draw("discard", cards("8D")[0]), LayOff("m1", cards("8D"), "high"))
    assert judge(position, first.actions).legal
    assert [plan.actions[0] for plan in answer.plans] == [Draw("discard", cards("8D")[0]), Draw("stock")]
    assert [one.code for one in answer.plans[1].why] == ["draw_stock", "plan_expected_worse"]
    assert [plan.kind for plan in answer.plans] == ["draw_discard", "draw_stock"]
    fits = next(one for one in first.why if one.code == "taken_fits")
    assert (fits.params["owner"], fits.params["cards"]) == ("Eva", ["5D", "6D", "7D"])


def test_a_discard_that_cannot_be_laid_is_left() -> None:
    position = make_position(
        ONLINE, cards("KD 9S"), table=(meld("m2", "me", "2S 3S 4S"),), discard_pile=cards("JH"), round=9
    )
    assert [plan.actions for plan in ask(position).plans] == [(Draw("stock"),)]


# In general


@pytest.mark.parametrize("profile_id", PROFILES)
def test_every_plan_is_legal_and_the_same_again(profile_id: str) -> None:
    """In the positions of a deal in play: all plans pass the referee, come in order, and are the same when asked
    again; and they are told in three languages without gaps."""
    asked: list[Position] = []

    class Recorded(Strength):
        def play(self, position: Position):  # type: ignore[no-untyped-def]
            asked.append(position)
            return super().play(position)

    play_deal(deal_cards(PROFILES[profile_id], 2, "advice"), [Recorded(), Greedy()])
    for position in asked[::3]:
        answer = ask(position, alternatives=2)
        scores = [plan.score for plan in answer.plans if plan.score is not None]
        assert len(scores) == len(answer.plans)
        by_laying: dict[object, list[float]] = {}
        for one, score in zip(answer.plans, scores, strict=True):
            by_laying.setdefault((laid_in(one), one.kind), []).append(score)
        assert all(told == sorted(told) for told in by_laying.values())
        if not answer.plans[0].closes:
            assert scores[0] == min(scores)
        assert all(judge(position, plan.actions).legal for plan in answer.plans)
        assert answer == ask(position, alternatives=2)
        played = judge(position, tuple(Strength().play(position))).end
        assert judge(position, ask(position).recommendation.actions).end == played
        for language in ("en", "cs", "sk"):
            assert explain(answer, language)


def test_strength_is_the_first_objective() -> None:
    assert next(iter(OBJECTIVES)) == "strength"


def test_strength_beats_greedy() -> None:
    """A small sample of what api/docs/strength.md tells: 24 mirrored deals are enough for the sign."""
    result = run(Contest(ONLINE, ("strength", "greedy"), 24, seed=1))
    assert result.refusals == 0
    assert result.difference.value < 0
    assert result.lead.value > 0


# The measures


def test_templates_of_a_profile() -> None:
    """48 runs of three (12 first places × 4 suits) and 52 sets (13 ranks × 4 choices of three suits)."""
    found = templates(ONLINE)
    assert sum(one.run for one in found) == 48
    assert sum(not one.run for one in found) == 52


def test_keeping_counts_melds_and_outs() -> None:
    hand = cards("7S 8S 9S KH KD 2C")
    left = unseen(make_position(ONLINE, hand))
    worth = keeping(hand, left, ONLINE, Weights(), opened=True)
    sevens, king, two = (worth[cards(one)[0]] for one in ("7S", "KH", "2C"))
    assert sevens > king > two


def test_race_counts_the_outs_of_the_next_draw() -> None:
    """One card, KH, with 5-6-7 of diamonds on the table: 4D, 8D (two copies each), a joker (four) go at once, and
    no other card can: 8 of 104 unseen cards close. 104 / 8 = 13 turns, more than the 3.5 + 4 that are told at most."""
    table = (meld("m1", "me", "5D 6D 7D"),)
    position = make_position(ONLINE, cards("KH"), table=table)
    left = unseen(position)
    assert sum(left) == 108 - 4
    assert Race(table, left, ONLINE).turns(cards("KH")) == pytest.approx(turns_needed(1, 0) + 4)
    many = tuple(meld(f"m{at}", "me", one) for at, one in enumerate(("5D 6D 7D", "5C 6C 7C", "9S 10S JS", "QH QS QC")))
    more = Race(many, unseen(make_position(ONLINE, cards("KH"), table=many)), ONLINE)
    assert more.turns(cards("KH")) < turns_needed(1, 0) + 4
    assert more.turns(cards("4D KH")) <= more.turns(cards("KH"))  # 4D goes whenever it is needed


def test_places_at_the_table() -> None:
    table = (meld("m1", "Eva", "5D JK 7D"), meld("m2", "Eva", "QH QS QC"))
    found = {str(CARDS[kind]) for kind in table_places(table, ONLINE)}
    assert found == {"4D", "6D", "8D", "QD"}


def test_quick_looks_agree_with_the_cards() -> None:
    assert has_pure_run(cards("QS KS AS"), ONLINE)
    assert not has_pure_run(cards("KS AS 2S JK"), ONLINE)
    assert not may_lay_something(make_position(ONLINE, cards("2S 9H KD"), opened=True))
    assert may_lay_something(make_position(ONLINE, cards("2S 3S 4S"), opened=True))


def test_closing_is_expected_to_cost_the_opponents_what_the_profile_says() -> None:
    """One opponent with 14 unknown cards of 6.5 points: 91; a special close in zoliky-online: 200."""
    position = after_draw(
        "8C 9C 10C JC QC KC 2H 2D 2S KD KH KS", "7H", round=6, opponents=(Opponent("Eva", 14, False),)
    )
    plan = best(position)
    end = judge(position, plan.actions).end
    assert Expectation(position).closing(end).score == -200
    assert Expectation(position).closing(replace(end, special=False)).score == -91


def test_waiting_for_a_close_from_hand_fears_the_close_of_who_has_opened() -> None:
    """None of the opponents can make an end of the bonus any more, but each may close."""
    joker_club = PROFILES["joker-club"]
    hand = cards("4S 9S QS KS AH 5H KH 4D 7D 8D 9D 2C 10C JC")

    def waiting(cards_held: int) -> float:
        opponent = Opponent("Eva", cards_held, True)
        position = make_position(joker_club, hand, opponents=(opponent,))
        return Expectation(position).closed(hand, can_open=True).score

    assert 0 < waiting(9) < waiting(2) < waiting(1)


# The same whatever the load


class SlowClock:
    """A clock that gains `step` seconds each time that it is read: a machine so much slower, or so much busier."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.reads = 0

    def __call__(self) -> float:
        self.reads += 1
        return self.step * self.reads


def positions_in_play() -> list[Position]:
    """Positions of one deal, before and after the draw."""
    asked: list[Position] = []

    class Recorded(Strength):
        def draw(self, position: Position):  # type: ignore[no-untyped-def]
            asked.append(position)
            return super().draw(position)

        def play(self, position: Position):  # type: ignore[no-untyped-def]
            asked.append(position)
            return super().play(position)

    play_deal(deal_cards(ONLINE, 2, "load"), [Recorded(), Greedy()])
    return asked


def test_an_answer_depends_on_the_time_only_if_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the clock makes the machine look, an answer is the same, byte for byte, or tells that it is not
    proved; with a clock that stands still nothing runs out, with a very slow one something does."""
    told = {"same": 0, "not proved": 0}
    for position in positions_in_play()[5::3]:
        patient = answered(position, monkeypatch, 0.0)
        assert patient.optimal
        for step in (1e-5, 1e-4, 1e-3, 1e-2, 0.3, 2.0):
            answer = answered(position, monkeypatch, step)
            if answer.optimal:
                assert answer == patient
            told["same" if answer.optimal else "not proved"] += 1
    assert min(told.values()) > 3


def answered(position: Position, monkeypatch: pytest.MonkeyPatch, step: float) -> TurnAnswer:
    with monkeypatch.context() as patched:
        patched.setattr("time.perf_counter", SlowClock(step))
        return turn(position, Options(time_ms=1000), "strength")
