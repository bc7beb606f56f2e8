"""Cards and rule sets read from what a caller writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solver.game.cards import Card
from solver.game.notation import read_card, read_cards
from solver.rules.presets import DEFAULT_PROFILE, read_profile
from solver.rules.profile import RuleProfile
from zolik.errors import told


def _english(*_: object, **__: object) -> str:
    return "en"


@told(_english)
def card(text: str) -> Card:
    """The card that a text names: `7♦`, `10D`, `JK`, `srdcová sedma`. Raises InvalidInput."""
    return read_card(text)


@told(_english)
def cards(text: str) -> tuple[Card, ...]:
    """All cards of a text, in the order written. Raises InvalidInput."""
    return read_cards(text)


@told(_english)
def rules(base: str | RuleProfile = DEFAULT_PROFILE, **house: Any) -> RuleProfile:
    """A rule set by its id, with parameters changed as house rules do: `rules("joker-club", opening_minimum=51)`.

    Raises InvalidInput for an unknown rule set or parameter, or a value that is not allowed.
    """
    profile = read_profile(base)
    return profile.with_overrides(house) if house else profile


def rules_json(given: str | RuleProfile | Mapping[str, Any]) -> str | dict[str, Any]:
    """A rule set as a request names it."""
    if isinstance(given, RuleProfile):
        changed = {name: list(one) if isinstance(one, tuple) else one for name, one in given.overrides.items()}
        return {"base": given.id, **changed} if changed else given.id
    return given if isinstance(given, str) else dict(given)


def cards_json(given: str | Iterable[str | Card]) -> str | list[str]:
    """Cards as a request names them."""
    return given if isinstance(given, str) else [str(card) for card in given]
