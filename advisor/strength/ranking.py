"""Advice whose strength is measured: the whole turn by the expected margin at the end of the deal.

All legal ways that matter are compared: to open or to stay closed, to lay all or to hold a lay-off back, and every
throw; each by `strength.expectation`, and throws also by what the cards may still become (`strength.potential`), by
what the next player could do with them, and on the way to a close from hand by the next two draws (`strength.ahead`).
Everything is counted, not sampled, so the same position gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

from advisor import advice
from advisor.answers import Plan
from advisor.best_turns import best_turns, special_instead
from advisor.early_exchange import exchanging_only
from advisor.outlook_throws import next_player, unwanted, wanted
from advisor.plan import first_in_time
from advisor.prechecks import may_lay_something, table_places
from advisor.strength.chances import OPENS_WITHIN, chances_of
from advisor.strength.expectation import Expectation, Expected
from advisor.strength.potential import Weights, keeping
from advisor.strength.race import Race
from solver.budget import TimedOut, is_over, note_time_out
from solver.errors import Reason
from solver.game.actions import Action, Discard, LayOff, Return
from solver.game.cards import JOKER, Card
from solver.game.melds import high_places, low_places, place_card
from solver.game.position import Drawn, Position, TableMeld
from solver.model.question import obliged_card, opened_question, opening_question
from solver.referee.judge import judge, may_throw, replayed
from solver.referee.replay import Replay
from solver.referee.verdict import EndState, Verdict
from solver.rules.profile import RuleProfile


@dataclass(frozen=True, slots=True)
class Style:
    """What the player weighs: in points a unit of a card's potential; `waits`: may an opening be kept back for a close
    from hand; `looks_ahead`: are throws on the way to it compared over the next draws. Found by play."""

    weights: Weights = field(default_factory=Weights)
    potential_closed: float = 0.3
    potential_opened: float = 0.04
    waits: bool = True
    looks_ahead: bool = True


@dataclass(frozen=True, slots=True)
class WeighedTurn:
    """A legal turn with what is expected of it."""

    verdict: Verdict
    expected: Expected
    score: float
    why: tuple[Reason, ...]

    @property
    def end(self) -> EndState:
        """How it stands after the turn."""
        return self.verdict.end

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that is done."""
        return tuple(step.action for step in self.verdict.steps)


class _Replays:
    """What can be laid from a position, each laying replayed once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._known: dict[tuple[Action, ...], Replay | None] = {}

    def of(self, laying: tuple[Action, ...]) -> Replay | None:
        """The replay of a laying; None if it is not legal."""
        if laying not in self._known:
            self._known[laying] = replayed(self.position, laying)
        return self._known[laying]


@dataclass(frozen=True, slots=True)
class _Throw:
    """A card that may be thrown: its potential and what the next player is known to want, in points above the least;
    and, if he could lay it off, that fact."""

    card: Card
    cost: float
    helps: Reason | None


STYLE = Style()

LAYINGS: Final = 1
"""How many of the turns with the least penalty are looked at."""

WANTED: Final = 1.0
UNWANTED: Final = 0.3
"""Points that it costs to throw a card that goes with one that the next player picked up, and that it is worth to throw
one that goes with those that he has thrown."""

JOKER_THROWN: Final = 10.0
"""Points that a thrown joker is taken to cost beyond the dearest natural card; below all of these it is ranked in any
case, since its worth to later hands is not counted elsewhere."""


def ranked_turns(position: Position, style: Style = STYLE, *, least: Plan | None = None) -> list[WeighedTurn]:
    """Turns after the draw, best first: every throw of every laying looked at; empty where nothing legal is found.

    A turn that closes comes before all others: nothing is sure to be worth more later, so there is no reason to wait.
    `least` is the turn with the least penalty, where that is known already.
    """
    expectation = Expectation(position)
    found: list[WeighedTurn] = []
    replays = _Replays(position)
    most = _most_laid(replays, least)
    for laying in _layings(replays, most):
        found += _turns(replays, laying, expectation, style, can_open=True)
    if obliged_card(position) is None and _may_lay_nothing(
        position, most, style.waits and expectation.special_possible()
    ):
        found += _turns(replays, (), expectation, style, can_open=bool(most))
    for laying in exchanging_only(position):
        found += _turns(replays, laying, expectation, style, can_open=bool(most))
    found.sort(key=_order)
    return _looked_ahead(position, found, expectation) if style.looks_ahead else found


def _looked_ahead(position: Position, turns: list[WeighedTurn], expectation: Expectation) -> list[WeighedTurn]:
    """The turns, best first; where the first stays closed for a close from hand that earns a bonus, its throw is
    compared with others over the next two draws (`strength.ahead`), and a clearly better one comes first. If the time
    is over the turns stay as they are, and that is noted."""
    if not turns or turns[0].end.opened or turns[0].end.closes or not expectation.special_possible():
        return turns
    from advisor.strength import ahead  # brings numpy

    closed = [turn for turn in turns if not turn.end.opened and turn.end.discard is not JOKER][: ahead.THROWS]
    if len(closed) < 2 or closed[0] is not turns[0] or not ahead.knows(position.profile):
        return turns
    if is_over():
        note_time_out()
        return turns
    try:
        leads = ahead.looked_ahead(position, closed)
    except TimedOut:
        return turns
    best = max(range(len(leads)), key=lambda at: (leads[at].worth, -at))
    more = leads[best].worth - leads[0].worth
    if more < ahead.CLEARLY:
        return turns
    chosen, first = closed[best], turns[0]
    assert first.end.discard is not None
    if leads[best].closes > leads[0].closes:
        why = advice.ahead_closes(card=first.end.discard, chance=leads[best].closes, other=leads[0].closes)
    else:
        why = advice.ahead_nearer(card=first.end.discard)
    score = first.score - expectation.special_gain() * more / ahead.WHOLE
    return [replace(chosen, score=score, why=(*chosen.why, why)), *(turn for turn in turns if turn is not chosen)]


def turn_throwing(position: Position, card: Card, style: Style = STYLE) -> WeighedTurn | None:
    """The best of two turns that throw a given card: that of the least penalty, and that which lays nothing; None if
    neither is legal, or found in time."""
    layings: list[tuple[Action, ...]] = [()] if obliged_card(position) is None else []
    if position.may_lay and may_lay_something(position):
        ask = opened_question if position.opened else opening_question
        found, _ = first_in_time(position, replace(ask(position, "penalty"), throws=card.kind))
        if found is not None and (laid := _laid(found.plan)):
            layings.append(laid)
    expectation = Expectation(position)
    only = None if card is JOKER else card  # what a joker's throw is worth depends on the others
    can_open = len(layings) > 1
    replays = _Replays(position)
    turns = [
        turn for laying in layings for turn in _turns(replays, laying, expectation, style, can_open=can_open, only=only)
    ]
    return min((turn for turn in turns if turn.end.discard is card), key=_order, default=None)


def _order(turn: WeighedTurn) -> tuple[bool, float]:
    return not turn.end.closes, turn.score


def _may_lay_nothing(position: Position, most: Sequence[tuple[Action, ...]], waits: bool) -> bool:
    """Is laying nothing looked at, though something can be laid: to wait for a close from hand, or to hold back the
    only lay-off?"""
    if not most:
        return True
    return any(len(one) == 1 and isinstance(one[0], LayOff) for one in most) if position.opened else waits


def _most_laid(replays: _Replays, least: Plan | None) -> list[tuple[Action, ...]]:
    """The laying of the turn with the least penalty, and that which keeps all jokers; none if nothing can be laid.
    A discard that closes stays; a close that earns a bonus is preferred to one that does not."""
    position = replays.position
    if not may_lay_something(position):
        return []
    plans = [least] if least is not None else best_turns(position, "penalty", LAYINGS)[0]
    if plans[0].closes:
        plans[0] = special_instead(position, plans[0])
    found = [plan.actions if plan.closes else laid for plan in plans if (laid := _laid(plan))]
    kept = _without_jokers(position)
    if kept is not None and found and not plans[0].closes and may_lay_something(kept):
        plans, _, _ = best_turns(kept, "penalty", 1)
        laid = _laid(plans[0])
        if laid and laid not in found and replays.of(laid) is not None:
            found.append(laid)
    return found


def _laid(plan: Plan) -> tuple[Action, ...]:
    return tuple(action for action in plan.actions if not isinstance(action, (Discard, Return)))


def _without_jokers(position: Position) -> Position | None:
    """The position without the jokers in hand; None if there are none, or a joker was taken that must be laid."""
    rest = tuple(card for card in position.hand if card is not JOKER)
    if not rest or len(rest) == len(position.hand) or obliged_card(position) is JOKER:
        return None
    drawn = position.drawn
    if drawn is not None and drawn.card is JOKER:
        drawn = Drawn("stock")
    return replace(position, hand=rest, drawn=drawn)


def _layings(replays: _Replays, most: Sequence[tuple[Action, ...]]) -> Iterator[tuple[Action, ...]]:
    """All that can be laid; and of the first of these, after a draw from the stock, all but one lay-off."""
    yield from most
    if not most or isinstance(most[0][-1], Discard) or obliged_card(replays.position) is not None:
        return
    laid = most[0]
    for index, action in enumerate(laid):
        fewer = (*laid[:index], *laid[index + 1 :])
        if fewer and isinstance(action, LayOff) and replays.of(fewer) is not None:
            yield fewer


def _turns(
    replays: _Replays,
    laying: tuple[Action, ...],
    expectation: Expectation,
    style: Style,
    *,
    can_open: bool,
    only: Card | None = None,
) -> list[WeighedTurn]:
    """The turns that lay this, one for each throw, best first; of an opened player for `only` one card, if told."""
    position = replays.position
    if (laying and isinstance(laying[-1], Discard)) or not position.profile.ends_with_discard:
        verdict = judge(position, laying)
        return [_turn(position, verdict, expectation, can_open)] if verdict.legal else []
    replay = replays.of(laying)
    if replay is None:
        return []
    if position.profile.closes_without_discard and (verdict := replay.verdict()).end.closes:
        return [_turn(position, verdict, expectation, can_open)]
    state = replay.verdict(finish=False).end
    throws = _throws(position, state, expectation, style)
    if not state.opened:
        return _closed_turns(position, replay, throws, expectation, can_open)
    race = Race(state.table, expectation.left, position.profile)
    found: list[WeighedTurn] = []
    for throw in throws:
        if only is not None and throw.card is not only:
            continue
        verdict = replay.throwing(throw.card)
        if verdict.legal:
            turn = _turn(position, verdict, expectation, can_open, race)
            found.append(_weighed(turn, throw, expectation))
    return _jokers_last(found)


def _jokers_last(turns: list[WeighedTurn]) -> list[WeighedTurn]:
    """The turns of one laying, best first; a joker is thrown only to close or where nothing else may be."""
    others = [turn.score for turn in turns if turn.end.discard is not JOKER]
    worst = max(others, default=-inf)
    kept = [
        replace(turn, score=max(turn.score, worst)) if turn.end.discard is JOKER and not turn.end.closes else turn
        for turn in turns
    ]
    return sorted(kept, key=lambda one: (*_order(one), one.end.discard is JOKER, one.end.penalty))


def _closed_turns(
    position: Position, replay: Replay, throws: list[_Throw], expectation: Expectation, can_open: bool
) -> list[WeighedTurn]:
    """The turns of a hand that stays closed; its throws differ by their potential and by the next player."""
    found: list[WeighedTurn] = []
    first: WeighedTurn | None = None
    for throw in throws:
        verdict = replay.throwing(throw.card)
        if not verdict.legal:
            continue
        if first is None:
            first = _turn(position, verdict, expectation, can_open)
        found.append(_weighed(replace(first, verdict=verdict), throw, expectation))
    return _jokers_last(found)


def _weighed(turn: WeighedTurn, throw: _Throw, expectation: Expectation) -> WeighedTurn:
    """The turn with what its throw costs beyond the cards that stay."""
    if turn.end.closes:
        return turn
    harm = expectation.harm(turn.expected) if throw.helps is not None else 0.0
    why = (*turn.why, throw.helps) if throw.helps is not None and harm else turn.why
    return replace(turn, score=turn.score + throw.cost + harm, why=why)


def _turn(
    position: Position, verdict: Verdict, expectation: Expectation, can_open: bool, race: Race | None = None
) -> WeighedTurn:
    """One turn with what is expected of it."""
    end = verdict.end
    why: tuple[Reason, ...]
    if end.closes:
        expected, why = expectation.closing(end), ()
    elif end.opened:
        expected = expectation.opened(end.hand, race or Race(end.table, expectation.left, position.profile))
        why = _chances_of(expected)
    else:
        expected = expectation.closed(end.hand, can_open=can_open)
        why = _chances_of(expected)
    return WeighedTurn(verdict, expected, expected.score, why)


def _chances_of(expected: Expected) -> tuple[Reason, ...]:
    """What may be expected after a turn that does not close, in turns and in per cent."""
    state = expected.state
    if state is None:
        return ()
    chances = chances_of(state)
    turns, first = round(chances.turns, 1), round(100 * chances.first)
    if state.stage == "opened":
        return (advice.expected_race(turns=turns, chance=first),)
    by_round, opens = state.round + OPENS_WITHIN, round(100 * chances.opens)
    if state.stage == "collecting":
        return (advice.expected_collect(turns=turns, chance=first, by_round=by_round, opens=opens),)
    from_hand, caught = round(100 * chances.from_hand), round(100 * chances.caught)
    told = advice.expected_wait(
        turns=turns, chance=first, from_hand=from_hand, caught=caught, by_round=by_round, opens=opens
    )
    return (told,)


def _throws(position: Position, state: EndState, expectation: Expectation, style: Style) -> list[_Throw]:
    """Each card that may be thrown, that of the least potential first."""
    profile = position.profile
    hand = state.left
    fits = table_places(state.table, profile)
    worth = keeping(
        hand,
        expectation.left,
        profile,
        style.weights,
        opened=state.opened,
        fits=() if state.opened else fits,
        near=_near(state.table, profile),
    )
    unit = style.potential_opened if state.opened else style.potential_closed
    following = next_player(position)
    found: list[_Throw] = []
    for one in sorted(set(hand), key=lambda card: (card is JOKER, worth[card], card.kind)):
        if may_throw(position, hand, one, state.opened) is not None:
            continue
        helps = None
        if following is not None and following.opened and one.kind in fits:
            helps = advice.throw_helps_next(card=one, name=following.name)
        cost = unit * worth[one] + WANTED * bool(wanted(position, one)) - UNWANTED * bool(unwanted(position, one))
        if one is JOKER:
            cost = max((other.cost for other in found), default=cost) + JOKER_THROWN
        found.append(_Throw(one, cost, helps))
    least = min((one.cost for one in found), default=0.0)
    return [replace(one, cost=one.cost - least) for one in found]


def _near(table: Sequence[TableMeld], profile: RuleProfile) -> Iterator[tuple[int, int]]:
    """Kinds that could be laid off after another, each with that other."""
    for lying in table:
        meld = lying.meld
        if meld.kind == "run":
            for places in (low_places(meld, profile), high_places(meld, profile)):
                if len(places) > 1:
                    yield place_card(places[1], meld.suit).kind, place_card(places[0], meld.suit).kind


def stock_expected(position: Position) -> Expected:
    """What is expected when the next card comes from the stock: the hand as it stands before the draw."""
    can_open = may_lay_something(position)
    expectation = Expectation(position)
    if position.opened:
        race = Race(position.table, expectation.left, position.profile)
        return expectation.opened(position.hand, race, before_draw=True)
    return expectation.closed(position.hand, can_open=can_open)
