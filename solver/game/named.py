"""A meld by what it is: whose, of which kind, with which cards. Ids are for programs; sentences name melds by this."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from solver.facts import MeldName
from solver.game.melds import Meld
from solver.game.position import ME


class SomeMeld(Protocol):
    """A meld that lies on the table, in the turn or before it."""

    @property
    def id(self) -> str: ...
    @property
    def owner(self) -> str: ...
    @property
    def meld(self) -> Meld: ...


def named(one: SomeMeld, table: Iterable[SomeMeld]) -> MeldName:
    """The name of a meld among those on the table: its id, `of` (`mine`, `theirs`, `new` for one of this turn), the
    owner if that is an opponent, kind and cards; where its owner has an equal one, also which it is (`nth`, from 1)."""
    equal = [other.id for other in table if _looks(other) == _looks(one)]
    of, owner, kind, cards = _looks(one)
    name: dict[str, object] = {"id": one.id, "of": of, "kind": kind, "cards": list(cards)}
    if of == "theirs":
        name["owner"] = owner
    if len(equal) > 1 and one.id in equal:
        name["nth"] = equal.index(one.id) + 1
    return name


def _looks(one: SomeMeld) -> tuple[str, str, str, tuple[str, ...]]:
    """All that a player sees of a meld."""
    of = "new" if one.id.startswith("new:") else "mine" if one.owner == ME else "theirs"
    return of, one.owner, one.meld.kind, tuple(map(str, one.meld.cards))
