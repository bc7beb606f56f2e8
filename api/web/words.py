"""The words of the pages and of their scripts, in the language of the request."""

from __future__ import annotations

from typing import Any

from advisor.objectives import OBJECTIVES
from api.words import words_in
from solver.rules.presets import PROFILES


def profile_names(language: str) -> dict[str, str]:
    """The rule sets by id, as a player knows them."""
    told = words_in(language)["profiles"]
    return {profile: told.get(profile, profile) for profile in PROFILES}


def objective_names(language: str) -> dict[str, str]:
    """By what a turn can be ranked, the default first."""
    told = words_in(language)["objectives"]
    return {objective: told.get(objective, objective) for objective in OBJECTIVES}


def page_words(language: str) -> dict[str, str]:
    """What the templates say."""
    told = words_in(language)
    return {**told["scripts"], **told["asks"], **told["page"]}


def scripts_words(language: str) -> dict[str, Any]:
    """Every word that the scripts need; numbers with their plural forms, `{n}` for the number."""
    told = words_in(language)
    forms = {
        name: {category: form.replace("#", "{n}") for category, form in by_category.items()}
        for name, by_category in told["forms"].items()
    }
    cards = {"card_names": told["card_names"], "joker_object": told["cards"]["joker_object"]}
    return {**told["asks"], **told["scripts"], **told["refusals"], **forms, **cards}


def live_words(language: str) -> dict[str, Any]:
    """Every word that the scripts of the live table need."""
    return {**scripts_words(language), **words_in(language)["live"]}


def rules_words(language: str) -> dict[str, dict[str, Any]]:
    """What every parameter and clause is called and means, the words for values, and the panel's own."""
    told = words_in(language)
    sections = ("meanings", "clauses", "names", "groups", "choices", "house_rules", "panel", "profiles")
    return {name: told[name] for name in sections}
