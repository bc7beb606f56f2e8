"""The order of actions: puts what a solution lays and exchanges into an order in which every step is legal.

The order: what must come first for the draw's duty; in an opening the melds that open, the pure run before the
others; exchanges, so that won jokers can be laid; own layings; lay-offs; what waits for won jokers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from solver.game.actions import Action, Discard, Exchange, LayMeld, LayOff, Rearrange
from solver.game.cards import CARDS, JOKER, JOKER_KIND, Card
from solver.game.melds import MeldKind, make_set
from solver.game.position import Position
from solver.model.candidates import Candidate, Segment
from solver.model.lay_off_variables import LayOffStep, Side
from solver.model.meld_parts import segments
from solver.model.question import Question
from solver.model.rearranging.bought_between import laid_first, run_that_stays
from solver.model.rearranging.chaining import Chaining, end_pieces, piece_laid, piece_of
from solver.model.solutions import Choice, MeldChoice, PoolChoice, TableChoice


def sequence(choice: Choice, position: Position, question: Question) -> tuple[Action, ...]:
    """The actions of a choice in order, the discard last."""
    return _Sequencer(choice, position, question).run()


_SIDES: Final[tuple[Side, ...]] = ("low", "high", "set")


class _Sequencer:
    """Builds the list, numbering new melds as they are laid."""

    def __init__(self, choice: Choice, position: Position, question: Question) -> None:
        self.choice, self.position, self.question = choice, position, question
        self.actions: list[Action] = []
        self.new = 0
        self.done: set[int] = set()
        self.waiting: list[Action] = []
        self.torn: list[str] = []
        self.laid_as: dict[int, str] = {}
        self.rearranged = False
        self.duty = question.duty_kind if position.profile.discard_duty == "next" else None
        self.held_jokers = position.hand.count(JOKER)

    def run(self) -> tuple[Action, ...]:
        profile, choice = self.position.profile, self.choice
        if choice.chain is not None:
            return self._chain(choice.chain)
        late: list[list[Action]] = []
        if self.question.opens:
            if self.duty is not None and not any(
                self._holds_duty(meld) or self._comes_back(meld) for meld in choice.melds
            ):
                self._duty_first()
            self._open(late)
            self._buy_back()
        elif choice.bought_back is not None:
            self._buy_back()
        elif self.duty is not None:
            self._duty_first()
        mine = [meld for meld in choice.table if meld.target.mine]
        others = [meld for meld in choice.table if not meld.target.mine]
        stages: tuple[list[TableChoice], ...] = (mine, others) if profile.order_rule else ([*mine, *others],)
        counts_layoffs = self.question.opens and profile.layoffs_count
        for at, stage in enumerate(stages):
            if counts_layoffs:
                self._lay_off(stage)
            for one in stage:
                self._exchange(one)
            if at == 0 and not profile.order_rule:
                self._rearrange()
            if at == 0:
                self._new_melds()
            elif profile.order_rule:
                self._rearrange()
            if at == 0:
                self._late(late, choice.table)
            if stage is stages[-1]:
                self._lay_late(late)
            if not counts_layoffs:
                self._lay_off(stage)
            if stage is mine:
                self._lay_late(self._before_others(late, others))
        if choice.discard is not None:
            self.actions.append(Discard(CARDS[choice.discard]))
        return tuple(self.actions)

    def _chain(self, chain: Sequence[PoolChoice]) -> tuple[Action, ...]:
        """The opening, then arrangements in which jokers are bought, then the last one."""
        choice, profile = self.choice, self.position.profile
        usable = [meld for meld in self.position.table if self.question.may_touch(meld.mine)]
        lying = {one.id: piece_of(one.meld) for one in usable}
        stays = run_that_stays(choice, profile) if self.question.opens else None
        if self.question.opens:
            self._open([])
            lying |= {
                self.laid_as[id(one)]: piece_laid(one.candidate, profile)
                for one in laid_first(choice)
                if one is not stays
            }
        table = Chaining(lying, self.new, profile)
        for stage in chain:
            table.buy(stage)
        table.build(end_pieces(choice, usable, profile, stays))
        self.actions += table.actions
        if choice.discard is not None:
            self.actions.append(Discard(CARDS[choice.discard]))
        return tuple(self.actions)

    def _open(self, late: list[list[Action]]) -> None:
        """The melds of the opening: first the one with the taken card, else a pure run; what comes late is noted."""
        melds = [meld for meld in self.choice.melds if meld.base is not None]
        melds.sort(key=self._opening_order)
        own: list[Action] = []
        for meld in melds:
            assert meld.base is not None
            identity = self._lay(meld.candidate, meld.base, back=self._comes_back(meld))
            self.done.add(id(meld))
            self.laid_as[id(meld)] = identity
            if meld.torn:
                self.torn.append(identity)
            rest = list(_rest(meld.candidate, meld.base, identity, self.duty))
            if rest and meld.late == 0:
                self.actions += rest
            elif rest and meld.own:
                own += rest
            elif rest:
                late.append(rest)
        self.actions += own

    def _comes_back(self, one: MeldChoice) -> bool:
        """Is this the meld in which the taken joker lies until it is bought back?"""
        way = self.choice.bought_back
        if way is None or way.candidate is not one.candidate or one.torn or one.late:
            return False
        return one is next(other for other in self.choice.melds if other.candidate is way.candidate and not other.torn)

    def _opening_order(self, one: MeldChoice) -> tuple[bool, bool, bool, int]:
        back = self._comes_back(one)
        has_duty = self._holds_duty(one) or (back and self.duty is not None)
        pure = one.base is not None and one.base.pure(one.candidate) and not back
        stays = one.candidate.pure and not one.torn and not back
        if self.position.profile.pure_run_first == "yes":
            return (not pure, not has_duty, not stays, one.candidate.naturals[0])
        return (not has_duty, not stays, not pure, one.candidate.naturals[0])

    def _holds_duty(self, one: MeldChoice) -> bool:
        """Does the part that is laid first hold the taken card?"""
        return self.duty is not None and one.base is not None and one.base.holds(one.candidate, self.duty)

    def _duty_first(self) -> None:
        """The action that lays the taken card, with as few jokers as needed if jokers are won later."""
        duty = self.duty
        assert duty is not None
        spare = self.choice.exchanges_any
        ways: list[tuple[int, int, MeldChoice, Segment]] = []
        for at, one in enumerate(self.choice.melds):
            whole = Segment(0, one.candidate.length, one.candidate.jokers, one.candidate.points)
            parts = segments(one.candidate, self.position.profile) if spare else (whole,)
            fitting = [part for part in parts if part.holds(one.candidate, duty) and part.jokers <= self.held_jokers]
            if fitting:
                best = min(fitting, key=lambda part: (part.jokers, -part.length))
                ways.append((best.jokers, at, one, best))
        exchanging = next((meld for meld in self.choice.table if any(duty in ex.kinds for ex in meld.exchanges)), None)
        if exchanging:
            self._exchange(exchanging, only=duty)
            return
        chains = [
            (sum(1 for step in chain if step.kind == JOKER_KIND), at, lying, chain)
            for at, lying in enumerate(self.choice.table)
            if (chain := _chain_to(lying, duty, whole=not spare))
        ]
        if ways and (not chains or min(ways)[0] <= min(chains)[0]):
            _, _, one, part = min(ways, key=lambda way: way[:2])
            identity = self._lay(one.candidate, part)
            self.done.add(id(one))
            self.waiting = list(_rest(one.candidate, part, identity, duty))
        elif chains:
            _, _, target, chain = min(chains, key=lambda way: way[:2])
            self._lay_steps(target, chain)
        else:
            self._rearrange()

    def _buy_back(self) -> None:
        """Lays the taken joker in place of a natural card and exchanges it for that card at once."""
        way = self.choice.bought_back
        if way is None:
            return
        if way.candidate is not None and self.question.opens:
            meld = next(meld for meld in self.choice.melds if self._comes_back(meld))
            self.actions.append(Exchange(self.laid_as[id(meld)], _cards(way.candidate, None)[-1:], 1))
            return
        if way.candidate is not None:
            meld = next(
                meld for meld in self.choice.melds if meld.candidate is way.candidate and id(meld) not in self.done
            )
            self.done.add(id(meld))
            cards = _cards(way.candidate, None)
            self.actions.append(LayMeld(self._in_order((*cards[:-1], JOKER), way.candidate.kind), way.candidate.kind))
            self.actions.append(Exchange(f"new:{self.new}", cards[-1:], 1))
            self.new += 1
            return
        target = next(meld for meld in self.choice.table if meld.target.id == way.meld)
        if way.exchange is not None:
            self.done |= {id(exchange) for exchange in target.exchanges if exchange.variable == way.exchange.variable}
            self.actions.append(LayOff(way.meld, (JOKER,)))
            kinds = tuple(CARDS[kind] for kind in way.exchange.kinds)
            self.actions.append(Exchange(way.meld, kinds, way.exchange.jokers + 1))
            return
        assert way.step is not None
        chain = _up_to(target.side(way.step.side, late=False), way.step)
        self.done |= {id(step) for step in chain}
        cards = tuple(JOKER if step is way.step else CARDS[step.kind] for step in chain)
        side = way.step.side
        self.actions.append(LayOff(way.meld, cards, None if side == "set" else side))
        self.actions.append(Exchange(way.meld, (CARDS[way.step.kind],), 1))

    def _new_melds(self) -> None:
        """New melds that need not wait, joker-free ones first."""
        order_rule = self.position.profile.order_rule
        melds = [meld for meld in self.choice.melds if id(meld) not in self.done and not (order_rule and meld.late)]
        if self.question.opens:
            melds = []
        for meld in sorted(
            melds, key=lambda meld: (meld.candidate.jokers, not meld.candidate.pure, meld.candidate.naturals)
        ):
            self.done.add(id(meld))
            self._lay(meld.candidate, None)
        self.actions += self.waiting

    def _rearrange(self) -> None:
        """Takes melds apart and builds new ones, then exchanges the jokers that were put in place for that."""
        pool = self.choice.pool
        if pool is None or self.rearranged:
            return
        self.rearranged = True
        self._rebuild([*(one.id for one in pool.taken), *self.torn], pool)

    def _rebuild(self, take: Sequence[str], pool: PoolChoice) -> None:
        """Takes melds apart and builds; without any taken the melds built are new ones from the hand."""
        melds = tuple(LayMeld(self._in_order(meld.cards, meld.kind), meld.kind) for meld in pool.built)
        if take:
            self.actions.append(Rearrange(tuple(take), melds, tuple(CARDS[kind] for kind in pool.from_hand)))
        else:
            self.actions += melds
        for meld in pool.built:
            if meld.bought:
                self.actions.append(Exchange(f"new:{self.new}", meld.given, len(meld.bought)))
            self.new += 1

    def _late(self, late: list[list[Action]], table: tuple[TableChoice, ...]) -> None:
        """Adds what waits for won jokers, and puts those with fewer jokers first."""
        late += [
            [LayMeld(self._shown(meld.candidate), meld.candidate.kind)]
            for meld in self.choice.melds
            if id(meld) not in self.done
        ]
        for target in table:
            for side in _SIDES:
                if chain := target.side(side, late=True):
                    late.append([LayOff(target.target.id, _step_cards(chain), None if side == "set" else side)])
        late.sort(key=_jokers_laid)

    def _before_others(self, late: list[list[Action]], others: Iterable[TableChoice]) -> list[list[Action]]:
        """Takes out of what waits what is laid before others are served, with jokers of the hand: every joker that is
        laid pays for a won one, and who lays after others were served must owe one.

        4C JK 6C comes before 5C JK JK, which may be laid while one of two is still owed. But 5C JK JK leaves none owed
        to 9C 9D JK JK: that is laid with two jokers of the hand before the two are won. The hand has them: if all but
        the largest hold as many jokers as are won, those of the largest were not won."""
        won = sum(exchange.jokers for target in others for exchange in target.exchanges)
        before: list[list[Action]] = []
        while late and won and sum(map(_jokers_laid, late[:-1])) >= won:
            before.append(late.pop())
        return before

    def _lay_late(self, late: Iterable[Sequence[Action]]) -> None:
        for actions in late:
            self.actions += actions
            self.new += sum(isinstance(action, LayMeld) for action in actions)

    def _lay(self, candidate: Candidate, part: Segment | None, *, back: bool = False) -> str:
        """Lays a candidate or a part of it; with `back` the joker in place of its last card."""
        cards = self._shown(candidate, part)
        if back:
            cards = self._in_order((*_cards(candidate, None)[:-1], JOKER), candidate.kind)
        self.actions.append(LayMeld(cards, candidate.kind))
        self.new += 1
        return f"new:{self.new - 1}"

    def _shown(self, candidate: Candidate, part: Segment | None = None) -> tuple[Card, ...]:
        """The cards of a candidate or of a part of it, in the order in which the profile shows them."""
        return self._in_order(_cards(candidate, part, self.duty), candidate.kind)

    def _in_order(self, cards: tuple[Card, ...], kind: MeldKind) -> tuple[Card, ...]:
        if kind == "run":
            return cards
        naturals = [card for card in cards if card is not JOKER]
        return make_set(naturals, len(cards) - len(naturals), self.position.profile).cards

    def _exchange(self, one: TableChoice, only: int | None = None) -> None:
        exchanges = [ex for ex in one.exchanges if id(ex) not in self.done and (only is None or only in ex.kinds)]
        if exchanges:
            self.done |= {id(ex) for ex in exchanges}
            kinds = [kind for ex in exchanges for kind in ex.kinds]
            jokers = sum(ex.jokers for ex in exchanges)
            self.actions.append(Exchange(one.target.id, tuple(CARDS[kind] for kind in kinds), jokers))

    def _lay_off(self, stage: Iterable[TableChoice]) -> None:
        """The lay-offs of a stage, those with the fewest jokers first on each meld."""
        for one in stage:
            chains = [one.side(side, late=False) for side in _SIDES]
            chains = [tuple(step for step in chain if id(step) not in self.done) for chain in chains]
            for chain in sorted(chains, key=lambda chain: sum(1 if step.kind == JOKER_KIND else -1 for step in chain)):
                if chain:
                    self._lay_steps(one, chain)

    def _lay_steps(self, one: TableChoice, chain: tuple[LayOffStep, ...]) -> None:
        self.done |= {id(step) for step in chain}
        side = chain[0].side
        self.actions.append(LayOff(one.target.id, _step_cards(chain), None if side == "set" else side))


def _jokers_laid(actions: Sequence[Action]) -> int:
    """How many jokers some actions lay."""
    return sum(action.cards.count(JOKER) for action in actions if isinstance(action, LayMeld | LayOff))


def _step_cards(steps: Iterable[LayOffStep]) -> tuple[Card, ...]:
    return tuple(CARDS[step.kind] for step in steps)


def _chain_to(one: TableChoice, duty: int, *, whole: bool) -> tuple[LayOffStep, ...]:
    """The steps laid together with a card: its whole side, or only up to it."""
    for step in one.steps:
        if step.kind == duty and not step.late:
            chain = one.side(step.side, late=False)
            return chain if whole else _up_to(chain, step)
    return ()


def _up_to(chain: tuple[LayOffStep, ...], step: LayOffStep) -> tuple[LayOffStep, ...]:
    """The steps between a meld and a step, and this."""
    if step.side == "set":
        return (step,)
    if step.side == "low":
        return tuple(other for other in chain if other.place >= step.place)
    return tuple(other for other in chain if other.place <= step.place)


def _cards(candidate: Candidate, part: Segment | None, wanted: int | None = None) -> tuple[Card, ...]:
    """The cards of a candidate, or of a part of it, in meld order; of a set's part the wanted card is one."""
    if candidate.kind == "set":
        kinds = sorted(candidate.naturals, key=lambda kind: (kind != wanted, kind))
        naturals = len(kinds) if part is None else part.length - part.jokers
        jokers = candidate.jokers if part is None else part.jokers
        return (*(CARDS[kind] for kind in sorted(kinds[:naturals])), *[JOKER] * jokers)
    naturals_left = iter(candidate.naturals)
    cards = tuple(JOKER if at in candidate.joker_at else CARDS[next(naturals_left)] for at in range(candidate.length))
    return cards if part is None else cards[part.start : part.start + part.length]


def _rest(candidate: Candidate, part: Segment, identity: str, wanted: int | None) -> Iterable[Action]:
    """Lay-offs that complete a candidate of which a part lies."""
    if part.length == candidate.length:
        return
    if candidate.kind == "set":
        laid = list(_cards(candidate, part, wanted))
        rest = [CARDS[kind] for kind in candidate.naturals if CARDS[kind] not in laid]
        yield LayOff(identity, (*rest, *[JOKER] * (candidate.jokers - part.jokers)))
        return
    cards = _cards(candidate, None)
    if part.start:
        yield LayOff(identity, cards[: part.start], "low")
    if part.start + part.length < candidate.length:
        yield LayOff(identity, cards[part.start + part.length :], "high")
