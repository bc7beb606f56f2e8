"""A position and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, get_args

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
from api.requests.position import DEFAULT_OBJECTIVE, PositionSchema
from solver.game.actions import Action, Draw, LayMeld
from solver.game.cards import Card
from solver.game.melds import Meld
from solver.game.notation import read_cards
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
from zolik.reading import cards_json, rules_json

Cards: TypeAlias = str | Iterable[str | Card]
AskedMeld: TypeAlias = str | Meld | Sequence[str | Card]
AskedAction: TypeAlias = Action | Mapping[str, Any]

_SCHEMA = PositionSchema()
_ACTION = ActionField("an action")


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
        drawn: str | Mapping[str, Any] | None = None,
        round: int | None = None,  # noqa: A002  the service's name
        opened: bool | None = None,
        starter: bool = False,
        phase: Phase | None = None,
        discard_pile: Cards = (),
        bottom_card: str | Card | None = None,
        opponents: Iterable[str | Mapping[str, Any]] = (),
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
            "table": [_table_meld(meld) for meld in table],
            "discard_pile": cards_json(discard_pile),
            "opponents": [
                {"name": opponent} if isinstance(opponent, str) else dict(opponent) for opponent in opponents
            ],
            "seen": cards_json(seen),
            "starter": starter,
            "closing_barred": closing_barred,
            "language": language,
            "notation": notation,
        }
        optional = {
            "drawn": _drawn(drawn) if isinstance(drawn, str) else drawn,
            "round": round,
            "opened": opened,
            "phase": phase,
            "bottom_card": str(bottom_card) if isinstance(bottom_card, Card) else bottom_card,
            "stock_left": stock_left,
            "top_discard_by": top_discard_by,
        }
        body |= {name: one for name, one in optional.items() if one is not None}
        self._question = read_question(_SCHEMA, body, language, TIME_MS)

    @classmethod
    @told(lambda _, __, language="en": language)
    def from_json(cls, request: Mapping[str, Any], language: Language = "en") -> Position:
        """The position of a request as the service takes it, with card ids too. Raises InvalidInput."""
        return _made(read_question(_SCHEMA, dict(request), str(request.get("language", language)), TIME_MS))

    @classmethod
    def from_line(cls, line: str, language: Language = "en", notation: Notation = "ascii") -> Position:
        """The position that a line of text holds (`z1~…`). Raises InvalidInput."""
        return cls.from_json({"position": line, "notation": notation}, language)

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
        """The best first opening, or what is missing and which cards would help. Raises NotAnswered."""
        return self._opening(Options(alternatives, time_ms))

    def closing(self, *, time_ms: int = TIME_MS) -> Closing:
        """Can the player close in this turn? Raises NotAnswered."""
        return self._closing(Options(0, time_ms))

    def penalty(self, *, alternatives: int = 0, time_ms: int = TIME_MS) -> Penalty:
        """The least penalty after this turn. Raises NotAnswered."""
        return self._penalty(Options(alternatives, time_ms))

    def turn(self, *, objective: str = DEFAULT_OBJECTIVE, alternatives: int = 0, time_ms: int = TIME_MS) -> Turn:
        """The best turn and other plans; without a draw they begin with it. Raises NotAnswered."""
        return self._turn(Options(alternatives, time_ms), objective)

    def outlook(self, *, time_ms: int = TIME_MS) -> Outlook:
        """Distances to opening and closing, the cards that help, and what each throw leaves. Raises NotAnswered."""
        return self._outlook(Options(0, time_ms))

    def check(self, melds: Iterable[AskedMeld] | None = None, *, actions: Iterable[AskedAction] | None = None) -> Check:
        """Are melds legal in some order, or actions in theirs? Give one of the two. Raises InvalidInput."""
        if (melds is None) == (actions is None):
            raise TypeError("give either melds or actions")
        return self._check(melds, actions)

    def after(self, actions: Iterable[AskedAction]) -> Position:
        """The player's view after a draw, or after a whole turn of his: then before the draw of his next one, as far
        as he knows it. Raises IllegalActions for actions that are not legal, TurnNotEnded for such as end in the
        middle of a turn or end the deal."""
        done = [read_action(action) for action in actions]
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
            checked = check_melds(self._seen, [_meld(meld) for meld in melds])
            return Check(self._question, checked.verdict, checked.order)
        return Check(self._question, check_actions(self._seen, [read_action(action) for action in actions or ()]))

    def _made(self, seen: Seen) -> Position:
        return Position.from_line(position_line(seen), self._question.language, self._question.notation)  # type: ignore[arg-type]


def _made(question: PositionRequest) -> Position:
    position = Position.__new__(Position)
    position._question = question
    return position


def _table_meld(given: str | Mapping[str, Any] | TableMeld) -> Json:
    if isinstance(given, TableMeld):
        told_run = {} if given.opening_run is None else {"opening_run": given.opening_run}
        cards = [str(card) for card in given.meld.cards]
        return {"id": given.id, "owner": given.owner, "cards": cards, "kind": given.meld.kind, **told_run}
    if isinstance(given, str):
        owner, _, cards_text = given.partition(":")
        return {"owner": owner.strip(), "cards": cards_text.strip()}
    return dict(given)


def _drawn(given: str) -> Json:
    source, sign, card = given.partition(":")
    return {"from": source.strip(), **({"card": card.strip()} if sign else {})}


def _meld(given: AskedMeld) -> LayMeld:
    if isinstance(given, Meld):
        return LayMeld(given.cards, given.kind)
    if isinstance(given, str):
        return LayMeld(read_cards(given))
    return LayMeld(tuple(card if isinstance(card, Card) else read_cards(card)[0] for card in given))


@told(lambda _: "en")
def read_action(given: AskedAction) -> Action:
    """An action as it is, or as the service's JSON tells it. Raises InvalidInput."""
    if isinstance(given, get_args(Action)):
        return given  # type: ignore[return-value]
    try:
        action: Action = _ACTION.read(dict(given) if isinstance(given, Mapping) else given).action
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
