"""Names that a caller gives decide nothing: those of cards, of melds, of players."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Final

import pytest

from solver.rules.presets import PROFILES
from tests.agreement import ASKED, Json, Service, request_of
from tests.random_positions import real_position

CALLS: Final = ("opening", "closing", "penalty", "turn strength", "turn penalty", "outlook")
NAMED: Final = ("id", "owner", "name", "top_discard_by")
KEPT: Final = ("me", None)
TOKEN: Final = re.compile(r"n[0-9a-f]{8}n")


def renamed(body: Json, number: int) -> tuple[Json, dict[str, str]]:
    """The request with all names changed at random, and the old names by the new ones."""
    rng = Random(number)
    new: dict[str, str] = {}

    def changed(value: object) -> object:
        if isinstance(value, list):
            return [changed(one) for one in value]
        if not isinstance(value, dict):
            return value
        return {key: given(one) if key in NAMED and one not in KEPT else changed(one) for key, one in value.items()}

    def given(name: str) -> str:
        return new.setdefault(name, f"n{rng.getrandbits(32):08x}n")

    told = changed(body)
    assert isinstance(told, dict)
    return told, {token: name for name, token in new.items()}


def answer(service: Service, call: str, body: Json, number: int) -> Json:
    """The answer to a request with other names, in the names of the request itself."""
    told, names = renamed(body, number)
    status, found = service.ask(call, told)
    assert status == 200, found
    text = TOKEN.sub(lambda token: f"<{names[token[0]]}>", json.dumps(found))
    back: Json = json.loads(text)
    return back


def differs(service: Service, call: str, body: Json, *, first: int = 1) -> str | None:
    """What of an answer depends on the names; None if nothing does or the answer is not proved."""
    one, other = (answer(service, call, body, number) for number in (first, first + 1))
    if not (one["optimal"] and other["optimal"]):
        return None
    names = [name for name in one if one[name] != other.get(name)]
    return (
        f"{call}: {[(name, one[name], other.get(name)) for name in names[:1]]} of {one['position']}" if names else None
    )


@pytest.fixture(scope="module")
def service() -> Service:
    return Service()


@pytest.mark.parametrize("base", list(PROFILES))
@pytest.mark.parametrize("seed", range(1, 4))
def test_names_decide_nothing(service: Service, base: str, seed: int) -> None:
    position = real_position(Random(f"renamed {seed}"), base)
    for call in CALLS:
        if not (PROFILES[base].rearrange and call == "outlook"):
            assert differs(service, call, request_of(position)) is None


EQUAL_ENDS: Final[dict[str, Json]] = {
    "a card fits at both ends of one meld and takes its joker": {
        "hand": "8D 3D KC",
        "table": [{"id": "t1", "owner": "A", "cards": "6D 7D JK 9D"}],
        "opened": True,
        "rules": "family",
        "drawn": {"from": "stock", "card": "KC"},
    },
    "a joker fits on either of two melds": {
        "hand": "JK 3D KC",
        "table": [
            {"id": "t1", "owner": "A", "cards": "5D 6D 7D"},
            {"id": "t2", "owner": "B", "cards": "5C 6C 7C"},
        ],
        "opened": True,
        "drawn": {"from": "stock", "card": "KC"},
    },
    "two melds are equal": {
        "hand": "8D 3D KC",
        "table": [
            {"id": "t1", "owner": "A", "cards": "5D 6D 7D"},
            {"id": "t2", "owner": "B", "cards": "5D 6D 7D"},
        ],
        "opened": True,
        "drawn": {"from": "stock", "card": "KC"},
    },
}


@pytest.mark.parametrize("what", list(EQUAL_ENDS))
@pytest.mark.parametrize("call", ASKED)
def test_names_do_not_decide_between_equal_ways(service: Service, call: str, what: str) -> None:
    assert {differs(service, call, EQUAL_ENDS[what], first=first) for first in range(1, 9, 2)} == {None}
