"""What a deal costs each player under a profile, and how it comes about.

Source: each rule set's section on penalties and on the end of the game, digested in the rules' section 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from advisor import advice
from solver import facts
from solver.errors import Fault, InvalidInput, Pointer, Reason, shown
from solver.game.cards import JOKER, KINDS, Card
from solver.game.melds import card_penalty
from solver.game.position import MAX_HAND, MAX_NAME
from solver.rules.profile import RuleProfile

MAX_TOTAL: Final = 1_000_000
MAX_DEAL: Final = 1000


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the end of a deal: his cards, whether he has opened, and his points before the deal, if told.

    `total` counts penalty points, so the lowest wins; an account kept in minus points is its negative.
    """

    name: str
    hand: tuple[Card, ...]
    opened: bool
    total: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """A deal that has ended. `deal` is its number in the game, from 1, if told."""

    profile: RuleProfile
    closer: str
    players: tuple[Player, ...]
    from_hand: bool = False
    special: bool = False
    deal: int | None = None
    starter: str | None = None
    """Who started the deal, if told; the players sit in their order."""


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One part of a player's penalty: the fact behind it and its points. The points of all items are the penalty."""

    reason: Reason
    points: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What the deal costs a player (negative: in his favour), its parts, and his new total, if the old one is told.

    `account` is the total as its players write it where accounts fall from 0 to a limit below; else None.
    """

    name: str
    penalty: int
    items: tuple[ScoreItem, ...]
    total: int | None
    account: int | None


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """The scores in the order of the players; `special` tells whether the bonus of a close from hand was earned.

    `carried` is the number of jokers that the closer keeps; `game_ends` is None where totals or the deal's number,
    which decide it, are not told; `winners` have the lowest total when the game ends. `next_starter` is who
    sits after the starter; None if he is not told, or the game ends. `points_left` are the penalty points with which
    the player who is nearest to it ends the game, `deals_left` the deals until it ends; None where it does not end so,
    where what decides it is not told, and when it has ended.
    """

    profile: RuleProfile
    closer: str
    from_hand: bool
    special: bool
    carried: int
    players: tuple[PlayerScore, ...]
    game_ends: bool | None
    winners: tuple[str, ...]
    next_starter: str | None
    points_left: int | None = None
    deals_left: int | None = None


def penalty_of(cards: Iterable[Card], profile: RuleProfile) -> int:
    """The plain sum of the penalty points of cards left in hand."""
    return sum(card_penalty(card, profile) for card in cards)


def held_if_beaten(hand: Iterable[Card], opened: bool, profile: RuleProfile) -> int:
    """What a hand costs under the profile's scoring if an opponent closes plainly."""
    return sum(item.points for item in _plain_items(tuple(hand), opened, profile))


def score(request: ScoreRequest) -> ScoreAnswer:
    """The penalty of every player after a deal, with its parts.

    Raises InvalidInput, with pointers as in the service's contract, for a deal that cannot have ended so.
    """
    faults = list(_faults(request))
    if faults:
        raise InvalidInput(*faults)
    profile = request.profile
    special = request.from_hand and (request.special or profile.from_hand_bonus == "always")
    players = tuple(_player_score(player, request, special) for player in request.players)
    closer = next(player for player in request.players if player.name == request.closer)
    ends = _game_ends(request, players)
    return ScoreAnswer(
        profile=profile,
        closer=request.closer,
        from_hand=request.from_hand,
        special=special,
        carried=len(closer.hand),
        players=players,
        game_ends=ends,
        winners=_winners(players) if ends else (),
        next_starter=None if ends or request.starter is None else _next_starter(request),
        points_left=None if ends else _points_left(profile, players),
        deals_left=None if ends or request.deal is None else _deals_left(profile, request.deal),
    )


def _player_score(player: Player, request: ScoreRequest, special: bool) -> PlayerScore:
    if player.name == request.closer:
        items = _closer_items(request.profile, request.from_hand)
    else:
        items = _opponent_items(player, request.profile, special)
    penalty = sum(item.points for item in items)
    total = None if player.total is None else player.total + penalty
    falls = (request.profile.game_end_points or 0) < 0
    return PlayerScore(player.name, penalty, items, total, -total if falls and total is not None else None)


def _next_starter(request: ScoreRequest) -> str:
    """Each deal is started by who sits after its last starter, in the order of the players."""
    names = [player.name for player in request.players]
    return names[(names.index(request.starter or "") + 1) % len(names)]


def _closer_items(profile: RuleProfile, from_hand: bool) -> tuple[ScoreItem, ...]:
    rule = "closer_bonus_from_hand" if from_hand else "closer_bonus"
    bonus: int = getattr(profile, rule)
    if not bonus:
        return (_item(advice.score_closer(points=0).citing(rule)),)
    return (ScoreItem(advice.score_closer_bonus(points=bonus).citing(rule), -bonus),)


def _opponent_items(player: Player, profile: RuleProfile, special: bool) -> tuple[ScoreItem, ...]:
    plain = _plain_items(player.hand, player.opened, profile)
    factor = special_factor(player.opened, profile) if special else 1
    if factor is None:
        return (_item(advice.score_from_hand_flat(points=profile.from_hand_flat)),)
    more = (factor - 1) * sum(one.points for one in plain)
    if factor == 2:
        return (*plain, _item(advice.score_doubled(points=more)))
    return plain if factor == 1 else (*plain, _item(advice.score_multiplied(factor=factor, points=more)))


def special_factor(opened: bool, profile: RuleProfile) -> int | None:
    """How often an opponent's penalty counts after a special close from hand; None: `from_hand_flat` instead of it."""
    if profile.from_hand_score == "same":
        return 1
    if profile.from_hand_score == "factor" or (profile.from_hand_score == "double_or_200" and opened):
        return profile.from_hand_factor
    return None


def _plain_items(hand: tuple[Card, ...], opened: bool, profile: RuleProfile) -> tuple[ScoreItem, ...]:
    """The parts of an opponent's penalty after a plain close."""
    if opened or profile.unopened_score in ("sum", "double_sum"):
        cards = tuple(_card_item(card, profile) for card in hand)
        if opened or profile.unopened_score == "sum":
            return cards
        return (*cards, _item(advice.score_unopened_doubled(points=sum(item.points for item in cards))))
    flat = _item(advice.score_flat(points=profile.unopened_flat))
    jokers = hand.count(JOKER)
    if profile.unopened_score == "flat" or not jokers:
        return (flat,)
    each = profile.penalty_joker
    return (flat, _item(advice.score_jokers(jokers=jokers, each=each, points=jokers * each)))


def _card_item(card: Card, profile: RuleProfile) -> ScoreItem:
    if card is JOKER:
        rule = "penalty_joker"
    elif card.rank == 1:
        rule = "penalty_ace"
    else:
        rule = "score" if card.rank <= 10 else "penalty_court"
    return _item(advice.score_card(card=card, points=card_penalty(card, profile)).citing(rule))


def _item(reason: Reason) -> ScoreItem:
    points = reason.params["points"]
    assert isinstance(points, int)
    return ScoreItem(reason, points)


def _game_ends(request: ScoreRequest, players: tuple[PlayerScore, ...]) -> bool | None:
    """Does the game end with this deal? None if what decides it is not told and nothing else ends it.

    An account starts at 0 and falls by penalty points; a limit is that many points below 0, whatever its sign.
    """
    profile = request.profile
    answers: list[bool | None] = []
    if profile.rounds_per_game is not None:
        answers.append(None if request.deal is None else request.deal >= profile.rounds_per_game)
    if profile.game_end_points is not None:
        limit = abs(profile.game_end_points)
        told = [player.total for player in players if player.total is not None]
        reached = any(one >= limit for one in told)
        answers.append(True if reached else False if len(told) == len(players) else None)
    return True if True in answers else None if None in answers else False


def _points_left(profile: RuleProfile, players: tuple[PlayerScore, ...]) -> int | None:
    """How many penalty points the highest total is below the limit of the game."""
    totals = [player.total for player in players if player.total is not None]
    if profile.game_end_points is None or len(totals) < len(players):
        return None
    return abs(profile.game_end_points) - max(totals)


def _deals_left(profile: RuleProfile, deal: int) -> int | None:
    return None if profile.rounds_per_game is None else profile.rounds_per_game - deal


def _winners(players: tuple[PlayerScore, ...]) -> tuple[str, ...]:
    """Who has the lowest total; nobody if a total is not told."""
    totals = [player.total for player in players if player.total is not None]
    if len(totals) < len(players):
        return ()
    return tuple(player.name for player in players if player.total == min(totals))


def _faults(request: ScoreRequest) -> Iterator[Fault]:
    profile = request.profile
    if request.special and not request.from_hand:
        yield Fault(("special",), advice.special_not_from_hand())
    if request.special and profile.from_hand_bonus == "none":
        yield Fault(("special",), advice.special_never())
    if request.deal is not None and not 1 <= request.deal <= MAX_DEAL:
        yield Fault(("deal",), facts.out_of_range(value=request.deal, least=1, most=MAX_DEAL).citing("deal"))
    players, least = len(request.players), max(2, profile.players_min)
    if players > profile.players_max:
        yield Fault(("players",), facts.too_many_players(players=players, most=profile.players_max))
    if players < least:
        yield Fault(("players",), facts.too_few_players(players=players, least=least))
    yield from _player_faults(request)
    yield from _copy_faults(request)
    if request.closer not in [player.name for player in request.players]:
        yield Fault(("closer",), advice.closer_unknown(value=request.closer[:MAX_NAME]))
    if request.starter is not None and request.starter not in [player.name for player in request.players]:
        yield Fault(("starter",), advice.starter_unknown(value=request.starter[:MAX_NAME]))


def _player_faults(request: ScoreRequest) -> Iterator[Fault]:
    names = [player.name for player in request.players]
    for index, one in enumerate(request.players):
        if not 1 <= len(one.name) <= MAX_NAME or not one.name.isprintable():
            value = shown(one.name)
            yield Fault(("players", index, "name"), facts.bad_name(value=value, most=MAX_NAME))
        if one.name in names[:index]:
            yield Fault(("players", index, "name"), facts.duplicate_name(value=one.name[:MAX_NAME]))
        if len(one.hand) > MAX_HAND:
            yield Fault(("players", index, "hand"), facts.hand_size(cards=len(one.hand), most=MAX_HAND))
        if one.total is not None and abs(one.total) > MAX_TOTAL:
            bad_total = facts.out_of_range(value=one.total, least=-MAX_TOTAL, most=MAX_TOTAL)
            yield Fault(("players", index, "total"), bad_total.citing("score"))
        if one.name == request.closer:
            yield from _closer_faults(("players", index), one, request)


def _closer_faults(pointer: Pointer, closer: Player, request: ScoreRequest) -> Iterator[Fault]:
    """A closer holds nothing but jokers that he may carry; and he has opened, in this turn if he closes from hand."""
    naturals = [str(card) for card in closer.hand if card is not JOKER]
    most = request.profile.carry_max
    if naturals:
        yield Fault((*pointer, "hand"), advice.closer_holds_cards(cards=naturals))
    if closer.hand.count(JOKER) > most:
        jokers = closer.hand.count(JOKER)
        yield Fault((*pointer, "hand"), advice.too_many_jokers_left(jokers=jokers, most=most))
    if not closer.opened and not request.from_hand:
        yield Fault((*pointer, "opened"), advice.closer_not_opened())


def _copy_faults(request: ScoreRequest) -> Iterator[Fault]:
    profile = request.profile
    limits = [profile.decks] * (KINDS - 1) + [profile.jokers]
    held = [card for player in request.players for card in player.hand]
    seen = [0] * KINDS
    for index, player in enumerate(request.players):
        for place, one in enumerate(player.hand):
            seen[one.kind] += 1
            most = limits[one.kind]
            if seen[one.kind] == most + 1:
                rule = "jokers" if one is JOKER else "decks"
                too_many = facts.too_many_copies(card=one, copies=held.count(one), most=most)
                yield Fault(("players", index, "hand", place), too_many.citing(rule))
