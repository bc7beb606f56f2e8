"""Distances to a close: beside tables, in every phase, by hand and against the exhaustive turn search."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from advisor.answers import Options
from advisor.closing import closing
from advisor.distances import Distances, Goal
from advisor.outlook import outlook
from solver.errors import InvalidPosition
from solver.game.cards import CARDS
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.phase import Phase
from solver.game.position import Drawn, Position, TableMeld, make_position
from solver.game.position_line import read_position_line
from solver.model.question import obliged_card
from solver.reach.question import cards_of
from solver.referee.judge import check_draw
from solver.rules.presets import PROFILES, read_profile
from tests.oracles.draws_brute_force import Draws
from tests.oracles.turn_search import TooLarge, search
from tests.random_positions import random_position

PATIENT = Options(time_ms=10_000)


def at(rules: str | dict[str, object], hand: str, *table: str, opened: bool, phase: Phase | None = None) -> Position:
    profile = read_profile(rules)
    melds = [TableMeld(f"t{n}", "Eva", read_meld(read_cards(lying), profile)) for n, lying in enumerate(table, 1)]
    return make_position(profile, read_cards(hand), table=melds, opened=opened, round=7, phase=phase)


def accepted(position: Position) -> tuple[int | None, set[str]]:
    told = outlook(position, PATIENT).to_close
    return told.distance, {str(accept.card) for accept in told.accepts}


def test_rearranging_is_looked_at() -> None:
    """5-6-7-8 of clubs gives its five to two other fives; then a king or the two is thrown."""
    position = at("wikipedia", "5H KD 2S", "5C 6C 7C 8C", opened=True, phase="after_draw")
    distance, cards = accepted(position)
    assert distance == 1
    assert {"5D", "5S"} <= cards
    assert not {"9C", "KH", "2H"} & cards


def test_rearranging_before_the_draw() -> None:
    """Undrawn, 5H and 5D close with whatever comes: it is thrown, and 5C completes the set."""
    told = outlook(at("wikipedia", "5H 5D", "5C 6C 7C 8C", opened=True, phase="before_draw"), PATIENT).to_close
    assert told.distance == 1
    assert told.next_draw_probability == 1
    assert told.undrawn


def test_exchange_after_the_opening() -> None:
    """9-A of hearts opens; 10D buys the joker, which goes with the fours; the two or the three is thrown."""
    hand = "9H 10H JH QH KH AH 4H 4C 2S 3D"
    distance, cards = accepted(at("zoliky-online", hand, "JK JD QD", opened=False, phase="after_draw"))
    assert distance == 1
    assert {"10D", "4S", "4D"} <= cards
    assert not {"9S", "2C", "KC"} & cards


def test_nobody_is_at_zero_before_his_draw() -> None:
    """Fourteen cards that would close as they stand: the card that comes is one too many."""
    hand = "9H 10H JH QH KH AH 3S 4S 5S 7C 7D 7H 7S KC"
    position = at("zoliky-online", hand, "JK JD QD", opened=False)
    assert position.phase == "before_draw"
    distance, cards = accepted(position)
    assert distance == 1
    assert {"2S", "6S", "8H"} <= cards
    assert "4C" not in cards
    standing = replace(position, phase="after_draw", phase_told=True)
    assert accepted(standing) == (0, set())


def test_a_certain_close_has_chance_one() -> None:
    """Draw anything, lay 10-J-Q, throw it."""
    table = [TableMeld("m1", "me", read_meld(read_cards("9D 10D JD"), PROFILES["family"]))]
    for phase in ("before_draw", "free"):
        position = make_position(PROFILES["family"], read_cards("10D JD QD"), table=table, phase=phase)
        told = outlook(position, PATIENT).to_close
        assert (told.distance, told.undrawn, told.next_draw_probability) == (1, True, 1)
        assert (told.chance_of, told.next_chance) == ("reached", 1)


def test_what_a_throw_leaves_is_a_hand_before_its_draw() -> None:
    position = at("zoliky-online", "6C 2H", "5C JK 7C", opened=True, phase="after_draw")
    rows = {str(row.card): row.to_close for row in outlook(position, PATIENT).discards}
    assert rows["2H"].distance == 1
    assert rows["2H"].left_total == rows["2H"].unseen


def test_no_exchange_out_of_a_set_of_three_at_most() -> None:
    """Where sets have three cards, none is ever completed to four suits, and so no joker comes free."""
    small = at({"base": "zoliky-online", "set_size_max": 3}, "6C 2H 9D", "6H 6D JK", opened=True, phase="after_draw")
    rows = {str(row.card): row.frees_joker for row in outlook(small, PATIENT).discards}
    assert rows["6C"] == ()
    plain = at("zoliky-online", "6C 2H 9D", "6H 6D JK", opened=True, phase="after_draw")
    assert {str(row.card): row.frees_joker for row in outlook(plain, PATIENT).discards}["6C"] == ("t1",)


def test_one_budget_for_the_whole_answer() -> None:
    deck = [card for card in CARDS[:-1] for _ in range(2)]
    Random(5).shuffle(deck)
    position = make_position(PROFILES["wikipedia"], deck[:28], opened=True, drawn=Drawn("stock"))
    begun = time.perf_counter()
    assert not outlook(position, Options(time_ms=300)).optimal
    assert time.perf_counter() - begun < 1.5


def small(rng: Random, base: str, phase: Phase) -> Position | None:
    """A small position late enough in a deal, of a given phase; None if there is none such."""
    position = random_position(rng, base, most_cards=3, most_melds=2, most_overrides=0)
    profile = position.profile
    late = max(position.round, profile.first_laying_round, profile.joker_discard_from_round)
    plain = {"drawn": None, "closing_barred": False, "starter": False, "round": late}
    try:
        return replace(position, **plain, phase=phase, phase_told=True)  # type: ignore[arg-type]
    except InvalidPosition:
        return None


def compare(position: Position) -> bool:
    """A position's distance up to 1 and its accepting cards against every draw; False if it is too large for that."""
    distances = Distances(position)
    brute = Draws(position, distances.left)
    try:
        if position.phase == "before_draw":
            near, cards = brute.after_throw(position.hand, distances.left, 1)
        elif brute.closes(position.hand):
            near, cards = 0, set()
        else:
            cards = brute.accepts(position.hand, 1)
            near = 1 if cards else None
    except TooLarge:
        return False
    found = distances.reach("close").now
    told = found.distance if found.distance in (0, 1) else None
    assert found.proved or told is None, position
    assert told == near, position
    assert set(cards_of(found.accepts if told else 0)) == cards, position
    return True


@pytest.mark.parametrize("phase", ["before_draw", "after_draw"])
@pytest.mark.parametrize("base", list(PROFILES))
def test_distances_are_by_their_definition(base: str, phase: Phase) -> None:
    rng = Random(f"{base}/{phase}")
    compared = 0
    until = time.perf_counter() + 6
    while compared < 6 and time.perf_counter() < until:
        position = small(rng, base, phase)
        compared += position is not None and compare(position)


def now_and_next(position: Position) -> tuple[tuple[int | None, set[str]], ...]:
    """The distances to opening and to closing with the cards that help."""
    told = outlook(position, PATIENT)
    return tuple((one.distance, {str(card.card) for card in one.accepts}) for one in (told.to_open, told.to_close))


def test_a_taken_card_that_must_be_laid_bars_the_close() -> None:
    """J-Q-K of hearts closes without the king of clubs; the joker that the ten could buy does not help to lay it."""
    line = (
        "z1~tournament~JHQH5D6DKCJKJK~r10~ddKC~p7S3H9D2HTS"
        "~mm1.me.4C5C6C7C.y~mm2.me.JK9DTDJDQD.n~mm3.me.TDJDQD.n~qEva.12.0~tEva"
    )
    position = read_position_line(line)
    distance, cards = accepted(position)
    assert distance == 1
    assert {"4D", "7D", "KS", "2S"} <= cards
    assert accepted(replace(position, drawn=None))[0] == 0


@pytest.mark.parametrize("base", list(PROFILES))
def test_what_binds_this_turn_binds_no_later_one(base: str) -> None:
    """Taken discards and bottom cards in small hands, and closing barred: 0 draws where the turn search finds a way in
    this turn; else no more than of the same hand after another draw."""
    rng = Random(f"bound {base}")
    compared = barred = 0
    until = time.perf_counter() + 6
    while compared < 8 and time.perf_counter() < until:
        position = random_position(rng, base, most_cards=4, most_melds=2, most_overrides=1)
        if not position.may_lay or not (position.closing_barred or obliged_card(position)):
            continue
        try:
            truth = search(position, 4_000, 80_000)
            check_draw(position)
        except (TooLarge, InvalidPosition):
            continue
        plain = replace(position, drawn=None, closing_barred=False, phase="after_draw", phase_told=True)
        goals: list[tuple[Goal, bool]] = [("open", truth.opening is not None), ("close", truth.closes)]
        left = tuple(Distances(position).left)
        for goal, reached in goals:
            if goal == "open" and position.opened:
                continue
            found, free = (Distances(one, left).reach(goal) for one in (position, plain))
            assert (found.now.distance == 0) == reached, (goal, position)
            if not reached and free.now.distance == 0 and found.now.proved and position.profile.ends_with_discard:
                rows = [found.after[throw.kind].distance for throw in Distances(position).throws]
                assert found.now.distance == min((row for row in rows if row is not None), default=None), position
            elif not reached and free.now.distance:
                assert found.now == free.now, position
        compared += 1
        barred += position.closing_barred
    assert compared


def test_a_card_is_kept_while_closing_is_barred() -> None:
    """A hand that opens with all its cards but one: barred, two must stay, so that the opening waits for a turn."""
    barred = replace(at("tournament", "9H 10H JH QH KH AH 2S", opened=False, phase="after_draw"), closing_barred=True)
    assert now_and_next(barred)[0][0] == 0  # the nine is not needed
    tight = replace(barred, hand=tuple(read_cards("10H JH QH 4S 4D 4C 2S")))
    assert now_and_next(replace(tight, closing_barred=False))[0][0] == 0
    distance, cards = now_and_next(tight)[0]
    assert distance == 1
    assert {"2H", "7S", "KH", "JK"} <= cards
    undrawn = replace(tight, hand=tight.hand[1:], phase="before_draw")
    assert now_and_next(replace(undrawn, closing_barred=False))[0][0] == 1
    assert now_and_next(undrawn)[0][0] == 2


@pytest.mark.parametrize("base", list(PROFILES))
@pytest.mark.parametrize(("opened", "hand"), [(True, "7D 8D 9D 2S"), (False, "7D 8D 9D 10D JD QD KD 7H 8H 9H 10H 2S")])
@pytest.mark.parametrize("table", ["", "2C 3C 4C", "JK 3C 4C"])
def test_a_close_that_is_barred_is_none(base: str, opened: bool, hand: str, table: str) -> None:
    """The hand has the cards, and may close in a later turn: a throw and a draw away, before the draw two draws."""
    free = at(base, hand, *filter(None, [table]), opened=opened, phase="after_draw")
    barred = replace(free, closing_barred=True)
    assert Distances(free).reach("close").now.distance == 0
    found = Distances(barred).reach("close", throws=True)
    assert found.now.distance == 1
    assert found.now.accepts == found.after[read_cards("2S")[0].kind].accepts != 0
    undrawn = replace(barred, phase="before_draw", phase_told=True)
    before = Distances(undrawn).reach("close").now
    if Distances(replace(undrawn, closing_barred=False)).reach("close").now.distance == 1:
        assert before.distance == 2
        assert before.accepts == Distances(undrawn).may_come
    answer = closing(barred, PATIENT)
    assert not answer.closes
    assert {help_.card for help_ in answer.helps} == set(cards_of(found.now.accepts))


@pytest.mark.parametrize(("hand", "sure"), [("4S 5S 8H 9H", False), ("4S 5S 8H 9H KC", True)])
def test_a_chance_is_proved_with_the_throws_before_it(hand: str, sure: bool) -> None:
    """Of 4S 5S 8H 9H each throw leaves 8 of 12 copies that help, and a throw of which not all is known might leave
    more; KC may go and leaves all of them."""
    distances = Distances(at("family", hand, "2D 3D 4D", opened=True, phase="after_draw"))
    found = distances.reach("close", throws=True)
    assert distances.chance(found)[1]
    lost = replace(found.now, distance=None, accepts=0, proved=False)
    cut = replace(found, after={**found.after, min(found.after): lost})
    assert distances.chance(cut) == (distances.chance(found)[0], sure)
