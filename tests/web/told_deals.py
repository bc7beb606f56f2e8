"""Deals of the arena, told as the events of a deal record from each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from advisor.arena.deal import Choice, Deal, Outcome, Program, Seat, deal_cards, play_deal, seat_name
from advisor.arena.match import PROGRAMS
from solver.game.actions import Action, Discard, Draw, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card
from solver.game.position import ME, Drawn, Position
from solver.referee.verdict import EndState
from solver.rules.profile import RuleProfile

Json = dict[str, Any]


class Watched(Deal):
    """A deal that notes how each turn went."""

    turns: list[tuple[int, Drawn, EndState]]

    def _note(self, seat: Seat, drawn: Drawn, end: EndState) -> None:
        self.turns.append((self.seats.index(seat), drawn, end))
        super()._note(seat, drawn, end)


class Telling:
    """A program whose positions and actions are noted."""

    def __init__(self, program: Program, deal: Watched) -> None:
        self.program, self.deal, self.name = program, deal, program.name
        self.asked: list[tuple[Position, int]] = []
        self.played: list[tuple[Position, int, tuple[Action, ...]]] = []

    def draw(self, position: Position) -> Choice:
        self.asked.append((position, len(self.deal.stock)))
        return self.program.draw(position)

    def play(self, position: Position) -> Sequence[Action]:
        actions = tuple(self.program.play(position))
        self.played.append((position, len(self.deal.stock), actions))
        return actions


class Teller:
    """What one seat tells its record of a deal that is played, and the positions that it saw."""

    def __init__(self, deal: Watched, seat: int) -> None:
        self.deal, self.seat = deal, seat
        self.events: list[Json] = [{"type": "hand", "cards": texts(deal.seats[seat].hand)}]
        if deal.bottom:
            self.events.append({"type": "bottom", "card": str(deal.bottom)})
        self.checks: list[tuple[int, Position, int]] = []
        self.ids: dict[str, str] = {}
        self.laid = self.turns = 0

    def player(self, number: int) -> str:
        return ME if number == self.seat else seat_name(number)

    def turn(self, number: int, telling: Telling) -> None:
        """Tells the last turn of a seat."""
        mine = number == self.seat
        _, drawn, end = self.deal.turns[-1]
        self.turns += 1
        if mine and telling.asked:
            self.checks.append((len(self.events), *telling.asked[-1]))
        actions: tuple[Action, ...] = ()
        for position, stock, acts in telling.played:
            assert position.drawn is not None
            self.draw(number, position.drawn)
            if mine:
                self.checks.append((len(self.events), position, stock))
            if len(acts) == 1 and isinstance(acts[0], Return):
                self.events.append({"type": "return", "by": self.player(number)})
            actions = acts
        telling.asked.clear()
        telling.played.clear()
        assert drawn.source is not None
        new: dict[str, str] = {}
        for action in actions:
            self.act(number, action, new)
        if not any(isinstance(action, Discard) for action in actions):
            self.events.append({"type": "end", "by": self.player(number)})
        if end.closes:
            self.events.append({"type": "close", "by": self.player(number), "from_hand": end.from_hand})
        for meld in end.table:
            if meld.id.startswith("new:"):
                self.ids[f"m{self.laid}"] = new[meld.id]
                self.laid += 1

    def draw(self, number: int, drawn: Drawn) -> None:
        if drawn.source == "none":
            return
        event: Json = {"type": "draw", "by": self.player(number), "from": drawn.source}
        if drawn.source != "stock" or number == self.seat:
            event["card"] = str(drawn.card)
        self.events.append(event)

    def act(self, number: int, action: Action, new: dict[str, str]) -> None:
        by = {"by": self.player(number)}

        def fresh() -> str:
            new[f"new:{len(new)}"] = f"t{self.turns}-{len(new)}"
            return new[f"new:{len(new) - 1}"]

        def told(name: str) -> str:
            return new.get(name) or self.ids[name]

        match action:
            case Draw() | Return():
                pass
            case LayMeld(cards, kind):
                self.events.append({"type": "meld", **by, "id": fresh(), "cards": texts(cards), "kind": kind})
            case LayOff(meld, cards, end):
                self.events.append({"type": "lay_off", **by, "meld": told(meld), "cards": texts(cards), "end": end})
            case Exchange(meld, cards, _):
                self.events.append({"type": "exchange", **by, "meld": told(meld), "cards": texts(cards)})
            case Rearrange(take, melds, from_hand):
                taken = [told(one) for one in take]
                built = [{"id": fresh(), "cards": texts(meld.cards), "kind": meld.kind} for meld in melds]
                self.events.append(
                    {"type": "rearrange", **by, "take": taken, "melds": built, "from_hand": texts(from_hand)}
                )
            case Discard(card, _, _):
                self.events.append({"type": "throw", **by, "card": str(card)})


def texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def told_deal(
    profile: RuleProfile, names: Sequence[str], seed: str, starter: int
) -> tuple[list[Teller], Watched, Outcome]:
    """A deal played by programs, told from each seat."""
    dealt = deal_cards(profile, len(names), seed, starter=starter)
    deal = Watched(**{field.name: getattr(dealt, field.name) for field in fields(Deal)})
    deal.turns = []
    tellings = [Telling(PROGRAMS[name](), deal) for name in names]
    tellers = [Teller(deal, seat) for seat in range(len(names))]
    seen = 0

    def watch(_: Deal) -> None:
        nonlocal seen
        if len(deal.turns) > seen:
            seen = len(deal.turns)
            number = deal.turns[-1][0]
            played = (list(tellings[number].asked), list(tellings[number].played))
            for teller in tellers:
                tellings[number].asked[:], tellings[number].played[:] = played
                teller.turn(number, tellings[number])

    outcome = play_deal(deal, tellings, watch)
    return tellers, deal, outcome
