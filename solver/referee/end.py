"""The end of a turn before the referee: the clauses judged at the discard, closing, and how things stand then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver import facts
from solver.errors import Reason
from solver.game.cards import JOKER, Card
from solver.game.melds import Meld
from solver.game.position import TableMeld
from solver.referee.cards import points_left
from solver.referee.state import TurnState
from solver.referee.verdict import EndState


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a turn brings: `rest` stays in hand after `thrown` (None in a game without discards)."""

    thrown: Card | None
    rest: tuple[Card, ...]
    closes: bool
    from_hand: bool
    special: bool

    @property
    def carried(self) -> int:
        return len(self.rest) if self.closes else 0


def ending(turn: TurnState, thrown: Card | None) -> Ending:
    """How the turn ends if a card is thrown now."""
    position, profile = turn.position, turn.profile
    rest = list(turn.hand)
    if thrown is not None:
        rest.remove(thrown)
    closes = (
        turn.opened
        and not position.closing_barred
        and len(rest) <= profile.carry_max
        and all(card is JOKER for card in rest)
        and not (thrown is JOKER and (profile.joker_discard_bars_closing or not profile.close_with_joker))
    )
    from_hand = closes and not position.opened and (profile.from_hand_layoffs or not turn.touched_others)
    bonus = {"none": False, "always": True, "no_opponent_meld": not position.opponent_has_meld}
    special = from_hand and bonus[profile.from_hand_bonus]
    return Ending(thrown, tuple(rest), closes, from_hand, special)


def end_reasons(turn: TurnState, end: Ending) -> Iterator[Reason]:
    """Every clause that the turn breaks if it ends so."""
    yield from _opening_reasons(turn)
    if turn.duty != "none" and not turn.duty_met:
        taken = str(turn.taken)
        unmet = facts.draw_duty_unmet(card=taken, duty=turn.duty)
        yield replace(unmet, remedy=facts.return_card(card=taken, duty=turn.duty))
    if turn.drawn is not None and turn.drawn.source == "bottom":
        yield from _bottom_reasons(turn, end)
    if turn.rearranged and not turn.cards_laid:
        yield facts.no_card_added()
    if turn.position.closing_barred and end.thrown is None and not end.rest:
        yield facts.last_card_while_barred()
    rule = turn.profile.won_joker
    if turn.owed and (rule == "lay" or (rule == "lay_or_close" and not end.carried)):
        yield facts.won_joker_kept(owed=turn.owed)


def _opening_reasons(turn: TurnState) -> Iterator[Reason]:
    if turn.position.opened or turn.steps == turn.early_exchanges:
        return
    required = turn.profile.opening_minimum
    for lacking in turn.lacks:
        if lacking == "opening_minimum":
            missing = required - turn.points
            yield facts.not_enough_points(points=turn.points, required=required, missing=missing)
        else:
            yield facts.no_pure_run()


def _bottom_reasons(turn: TurnState, end: Ending) -> Iterator[Reason]:
    taken = str(turn.taken)
    if not end.from_hand:
        remedy = facts.return_card(card=taken).citing("bottom")
        yield replace(facts.bottom_without_close(card=taken), remedy=remedy)
    elif turn.profile.bottom == "meld" and not turn.taken_in_new_meld:
        yield facts.bottom_not_melded(card=taken)


def end_state(turn: TurnState, end: Ending | None) -> EndState:
    """How things stand; `end` is None while the turn is not over."""
    left = tuple(turn.hand)
    rest = left if end is None else end.rest
    table, gone = shown_table(turn, end)
    closes = end is not None and end.closes
    return EndState(
        hand=rest,
        left=left,
        table=table,
        to_discard_pile=gone,
        discard=end.thrown if end is not None else None,
        points=turn.points,
        opens=turn.opens,
        opened=turn.opened,
        opening_run=_opening_run(turn),
        won=turn.won,
        owed=turn.owed,
        finished=end is not None,
        closes=closes,
        from_hand=end is not None and end.from_hand,
        special=end is not None and end.special,
        carried=end.carried if end is not None else 0,
        penalty=0 if closes else points_left(rest, turn.profile),
    )


def shown_table(turn: TurnState, end: Ending | None) -> tuple[tuple[TableMeld, ...], tuple[Card, ...]]:
    """The melds on the table, and the cards that go to the discard pile as whole sets of four; none while the turn is
    not over."""
    opening_run = _opening_run(turn)
    table = [_shown(turn, name, opening_run) for name in turn.melds]
    if end is None or not turn.profile.fours_to_discard:
        return tuple(table), ()
    gone = [card for meld in table if _is_four(meld.meld) for card in meld.meld.cards]
    return tuple(meld for meld in table if not _is_four(meld.meld)), tuple(gone)


def _opening_run(turn: TurnState) -> str | None:
    return turn.opening_runs[0] if turn.opens and turn.opening_runs else None


def _shown(turn: TurnState, name: str, opening_run: str | None) -> TableMeld:
    live = turn.melds[name]
    if live.told is None:
        return TableMeld(name, live.owner, live.meld, name == opening_run)
    return live.told if live.meld is live.told.meld else TableMeld(name, live.owner, live.meld, live.told.opening_run)


def _is_four(meld: Meld) -> bool:
    return meld.kind == "set" and len(meld.naturals) == 4
