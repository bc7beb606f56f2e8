"""An example request of every call and of a batch, for the OpenAPI document; a test answers each."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

_TABLE: Final = [{"id": "m1", "owner": "Eva", "cards": ["5C", "JK", "7C"]}]

EXAMPLES: Final[dict[str, Json]] = {
    "opening": {"hand": "7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ Q♣ A♣ JK 2♣ 5♥ 5♠ 9♣ 3♥", "rules": "zoliky-online"},
    "closing": {
        "hand": [{"card": "6C", "id": "c-1"}, {"card": "2H", "id": "c-2"}],
        "table": _TABLE,
        "opened": True,
    },
    "penalty": {"hand": ["KC", "KD", "KH", "7S", "2D"], "opened": True},
    "turn": {
        "hand": "10D JD QD 7S 7H 7D 6C 2H",
        "drawn": {"from": "stock", "card": "QD"},
        "table": _TABLE,
        "objective": "penalty",
        "notation": "unicode",
    },
    "outlook": {"hand": "7D 8D 10D KH KS 2C 5H", "drawn": {"from": "stock"}},
    "check": {
        "hand": "8C 9C 10C JC QC JK 2H",
        "melds": [{"cards": ["8C", "9C", "10C"]}, {"cards": ["JC", "QC", "JK"]}],
    },
    "score": {
        "rules": "joker-club",
        "closer": "Jan",
        "players": [
            {"name": "Jan", "hand": []},
            {"name": "Eva", "hand": ["AS", "JK", "5D"], "opened": True},
        ],
    },
}

BATCH: Final[Json] = {
    "requests": [
        {"call": "check", "hand": "8C 9C 10C JC QC JK 2H", "melds": [{"cards": ["8C", "9C", "10C"]}]},
        {"call": "opening", "hand": ["7Q"]},
    ]
}
