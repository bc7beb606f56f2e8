"""A whole deal played by programs: shuffling, dealing, turns judged by the referee, and what each seat may see.

A program is shown nothing but a `Position`, which `Deal.view` builds from what its seat can see. Rulings where the
rule sets are silent: the starter draws before anybody has thrown; when the stock is used up, the discard pile without
its top card is turned over, and shuffled where the profile says so; the face-up card under the stock stays there; the
cards seen at the cut that nobody keeps go back to their places; the cutter sits to the right of the dealer, who sits to
the right of the starter; a
deal that goes on for `MAX_TURNS` turns a player, or in which no card is left to draw, ends without a closer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from advisor.scoring import Player, ScoreRequest, held_if_beaten, score
from solver.game.actions import Action, Discard, Return
from solver.game.cards import CARDS, JOKER, Card
from solver.game.position import ME, Drawn, Opponent, Position, TableMeld, make_position
from solver.referee.judge import discard_forbidden, judge, may_throw
from solver.referee.verdict import BrokenRule, EndState
from solver.rules.profile import RuleProfile

MAX_TURNS: Final = 60
"""Turns a player after which a deal ends without a closer."""

CUT_SEEN: Final = 3
"""Cards that are seen at the cut."""

GAME_DEALS: Final = 10
"""Deals of a game in a profile that does not say when a game ends."""

MOST_DEALS: Final = 200
"""Deals after which a game by points is given up."""

Choice: TypeAlias = Literal["stock", "discard", "bottom"]


class Program(Protocol):
    """A player. Both answers depend on nothing but the position, which is all that the seat can see."""

    @property
    def name(self) -> str:
        """How the program is called in results."""

    def draw(self, position: Position) -> Choice:
        """From where to draw, asked before the draw."""

    def play(self, position: Position) -> Sequence[Action]:
        """The actions after the draw; the drawn card is in the hand. `Return` alone puts a taken card back."""


@runtime_checkable
class Learner(Protocol):
    """What a program is told beside, if it has these methods too."""

    def refused(self, position: Position, problems: Sequence[BrokenRule]) -> None:
        """Its draw or its actions were not legal, with the clauses that they break; none where the turn was not
        ended. A card was drawn from the stock, or one thrown, in its place."""

    def ended(self, outcome: Outcome, seat: int) -> None:
        """The deal has ended; it sat at this seat."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a seat: from where it draws (answered by a `Choice`), or what it plays after the draw (actions)."""

    seat: int
    what: Literal["draw", "play"]
    position: Position


@dataclass(frozen=True, slots=True)
class Refused:
    """What a seat is told as :class:`Learner` says; nothing answers it."""

    seat: int
    position: Position
    problems: tuple[BrokenRule, ...]


Result = TypeVar("Result")
Steps: TypeAlias = Generator[Asked | Refused, Choice | Sequence[Action] | None, Result]
"""What is played, step by step: yields what a seat is asked or told, is sent its answer, and returns how it ended."""


def driven(steps: Steps[Result], programs: Mapping[int, Program]) -> Result:
    """Plays steps to their end, programs by seat."""
    answer: Choice | Sequence[Action] | None = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as end:
            result: Result = end.value
            return result
        program, answer = programs[step.seat], None
        if isinstance(step, Asked):
            answer = program.draw(step.position) if step.what == "draw" else program.play(step.position)
        elif isinstance(program, Learner):
            program.refused(step.position, step.problems)


def _actions(number: int, position: Position) -> Steps[tuple[Action, ...]]:
    """What a seat plays after its draw."""
    answer = yield Asked(number, "play", position)
    return () if answer is None or isinstance(answer, str) else tuple(answer)


@dataclass(slots=True)
class Seat:
    """A player's hidden hand and what is known of him: the cards that he picked up and holds, and those thrown."""

    hand: list[Card]
    opened: bool = False
    turns: int = 0
    picked: Counter[Card] = field(default_factory=Counter)
    thrown: list[Card] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended, by seat. `closer` is None if nobody closed; then everybody's hand costs what it would cost if
    an opponent had closed. `refusals` are turns in which a program's actions were not legal."""

    closer: int | None
    from_hand: bool
    special: bool
    penalties: tuple[int, ...]
    jokers_held: tuple[int, ...]
    opened: tuple[bool, ...]
    carried: int
    turns: int
    refusals: tuple[int, ...]


@dataclass(slots=True)
class Deal:
    """One deal in play. All cards are in `seats`, `table`, `stock` (top card last), `pile` (top card last) or
    `bottom`, at every moment."""

    profile: RuleProfile
    seats: list[Seat]
    stock: list[Card]
    starter: int = 0
    bottom: Card | None = None
    pile: list[Card] = field(default_factory=list)
    table: list[TableMeld] = field(default_factory=list)
    thrown_by: int | None = None
    barred: bool = False
    melds_laid: int = 0
    refusals: list[int] = field(default_factory=list)

    def cards(self) -> list[Card]:
        """Every card in play, wherever it is."""
        found = [*self.stock, *self.pile, *([self.bottom] if self.bottom else [])]
        for seat in self.seats:
            found += seat.hand
        for meld in self.table:
            found += meld.meld.cards
        return found

    # What a seat sees

    def view(self, number: int, drawn: Drawn | None = None) -> Position:
        """The position that a seat sees in its turn: its own hand and what lies face up."""
        seat = self.seats[number]
        others = [(number + step) % len(self.seats) for step in range(1, len(self.seats))]
        return make_position(
            self.profile,
            seat.hand,
            table=[replace(meld, owner=ME if meld.owner == seat_name(number) else meld.owner) for meld in self.table],
            round=max(1, seat.turns),
            opened=seat.opened,
            starter=number == self.starter,
            drawn=drawn,
            discard_pile=self.pile,
            bottom_card=self.bottom,
            opponents=[self._opponent(other) for other in others],
            top_discard_by=None if self.thrown_by in (None, number) else seat_name(self.thrown_by or 0),
            closing_barred=self.barred,
        )

    def _opponent(self, number: int) -> Opponent:
        seat = self.seats[number]
        picked = tuple(sorted(seat.picked.elements()))
        return Opponent(seat_name(number), len(seat.hand), seat.opened, picked, tuple(seat.thrown))

    # A turn

    def draw(self, number: int) -> Steps[Drawn | None]:
        """Draws for a seat as it wishes; None if there is no card left to draw."""
        seat = self.seats[number]
        if number == self.starter and seat.turns == 1 and self.profile.starter_extra:
            return Drawn("none")
        source = "stock"
        if seat.hand:
            wish = yield Asked(number, "draw", self.view(number))
            source = wish if isinstance(wish, str) else ""
        forbidden: tuple[BrokenRule, ...] = ()
        if source == "discard":
            reason = discard_forbidden(self.view(number))
            if reason is None and self.pile:
                card = self.pile.pop()
                seat.hand.append(card)
                return Drawn("discard", card)
            forbidden = () if reason is None else (BrokenRule(reason),)
        elif source == "bottom" and self.bottom is not None and not seat.opened:
            card, self.bottom = self.bottom, None
            seat.hand.append(card)
            return Drawn("bottom", card)
        if source != "stock":
            yield from self._refuse(number, self.view(number), forbidden)
        return self._from_stock(seat)

    def _from_stock(self, seat: Seat) -> Drawn | None:
        if not self.stock and len(self.pile) > 1:
            self.stock, self.pile = self.pile[-2::-1], self.pile[-1:]
            if self.profile.stock_refill == "shuffle":
                random.Random(" ".join(map(str, self.stock))).shuffle(self.stock)
        if not self.stock:
            return None
        card = self.stock.pop()
        seat.hand.append(card)
        return Drawn("stock", card)

    def turn(self, number: int, program: Program) -> EndState | None:
        """Plays one turn; how it ended, None if no card was left to draw."""
        return driven(self.steps(number), {number: program})

    def steps(self, number: int) -> Steps[EndState | None]:
        """The same, asked step by step."""
        seat = self.seats[number]
        seat.turns += 1
        if number == self.starter:
            self.barred = False
        drawn = yield from self.draw(number)
        if drawn is None:
            return None
        position = self.view(number, drawn)
        actions = yield from _actions(number, position)
        if len(actions) == 1 and isinstance(actions[0], Return) and judge(position, actions).legal:
            self._put_back(seat, drawn)
            drawn = self._from_stock(seat)
            if drawn is None:
                return None
            position = self.view(number, drawn)
            actions = yield from _actions(number, position)
        verdict = judge(position, actions)
        if not verdict.legal or not verdict.end.finished:
            if actions or any(may_throw(position, position.hand, card, position.opened) is None for card in seat.hand):
                yield from self._refuse(number, position, verdict.problems)
            if drawn.source in ("discard", "bottom"):
                self._put_back(seat, drawn)
                drawn = self._from_stock(seat)
                if drawn is None:
                    return None
                position = self.view(number, drawn)
            verdict = judge(position, _any_throw(position))
        self._note(seat, drawn, verdict.end)
        self._apply(number, verdict.end)
        return verdict.end

    def _refuse(self, number: int, position: Position, problems: Sequence[BrokenRule]) -> Steps[None]:
        """Counts a refusal, and tells it."""
        self.refusals[number] += 1
        yield Refused(number, position, tuple(problems))

    def _note(self, seat: Seat, drawn: Drawn, end: EndState) -> None:
        """Notes what all see of a turn: the cards that a player has picked up, less those that he has put down."""
        before, after = (
            Counter(card for meld in table for card in meld.meld.cards) for table in (self.table, end.table)
        )
        after.update(end.to_discard_pile)
        if drawn.source in ("discard", "bottom") and drawn.card is not None:
            seat.picked[drawn.card] += 1
        seat.picked += before - after
        seat.picked -= after - before
        if end.discard is not None:
            seat.picked -= Counter((end.discard,))
            seat.thrown.append(end.discard)

    def _put_back(self, seat: Seat, drawn: Drawn) -> None:
        if drawn.card is None:
            return
        seat.hand.remove(drawn.card)
        if drawn.source == "bottom":
            self.bottom = drawn.card
        else:
            self.pile.append(drawn.card)

    def _apply(self, number: int, end: EndState) -> None:
        """Takes over how a turn ended."""
        seat = self.seats[number]
        seat.hand = list(end.hand)
        seat.opened = end.opened
        self.table = [self._renamed(meld, number) for meld in end.table]
        self.pile += end.to_discard_pile
        if end.discard is not None:
            self.pile.append(end.discard)
            self.thrown_by = number
            if end.discard is JOKER and self.profile.joker_discard_bars_closing:
                self.barred = True

    def _renamed(self, one: TableMeld, number: int) -> TableMeld:
        owner = seat_name(number) if one.mine else one.owner
        name = one.id
        if name.startswith("new:"):
            name = f"m{self.melds_laid}"
            self.melds_laid += 1
        return replace(one, id=name, owner=owner)


def seat_name(number: int) -> str:
    """How the seats are called at the table."""
    return f"seat{number + 1}"


def _any_throw(position: Position) -> tuple[Action, ...]:
    """A legal turn that lays nothing: throws the first card that may be thrown; nothing if there is none."""
    if position.profile.ends_with_discard:
        for card in position.hand:
            if may_throw(position, position.hand, card, position.opened) is None:
                return (Discard(card),)
    return ()


def shuffled(profile: RuleProfile, seed: str) -> list[Card]:
    """The profile's cards in an order that depends on the seed alone."""
    cards = [card for card in CARDS for _ in range(profile.jokers if card is JOKER else profile.decks)]
    random.Random(seed).shuffle(cards)
    return cards


def deal_cards(profile: RuleProfile, players: int, seed: str, *, starter: int = 0, carried: Sequence[int] = ()) -> Deal:
    """Deals the cards of a seeded shuffle (RULES 1.2, 1.3, 1.4). `carried` are jokers that each seat keeps from the
    deal before; where the profile counts them as part of the deal, so many cards fewer are dealt. Jokers that the
    cutter keeps always count so. He is the second player before the starter."""
    kept = [*carried, *[0] * (players - len(carried))]
    stock = shuffled(profile, seed)
    for _ in range(sum(kept)):
        stock.remove(JOKER)
    cut, bottom = _cut(profile, stock)
    cutter = (starter - 2) % players
    seats = []
    for number in range(players):
        size = profile.cards_dealt + (profile.starter_extra and number == starter)
        if profile.carried_count_in_deal:
            size -= kept[number]
        found = cut if number == cutter else 0
        hand = [JOKER] * (kept[number] + found) + [stock.pop() for _ in range(size - found)]
        seats.append(Seat(hand))
    return Deal(profile, seats, stock, starter, bottom, refusals=[0] * players)


def _cut(profile: RuleProfile, stock: list[Card]) -> tuple[int, Card | None]:
    """Takes out of the shuffled cards the jokers that the cutter keeps, and the bottom card where there is one: the
    first other card of the three, or after them. How many jokers, and the bottom card."""
    most = {"none": 0, "one_joker": 1, "all_jokers": CUT_SEEN}[profile.cutting]
    kept = min(stock[-CUT_SEEN:].count(JOKER), most)
    bottom = None
    if profile.bottom is not None:
        bottom = stock.pop(max(at for at, card in enumerate(stock) if card is not JOKER))
    for _ in range(kept):
        stock.pop(max(at for at, card in enumerate(stock) if card is JOKER))
    return kept, bottom


def play_deal(deal: Deal, programs: Sequence[Program], watch: Callable[[Deal], None] | None = None) -> Outcome:
    """Plays a deal to its end, programs by seat. `watch` is called after every turn."""
    outcome = driven(playing(deal, watch), dict(enumerate(programs)))
    for seat, program in enumerate(programs):
        if isinstance(program, Learner):
            program.ended(outcome, seat)
    return outcome


def playing(deal: Deal, watch: Callable[[Deal], None] | None = None) -> Steps[Outcome]:
    """A deal to its end, step by step."""
    players = len(deal.seats)
    for count in range(MAX_TURNS * players):
        number = (deal.starter + count) % players
        end = yield from deal.steps(number)
        if watch is not None:
            watch(deal)
        if end is None:
            break
        if end.closes:
            return _outcome(deal, number, end, count + 1)
    return _outcome(deal, None, None, MAX_TURNS * players)


def play_game(profile: RuleProfile, programs: Sequence[Program], seed: str) -> list[Outcome]:
    """Plays deals, each started by the next seat, until the profile ends the game (`GAME_DEALS` deals where it does
    not say when), with the jokers that a closer carries."""
    players = len(programs)
    most = profile.rounds_per_game or (GAME_DEALS if profile.game_end_points is None else MOST_DEALS)
    totals = [0] * players
    carried = [0] * players
    outcomes: list[Outcome] = []
    while len(outcomes) < most:
        number = len(outcomes)
        deal = deal_cards(profile, players, f"{seed}/{number}", starter=number % players, carried=carried)
        outcome = play_deal(deal, programs)
        outcomes.append(outcome)
        carried = [outcome.carried if seat == outcome.closer else 0 for seat in range(players)]
        totals = [total + one for total, one in zip(totals, outcome.penalties, strict=True)]
        if profile.game_end_points is not None and max(totals) >= abs(profile.game_end_points):
            break
    return outcomes


def _outcome(deal: Deal, closer: int | None, end: EndState | None, turns: int) -> Outcome:
    if closer is None or end is None:
        penalties = tuple(held_if_beaten(seat.hand, seat.opened, deal.profile) for seat in deal.seats)
    else:
        players = tuple(
            Player(seat_name(number), tuple(seat.hand), seat.opened) for number, seat in enumerate(deal.seats)
        )
        request = ScoreRequest(deal.profile, seat_name(closer), players, end.from_hand, end.special)
        penalties = tuple(player.penalty for player in score(request).players)
    return Outcome(
        closer=closer,
        from_hand=end is not None and end.from_hand,
        special=end is not None and end.special,
        penalties=penalties,
        jokers_held=tuple(seat.hand.count(JOKER) for seat in deal.seats),
        opened=tuple(seat.opened for seat in deal.seats),
        carried=end.carried if end is not None else 0,
        turns=turns,
        refusals=tuple(deal.refusals),
    )
