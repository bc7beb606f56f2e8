"""Distances to opening and to closing, and which cards help: the one place that knows, for every call.

A distance counts draws. Before its draw a hand is at distance k if k is the least number of draws, the turn's own the
first, with a throw after each that is not the last, after which it can open (close); nobody does undrawn, so it is at
least 1, and a goal that is certain is at 1 with every card. In its turn after the draw the distance is 0 if it can be
done now, with all that binds this turn (a taken card to be laid, a card to be kept while closing is barred); else a
card is thrown first, one that may be thrown, and then the same is counted. A hand of no phase is read
both ways, and the nearer reading holds (if equally near, the one with the greater chance).

The fast search of `solver.reach` is exact but for what it does not model: rearranging, and, in the turn of the opening,
exchanges. There the optimiser is asked (`advisor.exact_draws`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal, TypeAlias

from advisor.exact_draws import ExactDraws
from advisor.helps import cards_later, cards_left, first_turned
from solver.budget import TimedOut
from solver.game.actions import Action
from solver.game.cards import CARDS, JOKER, JOKER_KIND, KINDS, Card, without
from solver.game.position import Position
from solver.model.decide import decide
from solver.model.question import closing_questions, obliged_card, opening_question
from solver.reach.question import Reach, ReachAnswer, ReachQuestion, at_least
from solver.referee.cards import may_throw
from solver.referee.judge import judge

Goal: TypeAlias = Literal["open", "close"]


@dataclass(frozen=True, slots=True)
class Outlying:
    """The reach of a goal, whether it is that of a hand before its draw, and the reach that each throw leaves."""

    now: Reach
    undrawn: bool
    after: dict[int, Reach]


class Distances:
    """The distances of one position until a deadline (a time of `time.perf_counter`)."""

    def __init__(self, position: Position, deadline: float, left: tuple[int, ...] | None = None) -> None:
        """`left`: 53 counts of what can come by each draw, if that is not as `cards_left` has it."""
        self.position = position
        self.deadline = deadline
        self.left = left or tuple(max(0, one) for one in cards_left(position))
        later = tuple(cards_later(position))
        turned = first_turned(position)
        self.turned = turned if left is None and later != self.left else None
        """The first draw that can bring a card of the pile, if later draws can bring others than the next."""
        self.later = Distances(position, deadline, later) if self.turned is not None else self
        self.may_come = at_least(self.left, 1) | (bool(self.left[JOKER_KIND]) << JOKER_KIND)
        self._questions: dict[bool, ReachQuestion] = {}
        self._exact: dict[bool, ExactDraws] = {}

    def reach(self, goal: Goal, *, throws: bool = False) -> Outlying:
        """The reach of a goal in the position's phase; with `throws` also what each throw leaves."""
        if goal == "open" and self.position.opened:
            there = Reach(0)
            return Outlying(there, False, dict.fromkeys(range(KINDS), there))
        phase = self.position.phase
        ends = self.position.profile.ends_with_discard
        if phase == "free" and ends:
            standing = self._reading(goal, throws, undrawn=False)
            if standing.now.distance == 0 or len(self.position.hand) >= 30:
                return standing
            drawing = self._reading(goal, throws, undrawn=True)
            return drawing if self._nearness(drawing) < self._nearness(standing) else standing
        return self._reading(goal, throws, undrawn=phase == "before_draw" and bool(ends))

    def chance(self, outlying: Outlying) -> float:
        """The chance that the next draw brings the goal nearer, or reaches it at distance 1; the throw before it is
        the best for that."""
        total = sum(self.left)
        accepts = [outlying.now.accepts]
        if not outlying.undrawn and outlying.after:
            near = outlying.now.distance
            accepts = [one.accepts for one in outlying.after.values() if one.distance == near] or accepts
        return max(map(self.copies, accepts)) / total if total and outlying.now.distance else 0.0

    def copies(self, accepts: int) -> int:
        """Copies of some kinds that can still come."""
        return sum(count for kind, count in enumerate(self.left) if accepts >> kind & 1)

    def _nearness(self, one: Outlying) -> tuple[float, float]:
        far = float("inf") if one.now.distance is None else one.now.distance
        return far, -self.copies(one.now.accepts)

    def question(self, *, undrawn: bool) -> ReachQuestion:
        """What the fast search is asked."""
        if undrawn not in self._questions:
            from solver.reach.table import table_pieces

            position = self.position
            held = tuple(position.hand.count(one) for one in CARDS)
            pieces = table_pieces(position, self.left)
            self._questions[undrawn] = ReachQuestion(
                position.profile, held, self.left, position.opened, position.round, pieces, self.deadline, undrawn
            )
        return self._questions[undrawn]

    def draws(self, *, undrawn: bool) -> ExactDraws:
        """What the optimiser is asked."""
        if undrawn not in self._exact:
            self._exact[undrawn] = ExactDraws(self.position, self.left, self.deadline, undrawn=undrawn)
        return self._exact[undrawn]

    def _reading(self, goal: Goal, throws: bool, *, undrawn: bool) -> Outlying:
        answer = self._opening(throws, undrawn=undrawn) if goal == "open" else self._closing(throws, undrawn=undrawn)
        found = Outlying(answer.now, undrawn, answer.after)
        return found if self.turned is None else self._with_the_pile(goal, throws, found, self.turned)

    def _with_the_pile(self, goal: Goal, throws: bool, found: Outlying, turned: int) -> Outlying:
        """The reach where the pile can be turned over at that draw: what is reached before it, or by the next draw,
        stands; further off the order of the cards is not modelled, so that nothing is told as proved."""

        def stands(one: Reach) -> bool:
            return one.distance is not None and (one.distance <= 1 or one.distance < turned)

        if stands(found.now) and (found.undrawn or all(map(stands, found.after.values()))):
            return found
        later = self.later._reading(goal, throws, undrawn=found.undrawn)

        def either(one: Reach, wider: Reach) -> Reach:
            if stands(one):
                return one
            far = None if wider.distance is None else max(2, turned, wider.distance)
            if far is None or (one.distance is not None and one.distance <= far):
                far = one.distance
            accepts = wider.accepts & self.may_come if far is not None and far == wider.distance else 0
            return Reach(far, accepts, proved=False)

        after = {
            kind: replace(wider, proved=False) if found.undrawn else either(found.after.get(kind, Reach(None)), wider)
            for kind, wider in later.after.items()
        }
        return Outlying(either(found.now, later.now), found.undrawn, after)

    def _opening(self, throws: bool, *, undrawn: bool) -> ReachAnswer:
        from solver.reach.opening import opening_now, opening_reach

        question = for_opening(self.question(undrawn=undrawn))
        bound = not undrawn and (self.obliged or self.position.closing_barred)
        throws = throws or bound or self._some_throws_forbidden(undrawn)
        found = opening_reach(question) if throws else ReachAnswer(opening_now(question, question.size))
        found = self._without_discard(found, undrawn)
        found = self._from_one(found, "open", undrawn)
        if bound and found.now.distance == 0:
            return self._bound(found, "open")
        if undrawn and self.position.closing_barred and found.now.distance == 1:
            return replace(found, now=self._keeping_one(question))
        return self._legal(found, undrawn)

    def _closing(self, throws: bool, *, undrawn: bool) -> ReachAnswer:
        from solver.reach.closing import closing_now, closing_reach

        question = self.question(undrawn=undrawn)
        throws = throws or self.obliged or self._some_throws_forbidden(undrawn)
        ends = self.position.profile.ends_with_discard
        found = closing_reach(question) if throws or not ends else ReachAnswer(closing_now(question, question.size))
        found = self._from_one(found, "close", undrawn)
        if ends and self._asks_the_optimiser(question):
            return self._exactly(found, undrawn)
        if self.obliged and found.now.distance == 0:
            return self._bound(found, "close")
        return self._legal(found, undrawn)

    @cached_property
    def obliged(self) -> bool:
        """Does the draw of this turn oblige to lay the taken card, or to close with it?"""
        return obliged_card(self.position) is not None

    def _bound(self, found: ReachAnswer, goal: Goal) -> ReachAnswer:
        """The reach of what the cards allow now, if what binds this turn alone does: a taken card that must be laid, a
        card that must be kept while closing is barred. If not, a card is thrown and another drawn first."""
        draws, proved = self.draws(undrawn=False), True
        try:
            if draws.opens_now() if goal == "open" else draws.closes(()):
                return found
        except TimedOut:
            proved = False
        if not self.position.profile.ends_with_discard:
            return replace(found, now=self._drawn_once_more(goal))
        return self._after_a_throw(found, proved=proved)

    def _drawn_once_more(self, goal: Goal) -> Reach:
        """Without discards, the reach of a hand that has the cards but may not reach the goal in this turn."""
        from solver.reach.closing import closing_later

        if goal == "open":  # the card that comes need not be laid
            return Reach(1, self.may_come) if self.may_come else Reach(None)
        return closing_later(self.question(undrawn=False))

    def _keeping_one(self, question: ReachQuestion) -> Reach:
        """The reach of an opening by the next draw of a hand that must keep a card in this turn. Where it cannot,
        another draw comes first, whatever it brings."""
        from solver.reach.opening import opening_now

        kept = opening_now(replace(question, keeps=1), 1)
        if kept.distance is not None or not kept.proved:
            return self._any_card(kept, "open", self.position.hand)
        return Reach(2, self.may_come) if self.may_come else Reach(None)

    def _without_discard(self, found: ReachAnswer, undrawn: bool) -> ReachAnswer:
        """An opening that lays the last card too closes; only this the fast search does not see."""
        if not self.position.profile.closes_without_discard or undrawn or found.now.distance == 0:
            return found
        if self.position.closing_barred:
            return found
        try:
            return replace(found, now=Reach(0)) if self.draws(undrawn=False).closes(()) else found
        except TimedOut:
            return found

    def _from_one(self, found: ReachAnswer, goal: Goal, undrawn: bool) -> ReachAnswer:
        """The fast search counts, after a throw and before a draw, the draws that must bring a certain card; here each
        draw counts."""
        if not self.position.profile.ends_with_discard:
            return found
        now = self._any_card(found.now, goal, self.position.hand) if undrawn else found.now
        after = {}
        for kind, one in found.after.items():
            after[kind] = self._any_card(one, goal, without(self.position.hand, (CARDS[kind],)))
        return ReachAnswer(now, after)

    def _any_card(self, one: Reach, goal: Goal, hand: tuple[Card, ...]) -> Reach:
        if one.distance != 0:
            return one
        accepts, proved = self.may_come, one.proved
        profile = self.position.profile
        if not profile.close_with_joker or self.position.round < profile.joker_discard_from_round:
            # the joker that comes would be the last card, and may not be thrown, unless it is laid for another one
            try:
                with_joker = bool(self.left[JOKER_KIND]) and self._joker_helps(goal, hand)
            except TimedOut:
                with_joker = proved = False
            if not with_joker:
                accepts &= ~(1 << JOKER_KIND)
        return Reach(1, accepts, proved) if accepts else Reach(None, proved=proved)

    def _joker_helps(self, goal: Goal, hand: tuple[Card, ...]) -> bool:
        """Does a hand that needs no card reach the goal with a joker drawn? Raises TimedOut."""
        position = replace(self.draws(undrawn=True).base, hand=(*hand, JOKER))
        asked = opening_question(position) if goal == "open" else closing_questions(position)[-1]
        question = replace(asked, objective="any", ties=False)
        accepts = partial(_legal_turn, position)
        return next(decide(position, question, self.deadline, accepts), None) is not None

    def _some_throws_forbidden(self, undrawn: bool) -> bool:
        return not undrawn and len(self.throws) < len(set(self.position.hand))

    @cached_property
    def throws(self) -> list[Card]:
        """The cards of the hand that may be thrown first, one of a kind."""
        position = self.position
        return [
            one
            for one in sorted(set(position.hand))
            if may_throw(position, position.hand, one, position.opened) is None
        ]

    def _legal(self, found: ReachAnswer, undrawn: bool) -> ReachAnswer:
        """The reach when the first throw must be one that is allowed."""
        unaffected = found.now.distance == 0 or not found.now.proved or not found.after
        if unaffected or not self._some_throws_forbidden(undrawn):
            return found
        return self._after_a_throw(found)

    def _after_a_throw(self, found: ReachAnswer, *, proved: bool = True) -> ReachAnswer:
        """The reach by the best throw that is allowed."""
        rows = [one for kind, one in found.after.items() if CARDS[kind] in self.throws]
        near = min((one.distance for one in rows if one.distance is not None), default=None)
        accepts = 0
        for one in rows:
            accepts |= one.accepts if one.distance == near else 0
        proved = proved and all(one.proved for one in rows)
        return ReachAnswer(Reach(near, accepts if near else 0, proved), found.after)

    def _asks_the_optimiser(self, question: ReachQuestion) -> bool:
        """Is something of the table or the hand not in the fast search's model?"""
        from solver.reach.bounds import MOST_NATURALS

        position, profile = self.position, self.position.profile
        if question.size - question.jokers > MOST_NATURALS:
            return True
        if profile.closes_without_discard:
            return True
        if position.table and (profile.rearrange or (not position.opened and question.winnable > 0)):
            return True
        if not position.opened and (
            profile.rearrange or (profile.opening_pure_run and profile.opening_run_joker == "yes")
        ):
            return JOKER in position.hand
        return position.table != () and profile.order_rule and question.winnable > 0

    def _exactly(self, fast: ReachAnswer, undrawn: bool) -> ReachAnswer:
        draws = self.draws(undrawn=undrawn)
        try:
            closes_now = not undrawn and draws.closes(())
            now = Reach(0) if closes_now else self._exact_reach(draws, fast.now)
        except TimedOut:
            known = fast.now if fast.now.distance != 0 else Reach(None)
            return ReachAnswer(
                replace(known, proved=False), {kind: replace(one, proved=False) for kind, one in fast.after.items()}
            )
        return ReachAnswer(now, self._exact_rows(draws, now, fast.after))

    def _exact_reach(self, draws: ExactDraws, fast: Reach) -> Reach:
        """Which cards close when they are drawn next; if none does, what the fast search says of more draws, as not
        proved."""
        accepts = 0
        proved = True
        try:
            for kind in draws.closing_kinds(self.may_come):
                accepts |= 1 << kind
        except TimedOut:
            proved = False
        if accepts:
            return Reach(1, accepts, proved, 1)
        if fast.distance is None or fast.distance < 2:
            fast = Reach(None)
        return replace(fast, proved=False, least=2 if proved else 1)

    def _exact_rows(self, draws: ExactDraws, now: Reach, fast: dict[int, Reach]) -> dict[int, Reach]:
        """What each throw leaves: exact at distance 1; further off as the fast search has it, if nothing can be
        nearer."""
        after: dict[int, Reach] = {}
        for kind, one in fast.items():
            after[kind] = self._exact_row(draws, now, kind, one)
        return after

    def _exact_row(self, draws: ExactDraws, now: Reach, kind: int, fast: Reach) -> Reach:
        if draws.undrawn:
            return replace(fast, proved=False)
        thrown = CARDS[kind]
        candidates = now.accepts
        if now.distance == 0 or thrown not in draws.throws:
            candidates = self.may_come
        accepts, proved = 0, True
        try:
            if now.distance in (0, 1) or thrown not in draws.throws:
                for one in range(KINDS):
                    if self.left[one] and candidates >> one & 1 and draws.closes((CARDS[one],), thrown):
                        accepts |= 1 << one
        except TimedOut:
            proved = False
        if accepts:
            return Reach(1, accepts, proved and now.proved)
        further = fast.distance is not None and fast.distance > 1
        overlooked = self.position.profile.rearrange or not self.position.opened
        sure = proved and further and not overlooked
        return Reach(fast.distance if further else None, fast.accepts if further else 0, sure and now.proved)


def for_opening(question: ReachQuestion) -> ReachQuestion:
    """The question without what may be laid off after the opening, unless it counts for the opening."""
    return question if question.profile.layoffs_count else replace(question, pieces=())


def _legal_turn(position: Position, actions: tuple[Action, ...]) -> bool:
    return judge(position, actions).legal
