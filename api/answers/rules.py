"""The profiles as JSON: every parameter with its value, meaning, allowed values, and its source or ruling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from api.problems import Problem
from api.words import words_in
from solver import rules as rules_package
from solver.rules.house_rules import house_rules_of
from solver.rules.presets import DEFAULT_PROFILE, PROFILES
from solver.rules.profile import GROUPS, PARAMETERS, RuleProfile
from solver.rules.sources import source_of

Json = dict[str, Any]


@cache
def profile_json(profile_id: str, language: str = "en") -> Json:
    """One profile, told in a language; only the sources of single values are in English alone. Raises Problem."""
    if profile_id not in PROFILES:
        raise Problem(404, "unknown_profile", f"Known profiles: {', '.join(PROFILES)}.")
    words = words_in(language)
    return {
        "id": profile_id,
        "source": words["rule_sets"][profile_id],
        "default": profile_id == DEFAULT_PROFILE,
        "parameters": {
            name: _parameter(profile_id, name, value, words) for name, value in PROFILES[profile_id].items()
        },
        "house_rules": [
            {"id": name, "name": words["house_rules"][name], "values": dict(values)}
            for name, values in house_rules_of(profile_id).items()
        ],
    }


@cache
def profiles_json(language: str = "en") -> Json:
    """All profiles, and the clauses that are the same in all of them."""
    return {
        "default": DEFAULT_PROFILE,
        "profiles": [profile_json(profile, language) for profile in PROFILES],
        "clauses": dict(words_in(language)["clauses"]),
    }


def rules_file(language: str) -> Traversable:
    """The rules in words, in a language that has words."""
    return files(rules_package) / ("RULES.md" if language == "en" else f"RULES.{language}.md")


@cache
def differences() -> dict[str, dict[str, str]]:
    """The parameters in which the rule sets differ, each with its value in every set, as JSON writes it."""
    told = {name: {one: _written(profile, name) for one, profile in PROFILES.items()} for name in PARAMETERS}
    return {name: values for name, values in told.items() if len(set(values.values())) > 1}


def _written(profile: RuleProfile, name: str) -> str:
    return json.dumps(getattr(profile, name)).strip('"')


def _parameter(profile_id: str, name: str, value: object, words: Mapping[str, Any]) -> Json:
    source = source_of(profile_id, name)
    return {
        "value": list(value) if isinstance(value, tuple) else value,
        "name": words["names"][name],
        "group": GROUPS[name],
        "meaning": words["meanings"][name],
        "allowed": PARAMETERS[name].describe(),
        "source": {"text": source.text, "ruling": source.ruling},
    }
