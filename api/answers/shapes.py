"""The shape of every answer, once: typed records, of which the JSON is built and the OpenAPI document made.

mypy holds what `present` builds against them, `describe` makes their JSON Schemas, a test holds real answers against
those. A class is a named schema and its docstring what it is; a field's second annotation says what the field means.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from advisor.answers import MeldFate, PlanKind
from api.answers.action_shapes import Action, Closes, LayoffAction, Meld
from api.requests.labels import NamedCard
from solver.game.phase import Phase
from solver.rules.profile import Group

EXPECTED: Final = (
    "points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; "
    "less is better; null: not weighed"
)
Penalty: TypeAlias = Annotated[
    int | None, "penalty points left after the turn; null for a plan that returns the taken card"
]
Carried: TypeAlias = Annotated[int, "jokers kept at the close"]
Points: TypeAlias = Annotated[int, "points of the opening"]


# "from" is a word of Python, so the record that has it takes it from this.
_FromPlaces = TypedDict(
    "_FromPlaces",
    {"from": Annotated[list[str], "for each card where it lay at the start of the turn: hand, or a table meld's id"]},
)


class Reason(TypedDict):
    """A fact: its code, the clause behind it, a sentence, what would cure it; and its figures and cards."""

    code: str
    rule: Annotated[str, "a parameter of the profile, or a clause of GET /v1/rules"]
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


class Explained(TypedDict):
    """What is told in words."""

    explanation: Explanation


class Asked(TypedDict):
    """What was asked."""

    phase: Annotated[Phase, "the phase of the turn that the answer speaks of"]
    phase_told: Annotated[bool, "was the phase told; false: it was inferred"]
    position: Annotated[str, "the question in one line of text"]


class Ended(Explained, Asked):
    """What every answer about a position ends with."""


class Reasoned(TypedDict):
    """Why not."""

    reason: Annotated[Reason | None, "the first of the reasons"]
    reasons: Annotated[list[Reason], "all that keeps the player from it, in order, with remedies"]


class Proof(TypedDict):
    """How sure an answer is."""

    optimal: Annotated[bool, "is it proven that nothing is better; false only when the time ran out"]
    bound: Annotated[int | None, "when it is not proven: what nothing can be better than"]


class Laying(TypedDict):
    """What is laid, in which order, what stays and what is thrown."""

    melds: Annotated[
        list[Meld],
        "the melds newly laid; of an opening as they count: with lay-offs that count, their points are its points",
    ]
    actions: Annotated[list[Action], "what to do, in this order"]
    left: Annotated[list[NamedCard], "the hand after laying and before the discard"]
    discard: Annotated[NamedCard | None, "the card to throw"]
    announce: Annotated[Reason | None, "what the player says before he throws it"]
    brief: Annotated[str, "the turn in one sentence; empty where nothing is done"]
    action_texts: Annotated[list[str], "what each of the `actions` says, in their order"]


class Closing(TypedDict):
    """Whether a turn closes, and how."""

    closes: Closes
    from_hand: Annotated[bool, "does it close from hand as the profile defines it"]
    special: Annotated[bool, "does the close earn the profile's bonus"]
    carried: Carried


class Help(TypedDict):
    """A single card that brings the goal nearer: cards by draws, each after a throw."""

    card: str
    left: Annotated[int, "copies that can still come"]
    points: Annotated[int | None, "points with it, if the goal is then reached (a close: 0)"]
    distance: Annotated[int, "draws to the goal, this card the first of them; 1: it is reached with it"]
    optimal: Annotated[bool, "is it proved that no fewer draws reach it"]


class FurtherOpening(Laying):
    """A further opening."""

    points: Points
    after_opening: Annotated[list[Action], "the last of the actions: what follows once the opening is laid"]
    penalty_left: Penalty


class WithoutPureRun(TypedDict):
    """The best melds if no pure run were needed."""

    points: int
    melds: list[Meld]


class OpeningAnswer(FurtherOpening, Reasoned, Proof, Ended):
    """The best first opening."""

    opens: Annotated[bool, "can the player open this turn"]
    required: Annotated[int, "points needed"]
    missing: Annotated[int, "points short, 0 if it opens"]
    pure_run: Annotated[bool, "is there a pure run among the melds"]
    layoffs: Annotated[list[LayoffAction], "where lay-offs count and it does not open: what counts beside the melds"]
    discard_for: Annotated[
        Literal["most_points", "best_result"], "the goal of the throw; best_result if it does not open"
    ]
    discard_expected: Annotated[float | None, "if it does not open: " + EXPECTED]
    without_pure_run: WithoutPureRun
    helps: Annotated[list[Help], "single cards that bring an opening nearer, as `to_open.accepts` of the outlook"]
    alternatives: list[FurtherOpening]


class ClosingAnswer(Closing, Laying, Reasoned, Proof, Ended):
    """Can the player close?"""

    left_over: Annotated[int, "fewest cards beyond the discard and carried jokers that stay in hand; 0 if it closes"]
    next_deal: Annotated[int | None, "cards that the player is dealt in the next deal, carried jokers counted"]
    helps: Annotated[list[Help], "single cards that bring a close nearer, as `to_close.accepts` of the outlook"]


class FurtherTurn(Laying):
    """A further turn of little penalty."""

    penalty: Penalty
    closes: Closes


class ThrowValue(TypedDict):
    """What the best throw comes to, as the outlook's table says it."""

    expected: Annotated[float | None, EXPECTED]
    penalty_left: Annotated[int | None, "penalty points that the turn with this throw leaves"]


class StructuralPenalty(TypedDict):
    """As if the player had opened, on an empty table, without a draw duty."""

    penalty: int
    melds: list[Meld]
    left: list[NamedCard]
    discard: NamedCard | None


class PenaltyAnswer(FurtherTurn, Reasoned, Proof, Ended):
    """The least penalty after this turn."""

    discard_for: Annotated[Literal["least_penalty"], "the goal of the throw"]
    best_throw: Annotated[
        NamedCard | None, "the throw of the best result, as the turn by strength and the outlook name it"
    ]
    best_throw_row: ThrowValue | None
    throw_reason: Annotated[Reason | None, "why `best_throw` is another card than `discard`; null if it is the same"]
    carried: Carried
    structural: StructuralPenalty
    held_if_beaten: Annotated[int | None, "what the round costs if an opponent closes next, plainly"]
    alternatives: list[FurtherTurn]


class MeldAfter(Meld, _FromPlaces):
    """A meld on the table after the turn."""

    id: str
    owner: str
    opening_run: Annotated[bool | None, "is it the pure run that opened; null: not known"]
    fate: Annotated[MeldFate | None, "what the turn does to it"]


class Plan(Laying, Closing):
    """A whole turn."""

    table_after: list[MeldAfter]
    penalty: Penalty
    points: Annotated[int | None, "what counted for an opening"]
    score: Annotated[float | None, "what the plan is worth by the objective, if other figures do not tell it"]
    opening_run: Annotated[str | None, "the meld that is the pure run of the opening"]
    kind: Annotated[PlanKind | None, "what the plan is for, beside the others"]
    why: Annotated[list[Reason], "why; in all plans but the first also what it gains or costs against that"]


class TurnAnswer(Reasoned, Proof, Ended):
    """The whole turn."""

    objective: str
    recommendation: Plan
    plans: list[Plan]


class Accept(TypedDict):
    """A card that brings a goal nearer."""

    card: str
    left: Annotated[int, "copies that can still come"]


class Chance(TypedDict):
    """What the next draw can do, if before it the card is thrown that is best for that."""

    of: Annotated[str | None, "`reached`: the goal is reached; `nearer`: it comes a draw nearer; null: neither"]
    probability: Annotated[float, "the chance of that"]


class GoalDistance(TypedDict):
    """Draws to a goal."""

    distance: Annotated[int | None, "the fewest cards that would have to be drawn; null: out of reach"]
    accepts: Annotated[list[Accept], "what lowers it, with copies left"]
    left_total: Annotated[int, "copies of accepting cards that can still come"]
    next_draw_probability: Annotated[float, "the chance that the next card drawn is an accepting one"]
    chance: Chance
    undrawn: Annotated[bool, "is the draw of this turn still to come, and counted"]
    draws: Annotated[list[float], "the chance that one of the next 1, 2, 3 draws does"]
    none_left: Annotated[list[str], "cards that would lower it, but of which no copy can come"]
    optimal: Annotated[bool, "is it proven"]


class Throw(TypedDict):
    """A card that may be thrown."""

    rank: int
    card: NamedCard
    to_open: GoalDistance
    to_close: GoalDistance
    expected: Annotated[float | None, EXPECTED]
    penalty_left: Annotated[int | None, "penalty points that the best turn with this throw leaves"]
    penalty_saved: Annotated[int, "penalty points that leave the hand with it"]
    fits: Annotated[list[str], "the table melds on which an opened player could lay it"]
    frees_joker: Annotated[list[str], "the table melds whose joker it would buy"]
    wanted: Annotated[list[str], "cards picked up by the next player with which it could lie in a meld"]
    unwanted: Annotated[list[str], "cards thrown by the next player: of its kind, or such as go with it"]
    reason: Reason | None
    risks: Annotated[list[Reason], "what the throw risks, the worst first"]


class ForbiddenThrow(TypedDict):
    """A card that may not be thrown."""

    card: NamedCard
    reason: Reason | None


class OutlookAnswer(Ended):
    """How far it is to the opening and to the close, and what each throw leaves."""

    to_open: GoalDistance
    to_close: GoalDistance
    discards: Annotated[list[Throw], "best first"]
    forbidden: list[ForbiddenThrow]
    before_draw: Annotated[bool, "is the draw still to come; then throws are those after a draw that does not help"]
    announce: Annotated[Reason | None, "what the player says before he throws a card"]
    hindrance: Annotated[
        Reason | None, "why this turn cannot reach a goal, whatever the cards: it is too early, or closing is barred"
    ]
    optimal: Annotated[bool, "is it proven that nothing is better; false only when the time ran out"]


class Problematic(Reason):
    """What is wrong, and where."""

    cards: list[NamedCard]
    meld: Annotated[int | None, "the index of the meld among those laid"]
    step: Annotated[int | None, "the index of the action; null: the turn as a whole"]
    depends_on: Annotated[int | None, "the index of a refused action but for which there might be no problem"]


class CheckAnswer(Closing, Ended):
    """Is it legal? After a problem the figures tell how things stand before it."""

    legal: bool
    points: Points
    opens: Annotated[bool, "do the melds make a first opening"]
    order: Annotated[list[int] | None, "melds, where legal: their numbers in an order in which they may be laid"]
    problems: list[Problematic]
    follows: Annotated[list[Reason], "what the rule set makes of a wrong laying"]
    finished: Annotated[bool, "does the turn end"]
    left: Annotated[list[NamedCard], "the hand after laying and before the discard"]
    discard: Annotated[NamedCard | None, "the card thrown"]
    penalty: Annotated[int | None, "points left in hand; null while the turn goes on"]


class PlayerScore(TypedDict):
    """A player's score."""

    name: str
    penalty: Annotated[int, "penalty points of the deal; below 0 in the player's favour"]
    items: Annotated[list[Reason], "how it comes about: the points of the items add up to it"]
    total: Annotated[int | None, "the total after the deal, if the one before it was told"]
    account: Annotated[int | None, "the total as the players write it, where accounts fall below 0"]


class ScoreAnswer(Explained):
    """What a deal costs."""

    rules: str
    closer: str
    from_hand: bool
    special: Annotated[bool, "was the bonus earned"]
    carried: Annotated[int, "jokers that the closer keeps"]
    players: list[PlayerScore]
    game_ends: Annotated[bool | None, "does the game end; null if what decides it was not told"]
    winners: list[str]
    next_starter: Annotated[str | None, "who starts the next deal; null if the starter was not told, or the game ends"]
    points_left: Annotated[int | None, "penalty points that the highest total lacks to end the game; null if not told"]
    deals_left: Annotated[int | None, "deals until the game ends; null if the number of this one was not told"]


class Source(TypedDict):
    """Where a value comes from."""

    text: str
    ruling: Annotated[bool, "the source does not settle it"]


class Parameter(TypedDict):
    """A parameter of a profile."""

    value: Any
    name: Annotated[str, "what a player calls it"]
    group: Annotated[Group, "where a player looks for it"]
    meaning: str
    allowed: Annotated[dict[str, Any], "the allowed values in JSON Schema"]
    source: Source


class HouseRule(TypedDict):
    """A house rule often met that changes a rule set."""

    id: str
    name: Annotated[str, "what a player calls it"]
    values: Annotated[dict[str, Any], "the parameters that it changes, as a request overrides them"]


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

    pointer: Annotated[str, "JSON pointer (RFC 6901)"]
    code: str
    rule: Annotated[str, "the parameter or clause that says so"]
    detail: str
    values: NotRequired[Annotated[dict[str, Any], "of parameters that contradict each other: what each is"]]
    changes: NotRequired[Annotated[dict[str, Any], "of the same: what each may be instead; one of them is enough"]]


class Problem(TypedDict):
    """What is wrong with a request (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: NotRequired[list[BadField]]


BatchResult: TypeAlias = (
    OpeningAnswer | ClosingAnswer | PenaltyAnswer | TurnAnswer | OutlookAnswer | CheckAnswer | ScoreAnswer | Problem
)


class BatchAnswer(TypedDict):
    """A batch answered."""

    results: Annotated[list[BatchResult], "in the order of requests"]
