"""Tells the rule sets for the `zolik` command: how each differs from the default, or one with every parameter."""

from __future__ import annotations

import json
from typing import Any

from advisor.words.say import allowed_text
from api.answers.rules import profile_json, profiles_json
from api.cli.exit_codes import BAD_INPUT, YES
from api.cli.streams import complain, tell
from api.wire import json_bytes
from solver.rules.presets import DEFAULT_PROFILE, PROFILES

Json = dict[str, Any]


def tell_rules(profile_id: str | None, as_json: bool) -> int:
    """Tells all rule sets, or one, and gives back the exit code."""
    if profile_id is not None and profile_id not in PROFILES:
        complain(f"rules: “{profile_id}” does not exist; known: {', '.join(PROFILES)}")
        return BAD_INPUT
    answer = profiles_json() if profile_id is None else profile_json(profile_id)
    if as_json:
        tell(json_bytes(answer).decode())
    elif profile_id is None:
        tell("\n\n".join(_compared(profile) for profile in answer["profiles"]))
    else:
        tell("\n".join(_all_of(answer)))
    return YES


def _compared(profile: Json) -> str:
    """A rule set, its source, and the parameters in which it differs from the default."""
    default = profile_json(DEFAULT_PROFILE)["parameters"]
    differing = [
        f"  {name}={_value(one)}"
        for name, one in profile["parameters"].items()
        if one["value"] != default[name]["value"]
    ]
    return "\n".join([f"{profile['id']}: {profile['source']}", *(differing or ["  the default"])])


def _all_of(profile: Json) -> list[str]:
    lines = [f"{profile['id']}: {profile['source']}"]
    for name, one in profile["parameters"].items():
        lines += [
            f"{name} = {_value(one)}  ({allowed_text(one['allowed'])})",
            f"    {one['meaning']}",
            f"    source: {one['source']['text']}",
        ]
    return lines


def _value(parameter: Json) -> str:
    return json.dumps(parameter["value"]).strip('"')
