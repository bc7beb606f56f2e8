"""Whatever comes in, a clean answer goes out."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.requests.fields import Strict
from api.service.calls import CALLS
from solver.game.cards import CARDS

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=6),
    st.sampled_from(["7D", "JK", "me", "Eva", "m1", "new:0", "discard", "family", "run", "z1~family~7D8D9D", "🃏 7♦"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
CARD = st.sampled_from([str(card) for card in CARDS]) | st.builds(
    lambda card, own_id: {"card": card, "id": own_id}, st.sampled_from([str(card) for card in CARDS]), SCALARS
)
MELD = st.fixed_dictionaries(
    {"cards": st.lists(CARD, max_size=5) | VALUES},
    optional={"owner": st.sampled_from(["me", "Eva"]), "id": SCALARS, "kind": st.sampled_from(["run", "set", 1])},
)
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "hand": st.lists(CARD, min_size=1, max_size=8),
    "table": st.lists(MELD, max_size=3),
    "melds": st.lists(MELD, max_size=3),
    "actions": st.lists(
        st.fixed_dictionaries(
            {"type": st.sampled_from(["draw", "meld", "layoff", "exchange", "rearrange", "discard", "return"])},
            optional={
                "card": CARD,
                "cards": st.lists(CARD, min_size=1, max_size=4),
                "meld": st.sampled_from(["m1", "m2", "new:0", "x"]),
                "from": st.sampled_from(["stock", "discard", "bottom"]),
                "jokers": st.integers(0, 3),
                "take": st.lists(st.sampled_from(["m1", "new:0"]), max_size=2),
                "melds": st.lists(MELD, max_size=2),
            },
        ),
        max_size=4,
    ),
    "drawn": st.fixed_dictionaries({"from": st.sampled_from(["stock", "discard", "bottom"])}, optional={"card": CARD}),
    "rules": st.sampled_from(["zoliky-online", "joker-club", "wikipedia", "family", "tournament"]),
    "time_ms": st.just(50),
}


@st.composite
def bodies(draw: st.DrawFn, call: str) -> dict[str, Any]:
    """A body of a call: most fields as they should be, some as they should not."""
    fields = CALLS[call].schema.load_fields
    names = [one.data_key or name for name, one in fields.items() if isinstance(one, Strict)]
    body = {"hand": draw(LIKELY["hand"])} if "hand" in names else {}
    for name in draw(st.lists(st.sampled_from(names), max_size=6, unique=True)):
        body[name] = draw(LIKELY[name] if name in LIKELY and draw(st.booleans()) else VALUES)
    return body


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(sorted(CALLS)))
def test_every_body_gets_an_answer_or_a_clean_problem(app: Flask, data: st.DataObject, call: str) -> None:
    body = data.draw(bodies(call))
    response = app.test_client().post(f"/v1/{call}", json=body)
    assert response.status_code in (200, 422), (body, response.get_data(as_text=True))
    answer = response.get_json()
    if response.status_code == 422:
        assert response.content_type == "application/problem+json"
        assert answer["errors"]
        assert all(error["detail"] for error in answer["errors"])


@settings(max_examples=150)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode) | VALUES.map(lambda one: json.dumps(one).encode()))
def test_every_string_of_bytes_gets_a_clean_problem(app: Flask, data: bytes) -> None:
    response = app.test_client().post("/v1/check", data=data, content_type="application/json")
    assert response.status_code in (400, 422)
    assert response.content_type == "application/problem+json"


@settings(max_examples=60)
@given(st.text(max_size=80), st.text(alphabet="z1~familyonelkr7DJKmqdp.-_0E", max_size=60))
def test_every_position_line_gets_a_clean_answer(app: Flask, text: str, like_a_line: str) -> None:
    for line in (text, like_a_line, f"z1~family~7D8D~{like_a_line}"):
        response = app.test_client().post("/v1/check", json={"position": line, "melds": []})
        assert response.status_code in (200, 422)
