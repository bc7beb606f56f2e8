"""House rules often met, as data: each a few parameters that are changed together.

`no_pure_run`, for instance, frees the opening of its pure run, and of what the pure run would come before.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from solver.errors import InvalidProfile
from solver.rules.presets import PROFILES
from solver.rules.profile import ParameterValue

HOUSE_RULES: Final[Mapping[str, Mapping[str, ParameterValue]]] = {
    "open_with_42": {"opening_minimum": 42},
    "open_with_51": {"opening_minimum": 51},
    "no_pure_run": {"opening_pure_run": False, "pure_run_first": "no"},
    "lay_at_once": {"first_laying_round": 1},
    "layoffs_count": {"layoffs_count": True, "layoffs_in_opening_turn": True},
    "twelve_cards": {"cards_dealt": 12},
    "thirteen_cards": {"cards_dealt": 13},
    "three_packs": {"decks": 3, "jokers": 6},
    "two_jokers": {"jokers": 2},
    "one_joker_more": {"jokers": 5},
    "one_joker_in_a_meld": {"max_jokers_per_meld": 1},
    "fewer_jokers": {"jokers_fewer_than_naturals": True},
    "no_joker_beside_joker": {"adjacent_jokers": False},
    "no_exchange": {"exchange": "none"},
    "discards_at_once": {"discard_from_round": 1},
    "rebuild": {"rearrange": True},
    "last_card_thrown": {"ends_with_discard": True},
    "last_card_laid": {"ends_with_discard": "optional"},
    "no_joker_kept": {"carry_max": 0},
    "not_with_a_joker": {"close_with_joker": False},
    "hundred_unopened": {"unopened_score": "flat", "unopened_flat": 100},
    "joker_20": {"penalty_joker": 20},
}
"""What each changes, by its name."""


@cache
def house_rules_of(profile_id: str) -> Mapping[str, Mapping[str, ParameterValue]]:
    """The house rules that change a published rule set without contradicting it, each with what it changes there.

    Raises KeyError for a rule set that does not exist.
    """
    profile = PROFILES[profile_id]
    changing = {}
    for name, values in HOUSE_RULES.items():
        changed = {parameter: value for parameter, value in values.items() if getattr(profile, parameter) != value}
        try:
            profile.with_overrides(changed)
        except InvalidProfile:
            continue
        if changed:
            changing[name] = changed
    return changing
