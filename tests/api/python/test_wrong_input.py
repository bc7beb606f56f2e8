"""Arguments of a wrong type or value: the package's own error, which names the field and the value."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

import pytest

import zolik
from zolik import arena

POSITION: Final = zolik.Position("7♦ 8♦ 9♦ 10♦ K♥ K♠ K♦ 2♣")
OPENING: Final = POSITION.best_opening(time_ms=10_000)
WRONG: Final[tuple[Any, ...]] = (
    *(None, 5, -1, 3.5, float("nan"), True, "de", "A: …", b"x"),
    *([None], [5], {"a": 1}, {(1, 2): 3}, object(), str),
)
"""Values of all types; some are right for some arguments."""

CALLS: Final[dict[str, tuple[Callable[..., Any], dict[str, Any]]]] = {
    "Position": (zolik.Position, {"hand": "7♦"}),
    "from_json": (zolik.Position.from_json, {"request": {"hand": "7♦"}}),
    "from_line": (zolik.Position.from_line, {"line": POSITION.line}),
    "best_opening": (POSITION.best_opening, {"time_ms": 1000}),
    "closing": (POSITION.closing, {"time_ms": 1000}),
    "penalty": (POSITION.penalty, {"time_ms": 1000}),
    "turn": (POSITION.turn, {"objective": "penalty"}),
    "outlook": (POSITION.outlook, {"time_ms": 1000}),
    "check melds": (lambda melds: POSITION.check(melds), {"melds": ["7♦ 8♦ 9♦"]}),
    "check actions": (lambda actions: POSITION.check(actions=actions), {"actions": []}),
    "after": (POSITION.after, {"actions": [zolik.Discard(zolik.card("2♣"))]}),
    "opening.text": (OPENING.text, {}),
    "opening.steps": (OPENING.steps, {}),
    "opening.to_json": (OPENING.to_json, {}),
    "plan.text": (OPENING.plan.text, {}),
    "IllegalActions.text": (zolik.IllegalActions().text, {}),
    "ask": (zolik.ask, {"call": "check", "request": {"hand": "7♦", "melds": []}}),
    "card": (zolik.card, {"text": "7♦"}),
    "cards": (zolik.cards, {"text": "7♦"}),
    "rules": (lambda base="family", jokers=4: zolik.rules(base, jokers=jokers), {}),
    "text of an answer": (zolik.text, {"thing": OPENING}),
    "text of a card": (zolik.text, {"thing": zolik.card("7♦")}),
    "find": (arena.find, {"name": "random"}),
    "play": (arena.play, {"players": ["random", "random"], "deals": 1}),
}
ARGUMENTS: Final = [
    (call, name) for call, (function, _) in CALLS.items() for name in inspect.signature(function).parameters
]
TOLD_AS: Final = {"line": "position"}
"""Arguments that the error names otherwise."""


def refusal(function: Callable[..., Any], arguments: dict[str, Any]) -> Exception | None:
    """The error of the package that a call ends with; any other is a fault."""
    try:
        function(**arguments)
    except zolik.ZolikError as error:
        return error
    return None


@pytest.mark.parametrize(("call", "name"), ARGUMENTS)
def test_a_wrong_argument_is_an_error_of_the_package(call: str, name: str) -> None:
    function, right = CALLS[call]
    refused = 0
    for wrong in WRONG:
        if name == "time_ms" or (name == "deals" and wrong == 5):
            continue  # right, and slow
        if call in ("check melds", "check actions") and wrong is None:
            continue  # which of the two is given is a matter of the signature
        error = refusal(function, {**right, name: wrong})
        refused += error is not None
        if isinstance(error, zolik.InvalidInput) and error.errors:
            assert error.errors[0]["detail"] in str(error)
            own = name == "text" or (name == "request" and isinstance(wrong, dict))  # its cards or fields are meant
            assert own or error.errors[0]["pointer"].startswith(f"/{TOLD_AS.get(name, name)}"), wrong
    assert refused >= 5 or name == "time_ms"


@pytest.mark.parametrize("call", ["best_opening", "closing", "penalty", "turn", "outlook"])
@pytest.mark.parametrize("time_ms", [None, 5, 3.5, True, "1000", 1 << 80])
def test_a_wrong_budget_is_told(call: str, time_ms: object) -> None:
    with pytest.raises(zolik.InvalidInput, match=r"^/time_ms: "):
        getattr(POSITION, call)(time_ms=time_ms)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"table": "Eva: 5♣ 6♣ 7♣"}, '/table: This must be a list, not "Eva: 5♣ 6♣ 7♣".'),
        ({"table": ["5♣ 6♣ 7♣"]}, "/table/0/owner: “owner” is missing."),
        ({"table": [5]}, "/table/0: This must be an object, not 5."),
        ({"opponents": "Eva"}, '/opponents: This must be a list, not "Eva".'),
        ({"opponents": [None]}, "/opponents/0: This may not be null."),
        ({"hand": None}, "/hand: This may not be null."),
        ({"hand": ["7♦", None]}, "/hand/1: This may not be null."),
        ({"drawn": 5}, "/drawn: This must be a text or an object, not 5."),
        ({"rules": 5}, "/rules: This must be a text or an object, not 5."),
        ({"notation": "de"}, "/notation: “de” is not among ascii, unicode, emoji."),
    ],
)
def test_what_is_wrong_is_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(zolik.InvalidInput) as told:
        zolik.Position(**{"hand": "7♦", **given})
    assert str(told.value) == said


def test_words_are_refused_in_an_unknown_language_and_notation() -> None:
    tellings: tuple[Callable[..., Any], ...] = (
        OPENING.text,
        OPENING.steps,
        OPENING.plan.text,
        OPENING.plan.brief,
        lambda *asked: zolik.text(OPENING.melds[0], *asked),
    )
    for telling in tellings:
        with pytest.raises(zolik.InvalidInput, match=r"^/language: “de” is not among en, cs, sk"):
            telling("de")
        with pytest.raises(zolik.InvalidInput, match=r"^/notation: .utf8. .*: ascii, unicode, emoji\.$"):
            telling("cs", "utf8")
    with pytest.raises(ValueError, match="notation: 'utf8' is not among ascii, unicode, emoji"):
        zolik.card("7♦").text("utf8")  # type: ignore[arg-type]


def test_each_meld_and_action_is_named_by_its_place() -> None:
    with pytest.raises(zolik.InvalidInput, match=r"^/melds/1/cards/0: “9Q” is not a card"):
        POSITION.check(["7♦ 8♦ 9♦", ["9Q"]])
    with pytest.raises(zolik.InvalidInput, match=r"^/actions/1/type: "):
        POSITION.check(actions=[zolik.Discard(zolik.card("2♣")), {"type": "bid"}])
    with pytest.raises(zolik.InvalidInput, match=r"^/players/1: "):
        arena.play(["random", 5])  # type: ignore[list-item]


def test_what_a_position_holds_can_be_given_back() -> None:
    position = zolik.Position(
        "7♦ 8♦ 9♦ 2♣",
        table=["Eva: 5♣ 6♣ 7♣", "Jan: Nov: 5♥ 6♥ 7♥"],
        drawn="stock: 2♣",
        opponents=[{"name": "Eva", "cards": 7, "picked": ["4♠"]}],
        opened=True,
    )
    assert [lying.owner for lying in position.table] == ["Eva", "Jan: Nov"]
    again = zolik.Position(
        position.hand, table=position.table, drawn=position.drawn, opponents=position.opponents, opened=True
    )
    assert again == position
    melds = [{"owner": "Eva", "cards": position.table[0].meld.cards}]
    assert zolik.Position("7♦", table=melds).table[0].meld == position.table[0].meld
