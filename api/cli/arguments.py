"""The arguments of the `zolik` command. Each option of a call is named after the request's field that it fills.

The values are what the request's JSON would hold; the service's own schemas judge them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from api.cli.exit_codes import EXPLAINED
from api.cli.streams import complain, tell
from solver.game.notation import is_suit
from solver.game.phase import PHASES
from solver.game.position import OPPONENT_TOLD, TOLD
from solver.game.told import TellingKind

Json = dict[str, Any]

CARDS_HELP: Final = (
    "the hand, e.g. 7♦ 8♦ 9♦ JK, 7D 8D 9D JK; or a position line; or a file (@FILE, or a path) "
    "or - for standard input, which hold cards or a JSON request as the service takes it"
)
_BY_NAME: Final = tuple(one.name for one in OPPONENT_TOLD if one.kind == "cards")
"""What is told of an opponent by its name; the rest by its place."""
OPPONENT_FORM: Final = "NAME[:CARDS[:opened]]" + "".join(f"[:{one}=CARDS]" for one in _BY_NAME)
PLAYERS_HELP: Final = (
    "the players (strength,greedy): programs by name, an installed bot's name, module:Class, or 'run:COMMAND' for a "
    "program that is asked over lines of JSON"
)
PORTS: Final = 65535
MAX_WORKERS: Final = 256
MAX_DEALS: Final = 1_000_000


def make_parser() -> argparse.ArgumentParser:
    """The parser of all subcommands; `call` names the one that was chosen."""
    parser = _Parser(
        prog="zolik",
        description="Žolíky: the best opening, the close, the least penalty, the whole turn; exact, in five rule sets.",
        epilog=EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version)
    calls = parser.add_subparsers(dest="call", required=True, metavar="COMMAND")
    for name, summary in (
        ("opening", "the best first opening of a hand"),
        ("closing", "can the hand be closed this turn, and from hand?"),
        ("penalty", "the least penalty after this turn"),
        ("turn", "the whole turn: what to draw, lay and throw"),
        ("outlook", "how far it is to open and to close, what helps, and what to throw"),
        ("check", "are these melds legal, and do they open?"),
    ):
        call = _subcommand(calls, name, summary)
        call.add_argument("hand", nargs="*", metavar="CARDS", help=CARDS_HELP)
        if name == "check":
            call.add_argument(
                "--meld",
                dest="melds",
                action="append",
                type=_meld,
                metavar="CARDS",
                help="a meld to lay, in its order; may be repeated; run: or set: before it says how it is meant",
            )
        if name == "turn":
            call.add_argument("--objective", metavar="NAME", help="by what the plans are ranked")
        _add_rules(call)
        _add_position(call)
        _add_output(call)
    _add_score(calls)
    rules = _subcommand(calls, "rules", "the rule sets and their parameters")
    rules.add_argument("id", nargs="?", metavar="ID", help="one rule set, with every parameter; without: all of them")
    rules.add_argument("--json", action="store_true", help="the service's JSON")
    _add_arena(calls)
    _add_bulk(calls)
    serve = _subcommand(calls, "serve", "run the service in the foreground")
    serve.add_argument("--host", metavar="HOST", help="address to listen at (127.0.0.1)")
    serve.add_argument("--port", type=_whole(0, PORTS), metavar="PORT", help="port to listen at (8000)")
    serve.add_argument("--workers", type=_whole(1, MAX_WORKERS), metavar="N", help="processes (one a core)")
    assistants = _subcommand(calls, "mcp", "serve assistants by the Model Context Protocol, over standard input")
    assistants.add_argument("--http", action="store_true", help="over streamable HTTP instead, at /mcp")
    assistants.add_argument("--host", metavar="HOST", help="address to listen at (127.0.0.1)")
    assistants.add_argument("--port", type=_whole(1, PORTS), metavar="PORT", help="port to listen at (8001)")
    return parser


def _add_bulk(calls: Any) -> None:
    bulk = _subcommand(calls, "batch", "answer a file of questions, a line of JSON each, with all cores")
    bulk.add_argument("questions", metavar="FILE", help='lines of {"call": "opening", "hand": …}, as POST /v1/batch')
    bulk.add_argument("-o", "--output", required=True, metavar="FILE", help="the answers, a line each, in order")
    bulk.add_argument("--jobs", type=_whole(1, MAX_WORKERS), metavar="N", help="processes (one a core)")
    bulk.add_argument("--chunk", type=_whole(1, 100_000), metavar="N", help="questions handed out at one time")
    bulk.add_argument("--dask", metavar="ADDRESS", help="a Dask cluster's scheduler, in place of processes here")


def _subcommand(calls: Any, name: str, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = calls.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ("" if summary.endswith("?") else "."),
        epilog=EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    return parser


def _add_rules(call: argparse.ArgumentParser) -> None:
    group = call.add_argument_group("rules")
    group.add_argument("--rules", metavar="ID", help="rule set, as `zolik rules` lists them (zoliky-online)")
    group.add_argument(
        "--set",
        dest="overrides",
        action="append",
        type=_override,
        metavar="NAME=VALUE",
        help="a parameter of the rules, e.g. opening_minimum=42; may be repeated",
    )


def _add_position(call: argparse.ArgumentParser) -> None:
    """The options of a position; they override what a file or a position line says."""
    group = call.add_argument_group("position")
    group.add_argument("--position", metavar="LINE", help="a position line as an answer ends with")
    for one in TOLD:
        option = f"--{(one.option or one.name).replace('_', '-')}"
        if one.kind in ("flag", "mark"):
            group.add_argument(option, action=argparse.BooleanOptionalAction, help=one.meaning)
        elif one.name != "hand":
            metavar, read, more = _READ[one.kind]
            action = "append" if one.kind in ("table", "opponents") else "store"
            kind: Any = read or str
            group.add_argument(
                option, dest=one.name, action=action, type=kind, metavar=metavar, help=one.meaning + more
            )


def _add_output(call: argparse.ArgumentParser) -> None:
    group = call.add_argument_group("answer")
    add = group.add_argument
    if call.prog.split()[-1] != "score":
        add("--alternatives", type=_number, metavar="N", help="how many further answers, 0 to 10")
        add("--time-ms", type=_number, metavar="N", help="the solver's budget in milliseconds, 10 to 10000")
    add("--language", metavar="en|cs|sk", help="of the words (by the locale)")
    add("--notation", metavar="ascii|unicode|emoji", help="of the cards (ascii)")
    add("--json", action="store_true", help="the service's JSON, for programs; problems too, on standard error")


def _add_score(calls: Any) -> None:
    call = _subcommand(calls, "score", "what a deal that has ended costs each player")
    call.add_argument("hand", nargs="*", metavar="FILE", help="a JSON request: a file (@FILE, or a path) or -")
    group = call.add_argument_group("deal")
    add = group.add_argument
    add("--closer", metavar="NAME", help="who closed")
    add(
        "--player",
        dest="players",
        action="append",
        type=_player,
        metavar="NAME: CARDS",
        help="a player and what is left in his hand; NAME opened: CARDS for who has opened; may be repeated",
    )
    add("--from-hand", action=argparse.BooleanOptionalAction, help="it was a close from hand")
    add("--special", action=argparse.BooleanOptionalAction, help="it earned the rules' bonus")
    add("--deal", type=_number, metavar="N", help="the number of the deal in the game")
    add("--starter", metavar="NAME", help="who started the deal; the answer then says who starts the next")
    _add_rules(call)
    _add_output(call)


def _add_arena(calls: Any) -> None:
    call = _subcommand(calls, "arena", "programs play whole deals against each other, and what they score")
    add = call.add_argument
    add("--players", metavar="NAME,NAME…", help=PLAYERS_HELP)
    add("--league", action="store_true", help="every player against every other, in pairs (without --players: seven)")
    add("--deals", type=_whole(1, MAX_DEALS), default=100, metavar="N", help="deals, each played from every seat (100)")
    add("--games", action="store_true", help="whole games with carried jokers in place of single deals")
    add("--seed", type=int, default=0, metavar="S", help="the seed of all shuffles (0)")
    add(
        "--jobs", type=_whole(1, MAX_WORKERS), default=1, metavar="N", help="processes (1); results do not depend on it"
    )
    add("--bot-ms", type=_whole(10, 600_000), metavar="MS", help="how long a player from outside may think (5000)")
    add("--json", action="store_true", help="the result as JSON")
    _add_rules(call)


class _Parser(argparse.ArgumentParser):
    """Tells help as answers are told: where it cannot be written, that is said."""

    def print_help(self, file: Any = None) -> None:
        """Writes the help to a file, by itself to standard output. Raises OSError if that cannot be written."""
        if file is None:
            tell(self.format_help().removesuffix("\n"))
        else:
            super().print_help(file)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Ends the program, whether or not standard error takes the message."""
        if message:
            complain(message.removesuffix("\n"), prefix="")
        raise SystemExit(status)

    def print_usage(self, file: Any = None) -> None:
        """Writes the usage to a file, by itself to standard output."""
        if file is sys.stderr:
            for line in self.format_usage().splitlines():
                complain(line, prefix="")
        else:
            super().print_usage(file)


class _Version(argparse.Action):
    """Prints the version and how the search runs; looked up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help="the version")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        from solver.model import search

        try:
            told = version("zolik")
        except PackageNotFoundError:
            told = "not installed"
        tell(f"zolik {told} ({search.WAY})")
        parser.exit(0)


def _number(text: str) -> Any:
    """A number as JSON holds it; any other text as it is, for the schema to refuse."""
    return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 10 else text


def _whole(least: int, most: int) -> Any:
    def whole(text: str) -> int:
        value = _number(text)
        if not isinstance(value, int) or not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return value

    return whole


def _override(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value.strip()


def _named(text: str, form: str) -> tuple[str, str]:
    """What stands before a colon, and what behind it."""
    name, sign, rest = text.partition(":")
    if not sign or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not {form}")
    return name.strip(), rest.strip()


def _table_meld(text: str) -> Json:
    owner, cards = _named(text, "OWNER: CARDS")
    return {"owner": owner, **_kind_and_cards(cards)}


def _player(text: str) -> Json:
    name, cards = _named(text, "NAME: CARDS")
    first, _, last = name.rpartition(" ")
    return {"name": first, "hand": cards, "opened": True} if last == "opened" else {"name": name, "hand": cards}


def _meld(text: str) -> Json:
    return _kind_and_cards(text)


def _kind_and_cards(text: str) -> Json:
    """`set: 7D JK JK`, or cards alone; a suit before the colon is part of the cards (`♠: A K Q`)."""
    kind, sign, cards = text.partition(":")
    if not sign or is_suit(kind):
        return {"cards": text}
    return {"kind": kind.strip(), "cards": cards.strip()}


def _drawn(text: str) -> Json:
    source, sign, card = text.partition(":")
    return {"from": source.strip(), **({"card": card.strip()} if sign else {})}


def _opponent(text: str) -> Json:
    name, *parts = (one.strip() for one in text.split(":"))
    result: Json = {"name": name}
    by_place = [part for part in parts if not part.startswith(tuple(f"{name}=" for name in _BY_NAME))]
    for part in parts[len(by_place) :]:
        known, sign, cards = part.partition("=")
        if not sign or known not in _BY_NAME:
            raise argparse.ArgumentTypeError(f"{text!r} is not {OPPONENT_FORM}")
        result[known] = cards
    if by_place and by_place[0]:
        result["cards"] = _number(by_place[0])
    if len(by_place) > 1:
        if by_place[1:] != ["opened"]:
            raise argparse.ArgumentTypeError(f"{text!r} is not {OPPONENT_FORM}")
        result["opened"] = True
    return result


_READ: Final[dict[TellingKind, tuple[str, Callable[[str], Any] | None, str]]] = {
    "cards": ("CARDS", None, ""),
    "card": ("CARD", None, ""),
    "whole": ("N", _number, ""),
    "name": ("NAME", None, ""),
    "phase": ("NAME", None, f"; {', '.join(PHASES)}"),
    "drawn": ("FROM[:CARD]", _drawn, "; stock, discard, bottom or none, e.g. discard:KC"),
    "table": (
        "MELD",
        _table_meld,
        "; OWNER: CARDS or OWNER: run|set: CARDS, e.g. 'Eva: 5C JK 7C', 'me: set: 7D JK JK'; may be repeated",
    ),
    "opponents": (
        OPPONENT_FORM,
        _opponent,
        f"; {'; '.join(f'{one.name}: {one.meaning}' for one in OPPONENT_TOLD[1:])}; may be repeated",
    ),
}
"""For each kind of field the name of its option's value, how that is read, and what its help adds."""
