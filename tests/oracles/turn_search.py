"""The exhaustive turn search: every legal order of actions of a whole turn of a small position, by rules code of its
own (`tests.oracles.turn_moves`), written from the rules and sharing nothing with optimiser or referee."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from solver.game.actions import Action, Discard
from solver.game.cards import CARDS, JOKER_KIND
from solver.game.position import Position
from tests.oracles.brute_force import penalty_of_kind
from tests.oracles.turn_moves import Move, Moves, record
from tests.oracles.turn_state import Kinds, State, remove, start

Path = tuple["Path", Move] | None


class TooLarge(Exception):
    """The position has more states, or moves between them, than were allowed."""


class End(NamedTuple):
    """The end of a legal turn. `points` is None if the turn did not open."""

    hand: Kinds
    discard: int | None
    closes: bool
    from_hand: bool
    special: bool
    penalty: int
    points: int | None
    jokers_laid: int
    melds: int

    @property
    def order(self) -> tuple[int, ...]:
        """Smaller is better: the rules' section 8 down to fewer melds."""
        kept = self.hand.count(JOKER_KIND)
        return (int(not self.closes), self.penalty, -kept, self.jokers_laid, len(self.hand), self.melds)


class TurnTruth(NamedTuple):
    """The best that legal turns can do; None where there is no legal turn (a taken card then goes back).

    `best` is the order of the least penalty, `opening` minus the points and the order of the best opening turn,
    `fewest` the fewest cards in hand, `left_over` those without carriable jokers, `most_carried` the most jokers kept
    at a close from hand. `witnesses` are actions that reach each of them.
    """

    best: tuple[int, ...] | None
    opening: tuple[int, ...] | None
    fewest: int | None
    left_over: int | None
    closes: bool
    from_hand: bool
    special: bool
    most_carried: int | None
    states: int
    witnesses: dict[str, tuple[Action, ...]]


class Turn:
    """One turn of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.profile = position.profile
        self.moves = Moves(position)
        self.melds = self.moves.melds
        self.first = start(position)
        drawn = position.drawn
        self.bottom = drawn is not None and drawn.source == "bottom"
        taken = drawn is not None and drawn.source == "discard"
        self.forbidden = (
            taken
            and self.profile.discard_fitting_forbidden
            and position.thrown_by_opened_player()
            and any(self.melds.fits(self.moves.wanted or 0, lying) for lying in self.first.table)
        ) or (self.bottom and position.opened)
        self.back_in_round_1 = (
            self.moves.wanted if taken and position.round == 1 and not self.profile.round_1_return else None
        )

    def states(self, most: int | None = None, most_moves: int | None = None) -> Iterator[tuple[State, Path]]:
        """Every state that legal actions reach, each once, with a way to it. Raises TooLarge."""
        if self.forbidden:
            return
        seen = {self.first.key()}
        waiting: list[tuple[State, Path]] = [(self.first, None)]
        moves = 0
        while waiting:
            state, path = waiting.pop()
            yield state, path
            for move, new in self.moves.after(state):
                moves += 1
                if most_moves is not None and moves > most_moves:
                    raise TooLarge(moves)
                key = new.key()
                if key not in seen:
                    seen.add(key)
                    waiting.append((new, (path, move)))
            if most is not None and len(seen) > most:
                raise TooLarge(len(seen))

    def ends(self, state: State) -> Iterator[End]:
        """Every way to end the turn here."""
        opens = not self.position.opened and self.moves.opens(state)
        if state.acted and not (self.position.opened or opens or state.early):
            return
        if state.moved and not state.laid:
            return
        if self.moves.duty != "none" and not self.bottom and not (state.duty_met and (self.position.opened or opens)):
            return
        throws: list[int | None] = [None]
        if self.profile.ends_with_discard:
            throws = [*self._throws(state, opened=self.position.opened or opens)]
        if self.profile.ends_with_discard == "optional" and self._end(state, None, opens).closes:
            throws.append(None)
        if self.position.closing_barred and not self.profile.ends_with_discard and not state.hand:
            return
        for thrown in throws:
            end = self._end(state, thrown, opens)
            if thrown == JOKER_KIND and self.profile.joker_discard == "to_close" and not end.closes:
                continue
            if self._bottom_met(state, end) and self._won_jokers_laid(state, end):
                yield end

    def _throws(self, state: State, *, opened: bool) -> Iterator[int]:
        """The cards that may be thrown."""
        profile, hand = self.profile, state.hand
        if self.position.closing_barred and len(hand) == 1:
            return
        for card in sorted(set(hand)):
            if card == JOKER_KIND:
                if self.position.round < profile.joker_discard_from_round:
                    continue
                if len(hand) == 1 and not profile.close_with_joker:
                    continue
            if card == self.back_in_round_1 and self.first.hand.count(card) == 1:
                continue
            banned = profile.unopened_fit_ban and not opened and self._fits(card, state)
            if banned and not all(self._fits(other, state) for other in set(hand)):
                continue
            yield card

    def _fits(self, card: int, state: State) -> bool:
        return any(self.melds.fits(card, lying) for lying in state.table)

    def _end(self, state: State, thrown: int | None, opens: bool) -> End:
        profile, position = self.profile, self.position
        hand = state.hand if thrown is None else remove(state.hand, (thrown,))
        joker_thrown = thrown == JOKER_KIND
        closes = (
            (position.opened or opens)
            and not position.closing_barred
            and hand.count(JOKER_KIND) == len(hand) <= profile.carry_max
            and not (joker_thrown and (profile.joker_discard_bars_closing or not profile.close_with_joker))
        )
        from_hand = closes and opens and (profile.from_hand_layoffs or not state.foreign)
        bonus = profile.from_hand_bonus
        special = from_hand and (bonus == "always" or (bonus == "no_opponent_meld" and not position.opponent_has_meld))
        jokers_laid = self.first.hand.count(JOKER_KIND) + state.won - state.hand.count(JOKER_KIND)
        penalty = 0 if closes else sum(penalty_of_kind(kind, profile) for kind in hand)
        points = state.points if opens else None
        return End(hand, thrown, closes, from_hand, special, penalty, points, jokers_laid, state.melds)

    def _bottom_met(self, state: State, end: End) -> bool:
        """The bottom card asks for a close from hand, the card in it."""
        if not self.bottom:
            return True
        thrown = self.profile.bottom == "meld_or_discard" and end.discard == self.moves.wanted
        return end.from_hand and (state.duty_met or thrown)

    def _won_jokers_laid(self, state: State, end: End) -> bool:
        if self.profile.won_joker == "free" or not state.owed:
            return True
        return self.profile.won_joker == "lay_or_close" and end.closes and bool(end.hand)


def search(position: Position, most_states: int | None = None, most_moves: int | None = None) -> TurnTruth:
    """The exhaustive answers for a whole turn. Raises TooLarge."""
    turn = Turn(position)
    best: dict[str, tuple[tuple[int, ...], End, Path]] = {}
    number = 0

    def offer(name: str, value: tuple[int, ...], end: End, path: Path) -> None:
        if name not in best or value < best[name][0]:
            best[name] = (value, end, path)

    for state, path in turn.states(most_states, most_moves):
        number += 1
        for end in turn.ends(state):
            offer("best", end.order, end, path)
            offer("fewest", (len(end.hand),), end, path)
            carriable = min(end.hand.count(JOKER_KIND), position.profile.carry_max)
            offer("left_over", (len(end.hand) - carriable,), end, path)
            if end.points is not None:
                offer("opening", (-end.points, *end.order), end, path)
            if end.closes:
                offer("closes", end.order, end, path)
            if end.from_hand:
                offer("from_hand", (-len(end.hand),), end, path)
            if end.special:
                offer("special", (-len(end.hand),), end, path)

    def value(name: str) -> tuple[int, ...] | None:
        return best[name][0] if name in best else None

    fewest, left_over, carried = value("fewest"), value("left_over"), value("from_hand")
    return TurnTruth(
        best=value("best"),
        opening=value("opening"),
        fewest=fewest[0] if fewest else None,
        left_over=left_over[0] if left_over else None,
        closes="closes" in best,
        from_hand="from_hand" in best,
        special="special" in best,
        most_carried=-carried[0] if carried else None,
        states=number,
        witnesses={name: actions_of(end, path) for name, (_, end, path) in best.items()},
    )


def actions_of(end: End, path: Path) -> tuple[Action, ...]:
    """The actions of a way, in their order."""
    actions: list[Action] = []
    if end.discard is not None:
        actions.append(Discard(CARDS[end.discard], end.closes, end.from_hand))
    while path:
        path, move = path
        actions.append(record(move))
    return tuple(reversed(actions))


def random_turn(position: Position, rng: Random) -> tuple[tuple[Action, ...], End] | None:
    """A random legal turn; None if there is none on the way taken."""
    turn = Turn(position)
    if turn.forbidden:
        return None
    state, path = turn.first, None  # type: tuple[State, Path]
    found: list[tuple[End, Path]] = []
    while True:
        found += [(end, path) for end in turn.ends(state)]
        after = list(turn.moves.after(state))
        if not after or rng.random() < 0.1:
            break
        move, state = rng.choice(after)
        path = (path, move)
    if not found:
        return None
    end, way = rng.choice(found)
    return actions_of(end, way), end
