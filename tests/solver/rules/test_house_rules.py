"""House rules often met: each is sound, and told for the rule sets that it changes."""

from __future__ import annotations

import pytest

from solver.rules.house_rules import HOUSE_RULES, house_rules_of
from solver.rules.presets import PROFILES
from solver.rules.profile import GROUPS, PARAMETERS


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_house_rule_has_allowed_values_and_changes_a_rule_set(name: str) -> None:
    values = HOUSE_RULES[name]
    assert values
    assert [PARAMETERS[parameter].read(value) for parameter, value in values.items()] == [*values.values()]
    telling = [profile for profile in PROFILES if name in house_rules_of(profile)]
    if name != "last_card_thrown":  # a rule of every published rule set, for a table that has changed it
        assert telling


@pytest.mark.parametrize("profile_id", PROFILES)
def test_what_is_told_for_a_rule_set_changes_it_and_does_not_contradict_it(profile_id: str) -> None:
    for values in house_rules_of(profile_id).values():
        changed = PROFILES[profile_id].with_overrides(values)
        assert changed.overrides == values


def test_a_house_rule_that_is_published_already_is_not_told() -> None:
    assert "open_with_42" not in house_rules_of("joker-club")
    assert house_rules_of("joker-club")["open_with_51"] == {"opening_minimum": 51}
    assert house_rules_of("tournament")["no_pure_run"] == {"opening_pure_run": False, "pure_run_first": "no"}


def test_every_parameter_is_in_a_group() -> None:
    assert GROUPS.keys() == PARAMETERS.keys()
    assert (GROUPS["opening_minimum"], GROUPS["carry_max"]) == ("opening", "closing")
