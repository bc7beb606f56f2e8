"""All calls asked of the same positions, as a game meets them: do their answers agree, and are their plans legal?

    python -m tests.agreement --profile tournament --positions 2000 --seed 1

prints every contradiction with its position line, how many of each kind there are, and what was asked; it ends with 1
if there is any. Without `--profile` all presets take part. Nothing here knows the right answer: what is told by one
call is held against what is told by the others, by `check`, and by moving the cards as the actions say.

An answer that says itself that it is not proved contradicts nothing by that: these are counted call by call, and
`--unproved` prints a line for each. Shares of one campaign begin at different positions: `--first 500 --positions 500`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from advisor import plan as plans_made
from advisor.objectives import OBJECTIVES
from api import create_app
from api.service.settings import Settings
from solver.game.cards import Card
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.rules.presets import PROFILES
from tests.agreement_plans import plan_faults
from tests.random_positions import real_position

Json = dict[str, Any]
Found = Iterator[tuple[str, object, object]]

TIME_MS: Final = 10_000
ALTERNATIVES: Final = 3
AGAIN: Final = 2
ASKED: Final = ("opening", "closing", "penalty", *(f"turn {objective}" for objective in OBJECTIVES), "outlook")


class Contradiction(NamedTuple):
    """What one call says, and what it should say by the others."""

    kind: str
    told: object
    wanted: object
    line: str

    def __str__(self) -> str:
        return f"{self.kind}: told {self.told}, by the others {self.wanted} at {self.line}"


class Service:
    """The service, asked without a memory of its answers."""

    def __init__(self) -> None:
        self.client = create_app(Settings(time_ms=TIME_MS, cache_bytes=0)).test_client()
        self.asked = 0

    def ask(self, call: str, body: Json) -> tuple[int, Json]:
        """The status and the answer; `turn strength` is the call turn with that objective."""
        name, _, objective = call.partition(" ")
        told = {"time_ms": TIME_MS, **body, **({"objective": objective} if objective else {})}
        self.asked += 1
        response = self.client.post(f"/v1/{name}", json=told)
        answer: Json = response.get_json()
        return response.status_code, answer


def request_of(position: Position) -> Json:
    """The position as a caller tells it who names each of his cards."""
    names = iter(range(1000))

    def named(cards: tuple[Card, ...]) -> list[Json]:
        return [{"card": str(card), "id": f"c{next(names)}"} for card in cards]

    body: Json = {
        "rules": {"base": position.profile.id, **position.profile.overrides},
        "hand": named(position.hand),
        "table": [
            {
                "id": lying.id,
                "owner": lying.owner,
                "cards": named(lying.meld.cards),
                "kind": lying.meld.kind,
                "opening_run": lying.opening_run,
            }
            for lying in position.table
        ],
        "round": position.round,
        "opened": position.opened,
        "starter": position.starter,
        "discard_pile": named(position.discard_pile),
        "opponents": [
            {"name": opponent.name, "cards": opponent.cards, "opened": opponent.opened}
            for opponent in position.opponents
        ],
        "top_discard_by": position.top_discard_by,
        "closing_barred": position.closing_barred,
        "alternatives": ALTERNATIVES,
    }
    if position.phase_told:
        body["phase"] = position.phase
    if position.bottom_card is not None:
        body["bottom_card"] = named((position.bottom_card,))[0]
    if position.drawn is not None and position.drawn.card is not None:
        card = next(card for card in body["hand"] if card["card"] == str(position.drawn.card))
        body["drawn"] = {"from": position.drawn.source, "card": card}
    return body


class Compared(NamedTuple):
    """What the answers about one position say against one another, and the calls that say they are not proved."""

    contradictions: list[Contradiction]
    unproved: list[str]


def compared(service: Service, position: Position, number: int) -> Compared:
    """All calls asked of one position, the number-th of a campaign, and their answers held against one another."""
    line = position_line(position)
    body = request_of(position)
    answers: dict[str, Json] = {}
    found = [
        Contradiction(kind, told, wanted, line)
        for kind, told, wanted in _faults(service, position, body, answers, number)
    ]
    return Compared(found, [call for call, answer in answers.items() if answer.get("optimal") is False])


def _faults(service: Service, position: Position, body: Json, answers: dict[str, Json], number: int) -> Found:
    """What is wrong; the answers are put where they are collected."""
    refused = plans_made.disagreements
    for call in ASKED:
        status, answers[call] = service.ask(call, body)
        if status != 200:
            yield f"{call} is answered", (status, answers[call].get("errors", answers[call].get("detail"))), 200
            return
    for call, answer in answers.items():
        yield from _told(f"{call} says whether it is proved", type(answer["optimal"]), bool)
        yield from _told(f"{call}: phase", answer["phase"], position.phase)
    yield from _told("plans refused by the referee", plans_made.disagreements - refused, 0)
    if position.draws_first:
        yield from _before_the_draw(service, body, answers)
    else:
        yield from _after_the_draw(position, answers)
    yield from _helps(position, answers)
    judged: dict[str, tuple[int, Json]] = {}

    def judge_once(call: str, asked: Json) -> tuple[int, Json]:
        key = json.dumps(asked["actions"])
        if key not in judged:
            judged[key] = service.ask(call, asked)
        return judged[key]

    for call, answer in answers.items():
        for name, plan in _plans(call, answer):
            for kind, told, wanted in plan_faults(judge_once, body, plan):
                yield f"{name}: {kind}", told, wanted
    yield from _asked_again(service, body, answers, number)


def _told(kind: str, told: object, wanted: object) -> Found:
    if told != wanted:
        yield kind, told, wanted


def _plans(call: str, answer: Json) -> Iterator[tuple[str, Json]]:
    """The plans of an answer, each with where it stands."""
    if call == "outlook":
        return
    if call.startswith("turn"):
        yield f"{call} recommendation", answer["recommendation"]
        for plan in answer["plans"]:
            yield f"{call} plans", plan
        return
    yield call, answer
    for one in answer.get("alternatives", ()):
        yield f"{call} alternatives", one


def _lays(plan: Json) -> bool:
    return any(action["type"] not in ("draw", "discard", "return") for action in plan["actions"])


def _after_the_draw(position: Position, answers: dict[str, Json]) -> Found:
    """What holds between the calls where the hand plays its turn as it stands."""
    opening, closing, penalty, outlook = (answers[one] for one in ("opening", "closing", "penalty", "outlook"))
    turns = {objective: answers[f"turn {objective}"] for objective in OBJECTIVES}
    closes = closing["closes"]
    for objective, answer in turns.items():
        yield from _told(f"turn {objective} closes where closing does", answer["recommendation"]["closes"], closes)
    yield from _told("penalty closes where closing does", penalty["closes"], closes)
    yield from _told(
        "penalty by turn and by penalty", turns["penalty"]["recommendation"]["penalty"], penalty["penalty"]
    )
    if closes:
        yield from _told("penalty of a close", penalty["penalty"], 0)
        yield from _told("cards left over at a close", closing["left_over"], 0)
    hindrance = _hindrance(outlook)
    yield from _distance("close", outlook["to_close"], closes, hindrance)
    if not position.opened:
        opens = opening["opens"]
        yield from _distance("open", outlook["to_open"], opens, hindrance)
        for objective, answer in turns.items():
            several = any(_lays(plan) for plan in answer["plans"])
            if several and not opens:
                yield f"turn {objective} opens where opening does", True, False
            if opens and not several and objective != "close":
                yield f"turn {objective} names an opening where there is one", False, True
            for plan in answer["plans"]:
                if _lays(plan) and (plan["points"] or 0) > opening["points"]:
                    yield f"turn {objective} points, at most the best opening", plan["points"], opening["points"]
        yield from _told("opening is proper", opens, opening["missing"] == 0 and opening["reason"] is None)
        if closes:
            yield from _told("opens where it closes", opens, True)
    yield from _throws(opening, penalty, outlook, turns["strength"])


def _hindrance(outlook: Json) -> Json | None:
    """What the distances do not take into account: that it is too early. Where closing is barred they say so."""
    hindrance: Json | None = outlook["hindrance"]
    return None if hindrance is not None and hindrance["code"] == "closing_barred" else hindrance


def _distance(goal: str, distance: Json, reached: bool, hindrance: Json | None) -> Found:
    if hindrance is None:
        yield from _told(f"outlook: 0 draws to {goal}", distance["distance"] == 0, reached)
    elif reached:
        yield f"outlook: a hindrance to {goal}", hindrance["code"], None
    if distance["distance"] == 0 and distance["accepts"]:
        yield f"outlook: accepting cards at 0 draws to {goal}", len(distance["accepts"]), 0


def _throws(opening: Json, penalty: Json, outlook: Json, strength: Json) -> Found:
    """The best throw, wherever it is named."""
    best = strength["recommendation"]["discard"]
    ranked = [discard["card"] for discard in outlook["discards"]]
    yield from _told(
        "ranks of the throws", [discard["rank"] for discard in outlook["discards"]], [*range(1, len(ranked) + 1)]
    )
    if best is None:
        return
    yield from _told("best throw of penalty", _kind(penalty["best_throw"]), _kind(best))
    yield from _told("best throw of the outlook", _kind(ranked[0]) if ranked else None, _kind(best))
    if opening["discard_for"] == "best_result":
        yield from _told("best throw of the opening", _kind(opening["discard"]), _kind(best))


def _kind(card: Any) -> str | None:
    """The card without the caller's name for it."""
    return None if card is None else str(card["card"] if isinstance(card, dict) else card)


def _before_the_draw(service: Service, body: Json, answers: dict[str, Json]) -> Found:
    """What holds between the calls where the draw is still to come."""
    opening, closing, penalty, outlook = (answers[one] for one in ("opening", "closing", "penalty", "outlook"))
    yield from _told("penalty closes for certain where closing does", penalty["closes"], closing["closes"])
    goals = [("close", outlook["to_close"], closing["closes"])]
    if not body["opened"]:
        goals.append(("open", outlook["to_open"], opening["opens"]))
    for goal, distance, certain in goals:
        if distance["distance"] == 0:
            yield f"outlook: 0 draws to {goal} before the draw", 0, 1
        chance = distance.get("chance", {"probability": distance["next_draw_probability"]})["probability"]
        hindrance = _hindrance(outlook)
        if hindrance is None:
            sure = distance["distance"] == 1 and chance == 1
            yield from _told(f"outlook: certain to {goal} with the next draw", sure, certain)
        elif certain:
            yield f"outlook: a hindrance to {goal}", hindrance["code"], None
        if goal == "close" and body["closing_barred"] and distance["distance"] == 1:
            yield "outlook: 1 draw to close before a draw that may not close", 1, 2
    if outlook["before_draw"] is not True:
        yield "outlook: before the draw", outlook["before_draw"], True
    taken = {source: _closes_taking(service, body, source) for source in ("discard", "bottom")}
    for objective in OBJECTIVES:
        best = answers[f"turn {objective}"]["recommendation"]
        sure = best["closes"] or (closing["closes"] and best["actions"][0].get("from") == "stock")
        yield from _told(f"turn {objective}: a sure close is taken", sure, any(taken.values()) or closing["closes"])
        if best["closes"]:
            source = best["actions"][0].get("from", "none")
            yield from _told(f"turn {objective}: a close by the {source}", taken.get(source), True)


def _closes_taking(service: Service, body: Json, source: str) -> bool:
    """Does the turn close with the top discard or the bottom card, by the call closing?"""
    more = dict(body)
    if source == "discard" and body["discard_pile"]:
        card = body["discard_pile"][-1]
        more["discard_pile"] = body["discard_pile"][:-1]
    elif source == "bottom" and "bottom_card" in body:
        card = more.pop("bottom_card")
    else:
        return False
    more |= {"hand": [*body["hand"], card], "drawn": {"from": source, "card": card}}
    status, answer = service.ask("closing", more)
    return status == 200 and bool(answer["closes"])


def _helps(position: Position, answers: dict[str, Json]) -> Found:
    """Cards that help are those that the outlook accepts, with the copies that are left."""
    outlook = answers["outlook"]
    asked = [("closing", "closes", "to_close")]
    if not position.opened:
        asked.append(("opening", "opens", "to_open"))
    for call, goal, to_goal in asked:
        answer, distance = answers[call], outlook[to_goal]
        proved = answer["optimal"] and distance["optimal"]
        if _hindrance(outlook) is not None or answer[goal] or not proved:
            continue
        helps = sorted((one["card"], one["left"]) for one in answer["helps"])
        accepts = sorted((accept["card"], accept["left"]) for accept in distance["accepts"])
        yield from _told(f"{call}.helps are {to_goal}.accepts at distance {distance['distance']}", helps, accepts)
        distances = {one["distance"] for one in answer["helps"] if "distance" in one}
        if distances - {distance["distance"]}:
            yield f"{call}.helps: distance", distances, distance["distance"]


def _asked_again(service: Service, body: Json, answers: dict[str, Json], number: int) -> Found:
    """The same bytes in another order, of the answer's own position line, or with the phase told as it was inferred: of
    each position some calls, all of them in turn. Of an answer that is not proved only the phase: where the time ran
    out, it may run out elsewhere the next time."""
    told_phase = number % 2 == 1
    first = number // 2 % len(ASKED)
    for call in reversed((*ASKED, *ASKED)[first : first + AGAIN]):
        before = answers[call]
        again = {**body, "phase": before["phase"]} if told_phase else {"position": before["position"]}
        status, answer = service.ask(call, {"alternatives": ALTERNATIVES, **again})
        what = "with its phase told" if told_phase else "of its line"
        yield from _told(f"{call} is answered {what}", status, 200)
        yield from _told(f"{call}: phase {what}", answer.get("phase"), before["phase"])
        if told_phase and answer.get("phase_told") is not True:
            yield f"{call}: the phase was told", answer.get("phase_told"), True
        if before["optimal"] is False or answer.get("optimal") is False:
            continue
        one, other = _plain(before), _plain(answer)
        if told_phase:
            for some in (one, other):
                some.pop("position", None), some.pop("phase_told", None)
        if json.dumps(one) != json.dumps(other):
            names = [name for name in one if json.dumps(one[name]) != json.dumps(other.get(name))]
            yield f"{call} asked again {what}", {name: other.get(name) for name in names[:2]}, names
            return


def _plain(answer: Any) -> Any:
    """An answer without the caller's names of cards."""
    if isinstance(answer, list):
        return [_plain(one) for one in answer]
    if isinstance(answer, dict):
        if set(answer) == {"card", "id"}:
            return answer["card"]
        return {name: _plain(one) for name, one in answer.items()}
    return answer


class Figures(NamedTuple):
    """What a campaign found; how many answers of each call were not proved stands apart."""

    positions: int
    phases: Counter[str]
    asked: int
    contradictions: list[Contradiction]
    unproved: Counter[str]


class Aloud(NamedTuple):
    """What a campaign prints while it runs."""

    contradictions: bool = False
    unproved: bool = False


SILENT: Final = Aloud()


def campaign(
    base: str,
    number: int,
    seed: int,
    *,
    first: int = 0,
    seconds: float = float("inf"),
    aloud: Aloud = SILENT,
) -> Figures:
    """Asks everything of so many positions of a preset, from the given one on, as far as the time goes."""
    service = Service()
    phases: Counter[str] = Counter()
    unproved: Counter[str] = Counter()
    found: list[Contradiction] = []
    begun = time.process_time()
    with patch("time.perf_counter", time.process_time):  # what else the machine does runs out nobody's time
        for index in range(first, first + number):
            if time.process_time() - begun > seconds:
                break
            position = real_position(Random(f"agreement {seed}/{index}"), base)
            phases[position.phase] += 1
            answers = compared(service, position, index)
            found += answers.contradictions
            unproved.update(answers.unproved)
            _print(base, index, position, answers, aloud)
            if aloud.contradictions and (index - first) % 100 == 99:
                print(f"{base}: {index - first + 1} positions, {len(found)} contradictions", flush=True)
    return Figures(phases.total(), phases, service.asked, found, unproved)


def _print(base: str, index: int, position: Position, answers: Compared, aloud: Aloud) -> None:
    if aloud.contradictions:
        for contradiction in answers.contradictions:
            print(contradiction, flush=True)
    if aloud.unproved:
        for call in answers.unproved:
            print(f"{base}: {call} unproved at {index}, {position_line(position)}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=list(PROFILES), action="append", help="a preset (default: all)")
    parser.add_argument("--positions", type=_natural, default=200, help="positions a preset")
    parser.add_argument("--first", type=_natural, default=0, help="number of the first position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="longest time a preset, in seconds of work")
    parser.add_argument("--unproved", action="store_true", help="print a line for each answer that is not proved")
    options = parser.parse_args(arguments)
    wrong = 0
    for base in options.profile or PROFILES:
        begun = time.perf_counter()
        figures = campaign(
            base,
            options.positions,
            options.seed,
            first=options.first,
            seconds=options.seconds,
            aloud=Aloud(contradictions=True, unproved=options.unproved),
        )
        for kind, times in Counter(contradiction.kind for contradiction in figures.contradictions).most_common():
            print(f"{base}: {times} times {kind}")
        for call, times in figures.unproved.most_common():
            print(f"{base}: {call}: {times} unproved")
        phases = ", ".join(f"{times} {phase}" for phase, times in figures.phases.most_common())
        print(
            f"{base}: {figures.positions} positions ({phases}; seed {options.seed}, from {options.first} on), "
            f"{figures.asked} answers, {len(figures.contradictions)} contradictions, "
            f"{figures.unproved.total()} unproved, {time.perf_counter() - begun:.0f} s",
            flush=True,
        )
        wrong += len(figures.contradictions)
    return 1 if wrong else 0


def _natural(text: str) -> int:
    """A number from 0 on. Raises ArgumentTypeError."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 0 on")
    return number


if __name__ == "__main__":
    sys.exit(main())
