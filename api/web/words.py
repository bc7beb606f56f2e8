"""The words of the form's scripts, from the same catalogue as those of its templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask_babel import gettext as _
from flask_babel import ngettext

from advisor.turn import OBJECTIVES
from solver.rules.presets import PROFILES
from solver.rules.profile import MEANINGS
from solver.rules.sources import CLAUSES

_SAMPLES: Final = {"en": {"one": 1, "other": 2}, "cs": {"one": 1, "few": 2, "other": 5}}
_SAMPLES["sk"] = _SAMPLES["cs"]
"""By language: a number of every plural category that whole numbers have."""


def profile_names() -> dict[str, str]:
    """The rule sets by id, as a player knows them."""
    told = {
        "zoliky-online": _("Online game (51 points, 14 cards)"),
        "joker-club": _("Joker Club (42 points, 14 cards)"),
        "wikipedia": _("Wikipedia (51, rebuilding melds)"),
        "family": _("Family (51, lay-offs count)"),
        "tournament": _("Tournament (42 points, 12 cards)"),
    }
    return {one: told.get(one, one) for one in PROFILES}


def objective_names() -> dict[str, str]:
    """By what a turn can be ranked, the default first."""
    told = {
        "strength": _("strength (expected result)"),
        "penalty": _("fewest penalty points"),
        "points": _("most points laid"),
        "cards": _("fewest cards left"),
        "close": _("closing first of all"),
    }
    return {one: told.get(one, one) for one in OBJECTIVES}


def refusals() -> dict[str, str]:
    """What the page says when a question is not taken, by the code of the problem."""
    busy = _("The service has no time for this now. Ask again in a moment.")
    return {
        "key_needed": _("This service answers holders of a key only. Put yours in."),
        "too_many_requests": _("You ask faster than this service allows. Wait a little, then ask again."),
        "overloaded": busy,
        "not_in_time": busy,
    }


def ask_words() -> dict[str, str]:
    """What can be asked, short and long, and other words that pages and scripts share."""
    return {
        "ask_opening": _("Open?"),
        "ask_opening_long": _("Can I open, and with what?"),
        "ask_closing": _("Close?"),
        "ask_closing_long": _("Can I close this turn?"),
        "ask_penalty": _("Penalty?"),
        "ask_penalty_long": _("How few points can stay in hand?"),
        "ask_turn": _("Turn?"),
        "ask_turn_long": _("What shall I do, step by step?"),
        "ask_outlook": _("Outlook?"),
        "ask_outlook_long": _("How far am I, what helps, what to throw?"),
        "kind_run": _("run"),
        "kind_set": _("set"),
        "kind_pure": _("pure run"),
        "throw": _("Throw"),
        "rule": _("The rule"),
        "line": _("Position"),
        "opponent": _("Opponent"),
        "joker": _("joker"),
        "ranks": f"{_('ace')},,,,,,,,,,{_('jack')},{_('queen')},{_('king')}",
        "suits": f"{_('spades')},{_('hearts')},{_('diamonds')},{_('clubs')}",
        "card_of": _("%(rank)s of %(suit)s"),
    }


def scripts_words(language: str) -> dict[str, Any]:
    """Every word that the scripts need, in the language of the request; numbers with their plural forms."""
    return {
        **ask_words(),
        **_scripts(),
        **_plurals(language),
    }


def rules_words() -> dict[str, dict[str, str]]:
    """What every parameter and clause means, in the language of the request."""
    return {
        "meanings": {name: _(text) for name, text in MEANINGS.items()},
        "clauses": {name: _(text) for name, text in CLAUSES.items()},
        "choices": _choices(),
    }


def _choices() -> dict[str, str]:
    """The words that parameters are chosen from, as players say them."""
    return {
        "yes": _("at once"),
        "later": _("in a later turn"),
        "never": _("never"),
        "next": _("in the next laying"),
        "turn": _("in the same turn"),
        "own_card": _("with an own card"),
        "none": _("none"),
        "meld": _("in a meld"),
        "meld_or_discard": _("anywhere"),
        "runs": _("runs"),
        "runs_and_sets": _("runs and sets"),
        "opened": _("whoever has opened"),
        "earlier": _("opened earlier"),
        "free": _("free"),
        "lay_or_close": _("lay it or close"),
        "lay": _("lay it"),
        "always": _("always"),
        "no_opponent_meld": _("if no opponent has a meld"),
        "sum": _("sum of the cards"),
        "flat": _("flat sum"),
        "flat_plus_jokers": _("flat sum and jokers"),
        "same": _("as always"),
        "flat200": _("200 each"),
        "double_or_200": _("double or 200"),
    }


def _plurals(language: str) -> dict[str, dict[str, str]]:
    samples = _SAMPLES.get(language, _SAMPLES["en"])
    forms: dict[str, Callable[[int], str]] = {
        "points": lambda n: ngettext("%(num)d point", "%(num)d points", n),
        "cards": lambda n: ngettext("%(num)d card", "%(num)d cards", n),
        "jokers": lambda n: ngettext("%(num)d joker", "%(num)d jokers", n),
        "copies": lambda n: ngettext("%(num)d copy left", "%(num)d copies left", n),
        "cards_left": lambda n: ngettext("%(num)d card left in hand", "%(num)d cards left in hand", n),
        "draws": lambda n: ngettext("%(num)d card away", "%(num)d cards away", n),
        "changes": lambda n: ngettext("%(num)d changed", "%(num)d changed", n),
    }
    return {
        name: {category: form(n).replace(str(n), "{n}", 1) for category, n in samples.items()}
        for name, form in forms.items()
    }


def _scripts() -> dict[str, str]:
    return {
        "mine": _("mine"),
        "me": _("I"),
        "remove_card": _("take away"),
        "used": _("{used} of {all} in use"),
        "tap": _("Tap cards"),
        "done": _("Done"),
        "clear": _("Clear"),
        "take_back": _("Take the last card back"),
        "board": _("All cards"),
        "remove_meld": _("Remove this meld"),
        "remove_opponent": _("Remove this opponent"),
        "none": _("none"),
        "yes": _("yes"),
        "no": _("no"),
        "reset_rules": _("Back to the rules as published"),
        "asking": _("Thinking …"),
        "answer": _("Answer"),
        "failed": _("The service cannot be reached. Check the connection and ask again."),
        "cannot_ask": _("This cannot be asked yet"),
        "no_hand": _("Put at least one card into the hand first."),
        "fix": _("Go to the field"),
        "turn_closes": _("Close this turn!"),
        "turn_takes": _("take {card}"),
        "turn_lays": _("lay cards down"),
        "turn_waits": _("lay nothing"),
        "turn_throws": _("throw {card}"),
        "expected": _(
            "Penalty points expected at the end of the deal, less the others’ mean: {n}. Below zero is good for you."
        ),
        "expected_short": _("expected {n}"),
        "ranked": _("Choose the turn by"),
        "lays_points": _("{points} laid"),
        "least": _("Least left in hand: {points}"),
        "no_penalty": _("Nothing is left in hand"),
        "bonus": _("earns the bonus"),
        "from_hand": _("from hand"),
        "carried": _("kept for the next deal"),
        "not_proven": _("The time ran out: this is the best found so far."),
        "alternatives": _("Other ways"),
        "previous": _("Previous"),
        "next": _("Next"),
        "way": _("{n} of {all}"),
        "best": _("best"),
        "steps": _("Step by step"),
        "steps_hint": _("Tap a step to light up its cards."),
        "lay": _("Lay down"),
        "on_table": _("On the table afterwards"),
        "best_melds": _("The best melds in the hand"),
        "do_draw_stock": _("Draw from the stock"),
        "do_draw_discard": _("Take from the discard pile"),
        "do_draw_bottom": _("Take from under the stock"),
        "do_meld_run": _("Lay the run {cards} – {points}"),
        "do_meld_set": _("Lay the set {cards} – {points}"),
        "do_meld_pure": _("Lay the pure run {cards} – {points}"),
        "do_layoff": _("Lay {cards} off on {meld}"),
        "do_exchange": _("Give {cards} for the joker in {meld}"),
        "do_rearrange": _("Take apart {melds} and build {built}"),
        "do_rearrange_with": _("Take apart {melds} and with {cards} build {built}"),
        "do_discard": _("Throw {card}"),
        "do_close": _("Throw {card} and close"),
        "do_return": _("Put {card} back and draw from the stock"),
        "new_meld": _("a meld just laid"),
        "meld_of": _("meld of {owner}"),
        "my_meld": _("your meld"),
        "stays": _("Stays in hand"),
        "kept": _("Kept for the next deal"),
        "stands_for": _("stands for {card}"),
        "would_help": _("Any one of these would help"),
        "nothing_helps": _("No single card would be enough."),
        "with_points": _("then {points}"),
        "rule_value": _("Value"),
        "rule_source": _("Source"),
        "rule_ruling": _("the source is silent or unclear, this is our reading"),
        "structural": _("If you had opened: {points}"),
        "beaten": _("If an opponent closes next: {points}"),
        "copy_link": _("Copy the link"),
        "copied": _("Copied."),
        "copy_failed": _("Copying is not allowed here; the address bar holds the link."),
        "next_title": _("Play on"),
        "next_hint": _("Tell what happened; hand and table follow, then ask again."),
        "did_it": _("I played it like this"),
        "who": _("Who"),
        "what": _("What"),
        "which": _("Which cards"),
        "ev_drew_stock": _("drew from the stock"),
        "ev_drew_discard": _("took the discard"),
        "ev_drew_bottom": _("took the card under the stock"),
        "ev_threw": _("threw"),
        "ev_put_back": _("put back"),
        "ev_laid": _("laid a meld"),
        "ev_off": _("laid off on a meld"),
        "onto": _("On which meld"),
        "note": _("Note it"),
        "undo": _("Undo"),
        "so_far": _("So far"),
        "need_cards": _("Name the cards first."),
        "not_in_hand": _("{cards} is not in your hand."),
        "no_discard_pile": _("The discard pile is empty."),
        "round_n": _("Your turn number {n}"),
        "turn_over": _("Note below what the others throw and lay; then what you draw."),
        "closed": _("You closed the deal. Well played!"),
        "recent_title": _("Your last hands"),
        "recent_hint": _("They stay in this browser."),
        "forget": _("Forget them"),
        "to_open": _("To the opening"),
        "to_close": _("To the close"),
        "ready": _("ready"),
        "no_cards": _("no card of these is left"),
        "out_of_reach": _("out of reach"),
        "chance": _("next draw {chance}"),
        "chances": _("within three draws {chance}"),
        "not_known": _("not known, the time ran out"),
        "danger": _("Danger"),
        "helping": _("Helps to open"),
        "all_discards": _("Show all {n} cards"),
        "discards": _("Which card to throw"),
        "discards_hint": _(
            "Cards missing after the throw, copies (×) that help, chance of the next draw; points it takes out of hand."
        ),
        "col_card": _("Card"),
        "col_open": _("To open"),
        "col_close": _("To close"),
        "col_points": _("Points"),
        "fits": _("fits on {melds}"),
        "frees_joker": _("frees the joker in {melds}"),
        **refusals(),
    }
