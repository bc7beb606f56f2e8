"""A remembered answer equals the fresh one byte for byte, with each caller's own ids, from memory and from Redis."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from api.answers.slots import filled
from api.service.cache import ENTRY_BYTES, AnswerCache, build
from api.service.settings import Settings
from solver.rules.presets import PROFILES
from tests.redis_server import RedisServer, redis_server

Json = dict[str, Any]
HAND = ["7D", "8D", "9D", "10D", "KH", "KS", "KD", "QC", "AC", "JK", "2C", "5H", "5S", "9C", "3H"]
CALLS = ("opening", "closing", "penalty", "turn")


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def fresh() -> Flask:
    """An app that remembers nothing."""
    return create_app(Settings(time_ms=5000, cache_bytes=0))


@pytest.fixture
def remembering() -> Flask:
    return create_app(Settings(time_ms=5000))


def analyses(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls that are analysed from now on, none where the answer was remembered."""
    service = app.extensions["zolik-service"]
    seen: list[str] = []
    analyse = service._analyse

    def noted(call: Any, question: Any, name: str) -> bytes:
        seen.append(call.name)
        done: bytes = analyse(call, question, name)
        return done

    monkeypatch.setattr(service, "_analyse", noted)
    return seen


def asked(client: FlaskClient, call: str, body: Json) -> bytes:
    response = client.post(f"/v1/{call}", json=body)
    assert response.status_code == 200, response.data
    return bytes(response.data)


def labelled(cards: list[str], prefix: str) -> list[Json]:
    return [{"card": card, "id": f"{prefix}{index}"} for index, card in enumerate(cards)]


def bodies(profile: str) -> list[Json]:
    """A question in several guises: other orders, other ids, some ids, none."""
    shuffled = Random(profile).sample(HAND, len(HAND))
    table = [{"id": "m1", "owner": "Eva", "cards": "5C JK 7C"}]
    common = {"rules": profile, "table": table, "drawn": {"from": "stock"}, "alternatives": 2, "time_ms": 10_000}
    hands: list[Any] = [
        HAND,
        shuffled,
        " ".join(shuffled),
        labelled(HAND, "a"),
        labelled(shuffled, "b"),
        [{"card": one, "id": index} if index % 2 else one for index, one in enumerate(shuffled)],
    ]
    named = [{"id": "m1", "owner": "Eva", "cards": labelled(["5C", "JK", "7C"], "t")}]
    return [{**common, "hand": hand} for hand in hands] + [{**common, "hand": HAND, "table": named}]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("profile", list(PROFILES))
def test_remembered_answers_equal_fresh_ones(
    fresh: Flask, remembering: Flask, monkeypatch: pytest.MonkeyPatch, call: str, profile: str
) -> None:
    seen = analyses(remembering, monkeypatch)
    for body in bodies(profile):
        expected = asked(fresh.test_client(), call, body)
        for _ in range(2):
            assert asked(remembering.test_client(), call, body) == expected
    assert len(seen) == 2  # one without ids, one with


def test_ids_are_those_of_the_request(remembering: Flask) -> None:
    client = remembering.test_client()
    for prefix in ("x", "y"):
        hand = labelled(HAND, prefix)
        answer = json.loads(asked(client, "opening", {"hand": hand}))
        named = [card for meld in answer["melds"] for card in meld["cards"]] + answer["left"]
        assert sorted(named, key=str) == sorted(hand, key=str)


def test_odd_ids_come_back_untouched(remembering: Flask) -> None:
    odd: list[Any] = ['"', "\\u00010", "\x010", {"card": "x"}, "♦", 1e300, -0.0, 10**30]
    del odd[3]
    hand = [{"card": card, "id": one} for card, one in zip(HAND, odd, strict=False)] + HAND[len(odd) :]
    for _ in range(2):
        answer = json.loads(asked(remembering.test_client(), "penalty", {"hand": hand}))
        named = [card for meld in answer["melds"] for card in meld["cards"]] + answer["left"]
        assert sorted(json.dumps(one) for one in named) == sorted(json.dumps(card) for card in hand)


def test_the_drawn_copy_is_remembered_as_the_drawn_one(fresh: Flask, remembering: Flask) -> None:
    pair = [{"card": "9C", "id": "one"}, {"card": "9C", "id": "two"}, "KS", "2H"]
    for drawn in ("one", "two", "one"):
        told = {"from": "discard", "card": {"card": "9C", "id": drawn}}
        body = {"hand": pair, "opened": True, "drawn": told}
        answer = asked(remembering.test_client(), "turn", body)
        assert answer == asked(fresh.test_client(), "turn", body)
        back = json.loads(answer)["recommendation"]["actions"]
        assert back == [{"type": "return", "card": {"card": "9C", "id": drawn}}]


@pytest.mark.parametrize(
    "change",
    [
        {"language": "cs"},
        {"notation": "unicode"},
        {"alternatives": 1},
        {"rules": "family"},
        {"rules": {"opening_minimum": 52}},
        {"round": 9},
        {"seen": "2D"},
        {"discard_pile": "2D 3D"},
        {"opponents": [{"name": "Eva", "cards": 3}]},
        {"drawn": {"from": "stock", "card": "7D"}},
        {"time_ms": 4000},
        {"starter": True},
    ],
    ids=str,
)
def test_another_question_is_analysed_anew(
    fresh: Flask, remembering: Flask, monkeypatch: pytest.MonkeyPatch, change: Json
) -> None:
    seen = analyses(remembering, monkeypatch)
    body = {"hand": HAND}
    asked(remembering.test_client(), "opening", body)
    assert asked(remembering.test_client(), "opening", body | change) == asked(
        fresh.test_client(), "opening", body | change
    )
    assert len(seen) == 2


def test_objectives_are_other_questions(remembering: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = analyses(remembering, monkeypatch)
    for objective in ("penalty", "points", "penalty"):
        body = {"hand": HAND, "objective": objective, "drawn": {"from": "stock"}}
        assert json.loads(asked(remembering.test_client(), "turn", body))["objective"] == objective
    assert len(seen) == 2


def test_unproved_answers_are_not_remembered(remembering: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = analyses(remembering, monkeypatch)
    monkeypatch.setattr("api.service.service.json_bytes", lambda answer: json.dumps(answer).encode())
    call = "api.answers.present._proof"
    monkeypatch.setattr(call, lambda optimal, bound: {"optimal": False, "bound": bound})
    for _ in range(2):
        asked(remembering.test_client(), "opening", {"hand": HAND})
    assert len(seen) == 2


def test_redis_shares_answers_between_processes(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (create_app(Settings(time_ms=5000, redis_url=redis.url)) for _ in range(2))
    seen = analyses(second, monkeypatch)
    for hand in (HAND, labelled(HAND, "a"), labelled(HAND, "b")):
        answer = asked(first.test_client(), "turn", {"hand": hand})
        assert asked(second.test_client(), "turn", {"hand": hand}) == answer
    assert seen == []


def test_a_dead_redis_is_done_without(tmp_path: Path) -> None:
    with redis_server(tmp_path) as server:
        app = create_app(Settings(time_ms=5000, redis_url=server.url, rate_limit="1000/minute"))
        answer = asked(app.test_client(), "opening", {"hand": HAND})
        server.stop()
        assert asked(app.test_client(), "opening", {"hand": HAND}) == answer
        assert asked(app.test_client(), "opening", {"hand": HAND[1:]}) != answer
        server.start()
        assert asked(app.test_client(), "opening", {"hand": HAND}) == answer


def test_memory_is_bounded() -> None:
    cache = AnswerCache(3 * (ENTRY_BYTES + 100))
    for name in "abcd":
        cache.put(name, b"x" * 100)
    assert [cache.get(name)[1] for name in "abcd"] == ["none", "memory", "memory", "memory"]
    cache.put("large", b"x" * 10_000)
    assert cache.get("large") == (None, "none")
    assert AnswerCache(0).get("a") == (None, "none")


def test_the_build_names_this_program() -> None:
    assert len(build()) == 16
    assert build() == build()


def test_slots_are_filled_and_all_else_stays() -> None:
    answer = rb'{"left":["\u00011\u0001","JK","\u00010\u0001"],"text":"7D"}'
    cards = (b'"7D"', b'{"card":"8D","id":"x"}')
    assert filled(answer, cards) == b'{"left":[{"card":"8D","id":"x"},"JK","7D"],"text":"7D"}'
