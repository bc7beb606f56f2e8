"""What the referee keeps of a turn, and the checks and changes that its actions share."""

from __future__ import annotations

from collections.abc import Sequence

from solver import facts
from solver.game.cards import JOKER, Card
from solver.game.melds import Meld
from solver.game.named import named
from solver.game.position import Position
from solver.referee.table import LiveMeld, Refused, guarded_runs, joker_places, refusal


class TurnState:
    """How a turn stands after the actions done so far; the checks raise Refused and change nothing."""

    def __init__(self, position: Position, *, order_shown: bool = False) -> None:
        self.position = position
        self.profile = position.profile
        self.order_shown = order_shown
        self.hand = list(position.hand)
        guarded = guarded_runs(position)
        self.melds = {
            meld.id: LiveMeld(meld.id, meld.owner, meld.meld, meld, guarded=meld.id in guarded)
            for meld in position.table
        }
        self.new_melds = 0
        self.steps = 0
        """Laying actions done."""
        self.cards_laid = 0
        self.rearranged = False
        self.points = 0
        self.counting = not position.opened
        self.begun = False
        """Has something been laid that counts for the opening?"""
        self.pure_laid = False
        self.opening_runs: list[str] = []
        """The pure runs of an opening that needs one, as they were laid, while they have stayed without a joker."""
        self.early_exchanges = 0
        """Exchanges done before the opening, where the profile allows them; nothing opens after them in this turn."""
        self.won = 0
        self.owed = 0
        self.served_others = False
        self.touched_others = False
        self.card_unknown = False
        """Was a card drawn that is not told, and so is not in `hand`?"""
        self.drawn = position.drawn
        self.held = position.hand
        """All cards of the hand after the draw."""
        self.duty_met = False
        self.taken_in_new_meld = False

    # How it stands

    @property
    def duty(self) -> str:
        """The duty that the draw brings: that of the profile for a discard, none in round 1 where it is free."""
        free = self.profile.discard_round_1 and self.position.round == 1
        is_discard = self.drawn is not None and self.drawn.source == "discard"
        return self.profile.discard_duty if is_discard and not free else "none"

    @property
    def undrawn(self) -> bool:
        """Is the draw of this turn still to come?"""
        return self.position.phase == "before_draw" and self.drawn is None and not self.card_unknown

    @property
    def taken(self) -> Card | None:
        """The discard or bottom card that was taken."""
        return self.drawn.card if self.drawn is not None and self.drawn.source in ("discard", "bottom") else None

    @property
    def lacks(self) -> tuple[str, ...]:
        """The parameters by which what was laid is not yet an opening."""
        lacking = []
        if self.early_exchanges or not self.begun or self.points < self.profile.opening_minimum:
            lacking.append("opening_minimum")
        if self.profile.opening_pure_run and not self.pure_laid:
            lacking.append("opening_pure_run")
        return tuple(lacking)

    @property
    def opens(self) -> bool:
        return not self.position.opened and not self.lacks

    @property
    def opened(self) -> bool:
        return self.position.opened or not self.lacks

    # What the actions share

    def check_time(self) -> None:
        if not self.position.may_lay:
            raise Refused(facts.too_early(round=self.position.round, from_=self.profile.first_laying_round))

    def check_given(self, cards: Sequence[Card]) -> None:
        if not cards:
            raise Refused(facts.nothing_laid())

    def check_hand(self, cards: Sequence[Card]) -> None:
        missing = [card for card in set(cards) if cards.count(card) > self.hand.count(card)]
        if missing and self.card_unknown:
            raise refusal(facts.drawn_card_unknown, sorted(missing))
        if missing:
            raise refusal(facts.not_in_hand, sorted(missing))

    def check_opened(self, cards: Sequence[Card]) -> None:
        """May a player touch what lies on the table, by the state of his opening?"""
        if self.position.opened:
            return
        if not self.profile.layoffs_in_opening_turn:
            raise refusal(facts.not_in_opening_turn, cards)
        if self.lacks:
            required = self.profile.opening_minimum
            raise refusal(facts.not_opened, cards, points=self.points, required=required, lacks=self.lacks)

    def check_exchange(self, cards: Sequence[Card]) -> None:
        if self.profile.exchange_when == "earlier" and not self.position.opened:
            raise refusal(facts.exchange_too_early, cards)
        if not self.exchanges_early:
            self.check_opened(cards)

    @property
    def exchanges_early(self) -> bool:
        """May a joker be exchanged by a player who has not opened? Only if he has laid nothing in this turn, and
        owes no opening for a card that he has taken."""
        unopened = not self.opened and self.steps == self.early_exchanges
        return unopened and self.profile.exchange_when == "always" and self.duty == "none"

    def check_guard(self, live: LiveMeld, cards: Sequence[Card]) -> None:
        """A run that opened, and must stay without a joker, gets none."""
        last_one = self.opening_runs == [live.id] and self.profile.opening_run_joker != "yes"
        if live.guarded or last_one:
            onto = named(live, self.melds.values())
            raise refusal(facts.joker_on_opening_run, cards, meld=live.id, onto=onto)

    def check_pure_first(self, cards: Sequence[Card], *, pure: bool = False, laying_off: bool = False) -> None:
        """In an opening the pure run comes before every other meld, or before every joker, as the profile says."""
        rule = self.profile.pure_run_first
        if self.position.opened or self.pure_laid or pure or not self.profile.opening_pure_run:
            return
        if (rule == "yes" and not laying_off) or (rule == "before_jokers" and JOKER in cards):
            raise refusal(facts.pure_run_not_first, cards, before=rule)

    def check_order(self, cards: Sequence[Card]) -> None:
        """After others were served, only a joker that was won is laid for oneself."""
        if self.profile.order_rule and self.served_others and not (self.owed and JOKER in cards):
            raise refusal(facts.others_already_served, cards)

    def check_next(self, lays_taken: bool, cards: Sequence[Card]) -> None:
        if self.duty == "next" and not self.steps and not lays_taken:
            raise refusal(facts.taken_card_not_next, cards, card=str(self.taken), duty="next")

    def check_left(self, cards: Sequence[Card], won: int = 0) -> None:
        coming = self.card_unknown or self.undrawn
        if self.profile.keeps_discard and len(self.hand) + coming - len(cards) + won < 1:
            raise refusal(facts.no_card_to_discard, cards)

    def use(self, cards: Sequence[Card]) -> None:
        """Takes cards from the hand; jokers among them pay what is owed."""
        for card in cards:
            self.hand.remove(card)
        self.owed = max(0, self.owed - cards.count(JOKER))
        self.cards_laid += len(cards)
        self.steps += 1

    def new_meld(self, owner: str, meld: Meld) -> LiveMeld:
        live = LiveMeld(f"new:{self.new_melds}", owner, meld)
        live.fresh = joker_places(meld) if meld.kind == "run" else frozenset(range(meld.jokers))
        self.melds[live.id] = live
        self.new_melds += 1
        return live

    def note_taken(self, live: LiveMeld, *, laid: bool, meets: bool) -> None:
        """Keeps what became of the taken card once cards were put on a meld: whether it was `laid` there, and in a
        way that `meets` a duty."""
        if laid:
            self.taken_in_new_meld = self.taken_in_new_meld or live.told is None
        live.taken = live.taken or meets
        if live.taken and (self.duty != "own_card" or len(live.laid) > 1):
            self.duty_met = True

    def meld_called(self, name: str) -> LiveMeld:
        if name not in self.melds:
            raise Refused(facts.unknown_meld(meld=name))
        return self.melds[name]
