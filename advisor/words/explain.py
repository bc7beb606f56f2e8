"""Facts become words: reasons, actions, and whole answers step by step, in English, Czech and Slovak.

The sentences are data of `advisor.words`; here is only what is said, and in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import groupby
from typing import Final, ParamSpec

from advisor import advice
from advisor.answers import ClosingAnswer, Help, MeldSum, OpeningAnswer, PenaltyAnswer, Plan, TurnAnswer, WithReasons
from advisor.consequences import announcement
from advisor.objectives import OBJECTIVES
from advisor.outlook_answer import OutlookAnswer
from advisor.scoring import ScoreAnswer
from advisor.words.outlook import outlook_told
from advisor.words.say import cards_text, meld_name, say
from solver import facts
from solver.errors import Code, Reason
from solver.facts import Cards, MeldName
from solver.game.actions import Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import JOKER, Notation, without
from solver.game.melds import Meld
from solver.game.named import named
from solver.game.position import Position, TableMeld
from solver.referee.verdict import EndState, ReplayStep, Verdict

P = ParamSpec("P")

_DRAWS: Final = {"stock": advice.draw_stock, "discard": advice.draw_discard, "bottom": advice.draw_bottom}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an explanation, and the code of the fact that it tells."""

    code: Code
    text: str


def reason_text(reason: Reason, language: str = "en", notation: Notation = "ascii") -> str:
    """A reason in words, its remedy after it."""
    text = say(reason, language, notation)
    return text if reason.remedy is None else f"{text} {reason_text(reason.remedy, language, notation)}"


def fault_text(reason: Reason, language: str = "en", notation: Notation = "ascii") -> str:
    """What is wrong with an input, in words. The place is told by the fault's pointer."""
    return reason_text(reason, language, notation)


def plan_steps(plan: Plan, position: Position, language: str = "en", notation: Notation = "ascii") -> list[Sentence]:
    """A plan of a position in words: its actions, how the turn ends, and why."""
    return list(Teller(language, notation, position).plan(plan))


def meld_text(meld: Meld, language: str = "en", notation: Notation = "ascii") -> str:
    """A meld in words, with its points and what its jokers stand for."""
    return Teller(language, notation).tell_meld(advice.has_meld, meld).text


def explain(answer: object, language: str = "en", notation: Notation = "ascii") -> list[Sentence]:
    """An answer in words, in the order in which a player needs them.

    For the answers of `advisor.answers` and `advisor.scoring` and for a verdict. Raises TypeError for anything else.
    """
    return list(_told(answer, language, notation))


class Teller:
    """Says things in one language and notation; knows the table as it lies when something is said."""

    def __init__(self, language: str, notation: Notation, position: Position | None = None) -> None:
        self.language = language
        self.notation = notation
        self.position = position
        self.table: Sequence[TableMeld] = position.table if position else ()

    def tell(self, fact: Callable[P, Reason], *args: P.args, **kwargs: P.kwargs) -> Sentence:
        """The step of a fact with its parameters."""
        return self.reason(fact(*args, **kwargs))

    def reason(self, reason: Reason) -> Sentence:
        return Sentence(reason.code, reason_text(reason, self.language, self.notation))

    def reasons(self, answer: WithReasons, plan: Plan, *, helps_told: bool = False) -> Iterator[Sentence]:
        """All reasons of an answer, each with its remedy; one remedy of several, or that is told beside (the cards that
        help, the card that goes back in the plan), once."""
        beside = {advice.draw_one_of.code} if helps_told else set()
        if any(isinstance(action, Return) for action in plan.actions):
            beside.add(facts.return_card.code)
        told: list[Reason] = []
        for reason in answer.reasons:
            remedy = reason.remedy
            if remedy is not None and (remedy in told or remedy.code in beside):
                remedy = None
            if remedy is not None:
                told.append(remedy)
            yield self.reason(replace(reason, remedy=remedy))

    def before_draw(self) -> Iterator[Sentence]:
        """That the draw comes first, where it does."""
        if self.position is not None and self.position.draws_first:
            yield self.tell(advice.certain_before_draw)

    def action(self, done: ReplayStep) -> Iterator[Sentence]:
        """The steps of an action: what to do, and what it brings. The melds that it names have been named before."""
        match done.action:
            case Draw(source=source, card=card):
                yield self.tell(_DRAWS[source], card=card)
            case LayMeld():
                yield from (self.tell_meld(advice.lays_meld, one.meld) for one in done.new)
            case LayOff() as action:
                yield self.tell_layoff(advice.lays_off, action)
            case Exchange(meld=meld, cards=cards, jokers=jokers):
                yield from self.exchange(meld, cards, jokers)
            case Rearrange(take=take, from_hand=from_hand):
                taken = [name for name in map(self.name, take) if name is not None]
                built = [one.meld.cards for one in done.new]
                yield self.tell(advice.rearranges, taken=taken, melds=built, cards=from_hand or None)
            case Discard(card=card):
                yield self.tell(advice.throws, card=card)
            case Return(card=card):
                yield self.tell(advice.returns_card, card=card)

    def exchange(self, meld: str, cards: Cards, jokers: int) -> Iterator[Sentence]:
        """The step of an exchange."""
        onto = self.name(meld)
        assert onto is not None
        yield self.tell(advice.exchanges_joker, cards=cards, jokers=jokers, onto=onto)

    def name(self, meld: str) -> MeldName | None:
        """A meld by what it is, as it lies now; None for one that does not lie there."""
        found = self._lying(meld)
        return None if found is None else named(found, self.table)

    def _lying(self, meld: str | None) -> TableMeld | None:
        return next((one for one in self.table if one.id == meld), None)

    def tell_meld(self, fact: Callable[[Cards, str, int, str | None], Reason], meld: Meld) -> Sentence:
        """A step about a meld: its kind, cards and points, and what its jokers stand for."""
        jokers_as = ", ".join(
            f"{cards_text([meld.cards[at]], self.notation)} = "
            + "/".join(cards_text([one], self.notation) for one in stands_for)
            for at, stands_for in meld.stands_for.items()
        )
        kind = "pure_run" if meld.pure else meld.kind
        return self.tell(fact, meld.cards, kind, meld.points, jokers_as or None)

    def tell_layoff(self, fact: Callable[[Cards, MeldName | None, str | None], Reason], action: LayOff) -> Sentence:
        """A step about cards laid off; also at which end, if jokers leave that open."""
        onto = self.name(action.meld)
        end = action.end if onto and JOKER in action.cards else None
        return self.tell(fact, action.cards, onto, end)

    def tell_sum(self, fact: Callable[[int, str], Reason], melds: MeldSum) -> Sentence:
        """A step about several melds, what is laid off beside them, and their points."""
        listed = [cards_text(meld.cards, self.notation) for meld in melds.melds]
        for layoff in melds.layoffs:
            name = self.name(layoff.meld)
            onto = [] if name is None else [meld_name(name, "meld", self.language, self.notation)]
            listed.append(" + ".join((*onto, cards_text(layoff.cards, self.notation))))
        return self.tell(fact, melds.points, ", ".join(listed))

    def tell_helps(self, helps: Sequence[Help], goal: str, *, with_points: bool) -> Iterator[Sentence]:
        """The cards that would help, in one step, and how many must come if several; neighbours with equal figures are
        told together."""
        if helps and helps[0].distance > 1:
            yield self.tell(advice.draws_to_open if goal == "open" else advice.draws_to_close, draws=helps[0].distance)
            if not helps[0].optimal:
                yield self.tell(advice.distance_at_most)
        told = []
        for (left, points), alike in groupby(helps, key=lambda help_: (help_.left, help_.points)):
            cards = [one.card for one in alike]
            fact = advice.helps_cards if len(cards) > 1 else advice.helps_card
            told.append(self.tell(fact, cards=cards, left=left, points=points if with_points else None).text)
        if told:
            yield self.tell(advice.helps, helps=", ".join(told))

    def plan(self, plan: Plan, *, points: bool = True) -> Iterator[Sentence]:
        """The steps of a whole turn: its actions, how it ends, what is left, and why; with `points` also those of an
        opening."""
        lays = plan.lays
        draws_first = self.position is not None and self.position.draws_first
        if plan.discard is not None and not lays:
            yield self.tell(advice.lays_nothing)
        why = {one.code: one for one in plan.why}
        for done in plan.steps:
            if isinstance(done.action, Discard):
                yield from self.announced(plan)
            for step in self.action(done):
                why.pop(step.code, None)
                yield step
            self.table = done.table
        if draws_first and plan.discard is None and (lays or plan.penalty is not None):
            yield self.tell(advice.throws_drawn if plan.closes else advice.throws_drawn_or_worse)
        if points and plan.points and self.position is not None and not self.position.opened:
            why.pop(advice.opening_points.code, None)
            yield self.tell(advice.opening_points, points=plan.points, required=self.position.profile.opening_minimum)
        for step in self.end(plan):
            why.pop(step.code, None)
            yield step
        yield from (self.reason(one) for one in why.values())

    def announced(self, plan: Plan) -> Iterator[Sentence]:
        """What is to be said before the throw of a turn, if anything."""
        says = announcement(self.position, plan.actions) if self.position is not None else None
        if says is not None:
            yield self.reason(says)

    def end(self, plan: Plan) -> Iterator[Sentence]:
        """How a turn ends: closed, and how, or with which cards left."""
        opening_run = self._lying(plan.opening_run)
        if opening_run is not None and sum(meld.pure for meld in plan.melds) > 1:
            yield self.tell(advice.opening_run, cards=opening_run.meld.cards)
        yield from self.closed(plan)
        if plan.penalty is not None and not plan.closes:
            thrown = (plan.discard,) if plan.discard is not None and plan.discard in plan.left else ()
            cards = without(plan.left, thrown)
            yield self.tell(advice.penalty_left, penalty=plan.penalty, cards=cards or None)

    def closed(self, end: Plan | EndState) -> Iterator[Sentence]:
        """That a turn closes, how, and with which jokers kept; nothing if it does not."""
        if end.closes:
            from_hand = advice.closes_special if end.special else advice.closes_from_hand
            yield self.tell(from_hand if end.from_hand else advice.closes)
            if end.carried:
                yield self.tell(advice.carries_jokers, jokers=end.carried)


@singledispatch
def _told(answer: object, _language: str, _notation: Notation) -> Iterator[Sentence]:
    raise TypeError(f"no explanation for {type(answer).__name__}")


@_told.register
def _opening(answer: OpeningAnswer, language: str, notation: Notation) -> Iterator[Sentence]:
    teller = Teller(language, notation, answer.position)
    yield from teller.before_draw()
    if answer.opens:
        code = advice.opens_drawn if answer.position.draws_first else advice.opens
        yield teller.tell(code, points=answer.points, required=answer.required)
        yield from teller.plan(answer.plan, points=False)
    else:
        yield from _opens_not(teller, answer)
    for plan in answer.alternatives:
        other = MeldSum(plan.points or 0, plan.melds, plan.layoffs if answer.position.profile.layoffs_count else ())
        yield Teller(language, notation, answer.position).tell_sum(advice.another_laying, other)
    yield from _proof(teller, answer.optimal)


def _opens_not(teller: Teller, answer: OpeningAnswer) -> Iterator[Sentence]:
    yield teller.tell(advice.opens_not if answer.reasons else advice.none_found)
    yield from teller.reasons(answer, answer.plan, helps_told=True)
    if any(reason.code == advice.already_opened.code for reason in answer.reasons):  # nothing is kept back for one
        yield from teller.plan(answer.plan, points=False)
        return
    if answer.plan.melds or answer.layoffs:
        if not any(isinstance(action, Return) for action in answer.plan.actions):
            yield teller.tell(advice.best_laying, points=answer.points)
        yield from (teller.tell_meld(advice.has_meld, meld) for meld in answer.plan.melds)
        yield from (teller.tell_layoff(advice.has_layoff, layoff) for layoff in answer.layoffs)
    if answer.without_pure_run.points > answer.points:
        yield teller.tell_sum(advice.without_pure_run, answer.without_pure_run)
    yield from teller.tell_helps(answer.helps, "open", with_points=True)
    yield from teller.announced(answer.plan)
    for done in answer.plan.steps:
        if isinstance(done.action, (Draw, Discard, Return)):
            yield from teller.action(done)


@_told.register
def _closing(answer: ClosingAnswer, language: str, notation: Notation) -> Iterator[Sentence]:
    teller = Teller(language, notation, answer.position)
    yield from teller.before_draw()
    if answer.closes:
        yield teller.tell(advice.closes_can_drawn if answer.position.draws_first else advice.closes_can)
    else:
        yield teller.tell(advice.closes_not if answer.reasons else advice.none_found)
        yield from teller.reasons(answer, answer.plan, helps_told=True)
    if answer.plan.actions:
        yield from teller.plan(answer.plan)
    if answer.plan.carried and answer.next_deal is not None:
        yield teller.tell(advice.next_deal, cards=answer.next_deal)
    yield from teller.tell_helps(answer.helps, "close", with_points=False)
    yield from _proof(teller, answer.optimal)


@_told.register
def _penalty(answer: PenaltyAnswer, language: str, notation: Notation) -> Iterator[Sentence]:
    teller = Teller(language, notation, answer.position)
    yield from teller.before_draw()
    yield from teller.reasons(answer, answer.plan)
    yield from teller.plan(answer.plan)
    if answer.throw_reason is not None:
        yield teller.reason(answer.throw_reason)
    if not answer.plan.closes:
        yield teller.tell(advice.structural_penalty, penalty=answer.structural.penalty)
        if answer.held_if_beaten is not None:
            yield teller.tell(advice.held_if_beaten, points=answer.held_if_beaten)
    yield from _others(answer.position, answer.alternatives, language, notation)
    yield from _proof(teller, answer.optimal)


@_told.register
def _turn(answer: TurnAnswer, language: str, notation: Notation) -> Iterator[Sentence]:
    teller = Teller(language, notation, answer.position)
    yield from teller.reasons(answer, answer.recommendation)
    yield from teller.plan(answer.recommendation)
    yield from _draws(teller, answer)
    others = [plan for plan in answer.plans[1:] if not any(isinstance(action, Draw) for action in plan.actions)]
    yield from _others(answer.position, others, language, notation)
    yield from _proof(teller, answer.optimal)


def _draws(teller: Teller, answer: TurnAnswer) -> Iterator[Sentence]:
    """What the recommended draw is worth, and the best turn after each other one."""
    best = answer.recommendation
    if best.score is None or not best.actions or not isinstance(best.actions[0], Draw):
        return
    sign = OBJECTIVES[answer.objective].told
    yield teller.tell(advice.worth, expected=sign * best.score + 0.0, objective=answer.objective)
    told = {best.actions[0].source}
    for plan in answer.plans:
        draw = plan.actions[0] if plan.actions else None
        if isinstance(draw, Draw) and draw.source not in told and plan.score is not None:
            told.add(draw.source)
            yield teller.tell(advice.worth_of_other, source=draw.source, expected=sign * plan.score + 0.0)


@_told.register
def _verdict(answer: Verdict, language: str, notation: Notation) -> Iterator[Sentence]:
    teller = Teller(language, notation)
    yield teller.tell(advice.legal if answer.legal else advice.illegal)
    for problem in answer.problems:
        told = teller.reason(problem.reason)
        if problem.step is not None:
            on = None if problem.depends_on is None else problem.depends_on + 1
            told = Sentence(told.code, teller.tell(advice.at_step, step=problem.step + 1, text=told.text, on=on).text)
        yield told
    yield from (teller.reason(follow) for follow in answer.follows)
    if answer.end.points:
        yield teller.tell(advice.opening_points, points=answer.end.points)
    yield from teller.closed(answer.end) if answer.legal else ()


@_told.register
def _score(answer: ScoreAnswer, language: str, notation: Notation) -> Iterator[Sentence]:
    teller = Teller(language, notation)
    for player in answer.players:
        account = player.account
        total = player.total if account is None else None
        yield teller.tell(advice.score_total, name=player.name, penalty=player.penalty, total=total, account=account)
        cards = [item for item in player.items if item.reason.code == advice.score_card.code]
        if cards:
            told = " + ".join(f"{cards_text([card.reason.params['card']], notation)} {card.points}" for card in cards)
            yield teller.tell(advice.score_cards, told=told)
        yield from (teller.reason(item.reason) for item in player.items if item not in cards)
    if answer.next_starter is not None:
        yield teller.tell(advice.next_starter, name=answer.next_starter)
    if answer.points_left is not None:
        yield teller.tell(advice.points_until_game_over, points=answer.points_left)
    if answer.deals_left is not None:
        yield teller.tell(advice.deals_until_game_over, deals=answer.deals_left)
    if answer.game_ends:
        yield teller.tell(advice.game_over, winners=answer.winners or None)


@_told.register
def _outlook(answer: OutlookAnswer, language: str, notation: Notation) -> Iterator[Sentence]:
    yield from (Sentence(code, text) for code, text in outlook_told(answer, language, notation))


def _others(position: Position, plans: Iterable[Plan], language: str, notation: Notation) -> Iterator[Sentence]:
    """Each further turn in one step."""
    for plan in plans:
        teller = Teller(language, notation, position)
        yield teller.tell(advice.another_turn, told=" ".join(one.text for one in teller.plan(plan)))


def _proof(teller: Teller, optimal: bool) -> Iterator[Sentence]:
    if not optimal:
        yield teller.tell(advice.not_proved)
