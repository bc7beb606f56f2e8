"""The arena: deals are dealt, played and counted right, and no program sees what its seat cannot see."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from advisor.arena.deal import Choice, Deal, Seat, deal_cards, play_deal, play_game, shuffled
from advisor.arena.league import play_league
from advisor.arena.match import PROGRAMS, Contest, mean_of, run
from advisor.arena.players import Greedy
from api.cli.main import main
from solver.errors import InvalidInput
from solver.game.actions import Action, Discard, Exchange, LayMeld
from solver.game.cards import CARDS, JOKER, Card
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.position import Drawn, Opponent, Position, TableMeld, make_position
from solver.rules.presets import PROFILES

ONLINE = PROFILES["zoliky-online"]
PROFILE_IDS = tuple(PROFILES)


def cards(text: str) -> list:  # type: ignore[type-arg]
    return list(read_cards(text))


class Scripted:
    """Plays given turns one after another, then throws the first card."""

    name = "scripted"

    def __init__(self, *turns: tuple[Action, ...], source: Choice = "stock") -> None:
        self.turns = list(turns)
        self.source = source

    def draw(self, position: Position) -> Choice:
        return self.source

    def play(self, position: Position) -> Sequence[Action]:
        return self.turns.pop(0) if self.turns else (Discard(position.hand[0]),)


# Dealing


@pytest.mark.parametrize(
    ("profile_id", "hands", "stock"),
    [
        ("zoliky-online", [14, 14], 80),  # 108 - 2 × 14
        ("joker-club", [15, 14, 14], 64),  # 108 - 43 - the bottom card
        ("tournament", [13, 12, 12, 12], 59),  # 108 - 49, no bottom card
    ],
)
def test_the_deal_has_the_profiles_sizes(profile_id: str, hands: list[int], stock: int) -> None:
    deal = deal_cards(PROFILES[profile_id], len(hands), "a")
    assert [len(seat.hand) for seat in deal.seats] == hands
    assert len(deal.stock) == stock
    assert Counter(deal.cards()) == Counter(shuffled(PROFILES[profile_id], "b"))


def test_carried_jokers_count_as_part_of_the_deal() -> None:
    deal = deal_cards(ONLINE, 2, "a", carried=(3, 0))
    assert [len(seat.hand) for seat in deal.seats] == [14, 14]
    assert deal.seats[0].hand[:3] == [JOKER] * 3
    assert Counter(deal.cards()) == Counter(shuffled(ONLINE, "b"))


def test_a_starter_of_the_joker_club_who_carries_two_jokers_is_dealt_13_cards() -> None:
    deal = deal_cards(PROFILES["joker-club"], 2, "a", carried=(2, 0))
    assert [len(seat.hand) for seat in deal.seats] == [15, 14]  # 13 and the two jokers
    assert deal.seats[0].hand[:2] == [JOKER] * 2
    assert len(deal.stock) == 108 - 29 - 1


@pytest.mark.parametrize("profile_id", ["joker-club", "wikipedia", "family"])
def test_the_bottom_card_is_never_a_joker(profile_id: str) -> None:
    profile = PROFILES[profile_id]
    for seed in range(200):
        deal = deal_cards(profile, 2, str(seed))
        assert deal.bottom is not None
        assert deal.bottom is not JOKER
        assert Counter(deal.cards()) == Counter(shuffled(profile, "b"))


@pytest.mark.parametrize("profile_id", PROFILE_IDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cut_moves_jokers_to_the_cutter_and_loses_no_card(profile_id: str, players: int) -> None:
    profile = PROFILES[profile_id]
    uncut = replace(profile, cutting="none")
    most = {"none": 0, "one_joker": 1, "all_jokers": 3}[profile.cutting]
    kept = 0
    for seed in map(str, range(300)):
        carried = (0, int(seed) % 3)
        deal, other = (deal_cards(one, players, seed, starter=1, carried=carried) for one in (profile, uncut))
        assert deal == deal_cards(profile, players, seed, starter=1, carried=carried)
        assert Counter(deal.cards()) == Counter(shuffled(profile, seed))
        assert [len(seat.hand) for seat in deal.seats] == [len(seat.hand) for seat in other.seats]
        assert deal.bottom == other.bottom
        pack = shuffled(profile, seed)
        for _ in range(sum(carried)):
            pack.remove(JOKER)
        found = min(most, pack[-3:].count(JOKER))
        cutter = (1 - 2) % players  # the dealer sits before the starter, the cutter before the dealer
        own = carried[cutter] if cutter < len(carried) else 0
        assert deal.seats[cutter].hand[: own + found] == [JOKER] * (own + found)
        kept += found
    assert (kept > 0) == (most > 0)


def test_three_jokers_at_the_cut_go_to_the_cutter_and_the_next_card_under_the_stock() -> None:
    profile = replace(PROFILES["wikipedia"], decks=1, jokers=16)
    seed = next(str(one) for one in range(1000) if shuffled(profile, str(one))[-3:] == [JOKER] * 3)
    deal = deal_cards(profile, 3, seed)
    assert deal.seats[1].hand[:3] == [JOKER] * 3
    assert deal.bottom == next(one for one in reversed(shuffled(profile, seed)) if one is not JOKER)
    assert Counter(deal.cards()) == Counter(shuffled(profile, seed))


# What a seat sees


@pytest.mark.parametrize("profile_id", PROFILE_IDS)
def test_a_view_depends_on_nothing_hidden(profile_id: str) -> None:
    """However the cards in the stock and in the others' hands are swapped among them, a seat is shown the same."""
    players = 3
    deal = deal_cards(PROFILES[profile_id], players, "views")
    dice = random.Random(5)
    checked = 0

    def watch(deal: Deal) -> None:
        nonlocal checked
        checked += 1
        seat = checked % players  # whose turn is next
        if not deal.seats[seat].hand:
            return
        deal.seats[seat].turns += 1
        before = deal.view(seat)
        hidden = [deal.stock, *(deal.seats[one].hand for one in range(players) if one != seat)]
        kept = [list(one) for one in hidden]
        pool = [card for one in hidden for card in one]
        dice.shuffle(pool)
        for one in hidden:
            one[:] = [pool.pop() for _ in one]
        assert deal.view(seat) == before
        for one, old in zip(hidden, kept, strict=True):
            one[:] = old
        deal.seats[seat].turns -= 1

    play_deal(deal, [PROGRAMS["greedy"](), PROGRAMS["random"](), PROGRAMS["greedy"]()], watch)
    assert checked > 9


def test_a_view_shows_what_lies_face_up() -> None:
    deal = Deal(ONLINE, [Seat(cards("2S 3S"), turns=5), Seat(cards("4S 5S 6S"), opened=True, turns=4)], cards("9C 9H"))
    deal.pile, deal.thrown_by, deal.refusals = cards("KS QD"), 1, [0, 0]
    view = deal.view(0)
    assert (view.hand, view.discard_pile, view.round) == (tuple(cards("2S 3S")), tuple(cards("KS QD")), 5)
    assert [(opponent.name, opponent.cards, opponent.opened) for opponent in view.opponents] == [("seat2", 3, True)]
    assert (view.top_discard_by, view.starter, view.opened) == ("seat2", True, False)


def test_a_view_shows_what_was_picked_up_and_thrown() -> None:
    """family, round 1: 9H is taken without a duty and kept; the others see it until it is thrown."""
    family = PROFILES["family"]
    hands = [Seat(cards("2S 3S")), Seat(cards("KD 4S"), turns=1)]
    deal = Deal(family, hands, cards("8C 7C 6C"), starter=1, refusals=[0, 0])
    deal.pile, deal.thrown_by = cards("9H"), 1
    deal.turn(0, Scripted((Discard(cards("2S")[0]),), source="discard"))
    assert [(opponent.picked, opponent.thrown) for opponent in deal.view(1).opponents] == [
        (tuple(cards("9H")), tuple(cards("2S")))
    ]
    deal.turn(1, Scripted((Discard(cards("4S")[0]),)))
    deal.turn(0, Scripted((Discard(cards("9H")[0]),)))
    assert [(opponent.picked, opponent.thrown) for opponent in deal.view(1).opponents] == [((), tuple(cards("2S 9H")))]


def test_a_joker_that_was_won_is_seen_in_the_hand() -> None:
    """Seat 1 gives 6C for the joker of 5-joker-7 and keeps it, as joker-club allows."""
    club = PROFILES["joker-club"]
    table = [TableMeld("m1", "seat2", read_meld(tuple(cards("5C JK 7C")), club))]
    hands = [Seat(cards("6C 2H"), opened=True, turns=5), Seat(cards("KD 4S"), opened=True, turns=5)]
    deal = Deal(club, hands, cards("8D 9D"), table=table, refusals=[0, 0])
    deal.turn(0, Scripted((Exchange("m1", tuple(cards("6C")), 1), Discard(cards("2H")[0]))))
    assert deal.refusals == [0, 0]
    assert deal.view(1).opponents[0].picked == (JOKER,)


# Playing


@pytest.mark.parametrize("profile_id", PROFILE_IDS)
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_programs_play_legally_and_no_card_is_lost(profile_id: str, name: str) -> None:
    profile = PROFILES[profile_id]
    deal = deal_cards(profile, 2, f"legal {name}")
    whole = Counter(deal.cards())
    outcome = play_deal(deal, [PROGRAMS[name](), Greedy()], lambda deal: _conserved(deal, whole))
    assert outcome.refusals == (0, 0)
    if outcome.closer is not None:
        assert outcome.penalties[outcome.closer] <= 0
        assert outcome.opened[outcome.closer]


def _conserved(deal: Deal, whole: Counter[Card]) -> None:
    assert Counter(deal.cards()) == whole


def test_an_illegal_turn_is_refused_and_counted() -> None:
    deal = deal_cards(ONLINE, 2, "illegal")
    liar = Scripted(*[(LayMeld(tuple(cards("7S 8S 9S"))), Discard(JOKER))] * 3)
    thief = Scripted(source="bottom")
    whole = Counter(deal.cards())
    for count in range(4):
        deal.turn(count % 2, (liar, thief)[count % 2])
        assert Counter(deal.cards()) == whole
        assert [len(seat.hand) for seat in deal.seats] == [14, 14]
    assert deal.refusals == [2, 2]


def test_a_close_is_scored_by_the_profile() -> None:
    """Seat 1 draws 2C and closes by throwing it; seat 2 holds K, ace, joker: 10 + 10 + 50 = 70 in zoliky-online,
    10 + 20 + 50 = 80 in joker-club, whose closer has 10 in his favour."""
    for profile_id, expected in (("zoliky-online", (0, 70)), ("joker-club", (-10, 80))):
        hands = [Seat(cards("4H 5H 6H"), opened=True, turns=5), Seat(cards("KS AS JK"), opened=True, turns=5)]
        deal = Deal(PROFILES[profile_id], hands, cards("9C 2C"), refusals=[0, 0])
        closer = Scripted((LayMeld(tuple(cards("4H 5H 6H"))), Discard(cards("2C")[0])))
        outcome = play_deal(deal, [closer, Scripted()])
        assert (outcome.closer, outcome.from_hand, outcome.penalties) == (0, False, expected)
        assert outcome.jokers_held == (0, 1)


def test_the_pile_is_turned_over_when_the_stock_is_used_up() -> None:
    """The pile 2S 3S 4S (4S on top): the stock becomes 2S, 3S with 2S on top, and 4S stays."""
    deal = Deal(ONLINE, [Seat(cards("9H")), Seat(cards("9D"))], [], refusals=[0, 0])
    deal.pile = cards("2S 3S 4S")
    end = deal.turn(0, Scripted((Discard(cards("9H")[0]),)))
    assert end is not None
    assert deal.seats[0].hand == cards("2S")
    assert (deal.stock, deal.pile) == (cards("3S"), cards("4S 9H"))


def test_a_deal_without_cards_to_draw_ends_without_a_closer() -> None:
    deal = Deal(ONLINE, [Seat(cards("9H")), Seat(cards("9D KD"))], [], refusals=[0, 0])
    outcome = play_deal(deal, [Scripted(), Scripted()])
    assert (outcome.closer, outcome.penalties) == (None, (9, 19))


def test_a_thrown_joker_bars_closing_until_the_round_of_turns_ends() -> None:
    profile = PROFILES["tournament"]
    hands = [Seat(cards("JK 4H 9S"), turns=4), Seat(cards("5H 6H"), turns=4), Seat(cards("7H 8C"), turns=4)]
    deal = Deal(profile, hands, cards("2S 3S 4S 5S"), refusals=[0, 0, 0])
    deal.turn(0, Scripted((Discard(JOKER),)))
    assert [deal.view(one).closing_barred for one in (1, 2)] == [True, True]
    deal.turn(1, Scripted())
    deal.turn(2, Scripted())
    deal.turn(0, Scripted())
    assert not deal.barred


def test_a_game_carries_jokers_and_ends_as_the_profile_says() -> None:
    outcomes = play_game(PROFILES["tournament"], [Greedy(), Greedy()], "game")
    assert len(outcomes) == 8  # rounds_per_game
    assert all(sum(outcome.refusals) == 0 for outcome in outcomes)


# Measuring


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    contest = Contest(ONLINE, ("greedy", "patient"), 4, seed=3)
    done: list[int] = []
    result = run(contest, jobs=1, progress=done.append)
    assert result == run(contest, jobs=2)
    assert done == [1, 2, 3, 4]
    assert result.rounds == 8
    assert result != run(Contest(ONLINE, ("greedy", "patient"), 4, seed=4))


def test_mirrored_deals_are_fair() -> None:
    """The same program against itself on mirrored deals is exactly as good."""
    result = run(Contest(ONLINE, ("greedy", "greedy"), 3))
    assert (result.difference.value, result.lead.value) == (0, 0)
    assert result.tallies[0].penalty == result.tallies[1].penalty


def test_the_interval_is_that_of_a_mean() -> None:
    """1, 2, 3: standard deviation 1, standard error 1/√3 = 0.57735, times 1.96 = 1.13161."""
    mean = mean_of([1.0, 2.0, 3.0])
    assert mean.value == 2
    assert mean.low == pytest.approx(0.86839, abs=1e-5)
    assert mean.high == pytest.approx(3.13161, abs=1e-5)


@pytest.mark.parametrize(
    ("players", "deals", "pointer"),
    [(("greedy", "nobody"), 1, ("players", 1)), (("greedy",), 1, ("players",)), (("greedy", "random"), 0, ("deals",))],
)
def test_wrong_contests_are_refused(players: tuple[str, ...], deals: int, pointer: tuple[object, ...]) -> None:
    with pytest.raises(InvalidInput) as caught:
        run(Contest(ONLINE, players, deals))
    assert [fault.pointer for fault in caught.value.faults] == [pointer]


def test_every_card_of_a_shuffle_is_there() -> None:
    assert Counter(shuffled(ONLINE, "x")) == Counter({card: 4 if card is JOKER else 2 for card in CARDS})
    assert shuffled(ONLINE, "x") != shuffled(ONLINE, "y")


def test_the_command_tells_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--players", "greedy,random", "--deals", "2", "--seed", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["deals"], answer["refusals"], answer["rounds"]) == (2, 0, 4)
    assert [player["name"] for player in answer["players"]] == ["greedy", "random"]
    for player in answer["players"]:
        low, high = player["interval"]
        assert low <= player["penalty_per_round"] <= high
        assert 0 <= player["closes_from_hand"] <= player["rounds_won"] <= 1
    first, second = answer["players"]
    gap = first["penalty_per_round"] - second["penalty_per_round"]
    assert answer["difference"]["penalty_per_round"] == pytest.approx(gap, abs=1e-3)


def test_the_command_tells_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--players", "greedy,random", "--deals", "1", "--rules", "family"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("family: 1 deals, each from every seat: 2 rounds")
    assert main(["arena", "--players", "greedy,nobody", "--deals", "1"]) == 2


# The league


def test_a_league_plays_every_pair_once_and_tells_one_table() -> None:
    """Each cell is the pair's own contest; what one is ahead, the other is behind; the standings are the means."""
    players = ("random", "greedy", "patient")
    table = play_league(ONLINE, players, 2, seed=5)
    assert [result.contest.players for result in table.results] == [
        ("random", "greedy"),
        ("random", "patient"),
        ("greedy", "patient"),
    ]
    for result in table.results:
        assert result == run(Contest(ONLINE, result.contest.players, 2, seed=5))
        one, other = result.contest.players
        here, there = table.between(one, other), table.between(other, one)
        assert here == result.difference
        assert (there.value, there.low, there.high) == (-here.value, -here.high, -here.low)
    means = {
        player: sum(table.between(player, other).value for other in players if other != player) / 2
        for player in players
    }
    assert [(standing.name, standing.difference) for standing in table.standings] == sorted(
        means.items(), key=lambda one: one[1]
    )
    assert sum(standing.lead for standing in table.standings) == pytest.approx(0)
    with pytest.raises(LookupError):
        table.between("random", "nobody")


@pytest.mark.parametrize(
    ("players", "pointer"),
    [
        (("greedy", "nobody"), ("players", 1)),
        (("greedy",), ("players",)),
        (("greedy", "random", "greedy"), ("players", 2)),
    ],
)
def test_wrong_leagues_are_refused(players: tuple[str, ...], pointer: tuple[object, ...]) -> None:
    with pytest.raises(InvalidInput) as caught:
        play_league(ONLINE, players, 1)
    assert [fault.pointer for fault in caught.value.faults] == [pointer]


def test_the_command_tells_a_league(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "--league", "--players", "greedy,random,patient", "--deals", "1", "--seed", "2"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("zoliky-online: all against all, 1 deals a pair")
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [standing["name"] for standing in told["standings"]] == [line.split()[0] for line in lines[2:]]
    assert len(told["pairs"]) == 3
    assert main(["arena", "--league", "--players", "greedy,nobody", "--deals", "1"]) == 2


def test_strength_few_opens_where_few_cards_stay() -> None:
    """10 cards of 14 are laid: with 5 cards left after the throw it opens, where *strength* waits."""
    hand = cards("5S 6S 7S 9H 9D 9C KS KH KC 2D 4C 6H 8D JS QD")
    position = make_position(ONLINE, hand, round=5, drawn=Drawn("stock"), opponents=[Opponent("b", 14)])
    assert not any(isinstance(one, LayMeld) for one in PROGRAMS["strength"]().play(position))
    turn = PROGRAMS["strength-few"]().play(position)
    assert sum(isinstance(one, LayMeld) for one in turn) == 3
    assert PROGRAMS["strength-few"]().name == "strength-few"
    assert PROGRAMS["strength-opens"]().name == "strength-opens"
