"""A small game of žolíky in the terminal, against the arena's programs, with hints from the service.

Start the service (`zolik serve`), then `python examples/game/play.py`. Everything that the player does is judged by the
service, which also says why something is not allowed; the deal itself is kept by `advisor.arena.deal`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from advisor.arena.deal import Choice, Deal, deal_cards, play_deal, seat_name
from advisor.arena.match import PROGRAMS
from solver.errors import InvalidCard
from solver.game.actions import Action, Discard, Exchange, LayMeld, LayOff, Rearrange, Return
from solver.game.cards import Card
from solver.game.notation import read_card, read_cards
from solver.game.position import Position
from solver.game.position_line import position_line
from solver.rules.presets import DEFAULT_PROFILE, PROFILES
from zolik.client import Zolik, ZolikProblem

Json = dict[str, Any]
HELP = """\
  hint              what the service would do, and why
  do                do as the hint says
  lay 7D 8D 9D      lay a new meld
  off m0 10D        lay cards off on a meld
  change m0 6C      give cards for the jokers of a meld that stand for them
  throw 2H          throw a card and end the turn
  back              put the taken card back
  undo              take back what was done in this turn
  help, quit
Before the draw: stock, discard, bottom, hint, do"""
DRAWS: dict[str, Choice] = {"stock": "stock", "s": "stock", "": "stock", "discard": "discard", "d": "discard"}


class Quit(Exception):
    """The player has had enough."""


class Human:
    """The player at the keyboard, as a program of the arena: asked for a draw, then for a turn."""

    name = "you"

    def __init__(self, zolik: Zolik, language: str) -> None:
        self.zolik, self.language = zolik, language

    def draw(self, position: Position) -> Choice:
        """From where to draw."""
        show(position)
        while True:
            word = ask("draw> ").lower()
            if word in DRAWS:
                return DRAWS[word]
            if word in ("bottom", "b") and position.bottom_card is not None:
                return "bottom"
            if word in ("hint", "do"):
                plan = self.hint(position)
                if plan and word == "do":
                    return plan["actions"][0]["from"] if plan["actions"] else "stock"
            else:
                print(HELP)

    def play(self, position: Position) -> Sequence[Action]:
        """The turn after the draw; it ends with a throw or with putting the card back."""
        if position.drawn and position.drawn.card:
            print(f"You drew {position.drawn.card.text('unicode')}.")
        show(position)
        done: list[Json] = []
        while True:
            try:
                more = self.command(position, done, ask("play> "))
            except (InvalidCard, IndexError):
                print("Name cards as 7D, 10S, JK; melds as the table does. See help.")
                continue
            if more is not None and self.allowed(position, more):
                done = more
                if done and done[-1]["type"] in ("discard", "return"):
                    return [action_of(one) for one in done]

    def command(self, position: Position, done: list[Json], line: str) -> list[Json] | None:
        """The actions of the turn after one more command; None if there is nothing to be judged."""
        word, *rest = line.split() or [""]
        cards = " ".join(rest)
        match word.lower():
            case "hint":
                self.hint(position)
            case "do":
                plan = self.hint(position)
                return plan and plan["actions"]
            case "lay":
                return [*done, {"type": "meld", "cards": names(cards)}]
            case "off":
                return [*done, {"type": "layoff", "meld": rest[0], "cards": names(" ".join(rest[1:])), "end": None}]
            case "change":
                given = names(" ".join(rest[1:]))
                return [
                    *done,
                    {
                        "type": "exchange",
                        "meld": rest[0],
                        "cards": given,
                        "jokers": self.jokers(position, rest[0], given),
                    },
                ]
            case "throw":
                return [*done, {"type": "discard", "card": str(read_card(cards))}]
            case "back" if position.drawn and position.drawn.card:
                return [{"type": "return", "card": str(position.drawn.card)}]
            case "undo":
                return []
            case _:
                print(HELP)
        return None

    @staticmethod
    def jokers(position: Position, meld: str, given: list[str]) -> int:
        """How many jokers come for these cards: one for each of a run, all of a set."""
        found = next((one.meld for one in position.table if one.id == meld), None)
        return len(given) if found is None or found.kind == "run" else found.jokers

    def allowed(self, position: Position, actions: list[Json]) -> bool:
        """Does the service allow these actions? It says why not."""
        answer = self.asked("check", position, actions=actions)
        if answer is None:
            return False
        for problem in answer["problems"]:
            print(f"  No: {problem['text']}")
        if answer["legal"] and not answer["finished"]:
            print(f"  Left in hand: {' '.join(answer['left'])}")
        return bool(answer["legal"])

    def hint(self, position: Position) -> Json | None:
        """Tells what the service would do; its plan."""
        answer = self.asked("turn", position)
        if answer is None:
            return None
        for step in answer["explanation"]["steps"]:
            print(f"  {step['text']}")
        plan: Json = answer["recommendation"]
        return plan

    def asked(self, call: str, position: Position, **more: Any) -> Json | None:
        try:
            return self.zolik.ask(call, {"position": position_line(position), "language": self.language, **more})
        except ZolikProblem as problem:
            print(f"  {problem}")
        except OSError as error:
            print(f"  The service cannot be reached: {error}")
        return None


def names(text: str) -> list[str]:
    """The canonical names of cards. Raises InvalidCard."""
    return [str(one) for one in read_cards(text)]


def action_of(told: Json) -> Action:
    """An action of the service as the deal takes it."""

    def cards(of: Json, name: str = "cards") -> tuple[Card, ...]:
        return tuple(map(read_card, of[name]))

    match told["type"]:
        case "meld":
            return LayMeld(cards(told), told.get("kind"))
        case "layoff":
            return LayOff(told["meld"], cards(told), told["end"])
        case "exchange":
            return Exchange(told["meld"], cards(told), told["jokers"])
        case "rearrange":
            melds = tuple(LayMeld(cards(one), one["kind"]) for one in told["melds"])
            return Rearrange(tuple(told["take"]), melds, cards(told, "from_hand"))
        case "return":
            return Return(read_card(told["card"]))
        case _:
            return Discard(read_card(told["card"]))


def ask(prompt: str) -> str:
    """A line of the player. Raises Quit."""
    try:
        line = input(prompt).strip()
    except EOFError:
        raise Quit from None
    if line.lower() in ("quit", "q"):
        raise Quit
    return line


def show(position: Position) -> None:
    """What the player sees."""
    print(f"\nTurn {position.round}{'' if position.opened else ', not opened yet'}")
    for one in position.table:
        print(f"  {one.id} ({one.owner}): {' '.join(card.text('unicode') for card in one.meld.cards)}")
    for opponent in position.opponents:
        print(f"  {opponent.name} holds {opponent.cards} cards{', has opened' if opponent.opened else ''}")
    if position.discard_pile:
        print(f"  Discard pile: {position.discard_pile[-1].text('unicode')}")
    if position.bottom_card:
        print(f"  Under the stock: {position.bottom_card.text('unicode')}")
    print(f"  Your hand: {' '.join(card.text('unicode') for card in position.hand)}")


def watch(deal: Deal, before: list[int], players: list[str]) -> None:
    """Tells what the others did."""
    for number, seat in enumerate(deal.seats):
        if seat.turns > before[number]:
            before[number] = seat.turns
            thrown = deal.pile[-1].text("unicode") if deal.pile else "nothing"
            if players[number] != Human.name:
                print(f"{seat_name(number)} ({players[number]}) throws {thrown} and holds {len(seat.hand)} cards.")


def main() -> int:
    """Plays one deal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--service", default="http://127.0.0.1:8000", help="address of the service")
    parser.add_argument("--rules", default=DEFAULT_PROFILE, choices=list(PROFILES))
    parser.add_argument("--against", nargs="+", default=["greedy"], choices=list(PROGRAMS), metavar="PROGRAM")
    parser.add_argument("--language", default="en", choices=("en", "cs", "sk"), help="of the hints")
    parser.add_argument("--seed", default="1", help="the shuffle")
    told = parser.parse_args()
    players = [Human.name, *told.against]
    programs = [Human(Zolik(told.service), told.language), *(PROGRAMS[name]() for name in told.against)]
    deal = deal_cards(PROFILES[told.rules], len(players), told.seed)
    turns = [0] * len(players)
    print(f"{told.rules}: you are {seat_name(0)}. Type help for the commands.")
    try:
        outcome = play_deal(deal, programs, lambda one: watch(one, turns, players))
    except (Quit, KeyboardInterrupt):
        print("\nGood bye.")
        return 1
    print()
    if outcome.closer is None:
        print("Nobody closed.")
    else:
        print(f"{players[outcome.closer]} closed{' from hand' if outcome.from_hand else ''}.")
    for name, penalty in zip(players, outcome.penalties, strict=True):
        print(f"  {name}: {penalty} points")
    return 0


if __name__ == "__main__":
    sys.exit(main())
