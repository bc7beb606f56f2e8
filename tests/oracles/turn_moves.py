"""Every legal action of a moment of a turn, for the exhaustive turn search: the clauses of the turn, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from solver.game.actions import Action, Exchange, LayMeld, LayOff, Rearrange
from solver.game.cards import CARDS, JOKER_KIND, Card
from solver.game.position import Position
from tests.oracles.turn_state import Kinds, Lying, Melds, Shape, State, add_jokers, at_place, remove, subsets


class Move(NamedTuple):
    """An action in short: see :func:`record`."""

    name: str
    ids: tuple[str, ...]
    cards: Kinds
    end: str | None = None
    jokers: int = 0
    shapes: tuple[Shape, ...] = ()


class Moves:
    """The actions that a position's profile and player allow."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.profile = position.profile
        self.melds = Melds(position)
        self.opening = not position.opened
        drawn = position.drawn
        taken = drawn is not None and drawn.source == "discard"
        without_duty = position.round == 1 and self.profile.discard_round_1
        self.duty = self.profile.discard_duty if taken and not without_duty else "none"
        if drawn is not None and drawn.source == "bottom" and self.profile.bottom == "meld":
            self.duty = "new_meld"
        self.wanted = drawn.card.kind if drawn and drawn.card and drawn.source in ("discard", "bottom") else None
        protects = self.opening and self.profile.opening_pure_run and self.profile.opening_run_joker != "yes"
        self.protects = protects
        self.protects_first = protects and (
            self.profile.opening_run_joker == "never" and self.profile.pure_run_first == "yes"
        )

    def opens(self, state: State) -> bool:
        """Is the opening met by what lies?"""
        return (
            state.acted
            and not state.early
            and state.points >= self.profile.opening_minimum
            and (state.pure_laid or not self.profile.opening_pure_run)
        )

    def after(self, state: State) -> Iterator[tuple[Move, State]]:
        """Every legal action and what comes of it."""
        if not self.position.may_lay:
            return
        for move, new in self._all(state):
            if self.profile.ends_with_discard is True and not new.hand:
                continue
            if self.duty == "next" and not new.duty_met:
                continue
            if self.protects and new.pure_laid and not self._opening_run_kept(new):
                continue
            yield move, new

    def _opening_run_kept(self, state: State) -> bool:
        return any(lying.pure >= (2 if self.protects_first else 1) for lying in state.table)

    def _all(self, state: State) -> Iterator[tuple[Move, State]]:
        if state.early:
            yield from self._exchanges(state, early=True)
            return
        yield from self._lay(state)
        met = self.opens(state)
        free = not self.opening or (met and self.profile.layoffs_in_opening_turn)
        if free or self.profile.layoffs_count:
            yield from self._lay_offs(state)
        early = self.opening and not met and self._exchanges_before_opening(state)
        if not self.opening or (free and self.profile.exchange_when != "earlier") or early:
            yield from self._exchanges(state, early=early)
        if self.profile.rearrange and free and not state.settled:
            yield from self._rearrangements(state)

    def _for_oneself_allowed(self, state: State, cards: Kinds) -> bool:
        """The order rule: after others' melds, only with a joker while one is owed."""
        return not (self.profile.order_rule and state.others) or (state.owed > 0 and JOKER_KIND in cards)

    def _lay(self, state: State) -> Iterator[tuple[Move, State]]:
        must_be_pure = (
            self.opening and self.profile.opening_pure_run and self.profile.pure_run_first == "yes" and not state.melds
        )
        for shape in self.melds.from_cards(state.hand):
            pure = shape.kind == "run" and not shape.jokers
            if (must_be_pure and not pure) or not self._for_oneself_allowed(state, shape.cards):
                continue
            if shape.jokers and self._no_joker_yet(state):
                continue
            has_wanted = self.wanted in shape.cards
            rank = 0 if not pure or not self.opening else 1 if state.pure_laid else 2
            lying = Lying(
                shape, True, False, False, rank, self._kept(shape.cards), self._fresh(shape), _new(state.made)
            )
            points = self.melds.points(shape) or 0
            new = state._replace(
                hand=remove(state.hand, shape.cards),
                table=(*state.table, lying),
                points=state.points + (points if self.opening and not state.frozen else 0),
                pure_laid=state.pure_laid or (pure and self.opening),
                owed=max(0, state.owed - shape.jokers),
                duty_met=state.duty_met or has_wanted,
                laid=True,
                acted=True,
                melds=state.melds + 1,
                made=state.made + 1,
            )
            yield Move("meld", (), shape.cards, shapes=(shape,)), new

    def _no_joker_yet(self, state: State) -> bool:
        """Does the pure run that comes before every joker of the opening not lie yet?"""
        first = self.profile.pure_run_first == "before_jokers" and self.profile.opening_pure_run
        return first and self.opening and not state.pure_laid

    def _lay_offs(self, state: State) -> Iterator[tuple[Move, State]]:
        for index, meld in enumerate(state.table):
            for cards, result, end in self._ways_to_lay_off(meld.shape, state.hand):
                if JOKER_KIND in cards and (meld.sealed or self._no_joker_yet(state)):
                    continue
                if meld.mine and not self._for_oneself_allowed(state, cards):
                    continue
                gained = (self.melds.points(result) or 0) - (self.melds.points(meld.shape) or 0)
                counts = self.opening and self.profile.layoffs_count and not state.frozen
                new = self._changed(state, index, result, cards, 0)
                new = new._replace(
                    points=state.points + (gained if counts else 0),
                    frozen=state.frozen or (self.opening and not self.profile.layoffs_count),
                )
                yield Move("layoff", (meld.id,), cards, end), new
            yield from self._automatic(state, index)

    def _ways_to_lay_off(self, shape: Shape, hand: Kinds) -> Iterator[tuple[Kinds, Shape, str | None]]:
        if shape.kind == "set":
            for cards, result in self.melds.additions(shape, hand):
                yield cards, result, None
            return
        for cards, result in self.melds.extensions(shape, hand, low=False):
            yield cards, result, "high"
        for cards, result in self.melds.extensions(shape, hand, low=True):
            yield cards, result, "low"
            if self.profile.order_rule and cards[0] != JOKER_KIND and 0 not in {card % 13 for card in cards}:
                # both ends at once: only where a single action has to hold the joker
                for more, longer in self.melds.extensions(result, remove(hand, cards), low=False):
                    if 0 not in {one % 13 for one in more}:
                        yield cards + more, longer, None

    def _automatic(self, state: State, index: int) -> Iterator[tuple[Move, State]]:
        """Exchanging and laying a joker in one action, which only the order rule tells from doing one by one."""
        meld = state.table[index]
        may = not self.opening or (self.opens(state) and self.profile.exchange_when != "earlier")
        late = self.profile.order_rule and state.others and state.owed and meld.mine
        if not (self.profile.exchange_automatic and late and may and meld.shape.kind == "run"):
            return
        for given, jokers, between in self.melds.exchanges(meld.shape, state.hand):
            for low in (True, False):
                for cards, result in self.melds.extensions(between, remove(state.hand, given), low=low):
                    if JOKER_KIND in cards and not meld.sealed:
                        new = self._changed(state, index, result, given + cards, jokers)
                        yield Move("layoff", (meld.id,), given + cards, "low" if low else "high"), new

    def _exchanges_before_opening(self, state: State) -> bool:
        """The house rule: a turn that does not open may exchange jokers, and does nothing else."""
        nothing_else = not state.acted or state.early
        return self.profile.exchange_when == "always" and nothing_else and self.duty == "none"

    def _exchanges(self, state: State, *, early: bool) -> Iterator[tuple[Move, State]]:
        for index, meld in enumerate(state.table):
            if meld.mine and not self._for_oneself_allowed(state, ()):
                continue
            for cards, jokers, result in self.melds.exchanges(meld.shape, state.hand):
                new = self._changed(state, index, result, cards, jokers)
                yield (
                    Move("exchange", (meld.id,), cards, jokers=jokers),
                    new._replace(frozen=self.opening, settled=False, early=early),
                )

    def _changed(self, state: State, index: int, result: Shape, cards: Kinds, won: int) -> State:
        """A meld of the table is now `result`, cards of the hand laid on it and jokers won from it."""
        meld = state.table[index]
        laid_jokers = cards.count(JOKER_KIND)
        # an exchange is a lay-off for the duty only if the joker lay there before the turn
        has_wanted = self.wanted in cards and not (won and self._only_fresh(meld, result))
        kept = self._kept(cards if has_wanted else tuple(card for card in cards if card != self.wanted))
        laid = tuple(sorted(meld.laid + kept))
        fresh = self._fresh_after(meld, result)
        changed = meld._replace(shape=result, pure=0 if laid_jokers else meld.pure, laid=laid, fresh=fresh)
        met = has_wanted
        if self.duty == "own_card":
            met = self._own_card_met(laid)
        elif self.duty == "new_meld":
            met = has_wanted and not meld.old
        return state._replace(
            hand=add_jokers(remove(state.hand, cards), won),
            table=(*state.table[:index], changed, *state.table[index + 1 :]),
            others=self.profile.order_rule and (state.others or not meld.mine),
            foreign=state.foreign or not meld.mine,
            owed=max(0, state.owed - laid_jokers) + won,
            won=state.won + won,
            duty_met=state.duty_met or met,
            laid=True,
            acted=True,
        )

    def _kept(self, cards: Kinds) -> Kinds:
        """Cards laid on a meld, where a duty asks for a further card on the same meld."""
        return tuple(sorted(cards)) if self.duty == "own_card" else ()

    def _fresh(self, shape: Shape) -> Kinds:
        """The jokers of a meld that is laid now, where a duty tells them from those that lay there before the turn."""
        return shape.joker_places if self.duty != "none" else ()

    def _fresh_after(self, meld: Lying, result: Shape) -> Kinds:
        """The jokers of this turn in a meld that has become `result`: none of those that lay there before."""
        if self.duty == "none":
            return ()
        if result.kind == "set":
            before_turn = meld.shape.jokers - len(meld.fresh) - max(0, meld.shape.jokers - result.jokers)
            return result.joker_places[max(0, before_turn) :]
        before = set(meld.shape.joker_places) - set(meld.fresh)
        if result.low > meld.shape.low:  # below the ace: all places lie 13 higher
            before = {place + 13 for place in before}
        return tuple(place for place in result.joker_places if place not in before)

    def _only_fresh(self, meld: Lying, result: Shape) -> bool:
        """Has the wanted card, by an exchange, taken the place of a joker of this turn and of no other?"""
        if meld.shape.kind == "set":
            return len(meld.fresh) == meld.shape.jokers
        left = set(result.joker_places)
        if result.low > meld.shape.low:
            left = {place - 13 for place in left}
        gone = set(meld.shape.joker_places) - left
        mine = [place for place in gone if at_place(place, meld.shape.suit) == self.wanted]
        return bool(mine) and all(place in meld.fresh for place in mine)

    def _own_card_met(self, laid: Kinds) -> bool:
        return self.wanted in laid and len(laid) > 1

    def _rearrangements(self, state: State) -> Iterator[tuple[Move, State]]:
        given = sorted(set(subsets(state.hand)))
        for chosen in subsets(range(len(state.table))):
            if not chosen:
                continue
            taken = [state.table[index] for index in chosen]
            before = tuple(sorted(one.shape for one in taken))
            stay = tuple(lying for index, lying in enumerate(state.table) if index not in chosen)
            lying = tuple(card for one in taken for card in one.shape.cards)
            owners = {one.mine for one in taken} if self.profile.order_rule else {taken[0].mine}
            for cards in given:
                for shapes in self.melds.partitions(tuple(sorted(lying + cards))):
                    if shapes == before:
                        continue
                    for mine in owners:
                        yield self._rearranged(state, taken, stay, cards, shapes, mine)

    def _rearranged(
        self,
        state: State,
        taken: list[Lying],
        stay: tuple[Lying, ...],
        cards: Kinds,
        shapes: tuple[Shape, ...],
        mine: bool,
    ) -> tuple[Move, State]:
        old = all(one.old for one in taken)
        laid = Counter(self._kept(cards))
        for one in taken:
            laid.update(one.laid)
        any_before = any(one.shape.jokers > len(one.fresh) for one in taken)
        built = tuple(
            Lying(
                shape,
                mine,
                old,
                False,
                0,
                tuple(sorted((laid & Counter(shape.cards)).elements())),
                () if any_before else self._fresh(shape),
                _new(number),
            )
            for number, shape in enumerate(shapes, state.made)
        )
        met = self.wanted in cards
        if self.duty == "own_card":
            met = any(self._own_card_met(one.laid) for one in built)
        new = state._replace(
            hand=remove(state.hand, cards),
            table=(*stay, *built),
            frozen=self.opening,
            others=self.profile.order_rule,
            foreign=state.foreign or not all(one.mine for one in taken),
            owed=max(0, state.owed - cards.count(JOKER_KIND)),
            duty_met=state.duty_met or met,
            laid=state.laid or bool(cards),
            moved=True,
            settled=True,
            acted=True,
            made=state.made + len(shapes),
        )
        ids = tuple(one.id for one in sorted(taken, key=lambda one: one.mine != mine))
        return Move("rearrange", ids, cards, shapes=shapes), new


def _new(number: int) -> str:
    return f"new:{number}"


def record(move: Move) -> Action:
    """The action as the project writes it."""
    cards = _cards(move.cards)
    if move.name == "meld":
        return LayMeld(cards, move.shapes[0].kind)
    if move.name == "layoff":
        return LayOff(move.ids[0], cards, "low" if move.end == "low" else "high" if move.end == "high" else None)
    if move.name == "exchange":
        return Exchange(move.ids[0], cards, move.jokers)
    return Rearrange(move.ids, tuple(LayMeld(_cards(shape.cards), shape.kind) for shape in move.shapes), cards)


def _cards(kinds: Kinds) -> tuple[Card, ...]:
    return tuple(CARDS[kind] for kind in kinds)
