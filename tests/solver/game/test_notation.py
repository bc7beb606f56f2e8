"""Cards as people write them: every notation, what is refused and why, and nothing but the documented error."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver.errors import InvalidCard
from solver.game.cards import CARDS, JOKER, RANK_TEXT, Card
from solver.game.notation import MAX_TEXT, is_suit, read_card, read_cards
from solver.game.notation_names import AMBIGUOUS, FILLERS, JOKER_WORDS, JOKERS, RANK_WORDS, RANKS, SUIT_WORDS, SUITS

NATURAL = [card for card in CARDS if card is not JOKER]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7❤️ 7♥️ ♥7 7♡", "7H 7H 7H 7H"),
        ("0H TH 10H ♥0 0♥", "10H 10H 10H 10H 10H"),
        ("1♣ ♣1 A♣", "AC AC AC"),
        ("JOKER1 X1 joker2 JK *", "JK JK JK JK JK"),
        ("♠ A K Q", "AS KS QS"),
        ("♠ a k q", "AS KS QS"),
        ("♠: A K Q", "AS KS QS"),
        ("♠AKQ 789♥", "AS KS QS 7H 8H 9H"),
        ("♠ A K Q ♥ 7 8 9", "AS KS QS 7H 8H 9H"),
        ("7,8,9♥", "7H 8H 9H"),
        ("7, 8, 9♥, 10♠ J♠", "7H 8H 9H 10S JS"),
        ("♥ 7 JK 9", "7H JK 9H"),
        ("srdce 7 8 9", "7H 8H 9H"),
        ("7 srdce, srdce 8", "7H 8H"),
        ("Queen of spades, the ace of hearts", "QS AH"),
        ("srdcová sedma, pikový král", "7H KS"),
        ("sedma srdcová, listová dáma", "7H QS"),
        ("srdcia sedem, guľová osmička", "7H 8D"),
        ("♥dáma dáma♥ ♥svršek ♥horník", "QH QH QH QH"),
        ("kule svršek, žaludy spodek, zelené eso", "QD JC AS"),
        ('["7H","8H"]', "7H 8H"),
        ("(QH) {KH} „AH“", "QH KH AH"),
        ("7♥+8♥ & 9♥", "7H 8H 9H"),
        ("2× 7♥", "7H 7H"),
        ("2x7♥ 7♦ ×2 3x JK", "7H 7H 7D 7D JK JK JK"),
        ("7♥.", "7H"),
        ("7-10♦", "7D 8D 9D 10D"),
        ("♦7-10", "7D 8D 9D 10D"),
        ("7-8-9♦", "7D 8D 9D"),
        ("♦ Q-A; A-3♥", "QD KD AD AH 2H 3H"),
        ("7♦-9♦ ♥7-♥9", "7D 9D 7H 9H"),
        ("♥A-K-Q; K-Q♦, ♠3-2-A", "AH KH QH KD QD 3S 2S AS"),
        ("7 křížů, 8 trefů, 9 listů, 5 piků, 6 kár, 4 žaludů", "7C 8C 9S 5S 6D 4C"),
        ("7 krížov, 8 trefov, 9 listov, 5 pikov, 6 gulí, 4 žaluďov", "7C 8C 9S 5S 6D 4C"),
        ("♦E ♦S ♦D ♦K e♦", "AD JD QD KD AD"),
        ("7D8D9D d7d8 🂡🃏", "7D 8D 9D 7D 8D AS JK"),
    ],
)
def test_forms(text: str, cards: str) -> None:
    assert " ".join(map(str, read_cards(text))) == cards


@pytest.mark.parametrize(
    ("text", "code", "value"),
    [
        ("7♥ 8 9♦", "ambiguous_card", "8"),
        ("7♥ a 8♥", "ambiguous_card", "a"),
        ("červená 7", "ambiguous_card", "červená"),
        ("♥7 8 ♠ 9 10♥", "ambiguous_card", "8"),
        ("♦ K Q A-3♥", "ambiguous_card", "A"),
        ("7 8", "card_without_suit", "7"),
        ("10", "card_without_suit", "10"),
        ("♥", "suit_without_rank", "♥"),
        ("1 0♥", "card_without_suit", "1"),
        ("2 JK", "card_without_suit", "2"),
        ("1C", "bad_card", "1C"),
        ("7Q", "bad_card", "7Q"),
        ("12♥", "bad_card", "12♥"),
        ("10-7♦", "bad_card", "10"),
        ("♥9-7", "card_without_suit", "7"),
        ("2x", "bad_card", "2x"),
        ("2× 7-9♥", "bad_card", "2×"),
        ("99x7♥", "bad_card", "99x7♥"),
        ("2*7H", "bad_card", "2*7H"),
        ("srdce d", "card_without_suit", "d"),
    ],
)
def test_refused(text: str, code: str, value: str) -> None:
    with pytest.raises(InvalidCard) as raised:
        read_cards(text)
    (fault,) = raised.value.faults
    assert (fault.reason.code, fault.reason.params["value"]) == (code, value)


def test_no_word_names_two_things() -> None:
    texts = [text for by_suit in SUIT_WORDS.values() for text in by_suit.values()]
    texts += [text for by_rank in RANK_WORDS.values() for text in by_rank.values()]
    words = " ".join([*texts, *JOKER_WORDS.values()]).split()
    assert len(words) == len(set(words)) == len(SUITS) + len(RANKS) + len(JOKERS)
    assert not {*words} & {*AMBIGUOUS, *FILLERS}
    assert [is_suit(one) for one in ("♥", " Srdce ", "set", "7♥")] == [True, True, False, False]


@given(st.lists(st.sampled_from(CARDS), max_size=30), st.sampled_from([" ", ", ", "; ", "+", " – ", "\n"]))
def test_round_trip_in_every_notation(cards: list[Card], between: str) -> None:
    for notation in ("ascii", "unicode", "emoji"):
        assert list(read_cards(between.join(card.text(notation) for card in cards))) == cards


@given(st.sampled_from(NATURAL), st.data())
def test_round_trip_in_words(one: Card, data: st.DataObject) -> None:
    suit = data.draw(st.sampled_from([word for word, suit in SUITS.items() if suit is one.suit]))
    rank = data.draw(st.sampled_from([word for word, rank in RANKS.items() if rank == one.rank]))
    symbol = one.suit.symbol
    for text in (f"{suit} {rank}", f"{rank} {suit}", f"{rank} of {suit}", f"{symbol}{rank}", f"{rank}{symbol}"):
        assert read_card(text) is read_card(text.upper()) is one


@given(st.lists(st.sampled_from(NATURAL), min_size=1, max_size=14))
def test_a_suit_named_once(cards: list[Card]) -> None:
    alike = [CARDS[13 * cards[0].suit + card.rank - 1] for card in cards]
    ranks = [RANK_TEXT[one.rank] for one in alike]
    symbol = cards[0].suit.symbol
    assert list(read_cards(f"{symbol} {' '.join(ranks)}")) == alike
    assert list(read_cards(f"{', '.join(ranks)} {symbol}")) == alike
    assert list(read_cards(f"{', '.join(ranks)}{symbol}")) == alike


PIECES = [
    "7",
    "8",
    "10",
    "J",
    "A",
    "K",
    "a",
    "1",
    "0",
    "d",
    "s",
    "7D",
    "D7",
    "♦7",
    "7♦",
    "♠",
    "♥",
    "srdce",
    "dáma",
    "-",
    "–",
    ",",
    ";",
    "JK",
    "*",
    "X1",
    "2×",
    "×2",
    "2x",
    "♠AK",
    "🂡",
    "červená",
    "of",
    "(",
    "]",
    ".",
    "q",
]


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from([*PIECES, " "]), max_size=12).map("".join)))
@example("- 7 -")
@example("2×2×7♥")
def test_nothing_but_the_documented_error(text: str) -> None:
    codes = {"bad_card", "ambiguous_card", "card_without_suit", "suit_without_rank"}
    with suppress(InvalidCard):
        assert set(read_cards(text)) <= set(CARDS)
        return
    with pytest.raises(InvalidCard) as raised:
        read_cards(text)
    assert raised.value.faults[0].reason.code in codes


@pytest.mark.parametrize("piece", ["7 ", "♠7", "7-", "♠ 7 ", "2x", "7♥ ", "7 8♥ ", "JK", "(", "♠A♠K 3 - "])
def test_time_grows_with_the_text(piece: str) -> None:
    text = (piece * MAX_TEXT)[:MAX_TEXT]
    started = time.perf_counter()
    with suppress(InvalidCard):
        read_cards(text)
    assert time.perf_counter() - started < 0.5  # some milliseconds; quadratic work would take seconds
