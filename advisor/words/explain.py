"""Facts become words: reasons, actions, and whole answers step by step, in English, Czech and Slovak.

The sentences are data of `advisor.words`; here is only what is said, and in which order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import groupby

from advisor.answers import ClosingAnswer, Help, MeldSum, OpeningAnswer, PenaltyAnswer, Plan, TurnAnswer, WithReasons
from advisor.consequences import announcement
from advisor.outlook_answer import OutlookAnswer
from advisor.scoring import ScoreAnswer
from advisor.words.outlook import outlook_told
from advisor.words.say import cards_text, say
from solver.errors import Reason, Value
from solver.game.actions import Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import JOKER, Card, Notation, without
from solver.game.melds import Meld
from solver.game.position import Position, TableMeld
from solver.referee.verdict import EndState, ReplayStep, Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of an explanation, and the code of the fact that it tells."""

    code: str
    text: str


def reason_text(reason: Reason, language: str = "en", notation: Notation = "ascii") -> str:
    """A reason in words, its remedy after it."""
    text = say(reason.code, reason.params, language, notation)
    return text if reason.remedy is None else f"{text} {reason_text(reason.remedy, language, notation)}"


def fault_text(reason: Reason, language: str = "en", notation: Notation = "ascii") -> str:
    """What is wrong with an input, in words. The place is told by the fault's pointer."""
    return reason_text(reason, language, notation)


def explain(answer: object, language: str = "en", notation: Notation = "ascii") -> list[Step]:
    """An answer in words, in the order in which a player needs them.

    For the answers of `advisor.answers` and `advisor.scoring` and for a verdict. Raises TypeError for anything else.
    """
    return list(_told(answer, language, notation))


class _Teller:
    """Says things in one language and notation; remembers the melds that the turn has named so far."""

    def __init__(self, language: str, notation: Notation, position: Position | None = None) -> None:
        self.language = language
        self.notation = notation
        self.position = position
        self.melds: dict[str, str] = {}
        for one in position.table if position else ():
            self._name_table(one)

    def tell(self, code: str, **params: Value) -> Step:
        return Step(code, say(code, params, self.language, self.notation))

    def reason(self, reason: Reason) -> Step:
        return Step(reason.code, reason_text(reason, self.language, self.notation))

    def reasons(self, answer: WithReasons, plan: Plan, *, helps_told: bool = False) -> Iterator[Step]:
        """All reasons of an answer, each with its remedy; one remedy of several, or that is told beside (the cards that
        help, the card that goes back in the plan), once."""
        beside = {"draw_one_of"} if helps_told else set()
        if any(isinstance(one, Return) for one in plan.actions):
            beside.add("return_card")
        told: list[Reason] = []
        for reason in answer.reasons:
            remedy = reason.remedy
            if remedy is not None and (remedy in told or remedy.code in beside):
                remedy = None
            if remedy is not None:
                told.append(remedy)
            yield self.reason(replace(reason, remedy=remedy))

    def before_draw(self) -> Iterator[Step]:
        """That the draw comes first, where it does."""
        if self.position is not None and self.position.draws_first:
            yield self.tell("certain_before_draw")

    def action(self, done: ReplayStep) -> Iterator[Step]:
        """The steps of an action: what to do, and what it brings. The melds that it names have been named before."""
        match done.action:
            case Draw(source=source, card=card):
                yield self.tell(f"draw_{source}", **({"card": str(card)} if card else {}))
            case LayMeld():
                yield from (self.tell_meld("lays_meld", one.meld) for one in done.new)
            case LayOff() as action:
                yield self.tell_layoff("lays_off", action)
            case Exchange(meld=meld, cards=cards, jokers=jokers):
                onto = self.melds[meld]
                yield self.tell("exchanges_joker", cards=_texts(cards), meld=meld, jokers=jokers, onto=onto)
            case Rearrange(take=take, from_hand=from_hand):
                taken = ", ".join(self.melds[one] for one in take)
                built = ", ".join(cards_text(one.meld.cards, self.notation) for one in done.new)
                hand = {"cards": _texts(from_hand)} if from_hand else {}
                yield self.tell("rearranges", taken=taken, melds=built, **hand)
            case Discard(card=card):
                yield self.tell("throws", card=str(card))
            case Return(card=card):
                yield self.tell("returns_card", card=str(card))
        for one in done.new:
            self._name_table(one)

    def tell_meld(self, code: str, meld: Meld) -> Step:
        """A step about a meld: its kind, cards and points, and what its jokers stand for."""
        params: dict[str, Value] = {
            "kind": "pure_run" if meld.pure else meld.kind,
            "cards": _texts(meld.cards),
            "points": meld.points,
        }
        if meld.jokers:
            params["jokers_as"] = ", ".join(
                f"{cards_text([meld.cards[at]], self.notation)} = "
                + "/".join(cards_text([one], self.notation) for one in stands_for)
                for at, stands_for in meld.stands_for.items()
            )
        return self.tell(code, **params)

    def tell_layoff(self, code: str, action: LayOff) -> Step:
        """A step about cards laid off; also at which end, if jokers leave that open."""
        where: dict[str, Value] = {"onto": self.melds[action.meld]} if action.meld in self.melds else {}
        if where and action.end and JOKER in action.cards:
            where["end"] = action.end
        return self.tell(code, cards=_texts(action.cards), meld=action.meld, **where)

    def tell_sum(self, code: str, melds: MeldSum) -> Step:
        """A step about several melds, what is laid off beside them, and their points."""
        listed = [cards_text(one.cards, self.notation) for one in melds.melds]
        listed += [
            f"{self.melds.get(one.meld, one.meld)} + {cards_text(one.cards, self.notation)}" for one in melds.layoffs
        ]
        return self.tell(code, points=melds.points, melds=", ".join(listed))

    def tell_helps(self, helps: Sequence[Help], goal: str, *, with_points: bool) -> Iterator[Step]:
        """The cards that would help, in one step, and how many must come if several; neighbours with equal figures are
        told together."""
        if helps and helps[0].distance > 1:
            yield self.tell("draws_to_open" if goal == "open" else "draws_to_close", draws=helps[0].distance)
            if not helps[0].optimal:
                yield self.tell("distance_at_most")
        told = []
        for (left, points), alike in groupby(helps, key=lambda one: (one.left, one.points)):
            cards = _texts(one.card for one in alike)
            params: dict[str, Value] = {
                "cards": cards,
                "left": left,
                **({"points": points} if with_points and points is not None else {}),
            }
            told.append(say("helps_cards" if len(cards) > 1 else "helps_card", params, self.language, self.notation))
        if told:
            yield self.tell("helps", helps=", ".join(told))

    def plan(self, plan: Plan, *, points: bool = True) -> Iterator[Step]:
        """The steps of a whole turn: its actions, how it ends, what is left, and why; with `points` also those of an
        opening."""
        lays = plan.lays
        draws_first = self.position is not None and self.position.draws_first
        if plan.discard is not None and not lays:
            yield self.tell("lays_nothing")
        why = {one.code: one for one in plan.why}
        table: Sequence[TableMeld] = ()
        for done in plan.steps:
            if isinstance(done.action, (LayOff, Exchange, Rearrange)):  # the melds as they lie then
                for one in table:
                    self._name_table(one)
            if isinstance(done.action, Discard):
                yield from self.announced(plan)
            for step in self.action(done):
                why.pop(step.code, None)
                yield step
            table = done.table
        if draws_first and plan.discard is None and (lays or plan.penalty is not None):
            yield self.tell("throws_drawn" if plan.closes else "throws_drawn_or_worse")
        if points and plan.points and self.position is not None and not self.position.opened:
            why.pop("opening_points", None)
            yield self.tell("opening_points", points=plan.points, required=self.position.profile.opening_minimum)
        for step in self.end(plan):
            why.pop(step.code, None)
            yield step
        yield from (self.reason(one) for one in why.values())

    def announced(self, plan: Plan) -> Iterator[Step]:
        """What is to be said before the throw of a turn, if anything."""
        says = announcement(self.position, plan.actions) if self.position is not None else None
        if says is not None:
            yield self.reason(says)

    def end(self, plan: Plan) -> Iterator[Step]:
        """How a turn ends: closed, and how, or with which cards left."""
        if plan.opening_run in self.melds and sum(one.pure for one in plan.melds) > 1:
            yield self.tell("opening_run", meld=self.melds[plan.opening_run])
        yield from self.closed(plan)
        if plan.penalty is not None and not plan.closes:
            thrown = (plan.discard,) if plan.discard is not None and plan.discard in plan.left else ()
            cards: dict[str, Value] = {"cards": _texts(without(plan.left, thrown))}
            yield self.tell("penalty_left", penalty=plan.penalty, **(cards if cards["cards"] else {}))

    def closed(self, end: Plan | EndState) -> Iterator[Step]:
        """That a turn closes, how, and with which jokers kept; nothing if it does not."""
        if end.closes:
            yield self.tell("closes_special" if end.special else "closes_from_hand" if end.from_hand else "closes")
            if end.carried:
                yield self.tell("carries_jokers", jokers=end.carried)

    def _name_table(self, one: TableMeld) -> None:
        named: dict[str, Value] = {} if one.id.startswith("new:") else {"meld": one.id}
        owner = {"owner": one.owner} if named and not one.mine else {}
        told = {"cards": _texts(one.meld.cards), **named, **owner}
        self.melds[one.id] = say("table_meld", told, self.language, self.notation)


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(one) for one in cards]


@singledispatch
def _told(answer: object, _language: str, _notation: Notation) -> Iterator[Step]:
    raise TypeError(f"no explanation for {type(answer).__name__}")


@_told.register
def _opening(answer: OpeningAnswer, language: str, notation: Notation) -> Iterator[Step]:
    teller = _Teller(language, notation, answer.position)
    yield from teller.before_draw()
    if answer.opens:
        code = "opens_drawn" if answer.position.draws_first else "opens"
        yield teller.tell(code, points=answer.points, required=answer.required)
        yield from teller.plan(answer.plan, points=False)
    else:
        yield teller.tell("opens_not" if answer.reasons else "none_in_time")
        yield from teller.reasons(answer, answer.plan, helps_told=True)
        if answer.plan.lays:  # of a player who has opened: what else is to be done
            yield from teller.plan(answer.plan, points=False)
            return
        if answer.plan.melds or answer.layoffs:
            if not any(isinstance(one, Return) for one in answer.plan.actions):
                yield teller.tell("best_laying", points=answer.points)
            yield from (teller.tell_meld("has_meld", one) for one in answer.plan.melds)
            yield from (teller.tell_layoff("has_layoff", one) for one in answer.layoffs)
        if answer.without_pure_run.points > answer.points:
            yield teller.tell_sum("without_pure_run", answer.without_pure_run)
        yield from teller.tell_helps(answer.helps, "open", with_points=True)
        yield from teller.announced(answer.plan)
        for done in answer.plan.steps:
            if isinstance(done.action, (Draw, Discard, Return)):
                yield from teller.action(done)
    for plan in answer.alternatives:
        other = MeldSum(plan.points or 0, plan.melds, plan.layoffs if answer.position.profile.layoffs_count else ())
        yield _Teller(language, notation, answer.position).tell_sum("another_laying", other)
    yield from _proof(teller, answer.optimal)


@_told.register
def _closing(answer: ClosingAnswer, language: str, notation: Notation) -> Iterator[Step]:
    teller = _Teller(language, notation, answer.position)
    yield from teller.before_draw()
    if answer.closes:
        yield teller.tell("closes_can_drawn" if answer.position.draws_first else "closes_can")
    else:
        yield teller.tell("closes_not" if answer.reasons else "none_in_time")
        yield from teller.reasons(answer, answer.plan, helps_told=True)
    if answer.plan.actions:
        yield from teller.plan(answer.plan)
    if answer.plan.carried and answer.next_deal is not None:
        yield teller.tell("next_deal", cards=answer.next_deal)
    yield from teller.tell_helps(answer.helps, "close", with_points=False)
    yield from _proof(teller, answer.optimal)


@_told.register
def _penalty(answer: PenaltyAnswer, language: str, notation: Notation) -> Iterator[Step]:
    teller = _Teller(language, notation, answer.position)
    yield from teller.before_draw()
    yield from teller.reasons(answer, answer.plan)
    yield from teller.plan(answer.plan)
    if answer.throw_reason is not None:
        yield teller.reason(answer.throw_reason)
    if not answer.plan.closes:
        yield teller.tell("structural_penalty", penalty=answer.structural.penalty)
        if answer.held_if_beaten is not None:
            yield teller.tell("held_if_beaten", points=answer.held_if_beaten)
    yield from _others(answer.position, answer.alternatives, language, notation)
    yield from _proof(teller, answer.optimal)


@_told.register
def _turn(answer: TurnAnswer, language: str, notation: Notation) -> Iterator[Step]:
    teller = _Teller(language, notation, answer.position)
    yield from teller.reasons(answer, answer.recommendation)
    yield from teller.plan(answer.recommendation)
    yield from _draws(teller, answer)
    others = [one for one in answer.plans[1:] if not any(isinstance(action, Draw) for action in one.actions)]
    yield from _others(answer.position, others, language, notation)
    yield from _proof(teller, answer.optimal)


def _draws(teller: _Teller, answer: TurnAnswer) -> Iterator[Step]:
    """What the recommended draw is worth, and the best turn after each other one."""
    best = answer.recommendation
    if best.score is None or not best.actions or not isinstance(best.actions[0], Draw):
        return
    sign = -1 if answer.objective == "points" else 1  # a score counts points laid as negative
    yield teller.tell("worth", expected=sign * best.score + 0.0, objective=answer.objective)
    told = {best.actions[0].source}
    for plan in answer.plans:
        draw = plan.actions[0] if plan.actions else None
        if isinstance(draw, Draw) and draw.source not in told and plan.score is not None:
            told.add(draw.source)
            yield teller.tell("worth_of_other", source=draw.source, expected=sign * plan.score + 0.0)


@_told.register
def _verdict(answer: Verdict, language: str, notation: Notation) -> Iterator[Step]:
    teller = _Teller(language, notation)
    yield teller.tell("legal" if answer.legal else "illegal")
    for problem in answer.problems:
        told = teller.reason(problem.reason)
        if problem.step is not None:
            on: dict[str, Value] = {} if problem.depends_on is None else {"on": problem.depends_on + 1}
            told = Step(told.code, teller.tell("at_step", step=problem.step + 1, text=told.text, **on).text)
        yield told
    yield from (teller.reason(one) for one in answer.follows)
    if answer.end.points:
        yield teller.tell("opening_points", points=answer.end.points)
    yield from teller.closed(answer.end) if answer.legal else ()


@_told.register
def _score(answer: ScoreAnswer, language: str, notation: Notation) -> Iterator[Step]:
    teller = _Teller(language, notation)
    for player in answer.players:
        total: dict[str, Value] = {} if player.total is None else {"total": player.total}
        if player.account is not None:
            total = {"account": player.account}
        yield teller.tell("score_total", name=player.name, penalty=player.penalty, **total)
        cards = [one for one in player.items if one.reason.code == "score_card"]
        if cards:
            told = " + ".join(f"{cards_text([one.reason.params['card']], notation)} {one.points}" for one in cards)
            yield teller.tell("score_cards", told=told)
        yield from (teller.reason(one.reason) for one in player.items if one not in cards)
    if answer.next_starter is not None:
        yield teller.tell("next_starter", name=answer.next_starter)
    if answer.points_left is not None:
        yield teller.tell("points_until_game_over", points=answer.points_left)
    if answer.deals_left is not None:
        yield teller.tell("deals_until_game_over", deals=answer.deals_left)
    if answer.game_ends:
        yield teller.tell("game_over", **({"winners": list(answer.winners)} if answer.winners else {}))


@_told.register
def _outlook(answer: OutlookAnswer, language: str, notation: Notation) -> Iterator[Step]:
    yield from (Step(code, text) for code, text in outlook_told(answer, language, notation))


def _others(position: Position, plans: Iterable[Plan], language: str, notation: Notation) -> Iterator[Step]:
    """Each further turn in one step."""
    for plan in plans:
        teller = _Teller(language, notation, position)
        yield teller.tell("another_turn", told=" ".join(one.text for one in teller.plan(plan)))


def _proof(teller: _Teller, optimal: bool) -> Iterator[Step]:
    if not optimal:
        yield teller.tell("no_answer_in_time")
