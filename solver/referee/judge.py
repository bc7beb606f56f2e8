"""The referee: replays the actions of a turn one by one and names the clause that a wrong one breaks.

It shares nothing with the optimiser but the vocabulary of cards, melds, positions and actions. The clauses are those
of the rules' sections 2 to 7. `fits`, `fitting_cards`, `discard_forbidden`, `check_draw` and `may_throw` answer its
questions about single cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver import facts
from solver.game.actions import Action, LayMeld
from solver.game.cards import Card
from solver.game.position import Position
from solver.referee.cards import check_draw, discard_forbidden, fitting_cards, may_throw
from solver.referee.replay import Replay
from solver.referee.table import Refused, fits, refusal
from solver.referee.turn import Turn
from solver.referee.verdict import BrokenRule, Verdict

__all__ = ["check_draw", "discard_forbidden", "fits", "fitting_cards", "judge", "may_throw", "replayed"]


def judge(position: Position, actions: Sequence[Action], *, finish: bool = True, order_shown: bool = False) -> Verdict:
    """Judges the actions of a turn from a position, step by step, under the position's profile.

    The first wrong action stops the replay, and `end` tells how things stand before it; but if it lays a meld, the
    further melds laid are still judged as melds. Without a discard the actions are judged as far as they go; before
    the draw a turn that throws a card draws one first, and the card still to come counts as kept for the discard. In a
    profile without discards the turn ends after the last action, unless `finish` is false. `order_shown` also judges
    whether the cards of new sets come in the order in which the profile shows sets.
    """
    replay = Replay(position, order_shown=order_shown)
    return replay.verdict(_played(replay, actions), finish=finish)


def replayed(position: Position, actions: Sequence[Action]) -> Replay | None:
    """The replay of actions that do not end a turn, to be asked of its ends; None if one of them is refused."""
    replay = Replay(position)
    return None if _played(replay, actions) else replay


def _played(replay: Replay, actions: Sequence[Action]) -> list[BrokenRule]:
    """Does the actions up to the first wrong one; what is wrong."""
    turn, drawn = replay.turn, replay.turn.position.drawn
    if drawn is not None and drawn.source == "discard":
        forbidden = discard_forbidden(turn.position)
        if forbidden:
            return [BrokenRule(forbidden, cards=(drawn.card,) if drawn.card else ())]
    for step, action in enumerate(actions):
        over = replay.is_over
        try:
            replay.do(action)
        except Refused as error:
            meld = turn.new_melds if isinstance(action, LayMeld) else error.meld
            problems = [BrokenRule(reason, step, meld, error.cards) for reason in error.reasons]
            if isinstance(action, LayMeld) and not over:
                problems += _further_melds(turn, actions, step)
            return problems
    return []


def _further_melds(turn: Turn, actions: Sequence[Action], step: int) -> Iterator[BrokenRule]:
    """The melds laid right after a wrong one that are wrong in themselves or use cards that are not there."""
    hand = list(turn.hand)
    for later, action in enumerate(actions[step:], step):
        if not isinstance(action, LayMeld):
            return
        missing = [card for card in action.cards if not _take(hand, card)]
        if later == step:
            continue
        meld = turn.new_melds + later - step
        try:
            turn.read(action)
            if missing:
                raise refusal(facts.not_in_hand, missing)
        except Refused as error:
            yield from (BrokenRule(reason, later, meld, error.cards) for reason in error.reasons)


def _take(hand: list[Card], one: Card) -> bool:
    """Takes a card from a hand, if it is there."""
    there = one in hand
    if there:
        hand.remove(one)
    return there
