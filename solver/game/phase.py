"""Phase: is the draw of this turn still to come, is it done, or does the hand stand outside any turn? One rule.

A caller may tell the phase; if he does not, the first line that fits decides:

    | what is told                                                                   | phase          |
    | the draw (`drawn`)                                                             | `after_draw`   |
    | the first turn of a starter who was dealt a card more, and so does not draw    | `after_draw`   |
    | not opened, and as many cards as are dealt                                     | `before_draw`  |
    | not opened, and one card more than are dealt                                   | `after_draw`   |
    | what this turn's draw could come from: `discard_pile`, `bottom_card` or        | `before_draw`  |
    | `stock_left`                                                                   |                |
    | nothing of all this                                                            | `free`         |

Where carried jokers come on top of the deal, a hand holds as many cards more as it may hold carried jokers; a number
that could then be before the draw as well as after it is left to the lines below. A hand of the most cards that are
read is not before a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from solver.game.cards import JOKER, Card
from solver.rules.profile import RuleProfile

Phase: TypeAlias = Literal["before_draw", "after_draw", "free"]

PHASES: Final[tuple[Phase, ...]] = ("before_draw", "after_draw", "free")


def inferred_phase(
    profile: RuleProfile,
    hand: Sequence[Card],
    *,
    opened: bool,
    drew: bool,
    starts_without_draw: bool,
    draw_in_sight: bool,
    full: bool,
) -> Phase:
    """The phase of a hand of which it is not told, by the rule above.

    `drew`: the draw is told; `starts_without_draw`: a starter's first turn in which he does not draw; `draw_in_sight`:
    something that this turn's draw could come from is told; `full`: no hand holds more cards.
    """
    if drew or starts_without_draw:
        return "after_draw"
    by_size = None if opened else _phase_by_size(profile, hand)
    if by_size is not None:
        return by_size
    return "before_draw" if draw_in_sight and not full else "free"


def _phase_by_size(profile: RuleProfile, hand: Sequence[Card]) -> Phase | None:
    """What the number of cards says of a player who has not opened; None if it says nothing."""
    carried = 0 if profile.carried_count_in_deal else min(profile.carry_max, hand.count(JOKER))
    more = len(hand) - profile.cards_dealt
    before, after = 0 <= more <= carried, 1 <= more <= carried + 1
    if before == after:
        return None
    return "before_draw" if before else "after_draw"
