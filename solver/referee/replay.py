"""The replay of a turn: its actions done one by one, every step kept; its end is judged without doing them again.

After `replay = Replay(position)` each `replay.do(action)` does one or raises Refused; `replay.throwing(card)` is the
verdict if the turn then ended with this card, and may be asked for as many cards as are wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver import facts
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card
from solver.game.position import Position
from solver.referee.cards import throw_forbidden
from solver.referee.end import Ending, end_reasons, end_state, ending, shown_table
from solver.referee.table import Refused, refusal
from solver.referee.turn import Turn
from solver.referee.verdict import BrokenRule, ReplayStep, Verdict


class Replay:
    """A turn that is replayed from a position; `steps` are the actions done so far."""

    def __init__(self, position: Position, *, order_shown: bool = False) -> None:
        self.turn = Turn(position, order_shown=order_shown)
        self.steps: list[ReplayStep] = []
        self._end: Ending | None = None
        self._returned = False

    @property
    def is_over(self) -> bool:
        """Has a card been thrown or put back?"""
        return self._end is not None or self._returned

    def do(self, action: Action) -> None:
        """Does an action, or leaves all as it was. Raises Refused with every clause that it breaks."""
        turn, first = self.turn, self.turn.new_melds
        if self.is_over:
            raise Refused(facts.turn_is_over())
        match action:
            case Discard():
                self._end = _thrown(turn, action)
            case Return():
                _put_back(turn, action)
                self._returned = True
            case Draw():
                turn.draw(action)
            case LayMeld():
                turn.lay_meld(action)
            case LayOff():
                turn.lay_off(action)
            case Exchange():
                turn.exchange(action)
            case Rearrange():
                turn.rearrange(action)
        self.steps.append(self._step(action, self._end, turn.new_melds - first))

    def _step(self, action: Action, end: Ending | None, new: int = 0) -> ReplayStep:
        turn = self.turn
        table, _ = shown_table(turn, end)
        hand = tuple(turn.hand) if end is None else end.rest
        return ReplayStep(action, table[len(table) - new :], hand, table, turn.points, turn.opens)

    def verdict(self, problems: Sequence[BrokenRule] = (), *, finish: bool = True) -> Verdict:
        """The verdict on the actions done, beside problems found elsewhere; with `finish` the turn ends here where no
        card need be thrown."""
        end = self._end
        if not problems and end is None and finish and self._ends_so():
            end = ending(self.turn, None)
            problems = [BrokenRule(reason) for reason in end_reasons(self.turn, end)]
            end = None if problems else end
        return Verdict(tuple(problems), end_state(self.turn, end), steps=tuple(self.steps))

    def _ends_so(self) -> bool:
        """May the turn end here without a throw: in every game without them, or since it closes or no card is left?"""
        turn = self.turn
        if self._returned or turn.card_unknown or turn.undrawn:
            return False
        if turn.profile.closes_without_discard:
            return not turn.hand or ending(turn, None).closes
        return not turn.profile.ends_with_discard

    def throwing(self, card: Card) -> Verdict:
        """The verdict if the turn ended with the throw of a card; what was done stays, so that others can be asked."""
        action = Discard(card)
        try:
            if self.is_over:
                raise Refused(facts.turn_is_over())
            end = _thrown(self.turn, action)
        except Refused as error:
            return self.verdict([BrokenRule(reason, len(self.steps), None, error.cards) for reason in error.reasons])
        return Verdict((), end_state(self.turn, end), steps=(*self.steps, self._step(action, end)))


def _thrown(turn: Turn, action: Discard) -> Ending:
    """How the turn ends by a throw; it changes nothing. Raises Refused with every clause that the turn breaks."""
    if turn.undrawn:
        raise Refused(facts.draw_needed())
    if turn.card_unknown:
        raise Refused(facts.drawn_card_unknown())
    if not turn.profile.ends_with_discard:
        raise refusal(facts.no_discards, (action.card,))
    refused = throw_forbidden(turn.position, turn.hand, action.card, turn.opened, turn.drawn, turn.held)
    if refused and refused.code == "not_in_hand":
        raise Refused(refused, cards=(action.card,))
    end = ending(turn, action.card)
    reasons = [*((refused,) if refused else ()), *end_reasons(turn, end)]
    claims = (
        ("closes", action.closes, end.closes, "close"),
        ("from_hand", action.from_hand, end.from_hand, "from_hand"),
    )
    for name, claim, truth, rule in claims:
        if claim is not None and claim != truth:
            reasons.append(facts.wrong_claim(field=name, claim=claim, truth=truth).citing(rule))
    if reasons:
        raise Refused(*reasons, cards=(action.card,))
    return end


def _put_back(turn: Turn, action: Return) -> None:
    """Puts the taken discard or bottom card back. Raises Refused."""
    if turn.taken is None or turn.taken is not action.card:
        raise refusal(facts.not_the_taken_card, (action.card,))
    if turn.steps:
        raise refusal(facts.return_after_laying, (action.card,))
    turn.hand.remove(action.card)
