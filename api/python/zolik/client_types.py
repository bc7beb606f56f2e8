"""Types of what the service is asked and answers, made of its OpenAPI document: `python -m api.typings`.

Each record is a dictionary as the service sends and takes it. A `Reason` has further fields: the figures of its fact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

# ruff: noqa: E501
# fmt: off

__all__ = [
    "Accept",
    "Action",
    "ActionInput",
    "BadField",
    "Batch",
    "BatchAnswer",
    "BatchItem",
    "BatchResult",
    "Card",
    "CardInput",
    "CardWithId",
    "CardWithIdInput",
    "Chance",
    "Check",
    "CheckAnswer",
    "CheckItem",
    "ClosingAnswer",
    "ClosingItem",
    "DiscardAction",
    "DiscardActionInput",
    "DrawAction",
    "DrawActionInput",
    "Drawn",
    "ExchangeAction",
    "ExchangeActionInput",
    "Explanation",
    "ForbiddenThrow",
    "FurtherOpening",
    "FurtherTurn",
    "GoalDistance",
    "Help",
    "HouseRule",
    "Language",
    "LayoffAction",
    "LayoffActionInput",
    "Meld",
    "MeldAction",
    "MeldActionInput",
    "MeldAfter",
    "MeldFate",
    "MeldInput",
    "MeldKind",
    "Notation",
    "OpeningAnswer",
    "OpeningItem",
    "Opponent",
    "OutlookAnswer",
    "OutlookItem",
    "Parameter",
    "PenaltyAnswer",
    "PenaltyItem",
    "Phase",
    "Plan",
    "PlanKind",
    "Player",
    "PlayerScore",
    "Position",
    "Problem",
    "Problematic",
    "Profile",
    "ProfileId",
    "ProfileList",
    "RearrangeAction",
    "RearrangeActionInput",
    "Reason",
    "ReturnAction",
    "ReturnActionInput",
    "RulesOverride",
    "Score",
    "ScoreAnswer",
    "ScoreItem",
    "ServiceStatus",
    "Source",
    "StandsFor",
    "Step",
    "StructuralPenalty",
    "TableMeld",
    "Throw",
    "ThrowValue",
    "Turn",
    "TurnAnswer",
    "TurnItem",
    "WithoutPureRun",
]


class TableMeld(TypedDict):
    """A meld on the table."""

    id: NotRequired[str]
    """its name; absent: m1, m2 …"""
    owner: str
    """"me" or an opponent's name"""
    cards: Sequence[CardInput] | str
    """in meld order, jokers at the place of the card that they stand for"""
    kind: NotRequired[MeldKind]
    """for cards that read both ways"""
    opening_run: NotRequired[bool | None]
    """is it the pure run that opened; absent or null: not known"""


_Drawn = TypedDict("_Drawn", {"from": 'Literal["stock", "discard", "bottom", "none"]'})


class Drawn(_Drawn):
    """The draw of this turn."""

    card: NotRequired[CardInput | None]
    """the card, which is already in the hand"""


class Opponent(TypedDict):
    """What is seen of an opponent."""

    name: str
    """the opponent's name"""
    cards: NotRequired[int | None]
    """how many cards he holds; absent: not told"""
    opened: NotRequired[bool]
    """has he opened; absent: whether a meld on the table is his"""
    picked: NotRequired[Sequence[CardInput] | str]
    """cards that he took face up and still holds"""
    thrown: NotRequired[Sequence[CardInput] | str]
    """cards that he has thrown in this deal, wherever they are now"""


class Player(TypedDict):
    """A player when the round ends."""

    name: str
    """the player's name"""
    hand: Sequence[CardInput] | str
    """the cards left in his hand"""
    opened: NotRequired[bool]
    """has he opened; default: true for who closed, else false"""
    total: NotRequired[int | None]
    """his penalty points before this deal"""


class MeldInput(TypedDict):
    """A meld that a player wants to lay."""

    cards: Sequence[CardInput] | str
    """in meld order, jokers at the place of the card that they stand for"""
    kind: NotRequired[MeldKind | None]
    """for cards that read both ways"""
    stands_for: NotRequired[Mapping[str, Any]]
    """as in answers; not believed"""
    points: NotRequired[int]
    """as in answers; not believed"""
    pure: NotRequired[bool]
    """as in answers; not believed"""


class Position(TypedDict):
    """A position, and how the answer is wanted. Either `hand` or `position` is required."""

    position: NotRequired[str]
    """a position in one line, in place of the fields; further fields override it"""
    rules: NotRequired[ProfileId | RulesOverride]
    """profile id, or an object of overrides with its base; default zoliky-online"""
    hand: NotRequired[Sequence[CardInput] | str]
    """the player's cards"""
    table: NotRequired[Sequence[TableMeld]]
    """the melds on the table"""
    round: NotRequired[int]
    """the player's turn number in this deal; default: the round after laying becomes allowed"""
    opened: NotRequired[bool]
    """has the player opened in an earlier turn; default: whether a meld on the table is his"""
    starter: NotRequired[bool]
    """did the player start the deal"""
    phase: NotRequired[Phase | None]
    """is this turn's draw still to come, is it done, or is there no turn (a hand to learn from); absent or null: inferred, and echoed in the answer"""
    drawn: NotRequired[Drawn | None]
    """the draw of this turn; absent: not told, see phase"""
    discard_pile: NotRequired[Sequence[CardInput] | str]
    """the discard pile, top card last"""
    bottom_card: NotRequired[CardInput | None]
    """the face-up card under the stock"""
    stock_left: NotRequired[int | None]
    """how many cards are left in the stock; absent: not told"""
    opponents: NotRequired[Sequence[Opponent]]
    """the opponents, the next player first"""
    top_discard_by: NotRequired[str | None]
    """who threw the top card of the discard pile"""
    closing_barred: NotRequired[bool]
    """a joker was thrown in this round of turns, nobody may close"""
    seen: NotRequired[Sequence[CardInput] | str]
    """other cards known to be out of play"""
    alternatives: NotRequired[int]
    """how many further answers are wanted"""
    language: NotRequired[Language]
    """of all texts; absent: by Accept-Language"""
    notation: NotRequired[Notation]
    """of all cards in the answer"""
    time_ms: NotRequired[int]
    """the solver's budget in milliseconds"""


class Turn(Position):
    """A position, and by what its turns are ranked. Either `hand` or `position` is required."""

    objective: NotRequired[Literal["strength", "penalty", "points", "cards", "close"]]
    """by what the plans are ranked; default strength"""


class Check(Position):
    """A position, and what the player wants to do: either `melds` or `actions`; either `hand` or `position`."""

    melds: NotRequired[Sequence[MeldInput | Meld]]
    """the melds that the player wants to lay"""
    actions: NotRequired[Sequence[ActionInput]]
    """the turn, action by action; without a discard: judged as far as it goes"""


class Score(TypedDict):
    """The end of a round: who closed, and what the players hold."""

    rules: NotRequired[ProfileId | RulesOverride]
    """profile id, or an object of overrides with its base; default zoliky-online"""
    closer: str
    """the name of who closed"""
    from_hand: NotRequired[bool]
    """was it a close from hand"""
    special: NotRequired[bool]
    """was it a close that earns the profile's bonus"""
    deal: NotRequired[int | None]
    """the deal's number in the game"""
    starter: NotRequired[str | None]
    """the name of who started the deal"""
    players: Sequence[Player]
    """the players, in the order in which they sit"""
    language: NotRequired[Language]
    """of all texts; absent: by Accept-Language"""
    notation: NotRequired[Notation]
    """of all cards in the answer"""


class CardWithIdInput(TypedDict):
    """A card with the caller's own id."""

    card: str
    id: NotRequired[str | float]


_DrawActionInput = TypedDict("_DrawActionInput", {"from": 'Literal["stock", "discard", "bottom"]'})


class DrawActionInput(_DrawActionInput):
    """Draw a card."""

    type: Literal["draw"]
    card: NotRequired[CardInput | None]
    """the card, if it is known"""


class MeldActionInput(MeldInput):
    """A meld that a player wants to lay."""

    type: Literal["meld"]


class LayoffActionInput(TypedDict):
    """Lay cards off on a meld."""

    type: Literal["layoff"]
    meld: str
    """id of a table meld, or new:0, new:1 …"""
    cards: Sequence[CardInput] | str
    """the cards"""
    end: NotRequired[Literal["low", "high"] | None]
    """the end of a run; null: a set, or both ends"""


class ExchangeActionInput(TypedDict):
    """Give the cards that jokers stand for and take the jokers."""

    type: Literal["exchange"]
    meld: str
    """id of a table meld, or new:0, new:1 …"""
    cards: Sequence[CardInput] | str
    """the natural cards given"""
    jokers: int
    """how many jokers are taken"""


class RearrangeActionInput(TypedDict):
    """Take melds apart and build new ones."""

    type: Literal["rearrange"]
    take: Sequence[str]
    """the melds taken apart"""
    melds: Sequence[MeldInput | Meld]
    """the melds built"""
    from_hand: NotRequired[Sequence[CardInput] | str]
    """the cards that come from the hand"""


class DiscardActionInput(TypedDict):
    """Throw a card."""

    type: Literal["discard"]
    card: CardInput
    """the card"""
    closes: NotRequired[bool | None]
    """does it close; absent or null: not claimed"""
    from_hand: NotRequired[bool | None]
    """does it close from hand; absent or null: not claimed"""


class ReturnActionInput(TypedDict):
    """Put the taken discard or bottom card back."""

    type: Literal["return"]
    card: CardInput
    """the card"""


class Batch(TypedDict):
    """Many calls at once. An item that is wrong fails for itself."""

    requests: Sequence[BatchItem | Any]


class OpeningItem(Position):
    """A position, and how the answer is wanted. Either `hand` or `position` is required."""

    call: Literal["opening"]


class ClosingItem(Position):
    """A position, and how the answer is wanted. Either `hand` or `position` is required."""

    call: Literal["closing"]


class PenaltyItem(Position):
    """A position, and how the answer is wanted. Either `hand` or `position` is required."""

    call: Literal["penalty"]


class TurnItem(Turn):
    """A position, and by what its turns are ranked. Either `hand` or `position` is required."""

    call: Literal["turn"]


class OutlookItem(Position):
    """A position, and how the answer is wanted. Either `hand` or `position` is required."""

    call: Literal["outlook"]


class CheckItem(Check):
    """A position, and what the player wants to do: either `melds` or `actions`; either `hand` or `position`."""

    call: Literal["check"]


class ScoreItem(Score):
    """The end of a round: who closed, and what the players hold."""

    call: Literal["score"]


class RulesOverride(TypedDict):
    """A profile with some parameters replaced: house rules."""

    base: NotRequired[ProfileId]
    """the profile; default zoliky-online"""
    decks: NotRequired[int]
    """packs of 52 cards in play"""
    jokers: NotRequired[int]
    """jokers in play"""
    players_min: NotRequired[int]
    """fewest players"""
    players_max: NotRequired[int]
    """most players"""
    cards_dealt: NotRequired[int]
    """cards dealt to each player"""
    starter_extra: NotRequired[bool]
    """the starter is dealt one card more and does not draw in the first turn of the deal"""
    cutting: NotRequired[Literal["none", "all_jokers", "one_joker"]]
    """jokers among the three cards seen at the cut stay with the cutter and count in his deal: none, all, or one"""
    run_length_min: NotRequired[int]
    """fewest cards in a run"""
    run_length_max: NotRequired[int]
    """most cards in a run; 14 is from ace to ace"""
    set_size_max: NotRequired[int]
    """most cards in a set"""
    min_naturals: NotRequired[int]
    """fewest natural cards in a meld"""
    max_jokers_per_meld: NotRequired[int | None]
    """most jokers in a meld; null: no limit"""
    jokers_fewer_than_naturals: NotRequired[bool]
    """each meld has fewer jokers than natural cards"""
    adjacent_jokers: NotRequired[bool]
    """two jokers may lie side by side in a run"""
    ace_low: NotRequired[int | None]
    """points of an ace below the two of a run; null: it may not stand there"""
    ace_high: NotRequired[int | None]
    """points of an ace above the king of a run; null: it may not stand there"""
    ace_wraps: NotRequired[bool]
    """a run may go on over the ace, from king to two: the ace between them counts as above the king, and a run has at most thirteen cards"""
    ace_set: NotRequired[int]
    """points of an ace in a set"""
    court_points: NotRequired[Sequence[int]]
    """points of jack, queen and king in a meld"""
    joker_points_in_opening: NotRequired[Literal["stands_for", "zero"]]
    """what a joker counts in a meld: as the card that it stands for, or nothing"""
    opening_minimum: NotRequired[int]
    """points that the first opening must reach"""
    opening_pure_run: NotRequired[bool]
    """the first opening needs a run without a joker"""
    first_laying_round: NotRequired[int]
    """the round from which cards may be laid"""
    layoffs_count: NotRequired[bool]
    """in the opening turn, cards laid off on others' melds count for the minimum, judged at the discard"""
    opening_run_joker: NotRequired[Literal["yes", "later", "never"]]
    """may the pure run that opened get a joker: at once, in a later turn, or never"""
    pure_run_first: NotRequired[Literal["no", "before_jokers", "yes"]]
    """what the pure run of the opening is laid before: nothing, every meld with a joker, or every other meld"""
    layoffs_in_opening_turn: NotRequired[bool]
    """lay-offs are allowed in the opening turn, once the opening is met"""
    rearrange: NotRequired[bool]
    """whoever has opened may take melds on the table apart and build new ones"""
    order_rule: NotRequired[bool]
    """a turn lays for oneself first, then on others' melds; after that only a won joker for oneself"""
    fours_to_discard: NotRequired[bool]
    """a set of four natural cards goes from the table under the top discard at the end of the turn"""
    stock_refill: NotRequired[Literal["turn", "shuffle"]]
    """when the stock runs out the discard pile without its top card is the new stock: turned over, or shuffled"""
    ends_with_discard: NotRequired[bool | Literal["optional"]]
    """a turn ends with a discard, and the last card is kept for it; optional: a turn that closes may lay that card too, and ends without one"""
    discard_from_round: NotRequired[int]
    """the round from which the top discard may be taken"""
    discard_round_1: NotRequired[bool]
    """the top discard may also be taken in round 1, without a duty"""
    discard_not_by_starter_in_first: NotRequired[bool]
    """in the first round in which discards may be taken, the starter may not"""
    discard_unopened: NotRequired[bool]
    """who has not opened may take the top discard"""
    round_1_return: NotRequired[bool]
    """a discard taken in round 1 may be thrown again in the same turn"""
    discard_duty: NotRequired[Literal["next", "turn", "own_card", "none"]]
    """a taken discard must be laid: in the very next meld or lay-off; in the same turn; in a new meld or together with an own card on one meld; or not at all"""
    discard_fitting_forbidden: NotRequired[bool]
    """a discard of an opened player that fitted on a table meld by itself may not be taken"""
    bottom: NotRequired[Literal["meld", "meld_or_discard"] | None]
    """the face-up card under the stock may be drawn to close from hand: it must be melded, or may also be laid off or thrown; null: there is none"""
    exchange: NotRequired[Literal["none", "runs", "runs_and_sets"]]
    """the melds whose jokers may be exchanged"""
    exchange_set: NotRequired[Literal["all_missing", "any_missing"]]
    """what wins jokers out of a set: all suits that it lacks, laid at once, or each of them one joker"""
    exchange_when: NotRequired[Literal["opened", "earlier", "always"]]
    """who may exchange: whoever has opened, or only from the turn after the opening, or everybody, also before opening"""
    exchange_automatic: NotRequired[bool]
    """laying off the card that a joker stands for exchanges it by itself"""
    won_joker: NotRequired[Literal["free", "lay_or_close", "lay"]]
    """a joker won by exchange: free, to be laid this turn unless jokers alone remain at the close, or to be laid"""
    carry_max: NotRequired[int]
    """most jokers that may stay in hand at the close and carry over to the next deal"""
    carried_count_in_deal: NotRequired[bool]
    """carried jokers count as part of the next deal"""
    close_with_joker: NotRequired[bool]
    """the closing discard may be a joker"""
    joker_discard: NotRequired[Literal["free", "to_close"]]
    """when a joker may be thrown: like any card, or only as the discard that closes"""
    joker_discard_bars_closing: NotRequired[bool]
    """once a joker is thrown, nobody closes in that round of turns"""
    joker_discard_from_round: NotRequired[int]
    """the round from which a joker may be thrown"""
    unopened_fit_ban: NotRequired[bool]
    """who has not opened may not throw a card that fits on a table meld, unless every card does"""
    wrong_laying: NotRequired[Literal["told", "cards_back_and_sit_out"]]
    """what follows when a player lays wrongly: it is told, or he takes the cards back and sits out one round"""
    from_hand_layoffs: NotRequired[bool]
    """lay-offs, exchanges and rearranging on others' melds may be part of a close from hand"""
    from_hand_bonus: NotRequired[Literal["none", "always", "no_opponent_meld"]]
    """when a close from hand is special: never, always, or if no opponent has a meld on the table"""
    penalty_ace: NotRequired[int]
    """penalty points of an ace left in hand"""
    penalty_court: NotRequired[Sequence[int]]
    """penalty points of jack, queen and king left in hand"""
    penalty_joker: NotRequired[int]
    """penalty points of a joker left in hand"""
    unopened_score: NotRequired[Literal["sum", "double_sum", "flat", "flat_plus_jokers"]]
    """what a player who never opened scores: his cards, twice his cards, a flat sum, or a flat sum and his jokers"""
    unopened_flat: NotRequired[int]
    """the flat sum of a player who never opened"""
    from_hand_score: NotRequired[Literal["same", "flat200", "double_or_200", "factor"]]
    """what opponents score after a special close from hand: as always; a flat sum; a multiple, the flat sum if not opened; or a multiple, opened or not"""
    from_hand_factor: NotRequired[int]
    """the multiple that opponents score after a special close from hand"""
    from_hand_flat: NotRequired[int]
    """the flat sum that opponents score after a special close from hand"""
    closer_bonus: NotRequired[int]
    """points in the closer's favour"""
    closer_bonus_from_hand: NotRequired[int]
    """points in the favour of who closes from hand"""
    game_end_points: NotRequired[int | None]
    """the game ends when a player's account falls to this many points"""
    rounds_per_game: NotRequired[int | None]
    """the game ends after this many deals"""
    set_colours_alternate: NotRequired[bool]
    """a set is shown with red and black alternating"""


class CardWithId(TypedDict):
    """A card with the caller's id."""

    card: str
    id: str | float


class Meld(TypedDict):
    """A meld."""

    kind: MeldKind
    cards: list[Card]
    """as the meld lies"""
    stands_for: StandsFor
    points: int
    """each joker counted as its card"""
    pure: bool
    """a run without a joker"""


_DrawAction = TypedDict("_DrawAction", {"from": 'Literal["stock", "discard", "bottom"]'})


class DrawAction(_DrawAction):
    """Draw a card."""

    type: Literal["draw"]
    card: NotRequired[Card]
    """the card, if it is known"""


class MeldAction(Meld):
    """Lay a meld."""

    type: Literal["meld"]


class LayoffAction(TypedDict):
    """Lay cards off."""

    type: Literal["layoff"]
    meld: str
    """id of a table meld, or new:0, new:1 …"""
    cards: list[Card]
    end: Literal["low", "high"] | None
    """the end of a run; null: a set, or both ends"""


class ExchangeAction(TypedDict):
    """Exchange jokers."""

    type: Literal["exchange"]
    meld: str
    """id of a table meld, or new:0, new:1 …"""
    cards: list[Card]
    """the cards given for the jokers"""
    jokers: int
    """how many jokers are taken"""


class RearrangeAction(TypedDict):
    """Take melds apart and build new ones."""

    type: Literal["rearrange"]
    take: list[str]
    """ids of the melds taken apart"""
    melds: list[Meld]
    """the melds built"""
    from_hand: list[Card]
    """the cards that come from the hand"""


class DiscardAction(TypedDict):
    """Throw a card."""

    type: Literal["discard"]
    card: Card
    closes: bool
    """does the turn close"""
    from_hand: bool
    """does it close from hand"""


class ReturnAction(TypedDict):
    """Put the taken card back."""

    type: Literal["return"]
    card: Card


class Reason(TypedDict):
    """A fact: its code, the clause behind it, a sentence, what would cure it; and its figures and cards."""

    code: str
    rule: str
    """a parameter of the profile, or a clause of GET /v1/rules"""
    text: str
    remedy: NotRequired[Reason]


class Step(TypedDict):
    """One sentence of an explanation."""

    code: str
    text: str


class Explanation(TypedDict):
    """The answer in words."""

    text: str
    steps: list[Step]


class Help(TypedDict):
    """A single card that brings the goal nearer: cards by draws, each after a throw."""

    card: str
    left: int
    """copies that can still come"""
    points: int | None
    """points with it, if the goal is then reached (a close: 0)"""
    distance: int
    """draws to the goal, this card the first of them; 1: it is reached with it"""
    optimal: bool
    """is it proved that no fewer draws reach it"""


class FurtherOpening(TypedDict):
    """A further opening."""

    melds: list[Meld]
    """the melds newly laid; of an opening as they count: with lay-offs that count, their points are its points"""
    actions: list[Action]
    """what to do, in this order"""
    left: list[Card]
    """the hand after laying and before the discard"""
    discard: Card | None
    """the card to throw"""
    announce: Reason | None
    """what the player says before he throws it"""
    brief: str
    """the turn in one sentence; empty where nothing is done"""
    action_texts: list[str]
    """what each of the `actions` says, in their order"""
    points: int
    """points of the opening"""
    after_opening: list[Action]
    """the last of the actions: what follows once the opening is laid"""
    penalty_left: int | None
    """penalty points left after the turn; null for a plan that returns the taken card"""


class WithoutPureRun(TypedDict):
    """The best melds if no pure run were needed."""

    points: int
    melds: list[Meld]


class OpeningAnswer(FurtherOpening):
    """The best first opening."""

    reason: Reason | None
    """the first of the reasons"""
    reasons: list[Reason]
    """all that keeps the player from it, in order, with remedies"""
    optimal: bool
    """is it proven that nothing is better; false only when the time ran out"""
    bound: int | None
    """when it is not proven: what nothing can be better than"""
    explanation: Explanation
    phase: Phase
    """the phase of the turn that the answer speaks of"""
    phase_told: bool
    """was the phase told; false: it was inferred"""
    position: str
    """the question in one line of text"""
    opens: bool
    """can the player open this turn"""
    required: int
    """points needed"""
    missing: int
    """points short, 0 if it opens"""
    pure_run: bool
    """is there a pure run among the melds"""
    layoffs: list[LayoffAction]
    """where lay-offs count and it does not open: what counts beside the melds"""
    discard_for: Literal["most_points", "best_result"]
    """the goal of the throw; best_result if it does not open"""
    discard_expected: float | None
    """if it does not open: points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; less is better; null: not weighed"""
    without_pure_run: WithoutPureRun
    helps: list[Help]
    """single cards that bring an opening nearer, as `to_open.accepts` of the outlook"""
    alternatives: list[FurtherOpening]


class ClosingAnswer(TypedDict):
    """Can the player close?"""

    closes: bool
    """does the turn close"""
    from_hand: bool
    """does it close from hand as the profile defines it"""
    special: bool
    """does the close earn the profile's bonus"""
    carried: int
    """jokers kept at the close"""
    melds: list[Meld]
    """the melds newly laid; of an opening as they count: with lay-offs that count, their points are its points"""
    actions: list[Action]
    """what to do, in this order"""
    left: list[Card]
    """the hand after laying and before the discard"""
    discard: Card | None
    """the card to throw"""
    announce: Reason | None
    """what the player says before he throws it"""
    brief: str
    """the turn in one sentence; empty where nothing is done"""
    action_texts: list[str]
    """what each of the `actions` says, in their order"""
    reason: Reason | None
    """the first of the reasons"""
    reasons: list[Reason]
    """all that keeps the player from it, in order, with remedies"""
    optimal: bool
    """is it proven that nothing is better; false only when the time ran out"""
    bound: int | None
    """when it is not proven: what nothing can be better than"""
    explanation: Explanation
    phase: Phase
    """the phase of the turn that the answer speaks of"""
    phase_told: bool
    """was the phase told; false: it was inferred"""
    position: str
    """the question in one line of text"""
    left_over: int
    """fewest cards beyond the discard and carried jokers that stay in hand; 0 if it closes"""
    next_deal: int | None
    """cards that the player is dealt in the next deal, carried jokers counted"""
    helps: list[Help]
    """single cards that bring a close nearer, as `to_close.accepts` of the outlook"""


class FurtherTurn(TypedDict):
    """A further turn of little penalty."""

    melds: list[Meld]
    """the melds newly laid; of an opening as they count: with lay-offs that count, their points are its points"""
    actions: list[Action]
    """what to do, in this order"""
    left: list[Card]
    """the hand after laying and before the discard"""
    discard: Card | None
    """the card to throw"""
    announce: Reason | None
    """what the player says before he throws it"""
    brief: str
    """the turn in one sentence; empty where nothing is done"""
    action_texts: list[str]
    """what each of the `actions` says, in their order"""
    penalty: int | None
    """penalty points left after the turn; null for a plan that returns the taken card"""
    closes: bool
    """does the turn close"""


class ThrowValue(TypedDict):
    """What the best throw comes to, as the outlook's table says it."""

    expected: float | None
    """points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; less is better; null: not weighed"""
    penalty_left: int | None
    """penalty points that the turn with this throw leaves"""


class StructuralPenalty(TypedDict):
    """As if the player had opened, on an empty table, without a draw duty."""

    penalty: int
    melds: list[Meld]
    left: list[Card]
    discard: Card | None


class PenaltyAnswer(FurtherTurn):
    """The least penalty after this turn."""

    reason: Reason | None
    """the first of the reasons"""
    reasons: list[Reason]
    """all that keeps the player from it, in order, with remedies"""
    optimal: bool
    """is it proven that nothing is better; false only when the time ran out"""
    bound: int | None
    """when it is not proven: what nothing can be better than"""
    explanation: Explanation
    phase: Phase
    """the phase of the turn that the answer speaks of"""
    phase_told: bool
    """was the phase told; false: it was inferred"""
    position: str
    """the question in one line of text"""
    discard_for: Literal["least_penalty"]
    """the goal of the throw"""
    best_throw: Card | None
    """the throw of the best result, as the turn by strength and the outlook name it"""
    best_throw_row: ThrowValue | None
    throw_reason: Reason | None
    """why `best_throw` is another card than `discard`; null if it is the same"""
    carried: int
    """jokers kept at the close"""
    structural: StructuralPenalty
    held_if_beaten: int | None
    """what the round costs if an opponent closes next, plainly"""
    alternatives: list[FurtherTurn]


_MeldAfter = TypedDict("_MeldAfter", {"from": 'list[str]'})


class MeldAfter(Meld, _MeldAfter):
    """A meld on the table after the turn."""

    id: str
    owner: str
    opening_run: bool | None
    """is it the pure run that opened; null: not known"""
    fate: MeldFate | None
    """what the turn does to it"""


class Plan(FurtherTurn):
    """A whole turn."""

    from_hand: bool
    """does it close from hand as the profile defines it"""
    special: bool
    """does the close earn the profile's bonus"""
    carried: int
    """jokers kept at the close"""
    table_after: list[MeldAfter]
    points: int | None
    """what counted for an opening"""
    score: float | None
    """what the plan is worth by the objective, if other figures do not tell it"""
    opening_run: str | None
    """the meld that is the pure run of the opening"""
    kind: PlanKind | None
    """what the plan is for, beside the others"""
    why: list[Reason]
    """why; in all plans but the first also what it gains or costs against that"""


class TurnAnswer(TypedDict):
    """The whole turn."""

    reason: Reason | None
    """the first of the reasons"""
    reasons: list[Reason]
    """all that keeps the player from it, in order, with remedies"""
    optimal: bool
    """is it proven that nothing is better; false only when the time ran out"""
    bound: int | None
    """when it is not proven: what nothing can be better than"""
    explanation: Explanation
    phase: Phase
    """the phase of the turn that the answer speaks of"""
    phase_told: bool
    """was the phase told; false: it was inferred"""
    position: str
    """the question in one line of text"""
    objective: str
    recommendation: Plan
    plans: list[Plan]


class Accept(TypedDict):
    """A card that brings a goal nearer."""

    card: str
    left: int
    """copies that can still come"""


class Chance(TypedDict):
    """What the next draw can do, if before it the card is thrown that is best for that."""

    of: str | None
    """`reached`: the goal is reached; `nearer`: it comes a draw nearer; null: neither"""
    probability: float
    """the chance of that"""


class GoalDistance(TypedDict):
    """Draws to a goal."""

    distance: int | None
    """the fewest cards that would have to be drawn; null: out of reach"""
    accepts: list[Accept]
    """what lowers it, with copies left"""
    left_total: int
    """copies of accepting cards that can still come"""
    next_draw_probability: float
    """the chance that the next card drawn is an accepting one"""
    chance: Chance
    undrawn: bool
    """is the draw of this turn still to come, and counted"""
    draws: list[float]
    """the chance that one of the next 1, 2, 3 draws does"""
    none_left: list[str]
    """cards that would lower it, but of which no copy can come"""
    optimal: bool
    """is it proven"""


class Throw(TypedDict):
    """A card that may be thrown."""

    rank: int
    card: Card
    to_open: GoalDistance
    to_close: GoalDistance
    expected: float | None
    """points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; less is better; null: not weighed"""
    penalty_left: int | None
    """penalty points that the best turn with this throw leaves"""
    penalty_saved: int
    """penalty points that leave the hand with it"""
    fits: list[str]
    """the table melds on which an opened player could lay it"""
    frees_joker: list[str]
    """the table melds whose joker it would buy"""
    wanted: list[str]
    """cards picked up by the next player with which it could lie in a meld"""
    unwanted: list[str]
    """cards thrown by the next player: of its kind, or such as go with it"""
    reason: Reason | None
    risks: list[Reason]
    """what the throw risks, the worst first"""


class ForbiddenThrow(TypedDict):
    """A card that may not be thrown."""

    card: Card
    reason: Reason | None


class OutlookAnswer(TypedDict):
    """How far it is to the opening and to the close, and what each throw leaves."""

    explanation: Explanation
    phase: Phase
    """the phase of the turn that the answer speaks of"""
    phase_told: bool
    """was the phase told; false: it was inferred"""
    position: str
    """the question in one line of text"""
    to_open: GoalDistance
    to_close: GoalDistance
    discards: list[Throw]
    """best first"""
    forbidden: list[ForbiddenThrow]
    before_draw: bool
    """is the draw still to come; then throws are those after a draw that does not help"""
    announce: Reason | None
    """what the player says before he throws a card"""
    hindrance: Reason | None
    """why this turn cannot reach a goal, whatever the cards: it is too early, or closing is barred"""
    optimal: bool
    """is it proven that nothing is better; false only when the time ran out"""


class Problematic(Reason):
    """What is wrong, and where."""

    cards: list[Card]
    meld: int | None
    """the index of the meld among those laid"""
    step: int | None
    """the index of the action; null: the turn as a whole"""
    depends_on: int | None
    """the index of a refused action but for which there might be no problem"""


class CheckAnswer(TypedDict):
    """Is it legal? After a problem the figures tell how things stand before it."""

    closes: bool
    """does the turn close"""
    from_hand: bool
    """does it close from hand as the profile defines it"""
    special: bool
    """does the close earn the profile's bonus"""
    carried: int
    """jokers kept at the close"""
    explanation: Explanation
    phase: Phase
    """the phase of the turn that the answer speaks of"""
    phase_told: bool
    """was the phase told; false: it was inferred"""
    position: str
    """the question in one line of text"""
    legal: bool
    points: int
    """points of the opening"""
    opens: bool
    """do the melds make a first opening"""
    order: list[int] | None
    """melds, where legal: their numbers in an order in which they may be laid"""
    problems: list[Problematic]
    follows: list[Reason]
    """what the rule set makes of a wrong laying"""
    finished: bool
    """does the turn end"""
    left: list[Card]
    """the hand after laying and before the discard"""
    discard: Card | None
    """the card thrown"""
    penalty: int | None
    """points left in hand; null while the turn goes on"""


class PlayerScore(TypedDict):
    """A player's score."""

    name: str
    penalty: int
    """penalty points of the deal; below 0 in the player's favour"""
    items: list[Reason]
    """how it comes about: the points of the items add up to it"""
    total: int | None
    """the total after the deal, if the one before it was told"""
    account: int | None
    """the total as the players write it, where accounts fall below 0"""


class ScoreAnswer(TypedDict):
    """What a deal costs."""

    explanation: Explanation
    rules: str
    closer: str
    from_hand: bool
    special: bool
    """was the bonus earned"""
    carried: int
    """jokers that the closer keeps"""
    players: list[PlayerScore]
    game_ends: bool | None
    """does the game end; null if what decides it was not told"""
    winners: list[str]
    next_starter: str | None
    """who starts the next deal; null if the starter was not told, or the game ends"""
    points_left: int | None
    """penalty points that the highest total lacks to end the game; null if not told"""
    deals_left: int | None
    """deals until the game ends; null if the number of this one was not told"""


class Source(TypedDict):
    """Where a value comes from."""

    text: str
    ruling: bool
    """the source does not settle it"""


class Parameter(TypedDict):
    """A parameter of a profile."""

    value: Any
    name: str
    """what a player calls it"""
    group: Literal["deal", "melds", "opening", "drawing", "jokers", "closing", "scoring"]
    """where a player looks for it"""
    meaning: str
    allowed: dict[str, Any]
    """the allowed values in JSON Schema"""
    source: Source


class HouseRule(TypedDict):
    """A house rule often met that changes a rule set."""

    id: str
    name: str
    """what a player calls it"""
    values: dict[str, Any]
    """the parameters that it changes, as a request overrides them"""


class Profile(TypedDict):
    """A rule set."""

    id: str
    source: str
    default: bool
    parameters: dict[str, Parameter]
    house_rules: list[HouseRule]


class ProfileList(TypedDict):
    """All rule sets."""

    default: str
    profiles: list[Profile]
    clauses: dict[str, str]


class ServiceStatus(TypedDict):
    """How the service is."""

    status: str


class BadField(TypedDict):
    """A bad field."""

    pointer: str
    """JSON pointer (RFC 6901)"""
    code: str
    rule: str
    """the parameter or clause that says so"""
    detail: str
    values: NotRequired[dict[str, Any]]
    """of parameters that contradict each other: what each is"""
    changes: NotRequired[dict[str, Any]]
    """of the same: what each may be instead; one of them is enough"""


class Problem(TypedDict):
    """What is wrong with a request (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: NotRequired[list[BadField]]


class BatchAnswer(TypedDict):
    """A batch answered."""

    results: list[BatchResult]
    """in the order of requests"""


Language: TypeAlias = Literal["en", "cs", "sk"]


Notation: TypeAlias = Literal["ascii", "unicode", "emoji"]


ProfileId: TypeAlias = Literal["zoliky-online", "joker-club", "wikipedia", "family", "tournament"]


Phase: TypeAlias = Literal["before_draw", "after_draw", "free"]


MeldKind: TypeAlias = Literal["run", "set"]


PlanKind: TypeAlias = Literal["open", "wait", "lay", "hold_back", "keep_jokers", "lay_nothing", "close", "close_from_hand", "draw_stock", "draw_discard", "draw_bottom", "return"]


MeldFate: TypeAlias = Literal["kept", "extended", "exchanged", "rearranged", "new", "discarded"]


StandsFor: TypeAlias = dict[str, str]
"""For the index of each joker its card; in a set with a choice the cards left, `QD|QC`."""


CardInput: TypeAlias = str | CardWithIdInput | CardWithId
"""A card, as a text (`10D`, `♦10`, `JK` …) or with the caller's own id, which comes back so."""


ActionInput: TypeAlias = DrawActionInput | DrawAction | MeldActionInput | MeldAction | LayoffActionInput | LayoffAction | ExchangeActionInput | ExchangeAction | RearrangeActionInput | RearrangeAction | DiscardActionInput | DiscardAction | ReturnActionInput | ReturnAction
"""One action of a turn."""


BatchItem: TypeAlias = OpeningItem | ClosingItem | PenaltyItem | TurnItem | OutlookItem | CheckItem | ScoreItem
"""A call with its fields."""


Card: TypeAlias = str | CardWithId
"""A card as a text, or with the id that the caller gave it."""


Action: TypeAlias = DrawAction | MeldAction | LayoffAction | ExchangeAction | RearrangeAction | DiscardAction | ReturnAction
"""One action of a turn."""


BatchResult: TypeAlias = OpeningAnswer | ClosingAnswer | PenaltyAnswer | TurnAnswer | OutlookAnswer | CheckAnswer | ScoreAnswer | Problem
"""An answer, or the problem in its place."""
