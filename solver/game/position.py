"""Position: a hand and everything visible around it, checked when it is made.

Its one-line text form is in `solver.game.position_line`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias

from solver.errors import InvalidPosition, Reason
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.game.phase import Phase, inferred_phase
from solver.rules.profile import RuleProfile

ME: Final = "me"
MAX_HAND: Final = 30
MAX_NAME: Final = 64
MAX_ROUND: Final = 999

Source: TypeAlias = Literal["stock", "discard", "bottom", "none"]


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: its id, who laid it (`"me"` or an opponent's name), and whether it is the pure run that
    opened (`None`: not known)."""

    id: str
    owner: str
    meld: Meld
    opening_run: bool | None = None

    @property
    def mine(self) -> bool:
        return self.owner == ME


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draw of this turn, already in the hand. The card may be untold when it came from the stock."""

    source: Source
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is seen of an opponent: name, number of cards in hand if told, whether he has opened; the cards that he
    took face up and still holds (`picked`), and those that he has thrown in this deal, wherever they are now."""

    name: str
    cards: int | None = None
    opened: bool = False
    picked: tuple[Card, ...] = ()
    thrown: tuple[Card, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Position:
    """One player's view in his turn (`design`: position). `round` is the number of the player's own turn in the deal;
    `phase` is as told (`phase_told`) or as `game.phase` infers it; `stock_left` the cards left in the stock, None if
    not told.

    Made by :func:`make_position`, which fills in the defaults; :func:`after_drawing` makes the position after a draw.
    Raises InvalidPosition if it contradicts itself or its profile. The hand is kept sorted, so equal questions are
    equal positions.
    """

    profile: RuleProfile
    hand: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    round: int
    opened: bool
    starter: bool
    drawn: Drawn | None
    discard_pile: tuple[Card, ...]
    bottom_card: Card | None
    opponents: tuple[Opponent, ...]
    top_discard_by: str | None
    closing_barred: bool
    seen: tuple[Card, ...]
    phase: Phase
    phase_told: bool
    stock_left: int | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        object.__setattr__(self, "seen", tuple(sorted(self.seen)))
        if self.drawn is not None and not self.phase_told:
            object.__setattr__(self, "phase", "after_draw")
        from solver.game.position_faults import faults_of  # which are told of a position

        faults = list(faults_of(self))
        if faults:
            raise InvalidPosition(*faults)

    @cached_property
    def opponent_opened(self) -> bool:
        """Is it known that an opponent has opened?"""
        return any(one.opened for one in self.opponents) or any(not one.mine for one in self.table)

    @cached_property
    def opponent_has_meld(self) -> bool:
        return any(not one.mine for one in self.table)

    @property
    def may_lay(self) -> bool:
        """Has the round in which laying is allowed come?"""
        return self.round >= self.profile.first_laying_round

    @property
    def starts_without_draw(self) -> bool:
        """Is this the first turn of a starter who was dealt one card more?"""
        return _starts_without_draw(self.profile, self.starter, self.round)

    @property
    def draws_first(self) -> bool:
        """Is the draw of this turn still to come?"""
        return self.phase == "before_draw"

    def drew(self, source: Source) -> bool:
        """Did this turn's draw come from there?"""
        return self.drawn is not None and self.drawn.source == source

    def thrown_by_opened_player(self) -> bool:
        """Was the top discard thrown by an opened player? Untold: whenever an opponent has opened."""
        if self.top_discard_by is None:
            return self.opponent_opened
        known = {one.name: one.opened for one in self.opponents}
        return known.get(self.top_discard_by, False) or any(one.owner == self.top_discard_by for one in self.table)


def make_position(
    profile: RuleProfile,
    hand: Iterable[Card],
    *,
    table: Sequence[TableMeld] = (),
    round: int | None = None,  # noqa: A002  the contract's name
    opened: bool | None = None,
    starter: bool = False,
    drawn: Drawn | None = None,
    discard_pile: Iterable[Card] = (),
    bottom_card: Card | None = None,
    opponents: Iterable[Opponent] = (),
    top_discard_by: str | None = None,
    closing_barred: bool = False,
    seen: Iterable[Card] = (),
    phase: Phase | None = None,
    stock_left: int | None = None,
) -> Position:
    """A position with the contract's defaults: the round after the first in which laying is allowed, opened if a
    table meld is one's own, the phase by `solver.game.phase`. Raises InvalidPosition."""
    cards, pile = tuple(hand), tuple(discard_pile)
    number = profile.first_laying_round + 1 if round is None else round
    has_opened = any(one.mine for one in table) if opened is None else opened
    return Position(
        profile=profile,
        hand=cards,
        table=tuple(table),
        round=number,
        opened=has_opened,
        starter=starter,
        drawn=drawn,
        discard_pile=pile,
        bottom_card=bottom_card,
        opponents=tuple(opponents),
        top_discard_by=top_discard_by,
        closing_barred=closing_barred,
        seen=tuple(seen),
        phase=phase
        or inferred_phase(
            profile,
            cards,
            opened=has_opened,
            drew=drawn is not None,
            starts_without_draw=_starts_without_draw(profile, starter, number),
            draw_in_sight=bool(pile) or bottom_card is not None or stock_left is not None,
            full=len(cards) >= MAX_HAND,
        ),
        phase_told=phase is not None,
        stock_left=stock_left,
    )


def after_drawing(position: Position, source: Source, card: Card | None = None) -> Position:
    """The position after the draw of this turn: the top discard, the bottom card, or a card of the stock (`card`).

    Where it is told that no card is left in the stock, the pile but its top is the new one (RULES 1.6).

    Raises InvalidPosition, and ValueError if there is no such card.
    """
    pile, bottom, left = position.discard_pile, position.bottom_card, position.stock_left
    if source == "discard" and pile:
        card, pile = pile[-1], pile[:-1]
    elif source == "bottom" and bottom is not None:
        card, bottom = bottom, None
    elif source != "stock" or card is None:
        raise ValueError(f"no card to draw from {source}")
    elif left is not None:
        if left == 0 and len(pile) > 1:
            pile, left = pile[-1:], len(pile) - 1
        left = max(0, left - 1)
    return replace(
        position,
        hand=(*position.hand, card),
        discard_pile=pile,
        bottom_card=bottom,
        stock_left=left,
        drawn=Drawn(source, card),
        phase="after_draw",
        phase_told=False,
    )


def _starts_without_draw(profile: RuleProfile, starter: bool, number: int) -> bool:
    return starter and number == 1 and profile.starter_extra


def discard_may_be_taken(position: Position) -> Reason | None:
    """Why a discard may not be taken in this round by this player; None if it may (a fitting card is judged apart)."""
    profile, number = position.profile, position.round
    if not profile.discard_unopened and not position.opened:
        return Reason("discard_unopened", "discard_unopened")
    if profile.discard_round_1 and number == 1:
        return None
    if number < profile.discard_from_round:
        return Reason("discard_too_early", "discard_from_round", {"round": number, "from": profile.discard_from_round})
    if profile.discard_not_by_starter_in_first and position.starter and number == profile.discard_from_round:
        return Reason("discard_not_by_starter", "discard_not_by_starter_in_first", {"round": number})
    return None
