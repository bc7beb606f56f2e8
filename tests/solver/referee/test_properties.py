"""What holds for whatever is played: no card is lost or made, a wrong step changes nothing, verdicts repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange
from solver.game.cards import JOKER, Card
from solver.game.melds import NotAMeld, place_card, read_meld
from solver.game.position import Position
from solver.referee.judge import judge
from solver.referee.verdict import EndState
from solver.rules.presets import PROFILES
from tests.random_positions import random_position


def all_cards(end: EndState) -> Counter[Card]:
    """Every card in hand, on the table, thrown and taken from the table at the end."""
    result = Counter(end.hand)
    for lying in end.table:
        result.update(lying.meld.cards)
    result.update(end.to_discard_pile)
    if end.discard is not None:
        result[end.discard] += 1
    return result


def cards_at_start(position: Position, actions: Sequence[Action]) -> Counter[Card]:
    """The cards that a turn has to do with: hand, table, and what it draws."""
    result = Counter(position.hand)
    for lying in position.table:
        result.update(lying.meld.cards)
    for action in actions:
        if isinstance(action, Draw) and action.source == "stock" and action.card is not None:
            result[action.card] += 1
    return result


def some_action(rng: Random, end: EndState) -> Action:
    """A random action with cards of the hand, more often than not a sensible one."""
    hand = list(end.hand)
    kind = rng.choice(("meld", "meld", "off", "off", "swap", "swap", "tear", "throw"))
    some = tuple(rng.sample(hand, min(len(hand), rng.randint(1, 3)))) if hand else (JOKER,)
    if kind == "meld":
        return LayMeld(random_laying(rng, hand) or some)
    if kind == "throw" or not end.table:
        return Discard(some[0])
    meld = rng.choice(end.table)
    if kind == "off":
        return LayOff(meld.id, some[: rng.randint(1, len(some))], rng.choice((None, "low", "high")))
    if kind == "swap":
        wanted = [card for cards in meld.meld.stands_for.values() for card in cards]
        given = tuple(dict.fromkeys(wanted))
        return Exchange(meld.id, given or some, max(1, meld.meld.jokers))
    return random_rebuilding(rng, end, some[:1])


def random_rebuilding(rng: Random, end: EndState, added: tuple[Card, ...]) -> Rearrange:
    """Some melds, built again with a card of the hand at an end of one, or cut into two with it."""
    taken = rng.sample(end.table, min(len(end.table), rng.randint(1, 2)))
    first, *others = (one.meld.cards for one in taken)
    longer = rng.choice(((*first, *added), (*added, *first)))
    cut = rng.randint(3, 6)
    built = [longer] if len(longer) < 6 else [longer[:cut], longer[cut:]]
    melds = tuple(LayMeld(one) for one in (*built, *others))
    return Rearrange(tuple(one.id for one in taken), melds, added)


def random_laying(rng: Random, hand: list[Card]) -> tuple[Card, ...]:
    """Cards of a hand that may form a meld; empty if the attempt finds none."""
    naturals = [card for card in hand if card is not JOKER]
    if not naturals:
        return ()
    first = rng.choice(naturals)
    by_suit = {card.suit: card for card in naturals if card.rank == first.rank}
    if len(by_suit) >= 3 and rng.random() < 0.5:
        return tuple(by_suit.values())
    run = [first]
    jokers = hand.count(JOKER)
    while len(run) < rng.choice((3, 3, 4, 5)) and first.rank + len(run) <= 14:
        wanted = place_card(first.rank + len(run), first.suit)
        if wanted not in hand and jokers == 0:
            break
        jokers -= wanted not in hand
        run.append(wanted if wanted in hand else JOKER)
    return tuple(run)


@pytest.mark.parametrize("base", list(PROFILES))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_no_card_is_lost_or_made(base: str, seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng, base)
    actions: list[Action] = []
    end = judge(position, actions, finish=False).end
    for _ in range(25):
        action = some_action(rng, end)
        verdict = judge(position, [*actions, action], finish=False)
        if not verdict.legal:
            assert verdict.end == end  # a wrong step changes nothing
            continue
        actions.append(action)
        end = verdict.end
        assert all_cards(end) == cards_at_start(position, actions)
        for lying in end.table:
            assert_meld_stands(position, lying.meld.cards, lying.meld.kind)
        assert 0 <= end.owed <= end.won
        if end.finished:
            break
    assert judge(position, actions, finish=False).end == end


def assert_meld_stands(position: Position, laid: tuple[Card, ...], kind: str) -> None:
    try:
        read_meld(laid, position.profile, "set" if kind == "set" else "run")
    except NotAMeld as error:
        raise AssertionError(laid) from error
