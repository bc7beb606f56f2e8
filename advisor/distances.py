"""Distances to opening and to closing, and which cards help: the one place that knows, for every call.

A distance counts draws. Before its draw a hand is at distance k if k is the least number of draws, the turn's own the
first, with a throw after each that is not the last, after which it can open (close); nobody does undrawn, so it is at
least 1, and a goal that is certain is at 1 with every card. In its turn after the draw the distance is 0 if it can be
done now, with all that binds this turn (a taken card to be laid, a card to be kept while closing is barred); else a
card is thrown first, one that may be thrown, and then the same is counted. Where closing is barred nobody closes in
this turn, so that a close is a draw away at the least, before the draw two. A hand of no phase is read
both ways, and the nearer reading holds (if equally near, the one with the greater chance).

The fast search of `solver.reach` is exact but for what it does not model: rearranging, and, in the turn of the opening,
exchanges. There its reach is one that legal turns have, and what may be nearer is tried (`advisor.exact_reach`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, Literal, TypeAlias

from advisor.early_exchange import may_win_unopened
from advisor.exact_draws import ExactDraws
from advisor.exact_reach import BeforeTheRebuilt, BetweenReaches, Trials
from advisor.helps import cards_later, cards_left, first_turned
from advisor.table_rebuilt import TableRebuilt
from solver.budget import TimedOut
from solver.game.actions import Action
from solver.game.cards import CARDS, JOKER, JOKER_KIND, KINDS, Card, without
from solver.game.position import Position
from solver.model.decide import decide
from solver.model.question import closing_questions, obliged_card, opening_question
from solver.reach.question import Reach, ReachAnswer, ReachQuestion, at_least, cards_of
from solver.referee.cards import may_throw
from solver.referee.judge import judge

Goal: TypeAlias = Literal["open", "close"]

UNKNOWN: Final = Reach(None, proved=False)


@dataclass(frozen=True, slots=True)
class Outlying:
    """The reach of a goal, whether it is that of a hand before its draw, and the reach that each throw leaves."""

    now: Reach
    undrawn: bool
    after: dict[int, Reach]


class Distances:
    """The distances of one position, as far as the budget suffices."""

    def __init__(self, position: Position, left: tuple[int, ...] | None = None) -> None:
        """`left`: 53 counts of what can come by each draw, if that is not as `cards_left` has it."""
        self.position = position
        self.left = left or tuple(max(0, one) for one in cards_left(position))
        later = tuple(cards_later(position))
        turned = first_turned(position)
        self.turned = turned if left is None and later != self.left else None
        """The first draw that can bring a card of the pile, if later draws can bring others than the next."""
        self.later = Distances(position, later) if self.turned is not None else self
        self.may_come = at_least(self.left, 1) | (bool(self.left[JOKER_KIND]) << JOKER_KIND)
        self._questions: dict[bool, ReachQuestion] = {}
        self._exact: dict[bool, ExactDraws] = {}

    def reach(self, goal: Goal, *, throws: bool = False) -> Outlying:
        """The reach of a goal in the position's phase; with `throws` also what each throw leaves. Not proved where
        jokers may be won in turns before the opening, unless it is reached now."""
        found = self._reach(goal, throws)
        if not may_win_unopened(self.position):
            return found

        def unless_now(one: Reach) -> Reach:
            return one if one.distance == 0 else replace(one, proved=False)

        return replace(
            found, now=unless_now(found.now), after={kind: unless_now(one) for kind, one in found.after.items()}
        )

    def _reach(self, goal: Goal, throws: bool) -> Outlying:
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

    def chance(self, outlying: Outlying) -> tuple[float, bool]:
        """The chance that the next draw brings the goal nearer, or reaches it at distance 1, the throw before it being
        the best for that; and whether it is proved: a throw of which not all is known may leave more."""
        total, now = sum(self.left), outlying.now
        most = self.copies(now.accepts)
        best, proved = most, now.proved
        if not outlying.undrawn and outlying.after:
            throws = [reach for kind, reach in outlying.after.items() if CARDS[kind] in self.throws]
            best = max((self.copies(reach.accepts) for reach in throws if reach.distance == now.distance), default=most)
            proved = proved and (best == most or all(reach.proved for reach in throws))
        return (best / total, proved) if total and now.distance else (0.0, now.proved)

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
            held = tuple(position.hand.count(card) for card in CARDS)
            pieces = table_pieces(position, self.left)
            self._questions[undrawn] = ReachQuestion(
                position.profile, held, self.left, position.opened, position.round, pieces, undrawn
            )
        return self._questions[undrawn]

    def draws(self, *, undrawn: bool) -> ExactDraws:
        """What the optimiser is asked."""
        if undrawn not in self._exact:
            self._exact[undrawn] = ExactDraws(self.position, self.left, undrawn=undrawn)
        return self._exact[undrawn]

    def _reading(self, goal: Goal, throws: bool, *, undrawn: bool) -> Outlying:
        try:
            answer = (self._opening if goal == "open" else self._closing)(throws, undrawn=undrawn)
        except TimedOut:
            answer = self._unknown(UNKNOWN)
        found = Outlying(answer.now, undrawn, answer.after)
        return found if self.turned is None else self._with_the_pile(goal, throws, found, self.turned)

    def _unknown(self, now: Reach) -> ReachAnswer:
        """What is known where the time was too short for anything else."""
        return ReachAnswer(now, {card.kind: UNKNOWN for card in self.position.hand})

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
        barred = self.position.closing_barred
        throws = throws or barred or self.obliged or self._some_throws_forbidden(undrawn)
        ends = self.position.profile.ends_with_discard
        if ends and self._asks_the_optimiser(question):
            found = self._closing_exactly(question, throws, undrawn)
        else:
            found = closing_reach(question) if throws or not ends else ReachAnswer(closing_now(question, question.size))
            found = self._from_one(found, "close", undrawn)
            bound = (self.obliged or barred) and not undrawn and found.now.distance == 0
            found = self._bound(found, "close") if bound else self._legal(found, undrawn)
        if barred and undrawn and found.now.distance == 1:
            return replace(found, now=self._after_a_barred_draw(found.now))
        return found

    def _closing_exactly(self, question: ReachQuestion, throws: bool, undrawn: bool) -> ReachAnswer:
        """The same where the fast search is not exact. A close in this turn is asked for first, so that no lack of time
        hides it."""
        from solver.reach.closing import closing_now, closing_reach

        closes = self._closes_now(undrawn)
        try:
            fast = closing_reach(question) if throws else ReachAnswer(closing_now(question, question.size))
            return self._exactly(self._from_one(fast, "close", undrawn), undrawn, closes)
        except TimedOut:
            return self._unknown(Reach(0) if closes else UNKNOWN)

    def _after_a_barred_draw(self, next_draw: Reach) -> Reach:
        """The reach of a close before the draw of a turn in which nobody may close, where the next draw could bring it:
        what is drawn is thrown; if it may not be, the hand that it leaves is looked at."""
        accepts, proved = 0, next_draw.proved
        for card in cards_of(self.may_come):
            hand = (*self.position.hand, card)
            try:
                if may_throw(self.position, hand, card, self.position.opened) is not None:
                    drawn = replace(self.position, hand=hand, phase="after_draw", phase_told=True)
                    now = Distances(drawn).reach("close").now
                    proved = proved and now.proved
                    if now.distance != 1:
                        continue
            except TimedOut:
                proved = False
                continue
            accepts |= 1 << card.kind
        return Reach(2, accepts, proved) if accepts else Reach(None, proved=False)

    @cached_property
    def obliged(self) -> bool:
        """Does the draw of this turn oblige to lay the taken card, or to close with it?"""
        return obliged_card(self.position) is not None

    def _bound(self, found: ReachAnswer, goal: Goal) -> ReachAnswer:
        """The reach of what the cards allow now, if what binds this turn alone does: a taken card that must be laid, a
        card that must be kept while closing is barred. If not, a card is thrown and another drawn first."""
        draws, proved = self.draws(undrawn=False), True
        barred = goal == "close" and self.position.closing_barred
        try:
            if not barred and (draws.opens_now() if goal == "open" else draws.closes(())):
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

    def _from_one(self, found: ReachAnswer, goal: Goal, undrawn: bool, *, loose: bool = False) -> ReachAnswer:
        """The fast search counts, after a throw and before a draw, the draws that must bring a certain card; here each
        draw counts. `loose`: of a reach that is a bound only."""
        if not self.position.profile.ends_with_discard:
            return found
        if loose:
            any_card = Reach(1, self.may_come)
            after = {kind: any_card if one.distance == 0 else one for kind, one in found.after.items()}
            return ReachAnswer(any_card if undrawn and found.now.distance == 0 else found.now, after)
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
        return next(decide(position, question, accepts), None) is not None

    def _some_throws_forbidden(self, undrawn: bool) -> bool:
        return not undrawn and len(self.throws) < len(set(self.position.hand))

    @cached_property
    def throws(self) -> list[Card]:
        """The cards of the hand that may be thrown first, one of a kind."""
        position = self.position
        return [
            card
            for card in sorted(set(position.hand))
            if may_throw(position, position.hand, card, position.opened) is None
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
        near = min((row.distance for row in rows if row.distance is not None), default=None)
        accepts = 0
        for row in rows:
            accepts |= row.accepts if row.distance == near else 0
        proved = proved and all(row.proved for row in rows)
        return ReachAnswer(Reach(near, accepts if near else 0, proved), found.after)

    def _asks_the_optimiser(self, question: ReachQuestion) -> bool:
        """Is something of the table or the hand not in the fast search's model?"""
        from solver.reach.bounds import MOST_NATURALS

        position, profile = self.position, self.position.profile
        if question.size - question.jokers > MOST_NATURALS or profile.closes_without_discard:
            return True
        if self._rearranges or (position.table and not position.opened and question.winnable > 0):
            return True
        if not position.opened and profile.opening_pure_run and profile.opening_run_joker == "yes" and self._has_jokers:
            return True
        several = profile.order_rule or profile.exchange_set == "any_missing"
        return position.table != () and several and question.winnable > 0

    @property
    def _rearranges(self) -> bool:
        """Can melds be taken apart before the close: those of the table, or new ones with a joker?"""
        position = self.position
        jokers = not position.opened and self._has_jokers
        return position.profile.rearrange and (bool(position.table) or jokers)

    @property
    def _has_jokers(self) -> bool:
        """Are there jokers in hand, or can one still come?"""
        return JOKER in self.position.hand or self.left[JOKER_KIND] > 0

    def _closes_now(self, undrawn: bool) -> bool | None:
        """Does the hand close in this turn, with all that binds it? None if that is not known."""
        if undrawn or self.position.closing_barred:
            return False
        try:
            return self.draws(undrawn=False).closes(())
        except TimedOut:
            return None

    def _exactly(self, fast: ReachAnswer, undrawn: bool, closes: bool | None) -> ReachAnswer:
        """The reach between that of legal turns and what cannot be beaten (`advisor.exact_reach`); `closes`: does the
        hand close in this turn?"""
        draws = self.draws(undrawn=undrawn)
        trials = Trials(draws, self.may_come)
        self._wide: ReachQuestion | None = None
        legal, loose = self._bounds(fast, undrawn)
        partners = None if self._wide is None else partial(self._partners, self._wide, undrawn)
        prover: BeforeTheRebuilt | BetweenReaches = BetweenReaches(trials, partners)
        if self._rearranges and not self.position.profile.closes_without_discard:
            prover = BeforeTheRebuilt(trials, TableRebuilt(draws.base, self.left))
        later = legal
        if legal.now.distance == 0 or self._some_throws_forbidden(undrawn):
            later = self._after_a_throw(legal)
        if not closes and legal.now.distance == 0:  # a way that the fast search has found
            closes = not (undrawn or self.obliged or self.position.closing_barred)
        if closes is None:
            return _unproved(replace(later, after=fast.after))
        now = Reach(0)
        if not closes:
            now = prover.reach(later.now, self._later(loose.now), None, 1, self.may_come)
        fewest, among = 1, self.may_come
        if now.distance and now.proved and not undrawn:
            fewest, among = now.distance, now.accepts
        after = dict(fast.after)
        for kind in fast.after:
            if undrawn or CARDS[kind] in self.throws:
                bounds = legal.after[kind], self._later(loose.after[kind])
                after[kind] = prover.reach(*bounds, CARDS[kind], fewest, among)
        return ReachAnswer(now, after)

    def _later(self, loose: Reach) -> Reach:
        """What nothing later than this turn goes beyond."""
        return loose if loose.distance != 0 and loose.proved else Reach(1, self.may_come)

    def _partners(self, wide: ReachQuestion, undrawn: bool, card: Card, thrown: Card | None) -> int:
        """The kinds that could close with a card drawn before them, by what cannot be beaten. Raises TimedOut."""
        from solver.reach.closing import closing_now

        hand = without(self.position.hand, (thrown,)) if thrown else self.position.hand
        hand = (*hand, card, *(self.draws(undrawn=True).useless((card,)) if undrawn and thrown else ()))
        left = tuple(max(0, count - (kind == card.kind)) for kind, count in enumerate(wide.left))
        held = tuple(hand.count(card) for card in CARDS)
        reach = closing_now(replace(wide, held=held, left=left, undrawn=False), 1)
        if not reach.proved:
            raise TimedOut
        if reach.distance == 0:
            return at_least(left, 1) | (bool(left[JOKER_KIND]) << JOKER_KIND)
        return reach.accepts

    def _bounds(self, fast: ReachAnswer, undrawn: bool) -> tuple[ReachAnswer, ReachAnswer]:
        """What legal turns reach, and what nothing goes beyond, where the fast search is not exact; where nothing is
        known, that nothing can be reached, and that anything is with the next draw."""
        from solver.reach.bounds import MOST_NATURALS
        from solver.reach.closing import closing_reach

        position, profile = self.position, self.position.profile
        question = self.question(undrawn=undrawn)
        anything = ReachAnswer(Reach(1, self.may_come), dict.fromkeys(fast.after, Reach(1, self.may_come)))
        if profile.joker_discard == "to_close" and profile.jokers:
            return ReachAnswer(Reach(None), dict.fromkeys(fast.after, Reach(None))), anything
        rearranged = self._rearranges and bool(position.table)
        if question.size - question.jokers > MOST_NATURALS or profile.closes_without_discard or rearranged:
            return fast, anything
        legal = loose = fast
        self._wide = question
        # what counts may lie somewhere for a moment and be moved, or count again
        minimum = 0 if profile.layoffs_count or self._rearranges else profile.opening_minimum
        if position.opened or (profile.order_rule and question.winnable):
            plain = replace(question, pieces=tuple(piece for piece in question.pieces if piece.jokers >= 0))
            legal = self._from_one(closing_reach(plain), "close", undrawn)
        if not position.opened:
            any_order = replace(profile, opening_minimum=minimum, pure_run_first="no")
            if profile.opening_run_joker == "yes":
                any_order = replace(any_order, opening_pure_run=False)
            self._wide = wide = replace(question, loose=True, profile=any_order)
            loose = self._from_one(closing_reach(wide), "close", undrawn, loose=True)
        return legal, loose


def _unproved(answer: ReachAnswer) -> ReachAnswer:
    """The same, told as not proved."""
    return ReachAnswer(
        replace(answer.now, proved=False), {kind: replace(one, proved=False) for kind, one in answer.after.items()}
    )


def for_opening(question: ReachQuestion) -> ReachQuestion:
    """The question without what may be laid off after the opening, unless it counts for the opening."""
    return question if question.profile.layoffs_count else replace(question, pieces=())


def _legal_turn(position: Position, actions: tuple[Action, ...]) -> bool:
    return judge(position, actions).legal
