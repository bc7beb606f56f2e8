"""A position and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar, get_args

from marshmallow import ValidationError

from advisor import outlook as outlooks
from advisor.answers import Options
from advisor.checking import check_melds
from advisor.checking_turn import check_actions
from advisor.closing import closing as find_closing
from advisor.opening import opening as find_opening
from advisor.penalty import penalty as find_penalty
from advisor.turn import turn as find_turn
from api.problems import Problem, faults_of
from api.requests.actions import ActionField
from api.requests.asked import PositionRequest, read_question
from api.requests.cards import CardsField
from api.requests.position import DEFAULT_OBJECTIVE, PositionSchema
from solver.errors import Fault
from solver.errors import InvalidInput as Refused
from solver.game.actions import Action, Draw, LayMeld
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.game.phase import Phase
from solver.game.position import Drawn, Opponent, TableMeld, after_drawing, make_position
from solver.game.position import Position as Seen
from solver.game.position_line import position_line
from solver.referee.judge import judge
from solver.rules.presets import DEFAULT_PROFILE
from solver.rules.profile import RuleProfile
from zolik.answers import Check, Closing, Opening, Outlook, Penalty, Turn
from zolik.asking import TIME_MS, Json, Language, Notation
from zolik.errors import IllegalActions, TurnNotEnded, told
from zolik.given import check_given, items, plain, read, record, wrong_type
from zolik.reading import card_json, cards_json, rules_json

Cards: TypeAlias = str | Iterable[str | Card]
AskedMeld: TypeAlias = str | Meld | Sequence[str | Card]
AskedAction: TypeAlias = Action | Mapping[str, Any]
_Given = TypeVar("_Given")
_Read = TypeVar("_Read")

_SCHEMA = PositionSchema()
_ACTION = ActionField("an action")
_CARDS = CardsField("cards")


def _language(_: object, *__: object, language: str = "en", **___: object) -> str:
    return language


class Position:
    """What a player sees in his turn, checked when it is made; it does not change, and equal ones are equal.

    Only the hand is needed. Cards are texts as people write them, one text or a list. `table` lists the melds on the
    table, each `"Eva: 5♣ JK 7♣"` or a record as the service takes it; `drawn` is `"stock"`, `"discard"`, `"bottom"` or
    such a word with the card, `"stock: 7♦"` (the card is then in the hand); `opponents` are names or records. The other
    fields, and what holds where they are absent, are those of the service. `language` and `notation` are those in
    which its answers speak by themselves.

    Raises InvalidInput, which names each bad field.
    """

    __slots__ = ("_question",)
    _question: PositionRequest

    @told(_language)
    def __init__(
        self,
        hand: Cards,
        *,
        rules: str | RuleProfile | Mapping[str, Any] = DEFAULT_PROFILE,
        table: Iterable[str | Mapping[str, Any] | TableMeld] = (),
        drawn: str | Mapping[str, Any] | Drawn | None = None,
        round: int | None = None,  # noqa: A002  the service's name
        opened: bool | None = None,
        starter: bool = False,
        phase: Phase | None = None,
        discard_pile: Cards = (),
        bottom_card: str | Card | None = None,
        opponents: Iterable[str | Mapping[str, Any] | Opponent] = (),
        stock_left: int | None = None,
        top_discard_by: str | None = None,
        closing_barred: bool = False,
        seen: Cards = (),
        language: Language = "en",
        notation: Notation = "ascii",
    ) -> None:
        body: Json = {
            "hand": cards_json(hand),
            "rules": rules_json(rules),
            "table": [_table_meld(meld) for meld in items("table", table)],
            "discard_pile": cards_json(discard_pile),
            "opponents": [_opponent(opponent) for opponent in items("opponents", opponents)],
            "seen": cards_json(seen),
            "starter": starter,
            "closing_barred": closing_barred,
            "language": language,
            "notation": notation,
        }
        optional = {
            "drawn": _drawn(drawn),
            "round": round,
            "opened": opened,
            "phase": phase,
            "bottom_card": card_json(bottom_card),
            "stock_left": stock_left,
            "top_discard_by": top_discard_by,
        }
        body |= {name: one for name, one in optional.items() if one is not None}
        self._question = read_question(_SCHEMA, body, language, TIME_MS)

    @classmethod
    @told(lambda cls, request, language="en": language)  # noqa: ARG005  names as in the call
    def from_json(cls, request: Mapping[str, Any], language: Language = "en") -> Position:
        """The position of a request as the service takes it, with card ids too. Raises InvalidInput."""
        check_given(language, language=language)
        body = record("request", request)
        return _made(read_question(_SCHEMA, body, body.get("language", language), TIME_MS))

    @classmethod
    def from_line(cls, line: str, language: Language = "en", notation: Notation = "ascii") -> Position:
        """The position that a line of text holds (`z1~…`). Raises InvalidInput."""
        return cls.from_json({"position": line, "notation": notation, "language": language}, language)

    @property
    def line(self) -> str:
        """The position in one line of text, which `from_line` reads."""
        return self._question.line

    @property
    def hand(self) -> tuple[Card, ...]:
        """The player's cards, sorted."""
        return self._seen.hand

    @property
    def table(self) -> tuple[TableMeld, ...]:
        """The melds on the table."""
        return self._seen.table

    @property
    def rules(self) -> RuleProfile:
        """The rule set, a parameter an attribute."""
        return self._seen.profile

    @property
    def round(self) -> int:
        """The player's turn number in this deal."""
        return self._seen.round

    @property
    def opened(self) -> bool:
        """Has the player opened in an earlier turn?"""
        return self._seen.opened

    @property
    def phase(self) -> Phase:
        """Is the draw still to come, is it done, or is there no turn?"""
        return self._seen.phase

    @property
    def drawn(self) -> Drawn | None:
        """The draw of this turn, if it was told."""
        return self._seen.drawn

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The discard pile, top card last."""
        return self._seen.discard_pile

    @property
    def bottom_card(self) -> Card | None:
        """The face-up card under the stock."""
        return self._seen.bottom_card

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """What is seen of the opponents."""
        return self._seen.opponents

    @property
    def language(self) -> str:
        """The language in which its answers speak by themselves."""
        return self._question.language

    def best_opening(self, *, alternatives: int = 0, time_ms: int = TIME_MS) -> Opening:
        """The best first opening, or what is missing and which cards would help. Raises NotAnswered, InvalidInput."""
        return self._opening(self._options(alternatives=alternatives, time_ms=time_ms))

    def closing(self, *, time_ms: int = TIME_MS) -> Closing:
        """Can the player close in this turn? Raises NotAnswered, InvalidInput."""
        return self._closing(self._options(time_ms=time_ms))

    def penalty(self, *, alternatives: int = 0, time_ms: int = TIME_MS) -> Penalty:
        """The least penalty after this turn. Raises NotAnswered, InvalidInput."""
        return self._penalty(self._options(alternatives=alternatives, time_ms=time_ms))

    def turn(self, *, objective: str = DEFAULT_OBJECTIVE, alternatives: int = 0, time_ms: int = TIME_MS) -> Turn:
        """The best turn and other plans; without a draw they begin with it. Raises NotAnswered, InvalidInput."""
        check_given(self.language, objective=objective)
        return self._turn(self._options(alternatives=alternatives, time_ms=time_ms), objective)

    def outlook(self, *, time_ms: int = TIME_MS) -> Outlook:
        """Distances to opening and closing, the cards that help, and what each throw leaves. Raises NotAnswered,
        InvalidInput."""
        return self._outlook(self._options(time_ms=time_ms))

    def check(self, melds: Iterable[AskedMeld] | None = None, *, actions: Iterable[AskedAction] | None = None) -> Check:
        """Are melds legal in some order, or actions in theirs? Give one of the two. Raises InvalidInput."""
        if (melds is None) == (actions is None):
            raise TypeError("give either melds or actions")
        return self._check(melds, actions)

    def after(self, actions: Iterable[AskedAction]) -> Position:
        """The player's view after a draw, or after a whole turn of his: then before the draw of his next one, as far
        as he knows it. Raises IllegalActions for actions that are not legal, TurnNotEnded for such as end in the
        middle of a turn or end the deal, InvalidInput for what are no actions."""
        done = self._actions(actions)
        return self._made(_after(self._seen, done))

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        return f"Position.from_line({self.line!r})"

    def __eq__(self, other: object) -> bool:
        return self._seen == other._seen if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.line)

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        return Position.from_line, (self.line, self._question.language, self._question.notation)

    @property
    def _seen(self) -> Seen:
        return self._question.position

    def _options(self, *, time_ms: int, alternatives: int = 0) -> Options:
        """Raises InvalidInput."""
        check_given(self.language, alternatives=alternatives, time_ms=time_ms)
        return Options(alternatives, time_ms)

    @told(lambda self, *_: self.language)
    def _actions(self, actions: Iterable[AskedAction]) -> list[Action]:
        return _each("actions", actions, read_action_field)

    @told(lambda self, *_: self.language)
    def _opening(self, options: Options) -> Opening:
        return Opening(self._question, find_opening(self._seen, options))

    @told(lambda self, *_: self.language)
    def _closing(self, options: Options) -> Closing:
        return Closing(self._question, find_closing(self._seen, options))

    @told(lambda self, *_: self.language)
    def _penalty(self, options: Options) -> Penalty:
        return Penalty(self._question, find_penalty(self._seen, options))

    @told(lambda self, *_: self.language)
    def _turn(self, options: Options, objective: str) -> Turn:
        return Turn(self._question, find_turn(self._seen, options, objective))

    @told(lambda self, *_: self.language)
    def _outlook(self, options: Options) -> Outlook:
        return Outlook(self._question, outlooks.outlook(self._seen, options))

    @told(lambda self, *_: self.language)
    def _check(self, melds: Iterable[AskedMeld] | None, actions: Iterable[AskedAction] | None) -> Check:
        if melds is not None:
            checked = check_melds(self._seen, _each("melds", melds, _meld))
            return Check(self._question, checked.verdict, checked.order)
        return Check(self._question, check_actions(self._seen, self._actions(() if actions is None else actions)))

    def _made(self, seen: Seen) -> Position:
        return Position.from_line(position_line(seen), self._question.language, self._question.notation)  # type: ignore[arg-type]


def _made(question: PositionRequest) -> Position:
    position = Position.__new__(Position)
    position._question = question
    return position


def _table_meld(given: str | Mapping[str, Any] | TableMeld) -> Any:
    """A meld on the table as a request tells it."""
    if isinstance(given, TableMeld):
        told_run = {} if given.opening_run is None else {"opening_run": given.opening_run}
        cards = [str(card) for card in given.meld.cards]
        return {"id": given.id, "owner": given.owner, "cards": cards, "kind": given.meld.kind, **told_run}
    if isinstance(given, str):
        owner, sign, cards_text = given.rpartition(":")
        return {**({"owner": owner.strip()} if sign else {}), "cards": cards_text.strip()}
    if isinstance(given, Mapping):
        return {**given, **({"cards": cards_json(given["cards"])} if "cards" in given else {})}
    return given


def _opponent(given: str | Mapping[str, Any] | Opponent) -> Any:
    """An opponent as a request tells him."""
    if isinstance(given, str):
        return {"name": given}
    if isinstance(given, Opponent):
        told_cards = {} if given.cards is None else {"cards": given.cards}
        seen = {"picked": cards_json(given.picked), "thrown": cards_json(given.thrown)}
        return {"name": given.name, "opened": given.opened, **told_cards, **seen}
    return plain(given)


def _drawn(given: str | Mapping[str, Any] | Drawn | None) -> Any:
    """The draw as a request tells it."""
    if isinstance(given, Drawn):
        return {"from": given.source, **({"card": str(given.card)} if given.card else {})}
    if given is None or isinstance(given, Mapping):
        return plain(given)
    if not isinstance(given, str):
        raise wrong_type("drawn", "string or object", given)
    source, sign, card = given.partition(":")
    return {"from": source.strip(), **({"card": card.strip()} if sign else {})}


def _each(name: str, given: Iterable[_Given], read: Callable[[_Given], _Read]) -> list[_Read]:
    """The members of a list, read one by one, with a pointer to what is wrong. Raises Problem."""
    found: list[_Read] = []
    faults: list[Fault] = []
    for index, one in enumerate(items(name, given)):
        try:
            found.append(read(one))
        except (Problem, Refused) as error:
            faults += [Fault((name, index, *fault.pointer), fault.reason) for fault in error.faults]
    if faults:
        raise Problem.of_faults(faults)
    return found


def _meld(given: AskedMeld) -> LayMeld:
    """A meld to be laid. Raises Problem and InvalidInput."""
    if isinstance(given, Meld):
        return LayMeld(given.cards, given.kind)
    return LayMeld(tuple(card.card for card in read("cards", _CARDS, cards_json(given))))


@told(lambda _: "en")
def read_action(given: AskedAction) -> Action:
    """An action as it is, or as the service's JSON tells it. Raises InvalidInput."""
    return read_action_field(given)


def read_action_field(given: AskedAction) -> Action:
    """The same; raises Problem."""
    if isinstance(given, get_args(Action)):
        return given  # type: ignore[return-value]
    try:
        action: Action = _ACTION.read(plain(given)).action
    except ValidationError as error:
        raise Problem.of_faults(tuple(faults_of(error.messages))) from None
    return action


def _after(seen: Seen, actions: Sequence[Action]) -> Seen:
    """The position after actions. Raises IllegalActions."""
    match actions:
        case [Draw(source, card)] if seen.drawn is None and (card is not None or source != "stock"):
            verdict = judge(seen, actions, finish=False)
            if verdict.legal:
                return after_drawing(seen, source, card)
        case _:
            verdict = judge(seen, actions)
    if not verdict.legal:
        raise IllegalActions(*(problem.reason for problem in verdict.problems))
    end = verdict.end
    if end.closes or not end.hand:
        raise TurnNotEnded("These actions end the deal.")
    if not end.finished:
        raise TurnNotEnded("These actions end in the middle of the turn.")
    return _next_turn(seen, actions, end.hand, end.table)


def _next_turn(seen: Seen, actions: Sequence[Action], hand: tuple[Card, ...], table: tuple[TableMeld, ...]) -> Seen:
    """The view before the player's next draw."""
    drawn = next((action for action in actions if isinstance(action, Draw)), None)
    if drawn is not None:
        seen = after_drawing(seen, drawn.source, drawn.card)
    end = judge(replace(seen), [action for action in actions if not isinstance(action, Draw)]).end
    taken = {meld.id for meld in table}
    free = (name for name in (f"m{number}" for number in range(1, 1000)) if name not in taken)
    named = tuple(replace(meld, id=next(free)) if meld.id.startswith("new:") else meld for meld in table)
    thrown = (end.discard,) if end.discard is not None else ()
    return make_position(
        seen.profile,
        hand,
        table=named,
        round=seen.round + 1,
        opened=end.opened,
        starter=seen.starter,
        discard_pile=(*seen.discard_pile, *end.to_discard_pile, *thrown),
        bottom_card=seen.bottom_card,
        opponents=seen.opponents,
        closing_barred=seen.closing_barred,
        seen=seen.seen,
        phase="before_draw",
        stock_left=seen.stock_left,
    )
