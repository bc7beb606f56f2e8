"""The five published rule sets as profiles, and how a request names one.

Sources: the files of the shared sources by rule set; the differences are digested in the rules' section 9.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from solver import facts
from solver.errors import Fault, InvalidProfile, shortened, shown
from solver.rules.profile import RuleProfile

DEFAULT_PROFILE: Final = "zoliky-online"

_ONLINE: Final = RuleProfile(id=DEFAULT_PROFILE)

_PRESETS: Final = (
    _ONLINE,
    replace(
        _ONLINE,
        id="joker-club",
        players_min=2,
        players_max=4,
        starter_extra=True,
        cutting="all_jokers",
        min_naturals=2,
        ace_low=10,
        opening_minimum=42,
        pure_run_first="before_jokers",
        discard_not_by_starter_in_first=True,
        discard_duty="turn",
        bottom="meld",
        exchange_automatic=False,
        won_joker="free",
        from_hand_layoffs=False,
        from_hand_bonus="always",
        penalty_ace=20,
        unopened_score="flat",
        from_hand_score="double_or_200",
        closer_bonus=10,
        closer_bonus_from_hand=20,
        game_end_points=-1000,
    ),
    replace(
        _ONLINE,
        id="wikipedia",
        starter_extra=True,
        cutting="all_jokers",
        ace_low=10,
        rearrange=True,
        discard_duty="turn",
        bottom="meld_or_discard",
        exchange_automatic=False,
        won_joker="free",
        from_hand_layoffs=False,
        from_hand_bonus="none",
        from_hand_score="same",
    ),
    replace(
        _ONLINE,
        id="family",
        players_min=2,
        players_max=4,
        starter_extra=True,
        cutting="all_jokers",
        layoffs_count=True,
        discard_round_1=True,
        discard_duty="turn",
        bottom="meld_or_discard",
        exchange_when="earlier",
        won_joker="free",
        carry_max=0,
        from_hand_bonus="none",
        unopened_score="flat",
        from_hand_score="same",
    ),
    replace(
        _ONLINE,
        id="tournament",
        players_min=2,
        players_max=4,
        cards_dealt=12,
        starter_extra=True,
        cutting="one_joker",
        ace_low=1,
        ace_high=11,
        ace_set=11,
        opening_minimum=42,
        opening_run_joker="never",
        pure_run_first="yes",
        stock_refill="shuffle",
        order_rule=True,
        discard_duty="own_card",
        discard_fitting_forbidden=True,
        exchange_automatic=False,
        won_joker="lay",
        carry_max=1,
        close_with_joker=False,
        joker_discard_bars_closing=True,
        joker_discard_from_round=4,
        unopened_fit_ban=True,
        wrong_laying="cards_back_and_sit_out",
        from_hand_bonus="none",
        penalty_ace=11,
        penalty_joker=20,
        unopened_score="flat_plus_jokers",
        from_hand_score="same",
        rounds_per_game=8,
        set_colours_alternate=True,
    ),
)

PROFILES: Final[dict[str, RuleProfile]] = {preset.id: preset for preset in _PRESETS}
"""The presets by their ids."""


def read_profile(rules: object) -> RuleProfile:
    """The profile that a request names: an id, or `{"base": id, …overrides}` (`base` absent: the default).

    Raises InvalidProfile with pointers relative to `rules`.
    """
    if isinstance(rules, RuleProfile):
        return rules
    if isinstance(rules, str):
        return _preset(rules, ())
    if isinstance(rules, Mapping):
        base = rules.get("base", DEFAULT_PROFILE)
        if not isinstance(base, str):
            raise InvalidProfile(
                Fault(("base",), facts.wrong_type(expected="string", value=shown(base)).citing("rules"))
            )
        return _preset(base, ("base",)).with_overrides(
            {str(name): value for name, value in rules.items() if name != "base"}
        )
    raise InvalidProfile(Fault((), facts.wrong_type(expected="string or object", value=shown(rules)).citing("rules")))


def _preset(name: str, pointer: tuple[str, ...]) -> RuleProfile:
    if name not in PROFILES:
        raise InvalidProfile(Fault(pointer, facts.unknown_profile(value=shortened(name), known=list(PROFILES))))
    return PROFILES[name]
