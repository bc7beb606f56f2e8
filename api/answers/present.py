"""Answers made into JSON, as the contract's pieces of answers say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from advisor.answers import ClosingAnswer, Help, MeldFate, OpeningAnswer, PenaltyAnswer, Plan, TurnAnswer, WithReasons
from advisor.consequences import announcement
from advisor.words.brief import action_texts, brief
from advisor.words.explain import explain, reason_text
from api.answers import action_shapes, shapes
from api.answers.identity import FollowedCards
from api.requests.asked import PositionRequest
from api.requests.labels import TEXTS, Given, NamedCard
from solver.errors import Reason, Value
from solver.game.actions import Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import CARDS, Card, Notation
from solver.game.melds import Meld
from solver.game.position import TableMeld
from solver.referee.verdict import ReplayStep

Json = dict[str, Any]
_KINDS: Final = {str(card): card.kind for card in CARDS}
_CARD_PARAMS: Final = frozenset({"added", "card", "cards", "joker", "taken"})


def opening(question: PositionRequest, answer: OpeningAnswer) -> shapes.OpeningAnswer:
    """The answer of the call `opening`."""
    names = _names(question, answer.plan)
    best = _laying(question, answer.plan, names)
    layoffs = _layoffs(question, answer, names)
    counted, after = _counted(question, answer.plan, best, names)
    best["left"] = cards_json(names.from_hand(answer.plan.left), question.notation)
    return {
        "opens": answer.opens,
        "points": answer.points,
        "required": answer.required,
        "missing": answer.missing,
        "pure_run": answer.pure_run,
        **best,
        "melds": counted,
        "after_opening": after,
        "layoffs": layoffs,
        "discard_for": "most_points" if answer.opens else "best_result",
        "discard_expected": None if answer.opens else answer.plan.score,
        "penalty_left": answer.plan.penalty,
        "without_pure_run": {
            "points": answer.without_pure_run.points,
            "melds": _hand_melds(question, answer.without_pure_run.melds),
        },
        "helps": _helps(question, answer.helps),
        **reasons_json(question, answer),
        **_proof(answer.optimal, answer.bound),
        "alternatives": [_further_opening(question, plan) for plan in answer.alternatives],
        **end_json(question, answer),
    }


def _further_opening(question: PositionRequest, plan: Plan) -> shapes.FurtherOpening:
    names = _names(question, plan)
    laying = _laying(question, plan, names)
    counted, after = _counted(question, plan, laying, names)
    return {
        "points": plan.points or 0,
        **laying,
        "melds": counted,
        "after_opening": after,
        "penalty_left": plan.penalty,
    }


def _counted(
    question: PositionRequest, plan: Plan, laying: shapes.Laying, names: FollowedCards
) -> tuple[list[action_shapes.Meld], list[action_shapes.Action]]:
    """The melds of an opening as they lie when its points are reached, and the actions that follow before the throw."""
    if question.position.opened or not any(isinstance(action, LayMeld) for action in plan.actions):
        return laying["melds"], []
    last = len(plan.steps) - 1
    reached = next((at for at, step in enumerate(plan.steps) if step.opens and step.points == plan.points), last)
    new = [meld for meld in plan.steps[reached].table if meld.id.startswith("new:")]
    cards = [names.lying[reached][one.id] for one in new]
    after: list[action_shapes.Action] = [
        action for action in laying["actions"][reached + 1 :] if action["type"] != "discard"
    ]
    return _melds(question, [one.meld for one in new], cards), after


def _layoffs(
    question: PositionRequest, answer: OpeningAnswer, names: FollowedCards
) -> list[action_shapes.LayoffAction]:
    """What is shown to be laid off, where that counts, beside melds that are shown and not laid: these are named."""
    return [
        {
            "type": "layoff",
            "meld": layoff.meld,
            "cards": cards_json(names.beside(layoff.cards), question.notation),
            "end": layoff.end,
        }
        for layoff in answer.layoffs
    ]


def closing(question: PositionRequest, answer: ClosingAnswer) -> shapes.ClosingAnswer:
    """The answer of the call `closing`."""
    plan = answer.plan
    return {
        "closes": answer.closes,
        "from_hand": answer.from_hand,
        "special": answer.special,
        **_laying(question, plan, _names(question, plan)),
        "carried": plan.carried,
        "left_over": answer.left_over,
        "next_deal": answer.next_deal,
        "helps": _helps(question, answer.helps),
        **reasons_json(question, answer),
        **_proof(answer.optimal, answer.bound),
        **end_json(question, answer),
    }


def penalty(question: PositionRequest, answer: PenaltyAnswer) -> shapes.PenaltyAnswer:
    """The answer of the call `penalty`."""
    structural = answer.structural
    names = FollowedCards(question.position, question.labels)
    melds = names.new_melds(structural.melds)
    return {
        "penalty": answer.plan.penalty,
        **_laying(question, answer.plan, _names(question, answer.plan)),
        "discard_for": "least_penalty",
        "best_throw": _discard(question, answer.best_throw, FollowedCards(question.position, question.labels)),
        "best_throw_row": None
        if answer.best_throw is None
        else {"expected": answer.best_expected, "penalty_left": answer.best_left},
        "throw_reason": maybe_reason(question, answer.throw_reason),
        "closes": answer.plan.closes,
        "carried": answer.plan.carried,
        "structural": {
            "penalty": structural.penalty,
            "melds": _melds(question, structural.melds, melds),
            "left": cards_json(names.from_hand(structural.left), question.notation),
            "discard": _discard(question, structural.discard, names),
        },
        "held_if_beaten": answer.held_if_beaten,
        **reasons_json(question, answer),
        **_proof(answer.optimal, answer.bound),
        "alternatives": [
            {"penalty": plan.penalty, **_laying(question, plan, _names(question, plan)), "closes": plan.closes}
            for plan in answer.alternatives
        ],
        **end_json(question, answer),
    }


def turn(question: PositionRequest, answer: TurnAnswer) -> shapes.TurnAnswer:
    """The answer of the call `turn`."""
    return {
        "objective": answer.objective,
        "recommendation": plan_json(question, answer.recommendation),
        "plans": [plan_json(question, plan) for plan in answer.plans],
        **reasons_json(question, answer),
        **_proof(answer.optimal, answer.bound),
        **end_json(question, answer),
    }


def plan_json(question: PositionRequest, plan: Plan) -> shapes.Plan:
    """A whole turn."""
    names = _names(question, plan)
    fates = dict(plan.fates)
    return {
        **_laying(question, plan, names),
        "table_after": [
            _meld_after(question, meld, names.on_table(meld.id), fates.get(meld.id)) for meld in plan.table_after
        ],
        "closes": plan.closes,
        "from_hand": plan.from_hand,
        "special": plan.special,
        "carried": plan.carried,
        "penalty": plan.penalty,
        "points": plan.points,
        "score": plan.score,
        "opening_run": plan.opening_run,
        "kind": plan.kind,
        "why": [reason_json(one, question.language, question.notation) for one in plan.why],
    }


def _meld_after(
    question: PositionRequest, one: TableMeld, cards: Sequence[Given], fate: MeldFate | None
) -> shapes.MeldAfter:
    """A meld at the end of the turn, and where its cards come from."""
    return {
        "id": one.id,
        "owner": one.owner,
        **meld_json(one.meld, cards, question.notation),
        "from": [card.place for card in cards],
        "opening_run": one.opening_run,
        "fate": fate,
    }


def meld_json(meld: Meld, cards: Sequence[Given], notation: Notation) -> action_shapes.Meld:
    """A meld, as it lies."""
    texts = TEXTS[notation]
    return {
        "kind": meld.kind,
        "cards": cards_json(cards, notation),
        "stands_for": action_shapes.StandsFor(
            {str(index): "|".join(texts[one.kind] for one in choice) for index, choice in meld.stands_for.items()}
        ),
        "points": meld.points,
        "pure": meld.pure,
    }


def cards_json(cards: Sequence[Given], notation: Notation) -> list[NamedCard]:
    """Cards, each as a text or as the object that the caller gave."""
    return [card.named(notation) for card in cards]


def reason_json(reason: Reason, language: str, notation: Notation) -> shapes.Reason:
    """A reason with its figures, and a sentence in the asked language."""
    params = {name: _param(name, value, notation) for name, value in reason.params.items()}
    record: shapes.Reason = {"code": reason.code, "rule": reason.rule, "text": reason_text(reason, language, notation)}
    if reason.remedy is not None:
        record["remedy"] = reason_json(reason.remedy, language, notation)
    return cast(shapes.Reason, record | {name: value for name, value in params.items() if name not in record})


def maybe_reason(question: PositionRequest, reason: Reason | None) -> shapes.Reason | None:
    """A reason, if there is one."""
    return None if reason is None else reason_json(reason, question.language, question.notation)


def reasons_json(question: PositionRequest, answer: WithReasons) -> shapes.Reasoned:
    """All reasons of an answer, and the first of them."""
    reasons = [reason_json(reason, question.language, question.notation) for reason in answer.reasons]
    return {"reason": reasons[0] if reasons else None, "reasons": reasons}


def _param(name: str, value: Value, notation: Notation) -> Any:
    """A reason's parameter as JSON; the cards in it in the asked notation."""
    if isinstance(value, str):
        is_card = name in _CARD_PARAMS and value in _KINDS
        return TEXTS[notation][_KINDS[value]] if is_card else value
    if isinstance(value, Mapping):
        return {inner: _param(inner, one, notation) for inner, one in value.items()}
    if isinstance(value, Sequence):
        return [_param(name if isinstance(one, str) else "cards", one, notation) for one in value]
    return value


def _action(at: int, step: ReplayStep, notation: Notation, names: FollowedCards) -> action_shapes.Action:
    """The action of a step, its cards named."""
    laid = cards_json(names.laid[at], notation)
    match step.action:
        case Draw(source, card):
            draw: action_shapes.DrawAction = {"type": "draw", "from": source}
            return draw if card is None else {**draw, "card": laid[0]}
        case LayMeld():
            return {"type": "meld", **meld_json(step.new[0].meld, names.laid[at], notation)}
        case LayOff(name, _, end):
            return {"type": "layoff", "meld": name, "cards": laid, "end": end}
        case Exchange(name, _, jokers):
            return {"type": "exchange", "meld": name, "cards": laid, "jokers": jokers}
        case Rearrange(take):
            return {
                "type": "rearrange",
                "take": list(take),
                "melds": [meld_json(one.meld, names.lying[at][one.id], notation) for one in step.new],
                "from_hand": laid,
            }
        case Discard(_, closes, from_hand):
            return {
                "type": "discard",
                "card": laid[0],
                "closes": bool(closes),
                "from_hand": bool(from_hand),
            }
        case Return():
            return {"type": "return", "card": laid[0]}


def _names(question: PositionRequest, plan: Plan) -> FollowedCards:
    return FollowedCards(question.position, question.labels, plan.steps)


def _laying(question: PositionRequest, plan: Plan, names: FollowedCards) -> shapes.Laying:
    """What is laid, in which order, what stays and what is thrown."""
    melds = names.new_melds(plan.melds)
    return {
        "melds": _melds(question, plan.melds, melds),
        "actions": [_action(at, step, question.notation, names) for at, step in enumerate(plan.steps)],
        "left": cards_json(names.from_hand(plan.left), question.notation),
        "discard": _discard(question, plan.discard, names),
        "brief": brief(plan, question.position, question.language, question.notation),
        "action_texts": action_texts(plan, question.position, question.language, question.notation),
        "announce": maybe_reason(question, announcement(question.position, plan.actions)),
    }


def _discard(question: PositionRequest, card: Card | None, names: FollowedCards) -> NamedCard | None:
    return None if card is None else names.thrown(card).named(question.notation)


def _melds(
    question: PositionRequest, melds: Sequence[Meld], cards: Sequence[Sequence[Given]]
) -> list[action_shapes.Meld]:
    return [meld_json(meld, own, question.notation) for meld, own in zip(melds, cards, strict=True)]


def _hand_melds(question: PositionRequest, melds: Sequence[Meld]) -> list[action_shapes.Meld]:
    """Melds of hand cards that are shown and not laid."""
    return _melds(question, melds, FollowedCards(question.position, question.labels).new_melds(melds))


def _helps(question: PositionRequest, helps: Sequence[Help]) -> list[shapes.Help]:
    texts = TEXTS[question.notation]
    return [
        {
            "card": texts[help_.card.kind],
            "left": help_.left,
            "points": help_.points,
            "distance": help_.distance,
            "optimal": help_.optimal,
        }
        for help_ in helps
    ]


def _proof(optimal: bool, bound: int | None) -> shapes.Proof:
    return {"optimal": optimal, "bound": bound}


def end_json(question: PositionRequest, answer: object) -> shapes.Ended:
    """What every answer ends with: its words, and what was asked."""
    return {**explanation_json(question, answer), **asked_json(question)}


def asked_json(question: PositionRequest) -> shapes.Asked:
    """What was asked: the phase of the turn, whether it was told or inferred, and the question in one line."""
    position = question.position
    return {"phase": position.phase, "phase_told": position.phase_told, "position": question.line}


def explanation_json(question: PositionRequest, answer: object) -> shapes.Explained:
    """An answer in words, as a whole and step by step."""
    steps = explain(answer, question.language, question.notation)
    return {
        "explanation": {
            "text": " ".join(step.text for step in steps),
            "steps": [{"code": step.code, "text": step.text} for step in steps],
        }
    }
