"""The actions of a turn in which jokers are bought in arrangements one after another, told by what lies before and
after each."""

from __future__ import annotations

from collections import Counter

from solver.game.actions import LayMeld, Rearrange
from solver.game.cards import counts
from solver.game.melds import read_meld
from solver.game.notation import read_cards
from solver.game.position_line import read_position_line
from solver.model.candidates import catalogue
from solver.model.rearranging.chaining import Chaining, Piece, end_pieces, piece_of
from solver.model.solutions import Choice, MeldChoice, PoolChoice
from solver.rules.presets import PROFILES
from tests.agreement import Service, compared

WIKIPEDIA = PROFILES["wikipedia"]


def piece(cards: str) -> Piece:
    return piece_of(read_meld(read_cards(cards), WIKIPEDIA))


def test_of_two_equal_melds_one_may_be_laid_and_the_other_built() -> None:
    table = Chaining({"t0": piece("5S 5H 5D 5C")}, 0, WIKIPEDIA)
    table.build([piece("5S 5H 5D"), piece("5S 5H 5D"), piece("4C 5C 6C")])
    laid, rebuilt = table.actions
    assert laid == LayMeld(read_cards("5S 5H 5D"), "set")
    assert isinstance(rebuilt, Rearrange)
    assert rebuilt.take == ("t0",)
    assert Counter(one.kind for one in rebuilt.melds) == {"run": 1, "set": 1}
    assert rebuilt.from_hand == tuple(sorted(read_cards("4C 6C")))


def test_without_anything_gone_equal_melds_are_laid() -> None:
    table = Chaining({}, 0, WIKIPEDIA)
    table.build([piece("5S 5H 5D"), piece("5S 5H 5D")])
    assert table.actions == [LayMeld(read_cards("5S 5H 5D"), "set")] * 2


def test_a_pure_run_stays_only_in_the_turn_in_which_it_opens() -> None:
    held = counts(read_cards("7D 8D 9D"))
    run = next(run for run in catalogue(WIKIPEDIA).of(held, 0) if run.kind == "run")
    one = MeldChoice(run, run.whole, 0)

    def end(stays: MeldChoice | None) -> list[Piece]:
        return end_pieces(Choice((one,), (), None, True, PoolChoice((), (), (), ())), (), WIKIPEDIA, stays)

    assert end(one) == []
    assert end(None) == [piece("7D 8D 9D")]


def test_buying_a_joker_of_this_turn_does_not_lay_the_taken_card() -> None:
    line = (
        "z1~wikipedia~5S7SQS5H5H5D7D8D9DTD5C7CKCJKJK~r10~dd5H~p9HJCKSJS8D5DAS~bAD~mm1.Jan.KSKHKDJK~mm2.Eva.3C4C5C6C"
        "~qEva.5.1~qJan.5.1~qPetr.14.0~tPetr"
    )
    assert not compared(Service(), read_position_line(line), 0).contradictions
