"""Plans as the service answers them: legal by `check`, their end that of `check`, and no card lost or made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

Json = dict[str, Any]
Ask = Callable[[str, Json], tuple[int, Json]]
Found = Iterator[tuple[str, object, object]]

END: Final = ("closes", "from_hand", "special", "carried")
JOKER: Final = "JK"


def plan_faults(ask: Ask, body: Json, plan: Json) -> Found:
    """What is wrong with a plan of a position. A plan without actions says that nothing can be done; an opening that is
    not reached shows melds that are not laid."""
    shown_only = plan.get("opens") is False and not any(_lays(action) for action in plan["actions"])
    if shown_only:
        yield from _shown(body, plan)
    if not plan["actions"]:
        return
    asked = {name: one for name, one in body.items() if name != "alternatives"}
    status, checked = ask("check", {**asked, "actions": [_asked(action) for action in plan["actions"]]})
    if status != 200:
        yield "check answers", (status, checked.get("errors")), 200
        return
    if not checked["legal"]:
        yield "legal", [problem["code"] for problem in checked["problems"]], []
        return
    if not shown_only:
        yield from _end(plan, checked)
        yield from _cards(body, plan)


def _lays(action: Json) -> bool:
    return action["type"] not in ("draw", "discard", "return")


def _shown(body: Json, plan: Json) -> Found:
    """The melds shown of a missed opening and what they leave, against the hand."""
    cards = [*plan["left"], *(card for one in (*plan["melds"], *plan["layoffs"]) for card in one["cards"])]
    returned = any(action["type"] == "return" for action in plan["actions"])
    yield from _told("shown melds and what they leave", _sorted(cards), _sorted(cards if returned else body["hand"]))
    if plan["discard"] is not None and _text(plan["discard"]) in _texts(plan["left"]):
        yield from _told("the thrown card stays beside the shown melds", plan["discard"] in plan["left"], True)


def _asked(action: Json) -> Json:
    """An action of an answer as a request tells it."""
    told = {name: one for name, one in action.items() if name not in ("stands_for", "points", "pure")}
    if "melds" in told:
        told["melds"] = [{"cards": meld["cards"], "kind": meld["kind"]} for meld in told["melds"]]
    return told


def _end(plan: Json, checked: Json) -> Found:
    """The end of the turn by the plan and by the check; of a plan that ends with the draw, as far as it goes."""
    yield from _told("cards left", _sorted(plan["left"]), _sorted(checked["left"]))
    if not checked["finished"]:
        return
    yield from _told("card thrown", plan["discard"], checked["discard"])
    for name in END:
        if name in plan:
            yield from _told(name, plan[name], checked[name])
    penalty = plan.get("penalty", plan.get("penalty_left"))
    if penalty is not None:
        yield from _told("penalty", penalty, checked["penalty"])
    if "table_after" in plan and plan["points"] is not None and checked["opens"]:
        yield from _told("points", plan["points"], checked["points"])


def _told(kind: str, told: object, wanted: object) -> Found:
    if told != wanted:
        yield kind, told, wanted


def _sorted(cards: list[Any]) -> list[str]:
    return sorted(map(repr, cards))


def _text(card: Any) -> str:
    return str(card["card"] if isinstance(card, dict) else card)


def _texts(cards: list[Any]) -> Counter[str]:
    return Counter(map(_text, cards))


def _cards(body: Json, plan: Json) -> Found:
    """The cards, moved as the actions say."""
    hand = _texts(body["hand"])
    table = {lying["id"]: _texts(lying["cards"]) for lying in body["table"]}
    thrown: Any = None
    new = 0
    for action in plan["actions"]:
        kind = action["type"]
        if kind == "draw":
            hand += _texts([action["card"]] if "card" in action else [])
        elif kind == "meld":
            table[f"new:{new}"], new = _texts(action["cards"]), new + 1
            hand.subtract(_texts(action["cards"]))
        elif kind in ("layoff", "exchange"):
            jokers = Counter({JOKER: action.get("jokers", 0)})
            hand.subtract(_texts(action["cards"]))
            hand += jokers
            table[action["meld"]] += _texts(action["cards"])
            table[action["meld"]].subtract(jokers)
        elif kind == "rearrange":
            for one in action["take"]:
                del table[one]
            for meld in action["melds"]:
                table[f"new:{new}"], new = _texts(meld["cards"]), new + 1
            hand.subtract(_texts(action["from_hand"]))
        elif kind == "discard":
            thrown = action["card"]
    left = hand if plan["actions"][-1]["type"] != "return" else _texts(plan["left"])
    yield from _told("hand by its actions", _texts(plan["left"]), +left)
    if min(left.values(), default=0) < 0:
        yield "cards laid from the hand", dict(left), "none below 0"
    yield from _told("card thrown by its actions", plan["discard"], thrown)
    if "table_after" in plan and thrown is not None:
        after = {one["id"]: _texts(one["cards"]) for one in plan["table_after"]}
        yield from _told("table by its actions", after, {name: +one for name, one in table.items()})
        yield from _names(body, plan)


def _names(body: Json, plan: Json) -> Found:
    """The caller's names of cards: each comes back once."""
    there = [*body["hand"], *(card for lying in body["table"] for card in lying["cards"])]
    there += [action["card"] for action in plan["actions"] if action["type"] == "draw" and "card" in action]
    after = [*plan["left"], *(card for one in plan["table_after"] for card in one["cards"])]
    yield from _told("the caller's cards", _sorted(after), _sorted(there))
