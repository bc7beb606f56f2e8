"""RuleProfile: every rule in which the published rule sets differ, as data.

A profile is a frozen record; the presets are in `rules.presets`. Each parameter carries its meaning and allowed
values as field metadata; where a preset's value comes from is in `rules.sources`. State of a deal never enters it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from solver import facts
from solver.errors import Fault, InvalidProfile, shown

MAX_JOKERS: Final = 16
"""Most jokers that a profile may have in play."""

ParameterValue: TypeAlias = int | bool | str | tuple[int, int, int] | None

Group: TypeAlias = Literal["deal", "melds", "opening", "drawing", "jokers", "closing", "scoring"]
"""Where a player looks for a parameter: cards and deal, melds and table, first opening, drawing and throwing, …"""


@dataclass(frozen=True, slots=True)
class Domain:
    """The allowed values of a parameter: an integer range, a choice of words, a truth value, or three integers."""

    kind: Literal["integer", "boolean", "choice", "three_integers"]
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    optional: bool = False

    def read(self, value: object) -> ParameterValue:
        """The value as a profile holds it. Raises ValueError where it is not allowed."""
        if value is None and self.optional:
            return None
        if self.kind == "boolean" and isinstance(value, bool):
            return value
        if isinstance(value, str) and value in self.choices:
            return value
        if self.kind == "integer" and _is_int(value) and self.low <= cast(int, value) <= self.high:
            return int(cast(int, value))
        three = self.kind == "three_integers" and isinstance(value, (list, tuple)) and len(value) == 3
        if three and all(_is_int(one) and self.low <= one <= self.high for one in cast(tuple[Any, ...], value)):
            one, two, three_ = (int(one) for one in cast(tuple[Any, ...], value))
            return (one, two, three_)
        raise ValueError(value)

    def describe(self) -> dict[str, Any]:
        """The domain in JSON Schema's words."""
        schema: dict[str, Any]
        if self.kind == "boolean" and self.choices:
            schema = {"anyOf": [{"type": "boolean"}, {"type": "string", "enum": list(self.choices)}]}
        elif self.kind == "boolean":
            schema = {"type": "boolean"}
        elif self.kind == "choice":
            schema = {"type": "string", "enum": list(self.choices)}
        else:
            schema = {"type": "integer", "minimum": self.low, "maximum": self.high}
        if self.kind == "three_integers":
            schema = {"type": "array", "items": schema, "minItems": 3, "maxItems": 3}
        if self.optional:
            return {"anyOf": [schema, {"type": "null"}]}
        return schema


def _is_int(value: object) -> bool:
    """A whole number, also as 5.0 (JSON does not tell them apart), but no truth value."""
    return not isinstance(value, bool) and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))


def _parameter(default: Any, domain: Domain, meaning: str, *, group: Group) -> Any:
    return field(default=default, metadata={"domain": domain, "meaning": meaning, "group": group})


def _whole(default: int | None, low: int, high: int, meaning: str, *, group: Group, optional: bool = False) -> Any:
    return _parameter(default, Domain("integer", low, high, optional=optional), meaning, group=group)


def _flag(default: bool, meaning: str, *, group: Group) -> Any:
    return _parameter(default, Domain("boolean"), meaning, group=group)


def _choice(default: str | None, choices: str, meaning: str, *, group: Group, optional: bool = False) -> Any:
    domain = Domain("choice", choices=tuple(choices.split()), optional=optional)
    return _parameter(default, domain, meaning, group=group)


def _courts(meaning: str, *, group: Group) -> Any:
    return _parameter((10, 10, 10), Domain("three_integers", 0, 100), meaning, group=group)


class MeldRules(NamedTuple):
    """The parameters of a profile that say what a meld is, and what it is worth."""

    run_length_min: int
    run_length_max: int
    set_size_max: int
    min_naturals: int
    max_jokers_per_meld: int | None
    jokers_fewer_than_naturals: bool
    adjacent_jokers: bool
    ace_low: int | None
    ace_high: int | None
    ace_wraps: bool
    ace_set: int
    court_points: tuple[int, int, int]
    joker_points_in_opening: str


@dataclass(frozen=True, kw_only=True)
class RuleProfile:
    """One rule set; defaults are those of `zoliky-online`. `id` names the preset it was made from."""

    id: str

    decks: int = _whole(2, 1, 8, "packs of 52 cards in play", group="deal")
    jokers: int = _whole(4, 0, MAX_JOKERS, "jokers in play", group="deal")
    players_min: int = _whole(2, 2, 8, "fewest players", group="deal")
    players_max: int = _whole(6, 2, 8, "most players", group="deal")
    cards_dealt: int = _whole(14, 1, 30, "cards dealt to each player", group="deal")
    starter_extra: bool = _flag(
        False, "the starter is dealt one card more and does not draw in the first turn of the deal", group="deal"
    )
    cutting: str = _choice(
        "none",
        "none all_jokers one_joker",
        "jokers among the three cards seen at the cut stay with the cutter and count in his deal: none, all, or one",
        group="deal",
    )
    run_length_min: int = _whole(3, 3, 5, "fewest cards in a run", group="melds")
    run_length_max: int = _whole(14, 3, 14, "most cards in a run; 14 is from ace to ace", group="melds")
    set_size_max: int = _whole(4, 3, 4, "most cards in a set", group="melds")
    min_naturals: int = _whole(1, 1, 3, "fewest natural cards in a meld", group="jokers")
    max_jokers_per_meld: int | None = _whole(
        None, 0, MAX_JOKERS, "most jokers in a meld; null: no limit", optional=True, group="jokers"
    )
    jokers_fewer_than_naturals: bool = _flag(False, "each meld has fewer jokers than natural cards", group="jokers")
    adjacent_jokers: bool = _flag(True, "two jokers may lie side by side in a run", group="jokers")
    ace_low: int | None = _whole(
        1,
        0,
        100,
        "points of an ace below the two of a run; null: it may not stand there",
        optional=True,
        group="opening",
    )
    ace_high: int | None = _whole(
        10,
        0,
        100,
        "points of an ace above the king of a run; null: it may not stand there",
        optional=True,
        group="opening",
    )
    ace_wraps: bool = _flag(
        False,
        "a run may go on over the ace, from king to two: the ace between them counts as above the king, and a run has "
        "at most thirteen cards",
        group="melds",
    )
    ace_set: int = _whole(10, 0, 100, "points of an ace in a set", group="opening")
    court_points: tuple[int, int, int] = _courts("points of jack, queen and king in a meld", group="opening")
    joker_points_in_opening: str = _choice(
        "stands_for",
        "stands_for zero",
        "what a joker counts in a meld: as the card that it stands for, or nothing",
        group="opening",
    )
    opening_minimum: int = _whole(51, 0, 200, "points that the first opening must reach", group="opening")
    opening_pure_run: bool = _flag(True, "the first opening needs a run without a joker", group="opening")
    first_laying_round: int = _whole(4, 1, 99, "the round from which cards may be laid", group="opening")
    layoffs_count: bool = _flag(
        False,
        "in the opening turn, cards laid off on others' melds count for the minimum, judged at the discard",
        group="opening",
    )
    opening_run_joker: str = _choice(
        "later",
        "yes later never",
        "may the pure run that opened get a joker: at once, in a later turn, or never",
        group="opening",
    )
    pure_run_first: str = _choice(
        "no",
        "no before_jokers yes",
        "what the pure run of the opening is laid before: nothing, every meld with a joker, or every other meld",
        group="opening",
    )
    layoffs_in_opening_turn: bool = _flag(
        True, "lay-offs are allowed in the opening turn, once the opening is met", group="opening"
    )
    rearrange: bool = _flag(
        False, "whoever has opened may take melds on the table apart and build new ones", group="melds"
    )
    order_rule: bool = _flag(
        False,
        "a turn lays for oneself first, then on others' melds; after that only a won joker for oneself",
        group="melds",
    )
    fours_to_discard: bool = _flag(
        False,
        "a set of four natural cards goes from the table under the top discard at the end of the turn",
        group="melds",
    )
    stock_refill: str = _choice(
        "turn",
        "turn shuffle",
        "when the stock runs out the discard pile without its top card is the new stock: turned over, or shuffled",
        group="deal",
    )
    ends_with_discard: bool | str = _parameter(
        True,
        Domain("boolean", choices=("optional",)),
        "a turn ends with a discard, and the last card is kept for it; optional: a turn that closes may lay that card "
        "too, and ends without one",
        group="closing",
    )
    discard_from_round: int = _whole(4, 1, 99, "the round from which the top discard may be taken", group="drawing")
    discard_round_1: bool = _flag(
        False, "the top discard may also be taken in round 1, without a duty", group="drawing"
    )
    discard_not_by_starter_in_first: bool = _flag(
        False, "in the first round in which discards may be taken, the starter may not", group="drawing"
    )
    discard_unopened: bool = _flag(True, "who has not opened may take the top discard", group="drawing")
    round_1_return: bool = _flag(
        True, "a discard taken in round 1 may be thrown again in the same turn", group="drawing"
    )
    discard_duty: str = _choice(
        "next",
        "next turn own_card none",
        "a taken discard must be laid: in the very next meld or lay-off; in the same turn; in a new meld or together "
        "with an own card on one meld; or not at all",
        group="drawing",
    )
    discard_fitting_forbidden: bool = _flag(
        False, "a discard of an opened player that fitted on a table meld by itself may not be taken", group="drawing"
    )
    bottom: str | None = _choice(
        None,
        "meld meld_or_discard",
        "the face-up card under the stock may be drawn to close from hand: it must be melded, or may also be laid off "
        "or thrown; null: there is none",
        optional=True,
        group="drawing",
    )
    exchange: str = _choice(
        "runs_and_sets", "none runs runs_and_sets", "the melds whose jokers may be exchanged", group="jokers"
    )
    exchange_set: str = _choice(
        "all_missing",
        "all_missing any_missing",
        "what wins jokers out of a set: all suits that it lacks, laid at once, or each of them one joker",
        group="jokers",
    )
    exchange_when: str = _choice(
        "opened",
        "opened earlier always",
        "who may exchange: whoever has opened, or only from the turn after the opening, or everybody, also before "
        "opening",
        group="jokers",
    )
    exchange_automatic: bool = _flag(
        True, "laying off the card that a joker stands for exchanges it by itself", group="jokers"
    )
    won_joker: str = _choice(
        "lay_or_close",
        "free lay_or_close lay",
        "a joker won by exchange: free, to be laid this turn unless jokers alone remain at the close, or to be laid",
        group="jokers",
    )
    carry_max: int = _whole(
        4,
        0,
        MAX_JOKERS,
        "most jokers that may stay in hand at the close and carry over to the next deal",
        group="closing",
    )
    carried_count_in_deal: bool = _flag(True, "carried jokers count as part of the next deal", group="closing")
    close_with_joker: bool = _flag(True, "the closing discard may be a joker", group="closing")
    joker_discard: str = _choice(
        "free",
        "free to_close",
        "when a joker may be thrown: like any card, or only as the discard that closes",
        group="jokers",
    )
    joker_discard_bars_closing: bool = _flag(
        False, "once a joker is thrown, nobody closes in that round of turns", group="jokers"
    )
    joker_discard_from_round: int = _whole(1, 1, 99, "the round from which a joker may be thrown", group="jokers")
    unopened_fit_ban: bool = _flag(
        False,
        "who has not opened may not throw a card that fits on a table meld, unless every card does",
        group="drawing",
    )
    wrong_laying: str = _choice(
        "told",
        "told cards_back_and_sit_out",
        "what follows when a player lays wrongly: it is told, or he takes the cards back and sits out one round",
        group="melds",
    )
    from_hand_layoffs: bool = _flag(
        True, "lay-offs, exchanges and rearranging on others' melds may be part of a close from hand", group="closing"
    )
    from_hand_bonus: str = _choice(
        "no_opponent_meld",
        "none always no_opponent_meld",
        "when a close from hand is special: never, always, or if no opponent has a meld on the table",
        group="closing",
    )
    penalty_ace: int = _whole(10, 0, 200, "penalty points of an ace left in hand", group="scoring")
    penalty_court: tuple[int, int, int] = _courts(
        "penalty points of jack, queen and king left in hand", group="scoring"
    )
    penalty_joker: int = _whole(50, 0, 200, "penalty points of a joker left in hand", group="scoring")
    unopened_score: str = _choice(
        "sum",
        "sum double_sum flat flat_plus_jokers",
        "what a player who never opened scores: his cards, twice his cards, a flat sum, or a flat sum and his jokers",
        group="scoring",
    )
    unopened_flat: int = _whole(100, 0, 1000, "the flat sum of a player who never opened", group="scoring")
    from_hand_score: str = _choice(
        "flat200",
        "same flat200 double_or_200 factor",
        "what opponents score after a special close from hand: as always; a flat sum; a multiple, the flat sum if not "
        "opened; or a multiple, opened or not",
        group="scoring",
    )
    from_hand_factor: int = _whole(
        2, 1, 4, "the multiple that opponents score after a special close from hand", group="scoring"
    )
    from_hand_flat: int = _whole(
        200, 0, 1000, "the flat sum that opponents score after a special close from hand", group="scoring"
    )
    closer_bonus: int = _whole(0, 0, 200, "points in the closer's favour", group="scoring")
    closer_bonus_from_hand: int = _whole(0, 0, 200, "points in the favour of who closes from hand", group="scoring")
    game_end_points: int | None = _whole(
        None,
        -100000,
        100000,
        "the game ends when a player's account falls to this many points",
        optional=True,
        group="scoring",
    )
    rounds_per_game: int | None = _whole(
        None, 1, 1000, "the game ends after this many deals", optional=True, group="scoring"
    )
    set_colours_alternate: bool = _flag(False, "a set is shown with red and black alternating", group="melds")

    def __post_init__(self) -> None:
        values = dict(self.items())
        pair = _contradicting(values)
        if pair is not None:
            raise _contradiction(values, *pair)

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __hash__(self) -> int:
        """Made once: profiles are looked up again and again."""
        return self._hash

    def __getstate__(self) -> dict[str, object]:
        """The parameters alone: hashes are another process's own."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def meld_rules(self) -> MeldRules:
        """What this rule set says of melds; those that say the same share what is made of it."""
        return MeldRules(*(getattr(self, name) for name in MeldRules._fields))

    @property
    def keeps_discard(self) -> bool:
        """Must a card be kept for the discard, whatever is laid?"""
        return self.ends_with_discard is True

    @property
    def closes_without_discard(self) -> bool:
        """May a turn that closes throw a card or throw none?"""
        return self.ends_with_discard == "optional"

    @property
    def cards_in_play(self) -> int:
        return 52 * self.decks + self.jokers

    @property
    def overrides(self) -> dict[str, ParameterValue]:
        """Where this profile differs from the preset of its `id`, in the parameters' order."""
        from solver.rules.presets import PROFILES  # the presets are made of this class

        base = PROFILES[self.id]
        return {name: value for name, value in self.items() if value != getattr(base, name)}

    def items(self) -> Iterator[tuple[str, ParameterValue]]:
        """Every parameter with its value."""
        return ((name, getattr(self, name)) for name in PARAMETERS)

    def with_overrides(self, overrides: Mapping[str, object]) -> RuleProfile:
        """This profile with some parameters replaced.

        Raises InvalidProfile, which names each unknown parameter, each value that is not allowed, or the two
        parameters that contradict each other.
        """
        faults = []
        values: dict[str, Any] = {}
        for name, value in overrides.items():
            if name not in PARAMETERS:
                faults.append(Fault((name,), facts.unknown_parameter(parameter=name)))
                continue
            try:
                values[name] = PARAMETERS[name].read(value)
            except ValueError:
                allowed = PARAMETERS[name].describe()
                bad = facts.bad_parameter(parameter=name, value=shown(value), allowed=allowed)
                faults.append(Fault((name,), bad.citing(name)))
        if faults:
            raise InvalidProfile(*faults)
        return replace(self, **values)


CONTRADICTIONS: Final[tuple[tuple[tuple[str, object], tuple[str, object]], ...]] = (
    (("opening_pure_run", False), ("pure_run_first", "yes")),
    (("opening_pure_run", False), ("pure_run_first", "before_jokers")),
    (("layoffs_count", True), ("layoffs_in_opening_turn", False)),
    (("joker_discard_bars_closing", True), ("close_with_joker", True)),
    (("joker_discard", "to_close"), ("close_with_joker", False)),
    (("ends_with_discard", False), ("bottom", "meld_or_discard")),
    (("discard_round_1", True), ("discard_unopened", False)),
    (("ace_wraps", True), ("ace_low", None)),
    (("ace_wraps", True), ("ace_high", None)),
)
"""Pairs of parameter values that cannot both hold."""


def _contradicting(values: Mapping[str, Any]) -> tuple[str, str] | None:
    """Two parameters that cannot both have their values; None if there are none."""
    for low, high in (("players_min", "players_max"), ("run_length_min", "run_length_max")):
        if values[low] > values[high]:
            return low, high
    deal = values["cards_dealt"] * values["players_min"] + values["starter_extra"]
    if deal >= 52 * values["decks"] + values["jokers"]:
        return "cards_dealt", "decks"
    for one, other in CONTRADICTIONS:
        if all(values[name] == value for name, value in (one, other)):
            return one[0], other[0]
    return None


def _contradiction(values: Mapping[str, Any], one: str, other: str) -> InvalidProfile:
    """What is wrong, with the changes of one of the two parameters that make the rule set whole."""
    params = {name: _plain(values[name]) for name in (one, other)}
    changes = {
        name: _plain(value)
        for name in (one, other)
        for value in _nearest(name, values[name])
        if _contradicting({**values, name: value}) is None
    }
    reason = facts.contradicting_parameters(one=one, other=other, values=params, changes=changes or None)
    return InvalidProfile(Fault((one,), reason.citing(one)))


def _nearest(name: str, now: ParameterValue) -> Iterator[ParameterValue]:
    """The other values that a parameter may have, the nearest last; of those without an order the default."""
    domain = PARAMETERS[name]
    default = cast(ParameterValue, next(field.default for field in fields(RuleProfile) if field.name == name))
    several: list[ParameterValue] = [*domain.choices, *((False, True) if domain.kind == "boolean" else ())]
    if domain.kind == "integer":
        near: int = next((one for one in (now, default) if isinstance(one, int)), domain.low)
        whole: list[int] = sorted(range(domain.low, domain.high + 1), key=lambda one: abs(one - near), reverse=True)
        several += whole
    several += [None] if domain.optional and now is not None else []
    several.sort(key=lambda value: value == default and domain.kind != "integer")
    yield from (value for value in several if value != now)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


PARAMETERS: Final[dict[str, Domain]] = {
    field.name: field.metadata["domain"] for field in fields(RuleProfile) if "domain" in field.metadata
}
"""The allowed values of every parameter, in the order of the clauses."""

MEANINGS: Final[dict[str, str]] = {
    field.name: field.metadata["meaning"] for field in fields(RuleProfile) if field.name in PARAMETERS
}
"""What every parameter means, one English sentence each."""

GROUPS: Final[dict[str, Group]] = {
    field.name: field.metadata["group"] for field in fields(RuleProfile) if field.name in PARAMETERS
}
"""The group of every parameter."""
