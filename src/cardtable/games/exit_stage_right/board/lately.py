"""Text about the latest events on the stage, in forms of different lengths."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right.model import ROWS, Drew, PlayedFaceDown, PlayedFaceUp, Refilled, Shifted
from cardtable.engine.games.exit_stage_right.words import count_off, count_shift, effect, name_off
from cardtable.engine.phrases import capitalized, join_words
from cardtable.table.seen import Seen


def last_step(seen: Seen, width: int) -> str:
    """Return text about the latest events. If the text is too long, return only the cards won and lost."""
    shifted = next((each for each in seen.log[-1] if isinstance(each, Shifted)), None)
    if shifted is None:
        begun = seen.describe_step(seen.log[-1])
        return begun if cell_len(begun) <= width else "The first turn."  # the board shows whose it is, and the cards
    move, *rest = [each for each in seen.log[-1] if not (isinstance(each, Drew) and is_hidden(each.card))]
    brief_move, (named, counted, off) = f"{capitalized(move_in_brief(seen, move))}.", _outcomes(shifted)
    others = [seen.describe(each) for each in rest if each is not shifted]
    lines = (
        [seen.describe_step(seen.log[-1])],
        [seen.describe(move), named, *others],
        [brief_move, named, *others],
        [brief_move, counted, *others],
        [brief_move, named],
        [brief_move, counted],
        [brief_move, off],
        [counted],
    )
    return next((line for line in map(" ".join, lines) if cell_len(line) <= width), off)


def move_in_brief(seen: Seen, event: Event) -> str:
    """Return a move in a few words. In a game for one player, the player's name is left out."""
    who = "" if len(seen.names) == 1 else f"{seen.player(event.seat)}: "
    match event:
        case PlayedFaceUp(card=card):
            return f"{who}{card}"
        case PlayedFaceDown(card=card, row=row):
            return f"{who}{'a Single' if is_hidden(card) else card} down {ROWS[row]}"
        case Refilled(rows=rows):
            return f"{who}refill {join_words(ROWS[row] for row in rows)}"
        case _:
            return seen.describe(event).rstrip(".")


def _outcomes(shifted: Shifted) -> tuple[str, str, str]:
    """Return the effects of a shift as text in three lengths.

    Examples are `Lost HGC HRT; 2 right, 4 left.`, `2 lost; 2 right, 4 left.` and `2 lost.`
    """
    counted = f"{capitalized(effect(shifted))}."
    if not (shifted.won or shifted.lost):
        return (counted,) * 3
    named = f"{capitalized(name_off(shifted))}; {count_shift(shifted)}."
    return named, counted, f"{count_off(shifted)}."
