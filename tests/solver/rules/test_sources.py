"""Sources of the presets' values: complete, and a ruling only where the text is silent."""

import pytest

from solver.rules.preset_sources import SAID, SILENT
from solver.rules.presets import PROFILES
from solver.rules.profile import PARAMETERS
from solver.rules.sources import CLAUSES, RULE_SETS, source_of


@pytest.mark.parametrize("profile_id", PROFILES)
@pytest.mark.parametrize("parameter", PARAMETERS)
def test_every_value_of_every_preset_has_a_source(profile_id: str, parameter: str) -> None:
    source = source_of(profile_id, parameter)
    assert len(source.text) > 10
    assert not source.text.endswith(".")


def test_no_source_is_given_for_what_is_no_parameter() -> None:
    named = {name for texts in (*SAID.values(), SILENT) for name in texts}
    assert named <= set(PARAMETERS)
    assert set(SAID) == set(RULE_SETS) == set(PROFILES)


@pytest.mark.parametrize(
    ("profile_id", "parameter", "ruling"),
    [
        ("zoliky-online", "opening_minimum", False),
        ("zoliky-online", "players_max", True),
        ("zoliky-online", "close_with_joker", True),
        ("joker-club", "close_with_joker", False),
        ("joker-club", "min_naturals", False),
        ("joker-club", "from_hand_layoffs", True),
        ("wikipedia", "rearrange", False),
        ("wikipedia", "exchange", False),
        ("family", "ace_low", True),
        ("family", "penalty_joker", False),
        ("tournament", "ace_low", True),
        ("tournament", "ace_high", False),
        ("tournament", "order_rule", False),
        ("tournament", "discard_from_round", True),
    ],
)
def test_rulings_are_told_from_what_a_source_says(profile_id: str, parameter: str, ruling: bool) -> None:
    assert source_of(profile_id, parameter).ruling is ruling


@pytest.mark.parametrize("parameter", SILENT)
def test_what_holds_on_silence_is_one_value(parameter: str) -> None:
    silent = [profile for profile in PROFILES.values() if parameter not in SAID[profile.id]]
    assert len({str(getattr(one, parameter)) for one in silent}) == 1


@pytest.mark.parametrize(("profile_id", "parameter"), [("nowhere", "decks"), ("family", "colour"), ("family", "id")])
def test_unknown_names_raise(profile_id: str, parameter: str) -> None:
    with pytest.raises(KeyError):
        source_of(profile_id, parameter)


def test_clauses_are_sentences_and_no_parameters() -> None:
    assert not set(CLAUSES) & set(PARAMETERS)
    for text in CLAUSES.values():
        assert text[0].isupper()
        assert text.endswith(".")
