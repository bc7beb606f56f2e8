"""Whole deals against other programs: a place to try and to teach a player of one's own.

A player is a class with `draw` and `play`, or any program that reads and writes lines of JSON. Both are shown what
their seat sees, and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, Protocol, TypeAlias, get_args

from advisor.arena.deal import Choice, Outcome, Program, seat_name
from advisor.arena.match import PROGRAMS, Contest, Result, run
from advisor.words.explain import reason_text
from api.requests.fields import Flag, Strict, Whole
from solver.game.actions import Action
from solver.game.position import OPPONENT_TOLD, TOLD, Drawn, TableMeld
from solver.game.position import Position as Seen
from solver.game.position_line import position_line
from solver.game.told import Told
from solver.referee.verdict import BrokenRule
from solver.rules.presets import DEFAULT_PROFILE
from solver.rules.profile import RuleProfile
from zolik.errors import InvalidInput, ZolikError, of_problem, told
from zolik.given import items, read, wrong_type
from zolik.position import AskedAction, Position, read_action
from zolik.reading import rules_json, rules_named

Json: TypeAlias = dict[str, Any]

GROUP: Final = "zolik.bots"
"""The group of entry points under which installed packages name their players."""
BOT_MS: Final = 5000
"""How long a program outside may think about one question, in milliseconds, unless told otherwise."""
MAX_LINE: Final = 1 << 20
"""Bytes of the longest line that a program outside may answer."""
MAX_FAILURES: Final = 20
"""How often a program outside may end or be silent before a contest is given up."""


_SETTINGS: Final[dict[str, Strict]] = {
    "deals": Whole(1, 1_000_000, "how many deals"),
    "seed": Whole(-(1 << 63), (1 << 63) - 1, "the seed of all shuffles"),
    "games": Flag("is each deal a whole game"),
}


class BotFailed(ZolikError):
    """A program outside that cannot be started, or that ends or is silent again and again."""


class Bot(Protocol):
    """A player of one's own. It may also have `refused(position, problems)` and `ended(penalties, seat, closer)`."""

    def draw(self, position: Position) -> Choice:
        """From where to draw: `stock`, `discard` or `bottom`."""

    def play(self, position: Position) -> Sequence[AskedAction]:
        """The actions after the draw; the drawn card is in the hand."""


def play(
    players: Sequence[str | Bot],
    *,
    rules: str | RuleProfile = DEFAULT_PROFILE,
    deals: int = 100,
    seed: int = 0,
    games: bool = False,
) -> Result:
    """Lets players play deals against each other, each from every seat; a player is a name as `find` knows it, or a
    bot. The result has `tallies` (rounds won, penalty a round, with intervals) and `refusals`.

    Raises InvalidInput, BotFailed.
    """
    players = _checked(players, deals=deals, seed=seed, games=games)
    bots = {f"{type(player).__name__}{at}": player for at, player in enumerate(players) if not isinstance(player, str)}
    names = tuple(
        player if isinstance(player, str) else f"{type(player).__name__}{at}" for at, player in enumerate(players)
    )

    def known(name: str) -> Callable[[], Program] | None:
        return partial(Shown, name, bots[name]) if name in bots else find(name)

    return _play(Contest(rules_named("rules", rules), names, deals, seed, games), known)


@told(lambda *_, **__: "en")
def _checked(players: Sequence[str | Bot], **settings: object) -> Sequence[str | Bot]:
    """The players of a contest, whose settings are checked too. Raises InvalidInput."""
    for name, value in settings.items():
        read(name, _SETTINGS[name], value)
    asked = items("players", players)
    for at, player in enumerate(asked):
        if not isinstance(player, str) and not all(callable(getattr(player, one, None)) for one in ("draw", "play")):
            raise wrong_type("players", "player", player, at)
    return asked


@told(lambda *_: "en")
def _play(contest: Contest, known: Callable[[str], Callable[[], Program] | None]) -> Result:
    return run(contest, find=known)


def find(name: str, time_ms: int = BOT_MS) -> Callable[[], Program] | None:
    """What makes the player of a name: one of the advisor's own (`strength`, `greedy` …), an installed one (an entry
    point of the group `zolik.bots`), a class as `module:Class`, or a program as `run:COMMAND`. Raises InvalidInput."""
    if not isinstance(name, str):
        raise of_problem(wrong_type("name", "string", name), "en")
    if name in PROGRAMS:
        return PROGRAMS[name]
    if name.startswith("run:"):
        words = shlex.split(name.removeprefix("run:"))
        return partial(Outside, name, words, time_ms) if words else None
    made = next((one.load for one in entry_points(group=GROUP, name=name)), None)
    module, sign, attribute = name.partition(":")
    if made is None and sign and attribute.isidentifier() and all(map(str.isidentifier, module.split("."))):
        made = partial(_class_of, module, attribute)
    return None if made is None else partial(_shown, name, made)


def _class_of(module: str, attribute: str) -> Any:
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BotFailed(f"{module}:{attribute} cannot be loaded: {error}") from error


def _shown(name: str, load: Callable[[], Any]) -> Program:
    return Shown(name, load()())


class Shown:
    """A bot as a program of the arena: it is shown positions of this package."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self._bot = name, bot

    def draw(self, position: Seen) -> Choice:
        """What the bot draws."""
        return self._bot.draw(_position(position))

    def play(self, position: Seen) -> Sequence[Action]:
        """What the bot does."""
        return [read_action(one) for one in self._bot.play(_position(position))]

    def refused(self, position: Seen, problems: Sequence[BrokenRule]) -> None:
        """Tells the bot, if it wants to know."""
        hear = getattr(self._bot, "refused", None)
        if hear is not None:
            hear(_position(position), tuple(problems))

    def ended(self, outcome: Outcome, seat: int) -> None:
        """Tells the bot, if it wants to know."""
        hear = getattr(self._bot, "ended", None)
        if hear is not None:
            hear(outcome.penalties, seat, outcome.closer)


def _position(seen: Seen) -> Position:
    return Position.from_line(position_line(seen))


class Outside:
    """A program of one's own in any language, asked over lines of JSON; it is started once and asked again and again.

    What is no answer in time counts as no move: the arena refuses it, and the program is started anew.
    """

    def __init__(self, name: str, command: Sequence[str], time_ms: int) -> None:
        self.name, self._command, self._seconds = name, command, time_ms / 1000
        self._process: subprocess.Popen[bytes] | None = None
        self._read = bytearray()
        self._failures = 0

    def draw(self, position: Seen) -> Choice:
        """What the program draws; the stock where it says nothing of use."""
        answer = self._ask({"ask": "draw", "position": observation(position)})
        wanted = answer.get("draw")
        return next((one for one in get_args(Choice) if one == wanted), "stock")

    def play(self, position: Seen) -> Sequence[Action]:
        """What the program does; nothing where it says nothing of use."""
        actions = self._ask({"ask": "play", "position": observation(position)}).get("actions")
        if not isinstance(actions, list):
            return ()
        try:
            return [read_action(action) for action in actions]
        except InvalidInput as error:
            self._send({"tell": "unreadable", "errors": list(error.errors)})
            return ()

    def refused(self, position: Seen, problems: Sequence[BrokenRule]) -> None:
        """Tells the program which clauses it broke."""
        broken = [_told(problem) for problem in problems]
        self._send({"tell": "refused", "position": position_line(position), "problems": broken})

    def ended(self, outcome: Outcome, seat: int) -> None:
        """Tells the program how the deal ended."""
        penalties = {seat_name(number): penalty for number, penalty in enumerate(outcome.penalties)}
        closer = None if outcome.closer is None else seat_name(outcome.closer)
        how = {"you": seat_name(seat), "closer": closer, "from_hand": outcome.from_hand, "penalties": penalties}
        self._send({"tell": "ended", **how})

    def close(self) -> None:
        """Ends the program."""
        process, self._process = self._process, None
        self._read.clear()
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def __del__(self) -> None:
        self.close()

    def _ask(self, question: Json) -> Json:
        """The answer to a question; an empty one where there is none in time. Raises BotFailed."""
        until = time.monotonic() + self._seconds
        line = self._line(until) if self._send(question) else None
        if line is None:
            self._failures += 1
            self.close()
            if self._failures >= MAX_FAILURES:
                raise BotFailed(f"{self.name}: no answer in time, {self._failures} times")
            return {}
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self._send({"tell": "unreadable", "errors": [{"pointer": "", "detail": "An object of JSON is needed."}]})
            return {}
        return answer

    def _send(self, record: Json) -> bool:
        """Writes a line; whether the program took it. Raises BotFailed if it cannot be started."""
        process = self._process or self._start()
        assert process.stdin is not None
        left = memoryview(json.dumps(record, ensure_ascii=False).encode() + b"\n")
        until = time.monotonic() + self._seconds
        while left:
            _, ready, _ = select.select((), (process.stdin,), (), max(0.0, until - time.monotonic()))
            if not ready:
                return False
            try:
                left = left[os.write(process.stdin.fileno(), left) :]
            except OSError:  # it has ended
                return False
        return True

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise BotFailed(f"{self.name}: {error.strerror or error}") from None
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        return self._process

    def _line(self, until: float) -> bytes | None:
        """The next line that the program writes; None if it does not come in time."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        while b"\n" not in self._read:
            ready, _, _ = select.select((process.stdout,), (), (), max(0.0, until - time.monotonic()))
            part = b""
            with contextlib.suppress(OSError):
                part = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
            if not part or len(self._read) > MAX_LINE:
                return None
            self._read += part
        line, _, rest = bytes(self._read).partition(b"\n")
        self._read[:] = rest
        return line


def _told(problem: BrokenRule) -> Json:
    reason = problem.reason
    at = {"step": problem.step, "cards": [str(card) for card in problem.cards]}
    return {"code": reason.code, "rule": reason.rule, "text": reason_text(reason), **at}


def observation(position: Seen) -> Json:
    """What a seat sees as the service's JSON: it can be asked of every call as it is."""
    fields = {one.name: _field(one, getattr(position, one.name)) for one in TOLD}
    told_fields = {name: value for name, value in fields.items() if value is not None}
    return {"rules": rules_json(position.profile), **told_fields}


def _field(one: Told, value: Any) -> Any:
    """A field of a position as JSON has it."""
    if value is None:
        return None
    if one.kind == "cards":
        return [str(card) for card in value]
    if one.kind == "card":
        return str(value)
    if isinstance(value, Drawn):
        return {"from": value.source, **({"card": str(value.card)} if value.card else {})}
    if one.kind == "table":
        return [_meld(meld) for meld in value]
    if one.kind == "opponents":
        return [{told.name: _field(told, getattr(opponent, told.name)) for told in OPPONENT_TOLD} for opponent in value]
    return value


def _meld(one: TableMeld) -> Json:
    run = {} if one.opening_run is None else {"opening_run": one.opening_run}
    return {
        "id": one.id,
        "owner": one.owner,
        "cards": [str(card) for card in one.meld.cards],
        "kind": one.meld.kind,
        **run,
    }


__all__ = ["BOT_MS", "GROUP", "Bot", "BotFailed", "find", "observation", "play"]
