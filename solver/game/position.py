"""Position: a hand and everything visible around it, checked when it is made.

Its one-line text form is in `solver.game.position_line`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias

from solver import facts
from solver.errors import InvalidPosition, Reason
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.game.phase import Phase, inferred_phase
from solver.game.told import told, told_fields
from solver.rules.profile import PARAMETERS, RuleProfile

ME: Final = "me"
MAX_HAND: Final = 30
MAX_NAME: Final = 64
MAX_ROUND: Final = 999
MAX_TABLE: Final = 60
MAX_OPPONENTS: Final = 8
MAX_STOCK: Final = 52 * PARAMETERS["decks"].high + PARAMETERS["jokers"].high

DrawSource: TypeAlias = Literal["stock", "discard", "bottom", "none"]


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

    source: DrawSource
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is seen of an opponent."""

    name: str = field(metadata=told("name", "the opponent's name", required=True))
    cards: int | None = field(
        default=None, metadata=told("whole", "how many cards he holds; absent: not told", most=MAX_HAND, null=True)
    )
    opened: bool = field(
        default=False, metadata=told("flag", "has he opened; absent: whether a meld on the table is his")
    )
    picked: tuple[Card, ...] = field(default=(), metadata=told("cards", "cards that he took face up and still holds"))
    thrown: tuple[Card, ...] = field(
        default=(), metadata=told("cards", "cards that he has thrown in this deal, wherever they are now")
    )


@dataclass(frozen=True, kw_only=True)
class Position:
    """One player's view in his turn. Each field is declared here for every door (`game.told`). `phase` is as told
    (`phase_told`) or as `game.phase` infers it.

    Made by :func:`make_position`, which fills in the defaults; :func:`after_drawing` makes the position after a draw.
    Raises InvalidPosition if it contradicts itself or its profile. The hand is kept sorted, so equal questions are
    equal positions.
    """

    profile: RuleProfile
    hand: tuple[Card, ...] = field(metadata=told("cards", "the player's cards", least=1, most=MAX_HAND))
    table: tuple[TableMeld, ...] = field(metadata=told("table", "the melds on the table", "m", most=MAX_TABLE))
    round: int = field(
        metadata=told(
            "whole",
            "the player's turn number in this deal; default: the round after laying becomes allowed",
            "r",
            least=1,
            most=MAX_ROUND,
        )
    )
    opened: bool = field(
        metadata=told(
            "flag", "has the player opened in an earlier turn; default: whether a meld on the table is his", "o"
        )
    )
    starter: bool = field(metadata=told("mark", "did the player start the deal", "s"))
    phase: Phase = field(
        metadata=told(
            "phase",
            "is this turn's draw still to come, is it done, or is there no turn (a hand to learn from); absent or "
            "null: inferred, and echoed in the answer",
            "f",
            null=True,
        )
    )
    drawn: Drawn | None = field(
        metadata=told("drawn", "the draw of this turn; absent: not told, see phase", "d", null=True)
    )
    discard_pile: tuple[Card, ...] = field(metadata=told("cards", "the discard pile, top card last", "p"))
    bottom_card: Card | None = field(
        metadata=told("card", "the face-up card under the stock", "b", null=True, option="bottom")
    )
    stock_left: int | None = field(
        metadata=told("whole", "how many cards are left in the stock; absent: not told", "l", most=MAX_STOCK, null=True)
    )
    opponents: tuple[Opponent, ...] = field(
        metadata=told("opponents", "the opponents, the next player first", "q", most=MAX_OPPONENTS, option="opponent")
    )
    top_discard_by: str | None = field(
        metadata=told("name", "who threw the top card of the discard pile", "t", null=True)
    )
    closing_barred: bool = field(
        metadata=told("mark", "a joker was thrown in this round of turns, nobody may close", "x")
    )
    seen: tuple[Card, ...] = field(metadata=told("cards", "other cards known to be out of play", "e"))
    phase_told: bool

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
        return any(opponent.opened for opponent in self.opponents) or any(not meld.mine for meld in self.table)

    @cached_property
    def opponent_has_meld(self) -> bool:
        return any(not meld.mine for meld in self.table)

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

    def drew(self, source: DrawSource) -> bool:
        """Did this turn's draw come from there?"""
        return self.drawn is not None and self.drawn.source == source

    def thrown_by_opened_player(self) -> bool:
        """Was the top discard thrown by an opened player? Untold: whenever an opponent has opened."""
        if self.top_discard_by is None:
            return self.opponent_opened
        known = {opponent.name: opponent.opened for opponent in self.opponents}
        return known.get(self.top_discard_by, False) or any(meld.owner == self.top_discard_by for meld in self.table)


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
    has_opened = any(meld.mine for meld in table) if opened is None else opened
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


def after_drawing(position: Position, source: DrawSource, card: Card | None = None) -> Position:
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
        return facts.discard_unopened()
    if profile.discard_round_1 and number == 1:
        return None
    if number < profile.discard_from_round:
        return facts.discard_too_early(round=number, from_=profile.discard_from_round)
    if profile.discard_not_by_starter_in_first and position.starter and number == profile.discard_from_round:
        return facts.discard_not_by_starter(round=number)
    return None


TOLD: Final = told_fields(Position)
"""Every field of a position that a caller may tell, in the order of requests; the rule set comes beside them."""

OPPONENT_TOLD: Final = told_fields(Opponent)
"""Every field of an opponent that may be told."""
