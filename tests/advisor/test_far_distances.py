"""Distances of two draws beside tables, and of what each throw leaves, against every throw and every draw."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from advisor.distances import Distances
from advisor.what_helps import closing_helps
from solver.errors import InvalidPosition
from solver.game.cards import JOKER_KIND, KINDS
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.phase import Phase
from solver.game.position import Position, TableMeld, make_position
from solver.game.position_line import read_position_line
from solver.reach.question import Reach, cards_of
from solver.rules.presets import PROFILES, read_profile
from tests.oracles.draws_brute_force import Draws
from tests.oracles.turn_search import TooLarge
from tests.random_positions import random_position

MOST = 2


def case(rng: Random, base: str, phase: Phase) -> tuple[Position, tuple[int, ...]] | None:
    """A small position of a phase, and few cards that can come, which lie near those of hand and table."""
    position = random_position(rng, base, most_cards=3, most_melds=2, most_overrides=0)
    profile = position.profile
    late = max(position.round, profile.first_laying_round, profile.joker_discard_from_round)
    plain = {"drawn": None, "closing_barred": False, "starter": False, "round": late, "seen": (), "discard_pile": ()}
    try:
        position = replace(position, **plain, phase=phase, phase_told=True)  # type: ignore[arg-type]
    except InvalidPosition:
        return None
    there = [*position.hand, *(card for lying in position.table for card in lying.meld.cards)]
    free = [one for one, count in enumerate(Distances(position).left) if count]
    near = [one.kind + step for one in there for step in (-1, 1, 13, 26)]
    kinds = {JOKER_KIND} if rng.random() < 0.4 else set()
    while len(kinds) < 5:
        kinds.add(rng.choice(near) % JOKER_KIND if rng.random() < 0.8 else rng.randrange(JOKER_KIND))
    left = tuple(int(kind in kinds and kind in free) for kind in range(KINDS))
    return (position, left) if sum(left) > 2 else None


def told(reach: Reach) -> tuple[int | None, set[str]]:
    within = reach.distance is not None and reach.distance <= MOST
    return (reach.distance, {str(one) for one in cards_of(reach.accepts)}) if within else (None, set())


def compare(position: Position, left: tuple[int, ...]) -> int:
    """The number of distances compared; 0 if the position is too large for that."""
    brute = Draws(position, left)
    undrawn = position.phase == "before_draw"
    try:
        if undrawn:
            near, cards = brute.after_throw(position.hand, left, MOST)
        else:
            near = brute.in_turn(position.hand, left, MOST)
            cards = brute.accepts(position.hand, near) if near else set()
        rows = {}
        for thrown in [] if undrawn else brute.throws(position.hand):
            rest = tuple(sorted(card for at, card in enumerate(position.hand) if at != position.hand.index(thrown)))
            rows[thrown] = brute.after_throw(rest, left, MOST) if rest else None
    except TooLarge:
        return 0
    found = Distances(position, left).reach("close", throws=True)
    compared = [(found.now, near, cards, "now")]
    compared += [(found.after[one.kind], *row, str(one)) for one, row in rows.items() if row is not None]
    for reach, distance, helping, name in compared:
        expected = distance, {str(one) for one in helping} if distance else set()
        if reach.proved:
            assert told(reach) == expected, (name, position, left)
        elif reach.distance is not None:
            assert distance is None or distance <= reach.distance, (name, position, left)
    return sum(one.proved for one, *_ in compared)


@pytest.mark.parametrize("phase", ["before_draw", "after_draw"])
@pytest.mark.parametrize("base", list(PROFILES))
def test_two_draws_are_by_their_definition(base: str, phase: Phase) -> None:
    rng = Random(f"far {base}/{phase}")
    compared = 0
    until = time.perf_counter() + 4
    while compared < 10 and time.perf_counter() < until:
        made = case(rng, base, phase)
        compared += compare(*made) if made else 0
    assert compared


@pytest.mark.parametrize(
    ("line", "distance", "helping"),
    [
        # 3S buys the joker, 4S goes on A-2-3 and the joker beyond it; the other 4S is thrown
        ("z1~tournament~4S4S~r6~o1~mm1.Eva.AS2SJK~qEva.4.1~fb", 1, {"3S"}),
        # both fours buy the two jokers: one is carried, one is thrown
        ("z1~zoliky-online~4S4H~r6~o1~mm1.Jan.4D4CJKJK~tJan~fa", 0, set()),
        # AH and AC buy two jokers; AC, a second AH (or AS) and one of them are a set, the other is thrown
        ("z1~joker-club~AHACAC~r6~o1~mm1.Jan.ASADJKJK~fb", 1, {"AS", "AH"}),
    ],
)
def test_jokers_won_by_the_last_cards(line: str, distance: int, helping: set[str]) -> None:
    found = Distances(read_position_line(line)).reach("close").now
    assert found.proved
    assert found.distance == distance
    assert helping <= {str(one) for one in cards_of(found.accepts)}


def test_several_exchanges_out_of_one_set_bring_a_close_nearer() -> None:
    """By the house rule K♦ and K♣ win a joker each: two jokers for the rest. The fast search takes one of them."""
    rules = {"base": "joker-club", "exchange_set": "any_missing"}
    kings = TableMeld("t1", "Jan", read_meld(read_cards("KS KH JK JK"), read_profile(rules)))
    position = make_position(
        read_profile(rules), read_cards("KD 4S 5S 8H 9H 2C 3D"), table=[kings], opened=True, round=7, phase="after_draw"
    )
    found = Distances(position).reach("close").now
    assert (found.distance, found.proved) == (1, True)
    assert "KC" in map(str, cards_of(found.accepts))


def test_a_joker_won_after_the_draw_was_not_thrown_before_it() -> None:
    """4♠ buys the joker, which is carried while 2♣ or K♥ is thrown; K♥ went before the draw, and not the joker."""
    line = (
        "z1~wikipedia.min_naturals-3.jokers_fewer_than_naturals-t~KH2C~r6~mt0.Eva.2S3SJK5S~mt1.me.2C3C4C~mt2.Eva.KSKHKD"
    )
    helps = closing_helps(read_position_line(line))
    assert {str(help_.card) for help_ in helps.cards} == {"AS", "4S", "6S", "AC", "5C", "KC", "JK"}
    assert helps.distance == 1
    assert helps.optimal
