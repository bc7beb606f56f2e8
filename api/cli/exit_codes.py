"""The exit codes of the `zolik` command."""

from __future__ import annotations

from typing import Final

YES: Final = 0
NO: Final = 1
BAD_INPUT: Final = 2
FAILED: Final = 3
INTERRUPTED: Final = 130

EXPLAINED: Final = """exit codes:
  0  yes, or answered: it opens, closes, is legal; penalty, turn, score and rules are told
  1  no: it does not open, does not close, is not legal (the answer says why)
  2  bad input: an unknown option, card, profile or parameter, a position that cannot be
  3  not done: the file or port cannot be used, or no sure answer could be made"""
