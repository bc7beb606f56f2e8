"""Known answers, worked out by hand from the clauses: the positions of `tests/positions` (see `known_positions`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from advisor.answers import ClosingAnswer, OpeningAnswer, Options, PenaltyAnswer, Plan, TurnAnswer
from advisor.closing import closing
from advisor.opening import opening
from advisor.penalty import penalty
from advisor.scoring import Player, ScoreRequest, score
from advisor.turn import turn
from api import create_app
from api.service.settings import Settings
from solver.errors import InvalidInput
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.referee.judge import judge
from solver.rules.presets import PROFILES
from tests import builders
from tests.builders import fully_stated
from tests.known_positions import Known, known_positions

KNOWN: Final = list(known_positions())
OPTIONS: Final = Options(time_ms=60_000)
Answer = OpeningAnswer | ClosingAnswer | PenaltyAnswer | TurnAnswer
Reader = Callable[[Any], Any]

WORDS: Final[dict[type, str]] = {
    Draw: "draw",
    LayMeld: "meld",
    LayOff: "off",
    Exchange: "swap",
    Rearrange: "tear",
    Discard: "throw",
    Return: "return",
}


def texts(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in sorted(cards))


def melds(several: Iterable[Meld]) -> list[str]:
    return sorted(str(one) for one in several)


def told(action: Action) -> str:
    """An action in the short texts of the builders, without what is claimed for it."""
    word = WORDS[type(action)]
    match action:
        case LayMeld(cards):
            return " ".join([word, *map(str, cards)])
        case LayOff(meld, cards) | Exchange(meld, cards):
            return " ".join([word, meld, *map(str, cards)])
        case Draw(source, card):
            return " ".join([word, source, *([str(card)] if card else [])])
        case Rearrange(take, built, from_hand):
            new = " / ".join(" ".join(map(str, one.cards)) for one in built)
            return f"{word} {' '.join(take)} -> {new} + {' '.join(map(str, from_hand))}"
        case Discard(card) | Return(card):
            return f"{word} {card}"


def or_none(points: int | None) -> int | str:
    """Points, or the word for none of them."""
    return "none" if points is None else points


PLAN: Final[Mapping[str, Callable[[Plan], Any]]] = {
    "melds": lambda plan: melds(plan.melds),
    "stands_for": lambda plan: sorted(
        str(one) for meld in plan.melds for some in meld.stands_for.values() for one in some
    ),
    "left": lambda plan: texts(plan.left),
    "discard": lambda plan: str(plan.discard) if plan.discard else "",
    "penalty": lambda plan: or_none(plan.penalty),
    "points": lambda plan: plan.points,
    "closes": lambda plan: plan.closes,
    "from_hand": lambda plan: plan.from_hand,
    "special": lambda plan: plan.special,
    "carried": lambda plan: plan.carried,
    "types": lambda plan: " ".join(WORDS[type(action)] for action in plan.actions),
    "actions": lambda plan: "; ".join(map(told, plan.actions)),
    "table": lambda plan: melds(one.meld for one in plan.table_after),
    "fates": lambda plan: {name: fate for name, fate in plan.fates if not name.startswith("new:")},
    "opening_run": lambda plan: next((str(one.meld) for one in plan.table_after if one.id == plan.opening_run), ""),
}
ANSWER: Final[Mapping[str, Mapping[str, Reader]]] = {
    "opening": {
        "opens": lambda answer: answer.opens,
        "points": lambda answer: answer.points,
        "required": lambda answer: answer.required,
        "missing": lambda answer: answer.missing,
        "pure_run": lambda answer: answer.pure_run,
        "without": lambda answer: answer.without_pure_run.points,
        "helps": lambda answer: [f"{one.card} {one.points}" for one in answer.helps if one.distance == 1],
        "helping": lambda answer: sum(one.left for one in answer.helps if one.distance == 1),
    },
    "closing": {
        "closes": lambda answer: answer.closes,
        "from_hand": lambda answer: answer.from_hand,
        "special": lambda answer: answer.special,
        "left_over": lambda answer: answer.left_over,
        "next_deal": lambda answer: answer.next_deal,
        "helps": lambda answer: [str(one.card) for one in answer.helps if one.distance == 1],
    },
    "penalty": {
        "structural": lambda answer: answer.structural.penalty,
        "held": lambda answer: answer.held_if_beaten,
    },
    "turn": {
        "score": lambda answer: answer.recommendation.score,
        "plans": lambda answer: [" ".join(WORDS[type(action)] for action in plan.actions) for plan in answer.plans],
    },
}
REASON: Final[Mapping[str, Reader]] = {
    "reason": lambda answer: answer.reason.code if answer.reason else "",
    "rule": lambda answer: answer.reason.rule if answer.reason else "",
}
ASK: Final[Mapping[str, Callable[[Position, Options], Answer]]] = {
    "opening": opening,
    "closing": closing,
    "penalty": penalty,
}


def ask(call: str, position: Position, expected: Mapping[str, Any]) -> Answer:
    if call == "turn":
        return turn(position, OPTIONS, expected.get("objective", "penalty"))
    return ASK[call](position, OPTIONS)


def plans_of(answer: Answer) -> list[Plan]:
    if isinstance(answer, TurnAnswer):
        return [answer.recommendation, *answer.plans]
    return [answer.plan, *(() if isinstance(answer, ClosingAnswer) else answer.alternatives)]


def wanted(name: str, value: Any) -> Any:
    """What is expected, as the readers give it."""
    if name in ("melds", "table"):
        return sorted(value)
    if name == "left":
        return texts(builders.cards(value)) if value else ""
    return value


def check(call: str, answer: Answer, expected: Mapping[str, Any]) -> None:
    """Every known thing of an answer is as it is known."""
    plan = answer.recommendation if isinstance(answer, TurnAnswer) else answer.plan
    found = {}
    for name in expected:
        own = ANSWER[call].get(name) or REASON.get(name)
        if name != "objective":
            found[name] = own(answer) if own else PLAN[name](plan)
    assert found == {name: wanted(name, value) for name, value in expected.items() if name != "objective"}


def judged(position: Position, plan: Plan) -> None:
    """The referee finds the plan legal, and that it ends as it says."""
    verdict = judge(position, plan.actions)
    assert [problem.reason for problem in verdict.problems] == []
    if plan.actions and not isinstance(plan.actions[-1], (Return, Draw)):
        end = verdict.end
        assert (plan.penalty, plan.closes, plan.from_hand, plan.special, plan.carried) == (
            end.penalty,
            end.closes,
            end.from_hand,
            end.special,
            end.carried,
        )


@pytest.mark.parametrize("known", [pytest.param(one, id=one.name) for one in KNOWN if one.error is None])
def test_known_answers(known: Known) -> None:
    position = known.position()
    for call, expected in known.expected.items():
        answer = ask(call, position, expected)
        assert answer.optimal or not fully_stated(position)
        for plan in plans_of(answer):
            judged(position, plan)
        check(call, answer, expected)
    for text in known.legal:
        assert [problem.reason.code for problem in judge(position, builders.turn(text)).problems] == []
    for text, code in known.illegal:
        assert [problem.reason.code for problem in judge(position, builders.turn(text)).problems] == [code]


@pytest.mark.parametrize("known", [pytest.param(one, id=one.name) for one in KNOWN if one.error is not None])
def test_positions_that_cannot_be(known: Known) -> None:
    with pytest.raises(InvalidInput) as raised:
        opening(known.position(), OPTIONS)
    assert [fault.reason.code for fault in raised.value.faults] == [known.error]


def test_every_position_names_its_source() -> None:
    assert all(one.source and (one.arithmetic or one.error) for one in KNOWN)
    assert len({one.name for one in KNOWN}) == len(KNOWN)
    assert {one.rules for one in KNOWN} == set(PROFILES)


JSON: Final[Mapping[str, Reader]] = {
    "melds": lambda answer: sorted(" ".join(meld["cards"]) for meld in answer["melds"]),
    "left": lambda answer: texts(builders.cards(" ".join(answer["left"]))) if answer["left"] else "",
    "discard": lambda answer: answer["discard"] or "",
    "penalty": lambda answer: or_none(answer["penalty_left"] if "penalty_left" in answer else answer["penalty"]),
    "reason": lambda answer: answer["reason"]["code"] if answer["reason"] else "",
    "without": lambda answer: answer["without_pure_run"]["points"],
    "structural": lambda answer: answer["structural"]["penalty"],
    "held": lambda answer: answer["held_if_beaten"],
    "helps": lambda answer: [f"{one['card']} {one['points']}" for one in answer["helps"] if one["distance"] == 1],
}
IN_JSON: Final = {*JSON, "opens", "points", "required", "missing", "pure_run", "closes", "from_hand", "special"} | {
    "carried",
    "left_over",
    "next_deal",
}
NOT_IN_JSON: Final = {"closing": {"helps"}, "penalty": {"points"}}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(time_ms=10_000)).test_client()


@pytest.mark.parametrize("known", [pytest.param(one, id=one.name) for one in KNOWN if one.http])
def test_known_answers_over_http(client: FlaskClient, known: Known) -> None:
    line = position_line(known.position())
    for call, expected in known.expected.items():
        if call == "turn":
            continue
        response = client.post(f"/v1/{call}", json={"position": line})
        assert response.status_code == 200, response.get_data(as_text=True)
        answer = response.get_json()
        told = {
            name: wanted(name, value)
            for name, value in expected.items()
            if name in IN_JSON - NOT_IN_JSON.get(call, set())
        }
        assert {name: JSON[name](answer) if name in JSON else answer[name] for name in told} == told
        assert answer["position"] == line


@pytest.mark.parametrize(
    ("rules", "hand", "opened", "from_hand", "special", "points", "closer"),
    [
        # ace, joker and five: 20 + 50 + 5; the closer gets 10
        ("joker-club", "AS JK 5D", True, False, False, 75, -10),
        # doubled after a close from hand, for which the closer gets 20
        ("joker-club", "AS JK 5D", True, True, True, 150, -20),
        # who had not opened: 100 flat, after a close from hand 200 flat
        ("joker-club", "AS JK 5D", False, False, False, 100, -10),
        ("joker-club", "AS JK 5D", False, True, True, 200, -20),
        # the example of 9, 5, 3 and a king: 27, and twice that from hand
        ("joker-club", "9S 5H 3D KC", True, False, False, 27, -10),
        ("joker-club", "9S 5H 3D KC", True, True, True, 54, -20),
        # 11 + 20 + 5
        ("tournament", "AS JK 5D", True, False, False, 36, 0),
        # twelve cards with two jokers, never opened: 100 + 2 * 20
        ("tournament", "AS 2S 4S 5D 6D 8D 9D JC QC KC JK JK", False, False, False, 140, 0),
        ("tournament", "AS 2S 4S 5D 6D 8D 9D JC QC KC 2H 4H", False, True, False, 100, 0),
        # 10 + 50 + 5; special 200
        ("zoliky-online", "AS JK 5D", True, False, False, 65, 0),
        ("zoliky-online", "AS JK 5D", False, False, False, 65, 0),
        ("zoliky-online", "AS JK 5D", True, True, False, 65, 0),
        ("zoliky-online", "AS JK 5D", True, True, True, 200, 0),
        # 50 for a joker, an ace 10
        ("wikipedia", "AS JK 5D", False, True, False, 65, 0),
        # flat 100 for who never opened, else 10 + 50 + 5
        ("family", "AS JK 5D", False, True, False, 100, 0),
        ("family", "AS JK 5D", True, True, False, 65, 0),
    ],
)
def test_what_a_hand_scores(
    client: FlaskClient,
    rules: str,
    hand: str,
    opened: bool,
    from_hand: bool,
    special: bool,
    points: int,
    closer: int,
) -> None:
    """Section 10 of the rules, position 10, and the examples of the sources."""
    players = (Player("Eva", (), opened=True), Player("me", builders.cards(hand), opened))
    request = ScoreRequest(PROFILES[rules], "Eva", players, from_hand=from_hand, special=special)
    assert [player.penalty for player in score(request).players] == [closer, points]
    told = [{"name": "Eva", "hand": [], "opened": True}, {"name": "me", "hand": hand, "opened": opened}]
    body = {"rules": rules, "closer": "Eva", "from_hand": from_hand, "special": special, "players": told}
    answer = client.post("/v1/score", json=body).get_json()
    assert [player["penalty"] for player in answer["players"]] == [closer, points]


@pytest.mark.parametrize("call", ["opening", "closing", "penalty"])
def test_the_hand_comes_in_any_order(call: str) -> None:
    """The same cards in another order are the same question."""
    for known in KNOWN[:: len(KNOWN) // 12]:
        if known.error is None:
            position = known.position()
            backwards = replace(position, hand=position.hand[::-1])
            assert ask(call, backwards, {}) == ask(call, position, {})
