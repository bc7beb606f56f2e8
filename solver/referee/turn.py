"""The referee's replay of a turn: each method does one action, or refuses it and leaves all as it was."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Sequence

from solver import facts
from solver.game.actions import Draw, Exchange, LayMeld, LayOff, Rearrange
from solver.game.cards import JOKER, Card
from solver.game.melds import Meld, colours_alternate
from solver.game.named import named
from solver.game.position import ME, Drawn
from solver.referee.cards import discard_forbidden
from solver.referee.state import TurnState
from solver.referee.table import LiveMeld, Refused, exchanged, laid_off, read, refusal


class Turn(TurnState):
    """A turn that is played action by action. Every method raises Refused."""

    # Drawing

    def draw(self, action: Draw) -> None:
        """Draws a card; after one from the stock that is not told no card may be thrown, since it is not known with
        which others."""
        position = self.position
        if position.starts_without_draw:
            raise Refused(facts.starter_does_not_draw())
        if self.drawn is not None or self.card_unknown or position.phase == "after_draw":
            raise Refused(facts.already_drawn())
        if self.steps:
            raise Refused(facts.draw_comes_first())
        if action.source == "stock":
            if action.card is None:
                self.card_unknown = True
                return
            if not self._is_left(action.card):
                raise refusal(facts.no_copy_left, (action.card,))
            card = action.card
        else:
            card = self._face_up(action)
        insort(self.hand, card)
        self.held = tuple(self.hand)
        self.drawn = Drawn(action.source, card)

    def _face_up(self, action: Draw) -> Card:
        """The discard or bottom card that an action draws."""
        position = self.position
        if action.source == "discard":
            refused = discard_forbidden(position)
            if refused:
                raise Refused(refused, cards=position.discard_pile[-1:])
            card = position.discard_pile[-1]
        else:
            if self.profile.bottom is None or position.bottom_card is None:
                raise Refused(facts.no_bottom_card())
            if position.opened:
                raise refusal(facts.bottom_after_opening, (position.bottom_card,))
            card = position.bottom_card
        if action.card not in (None, card):
            raise refusal(facts.not_the_card_drawn, (card,))
        return card

    def _is_left(self, card: Card) -> bool:
        """Is a copy of a card in the stock, as far as can be known?"""
        position = self.position
        if position.stock_left == 0 and len(position.discard_pile) > 1:  # the pile is turned over, but for its top
            stock = position.discard_pile[:-1]
            return card in (stock if self.profile.stock_refill == "shuffle" else stock[:1])
        visible = [*position.hand, *position.discard_pile, *position.seen]
        if position.bottom_card is not None:
            visible.append(position.bottom_card)
        for meld in position.table:
            visible += meld.meld.cards
        most = self.profile.jokers if card is JOKER else self.profile.decks
        return visible.count(card) < most

    # Laying

    def lay_meld(self, action: LayMeld) -> None:
        """Lays a new meld from the hand."""
        self.check_time()
        meld = self.read(action)
        self.check_hand(action.cards)
        self.check_pure_first(action.cards, pure=meld.pure)
        opening = not self.position.opened
        self.check_order(action.cards)
        lays_taken = self.taken in action.cards
        self.check_next(lays_taken, action.cards)
        self.check_left(action.cards)
        self.use(action.cards)
        live = self.new_meld(ME, meld)
        live.laid = action.cards
        if opening:
            self.begun = True
            if meld.pure:
                first_only = self.profile.opening_run_joker == "never" and self.profile.pure_run_first == "yes"
                if self.profile.opening_pure_run and not (first_only and self.pure_laid):
                    self.opening_runs.append(live.id)
                self.pure_laid = True
            if self.counting:
                self.points += meld.points
        self.note_taken(live, laid=lays_taken, meets=lays_taken)

    def read(self, action: LayMeld) -> Meld:
        """The meld of an action. Raises Refused."""
        meld = read(action.cards, self.profile, action.kind)
        shown = self.order_shown and self.profile.set_colours_alternate and meld.kind == "set"
        if shown and not colours_alternate(action.cards):
            raise refusal(facts.like_colours_adjacent, action.cards)
        return meld

    def lay_off(self, action: LayOff) -> None:
        """Lays cards off; the joker's own card exchanges it where the profile says so."""
        self.check_time()
        live = self.meld_called(action.meld)
        self.check_given(action.cards)
        self.check_hand(action.cards)
        if not self.profile.layoffs_count:
            self.check_opened(action.cards)
        result, own, places = laid_off(live.meld, action.cards, action.end, self.profile)
        if own:
            self.check_exchange(action.cards)
            self.check_opened(action.cards)  # also where jokers may be exchanged before
        only_exchanged = own.count(self.taken) == action.cards.count(self.taken) if self.taken else False
        self._put(live, result, action.cards, places, only_exchanged=only_exchanged)

    def exchange(self, action: Exchange) -> None:
        """Gives the cards that jokers stand for and takes the jokers."""
        self.check_time()
        live = self.meld_called(action.meld)
        self.check_given(action.cards)
        self.check_hand(action.cards)
        self.check_exchange(action.cards)
        result, places = exchanged(live.meld, action.cards, self.profile)
        if len(places) != action.jokers:
            raise refusal(facts.wrong_joker_count, action.cards, jokers=len(places), claimed=action.jokers)
        early = self.exchanges_early
        self._put(live, result, action.cards, places, only_exchanged=True)
        self.early_exchanges += early

    def _put(
        self, live: LiveMeld, result: Meld, cards: tuple[Card, ...], places: Sequence[int], *, only_exchanged: bool
    ) -> None:
        """Puts cards on a meld after the checks that lay-offs and exchanges share; jokers at `places` come back."""
        if JOKER in cards:
            self.check_guard(live, cards)
            self.check_pure_first(cards, laying_off=True)
        if live.mine:
            self.check_order(cards)
        lays_taken = self.taken in cards
        meets = lays_taken and (
            not only_exchanged
            or live.holds_old_joker(self._taken_places(live, places))
            or (self.duty == "own_card" and live.told is None)  # it then lies in a new meld
        )
        self.check_next(meets, cards)
        self.check_left(cards, len(places))
        if self.counting:
            if places or not self.profile.layoffs_count:
                self.counting = False
            else:
                self.points += result.points - live.meld.points
                self.begun = True
        self.use(cards)
        self.hand += [JOKER] * len(places)
        self.won += len(places)
        self.owed += len(places)
        if JOKER in cards and live.id in self.opening_runs:
            self.opening_runs.remove(live.id)
        if not live.mine:
            self.served_others = self.touched_others = True
        live.change(result, cards)
        self.note_taken(live, laid=lays_taken, meets=meets)

    def _taken_places(self, live: LiveMeld, places: Sequence[int]) -> Sequence[int]:
        """Of the places of exchanged jokers those that the taken card has filled."""
        taken = self.taken
        if taken is None or live.meld.kind == "set":
            return places
        return [place for place in places if taken.rank in (place, place - 13)]

    def rearrange(self, action: Rearrange) -> None:
        """Takes melds apart and builds new ones with cards of the hand."""
        self.check_time()
        if not self.profile.rearrange:
            raise Refused(facts.no_rearranging())
        taken = [self.meld_called(name) for name in action.take]
        if len(set(action.take)) < len(taken) or not action.melds:
            raise Refused(facts.nothing_rearranged())
        self.check_hand(action.from_hand)
        self.check_opened(action.from_hand)
        built = []
        for index, one in enumerate(action.melds):
            try:
                built.append(self.read(one))
            except Refused as error:
                raise Refused(*error.reasons, cards=error.cards, meld=self.new_melds + index) from None
        before = Counter(action.from_hand)
        for live in taken:
            before.update(live.meld.cards)
        after = Counter(card for meld in built for card in meld.cards)
        if before != after:
            lost, made = ([str(card) for card in (a - b).elements()] for a, b in ((before, after), (after, before)))
            raise Refused(facts.cards_not_conserved(missing=lost, extra=made))
        left = [name for name in self.opening_runs if name not in action.take]
        if self.opening_runs and not left and self.profile.opening_run_joker != "yes":
            run = self.opening_runs[0]
            onto = named(self.meld_called(run), self.melds.values())
            raise Refused(facts.opening_run_taken(meld=run, onto=onto))
        self.check_next(self.taken in action.from_hand, action.from_hand)
        self.check_left(action.from_hand)
        self._rebuild(taken, built, action.from_hand)
        self.opening_runs = left

    def _rebuild(self, taken: list[LiveMeld], built: list[Meld], from_hand: tuple[Card, ...]) -> None:
        self.use(from_hand)
        self.counting = False
        self.rearranged = self.served_others = True
        self.touched_others = self.touched_others or any(not live.mine for live in taken)
        laid = Counter(from_hand)
        jokers_before = sum(live.meld.jokers - len(live.fresh) for live in taken)
        for live in taken:
            laid.update(live.laid)
            del self.melds[live.id]
        owner = taken[0].owner if taken else ME
        taken_is_laid = self.taken in from_hand or any(live.taken for live in taken)
        for meld in built:
            live = self.new_meld(owner, meld)
            live.laid = tuple((Counter(meld.cards) & laid).elements())
            live.fresh = frozenset() if jokers_before else live.fresh
            here = taken_is_laid and self.taken in live.laid
            self.note_taken(live, laid=here, meets=here)
