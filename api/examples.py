"""An example request of every call, for the OpenAPI document; a test answers each."""

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

PROBLEMS: Final[dict[int, tuple[str, Json]]] = {
    400: (
        "The body is no sound JSON",
        {
            "type": "urn:zolik:problem:broken_json",
            "title": "The body is no sound JSON",
            "status": 400,
            "code": "broken_json",
            "detail": "The body is no JSON: Expecting value at line 1, column 10.",
        },
    ),
    413: (
        "The body is too large",
        {
            "type": "urn:zolik:problem:body_too_large",
            "title": "The body is too large",
            "status": 413,
            "code": "body_too_large",
            "detail": "The body is larger than 262144 bytes.",
        },
    ),
    415: (
        "The body is no JSON",
        {
            "type": "urn:zolik:problem:wrong_content_type",
            "title": "The body is no JSON",
            "status": 415,
            "code": "wrong_content_type",
            "detail": "The body must be application/json in UTF-8.",
        },
    ),
    422: (
        "Well-formed JSON that is no valid request",
        {
            "type": "urn:zolik:problem:invalid_request",
            "title": "The request cannot be used as it is",
            "status": 422,
            "code": "invalid_request",
            "detail": "“7Q” is no card.",
            "errors": [{"pointer": "/hand/3", "code": "bad_card", "detail": "“7Q” is no card."}],
        },
    ),
    503: (
        "The service cannot answer now",
        {
            "type": "urn:zolik:problem:not_answered",
            "title": "The answer could not be made",
            "status": 503,
            "code": "not_answered",
            "detail": "This request met an unforeseen case.",
        },
    ),
}
"""By status: when it is answered, and how it looks."""
