"""The outlook's table of throws: what each leaves, what it risks, and one rank with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from advisor import advice
from advisor.outlook_answer import Distance, ThrowRow
from solver.errors import Reason
from solver.game import lay_offs
from solver.game.cards import JOKER, Card
from solver.game.named import named
from solver.game.position import Opponent, Position, TableMeld
from solver.rules.profile import RuleProfile

_NEVER = 999


def frees_joker(position: Position, one: Card) -> tuple[str, ...]:
    """The table melds whose joker stands for this card (in a set: with the other suits that are missing)."""
    return tuple(meld.id for meld in position.table if lay_offs.frees_joker(one, meld.meld, position.profile))


def next_player(position: Position) -> Opponent | None:
    """Who plays after this turn, if it is told."""
    return position.opponents[0] if position.opponents else None


def wanted(position: Position, one: Card) -> tuple[Card, ...]:
    """The cards that the next player picked up and holds, with which this one could lie in a meld."""
    following = next_player(position)
    picked = following.picked if following is not None else ()
    return tuple(sorted({card for card in picked if one is JOKER or go_together(one, card, position.profile)}))


def unwanted(position: Position, one: Card) -> tuple[Card, ...]:
    """The cards that the next player has thrown, of this kind or such as could lie in a meld with it."""
    following = next_player(position)
    thrown = following.thrown if following is not None else ()
    if one is JOKER:
        return ()
    return tuple(sorted({card for card in thrown if card is one or go_together(one, card, position.profile)}))


def go_together(one: Card, other: Card, profile: RuleProfile) -> bool:
    """Can two natural cards be in one meld of three?"""
    if one is JOKER or other is JOKER:
        return True
    if one.rank == other.rank:
        return one.suit != other.suit
    if one.suit != other.suit:
        return False
    return any(abs(low - high) <= 2 for low in _places(one, profile) for high in _places(other, profile))


def _places(one: Card, profile: RuleProfile) -> tuple[int, ...]:
    """The places that a natural card can take in a run."""
    if profile.ace_wraps:
        return (one.rank, one.rank + 13)
    if one.rank > 1:
        return (one.rank,)
    low, high = profile.ace_low is not None, profile.ace_high is not None
    return (1,) * low + (14,) * high


def _merits(row: ThrowRow) -> tuple[tuple[str, int], ...]:
    """What throws are compared by, in this order; less is better."""
    return (
        ("open_distance", _far(row.to_open)),
        ("open_accepts", -row.to_open.left_total),
        ("close_distance", _far(row.to_close)),
        ("close_accepts", -row.to_close.left_total),
        ("frees_joker", len(row.frees_joker)),
        ("fits", len(row.fits)),
        ("wanted", len(row.wanted)),
        ("unwanted", -len(row.unwanted)),
        ("penalty", -row.penalty_saved),
    )


def _far(distance: Distance) -> int:
    return _NEVER if distance.distance is None else distance.distance


def ranked_throws(rows: list[ThrowRow], order: Sequence[Card], table: Sequence[TableMeld]) -> tuple[ThrowRow, ...]:
    """The rows in the order of the one ranking of throws, cards that it does not name last; each with its rank and what
    makes it worse than the best. Melds are named as those of the `table`."""
    places = {card: at for at, card in enumerate(order)}
    ordered = sorted(
        rows,
        key=lambda row: (places.get(row.card, len(places)), *(value for _, value in _merits(row)), row.card),
    )
    result: list[ThrowRow] = []
    for index, row in enumerate(ordered):
        reason = _why_worse(row, ordered[0], table) if index else row.reason
        result.append(replace(row, rank=index + 1, reason=reason))
    return tuple(result)


def _why_worse(row: ThrowRow, best: ThrowRow, table: Sequence[TableMeld]) -> Reason:
    """The first thing in which a throw is worse than the best one."""
    for (merit, value), (_, better) in zip(_merits(row), _merits(best), strict=True):
        if value <= better:
            continue
        if merit in ("open_distance", "close_distance") and not (row.to_open.optimal and row.to_close.optimal):
            return advice.distance_not_known()
        if merit == "open_distance":
            if value == _NEVER:
                return advice.throw_never_opens()
            return advice.throw_opens_later(cards=value, better=better)
        if merit == "close_distance":
            if value == _NEVER:
                return advice.throw_never_closes()
            return advice.throw_closes_later(cards=value, better=better)
        if merit == "open_accepts":
            return advice.throw_opens_by_fewer(left=-value, better=-better)
        if merit == "close_accepts":
            return advice.throw_closes_by_fewer(left=-value, better=-better)
        if merit == "penalty":
            return advice.throw_saves_less(points=-value, better=-better)
        if merit == "unwanted":
            return advice.throw_less_safe()
        return _danger(merit, row, table)
    return advice.throw_worth_less()


def danger(row: ThrowRow, table: Sequence[TableMeld]) -> list[Reason]:
    """What a throw risks, the worst first. Melds are named as those of the `table`."""
    risks = {"frees_joker": row.frees_joker, "fits": row.fits, "wanted": row.wanted}
    return [_danger(merit, row, table) for merit, risk in risks.items() if risk]


def _danger(merit: str, row: ThrowRow, table: Sequence[TableMeld]) -> Reason:
    if merit == "wanted":
        return advice.throw_wanted(cards=row.wanted)
    melds = row.frees_joker if merit == "frees_joker" else row.fits
    onto = [named(meld, table) for meld in table if meld.id in melds]
    return (advice.throw_frees_joker if merit == "frees_joker" else advice.throw_fits)(melds=list(melds), onto=onto)
