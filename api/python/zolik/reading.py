"""Cards and rule sets read from what a caller writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solver.errors import InvalidProfile
from solver.game.cards import Card
from solver.game.notation import read_card, read_cards
from solver.rules.presets import DEFAULT_PROFILE, read_profile
from solver.rules.profile import RuleProfile
from zolik.errors import told
from zolik.given import is_list, plain, wrong_type


def _english(*_: object, **__: object) -> str:
    return "en"


@told(_english)
def card(text: str) -> Card:
    """The card that a text names: `7♦`, `10D`, `JK`, `srdcová sedma`. Raises InvalidInput."""
    return read_card(_text(text))


@told(_english)
def cards(text: str) -> tuple[Card, ...]:
    """All cards of a text, in the order written. Raises InvalidInput."""
    return read_cards(_text(text))


@told(_english)
def rules(base: str | RuleProfile = DEFAULT_PROFILE, **house: Any) -> RuleProfile:
    """A rule set by its id, with parameters changed as house rules do: `rules("joker-club", opening_minimum=51)`.

    Raises InvalidInput for an unknown rule set or parameter, or a value that is not allowed.
    """
    profile = rules_named("base", base)
    return profile.with_overrides(house) if house else profile


@told(_english)
def rules_named(argument: str, given: object) -> RuleProfile:
    """The rule set that an argument names. Raises InvalidInput."""
    try:
        return read_profile(given)
    except InvalidProfile as error:
        raise error.under(argument) from None


def _text(given: object) -> str:
    """A text that a caller gives. Raises Problem."""
    if not isinstance(given, str):
        raise wrong_type("text", "string", given)
    return given


def rules_json(given: str | RuleProfile | Mapping[str, Any]) -> Any:
    """A rule set as a request names it; what is none is left to the reading of the request."""
    if isinstance(given, RuleProfile):
        changed = {name: list(one) if isinstance(one, tuple) else one for name, one in given.overrides.items()}
        return {"base": given.id, **changed} if changed else given.id
    return plain(given)


def cards_json(given: str | Iterable[str | Card]) -> Any:
    """Cards as a request names them; what are none are left to the reading of the request."""
    return [card_json(card) for card in given] if is_list(given) else given


def card_json(given: object) -> Any:
    """A card as a request names it; what is none is left to the reading of the request."""
    return str(given) if isinstance(given, Card) else plain(given)
