"""Objectives: what is best, as levels in the order of the rules' section 8.

Close before not; fewer penalty points left; more jokers kept in hand; fewer jokers laid; fewer cards left; fewer
melds; then the order of the cards: the highest card is thrown, and a fixed fingerprint of what is laid decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from zlib import crc32

from solver.game.cards import CARDS, JOKER_KIND
from solver.game.melds import Meld, rank_points
from solver.model.engine import FINGERPRINT, WEIGHT_LIMIT, Level, Meaning, Term
from solver.model.lay_off_variables import Extension
from solver.model.question import Objective
from solver.model.variables import Variables

_MAX_FINGERPRINT_BITS = 24
_LOWER: Final = 1 << 31
_LATER: Final = 1 << 30
_SPARED: Final = Meaning("jokers that may be carried")


def set_objective(turn: Variables) -> None:
    """The levels of the question's objective, then those of all, then the ties."""
    turn.model.rule("objective")
    for level in _FIRST_LEVELS[turn.question.objective]:
        level(turn)
    _close_first(turn)
    _least_penalty(turn)
    if not turn.question.ties:
        return
    _jokers_kept_and_laid(turn)
    _fewest_cards_left(turn)
    _fewest_melds(turn)
    _order_of_cards(turn)


def _level(
    turn: Variables, name: str, terms: list[Term], constant: int, low: int, high: int, *, tie: bool = False
) -> None:
    if all(level.name != name for level in turn.model.levels):
        turn.model.levels.append(Level(name, terms, low, high, constant, tie))


def _most_points(turn: Variables) -> None:
    """For the best opening what counts for it; else the points by which the table grows."""
    profile = turn.position.profile
    best = max((rank_points(rank, profile) for rank in range(1, 14)), default=0)
    best = max(best, profile.ace_high or 0, profile.ace_low or 0)
    most = best * (turn.hand_size + turn.winnable)
    turned = best * len(turn.extensions) * profile.ace_wraps  # an ace that comes to stand above a king
    if turn.question.objective == "opening":
        terms, moved = turn.opening_points(), 0
    else:  # a card that is moved may come to count less, or more
        terms, moved = turn.points_laid(), sum(len(one.meld.cards) for one, _ in turn.pool.taken) if turn.pool else 0
    low, high = -most - best * moved - turned, best * moved + turned
    _level(turn, "points", [(variable, -points) for variable, points in terms if points], 0, low, high)


def _fewest_layoffs(turn: Variables) -> None:
    """In a best opening cards go to the table's melds only where that counts or meets the draw's duty."""
    if turn.extensions and not turn.position.profile.layoffs_count:
        terms = [(step.variable, 1) for extension in turn.extensions for step in extension.steps]
        terms += [(exchange.variable, 1) for extension in turn.extensions for exchange in extension.exchanges]
        terms += [(laying.variable, 1) for laying in turn.layings if laying.late]
        most = 2 * (turn.hand_size + turn.winnable)
        if turn.pool:
            moved = [*(variable for _, variable in turn.pool.taken), *turn.pool.added.values()]
            terms += [(variable, 1) for variable in moved]
            most += len(turn.pool.taken) + turn.hand_size
        _level(turn, "layoffs", terms, 0, 0, most, tie=True)


def _fewest_left_over(turn: Variables) -> None:
    """Fewest cards beyond the discard, carriable jokers not counted."""
    if turn.spared is None:
        turn.spared = turn.model.variable(min(turn.position.profile.carry_max, turn.held[JOKER_KIND] + turn.winnable))
        left = [*turn.jokers_won(), *((at, -factor) for at, factor in turn.jokers_laid())]
        if JOKER_KIND in turn.discards:
            left.append((turn.discards[JOKER_KIND], -1))
        turn.model.at_most([(turn.spared, 1), *((at, -factor) for at, factor in left)], turn.held[JOKER_KIND], _SPARED)
    terms, constant = _cards_left(turn)
    _level(turn, "left_over", [*terms, (turn.spared, -1)], constant, 0, turn.hand_size + turn.winnable)


def _close_first(turn: Variables) -> None:
    if turn.closes is not None:
        _level(turn, "close", [(turn.closes, -1)], 0, -1, 0)


def _least_penalty(turn: Variables) -> None:
    """Penalty points of what is left after the discard; jokers carried at a close are free."""
    worth = turn.penalties
    terms = [(variable, -points) for variable, points in turn.naturals_laid(worth)]
    joker = worth[JOKER_KIND]
    if joker:
        terms += [(variable, -factor * joker) for variable, factor in turn.jokers_laid()]
        terms += [(variable, factor * joker) for variable, factor in turn.jokers_won()]
        if turn.carried is not None:
            terms.append((turn.carried, -joker))
    terms += [(variable, -worth[kind]) for kind, variable in turn.discards.items() if worth[kind]]
    held = sum(count * points for count, points in zip(turn.held, worth, strict=True))
    _level(turn, "penalty", terms, held, 0, held + joker * turn.winnable)


def _jokers_kept_and_laid(turn: Variables) -> None:
    reachable = turn.held[JOKER_KIND] + turn.winnable
    if not reachable:
        return
    laid = turn.jokers_laid()
    kept = [*((variable, -factor) for variable, factor in turn.jokers_won()), *laid]
    if JOKER_KIND in turn.discards:
        kept.append((turn.discards[JOKER_KIND], 1))
    most = reachable + bool(turn.bought_back)
    _level(turn, "kept", kept, 0, -most, most)
    _level(turn, "laid", laid, 0, 0, most)


def _cards_left(turn: Variables) -> tuple[list[Term], int]:
    terms = [(variable, -factor) for variable, factor in turn.cards_laid()] + turn.jokers_won()
    if turn.position.profile.closes_without_discard:
        return [*terms, *((variable, -1) for variable in turn.discards.values())], turn.hand_size
    return terms, turn.hand_size - bool(turn.discards)


def _fewest_cards_left(turn: Variables) -> None:
    terms, constant = _cards_left(turn)
    _level(turn, "left", terms, constant, 0, turn.hand_size + turn.winnable)


def _fewest_melds(turn: Variables) -> None:
    most = (turn.hand_size + turn.winnable) // 3 + 1
    terms = [(laying.variable, 1) for laying in turn.layings]
    if turn.pool:
        taken = [(variable, 1) for _, variable in turn.pool.taken] + [(o.variable, 1) for o in turn.layings if o.torn]
        between = [(variable, 1) for variable in turn.pool.between.values()]
        _level(turn, "taken", [*taken, *between], 0, 0, len(taken) + (turn.hand_size if between else 0), tie=True)
        terms += [(variable, 1) for _, variable in turn.pool.built]
        most += sum(len(one.meld.cards) for one, _ in turn.pool.taken) // 3
    _level(turn, "melds", terms, 0, 0, most, tie=True)


def _order_of_cards(turn: Variables) -> None:
    kinds = sorted(turn.discards, key=turn.throw_order)
    first = int(turn.position.profile.closes_without_discard)  # a close without a throw comes first
    if len(kinds) + first > 1:
        terms = [(turn.discards[kind], at) for at, kind in enumerate(kinds, first)]
        _level(turn, "discard", terms, 0, 0, len(kinds), tie=True)
    span = 1
    for level in turn.model.levels:
        span *= level.high - level.low + 1
    things = turn.hand_size + turn.winnable + 1
    if turn.pool:
        things += sum(len(one.meld.cards) for one, _ in turn.pool.taken)
    bits = min(_MAX_FINGERPRINT_BITS, (WEIGHT_LIMIT // (span * things)).bit_length() - 1)
    if bits <= 0:
        return
    shift = 32 - bits
    terms = [(laying.variable, laying.candidate.fingerprint >> shift) for laying in turn.layings]
    for extension, before in _equal_ones_before(turn.extensions):
        lying = extension.target.meld
        meld, later = f"{lying.kind} {' '.join(map(str, lying.cards))} {before}", _LATER if before else 0
        for step in extension.steps:
            mark = crc32(f"{meld} {step.place} {CARDS[step.kind]}".encode()) >> 2 | later
            mark |= _LOWER if step.side == "low" else 0  # so that cards that fit at either end go to one, the high one
            terms.append((step.variable, mark >> shift))
        for exchange in extension.exchanges:
            mark = crc32(f"{meld} exchange {exchange.index}".encode()) >> 2 | later
            terms.append((exchange.variable, mark >> shift))
    if turn.pool:
        terms += turn.pool.fingerprints(shift)
    _level(turn, FINGERPRINT, terms, 0, 0, things << bits, tie=True)


def _equal_ones_before(extensions: Sequence[Extension]) -> Iterator[tuple[Extension, int]]:
    """The table's melds, each with how many of the same cards lie before it. Their ids, the caller's own, decide
    nothing: of equal ones the first is taken."""
    before: Counter[Meld] = Counter()
    for extension in extensions:
        meld = extension.target.meld
        yield extension, before[meld]
        before[meld] += 1


_FIRST_LEVELS: Final[dict[Objective, tuple[Callable[[Variables], None], ...]]] = {
    "opening": (_most_points, _fewest_layoffs),
    "points": (_most_points,),
    "left_over": (_fewest_left_over,),
    "cards": (_close_first, _fewest_cards_left),
    "penalty": (),
}
"""What each objective puts before the levels that all have."""
