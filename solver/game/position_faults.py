"""What contradicts itself or its profile in a position: every fault, with a pointer to it."""

from __future__ import annotations

from collections.abc import Iterator

from solver import facts
from solver.errors import Fault, InvalidPosition, Pointer, shown
from solver.game.cards import KINDS, Card
from solver.game.position import MAX_HAND, MAX_NAME, MAX_ROUND, ME, Position, discard_may_be_taken


def faults_of(position: Position) -> Iterator[Fault]:
    """Everything that contradicts itself or the profile."""
    if not 1 <= len(position.hand) <= MAX_HAND:
        yield Fault(("hand",), facts.hand_size(cards=len(position.hand), most=MAX_HAND))
    if not 1 <= position.round <= MAX_ROUND:
        yield Fault(("round",), facts.out_of_range(value=position.round, least=1, most=MAX_ROUND).citing("round"))
    yield from _too_many_copies(position)
    yield from _table_faults(position)
    yield from _opponent_faults(position)
    yield from _draw_faults(position)
    yield from _phase_faults(position)
    if position.bottom_card is not None and position.profile.bottom is None:
        yield Fault(("bottom_card",), facts.no_bottom_card())
    if position.bottom_card is not None and position.bottom_card.is_joker:
        yield Fault(("bottom_card",), facts.joker_as_bottom_card(card=position.bottom_card))


def _too_many_copies(position: Position) -> Iterator[Fault]:
    profile = position.profile
    limit = [profile.decks] * (KINDS - 1) + [profile.jokers]
    places: list[tuple[Pointer, Card]] = [(("hand",), card) for card in position.hand]
    for index, meld in enumerate(position.table):
        places += [(("table", index, "cards", at), card) for at, card in enumerate(meld.meld.cards)]
    places += [(("discard_pile", index), card) for index, card in enumerate(position.discard_pile)]
    if position.bottom_card is not None and not position.drew("bottom"):
        places.append((("bottom_card",), position.bottom_card))
    places += [(("seen", index), card) for index, card in enumerate(position.seen)]
    for number, opponent in enumerate(position.opponents):
        places += [(("opponents", number, "picked", index), one) for index, one in enumerate(opponent.picked)]
    seen = [0] * KINDS
    for pointer, one in places:
        seen[one.kind] += 1
        if seen[one.kind] == limit[one.kind] + 1:
            rule = "jokers" if one.is_joker else "decks"
            total = sum(1 for _, other in places if other is one)
            yield Fault(pointer, facts.too_many_copies(card=one, copies=total, most=limit[one.kind]).citing(rule))


def _table_faults(position: Position) -> Iterator[Fault]:
    names = [meld.id for meld in position.table]
    first = position.profile.first_laying_round
    for index, lying in enumerate(position.table):
        yield from _name_faults(("table", index, "id"), lying.id)
        yield from _name_faults(("table", index, "owner"), lying.owner)
        if lying.id.startswith("new:"):
            yield Fault(("table", index, "id"), facts.reserved_id(value=lying.id))
        if lying.id in names[:index]:
            yield Fault(("table", index, "id"), facts.duplicate_id(value=lying.id))
        if lying.opening_run and lying.meld.kind != "run":
            yield Fault(("table", index, "opening_run"), facts.opening_run_is_set(value=lying.id))
        elif lying.opening_run and position.profile.opening_pure_run:
            yield from _opening_run_faults(position, index)
    if position.table and not position.may_lay:
        yield Fault(("table",), facts.table_too_early(round=position.round, from_=first))
    if position.opened and not position.may_lay:
        yield Fault(("opened",), facts.opened_too_early(round=position.round, from_=first))
    if not position.opened and any(meld.mine for meld in position.table):
        yield Fault(("opened",), facts.own_meld_unopened())


def _opening_run_faults(position: Position, index: int) -> Iterator[Fault]:
    """What is wrong with a run that is marked as the pure one that opened."""
    one, profile, pointer = position.table[index], position.profile, ("table", index, "opening_run")
    if one.meld.jokers and profile.opening_run_joker == "never":
        yield Fault(pointer, facts.joker_in_opening_run(value=one.id))
    if any(other.owner == one.owner and other.opening_run for other in position.table[:index]):
        yield Fault(pointer, facts.two_opening_runs(owner=one.owner))


def _opponent_faults(position: Position) -> Iterator[Fault]:
    profile = position.profile
    players = len(position.opponents) + 1
    if players > profile.players_max:
        yield Fault(("opponents",), facts.too_many_players(players=players, most=profile.players_max))
    if 1 < players < profile.players_min:
        yield Fault(("opponents",), facts.too_few_players(players=players, least=profile.players_min))
    names = [opponent.name for opponent in position.opponents]
    for index, one in enumerate(position.opponents):
        yield from _name_faults(("opponents", index, "name"), one.name)
        if one.name in (ME, *names[:index]):
            yield Fault(("opponents", index, "name"), facts.duplicate_name(value=one.name).citing("opponents"))
        if one.cards is not None and not 0 <= one.cards <= MAX_HAND:
            yield Fault(
                ("opponents", index, "cards"),
                facts.out_of_range(value=one.cards, least=0, most=MAX_HAND).citing("opponents"),
            )
        if one.cards is not None and len(one.picked) > one.cards:
            yield Fault(("opponents", index, "picked"), facts.picked_too_many(picked=len(one.picked), cards=one.cards))
        if not one.opened and any(meld.owner == one.name for meld in position.table):
            yield Fault(("opponents", index, "opened"), facts.own_meld_unopened(value=one.name))
        if one.opened and not position.may_lay:
            yield Fault(("opponents", index, "opened"), facts.opened_too_early(round=position.round))
    thrower = position.top_discard_by
    if thrower is not None:
        yield from _name_faults(("top_discard_by",), thrower)
        if thrower == ME and profile.ends_with_discard:
            yield Fault(("top_discard_by",), facts.thrown_by_oneself())
        elif names and thrower not in (ME, *names):
            yield Fault(("top_discard_by",), facts.unknown_opponent(value=thrower))


def check_told(position: Position) -> None:
    """Raises InvalidPosition if the cards told of in a position cannot lie so: a top card on no pile, or more cards in
    the opponents' hands or in the stock than lie nowhere else (one that was seen may be in a hand again).

    Apart from a position's own checks, since the analyses look at hands with other cards and draws.
    """
    faults = []
    if position.top_discard_by is not None and not position.discard_pile and not position.drew("discard"):
        faults.append(Fault(("top_discard_by",), facts.no_pile_to_throw_on()))
    held = sum(opponent.cards or 0 for opponent in position.opponents)
    elsewhere = len(position.hand) + len(position.discard_pile) + sum(len(meld.meld.cards) for meld in position.table)
    if position.bottom_card is not None and not position.drew("bottom"):
        elsewhere += 1
    left = position.profile.cards_in_play - elsewhere
    if held > max(0, left):
        faults.append(Fault(("opponents",), facts.too_many_held(held=held, left=max(0, left))))
    picked = sum(len(opponent.picked) for opponent in position.opponents)
    most = max(0, left - max(held, picked + len(position.seen)))
    if position.stock_left is not None and not 0 <= position.stock_left <= most:
        fault = Fault(
            ("stock_left",), facts.out_of_range(value=position.stock_left, least=0, most=most).citing("cards")
        )
        faults.append(fault)
    if faults:
        raise InvalidPosition(*faults)


def _draw_faults(position: Position) -> Iterator[Fault]:
    drawn = position.drawn
    if drawn is None:
        return
    if position.starts_without_draw != (drawn.source == "none"):
        wrong = facts.starter_does_not_draw if position.starts_without_draw else facts.draw_needed
        yield Fault(("drawn", "from"), wrong(value=drawn.source).citing("starter_extra"))
    if drawn.source in ("discard", "bottom") and drawn.card is None:
        yield Fault(("drawn", "card"), facts.drawn_card_missing(value=drawn.source))
    if drawn.source == "none" and drawn.card is not None:
        yield Fault(("drawn", "card"), facts.drawn_nothing(card=drawn.card))
    if drawn.card is not None and drawn.card not in position.hand:
        yield Fault(("drawn", "card"), facts.drawn_not_in_hand(card=drawn.card))
    if drawn.source == "discard":
        refused = discard_may_be_taken(position)
        if refused:
            yield Fault(("drawn", "from"), refused)
    if drawn.source == "bottom":
        if position.profile.bottom is None:
            yield Fault(("drawn", "from"), facts.no_bottom_card())
        if drawn.card is not None and drawn.card.is_joker:
            yield Fault(("drawn", "card"), facts.joker_as_bottom_card(card=drawn.card))
        if position.bottom_card not in (None, drawn.card):
            yield Fault(("bottom_card",), facts.bottom_card_differs(card=position.bottom_card))


def _phase_faults(position: Position) -> Iterator[Fault]:
    """What contradicts a phase that was told."""
    phase = position.phase
    if not position.phase_told:
        return
    if phase != "after_draw" and position.drawn is not None:
        yield Fault(("phase",), facts.phase_drawn(value=phase))
    if phase == "before_draw" and position.starts_without_draw:
        yield Fault(("phase",), facts.starter_does_not_draw(value=phase))
    if phase == "before_draw" and len(position.hand) >= MAX_HAND:
        yield Fault(("phase",), facts.phase_hand_full(value=phase, cards=len(position.hand), most=MAX_HAND))


def _name_faults(pointer: Pointer, name: str) -> Iterator[Fault]:
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        yield Fault(pointer, facts.bad_name(value=shown(name), most=MAX_NAME))
